"""Loose checks of the balance: whole hands in compiled code, the same on every machine.

The bounds were found with a greedy player a little simpler than ours, which keeps what may become a set, so they are wide:
they are there to catch a rule gone wrong, not to measure.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.games.whiplash.counting import COMPILED, NATIVE
from tuckbox.games.whiplash import GAME
from tuckbox.run.workspace import consecutive

RANDOM, GREEDY = 0, 1
HANDS = 4_000


class Hand(NamedTuple):
    """How a hand ended; seats count from the left of the dealer."""

    turns: int
    caller: int
    winner: int
    recycled: int
    kept: int
    """The cards the caller showed."""


@cache
def played(players: int, policies: tuple[int, ...], edition: str = "2023", hands: int = HANDS) -> list[Hand]:
    """Hands by compiled players, dealt by the last seat."""
    work = NATIVE.workspace(GAME.blank(players, {"edition": edition, "dealer": players - 1}))
    lineup, results = NATIVE.lineup(policies, [0] * players), NATIVE.results(1)
    found = []
    for number in range(hands):
        NATIVE.call(NATIVE.games.play_games, work, lineup, consecutive(13, number, 1), 1_000, False, results, None)
        s: Any = work.states[NATIVE.playout.TABLE]
        lengths, payoffs = results.lengths, results.payoffs
        caller, winner = int(s["caller"]), int(s["winner"])
        assert lengths[0] > 0
        assert payoffs[0].sum() == (winner >= 0)
        kept = int(s["hand"][caller]["cards"]) if caller >= 0 else 0
        found.append(Hand(int(lengths[0] + 1) // 2, caller, winner, int(s["recycled"]), kept))
    return found


def share(found: list[bool]) -> float:
    return sum(found) / len(found)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_balance_random_players_leave_half_of_their_hands_void(players: int) -> None:
    hands = played(players, (RANDOM,) * players)
    assert 0.50 < share([hand.winner < 0 for hand in hands]) < 0.58
    decided = [hand for hand in hands if hand.winner >= 0]
    assert 0.93 < share([hand.winner == hand.caller for hand in decided]) < 0.995
    assert all(hand.turns <= 120 for hand in hands)
    assert all(hand.turns == 120 for hand in hands if hand.winner < 0)


@pytest.mark.parametrize(
    ("players", "turns", "void", "whiplash", "first"),
    [
        (2, (10.5, 13.5), 0.01, (0.07, 0.16), (0.50, 0.565)),
        (3, (12.0, 15.5), 0.01, (0.14, 0.24), (0.335, 0.405)),
        (4, (13.5, 17.5), 0.01, (0.18, 0.30), (0.26, 0.33)),
    ],
)
def test_balance_greedy_players(
    players: int, turns: tuple[float, float], void: float, whiplash: tuple[float, float], first: tuple[float, float]
) -> None:
    hands = played(players, (GREEDY,) * players)
    decided = [hand for hand in hands if hand.winner >= 0]
    assert 1 - len(decided) / len(hands) < void
    assert turns[0] < float(np.mean([hand.turns for hand in hands])) < turns[1]
    assert whiplash[0] < share([hand.winner != hand.caller for hand in decided]) < whiplash[1]
    assert first[0] < share([hand.winner == 0 for hand in decided]) < first[1]
    assert share([hand.winner == players - 1 for hand in decided]) < 1 / players  # the last seat has the least of it
    assert min(hand.turns for hand in decided) == players + 1  # nobody calls in the first round
    assert share([hand.recycled > 0 for hand in hands]) < 0.05


def test_balance_the_greedy_beat_the_random() -> None:
    for policies, seat in (((GREEDY, RANDOM), 0), ((RANDOM, GREEDY), 1)):
        assert share([hand.winner == seat for hand in played(2, policies, hands=1_000)]) > 0.9


def three_alike(hand: Hand) -> bool:
    return bool(COMPILED.three_alike(hand.kept))


@pytest.mark.parametrize(("edition", "most"), [("classic", 0.01), ("2023", 0.025), ("royal", 0.025)])
def test_balance_stalemate_calls_are_rare(edition: str, most: float) -> None:
    called = [hand for hand in played(2, (GREEDY, GREEDY), edition) if hand.caller >= 0]
    assert share([not three_alike(hand) for hand in called]) < most
    assert all(hand.recycled for hand in called if not three_alike(hand)) or edition != "classic"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_balance_royal_calls(players: int) -> None:
    called = [hand for hand in played(players, (GREEDY,) * players, "royal") if hand.caller >= 0]
    five = [hand for hand in called if hand.kept.bit_count() == 5]
    assert all(hand.winner == hand.caller for hand in five)
    assert len(five) / len(called) < 0.08


@pytest.mark.parametrize(
    "options",
    [{"match": "single", "void_limit": 20}, {"target": 3}, {"target": 3, "void_limit": 1}, {"match": "hands", "hands": 4}],
    ids=str,
)
def test_wl_8_9_every_match_ends_and_somebody_comes_first(options: dict[str, Any]) -> None:
    work, results = NATIVE.workspace(GAME.blank(3, {"turn_cap": 40, **options})), NATIVE.results(100)
    lineup = NATIVE.lineup([RANDOM, GREEDY, RANDOM], [0] * 3)
    NATIVE.call(NATIVE.games.play_games, work, lineup, consecutive(7, 0, 100), 1_000_000, True, results, None)
    assert (results.lengths > 0).all()
    assert np.allclose(results.payoffs.sum(axis=1), 1.0)
