"""Syntax trees are made in several threads at a time."""

from __future__ import annotations

import ast
import gc
import threading

from tuckbox.definition.syntax import parsed

TEXT = "\n".join(f"x{i} = [{i}, ({i}, {i})]" for i in range(400))


class Knot:
    """Something that the garbage collector frees amid the making of a tree, which lets another thread make one meanwhile."""

    def __init__(self, other: threading.Thread) -> None:
        self.own, self.other = self, other

    def __del__(self) -> None:
        if not self.other.ident:
            self.other.start()
            self.other.join(0.1)


def test_threads_may_parse_at_a_time() -> None:
    """Python 3.11.7 raised `SystemError` here."""
    trees: list[ast.Module] = []

    def deeper(depth: int) -> None:
        if depth:
            deeper(depth - 1)
        else:
            trees.append(parsed(TEXT))

    other = threading.Thread(target=deeper, args=(50,))
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(100)
    try:
        Knot(other)
        trees.append(parsed(TEXT))
    finally:
        gc.set_threshold(*before)
    other.join(10)
    assert len(trees) == 2
