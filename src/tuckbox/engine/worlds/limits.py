"""Dealing again where rules say what hidden cards may be: each world that fits is as likely as any other.

The places of a limited zone are a *sort*, of a pile each place is one; sort 0 are all other places. A rule bars kinds of
cards from sorts. Of each back the places of a sort that bars something are a *box*, and so are all places together that bar
nothing; unseen cards that are barred alike are a *group*. Few boxes are dealt exactly, by counting; else cards wander.

A pool has more scratch here: ``barred[card]``, the sorts a card may not lie in, and ``limits`` for each back. There cards
lie as ``card[i]``, group after group, those barred from nowhere last; places are numbered box after box, and ``laid`` has
the card of each.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import LimitedPool, Limits, Unseen
from tuckbox.engine.worlds.counting import choose_boxes, count_ways, countable, remembered
from tuckbox.engine.worlds.redeal import lay_rows, mix_row
from tuckbox.engine.worlds.wandering import match_cards, wander
from tuckbox.kit.deck import BACK
from tuckbox.kit.plain import below, rule, settled
from tuckbox.kit.types import CardSet, Cells, Rng


@rule
def open_sorts(pool: LimitedPool) -> None:
    """Begin with no place limited."""
    for card in range(len(pool.barred)):
        pool.barred[card] = 0
    for back in range(len(pool.limits)):
        limits = pool.limits[back]
        limits.strict = 0
        for sort in range(len(limits.room)):
            limits.room[sort] = 0


@rule
def room_set(zone: CardSet, pool: LimitedPool, sort: int) -> bool:
    """Count the hidden cards of a set as places of a sort; whether there are any."""
    pool.limits[0].room[sort] = zone.hidden
    return zone.hidden > 0


@rule
def room_hand(zone: Cells, pool: LimitedPool, sort: int) -> bool:
    """Count the hidden cards of a hand as places of a sort; whether there are any."""
    found = False
    for place in range(zone.n):
        found |= room_place(zone, place, pool, sort)
    return found


@rule
def room_place(zone: Cells, place: int, pool: LimitedPool, sort: int) -> bool:
    """Count a place as one of a sort if its card is hidden; whether it is."""
    back = (zone.cell[place] & 255) - BACK
    if back < 0:
        return False
    pool.limits[back].room[sort] += 1
    return True


@rule
def asks(pool: LimitedPool, sort: int, back: int, card: int) -> bool:
    """Whether it matters if a card may lie in places of a sort: it is unseen, and some with its back are hidden there."""
    return pool.left[card] > 0 and pool.limits[back].room[sort] > 0


@rule
def bar(pool: LimitedPool, sort: int, back: int, card: int) -> None:
    """A card may not lie in places of a sort."""
    pool.barred[card] |= 1 << sort
    pool.limits[back].strict |= 1 << sort


@rule
def arrange(pool: LimitedPool, backs: Sequence[int], rng: Rng) -> bool:
    """Lay the unseen cards out for the hidden places, back by back; false where there is no way."""
    lay_rows(pool, backs)
    for back in range(len(pool.row)):
        if pool.limits[back].strict == 0:
            mix_row(pool.row[back], rng)
        elif not fit(pool.limits[back], pool.row[back], pool.barred, rng):
            return False
    return True


@rule
def fit(limits: Limits, row: Unseen, barred: Sequence[int], rng: Rng) -> bool:
    """Lay a row of cards out in its boxes; those for places that bar nothing are the row again."""
    open_boxes(limits, row.n)
    group_cards(limits, row, barred)
    if countable(limits):
        if not remembered(limits):
            count_ways(limits)
        if not choose_boxes(limits, rng):
            return False
        lay_rest(limits, rng)
    elif match_cards(limits):
        wander(limits, rng)
    else:
        return False
    row.n = 0
    for box in range(limits.boxes):
        limits.at[limits.sort[box]] = limits.start[box]
        if limits.sort[box] == 0:
            for i in range(limits.size[box]):
                row.card[i] = limits.laid[limits.start[box] + i]
            row.n = limits.size[box]
    return True


@rule
def open_boxes(limits: Limits, cards: int) -> None:
    """Boxes for a number of cards, the largest first, and their places."""
    limits.boxes = 1
    limits.n = cards
    free, most = cards + 0, 0
    for sort in range(1, len(limits.room)):
        if limits.strict >> sort & 1:
            limits.sort[limits.boxes] = sort
            limits.size[limits.boxes] = limits.room[sort]
            free -= limits.room[sort]
            limits.boxes += 1
    limits.sort[0] = 0
    limits.size[0] = free
    for box in range(limits.boxes):
        if limits.size[box] > limits.size[most]:
            most = box
    limits.sort[0], limits.sort[most] = limits.sort[most] + 0, limits.sort[0] + 0
    limits.size[0], limits.size[most] = limits.size[most] + 0, limits.size[0] + 0
    place = 0
    for box in range(limits.boxes):
        limits.start[box] = place
        place += limits.size[box]


@rule
def group_cards(limits: Limits, row: Unseen, barred: Sequence[int]) -> None:
    """Sort the cards of a row by the sorts they are barred from, those barred from none last."""
    limits.groups = 0
    limits.tight = 0
    group = 0
    for i in range(row.n):
        sorts = barred[row.card[i]] + 0
        if sorts != 0:
            if group >= limits.groups or limits.barred[group] != sorts:
                group = group_of(limits, sorts)
            limits.many[group] += 1
            limits.tight += 1
        limits.group[i] = group
    place = 0
    for group in range(limits.groups):
        limits.next[group] = place
        place += limits.many[group]
    for i in range(row.n):
        sorts = barred[row.card[i]] + 0
        if sorts != 0:
            at = limits.next[limits.group[i]] + 0
            limits.next[limits.group[i]] += 1
        else:
            at = place + 0
            place += 1
        limits.card[at] = row.card[i]
        limits.shut[at] = sorts


@rule
def group_of(limits: Limits, sorts: int) -> int:
    """The group of the cards barred from these sorts; a new one if it is the first of them."""
    group = 0
    while group < limits.groups and limits.barred[group] != sorts:
        group += 1
    if group == limits.groups:
        limits.barred[group] = sorts
        limits.many[group] = 0
        limits.groups += 1
    return group


@rule
def lay_rest(limits: Limits, rng: Rng) -> None:
    """Shuffle the cards that are barred from nowhere over the places left."""
    for i in range(limits.n - 1, limits.tight, -1):
        j = limits.tight + below(rng, i + 1 - limits.tight)
        card = limits.card[i] + 0
        limits.card[i] = limits.card[j]
        limits.card[j] = card
    i = limits.tight + 0
    for box in range(limits.boxes):
        for k in range(limits.left[box]):
            limits.laid[limits.spot[limits.start[box] + k]] = limits.card[i]
            i += 1


@rule
def next_card(pool: LimitedPool, back: int, sort: int) -> int:
    """The next card laid out for places of a sort."""
    limits, row = pool.limits[back], pool.row[back]
    if limits.strict >> sort & 1:
        limits.at[sort] += 1
        return limits.laid[limits.at[sort] - 1] + 0
    row.n -= 1
    return row.card[row.n] + 0


@rule
def deal_set_of(zone: CardSet, pool: LimitedPool, sort: int) -> None:
    """Deal cards of its sort into a set, as many as are hidden there."""
    for _ in range(zone.hidden):
        zone.cards |= 1 << next_card(pool, 0, sort)
    zone.hidden = 0


@rule
def deal_hand_of(zone: Cells, pool: LimitedPool, sort: int) -> None:
    """Deal a card of its sort and back onto each hidden place; the marks stay."""
    for place in range(zone.n):
        deal_place_of(zone, place, pool, sort)


@rule
def deal_place_of(zone: Cells, place: int, pool: LimitedPool, sort: int) -> None:
    """Deal a card of its sort and back onto a place, if it is hidden; the marks stay."""
    settled(zone)
    back = (zone.cell[place] & 255) - BACK
    if back >= 0:
        zone.cell[place] = zone.cell[place] & 65280 | next_card(pool, back, sort)
