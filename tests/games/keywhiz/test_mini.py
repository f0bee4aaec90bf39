"""Exact counts (KW-11.2): every course of actions of the mini game with a given deck, and openings of the board."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.games.keywhiz.positions import PLAIN, RULES, cards
from tuckbox.games.keywhiz import GAME
from tuckbox.kit.chance import Script

BY_RANK = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S"
BY_SUIT = "2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S"


def dealt(order: str, players: int, **options: Any) -> Any:
    """A game dealt from a deck in this order, seat 0 first."""
    s: Any = GAME.blank(players, {"dealer": players - 1, **options})
    ranks = cards(order)
    PLAIN.rules.begin(s, Script(ranks))
    del s.deck.cell[:]
    s.deck.cell += [*reversed(ranks[sum(zone.n for zone in s.hand) :]), *[0] * 52][:52]
    s.deck.loose = None
    return s


def actions(s: Any) -> list[int]:
    moves = PLAIN.moves()
    return list(moves.action[: PLAIN.playout.options(s, moves)])


def after(s: Any, action: int) -> Any:
    s = s.copy()
    RULES.apply(s, action, None)
    return s


def key(s: Any) -> tuple[Any, ...]:
    """Return all that matters of a state, hands in any order."""
    hands = tuple(tuple(sorted(zone.cell[: zone.n])) for zone in (*s.hand[: s.players], *s.whiz[: s.players]))
    table = tuple(zone.n for zone in s.table)
    places = (*s.on, *s.start, *s.home)
    numbers = (s.deck.n, s.phase, s.piece, s.door, s.given, s.misses, s.dry, s.turn, s.over, s.winner)
    return hands, table, places, numbers


def sequences(s: Any, lengths: int) -> list[int]:
    """Count the courses of 1, 2, ... actions; a finished game counts as one."""
    level: dict[Any, tuple[Any, int]] = {key(s): (s, 1)}
    counts = []
    for _ in range(lengths):
        found: dict[Any, tuple[Any, int]] = {}
        for state, ways in level.values():
            for end in [state] if state.over else [after(state, action) for action in actions(state)]:
                name = key(end)
                found[name] = (end, found[name][1] + ways if name in found else ways)
        level = found
        counts.append(sum(ways for _, ways in level.values()))
    return counts


class Outcome(NamedTuple):
    """How many complete games end in a win of seat 0, of seat 1, in a draw; and who wins with open cards (-1 nobody)."""

    games: Counter[int]
    best: int


def solve(s: Any, solved: dict[Any, Outcome]) -> Outcome:
    """Count and solve all that can follow."""
    name = key(s)
    if name in solved:
        return solved[name]
    if s.over:
        return Outcome(Counter([s.winner]), s.winner)
    ends = [solve(after(s, action), solved) for action in actions(s)]
    best = max((end.best for end in ends), key=lambda winner: (winner == s.turn) - (winner == 1 - s.turn))
    solved[name] = Outcome(sum((end.games for end in ends), Counter()), best)
    return solved[name]


@pytest.mark.parametrize(
    ("order", "counts"),
    [
        (BY_RANK, [2, 2, 4, 6, 6, 6, 6, 7, 8, 8, 8, 8]),
        (BY_SUIT, [1, 2, 3, 5, 5, 10, 12, 16, 24, 26, 26, 26]),
    ],
)
def test_kw_11_2_mini_sequences_of_actions(order: str, counts: list[int]) -> None:
    assert sequences(dealt(order, 2, board="mini", standoff=6), len(counts)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "wins", "losses", "draws"), [(BY_RANK, 8_122, 7_810, 50_828), (BY_SUIT, 353_613, 331_002, 2_638_724)]
)
def test_kw_11_2_mini_all_complete_games(order: str, wins: int, losses: int, draws: int) -> None:
    found = solve(dealt(order, 2, board="mini", standoff=6), {})
    assert found.games == {0: wins, 1: losses, -1: draws}
    assert found.best == 0


@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, [2, 6, 12, 42, 84, 234, 447]), (3, [2, 5, 10, 30, 60, 199, 398]), (4, [1, 4, 8, 20, 40, 112, 224])],
)
def test_standard_board_sequences_of_actions(players: int, counts: list[int]) -> None:
    deck = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")
    assert sequences(dealt(deck, players), len(counts)) == counts
