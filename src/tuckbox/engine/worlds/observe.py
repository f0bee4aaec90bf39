"""Writing what a seat sees into a row of numbers: the verbs of the derived rule `observe`.

Each writes from the place `at` of a row of zeros and returns the place behind what it wrote; what is zero is not stored.
They are given blind records only, so that nothing else can get into a row. Seats are counted from the viewer's own.

With ``scaled=True`` a row holds shares between -1 and 1, in single or double precision; with ``scaled=None`` it holds bytes,
which `tuckbox.definition.encodings` says the meaning of. (The compiler drops the branch that a ``None`` closes.)
"""

from collections.abc import Sequence
from typing import TypeAlias

from tuckbox.engine.scratch import Shares
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import each, index, rule
from tuckbox.kit.types import Cells

Scaled: TypeAlias = bool | None
"""Whether a row holds shares; None for bytes."""

HALF = 8
"""The public number that is told as one half, where nothing is said of its range."""

MOST = 191
"""The largest byte that stands for a number of any size; bytes above stand for negative numbers."""

LANES, LANE = 4, 16
"""Number of counts kept in one integer, and bits of each: counts in a row of numbers would wait for memory at each card."""


@rule
def seat_after(s: GameState, seat: int, i: int) -> int:
    """The seat i places after one; places beyond the players stay where they are."""
    if i >= s.players:
        return i
    return seat + i if seat + i < s.players else seat + i - s.players


@rule
def put_number(out: Shares, scaled: Scaled, at: int, number: int) -> int:
    """A public number of any size, kept between -1 and 1; as a byte itself, cut at -64 and `MOST`."""
    if number != 0:
        if scaled is None:
            out[index(at)] = max(number + 256, MOST + 1) if number < 0 else min(number, MOST)
        else:
            out[index(at)] = number / (HALF + abs(number))
    return at + 1


@rule
def put_share(out: Shares, scaled: Scaled, at: int, number: int, high: int) -> int:
    """A public number as a share of its greatest value, cut there; as a byte itself, or a share of 255 where that may be too
    large."""
    if number != 0:
        told = min(number, high)
        if scaled is None:
            out[index(at)] = max(0, told if high < 256 else told * 255 // high)
        else:
            out[index(at)] = told / high
    return at + 1


@rule
def put_one_of(out: Shares, at: int, number: int, n: int) -> int:
    """Which of n values a number has; none for numbers beyond them."""
    if 0 <= number < n:
        out[index(at + number)] = 1
    return at + n


@rule
def put_bits(out: Shares, at: int, number: int, n: int) -> int:
    """The n lowest bits of a number."""
    for bit in each(number & (1 << n) - 1):
        out[index(at + bit)] = 1
    return at + n


@rule
def put_seat(out: Shares, at: int, s: GameState, seat: int, which: int) -> int:
    """Which seat a number names, counted from the viewer's; none if it names none."""
    if 0 <= which < s.players:
        out[index(at + (which - seat if which >= seat else which - seat + s.players))] = 1
    return at + s.players


@rule
def put_seats(out: Shares, at: int, s: GameState, seat: int, mask: int) -> int:
    """A set of seats, counted from the viewer's."""
    for i in range(s.players):
        if mask >> seat_after(s, seat, i) & 1:
            out[index(at + i)] = 1
    return at + s.players


@rule
def put_set(out: Shares, at: int, cards: int, kinds: int) -> int:
    """A set of cards."""
    for card in each(cards):
        out[index(at + card)] = 1
    return at + kinds


@rule
def count(out: Shares, scaled: Scaled, at: int, n: int) -> None:
    """One more of n.

    Shares are worked out anew from the number, so that they come to the same in any precision.
    """
    if scaled is None:
        if out[index(at)] < 255:
            out[index(at)] += 1
    elif n == 1:
        out[index(at)] = 1
    else:
        out[index(at)] = int(out[index(at)] * n + 1.5) / n


@rule
def put_pile(
    out: Shares, scaled: Scaled, at: int, zone: Cells, columns: Sequence[int], copies: Sequence[int],
    depth: int | None, known: int | None, size: int,
) -> int:  # fmt: skip
    """Cards of a pile that the viewer sees, in one walk: up to three planes by kind, of `size` columns together.

    `columns` says which column is a kind's, -1 for none. First comes of each kind the share of its copies that lies there;
    `depth` columns further how near to the top its topmost card lies, 1 on top, then 1/2, 1/3 ...; `known` columns further
    the share that everybody knows. None leaves a plane out.
    """
    for i in range(zone.n):
        card = zone.cell[i] & 255
        if card < BACK and columns[card] >= 0:
            place = at + columns[card]
            count(out, scaled, place, copies[card])
            if depth is not None:
                put_depth(out, scaled, place + depth, zone.n - i)
            if known is not None and zone.cell[i] >> 8 + PUBLIC & 1:
                count(out, scaled, place + known, copies[card])
    return at + size


@rule
def put_knowers(
    out: Shares, scaled: Scaled, at: int, s: GameState, seat: int, zone: Cells, columns: Sequence[int],
    copies: Sequence[int], size: int,
) -> int:  # fmt: skip
    """The cards of a zone that the viewer knows to be known to each other seat, in `size` columns for each."""
    for other in range(1, s.players):
        for i in range(zone.n):
            card = zone.cell[i] & 255
            if card < BACK and columns[card] >= 0 and zone.cell[i] >> 8 + seat_after(s, seat, other) & 1:
                count(out, scaled, at + columns[card], copies[card])
        at += size
    return at


@rule
def put_places(
    out: Shares, at: int, zone: Cells, columns: Sequence[int], size: int, places: int
) -> int:  # fmt: skip
    """Which kind the viewer sees in each place of a pile, from the bottom, in one of `size` columns for each place."""
    for i in range(min(zone.n, places)):
        card = zone.cell[i] & 255
        if card < BACK and columns[card] >= 0:
            out[index(at + i * size + columns[card])] = 1
    return at + places * size


@rule
def put_bag(out: Shares, scaled: Scaled, at: int, slots: Sequence[int], low: int, n: int, high: int) -> int:
    """Number of slots that hold each of n values, from `low`; others are empty."""
    for i in range(len(slots)):
        value = slots[i] - low
        if 0 <= value < n:
            count(out, scaled, at + value, high)
    return at + n


@rule
def put_sums(
    out: Shares, scaled: Scaled, at: int, numbers: Sequence[int], slots: Sequence[int], low: int, n: int, high: int
) -> int:  # fmt: skip
    """Sums of the numbers that go with the slots that hold each of n values, from `low`."""
    for i in range(len(slots)):
        value = slots[i] - low
        if 0 <= value < n:
            for _ in range(numbers[i]):
                count(out, scaled, at + value, high)
    return at + n


@rule
def put_depth(out: Shares, scaled: Scaled, at: int, depth: int) -> None:
    """How near to the top a card lies, from 1."""
    if scaled is None:
        out[index(at)] = min(depth, 255)
    else:
        out[index(at)] = 1.0 / depth


@rule
def put_hidden(
    out: Shares, scaled: Scaled, at: int, zone: Cells, columns: Sequence[int], size: int, total: int
) -> int:  # fmt: skip
    """Number of cards of each back in a zone that the viewer does not see, as a share of all there are.

    `columns` says which of the `size` columns is a back's, -1 for none.
    """
    for first in range(0, size, LANES):
        unseen = 0
        for i in range(zone.n):
            back = (zone.cell[i] & 255) - BACK
            if back >= 0 and first <= columns[back] < first + LANES:
                unseen += 1 << LANE * (columns[back] - first)
        for column in range(first, min(first + LANES, size)):
            n = unseen >> LANE * (column - first) & (1 << LANE) - 1
            if n != 0:
                out[index(at + column)] = min(n, 255) if scaled is None else n / total
    return at + size


@rule
def put_top_back(
    out: Shares, at: int, zone: Cells, backs: Sequence[int], columns: Sequence[int], size: int
) -> int:  # fmt: skip
    """The back of the card on top; `columns` says which of the `size` columns is a back's, -1 for none."""
    if zone.n > 0:
        card = zone.cell[zone.n - 1] & 255
        column = columns[card - BACK if card >= BACK else backs[card]]
        if column >= 0:
            out[index(at + column)] = 1
    return at + size
