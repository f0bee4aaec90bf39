"""How likely random cards of certain backs meet a cost: public arithmetic, for the table and for those who call bluffs."""

from collections.abc import Sequence

from tuckbox.games.whipsaw.cards import BACK_OF, COST_D, COST_J, COST_L, RESOURCES
from tuckbox.kit import rule, table

MOST = 6
"""Of more cards than these nobody doubts that they are enough."""

_SIDE = 5  # units from 0 to 4; no road asks for more of one kind
_Spread = list[float]


def _drawn(spread: _Spread, back: str) -> _Spread:
    """The chances of units under a road, with one more random card of a back."""
    deck = [row for row in RESOURCES if row[0][0] == back]
    total = sum(row[1] for row in deck)
    after = [0.0] * _SIDE**3
    for place, weight in enumerate(spread):
        if weight:
            have = (place // 25, place // 5 % 5, place % 5)
            for _, copies, *more in deck:
                units = [min(_SIDE - 1, a + b) for a, b in zip(have, more, strict=True)]
                after[units[0] * 25 + units[1] * 5 + units[2]] += weight * copies / total
    return after


def _at_least(spread: _Spread) -> list[int]:
    """From the chances of exactly so many units those of at least so many, in thousandths."""
    sums = list(spread)
    for step in (25, 5, 1):
        for place in range(_SIDE**3 - 1, -1, -1):
            if place // step % _SIDE < _SIDE - 1:
                sums[place] += sums[place + step]
    return [round(1000 * chance) for chance in sums]


_BASE = MOST + 1
_ROW = [0] * _BASE**3


def _chances() -> list[list[int]]:
    """The chance of every cost, row after row for so many black, green and gold cards; `_ROW` says which row is whose."""
    spreads: dict[tuple[int, int, int], _Spread] = {(0, 0, 0): [1.0] + [0.0] * (_SIDE**3 - 1)}
    rows = [[1000] * _SIDE**3]
    for black in range(MOST + 1):
        for green in range(MOST + 1 - black):
            for gold in range(MOST + 1 - black - green):
                key = (black, green, gold)
                if key not in spreads:
                    fewer, back = next(
                        ((*key[:i], key[i] - 1, *key[i + 1 :]), back) for i, back in enumerate("kgo") if key[i]
                    )
                    spreads[key] = _drawn(spreads[fewer], back)  # type: ignore[index]
                _ROW[(black * _BASE + green) * _BASE + gold] = len(rows)
                rows.append(_at_least(spreads[key]))
    return rows


CHANCES = table(_chances())
ROW = table(_ROW)
PLACE = table([_BASE * _BASE, _BASE, 1])


def chance_of(road: int, backs: Sequence[int], paid: int) -> int:
    """The chance, in thousandths, that random cards of these backs pay for a road of which so many $ are paid.

    >>> from tuckbox.games.whipsaw.cards import IDS
    >>> chance_of(IDS.index("A01"), [2], 0), chance_of(IDS.index("A01"), [2, 2], 0), chance_of(IDS.index("A01"), [0], 0)
    (278, 728, 0)
    >>> chance_of(IDS.index("JV6"), [0, 2, 2, 2, 2], 0) < 400
    True
    """
    if len(backs) > MOST:
        return 1000
    cost = COST_L[road] * 25 + COST_J[road] * 5 + max(0, COST_D[road] - paid)
    return int(CHANCES[ROW[sum(PLACE[back] for back in backs)]][cost])


@rule
def chance(s, road):
    """The same for what lies under a segment, by its backs alone."""
    stack, place = s.stack[road], 0
    if stack.n > MOST:
        return 1000
    for i in range(stack.n):
        place += PLACE[BACK_OF[stack.cell[i] & 255]]
    return CHANCES[ROW[place]][COST_L[road] * 25 + COST_J[road] * 5 + max(0, COST_D[road] - s.paid[road])]
