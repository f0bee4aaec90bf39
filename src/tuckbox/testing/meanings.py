"""Numbers of a state that rules use as seats, sets of seats or kinds of cards, found in the text of the rules.

A learner has to be told of such a number as what it is: of a seat counted from the viewer's own, of a card as one of many.
The text shows what a number is by what is written to it, what it is compared with, and where it is an index or an argument.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import isfunction, signature
from pathlib import Path
from types import ModuleType
from typing import Any

from tuckbox.definition.encodings import Bag, Bits, Encoding, OneOf, SeatOf, SeatsOf, Untold
from tuckbox.definition.game import Game
from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.definition.syntax import depth, field_of, last_name, parsed_file
from tuckbox.kit.actions import Seats
from tuckbox.kit.choices import together
from tuckbox.kit.deck import Deck
from tuckbox.kit.fields import OTHERS, OWNER, Number, Option, Zone
from tuckbox.kit.zones import has, one
from tuckbox.testing.case import Failure

SEAT, SEATS, CARD = "a seat", "a set of seats", "a kind of card"

_RIGHT: dict[str, tuple[type[Encoding], ...]] = {
    SEAT: (SeatOf, SeatsOf, Untold),
    SEATS: (SeatsOf, Untold),
    CARD: (OneOf, Bag, Bits, Untold),
}
"""Encodings that tell what a number is."""

_CURE = {SEAT: "SeatOf()", SEATS: "SeatsOf()", CARD: "OneOf(n)"}
_NAMES = {"seat": SEAT, "viewer": SEAT, "dealer": SEAT, "rival": SEAT, "card": CARD}
"""Names of parameters, of words of the kit and of a game's own rules, and what is given for them."""
_GIVES = {
    "next_seat": SEAT,
    "first_seat": SEAT,
    "answerer": SEAT,
    **dict.fromkeys(("top", "peek", "pop", "card_of"), CARD),
}
"""Words of the kit that return a seat or a card."""
_ANY = {"one", "has", "blend", "finish"}
"""Words whose sets may be of anything."""
_OWN = ("players", "turn", "over", "done", "payoff", "place", "pack", "told")


@dataclass(frozen=True)
class Use:
    """A number of the state in a place of the rules where only a seat or a card stands.

    Where that is the index of a field with as many elements as there may be seats, `indexed` is the name of that field.
    """

    field: str
    sort: str
    file: str
    line: int
    indexed: str = ""


def meanings(game: Game) -> Iterator[Failure]:
    """All numbers that rules use as seats or cards and `observe` tells as something else, in one failure; and names too many
    in `as_numbers`."""
    used = list(uses(game))
    found = {use.field: use for use in reversed(used)}
    stray = {name: use for name, use in sorted(found.items()) if not _is_right(game.observe.get(name), use.sort)}
    told = [
        f"{name!r} is used as {use.sort} ({use.file}, line {use.line}): say {_CURE[use.sort]}"
        for name, use in stray.items()
        if name not in game.as_numbers
    ]
    if told:
        indexed = dict.fromkeys(use.indexed for use in used if use.indexed and use.field in stray.keys() - game.as_numbers)
        yield (
            "meaning",
            f"{'; '.join(told)} in `observe`, or in `as_numbers` why it is told as a number" + _lengths(game, indexed),
        )
    for name in game.as_numbers:
        if name not in stray:
            yield "meaning", f"`as_numbers` names {name!r}, but no rule uses it as a seat or a card, or `observe` says so"


def _lengths(game: Game, fields: Iterable[str]) -> str:
    """The other cure, where a field has as many elements as there may be seats by mere chance."""
    said = [
        f"; if {name!r} is not one {'zone' if isinstance(game.layout.fields[name], Zone) else 'number'} for each seat, "
        f"although it has {game.layout.seats}, give it an encoding with per_seat=False"
        for name in fields
    ]
    return "".join(said)


def _is_right(hint: Any, sort: str) -> bool:
    return isinstance(hint, _RIGHT[sort])


def uses(game: Game) -> Iterator[Use]:
    """All uses of numbers of a game's state as seats or cards, in the order of its rules."""
    for name in rules_modules(game.rules.__name__):
        path = source_of(name)
        module = importlib.import_module(name)
        for rule in parsed_file(path).body:
            if isinstance(rule, ast.FunctionDef):
                yield from _Rule(game, module, path, rule).uses()


class _Rule:
    """One rule, read for what its variables and the fields of the state stand for."""

    def __init__(self, game: Game, module: ModuleType, path: Path, rule: ast.FunctionDef) -> None:
        self.game, self.module, self.path, self.rule = game, module, path, rule
        self.sorts = {arg.arg: _NAMES[arg.arg] for arg in rule.args.args if arg.arg in _NAMES}
        self.stands: dict[str, str] = {}
        """Fields that variables hold the value of."""
        for _ in range(2):  # a loop may use above what it sets below
            for node in ast.walk(rule):
                self._learn(node)

    def _learn(self, node: ast.AST) -> None:
        """Note how a variable is given its value."""
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            text = ast.unparse(node.iter)
            if text == "range(s.players)" or (node.target.id == "seat" and text.startswith("range(")):
                self.sorts[node.target.id] = SEAT
            elif text.startswith("each(") and text.endswith(".cards)"):
                self.sorts[node.target.id] = CARD
        for target, value in _assigned(node):
            if isinstance(target, ast.Name):
                if sort := self._sort(value):
                    self.sorts[target.id] = sort
                elif name := self._field(value):
                    self.stands[target.id] = name

    def _sort(self, node: ast.expr) -> str:
        """The sort an expression has by itself; empty where nothing is known of it."""
        match node:
            case ast.Name():
                return self.sorts.get(node.id, "")
            case ast.IfExp():
                return self._sort(node.body) or self._sort(node.orelse)
            case ast.BinOp():
                return self._sort_of_sum(node)
            case ast.Call():
                return _GIVES.get(last_name(node.func), "")
        if ast.unparse(node) == "s.turn" or isinstance(self.game.observe.get(field_of(node)), SeatOf):
            return SEAT
        rows = self._value(node.value) if isinstance(node, ast.Subscript) else None
        return _columns(self.game).get(rows, "") if isinstance(rows, tuple) and isinstance(rows[0], int) else ""

    def _sort_of_sum(self, node: ast.BinOp) -> str:
        """The sort of a result: a seat round the table, the card of a cell, or something plus a constant."""
        if isinstance(node.op, ast.Mod) and ast.unparse(node.right) == "s.players":
            return "" if self._is_distance(node.left) else SEAT
        if isinstance(node.op, ast.BitAnd) and ast.unparse(node.right) == "255":
            return CARD
        return self._sort(node.left) if _is_shifted(node) else ""

    def _is_distance(self, node: ast.expr) -> bool:
        """Whether an expression says how far one seat is from another."""
        if not isinstance(node, ast.BinOp) or isinstance(node.op, ast.Mod):
            return False
        seats = self._sort(node.left) == self._sort(node.right) == SEAT
        return (isinstance(node.op, ast.Sub) and seats) or self._is_distance(node.left)

    def _value(self, node: ast.expr) -> Any:
        """The constant that a name stands for, also one of another module."""
        if isinstance(node, ast.Name):
            return getattr(self.module, node.id, None) if node.id not in self.sorts else None
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        owner = getattr(self.module, node.value.id, None)
        return getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None

    def _field(self, node: ast.expr) -> str:
        """The number of the state that an expression is the value of; empty for anything else."""
        if isinstance(node, ast.Name):
            return "" if node.id in self.sorts else self.stands.get(node.id, "")
        if isinstance(node, ast.IfExp):
            return self._field(node.body) or self._field(node.orelse)
        if isinstance(node, ast.BinOp):
            return self._field(node.left) if _is_shifted(node) else ""
        name = field_of(node)
        kind = self.game.layout.fields.get(name)
        shape = kind.shape if isinstance(kind, Number) and not isinstance(kind, Option) and name not in _OWN else None
        return name if shape is not None and depth(node) == len(shape) else ""

    def uses(self) -> Iterator[Use]:
        """Its uses of numbers of the state as seats or cards."""
        for node in ast.walk(self.rule):
            for value, sort in self._places(node):
                name = self._field(value)
                if name and sort:
                    yield Use(name, sort, self.path.name, value.lineno, self._indexed(node, value))

    def _places(self, node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
        """Expressions and what has to stand there."""
        for target, value in _assigned(node):
            yield target, self._sort(value)
            yield value, self._sort(target) if not isinstance(target, ast.Name) else ""
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                yield left, self._sort(right)
                yield right, self._sort(left)
            case ast.Subscript() if self._is_by_seat(node.value):
                yield node.slice, SEAT
            case ast.BinOp(op=ast.RShift()) if self._sort(node.right) == SEAT:
                yield node.left, SEATS
            case ast.AugAssign(op=ast.BitOr()) if self._is_one_seat(node.value):
                yield node.target, SEATS
            case ast.Call():
                yield from self._arguments(node)

    def _is_one_seat(self, node: ast.expr) -> bool:
        """Whether an expression is the set of one seat: ``1 << seat`` or ``one(seat)``."""
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, ast.LShift) and self._sort(node.right) == SEAT
        return isinstance(node, ast.Call) and self._value(node.func) is one and self._is_seat(node.args[:1])

    def _arguments(self, call: ast.Call) -> Iterator[tuple[ast.expr, str]]:
        word = self._value(call.func)
        if word is has and self._is_seat(call.args[1:]):
            yield call.args[0], SEATS
        if word is together and len(call.args) == 3:
            yield call.args[2], SEATS
        if isfunction(word) and last_name(call.func) not in _ANY:
            for parameter, given in zip(signature(word).parameters, call.args, strict=False):
                yield given, _NAMES.get(parameter, "")

    def _is_seat(self, arguments: list[ast.expr]) -> bool:
        """Whether the first of these is a seat, and not something that is counted from one."""
        first = arguments[0] if arguments else None
        shifted = isinstance(first, ast.BinOp) and _is_shifted(first)
        return first is not None and not shifted and self._sort(first) == SEAT

    def _indexed(self, node: ast.AST, value: ast.expr) -> str:
        """The field that a value is an index of, where nothing but its length says that it has one element for each seat."""
        if not isinstance(node, ast.Subscript) or node.slice is not value or not isinstance(node.value, ast.Attribute):
            return ""
        kind = self.game.layout.fields[node.value.attr]
        return "" if isinstance(kind, Zone) and kind.seen in (OWNER, OTHERS) else node.value.attr

    def _is_by_seat(self, node: ast.expr) -> bool:
        """Whether an expression is a field of the state with something for each seat."""
        name = node.attr if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "s" else ""
        kind, hint = self.game.layout.fields.get(name), self.game.observe.get(name)
        by_seat = kind is not None and kind.shape[:1] == (self.game.layout.seats,)
        return by_seat and (hint is None or hint.per_seat)


@cache
def _columns(game: Game) -> dict[tuple[int, ...], str]:
    """Tables of the arguments of a game's actions that are seats or cards."""
    domains: dict[str, set[str]] = {}
    for family in game.actions.families:
        for name, domain in zip(family.slots, family.domains, strict=True):
            sort = SEAT if isinstance(domain, Seats) else CARD if isinstance(domain, Deck) else ""
            domains.setdefault(name, set()).add(sort)
    sorts = {name: found.pop() for name, found in domains.items() if len(found) == 1}
    return {tuple(game.actions.column(name)): sort for name, sort in sorts.items() if sort}


def _is_shifted(node: ast.BinOp) -> bool:
    """Whether an expression is something plus or minus a constant: a number that is counted from another one than 0."""
    return isinstance(node.op, ast.Add | ast.Sub) and isinstance(node.right, ast.Constant)


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Targets with what is assigned to them."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value
