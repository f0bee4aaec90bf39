"""Finds misspelt fields and names in a game's rules before they are compiled, with rule and line."""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Collection, Iterator
from enum import EnumType
from pathlib import Path
from types import ModuleType

from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.errors import RulesError, did_you_mean


def check_names(game: str, rules: str, fields: Collection[str]) -> None:
    """Raise `RulesError` where a rule of a game, of the module `rules` or one it imports, uses ``s.field`` and the state has
    no such field among its `fields`, or a name that nobody defined, also ``table.NAME`` of a module or an enum."""
    for module in rules_modules(rules):
        path = source_of(module)
        known = {**vars(builtins), **vars(importlib.import_module(module))}
        for rule in _rules(path):
            for field in _fields(rule):
                if field.attr not in fields:
                    said = f"uses s.{field.attr}, which no state has"
                    raise _error(game, rule, field.lineno, path, said, field.attr, fields)
            for name in _names(rule):
                if name.id not in known:
                    raise _error(game, rule, name.lineno, path, f"uses {name.id}, which nobody has defined", name.id, known)
            for part in _parts(rule):
                owner = known.get(part.value.id) if isinstance(part.value, ast.Name) else None
                if isinstance(owner, ModuleType | EnumType) and not hasattr(owner, part.attr):
                    said = f"uses {ast.unparse(part)}, which nobody has defined"
                    raise _error(game, rule, part.lineno, path, said, part.attr, dir(owner))


def _error(
    game: str, rule: ast.FunctionDef, line: int, path: Path, said: str, name: str, known: Collection[str]
) -> RulesError:
    return RulesError(f"{game}: the rule {rule.name} {said} ({path.name}, line {line}){did_you_mean(name, known)}")


def _rules(path: Path) -> Iterator[ast.FunctionDef]:
    """Every function of a file that is decorated with `rule`, or ``kit.rule``."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            decorators = {getattr(d, "attr", getattr(d, "id", "")) for d in node.decorator_list}
            if "rule" in decorators:
                yield node


def _parts(rule: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """Every ``a.b`` in the body of a rule: annotations are none of the compiler's business."""
    yield from (node for line in rule.body for node in ast.walk(line) if isinstance(node, ast.Attribute))


def _fields(rule: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """Every ``s.name`` in a rule whose first parameter is called ``s``."""
    if rule.args.args and rule.args.args[0].arg == "s":
        yield from (part for part in _parts(rule) if isinstance(part.value, ast.Name) and part.value.id == "s")


def _names(rule: ast.FunctionDef) -> Iterator[ast.Name]:
    """Every name read in the body of a rule that is neither a parameter nor given a value there."""
    names = [node for line in rule.body for node in ast.walk(line) if isinstance(node, ast.Name)]
    own = {arg.arg for arg in ast.walk(rule) if isinstance(arg, ast.arg)}
    own |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    yield from (name for name in names if isinstance(name.ctx, ast.Load) and name.id not in own)
