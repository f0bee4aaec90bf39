"""Liar's Dice, rule by rule; and what a redeal may think lies under the cups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from tuckbox_liarsdice import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import roll, showing
from tuckbox.kit.chance import Fast, Script
from tuckbox.kit.deck import BACK
from tuckbox.testing import check
from tuckbox.testing.reasons import reached

RULES: Any = rules


def position(*cups: Sequence[int], **options: Any) -> Any:
    """A round that has just begun, with these dice under the cups; the first seat begins."""
    state: Any = GAME.blank(len(cups), options)
    engine(GAME, "plain").rules.renew(state)
    for seat, dice in enumerate(cups):
        state.left[seat] = len(dice)
        roll(state.cup[seat], len(dice), Script([die - 1 for die in dice]))
    state.bid = RULES.NONE
    return state


def play(state: Any, *actions: str) -> Any:
    """Play actions, each of which has to be legal."""
    for text in actions:
        code = GAME.actions.code(text)
        assert code in legal(GAME, state)
        RULES.apply(state, code, Fast(1))
    return state


def test_bids_go_up_by_number_and_then_by_face() -> None:
    match = Match(GAME, 2, seed=1, dice=2, first="0")
    with pytest.raises(tuckbox.IllegalAction, match="no bid to doubt"):
        match.play("doubt")
    with pytest.raises(tuckbox.IllegalAction, match="only 4 dice left"):
        match.play("bid 5 1")
    assert len(match.legal()) == 4 * 6
    match.play("bid 2 4")
    with pytest.raises(tuckbox.IllegalAction, match="higher than 2 × 4"):
        match.play("bid 2 4")
    assert match.legal()[:3] == ["bid 2 5", "bid 2 6", "bid 3 1"]
    assert match.legal()[-1] == "doubt"


@pytest.mark.parametrize(
    ("wild", "bid", "loser"),
    [("ones", "bid 4 3", 0), ("ones", "bid 3 3", 1), ("none", "bid 2 3", 0), ("sixes", "bid 3 3", 0), ("ones", "bid 2 1", 1),
     ("ones", "bid 3 1", 0), ("sixes", "bid 1 6", 1), ("sixes", "bid 2 6", 0)],
)  # fmt: skip
def test_wild_faces_count_but_not_for_bids_of_their_own(wild: str, bid: str, loser: int) -> None:
    state = play(position([1, 3, 5], [1, 6, 2], wild=wild), bid, "doubt")
    assert [state.left[0], state.left[1]] == ([2, 3] if loser == 0 else [3, 2])
    assert state.turn == loser


def test_all_throw_again_and_what_was_shown_stays_in_sight() -> None:
    state = play(position([1, 3, 5], [1, 6, 2]), "bid 4 3", "doubt")
    assert [state.cup[seat].n for seat in range(2)] == [2, 3]
    assert [showing(state.shown[0], face) for face in range(6)] == [1, 0, 1, 0, 1, 0]
    assert all(cell >> 8 == 255 for cell in state.shown[1].cell[:3])
    assert state.bid == RULES.NONE


def test_who_has_no_dice_is_passed_over_and_the_last_one_wins() -> None:
    state = play(position([5], [6], [2, 2]), "bid 1 1", "doubt")
    assert [state.left[seat] for seat in range(3)] == [0, 1, 2]
    assert state.turn == 1  # whoever lost their last die cannot begin
    play(state, "bid 3 6", "doubt")
    assert state.over
    assert state.payoff[:3] == [-0.5, -0.5, 1]


def test_one_round_pays_between_the_two_it_was_between() -> None:
    state = play(position([5], [6], [2], play="round"), "bid 1 5", "bid 1 6", "doubt")
    assert state.over
    assert state.payoff[:3] == [0, 1, -1]


def test_a_redeal_throws_the_dice_of_others_and_no_die_is_known() -> None:
    match, found = Match(GAME, 2, seed=1, dice=1), Counter[int]()
    view = match.view(0)
    assert view.state.cup[1].cell[0] & 255 == BACK
    for seed in range(1_200):
        world = view.redeal(Fast(seed))
        assert world.cup[0].cell == view.state.cup[0].cell
        found[world.cup[1].cell[0] & 255] += 1
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert max(abs(n - 200) for n in found.values()) < 60


def test_every_reason_is_reached() -> None:
    found: set[int] = set()
    match, chance = Match(GAME, 3, seed=1, dice=2), Fast(1)
    while not match.over:
        found |= reached([match])
        match.play(match.actions()[chance.below(len(match.actions()))])
    assert found == set(GAME.reasons)


def test_the_log_tells_the_dice_that_were_shown() -> None:
    match = Match(GAME, 2, seed=1, dice=1, first="0", seats=["Ann", "Bo"])
    match.play("bid 2 6")
    dice = [showing(cup, 5) + showing(cup, 0) for cup in match.state.cup[:2]]
    match.play("doubt")
    assert match.log()[1] == "Bo doubts it."
    assert match.log()[4].startswith(f"{sum(dice)} ")


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
