"""Python's syntax trees of rules, for threads as well, and what is looked for in them."""

from __future__ import annotations

import ast
import threading
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

PARSING = threading.Lock()
"""Before 3.11.8 and 3.12.2 Python counts how deep it is for all threads together, and where two parse at a time it may raise
`SystemError` (its issue 106905)."""

_AT_ONCE = 8
"""Number of rules whose nodes are kept: one rule is asked some twenty questions before the next, by each thread."""


class Fault(NamedTuple):
    """A fault that the text of a rule shows: the line, what is `said` of it, and the name that is unknown, if one is,
    with those that may be meant."""

    line: int
    said: str
    unknown: str = ""
    meant: Collection[str] = ()


def parsed(text: str, name: str = "<unknown>") -> ast.Module:
    """The tree of a text. Raises `SyntaxError`."""
    with PARSING:
        return ast.parse(text, name)


def parsed_file(path: Path) -> ast.Module:
    """The tree of a file, which does not name it. Raises `SyntaxError`, and `OSError`."""
    return parsed(path.read_text("utf-8"))


def rules_in(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Every function of a file that is decorated with `rule`, or ``kit.rule``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and "rule" in map(last_name, node.decorator_list):
            yield node


def last_name(name: ast.expr) -> str:
    """The last part of ``name`` and of ``module.name``."""
    return str(getattr(name, "attr", getattr(name, "id", "")))


def attributes(rule: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """Every ``a.b`` in the body of a rule: annotations are none of the compiler's business."""
    yield from (node for node in within(rule) if isinstance(node, ast.Attribute))


def calls(rule: ast.FunctionDef) -> Iterator[ast.Call]:
    """Every call in the body of a rule."""
    yield from (node for node in within(rule) if isinstance(node, ast.Call))


def state_fields(rule: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """Every ``s.name`` in a rule whose first parameter is called ``s``."""
    if rule.args.args and rule.args.args[0].arg == "s":
        yield from (part for part in attributes(rule) if isinstance(part.value, ast.Name) and part.value.id == "s")


@lru_cache(maxsize=_AT_ONCE)
def names_read(rule: ast.FunctionDef) -> tuple[ast.Name, ...]:
    """Every name read in the body of a rule that is neither a parameter nor given a value there."""
    names = [node for node in within(rule) if isinstance(node, ast.Name)]
    own = {arg.arg for arg in ast.walk(rule) if isinstance(arg, ast.arg)}
    own |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return tuple(name for name in names if isinstance(name.ctx, ast.Load) and name.id not in own)


@lru_cache(maxsize=_AT_ONCE)
def within(rule: ast.FunctionDef) -> tuple[ast.AST, ...]:
    """All nodes of the statements of a rule."""
    return tuple(node for line in rule.body for node in ast.walk(line))


def targets(node: ast.AST) -> list[ast.expr]:
    """The targets that a statement assigns to."""
    found = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return [part for target in found for part in (target.elts if isinstance(target, ast.Tuple) else [target])]


def field_of(target: ast.expr) -> str:
    """The name of ``s.name``, also in ``s.name[seat]``; of anything else nothing."""
    while isinstance(target, ast.Subscript):
        target = target.value
    of = target.value if isinstance(target, ast.Attribute) else None
    return target.attr if isinstance(target, ast.Attribute) and isinstance(of, ast.Name) and of.id == "s" else ""


def depth(target: ast.expr) -> int:
    """Number of indices of an expression."""
    return 1 + depth(target.value) if isinstance(target, ast.Subscript) else 0
