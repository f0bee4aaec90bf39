"""Writes, from the declarations of a state, what a belief looks at: the rules `regard` and `lay`.

A *secret* is a zone whose hidden cards somebody else sees: a rival's hand, what a rival has laid face down. What a rival
does depends on them, so what was done tells something of them. `regard` notes where they are and what goes with each;
`lay` puts the cards of a belief into a blind record. What goes with a secret are two rows of numbers, put down in the way
observations are (`tuckbox.definition.planes`): one that all secrets have in common, and one of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from tuckbox.definition.encodings import Bag, Encoding, Hints, Untold
from tuckbox.definition.planes import planes
from tuckbox.kit.fields import ALL, NOBODY, DiceZone, Field, Number, Option, SetZone, Zone
from tuckbox.kit.layout import Layout

FEW = 8
"""Number of elements from which on only those of a field are told that lie beside a secret."""

_BOOKKEEPING = ("players", "over", "done", "payoff", "place", "pack")


@dataclass(frozen=True)
class Widths:
    """Sizes of the networks for a game: for a belief kinds of secrets, secrets, numbers in common, numbers of one's
    own; and `inputs`, the numbers of an observation with most of players."""

    nets: int
    secrets: int
    common: int
    own: int
    inputs: int


def secret_zones(layout: Layout) -> dict[str, Zone[Any]]:
    """The fields whose cards somebody may see and somebody not; where backs have no places, cards have none either. Dice are
    thrown anew for each world, each by itself."""
    return {
        name: kind
        for name, kind in layout.zones.items()
        if kind.seen not in (ALL, NOBODY) and not getattr(kind, "counted", False) and not isinstance(kind, DiceZone)
    }


@cache
def widths(game: Any) -> Widths:
    """The room a game's networks need, whatever the number of players."""
    layout, seats = game.layout, game.layout.seats
    kinds = secret_zones(layout)
    common = sum(part.size for part in _common(layout, game.observe, seats))
    own = max((sum(part.size for part in _own(layout, kind, game.observe, seats)) for kind in kinds.values()), default=0)
    inputs = max(planes(game, players)[-1].slice.stop for players in game.players)
    secrets = sum(prod(kind.shape) for kind in kinds.values())
    return Widths(max(1, len(kinds)), max(1, secrets), max(1, common), max(1, own), inputs)


@dataclass(frozen=True)
class _Numbers:
    """Some numbers of a row: program text that writes them at `at` and gives the place behind, and how many they are.

    Where there are several of a kind the text has their number as ``{i}``.
    """

    text: str
    size: int
    times: int = 1

    def lines(self) -> Iterator[str]:
        if self.times == 1:
            yield self.text.format(i=0)
        else:
            yield f"for i in range({self.times}):"
            yield "    " + self.text.format(i="i")


def _common(layout: Layout, hints: Hints, players: int) -> Iterator[_Numbers]:
    """Numbers in common to all secrets: every field that is one, one for each seat, or few."""
    yield _Numbers("at = put_seat(common, at, s, seat, s.turn)", players)
    for name, kind in layout.fields.items():
        if name in (*_BOOKKEEPING, "turn") or isinstance(kind, Option) or kind.lives_on or prod(kind.shape) > FEW:
            continue
        if isinstance(hints.get(name), Untold | Bag):
            continue
        if isinstance(kind, Number) or (isinstance(kind, Zone) and kind.seen != NOBODY):
            yield from _elements(name, kind, layout, hints, players)


def _elements(name: str, kind: Field[Any], layout: Layout, hints: Hints, players: int) -> Iterator[_Numbers]:
    if len(kind.shape) > 1:
        return
    by_seat = kind.shape == (layout.seats,) and (name not in hints or hints[name].per_seat)
    place = "[seat_after(s, seat, {i})]" if by_seat else "[{i}]" if kind.shape else ""
    times = prod(kind.shape)
    if isinstance(kind, Number):
        encoding = _encoding(hints, name)
        text = encoding.text(f"s.{name}{place}", "common", "True")
        yield _Numbers(f"at = {text}", encoding.size(players) * times, times)
    elif isinstance(kind, SetZone):
        n = len(layout.deck)
        yield _Numbers(f"at = put_set(common, at, s.{name}{place}.cards, {n})", n * times, times)
    else:
        n = len(layout.deck)
        text = f"put_pile(common, True, at, s.{name}{place}, EVERY_KIND, COPIES, None, None, {n})"
        yield _Numbers(f"at = {text}", n * times, times)


def _own(layout: Layout, kind: Zone[Any], hints: Hints, players: int) -> Iterator[_Numbers]:
    """Numbers of one secret: which it is, who knows it, its backs, the numbers that stand beside it and those of whoever
    knows it."""
    for depth, n in enumerate(kind.shape):
        if depth == 0 and n == layout.seats:
            yield _Numbers("at = put_seat(own, at, s, seat, i0)", players)
        else:
            yield _Numbers(f"at = put_one_of(own, at, i{depth}, {n})", n)
    yield _Numbers("at = put_seat(own, at, s, seat, knower)", players)
    if isinstance(kind, SetZone):
        yield _Numbers(f"at = put_share(own, True, at, it.hidden, {len(layout.deck)})", 1)
    else:
        backs = len(layout.deck.back_names)
        yield _Numbers(f"at = put_hidden(own, True, at, it, EVERY_BACK, {backs}, {FEW})", backs)
    for name, number in layout.fields.items():
        if name in _BOOKKEEPING or not isinstance(number, Number) or isinstance(number, Option) or number.lives_on:
            continue
        encoding = _encoding(hints, name)
        if isinstance(encoding, Untold | Bag):
            continue
        if number.shape == (layout.seats,) and encoding.per_seat:
            place = "[knower]"
        elif number.shape and number.shape == kind.shape:
            place = "".join(f"[i{depth}]" for depth in range(len(kind.shape)))
        else:
            continue
        yield _Numbers(f"at = {encoding.text(f's.{name}{place}', 'own', 'True')}", encoding.size(players))


def _encoding(hints: Hints, name: str) -> Encoding:
    """How a public number is told."""
    hint = hints.get(name)
    return hint if isinstance(hint, Encoding) else Encoding()


_HEAD = '''"""Derived from the declarations of the game's state: what a belief looks at."""
from tuckbox.kit import rule, table
from tuckbox.engine.worlds.belief import (
    close_secret, knower_of, lay_pile, lay_set, limit_belief, note_pile, note_rest, note_set, open_secret, start_noting,
    watched,
)
from tuckbox.engine.worlds.observe import (
    put_bits, put_hidden, put_number, put_one_of, put_pile, put_seat, put_seats, put_set, put_share, seat_after,
)
'''


def traits_text(layout: Layout, hints: Hints) -> str:
    """The text of two rules. ``regard(s, world, seat, belief, pool)`` notes what a seat does not know and others do, from
    its blind record `s` and a `world` that fits it, dealt by way of `pool`; ``lay(s, seat, belief)`` lays the cards of the
    belief into the blind record."""
    copies, total = list(layout.deck.copies) or [1], len(layout.deck)
    tables = [f"COPIES = table({copies})", f"BACKS = table({list(layout.deck.backs) or [0]})"]
    tables += [f"EVERY_KIND = table({[*range(len(copies))]})"]
    tables += [f"EVERY_BACK = table({[*range(max(1, len(layout.deck.back_names)))]})"]
    regard = ["common = belief.common", "for i in range(len(common)):", "    common[i] = 0.0", "at = 0"]
    for part in _common(layout, hints, layout.seats):
        regard += part.lines()
    regard.append("start_noting(belief)")
    if layout.limited:
        regard += [f"for card in range({total}):", "    limit_belief(belief, card, pool.barred[card])"]
    lay = ["at = 0"]
    for net, (name, kind) in enumerate(secret_zones(layout).items()):
        regard += _noted(layout, hints, net, name, kind)
        lay += _laid(name, kind)
    regard += [f"for card in range({total}):", "    note_rest(belief, card, pool.left[card], BACKS[card])"] if total else []
    rules = {"regard(s, world, seat, belief, pool)": regard, "lay(s, seat, belief)": [*lay, "return at"]}
    bodies = ["\n".join([f"\n\n@rule\ndef {head}:", *(f"    {line}" for line in lines)]) for head, lines in rules.items()]
    return "\n".join([_HEAD, *tables, *bodies, ""])


def _looped(name: str, kind: Zone[Any], *block: str) -> Iterator[str]:
    """A block for every zone of a field; its indices are i0, i1 ..."""
    indent = ""
    for depth, n in enumerate(kind.shape):
        yield f"{indent}for i{depth} in range({n}):"
        indent += "    "
    yield from (indent + line for line in block)


def _it(name: str, kind: Zone[Any]) -> str:
    return name + "".join(f"[i{depth}]" for depth in range(len(kind.shape)))


def _noted(layout: Layout, hints: Hints, net: int, name: str, kind: Zone[Any]) -> Iterator[str]:
    sort = str(layout.limited[name]) if name in layout.limited else "0"
    if name in layout.limited:
        place = "0"
        for depth, n in enumerate(kind.shape):
            place = f"({place} * {n} + i{depth})"
        sort = f"{sort} + {place} * {kind.limited_places}"
    it = f"it_{name}"  # a variable of its own: compiled ones have one type
    note = "note_set" if isinstance(kind, SetZone) else "note_pile"
    block = [f"{it} = s.{_it(name, kind)}", f"if watched({it}.seen, seat):"]
    block += [f"    knower = knower_of({it}.seen, seat)", f"    own = open_secret(belief, {net})", "    at = 0"]
    for part in _own(layout, kind, hints, layout.seats):
        block += [f"    {line.replace('it.hidden', f'{it}.hidden').replace(', it, ', f', {it}, ')}" for line in part.lines()]
    apart = 1 if kind.limited_places > 1 and name in layout.limited else 0
    block += [f"    {note}(world.{_it(name, kind)}, seat, belief, BACKS, {sort}, {apart})", "    close_secret(belief)"]
    yield from _looped(name, kind, *block)


def _laid(name: str, kind: Zone[Any]) -> Iterator[str]:
    verb = "lay_set" if isinstance(kind, SetZone) else "lay_pile"
    block = [f"if watched(s.{_it(name, kind)}.seen, seat):", f"    at = {verb}(s.{_it(name, kind)}, belief, at)"]
    yield from _looped(name, kind, *block)
