"""The verbs for cards: sets (`Cards`) and rows of cells (`Pile`, `Hand`), in the vocabulary both modes share.

A cell is ``card | marks << 8``; bit i of the marks says that seat i knows the card, bit 7 that everybody does. Cards that
travel by `draw`, `give` and `turn_over` keep their marks; `shuffle` clears them.
"""

from collections.abc import Callable, Sequence

from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.plain import (
    below,
    check_fits_set,
    check_held,
    check_place,
    check_room,
    check_shown,
    check_taken,
    close_gap,
    either,
    expose,
    index,
    loosen,
    rule,
    settled,
    size,
)
from tuckbox.kit.types import CardSet, Cells, Moves, Rng

Zone = CardSet | Cells

ALL_MARKS = 255
CELL = 65535
"""A card with its marks. In a zone `with_knowers` a second byte of marks lies behind: the seats of which those who see the
zone are aware, for they have been shown the card where it lies."""


@rule
def add(moves: Moves, action: int) -> None:
    """Put an action on the list of legal actions."""
    moves.action[index(moves.n)] = action
    moves.n += 1


@rule
def one(card: int) -> int:
    """Return the set of one card."""
    return 1 << card


@rule
def has(cards: int, card: int) -> bool:
    """Return whether a set holds a card."""
    return cards >> card & 1 != 0


@rule
def card_of(cell: int) -> int:
    """Return the card of a cell."""
    return cell & 255


@rule
def knows(cell: int, seat: int) -> bool:
    """Return whether a seat knows the card of a cell."""
    return cell >> 8 + seat & 1 != 0


@rule
def peek(pile: Cells, place: int) -> int:
    """The card at a place of a pile or hand, 0 the bottom. Rules must not look into a pile that is face down."""
    check_place(pile, place)
    return pile.cell[place] & 255


@rule
def top(pile: Cells) -> int:
    """Return the card on top of a pile."""
    expose(pile)
    return pile.cell[pile.n - 1] & 255


@rule
def lift(pile: Cells) -> int:
    """Take the top cell off a pile, with its marks."""
    expose(pile)
    pile.n -= 1
    cell = pile.cell[index(pile.n)] + 0
    pile.cell[index(pile.n)] = 0
    return cell


@rule
def pop(pile: Cells) -> int:
    """Take the top card off a pile, forgetting who knew it."""
    return lift(pile) & 255


@rule
def _put_pile(zone: Cells, cell: int) -> int:
    """Lay a cell down in a zone, which adds its own marks; returns the cell as it lies there."""
    check_room(zone, zone.n)
    cell = cell & CELL | zone.seen << 8
    zone.cell[index(zone.n)] = cell
    zone.n += 1
    return cell


@rule
def _put_set(zone: CardSet, cell: int) -> int:
    """Lay a cell down in a zone, which adds its own marks; returns the cell as it lies there."""
    check_fits_set(zone, cell)
    cell = cell | zone.seen << 8
    zone.cards |= 1 << (cell & 255)
    zone.known |= (cell >> 8 == ALL_MARKS) << (cell & 255)
    return cell


put: Callable[[Zone, int], int] = either(_put_set, _put_pile)


@rule
def push(zone: Zone, card: int) -> int:
    """Lay down a card that nobody knew before; the zone says who sees it now. Returns the cell."""
    return put(zone, card)


@rule
def draw(pile: Cells, zone: Zone) -> int:
    """Move the top card of a pile to a zone, with all that is known of it. Returns the cell as it lies there."""
    return put(zone, lift(pile))


@rule
def _remove_set(zone: CardSet, card: int) -> int:
    """Take a card out of a zone; returns the cell."""
    check_held(zone, card)
    marks = zone.seen | ALL_MARKS * (zone.known >> card & 1)
    zone.cards &= ~(1 << card)
    zone.known &= ~(1 << card)
    return card | marks << 8


@rule
def best_known(zone: Cells, card: int) -> int:
    """Return the place of a card of a kind, of several the one most seats know, then the oldest; -1 where there is none."""
    best = -1
    for i in range(zone.n):
        if zone.cell[i] & 255 == card and (best < 0 or fame(zone.cell[i]) > fame(zone.cell[best])):
            best = i
    return best


@rule
def fame(cell: int) -> int:
    """Return by what one of cards alike is chosen: what everybody knows, then what most are seen to know, then know."""
    return 256 * (cell >> 8 + PUBLIC & 1) + 16 * size(cell >> 16) + size(cell >> 8 & ALL_MARKS)


@rule
def _remove_pile(zone: Cells, card: int) -> int:
    """Take a card of a kind out of a zone, one that others know first, then the oldest; returns the cell."""
    place, alike = -1, 0
    for i in range(zone.n):
        if zone.cell[i] & 255 == card:
            place, alike = i, alike + 1
    if alike > 1:
        return _remove_alike(zone, card)
    check_taken(zone, card, place)
    return close_gap(zone, place)


@rule
def _remove_alike(zone: Cells, card: int) -> int:
    """Take one of several cards alike out of a zone; returns the cell.

    Every seat that knew one takes it for the one that went and so knows one less: what it still knows must not tell that
    there are more.
    """
    best = best_known(zone, card)
    check_taken(zone, card, best)
    cell = close_gap(zone, best)
    for i in range(zone.n):
        if zone.cell[i] & 255 == card:
            marks = zone.cell[i] & ~cell
            zone.cell[i] -= marks
            cell |= marks
    return cell


@rule
def take_at(pile: Cells, place: int) -> int:
    """Take the cell at a place of a pile or hand; the cells above close the gap. Returns the cell."""
    check_place(pile, place)
    return close_gap(pile, place)


remove: Callable[[Zone, int], int] = either(_remove_set, _remove_pile)


@rule
def give(zone: Zone, card: int, to: Zone) -> int:
    """Move a card of a zone to another, with all that is known of it. Returns the cell as it lies there.

    Of cards alike, the one most seats know goes, then the oldest. If its marks are fewer where it lies now than in the
    zone it left (it went face down), use `slip`, which makes the rest of the hand forgotten too.
    """
    return put(to, remove(zone, card))


@rule
def slip(hand: Cells, card: int, to: Zone, backs: Sequence[int]) -> int:
    """Move a card of a hand face down: nobody but those who see both places can tell which card of that back went,
    so marks of others on all cards of the back in the hand are cleared. Returns the cell as it lies now."""
    cell = remove(hand, card)
    for i in range(hand.n):
        if backs[hand.cell[i] & 255] == backs[card]:
            hand.cell[i] = hand.cell[i] & 255 | (hand.cell[i] >> 8 & hand.seen) << 8
    return put(to, card | (cell >> 8 & hand.seen) << 8)


@rule
def count(hand: Cells, card: int) -> int:
    """Return the number of cards of a kind in a hand or pile."""
    number = 0
    for i in range(hand.n):
        if hand.cell[i] & 255 == card:
            number += 1
    return number


@rule
def fill(pile: Cells, first: int, last: int) -> None:
    """Put one card of each kind from `first` to `last` (included) on a pile, in order."""
    n, marks = pile.n + 0, pile.seen << 8
    for card in range(first, last + 1):
        check_room(pile, n)
        pile.cell[index(n)] = card | marks
        n += 1
    pile.n = n


@rule
def shuffle(pile: Cells, rng: Rng) -> None:
    """Put the cells of a pile in random order; nobody knows any of them afterwards (but whoever sees the pile)."""
    marks = pile.seen << 8
    for i in range(pile.n):
        pile.cell[i] = pile.cell[i] & 255 | marks
    if loosen(pile, rng):
        return
    for i in range(pile.n - 1, 0, -1):
        j = below(rng, i + 1)
        cell = pile.cell[i] + 0
        pile.cell[i] = pile.cell[index(j)]
        pile.cell[index(j)] = cell


@rule
def turn_over(pile: Cells, to: Zone) -> None:
    """Turn a pile over onto another: its top card comes to lie lowest; what was known stays known."""
    while pile.n > 0:
        put(to, lift(pile))


@rule
def _show_set(zone: CardSet) -> None:
    """Show all cards of a zone to everybody."""
    zone.known = zone.cards


@rule
def _show_pile(zone: Cells) -> None:
    """Show all cards of a zone to everybody."""
    for i in range(zone.n):
        zone.cell[i] = zone.cell[i] & CELL | ALL_MARKS << 8


show: Callable[[Zone], None] = either(_show_set, _show_pile)


@rule
def _reveal_set(zone: CardSet, card: int) -> int:
    """Show everybody a card where it lies, of cards alike the one most seats know. Returns its cell."""
    check_held(zone, card)
    zone.known |= 1 << card
    return card | ALL_MARKS << 8


@rule
def _reveal_pile(zone: Cells, card: int) -> int:
    """Show everybody a card where it lies, of cards alike the one most seats know. Returns its cell.

    Every seat that knew another one alike takes that for the one shown: it must not learn that there are two.
    """
    best = best_known(zone, card)
    check_shown(zone, card, best)
    new = ~zone.cell[best] >> 8 & ALL_MARKS
    zone.cell[best] = card | ALL_MARKS << 8
    for i in range(zone.n):
        if i != best and zone.cell[i] & 255 == card:
            marks = zone.cell[i] >> 8 & new
            zone.cell[i] = zone.cell[i] & ~(marks << 8 | marks << 16)
            new -= marks
    return card | ALL_MARKS << 8


reveal: Callable[[Zone, int], int] = either(_reveal_set, _reveal_pile)


@rule
def _glimpse_set(zone: CardSet, card: int, seat: int) -> int:
    """Refused: a set does not remember what only some seats know."""
    check_fits_set(zone, card | 1 << 8 + seat)
    return card


@rule
def _glimpse_pile(zone: Cells, card: int, seat: int) -> int:
    """Show a seat a card where it lies, of cards alike one that it knows, else the one most seats know. Returns its cell."""
    place = best_known(zone, card)
    for i in range(zone.n):
        if zone.cell[i] & 255 == card and knows(zone.cell[i], seat):
            place = i
    check_shown(zone, card, place)
    zone.cell[place] = zone.cell[place] | 1 << 8 + seat
    return zone.cell[place] & CELL


@rule
def _glimpse_aware(zone: Cells, card: int, seat: int) -> int:
    """Show a seat a card where it lies; those who see the zone are aware of it. Returns its cell.

    Which of cards alike it is must not hang on marks that they are not aware of: such a mark of the seat goes over to it.
    """
    place = -1
    for i in range(zone.n):
        if zone.cell[i] & 255 == card and (place < 0 or notice(zone.cell[i], seat) > notice(zone.cell[place], seat)):
            place = i
    check_shown(zone, card, place)
    if not knows(zone.cell[place], seat):
        for i in range(zone.n):
            if zone.cell[i] & 255 == card and knows(zone.cell[i], seat):
                zone.cell[i] = zone.cell[i] & ~(1 << 8 + seat)
                break
    zone.cell[place] = zone.cell[place] | 1 << 8 + seat | 1 << 16 + seat
    return zone.cell[place] & CELL


@rule
def notice(cell: int, seat: int) -> int:
    """Return by what the first of cards alike is chosen to be shown to a seat: those that it is seen to know come first."""
    return size(cell >> 16) + 16 * (cell >> 16 + seat & 1) + 32 * (cell >> 8 + PUBLIC & 1)


glimpse: Callable[[Zone, int, int], int] = either(_glimpse_set, _glimpse_pile, _glimpse_aware)


@rule
def show_to(pile: Cells, seat: int) -> None:
    """Let a seat see a pile `CHOSEN` by the rules: what lies there and what arrives."""
    pile.seen |= 1 << seat
    for i in range(pile.n):
        pile.cell[i] = pile.cell[i] | 1 << 8 + seat


@rule
def clear_set(zone: CardSet, marks: int) -> None:
    """Reset a set to empty; cards arriving there get these marks."""
    zone.cards = 0
    zone.known = 0
    zone.hidden = 0
    zone.seen = marks


@rule
def clear_pile(zone: Cells, marks: int) -> None:
    """Reset a pile to empty; cards arriving there get these marks."""
    settled(zone)
    for i in range(zone.n):
        zone.cell[i] = 0
    zone.n = 0
    zone.seen = marks
