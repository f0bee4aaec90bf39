"""Chances that random cards of given backs meet a cost: public arithmetic, for the table and for those who call bluffs."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from tuckbox.games.whipsaw.cards import BACK_OF, BLACK, GOLD, GREEN, RESOURCES, ROADS, Resource
from tuckbox.games.whipsaw.state import State
from tuckbox.kit import rule, table

MOST = 10
"""The most cards under a road whose odds a caller considers; more are taken to be enough."""

_SIDE = 5  # units from 0 to 4; no road asks for more of one kind
_Spread = tuple[float, ...]
_Units = tuple[int, ...]
_DECKS = tuple([row for row in RESOURCES if row.name[0] == back] for back in "kgo")


def _place(*units: int) -> int:
    """Index in a spread of a number of legislators, judges and bankers; of more than four only four count."""
    legislators, judges, bankers = (min(_SIDE - 1, count) for count in units)
    return (legislators * _SIDE + judges) * _SIDE + bankers


def _steps(deck: list[Resource]) -> list[tuple[float, list[int]]]:
    """For each kind of a back how often a random card is of it, and where each place of a spread goes with it."""
    total = sum(row.copies for row in deck)
    places = list(product(range(_SIDE), repeat=3))
    return [
        (copies / total, [_place(*(a + b for a, b in zip(have, units, strict=True))) for have in places])
        for _, copies, *units in deck
    ]


_STEPS = tuple(map(_steps, _DECKS))


@cache
def _spread(black: int, green: int, gold: int) -> _Spread:
    """The probabilities of exact numbers of units under a road, by its number of cards of each back."""
    counts = [black, green, gold]
    back = next((back for back in (BLACK, GREEN, GOLD) if counts[back]), None)
    after = [0.0] * _SIDE**3
    if back is None:
        return (1.0, *after[1:])
    counts[back] -= 1
    before = _spread(*counts)
    for share, to in _STEPS[back]:
        for place, weight in enumerate(before):
            after[to[place]] += weight * share
    return tuple(after)


def _at_least(spread: _Spread) -> _Spread:
    """Turn probabilities of exact numbers of units into those of at least as many."""
    sums = list(spread)
    for step in (25, 5, 1):
        for place in range(_SIDE**3 - 1, -1, -1):
            if place // step % _SIDE < _SIDE - 1:
                sums[place] += sums[place + step]
    return tuple(sums)


@cache
def _best(back: int, cards: int) -> frozenset[_Units]:
    """The most units that a number of cards of a back can bear together; none of these is more than another."""
    found: set[tuple[int, _Units]] = {(0, (0, 0, 0))}
    for _, copies, *units in _DECKS[back]:
        found = {
            (used + more, tuple(have + more * unit for have, unit in zip(bears, units, strict=True)))
            for used, bears in found
            for more in range(min(copies, cards - used) + 1)
        }
    whole = {bears for used, bears in found if used == cards}
    return frozenset(one for one in whole if not any(other != one and _covers(other, one) for other in whole))


def _covers(bears: Iterable[int], asked: Iterable[int]) -> bool:
    return all(have >= need for have, need in zip(bears, asked, strict=True))


def possible_with(road: int, backs: Sequence[int], paid: int) -> bool:
    """Whether any cards of these backs pay for a road of which some $ are paid.

    >>> from tuckbox.games.whipsaw.cards import IDS
    >>> [possible_with(IDS.index("JV6"), [1] * cards, 0) for cards in (4, 5)]
    [False, True]
    """
    *officials, dollars = ROADS[road].cost
    best = (_best(back, list(backs).count(back)) for back in (BLACK, GREEN, GOLD))
    return any(_covers(map(sum, zip(*together, strict=True)), (*officials, dollars - paid)) for together in product(*best))


def chance_of(road: int, backs: Sequence[int], paid: int) -> float:
    """The chance that random cards of these backs, however many, pay for a road of which some $ are paid.

    Each card counts as if it were the first of its back to be seen.

    >>> from tuckbox.games.whipsaw.cards import IDS
    >>> a01, op4 = IDS.index("A01"), IDS.index("OP4")
    >>> [round(chance_of(a01, backs, 0), 3) for backs in ([2], [2, 2], [0])]
    [0.278, 0.728, 0.0]
    >>> round(chance_of(op4, [0] * 7, 0), 3)
    0.03
    """
    spread = _spread(*(list(backs).count(back) for back in (BLACK, GREEN, GOLD)))
    *officials, dollars = ROADS[road].cost
    return _at_least(spread)[_place(*officials, dollars - paid)]


_COSTS = sorted({(road.legislators, road.judges, road.dollars - paid) for road in ROADS for paid in range(road.dollars + 1)})
_BASE = MOST + 1
_ROW = [0] * _BASE**3


def _chances() -> list[list[int]]:
    """In thousandths the chance of each cost, in a row for each number of black, green and gold cards; `_ROW` says in
    which."""
    rows: list[list[int]] = []
    for black in range(MOST + 1):
        for green in range(MOST + 1 - black):
            for gold in range(MOST + 1 - black - green):
                _ROW[(black * _BASE + green) * _BASE + gold] = len(rows)
                chances = _at_least(_spread(black, green, gold))
                rows.append([round(1000 * chances[_place(*cost)]) for cost in _COSTS])
    return rows


CHANCES = table(_chances())
ROW = table(_ROW)
PLACE = table([_BASE * _BASE, _BASE, 1])
COST = table([[_COSTS.index((*road.cost[:2], max(0, road.dollars - paid))) for paid in range(_SIDE)] for road in ROADS])


@rule
def chance(s: State, road: int) -> int:
    """The same in thousandths for what lies under a segment, by its backs alone."""
    stack, place = s.stack[road], 0
    if stack.n > MOST:
        return 1000
    for i in range(stack.n):
        place += PLACE[BACK_OF[stack.cell[i] & 255]]
    return CHANCES[ROW[place]][COST[road][s.paid[road]]]
