"""Observations: what a seat sees as one row of numbers, made of planes with names, from the declarations of the state.

From the same list of parts come the text of the compiled rule that writes a row and the planes that say what each number of
it means. A row is written from the seat's blind record and nothing else. Seats are counted from the viewer's own: ``me``,
``+1`` is the next. Options and the number of players are fixed for an environment and do not stand in its rows.

Who writes a game may say in `Game.observe` how public numbers are best told (`OneOf`, `Bits`, `SeatOf`, `Share` ...);
without a word they are squashed between -1 and 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from tuckbox.errors import RulesError
from tuckbox.kit.fields import ALL, CHOSEN, OWNER, Field, Number, Option, PileZone, SetZone, WindowField, Zone
from tuckbox.kit.layout import Layout

_HALF = 8
_IT = re.compile(r"\bit\b")


@dataclass(frozen=True)
class Encoding:
    """Encoding of a public number. With `per_seat` false an array of as many numbers as there may be seats is not one
    number for each seat."""

    per_seat: bool = field(default=True, kw_only=True)

    def size(self, players: int) -> int:
        """Number of values it takes in a row."""
        return 1

    def text(self, value: str) -> str:
        """Program text: writes a value at `at` and gives the place behind it; ``it`` is replaced."""
        return f"put_number(out, at, {value})"

    def labels(self, players: int) -> tuple[str, ...]:
        """Label of each number of the row; empty for a single one."""
        return ()

    def read(self, number: float) -> float:
        """The public number a single number of the row stands for."""
        return round(_HALF * number / (1 - abs(number))) if abs(number) < 1 else number


@dataclass(frozen=True)
class Share(Encoding):
    """A number from 0 to `high` (or so), told as its share of it."""

    high: int = 1

    def text(self, value: str) -> str:
        return f"put_share(out, at, {value}, {self.high})"

    def read(self, number: float) -> float:
        return round(number * self.high, 3)


@dataclass(frozen=True)
class OneOf(Encoding):
    """A number that is one of n values, from `low`: a phase, a place on a board."""

    n: int = 2
    low: int = 0

    def size(self, players: int) -> int:
        return self.n

    def text(self, value: str) -> str:
        return (
            f"put_one_of(out, at, {value} - {self.low}, {self.n})" if self.low else f"put_one_of(out, at, {value}, {self.n})"
        )

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(str(self.low + i) for i in range(self.n))


@dataclass(frozen=True)
class Bits(Encoding):
    """A number used as a set of n things."""

    n: int = 8

    def size(self, players: int) -> int:
        return self.n

    def text(self, value: str) -> str:
        return f"put_bits(out, at, {value}, {self.n})"

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(map(str, range(self.n)))


@dataclass(frozen=True)
class SeatOf(Encoding):
    """A number that names a seat; others, such as -1, name none."""

    def size(self, players: int) -> int:
        return players

    def text(self, value: str) -> str:
        return f"put_seat(out, at, s, seat, {value})"

    def labels(self, players: int) -> tuple[str, ...]:
        return _seats(players)


@dataclass(frozen=True)
class SeatsOf(SeatOf):
    """A number used as a set of seats."""

    def text(self, value: str) -> str:
        return f"put_seats(out, at, s, seat, {value})"


@dataclass(frozen=True)
class Plane:
    """A run of numbers of an observation: from `start` one for each of `labels` (or a single one).

    >>> import tuckbox
    >>> [plane.name for plane in planes(tuckbox.game("whiplash"), 2)][:4]
    ['seat', 'turn', 'hand[me] cards', 'hand[me] known to all']
    """

    name: str
    start: int
    size: int
    labels: tuple[str, ...]
    read: Callable[[float], float]

    @property
    def slice(self) -> slice:
        """Its place in a row."""
        return slice(self.start, self.start + self.size)

    def words(self, row: Sequence[float]) -> str:
        """Its values in a row, in words; empty where all are zero."""
        values = [float(value) for value in row[self.slice]]
        if not any(values):
            return ""
        if not self.labels:
            return f"{self.read(values[0]):g}"
        told = zip(self.labels, values, strict=True)
        return ", ".join(label if value == 1 else f"{label} ({self.read(value):g})" for label, value in told if value)


@dataclass(frozen=True)
class _PlaneCode:
    """A run of numbers of one field: its name, the text that writes it for `{it}`, its size and labels by players."""

    name: str
    text: str
    size: Callable[[int], int]
    labels: Callable[[int], tuple[str, ...]]
    read: Callable[[float], float] = lambda number: round(number, 3)


@dataclass(frozen=True)
class _Elements:
    """The parts that are told of each element of a field."""

    name: str
    shape: tuple[int, ...]
    by_seat: bool
    only_players: bool
    parts: tuple[_PlaneCode, ...]

    def lines(self) -> Iterator[str]:
        """Program text: all elements, those of seats from the viewer's own."""
        it, indent = self.name if self.name == "seat" else f"s.{self.name}", ""
        for depth, n in enumerate(self.shape):
            count = "s.players" if depth == 0 and self.only_players else str(n)
            yield f"{indent}for i{depth} in range({count}):"
            indent += "    "
            it += f"[seat_after(s, seat, i{depth})]" if depth == 0 and self.by_seat else f"[i{depth}]"
        one = "it_" + re.sub(r"\W+", "_", self.name)  # a variable of its own: compiled ones have one type
        yield f"{indent}{one} = {it}"
        for part in self.parts:
            yield f"{indent}at = {_IT.sub(one, part.text)}"

    def elements(self, players: int) -> Iterator[str]:
        """The names of the elements, in the order of a row."""
        axes = []
        for depth, n in enumerate(self.shape):
            count = players if depth == 0 and self.only_players else n
            seats = _seats(players) if depth == 0 and self.by_seat else ()
            axes.append([*seats, *map(str, range(len(seats), count))])
        for place in product(*axes):
            yield self.name + "".join(f"[{index}]" for index in place)


def encoded(value: str, encoding: Encoding, row: str, players: int) -> tuple[str, int]:
    """Program text that puts a value into another row at `at`, as its encoding tells it; and how many numbers it takes.

    >>> encoded("s.phase", Share(3), "row", 2)
    ('put_share(row, at, s.phase, 3)', 1)
    """
    text = _IT.sub(value, encoding.text("it"))
    return text.replace("(out, at", f"({row}, at"), encoding.size(players)


def _seats(players: int) -> tuple[str, ...]:
    """Labels of seats, from the viewer's own."""
    return ("me", *(f"+{i}" for i in range(1, players)))


def _number(name: str, encoding: Encoding) -> _PlaneCode:
    return _PlaneCode(name, encoding.text("it"), encoding.size, encoding.labels, encoding.read)


def _one(_: int) -> int:
    return 1


def _nothing(_: int) -> tuple[str, ...]:
    return ()


def _set_parts(kind: SetZone[Any], layout: Layout) -> Iterator[_PlaneCode]:
    names, n = layout.deck.names, len(layout.deck)
    yield _PlaneCode("cards", f"put_set(out, at, it.cards, {n})", lambda _: n, lambda _: names)
    if kind.seen != ALL:
        yield _PlaneCode("known to all", f"put_set(out, at, it.known, {n})", lambda _: n, lambda _: names)
        yield _PlaneCode("hidden", f"put_share(out, at, it.hidden, {n})", _one, _nothing, lambda x: round(x * n))


def _pile_parts(kind: PileZone[Any], layout: Layout) -> Iterator[_PlaneCode]:
    deck = layout.deck
    names, n, backs, total = deck.names, len(deck), deck.back_names, sum(deck.copies)
    yield _PlaneCode("cards", "put_cards(out, at, it, seat, COPIES)", lambda _: n, lambda _: names)
    if kind.order:
        yield _PlaneCode("depth", f"put_depth(out, at, it, {n})", lambda _: n, lambda _: names)
    if kind.seen != ALL:
        yield _PlaneCode("known to all", "put_cards(out, at, it, PUBLIC, COPIES)", lambda _: n, lambda _: names)
        text = f"put_hidden(out, at, it, {len(backs)}, {total})"
        yield _PlaneCode("hidden", text, lambda _: len(backs), lambda _: backs, lambda x: round(x * total))
    if len(backs) > 1 and kind.order and not kind.counted:
        text = f"put_top_back(out, at, it, BACKS, {len(backs)})"
        yield _PlaneCode("back of the top card", text, lambda _: len(backs), lambda _: backs)
    if kind.seen == CHOSEN:
        yield _PlaneCode("seen by", "put_seats(out, at, s, seat, it.seen)", lambda players: players, _seats)


def _window_fields(kind: WindowField, layout: Layout, actions: int) -> Iterator[_Elements]:
    yield _Elements("window.depth", (), False, False, (_number("", OneOf(kind.levels + 1)),))
    coded = Bits(actions.bit_length())
    encodings: dict[str, Encoding] = {"kind": Bits(6), "subject": Bits(16), "nothing": coded}
    encodings |= {name: SeatOf() for name in ("by", "on", "at")} | {name: SeatsOf() for name in ("asked", "given")}
    parts = [_PlaneCode(n, e.text(f"it.{n}"), e.size, e.labels, e.read) for n, e in encodings.items()]
    yield _Elements("window.level", (kind.levels,), False, False, tuple(parts))
    for depth in range(kind.levels):
        yield _Elements(f"window.level[{depth}].answer", (layout.seats,), True, True, (_number("", coded),))


def _fields(layout: Layout, hints: Mapping[str, Encoding], actions: int) -> Iterator[_Elements]:
    """All that is told, in the order of a row."""
    yield _Elements(
        "seat", (), False, False, (_PlaneCode("", "put_one_of(out, at, it, s.players)", lambda players: players, _absolute),)
    )
    yield _Elements("turn", (), False, False, (_number("", SeatOf()),))
    for name, kind in layout.fields.items():
        if name in ("players", "turn", "over", "done", "payoff", "place", "pack") or isinstance(kind, Option):
            continue
        if isinstance(kind, WindowField):
            yield from _window_fields(kind, layout, actions)
        else:
            yield _field(name, kind, layout, hints.get(name, Encoding()))


def _absolute(players: int) -> tuple[str, ...]:
    return tuple(map(str, range(players)))


def _field(name: str, kind: Field[Any], layout: Layout, hint: Encoding) -> _Elements:
    by_seat = kind.shape[:1] == (layout.seats,) and hint.per_seat
    only_players = isinstance(kind, Zone) and kind.seen == OWNER
    if isinstance(kind, SetZone):
        parts = tuple(_set_parts(kind, layout))
    elif isinstance(kind, PileZone):
        parts = tuple(_pile_parts(kind, layout))
    else:
        parts = (_number("", hint),)
    return _Elements(name, kind.shape, by_seat or only_players, only_players, parts)


_HEAD = '''"""Derived from the declarations of the game's state: what a seat sees as a row of numbers."""
from tuckbox.kit import PUBLIC, rule, table
from tuckbox.engine.worlds.observe import (
    put_bits, put_cards, put_depth, put_hidden, put_number, put_one_of, put_seat, put_seats, put_set, put_share,
    put_top_back, seat_after,
)
'''


def observed_text(layout: Layout, hints: Mapping[str, Encoding], actions: int) -> str:
    """The text of the rule ``observe(s, seat, out)``, which writes the blind record of a seat into a row.

    Raises `RulesError` for hints about what is no public number of the state.
    """
    for name in hints:
        kind = layout.fields.get(name)
        if not isinstance(kind, Number | Zone) or isinstance(kind, Option):
            raise RulesError(f"`observe` speaks of {name!r}, which is no number or zone of the state")
    lines = ["for i in range(len(out)):", "    out[i] = 0.0", "at = 0"]
    for each in _fields(layout, hints, actions):
        lines += each.lines()
    deck = layout.deck
    tables = [f"COPIES = table({list(deck.copies) or [1]})", f"BACKS = table({list(deck.backs) or [0]})"]
    body = "\n".join(f"    {line}" for line in [*lines, "return at"])
    return "\n".join([_HEAD, *tables, "\n\n@rule\ndef observe(s, seat, out):", body, ""])


@cache
def planes(game: Any, players: int) -> tuple[Plane, ...]:
    """The planes of a seat's observation with a number of players, in the order of a row."""
    found, start = [], 0
    for each in _fields(game.layout, game.observe, game.actions.size):
        for element in each.elements(players):
            for part in each.parts:
                size = part.size(players)
                name = f"{element} {part.name}".strip()
                found.append(Plane(name, start, size, part.labels(players), part.read))
                start += size
    return tuple(found)


def describe(game: Any, players: int, row: Sequence[float]) -> str:
    """An observation in words: a line for each plane that says something."""
    told = ((plane.name, plane.words(row)) for plane in planes(game, players))
    return "\n".join(f"{name}: {words}" for name, words in told if words)
