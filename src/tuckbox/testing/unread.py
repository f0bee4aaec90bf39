"""Options on which nothing depends: whoever chose one would play the same game."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tuckbox.definition.game import Game
from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.definition.syntax import parsed_file
from tuckbox.testing.case import Failure


def unread(game: Game) -> Iterator[Failure]:
    """Check that rules read every option, as ``s.name``; or what the game declares, as ``options["name"]``.

    Options of a match, such as its time, are for whoever plays it.
    """
    read = _read(game)
    for name, kind in game.layout.options.items():
        if name not in read and not kind.of_match:
            yield "option", f"no rule reads the option {name!r}: say `s.{name}` where it makes a difference"


def _read(game: Game) -> set[str]:
    """The names of all attributes that rules read, and of all that is looked up by name in the files beside them."""
    rules = {source_of(module) for module in rules_modules(game.rules.__name__)}
    found: set[str] = set()
    for path in {*rules, *game.folder.glob("*.py")}:
        for node in ast.walk(parsed_file(path)):
            if isinstance(node, ast.Attribute) and path in rules and isinstance(node.ctx, ast.Load):
                found.add(node.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                found.add(str(node.slice.value))
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get":
                found.update(str(word.value) for word in node.args if isinstance(word, ast.Constant))
    return found
