"""The mini game (WS-3.2): every line of play of three deals, counted and solved with all cards open."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Any

import pytest

from tests.games.whipsaw.positions import CARDS, GAME, KIT, PACK, PLAIN, RULES, Rest

DEALT, DECK = "oL kJ oLL oL", "kJ oJ kL gB"
ROADS = [CARDS.IDS.index(name) for name in CARDS.MINI_ROADS]


def dealt(row: str, roads: str) -> Any:
    """The mini game with these roads, and resource cards in a fixed order; piles from the top down."""
    s: Any = GAME.blank(2, {"mini": "true"})
    PLAIN.rules.renew(s)
    s.places, s.most, s.partner = 2, 3, -1
    rest = Rest(mini=True)
    for number, name in enumerate(DEALT.split()):
        rest.lay(s.hand[number % 2], name)
    rest.lay(s.row, row)
    rest.lay(s.tail, reversed(roads.split()))
    rest.lay(s.deck[0], reversed(DECK.split()))
    KIT.draw(s.deck[0], s.top)
    PLAIN.rules.count_pack(s)
    RULES.begin_turn(s)
    return s


class Shuffled(Exception):
    """The discards have to be shuffled in an order not yet chosen."""


class Order:
    """Chance by which a shuffle gives a chosen order: Fisher and Yates with the picks of one permutation."""

    scripted = loosens = False

    def __init__(self, picks: tuple[int, ...] | None) -> None:
        self.picks = None if picks is None else list(picks)

    def below(self, n: int) -> int:
        if self.picks is None:
            raise Shuffled
        return self.picks.pop(0) % n


def picks_of(size: int) -> list[tuple[int, ...]]:
    """For each order of so many cards the picks that lead to it."""
    rows: list[tuple[int, ...]] = [()]
    for n in range(size, 1, -1):
        rows = [(*row, pick) for row in rows for pick in range(n)]
    assert len(rows) == factorial(size) == len(list(permutations(range(size))))
    return rows


def after(s: Any, action: int) -> list[Any]:
    """All states an action may lead to: one, or one for each different order of the shuffled discards."""
    state = s.copy()
    try:
        RULES.apply(state, action, Order(None))
        return [state]
    except Shuffled:
        pass
    found: dict[Any, Any] = {}
    size = next(n for n in range(2, 9) if fits(s, action, n))
    for picks in picks_of(size):
        state = s.copy()
        RULES.apply(state, action, Order(picks))
        found[key(state)] = state
    return list(found.values())


def fits(s: Any, action: int, size: int) -> bool:
    """Whether the discards that are shuffled are so many."""
    order = Order((0,) * (size - 1))
    try:
        RULES.apply(s.copy(), action, order)
    except IndexError:
        return False
    return True


def cells(zone: Any) -> tuple[int, ...]:
    return tuple(cell & 255 for cell in zone.cell[: zone.n])


def key(s: Any) -> Any:
    """All that matters for what may still happen."""
    roads = tuple(
        (cells(s.stack[r]), s.owners[r], s.paid[r], s.proof[r], s.caller[r], s.waiter[r], s.pushed_at[r] == s.turns)
        for r in ROADS
    )
    order = tuple(sorted((r for r in ROADS if s.waiter[r]), key=lambda r: s.called_at[r]))
    piles = (cells(s.top), cells(s.deck[0]), tuple(sorted(cells(s.discards[0]))), cells(s.row), cells(s.tail))
    blocks = tuple((s.blocked[r], s.judge[r]) for r in ROADS)
    window = (s.window.depth, s.window.level[0].kind)
    turn = (s.active, s.turn, s.phase, s.road, s.laid, s.builder, s.taking)
    time = (s.draws, s.idle, s.moved, s.crash, s.left, s.last, s.over)
    hands = tuple(tuple(sorted(cells(s.hand[seat]))) for seat in range(2))
    return roads, order, piles, blocks, window, turn, time, hands, tuple(s.money), tuple(s.debts)


def solved(s: Any, known: dict[Any, tuple[int, float]]) -> tuple[int, float]:
    """How many lines of play there are from here, and P1's total less P2's when both see everything."""
    if s.over:
        return 1, s.total[0] - s.total[1]
    at = key(s)
    if at not in known:
        moves = PLAIN.moves()
        actions = moves.action[: PLAIN.playout.options(s, moves)]
        lines, values = 0, []
        for action in actions:
            ends = [solved(state, known) for state in after(s, action)]
            lines += sum(end[0] for end in ends)
            values.append(sum(end[1] for end in ends) / len(ends))
        known[at] = lines, max(values) if s.turn == 0 else min(values)
    return known[at]


@pytest.mark.parametrize(
    ("row", "roads", "lines", "value"),
    [
        ("OP1 A01", "CRASH OP2 BP1", 1_501, 3),
        ("OP2 BP1", "CRASH OP1 A01", 1_288, 1),
    ],
)
def test_mini_lines_and_open_values(row: str, roads: str, lines: int, value: float) -> None:
    assert solved(dealt(row, roads), {}) == (lines, value)


def test_mini_deals() -> None:
    """Four roads in a row of two, two others and the crash; eight cards, two pairs alike."""
    assert factorial(4) // 2 * factorial(3) == 72
    copies = list(CARDS.MINI_COPIES.values())
    assert sum(copies) == 8
    assert factorial(8) // (2 * 2) == 10_080 == factorial(8) // (factorial(copies[0]) * factorial(copies[3]))
    assert [PACK[CARDS.ROAD + road] for road in ROADS] == ["OP1", "OP2", "BP1", "A01"]
