"""What holds in every state that play can reach (WL-5.1 to WL-5.15)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.whiplash.positions import EDITIONS, PLAIN, RULES, legal
from tuckbox.games.whiplash import GAME
from tuckbox.kit.chance import Fast
from tuckbox.view.invariants import check_state


def check_take(s: Any, may: set[str]) -> None:
    assert [zone.cards.bit_count() for zone in s.hand[: s.players]] == [4] * s.players
    assert s.stock.n > 0  # WL-5.14
    assert s.discards.n > 0
    assert may == {"draw stock", "take discard"}


def check_drop(s: Any, may: set[str]) -> None:
    sizes = [zone.cards.bit_count() for zone in s.hand[: s.players]]
    assert sizes == [5 if seat == s.turn else 4 for seat in range(s.players)]
    assert sum(text.startswith("discard") for text in may) == 5
    calling = {text for text in may if text.startswith("call")}
    assert len(may) <= 11
    assert not calling or s.turns >= s.players  # WL-5.6
    assert "call royal" not in may or s.edition == RULES.Edition.ROYAL
    if "call royal" in may:
        assert RULES.score(s.hand[s.turn].cards) >= 5 * 16


def check_end(s: Any) -> None:
    """Somebody has won, or the hand is void."""
    assert (s.winner < 0) == (s.turns == s.turn_cap) == (s.caller < 0)
    assert sum(s.payoff) == (s.winner >= 0)
    if s.winner >= 0:
        scores = [RULES.score(zone.cards) for zone in s.hand[: s.players]]
        assert scores[s.winner] == max(scores) >= 3 * 16
        assert s.caller == s.turn


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "ranks"), [(2, 13), (3, 13), (4, 13), (2, 3), (3, 4), (4, 5)])
def test_every_hand_keeps_the_order_of_play_and_ends(players: int, ranks: int, edition: str) -> None:
    chance, rng = random.Random(players * 100 + ranks), Fast(ranks)
    for _ in range(4):
        s: Any = GAME.blank(players, {"edition": edition, "ranks": ranks, "turn_cap": 60})
        PLAIN.rules.begin(s, rng)
        patience = chance.random()
        while not s.over:
            may = legal(s)
            taking, seat, turns = s.phase == RULES.Phase.TAKE, s.turn, s.turns
            (check_take if taking else check_drop)(s, may)
            calling = [text for text in sorted(may) if text.startswith("call")]
            others = sorted(may - set(calling))
            text = chance.choice(calling) if calling and chance.random() > patience else chance.choice(others)
            RULES.apply(s, GAME.actions.code(text), rng)
            check_state(GAME, s)
            if taking:
                assert (s.turn, s.turns, s.phase) == (seat, turns, RULES.Phase.DROP)
            elif not s.over:
                assert (s.turn, s.turns, s.phase) == ((seat + 1) % players, turns + 1, RULES.Phase.TAKE)
        check_end(s)


def test_prefer_leans_to_calls_and_never_rules_an_action_out() -> None:
    rng = Fast(4)
    moves = PLAIN.moves()
    for seed in range(20):
        s: Any = GAME.blank(2 + seed % 3, {"edition": EDITIONS[seed % 3]})
        PLAIN.rules.begin(s, rng)
        while not s.over:
            PLAIN.playout.options(s, moves)
            PLAIN.playout.weigh(s, moves)
            weights = moves.weight[: moves.n]
            assert all(0 < weight < 1 << 31 for weight in weights)
            best = moves.action[weights.index(max(weights))]
            assert best >= RULES.CALL or all(action < RULES.CALL for action in moves.action[: moves.n])
            RULES.apply(s, best, rng)
