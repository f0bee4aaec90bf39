"""Hiding cards and dealing them again: the verbs of the derived rules.

A blind record shows each hidden card as ``BACK + its back class``, and of the marks on cells those that are the viewer's
own or public: what others know is hidden too. A redeal deals the cards that nobody sees (the pack in
play less all visible cards), back class by back class, over those places: each world that agrees with the blind record is
equally likely. A pool is the scratch for it: ``left[card]`` copies unseen, and one shuffled row of cards for each back.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Numbers, Pool, Unseen
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.plain import below, check_kind, each, rule, settled, size
from tuckbox.kit.types import CardSet, Cells, KnownCells, Rng
from tuckbox.kit.zones import CELL


@rule
def count_set(zone: CardSet, pack: Numbers) -> None:
    """Count the cards of a zone into the pack."""
    for card in each(zone.cards):
        check_kind(pack, card)
        pack[card] += 1


@rule
def count_pile(zone: Cells, pack: Numbers) -> None:
    """Count the cards of a zone into the pack."""
    for i in range(zone.n):
        check_kind(pack, zone.cell[i] & 255)
        pack[zone.cell[i] & 255] += 1


@rule
def hide_set(zone: CardSet, viewer: int) -> None:
    """Take the cards out that the viewer does not see, and count them."""
    if not zone.seen >> viewer & 1:
        zone.hidden += size(zone.cards & ~zone.known)
        zone.cards &= zone.known


@rule
def hide_pile(zone: Cells, viewer: int, backs: Sequence[int] | None) -> None:
    """Turn the cards to their backs (None where there is one back) that the viewer does not see, and take off the marks of
    other seats (which of two cards alike bears a mark may tell what the other is)."""
    for i in range(zone.n):
        hide_cell(zone, i, viewer, backs)


@rule
def hide_cell(zone: Cells, place: int, viewer: int, backs: Sequence[int] | None) -> None:
    """Hide one card."""
    cell = zone.cell[place] + 0
    card = cell & 255
    marks = cell >> 8
    if not marks >> viewer & 1 and card < BACK:
        card = BACK if backs is None else BACK + backs[card]
    if not marks >> PUBLIC & 1:
        marks &= zone.seen | 1 << viewer
    zone.cell[place] = card | marks << 8


@rule
def hide_known(zone: KnownCells, viewer: int, backs: Sequence[int] | None) -> None:
    """The same for a zone `with_knowers`: those who see it keep the marks of the seats that they are aware of."""
    for i in range(zone.n):
        aware = zone.cell[i] >> 16 if zone.aware >> viewer & 1 else 0
        zone.cell[i] = zone.cell[i] & CELL
        hide_cell(zone, i, viewer, backs)
        zone.cell[i] = zone.cell[i] | aware << 8 | aware << 16


@rule
def sort_pile(zone: Cells, only_hidden: int) -> None:
    """Sort the cells: of a hand all, of a counted pile the hidden ones among their places (marks stay on the places)."""
    highest = 0  # of the cells so far: one that is no lower is in its place, as nearly all are
    for i in range(zone.n):
        cell = zone.cell[i] + 0
        if only_hidden and cell & 255 < BACK:
            continue
        at = cell & 255 if only_hidden else key(cell)
        if at >= highest:
            highest = at
        elif only_hidden:
            sink_hidden(zone, i)
        else:
            sink(zone, i)


@rule
def sink(zone: Cells, place: int) -> None:
    """Move a cell down to its place among those below, which are sorted."""
    cell = zone.cell[place] + 0
    while place and key(zone.cell[place - 1]) > key(cell):
        zone.cell[place] = zone.cell[place - 1]
        place -= 1
    zone.cell[place] = cell


@rule
def sink_hidden(zone: Cells, place: int) -> None:
    """Move a back down to its place among the hidden cells below, which are sorted; the visible ones are passed over."""
    back = zone.cell[place] & 255
    for k in range(place - 1, -1, -1):
        other = zone.cell[k] & 255
        if other >= BACK:
            if other <= back:
                break
            zone.cell[place] = zone.cell[place] & 65280 | other
            place = k
    zone.cell[place] = zone.cell[place] & 65280 | back


@rule
def key(cell: int) -> int:
    """Sorts cells by card, then by marks."""
    return (cell & 255) << 16 | cell >> 8


@rule
def start_claim(pool: Pool, pack: Numbers) -> None:
    """Begin with the whole pack unseen."""
    for card in range(len(pool.left)):
        pool.left[card] = pack[card]


@rule
def claim_set(zone: CardSet, pool: Pool) -> None:
    """Take the visible cards of a zone off what is unseen."""
    for card in each(zone.cards):
        pool.left[card] -= 1


@rule
def claim_pile(zone: Cells, pool: Pool) -> None:
    """Take the visible cards of a zone off what is unseen."""
    for i in range(zone.n):
        card = zone.cell[i] & 255
        if card < BACK:
            pool.left[card] -= 1


@rule
def gather(pool: Pool, backs: Sequence[int], rng: Rng) -> None:
    """Lay the unseen cards out in one row for each back, and shuffle each row."""
    lay_rows(pool, backs)
    for back in range(len(pool.row)):
        mix_row(pool.row[back], rng)


@rule
def lay_rows(pool: Pool, backs: Sequence[int]) -> None:
    """Lay the unseen cards out in one row for each back, in the order of their kinds."""
    for back in range(len(pool.row)):
        pool.row[back].n = 0
    for card in range(len(pool.left)):
        row = pool.row[backs[card]]
        for _ in range(pool.left[card]):
            row.card[row.n] = card
            row.n += 1


@rule
def mix_row(row: Unseen, rng: Rng) -> None:
    """Shuffle a row."""
    for i in range(row.n - 1, 0, -1):
        j = below(rng, i + 1)
        card = row.card[i] + 0
        row.card[i] = row.card[j]
        row.card[j] = card


@rule
def mix_pile(zone: Cells, rng: Rng) -> None:
    """Put the hidden backs of a counted pile in random order among their places."""
    for i in range(zone.n - 1, 0, -1):
        if zone.cell[i] & 255 < BACK:
            continue
        hidden = 0
        for k in range(i + 1):
            hidden += zone.cell[k] & 255 >= BACK
        pick = below(rng, hidden)
        for k in range(i + 1):
            if zone.cell[k] & 255 >= BACK:
                if pick == 0:
                    back = zone.cell[i] & 255
                    zone.cell[i] = zone.cell[i] & 65280 | zone.cell[k] & 255
                    zone.cell[k] = zone.cell[k] & 65280 | back
                    break
                pick -= 1


@rule
def deal_set(zone: CardSet, pool: Pool) -> None:
    """Deal as many unseen cards into a zone as are hidden there."""
    row = pool.row[0]
    for _ in range(zone.hidden):
        row.n -= 1
        zone.cards |= 1 << row.card[row.n]
    zone.hidden = 0


@rule
def deal_pile(zone: Cells, pool: Pool) -> None:
    """Deal an unseen card of its back onto each hidden place; the marks stay."""
    settled(zone)
    for i in range(zone.n):
        back = (zone.cell[i] & 255) - BACK
        if back >= 0:
            row = pool.row[back]
            row.n -= 1
            zone.cell[i] = zone.cell[i] & 65280 | row.card[row.n]
