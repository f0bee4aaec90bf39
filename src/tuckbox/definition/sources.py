"""The modules of which the rules of a game are made, wherever they import each other from, and the hash by which they are
known.

Compiled code and records are valid for one text of the rules. So every module of a game's own package that its rules
import, in whatever way, counts; what could not be found by reading is refused.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tuckbox.definition.canonical import NoForm, canonical
from tuckbox.definition.syntax import PARSING, parsed_file
from tuckbox.errors import RulesError

OPTIONAL_RULES = ("legal", "refuse", "possible", "prefer", "lean", "value", "after", "event", "continues")
LOOKED_UP = ("State", "act", "told", "outside", "reasons", "setup", "apply", *OPTIONAL_RULES)
"""The names by which the engine finds in a rules module what it needs; all other names may be changed."""

_OWN_GAMES = ("tuckbox", "games")
_BY_NAME = {"__import__", "import_module"}


def source_of(module: str) -> Path:
    """The file a module would be imported from."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module {module}")
    return Path(spec.origin)


def rules_modules(module: str) -> list[str]:
    """A rules module and the modules of its own package that it imports, and those that they import.

    Raises `RulesError`, with module and line, for imports of its own package that cannot be followed.
    """
    found: set[str] = set()
    todo = [module]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _Text(name, _home(module), module).imports()
    return sorted(found)


def _home(module: str) -> str:
    """The package that is all a game's own: the outermost it lies in, for games of Tuckbox their folder."""
    parts = module.split(".")
    return ".".join(parts[: 3 if tuple(parts[:2]) == _OWN_GAMES else 1])


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


class _Text:
    """The text of one module of a game that is at `home` in a package; `rules` is the module its rules begin in."""

    def __init__(self, name: str, home: str, rules: str) -> None:
        self.name, self.home, self.rules = name, home, rules
        path = source_of(name)
        self.package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        self.nodes = tuple(ast.walk(parsed_file(path)))
        whole = [alias for node in self.nodes if isinstance(node, ast.Import) for alias in node.names]
        self.reaches = any(self._is_own(alias.name) and not alias.asname for alias in whole)
        """Whether it has the package by its name, and so all that is in it."""

    def imports(self) -> Iterator[str]:
        """The game's own modules that this one imports, anywhere in its text."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._whole(node, alias)
            elif isinstance(node, ast.ImportFrom):
                base = importlib.util.resolve_name("." * node.level + (node.module or ""), self.package)
                for alias in node.names:
                    yield from self._part(node, base, alias.name)
            elif isinstance(node, ast.Attribute):
                yield from self._path(node)
            if _last_name(node) in _BY_NAME:
                raise self._error(node, "what rules import must be said by an import statement")

    def _whole(self, node: ast.Import, alias: ast.alias) -> Iterator[str]:
        """``import game.board``, ``import game.board as b``."""
        if self._is_own(alias.name):
            if alias.name == self.home != self.rules:
                raise self._error(node, f"import a module of {self.home}, such as {self.home}.board, not the package itself")
            yield alias.name

    def _part(self, node: ast.ImportFrom, base: str, part: str) -> Iterator[str]:
        """``from game.board import MOST``, ``from . import board``."""
        if self._is_own(base):
            if _is_module(f"{base}.{part}"):
                yield f"{base}.{part}"
            elif base != self.home or base == self.rules:
                yield base
            else:
                raise self._error(node, f"{part} stands in {base} itself, which is no part of the rules: give it a module")

    def _path(self, node: ast.Attribute) -> Iterator[str]:
        """``game.board.MOST``, after ``import game.board`` or of another module of the package."""
        module, path = _dotted(node.value), _dotted(node)
        if self._is_own(module) and self.reaches and _is_module(module) and not _is_module(path):
            if module == self.home != self.rules:
                raise self._error(node, f"{node.attr} stands in {module} itself, which is no part of the rules")
            yield module

    def _is_own(self, name: str) -> bool:
        return f"{name}.".startswith(f"{self.home}.")

    def _error(self, node: Any, said: str) -> RulesError:
        return RulesError(f"{self.name}, line {node.lineno}: {said}")


def _dotted(node: ast.expr) -> str:
    """The text of ``a.b.c``; of anything else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    inner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{inner}.{node.attr}" if isinstance(node, ast.Attribute) and inner else ""


def _last_name(node: ast.AST) -> str:
    """The name that a name, an attribute or a part of an import ends with."""
    return str(getattr(node, "id", getattr(node, "attr", getattr(node, "name", ""))))


def rules_form(module: str) -> str:
    """The canonical form of all rules and data of a game.

    Raises `RulesError`, with module and line, where they use what rules cannot use.
    """
    paths = {name: source_of(name) for name in rules_modules(module)}
    texts = {name: path.read_text("utf-8") for name, path in paths.items()}
    packages = [name for name, path in paths.items() if path.name == "__init__.py"]
    try:
        with PARSING:
            return canonical(module, texts, LOOKED_UP, packages)
    except NoForm as error:
        raise RulesError(str(error)) from error


def rules_hash(module: str) -> str:
    """Hash by which a record names its rules: of what they mean, blind to layout, comments and names (`canonical`)."""
    return hashlib.sha256(rules_form(module).encode()).hexdigest()[:16]
