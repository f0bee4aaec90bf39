"""Writing what a seat sees into a row of numbers: the verbs of the derived rule `observe`.

Each writes from the place `at` of a row of zeros and returns the place behind what it wrote. They are given blind records
only, so that nothing else can get into a row. Seats are counted from the viewer's own.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Shares
from tuckbox.kit.deck import BACK
from tuckbox.kit.layout import GameState
from tuckbox.kit.plain import each, rule
from tuckbox.kit.types import Cells

HALF = 8
"""The public number that is told as one half, where nothing is said of its range."""


@rule
def seat_after(s: GameState, seat: int, i: int) -> int:
    """The seat i places after one; places beyond the players stay where they are."""
    if i >= s.players:
        return i
    return seat + i if seat + i < s.players else seat + i - s.players


@rule
def put_number(out: Shares, at: int, number: int) -> int:
    """A public number of any size, kept between -1 and 1."""
    out[at] = number / (HALF + abs(number))
    return at + 1


@rule
def put_share(out: Shares, at: int, number: int, high: int) -> int:
    """A public number as a share of its greatest value."""
    out[at] = number / high
    return at + 1


@rule
def put_one_of(out: Shares, at: int, number: int, n: int) -> int:
    """Which of n values a number has; none for numbers beyond them."""
    if 0 <= number < n:
        out[at + number] = 1.0
    return at + n


@rule
def put_bits(out: Shares, at: int, number: int, n: int) -> int:
    """The n lowest bits of a number."""
    for i in range(n):
        out[at + i] = number >> i & 1
    return at + n


@rule
def put_seat(out: Shares, at: int, s: GameState, seat: int, which: int) -> int:
    """Which seat a number names, counted from the viewer's; none if it names none."""
    if 0 <= which < s.players:
        out[at + (which - seat + s.players) % s.players] = 1.0
    return at + s.players


@rule
def put_seats(out: Shares, at: int, s: GameState, seat: int, mask: int) -> int:
    """A set of seats, counted from the viewer's."""
    for i in range(s.players):
        out[at + i] = mask >> seat_after(s, seat, i) & 1
    return at + s.players


@rule
def put_set(out: Shares, at: int, cards: int, kinds: int) -> int:
    """A set of cards."""
    for card in each(cards):
        out[at + card] = 1.0
    return at + kinds


@rule
def put_cards(out: Shares, at: int, zone: Cells, viewer: int, copies: Sequence[int]) -> int:
    """Of each kind the share of its copies that lies in a zone and that a viewer knows (the seat's own view hides the
    rest; `PUBLIC` for what everybody knows)."""
    for i in range(zone.n):
        card = zone.cell[i] & 255
        if card < BACK and zone.cell[i] >> 8 + viewer & 1:
            out[at + card] += 1.0
    for card in range(len(copies)):  # divided once, so that single and double precision come to the same
        out[at + card] = out[at + card] / copies[card]
    return at + len(copies)


@rule
def put_depth(out: Shares, at: int, zone: Cells, kinds: int) -> int:
    """Of each kind seen in a pile how near to the top its topmost card lies: 1 on top, then 1/2, 1/3 ..."""
    for i in range(zone.n):
        card = zone.cell[i] & 255
        if card < BACK:
            out[at + card] = 1.0 / (zone.n - i)
    return at + kinds


@rule
def put_hidden(out: Shares, at: int, zone: Cells, backs: int, total: int) -> int:
    """Of each back how many cards of a zone the viewer does not see, as a share of all there are."""
    for i in range(zone.n):
        back = (zone.cell[i] & 255) - BACK
        if back >= 0:
            out[at + back] += 1.0
    for back in range(backs):
        out[at + back] = out[at + back] / total
    return at + backs


@rule
def put_top_back(out: Shares, at: int, zone: Cells, backs: Sequence[int], kinds: int) -> int:
    """The back of the card on top."""
    if zone.n > 0:
        card = zone.cell[zone.n - 1] & 255
        out[at + (card - BACK if card >= BACK else backs[card])] = 1.0
    return at + kinds
