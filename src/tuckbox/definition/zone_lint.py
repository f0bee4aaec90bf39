"""Finds zones that rules take for something else: lists of cards, numbers, or one where there are several."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from tuckbox.definition.syntax import Fault, attributes, calls, depth, field_of, last_name, within
from tuckbox.kit.fields import CHOSEN, Field, Number, PileZone, SetZone, Zone
from tuckbox.kit.types import CardSet, Cells
from tuckbox.numbers import counted


def zone_faults(rule: ast.FunctionDef, known: Mapping[str, Any], fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """All that a rule plainly does wrong with zones."""
    yield from _shown(rule, fields)
    yield from _misread(rule, fields)
    yield from _mistaken(rule, fields)
    yield from _misgiven(rule, known, fields)


def _shown(rule: ast.FunctionDef, fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Zones that rules show to a seat, though their declaration does not say so."""
    for call in calls(rule):
        name = field_of(call.args[0]) if call.args and last_name(call.func) == "show_to" else ""
        if getattr(fields.get(name), "seen", CHOSEN) != CHOSEN:
            cure = f"declare s.{name} `.seen_by(CHOSEN)`, or show a card by `glimpse`"
            yield Fault(call.lineno, f"lets a seat see s.{name} by `show_to`: {cure}")


def _misread(rule: ast.FunctionDef, fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Zones that are read as if they were lists of cards, or all at once as if they were one."""
    for loop in (node for node in within(rule) if isinstance(node, ast.For)):
        row = loop.iter.value if last_name(loop.iter) == "cards" and isinstance(loop.iter, ast.Attribute) else loop.iter
        kind, said = fields.get(field_of(row)), ast.unparse(row)
        if isinstance(kind, SetZone):
            yield Fault(loop.lineno, f"loops over {ast.unparse(loop.iter)}: say `for card in each({said}.cards)`")
        elif last_name(loop.iter) == "cell":
            zone = ast.unparse(loop.iter).removesuffix(".cell")
            said = f"loops over {ast.unparse(loop.iter)}, all there is room for: say `for i in range({zone}.n)`"
            yield Fault(loop.lineno, f"{said} and `{zone}.cell[i]`")
        elif isinstance(kind, PileZone):
            yield Fault(loop.lineno, f"loops over {said}: say `for i in range({said}.n)` and `card_of({said}.cell[i])`")
    for part in attributes(rule):
        name, kind = field_of(part.value), fields.get(field_of(part.value))
        if isinstance(kind, Zone) and depth(part.value) < len(kind.shape):
            said = f"reads s.{name} as if there were one of it: there is {_one(name, kind)}.{part.attr} for each index"
            yield Fault(part.lineno, said)
        elif isinstance(kind, Zone) and part.attr not in (kind.dtype.names or ()):
            yield Fault(part.lineno, f"uses {ast.unparse(part)}, which no zone has", part.attr, kind.dtype.names or ())


def _one(name: str, kind: Zone[Any]) -> str:
    """One of the zones of a field, as rules write it."""
    return f"s.{name}{'[seat]' if len(kind.shape) == 1 else '[...]' * len(kind.shape)}"


def _mistaken(rule: ast.FunctionDef, fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Numbers that are read as if there were several, and zones that are taken for their numbers or their sets of cards."""
    for node in within(rule):
        name = field_of(node) if isinstance(node, ast.Subscript) else ""
        kind = fields.get(name)
        if isinstance(kind, Number) and isinstance(node, ast.Subscript) and depth(node) > len(kind.shape):
            many = f"has {counted(len(kind.shape), 'index', 'indices')}" if kind.shape else "is one number"
            yield Fault(node.lineno, f"uses {ast.unparse(node)}, but s.{name} {many}")
        parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if isinstance(node, ast.Call) and last_name(node.func) == "len":
            parts = node.args
        for part in parts:
            kind, said = fields.get(field_of(part)), ast.unparse(part)
            if isinstance(kind, Zone) and depth(part) == len(kind.shape):
                cure = f"`{said}.cards`, or `size({said}.cards)`" if isinstance(kind, SetZone) else f"`{said}.n`"
                yield Fault(part.lineno, f"reads {said}, which is a zone, as if it were a number: say {cure}")


def _misgiven(rule: ast.FunctionDef, known: Mapping[str, Any], fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Zones that are given to a word of the kit, such as `give`, where it takes a number, or the other way about; and all
    of several where it takes one."""
    for call in calls(rule):
        name = last_name(call.func)
        taken = _taken(known.get(name)) if isinstance(call.func, ast.Name) else {}
        for (called, wanted), given in zip(taken.items(), call.args, strict=False):
            field, said = field_of(given), ast.unparse(given)
            if field not in fields or not wanted:
                continue
            kind = fields[field]
            if wanted is Zone and isinstance(kind, Zone) and depth(given) < len(kind.shape):
                yield Fault(call.lineno, f"gives `{name}` all of {said}, where it takes one: {_one(field, kind)}")
            elif isinstance(kind, Zone) != (wanted is Zone):
                wrong = f"gives `{name}` {said}, which is {'no' if wanted is Zone else 'a'} zone, as its {called}"
                yield Fault(call.lineno, f"{wrong}: it takes ({', '.join(taken)})")


def _taken(word: Any) -> dict[str, type | None]:
    """The parameters of a word of the kit by name, in their order: a `Zone`, an int, or None for anything else."""
    taken: dict[str, type | None] = {}
    if not getattr(word, "__module__", "").startswith("tuckbox.kit."):
        return taken
    for name, parameter in inspect.signature(word).parameters.items():
        kinds = {parameter.annotation, *get_args(parameter.annotation)}
        taken[name] = Zone if kinds & {CardSet, Cells} else int if kinds & {int, "int"} else None
    return taken
