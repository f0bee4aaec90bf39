"""Observations: what a seat sees as one row of numbers, made of planes with names, from the declarations of the state.

From the same list of parts come the text of the compiled rule that writes a row and the planes that say what each number of
it means. A row is written from the seat's blind record and nothing else. Seats are counted from the viewer's own: ``me``,
``+1`` is the next. Options and the number of players are fixed for an environment and do not stand in its rows.

The author of a game may say in `Game.observe` how public numbers are best told and what can lie in a pile
(`tuckbox.definition.encodings`); without a word numbers are squashed between -1 and 1, and a pile has columns for all cards.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition import past
from tuckbox.definition.encodings import (
    INDICES,
    LARGEST_SET,
    NEARNESS,
    Bag,
    Bits,
    Contents,
    Encoding,
    Hints,
    OneOf,
    Scale,
    SeatOf,
    SeatsOf,
    Sums,
    Untold,
    seat_labels,
    shares_of,
)
from tuckbox.errors import RulesError, did_you_mean
from tuckbox.kit.fields import ALL, CHOSEN, OWNER, DiceZone, Field, Number, Option, PileZone, SetZone, WindowField, Zone
from tuckbox.kit.layout import Layout

_IT = re.compile(r"\bit\b")


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
    scales: tuple[Scale, ...]
    """Scales of its bytes, one for each number."""
    most: int
    """Maximum number of them that are not zero."""

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


_CARDS, _DEPTH, _KNOWN = "cards", "depth", "known to all"
"""Planes in which a card of the pack stands once, wherever it lies."""


@dataclass(frozen=True)
class _Columns:
    """The numbers of one plane: its name, their labels by players (None for a single number), how they are read, and how
    many by players can be other than zero."""

    name: str
    labels: Callable[[int], tuple[str, ...]] | None
    scales: Scale | tuple[Scale, ...]
    read: Callable[[float], float] = lambda number: round(number, 3)
    most: Callable[[int], int] = lambda _: 1

    def plane(self, element: str, start: int, players: int) -> Plane:
        """The plane of an element of a field."""
        labels = self.labels(players) if self.labels else ()
        size = len(labels) if self.labels else 1
        each = (self.scales,) if isinstance(self.scales[0], float) else self.scales
        scales = each * (size // len(each))
        most = min(size, self.most(players))
        return Plane(f"{element} {self.name}".strip(), start, size, labels, self.read, scales, most)


@dataclass(frozen=True)
class _Part:
    """Something told of an element: the text that writes it for ``it``, and the planes it makes."""

    text: str
    planes: tuple[_Columns, ...]


@dataclass(frozen=True)
class _Elements:
    """The parts that are told of each element of a field; `by_seat` if there is one for each seat that plays.

    Where there is a condition `when`, nothing is told unless it holds.
    """

    name: str
    shape: tuple[int, ...]
    by_seat: bool
    parts: tuple[_Part, ...]
    when: str = ""

    def lines(self) -> Iterator[str]:
        """Program text: all elements, those of seats from the viewer's own."""
        it, at, indent = self.name if self.name == "seat" else f"s.{self.name}", "", ""
        for depth, n in enumerate(self.shape):
            seats = depth == 0 and self.by_seat
            yield f"{indent}for i{depth} in range({'s.players' if seats else n}):"
            indent += "    "
            at += f"[seat_after(s, seat, i{depth})]" if seats else f"[i{depth}]"
        if self.when:
            yield f"{indent}if not {self.when}:"
            yield f"{indent}    at += {self._size()}"
            yield f"{indent}    continue"
        for part in self.parts:
            yield f"{indent}at = {_IT.sub(it + at, part.text).replace(INDICES, at)}"

    def _size(self) -> str:
        """Program text: how many numbers an element takes."""
        two, three = (sum(c.plane("", 0, n).size for part in self.parts for c in part.planes) for n in (2, 3))
        return f"{two - 2 * (three - two)} + {three - two} * s.players"

    def elements(self, players: int) -> Iterator[str]:
        """The names of the elements, in the order of a row."""
        axes: list[Sequence[object]] = [range(n) for n in self.shape]
        if self.by_seat:
            axes[0] = seat_labels(players)
        for place in product(*axes):
            yield self.name + "".join(f"[{index}]" for index in place)


def _number(encoding: Encoding, name: str = "") -> _Part:
    labels = encoding.labels if encoding.labels(2) else None
    columns = _Columns(name, labels, encoding.scale, encoding.read, encoding.most)
    return _Part(encoding.text("it" + f".{name}" * bool(name)), (columns,))


def _set_parts(kind: SetZone[Any], layout: Layout) -> Iterator[_Part]:
    names, n = layout.deck.names[: layout.cards], layout.cards
    cards, known = (_Columns(name, lambda _: names, shares_of(1), most=lambda _: n) for name in (_CARDS, _KNOWN))
    yield _Part(f"put_set(out, at, it.cards, {n})", (cards,))
    if kind.seen != ALL:
        yield _Part(f"put_set(out, at, it.known, {n})", (known,))
        hidden = _Columns("hidden", None, shares_of(n), lambda x: round(x * n))
        yield _Part(f"put_share(out, scaled, at, it.hidden, {n})", (hidden,))


def _pile_parts(name: str, kind: PileZone[Any], layout: Layout, hint: Contents) -> Iterator[_Part]:
    """Parts of a pile: three planes by kind in one walk, then its backs, who knows its cards, and who may look at it."""
    deck = layout.deck
    kinds = range(len(deck)) if hint.kinds is None else hint.kinds
    backs = range(len(deck.back_names)) if hint.backs is None else hint.backs
    names, back_names = tuple(deck.names[kind] for kind in kinds), tuple(deck.back_names[back] for back in backs)
    copies, total = tuple(shares_of(deck.copies[kind]) for kind in kinds), sum(deck.copies)
    planes = [_Columns(_CARDS, lambda _: names, copies, most=lambda _: kind.capacity)]
    places = {"depth": "None", "known": "None"}
    if kind.order and hint.depth:
        places["depth"] = str(len(kinds) * len(planes))
        planes.append(_Columns(_DEPTH, lambda _: names, NEARNESS, most=lambda _: kind.capacity))
    if kind.seen != ALL:
        places["known"] = str(len(kinds) * len(planes))
        planes.append(_Columns(_KNOWN, lambda _: names, copies, most=lambda _: kind.capacity))
    of_kind, of_back = _columns_of(name, hint)
    size = len(kinds) * len(planes)
    told = f"{of_kind}, COPIES, {places['depth']}, {places['known']}, {size}"
    yield _Part(f"put_pile(out, scaled, at, it, {told})", tuple(planes))
    if kind.seen != ALL:
        scale, read = shares_of(total), lambda share: round(share * total)
        hidden = _Columns("hidden", lambda _: back_names, scale, read, lambda _: kind.capacity)
        yield _Part(f"put_hidden(out, scaled, at, it, {of_back}, {len(backs)}, {total})", (hidden,))
    if kind.knowers:
        by_seat = _Columns("known to", partial(_by_rival, names), copies, most=lambda players: kind.capacity * (players - 1))
        yield _Part(f"put_knowers(out, scaled, at, s, seat, it, {of_kind}, COPIES, {len(kinds)})", (by_seat,))
    if hint.places:
        in_place = tuple(f"{place + 1}: {card}" for place in range(hint.places) for card in names)
        lying = _Columns("places", lambda _: in_place, shares_of(1), most=lambda _: hint.places)
        yield _Part(f"put_places(out, at, it, {of_kind}, {len(kinds)}, {hint.places})", (lying,))
    if len(backs) > 1 and kind.order and not kind.counted:
        top = _Columns("back of the top card", lambda _: back_names, shares_of(1))
        yield _Part(f"put_top_back(out, at, it, BACKS, {of_back}, {len(backs)})", (top,))
    if kind.seen == CHOSEN:
        seats = _Columns("seen by", seat_labels, shares_of(1), most=lambda players: players)
        yield _Part("put_seats(out, at, s, seat, it.seen)", (seats,))


def _by_rival(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A label of each card for each other seat."""
    return tuple(f"{seat} {name}" for seat in seat_labels(players)[1:] for name in names)


def _columns_of(name: str, hint: Contents) -> tuple[str, str]:
    """The names of the tables that give the columns of kinds and of backs in a zone."""
    return (
        "EVERY_KIND" if hint.kinds is None else f"KINDS_IN_{name.upper()}",
        "EVERY_BACK" if hint.backs is None else f"BACKS_IN_{name.upper()}",
    )


def _complete(layout: Layout, hints: Hints) -> Hints:
    """The hints, and where there are dice which zones have columns for cards and which for faces."""
    if not layout.dice:
        return hints
    faces, die = tuple(range(layout.cards, len(layout.deck))), layout.deck.backs[-1]
    found: dict[str, Any] = dict(hints)
    for name, kind in layout.zones.items():
        if isinstance(kind, DiceZone):
            found[name] = Contents(kinds=faces, backs=(die,))
        elif isinstance(kind, PileZone) and name not in found:
            found[name] = Contents(kinds=tuple(range(layout.cards)), backs=tuple(range(die)))
    return found


def _tables(layout: Layout, hints: Hints) -> Iterator[str]:
    """Program text: the tables that `observe` reads."""
    deck = layout.deck
    kinds, backs = max(1, len(deck)), max(1, len(deck.back_names))
    found: dict[str, Sequence[int]] = {"COPIES": deck.copies or [1], "BACKS": deck.backs or [0]}
    found |= {"EVERY_KIND": range(kinds), "EVERY_BACK": range(backs)}
    for name, hint in hints.items():
        if isinstance(hint, Contents):
            for table, columns, n in zip(_columns_of(name, hint), (hint.kinds, hint.backs), (kinds, backs), strict=True):
                if columns is not None:
                    found[table] = [columns.index(i) if i in columns else -1 for i in range(n)]
    for table, numbers in found.items():
        yield f"{table} = table({[*numbers]})"


def _window_fields(kind: WindowField, layout: Layout, actions: int) -> Iterator[_Elements]:
    yield _Elements("window.depth", (), False, (_number(OneOf(kind.levels + 1)),))
    coded = Bits(actions.bit_length())
    encodings: dict[str, Encoding] = {"kind": Bits(6), "subject": Bits(16), "nothing": coded}
    encodings |= {name: SeatOf() for name in ("by", "on", "at")} | {name: SeatsOf() for name in ("asked", "given")}
    parts = tuple(_number(e, name) for name, e in encodings.items())
    yield _Elements("window.level", (kind.levels,), False, parts, "i0 < s.window.depth")
    for depth in range(kind.levels):
        open_ = f"{depth} < s.window.depth"
        yield _Elements(f"window.level[{depth}].answer", (layout.seats,), True, (_number(coded),), open_)


_APART = ("players", "turn", "over", "done", "payoff", "place", "pack")
"""Fields of every game that are not told as others are, if at all."""


def _fields(layout: Layout, hints: Hints, actions: int) -> Iterator[_Elements]:
    """All that is told, in the order of a row."""
    own = _Part("put_one_of(out, at, it, s.players)", (_Columns("", lambda n: tuple(map(str, range(n))), shares_of(1)),))
    yield _Elements("seat", (), False, (own,))
    yield _Elements("turn", (), False, (_number(SeatOf()),))
    hints = _complete(layout, hints)
    for name, kind in layout.fields.items():
        if name in _APART or isinstance(kind, Option):
            continue
        if isinstance(kind, WindowField):
            yield from _window_fields(kind, layout, actions)
        elif not isinstance(hints.get(name), Untold):
            yield _field(name, kind, layout, hints.get(name))


def _field(name: str, kind: Field[Any], layout: Layout, hint: Encoding | Contents | None) -> _Elements:
    by_seat = kind.shape[:1] == (layout.seats,) and (hint is None or hint.per_seat)
    if isinstance(kind, SetZone):
        parts = tuple(_set_parts(kind, layout))
    elif isinstance(kind, PileZone):
        parts = tuple(_pile_parts(name, kind, layout, hint if isinstance(hint, Contents) else Contents()))
    else:
        parts = (_number(hint if isinstance(hint, Encoding) else Encoding()),)
    shape = kind.shape[:-1] if isinstance(hint, Bag) else kind.shape
    return _Elements(name, shape, by_seat or (isinstance(kind, Zone) and kind.seen == OWNER), parts)


_HEAD = '''"""Derived from the declarations of the game's state: what a seat sees as a row of numbers."""
from tuckbox.kit import rule, table
from tuckbox.engine.worlds.observe import (
    put_bag, put_bits, put_hidden, put_knowers, put_number, put_one_of, put_pile, put_places, put_seat, put_seats, put_set,
    put_share, put_sums, put_top_back, seat_after,
)
'''


def check_hints(layout: Layout, hints: Hints) -> None:
    """Refuse hints about what is no public number or zone of the state, or that do not fit it. Raises `RulesError`."""
    for name, hint in hints.items():
        kind = layout.fields.get(name)
        if name in _APART:
            raise RulesError(f"`observe` speaks of {name!r}, of which nothing can be said: it is no field of the game's own")
        if not isinstance(kind, Number | Zone) or isinstance(kind, Option):
            meant = did_you_mean(str(name), layout.fields)
            raise RulesError(f"`observe` speaks of {name!r}, which is no number or zone of the state{meant}")
        if not isinstance(hint, Encoding | Contents):
            raise RulesError(f"`observe` tells {name!r} by an encoding such as SeatOf() or OneOf(4), not by {hint!r:.40}")
        if isinstance(hint, Contents):
            _check_contents(name, kind, layout, hint)
        elif isinstance(kind, Zone) and not isinstance(hint, Untold):
            raise RulesError(f"`observe` tells {name!r} as a number, but cards lie there")
        if any(getattr(hint, part, 1) < 1 for part in ("n", "high")):
            raise RulesError(f"`observe` tells {name!r} by {hint}, of which nothing can be told")
        if isinstance(hint, Bits) and hint.n > LARGEST_SET:
            raise RulesError(f"`observe` tells {name!r} by {hint}, but a number is a set of {LARGEST_SET} things at most")
        if isinstance(hint, Bag) and not (isinstance(kind, Number) and kind.shape):
            raise RulesError(f"`observe` tells {name!r} as a bag, but it is no array of numbers")
        if isinstance(hint, Sums) and getattr(layout.fields.get(hint.of), "shape", None) != kind.shape:
            raise RulesError(f"`observe` tells {name!r} as sums of {hint.of!r}, which is no array of the same shape")


def _check_contents(name: str, kind: Field[Any], layout: Layout, hint: Contents) -> None:
    if not isinstance(kind, PileZone):
        raise RulesError(f"`observe` says what {name!r} contains, which is no pile or hand")
    if isinstance(kind, DiceZone):
        raise RulesError(f"`observe` says what {name!r} contains, but dice may show any of their faces")
    deck = layout.deck
    for what, numbers, n in (("kind of card", hint.kinds, len(deck)), ("back", hint.backs, len(deck.back_names))):
        wrong = next((i for i in numbers or () if i not in range(n)), None)
        if wrong is not None:
            raise RulesError(f"`observe` says that {name!r} contains {wrong}, which is no {what} of the deck")


def observed_text(layout: Layout, hints: Hints, actions: int) -> str:
    """The text of the rule ``observe(s, seat, out, scaled)``, which writes the blind record of a seat into a row of shares,
    or of bytes where `scaled` is None.

    Raises `RulesError` for hints that do not fit the state.
    """
    check_hints(layout, hints)
    lines = ["for i in range(len(out)):", "    out[i] = 0", "at = 0"]
    for each in _fields(layout, hints, actions):
        lines += each.lines()
    body = "\n".join(f"    {line}" for line in [*lines, "return at"])
    tables = _tables(layout, _complete(layout, hints))
    return "\n".join([_HEAD, *tables, "\n\n@rule\ndef observe(s, seat, out, scaled):", body, ""])


@cache
def planes(game: Any, players: int, history: int = 0) -> tuple[Plane, ...]:
    """The planes of a seat's observation with a number of players, in the order of a row.

    With a `history` those of the last actions follow, the last one first: ``history[0] seat``, ``history[0] action`` and one
    for each argument, ``history[0].card``.
    """
    if history:
        state = planes(game, players)
        return (*state, *_past_planes(game, players, history, state[-1].slice.stop))
    found, start = list[Plane](), 0
    for each in _fields(game.layout, game.observe, game.actions.size):
        for element in each.elements(players):
            for part in each.parts:
                for columns in part.planes:
                    found.append(columns.plane(element, start, players))
                    start += found[-1].size
    return tuple(found)


def _past_planes(game: Any, players: int, history: int, start: int) -> Iterator[Plane]:
    """The planes of the last actions."""
    told = [(" seat", seat_labels(players)), (" action", past.kinds(game))]
    told += [(f".{slot[0]}", seat_labels(players) if slot[1] else names) for slot, names in past.slots(game).items()]
    for back in range(history):
        for name, labels in told:
            scales = (shares_of(1),) * len(labels)
            yield Plane(f"history[{back}]{name}", start, len(labels), labels, lambda number: number, scales, 1)
            start += len(labels)


@cache
def most_numbers(game: Any, players: int, history: int = 0) -> int:
    """Maximum number of the numbers of an observation that are not zero.

    >>> import tuckbox
    >>> most_numbers(tuckbox.game("whiplash"), 2)
    172
    """
    found = Counter[str]()
    for plane in planes(game, players, history):
        last = next((name for name in (_CARDS, _DEPTH, _KNOWN) if plane.name.endswith(f" {name}")), "")
        found[last] += plane.most
    pack = sum(game.layout.deck.copies) if not game.layout.dice else math.inf
    return int(sum(most if name == "" else min(most, pack) for name, most in found.items()))


@cache
def scales_of(game: Any, players: int, history: int = 0) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Scales of the bytes of an observation: the different ones (m, 256) float32, and which of them each number of a
    row has (k,), so that ``scales[which, row]`` are its shares.

    >>> import tuckbox
    >>> scales, which = scales_of(tuckbox.game("whiplash"), 2)
    >>> scales.shape[1], which.shape[0] == planes(tuckbox.game("whiplash"), 2)[-1].slice.stop
    (256, True)
    """
    every = [scale for plane in planes(game, players, history) for scale in plane.scales]
    places: dict[int, int] = {}  # by identity: scales are made once
    which = np.array([places.setdefault(id(scale), len(places)) for scale in every], np.intp)
    firsts = np.unique(which, return_index=True)[1]
    return np.array([every[first] for first in firsts], np.float32), which


def describe(game: Any, players: int, row: Sequence[float], history: int = 0) -> str:
    """An observation in words: a line for each plane that says something."""
    there = np.flatnonzero(row)
    which = np.unique(np.searchsorted(_starts(game, players, history), there, side="right")) - 1
    told = ((plane.name, plane.words(row)) for plane in map(planes(game, players, history).__getitem__, which.tolist()))
    return "\n".join(f"{name}: {words}" for name, words in told if words)


@cache
def _starts(game: Any, players: int, history: int) -> NDArray[np.intp]:
    """The place in a row at which each plane begins."""
    return np.array([plane.start for plane in planes(game, players, history)], np.intp)
