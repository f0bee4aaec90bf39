"""What games say of their payoffs, and who notices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import tuckbox
from tests.toys.kuhn import GAME as KUHN
from tests.toys.parcel import GAME as PARCEL
from tuckbox import Match, RulesError
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM, GENERAL_SUM, IDENTICAL, ZERO_SUM, Payoffs
from tuckbox.scene import lay
from tuckbox.testing import check

JALOPIES = tuckbox.game("jalopies")


def declared(name: str, players: int, **options: Any) -> Payoffs:
    """What an installed game says with these options."""
    game = tuckbox.game(name)
    return game.pays(*game.settle_options(players, options))


def test_the_games_of_the_house() -> None:
    assert declared("whiplash", 2) is GENERAL_SUM  # a void hand pays nobody
    assert declared("keywhiz", 4) == declared("whipsaw", 3) == declared("jalopies", 6) == CONSTANT_SUM(1)
    assert declared("jalopies", 2, race="rally").kind == "general-sum"


def test_partner_and_team_races_are_teams() -> None:
    for race in ("partner", "team"):
        assert declared("jalopies", 4, race=race).all_teams(4) == [(0, 2), (1, 3)]
        assert declared("jalopies", 6, race=race).all_teams(6) == [(0, 3), (1, 4), (2, 5)]
        assert declared("jalopies", 6, race=race).total == 2


def test_a_constant_sum_of_nothing_is_a_zero_sum() -> None:
    assert CONSTANT_SUM(0) == ZERO_SUM
    assert (ZERO_SUM.kind, CONSTANT_SUM(3).kind, CONSTANT_SUM(3).total) == ("zero-sum", "constant-sum", 3)


def test_a_seat_is_in_one_team() -> None:
    with pytest.raises(RulesError, match="two teams"):
        ZERO_SUM.in_teams([(0, 1), (1, 2)])


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        (PARCEL, CONSTANT_SUM(2)),
        (PARCEL, ZERO_SUM),
        (KUHN, IDENTICAL),
        (KUHN, GENERAL_SUM.in_teams([(0, 1)])),
    ],
)
def test_a_game_that_says_what_is_not_so_is_caught(game: Game, wrong: Payoffs) -> None:
    for subject, caught in ((game, False), (replace(game, payoffs=wrong), True)):
        found = check(subject, seeds=2, native=False).findings
        assert ("payoff" in {finding.name for finding in found}) == caught


def ended(game: Game, payoff: list[float], **options: Any) -> tuple[str, str]:
    """What seat 0 and an onlooker read of a game that has ended so."""
    match = Match(game, len(payoff), seed=1, seats=["Ann", "Bo", "Cy", "Di"][: len(payoff)], options=options)
    match._state.over, match._state.payoff[: len(payoff)] = True, payoff
    return lay.status(match.view(0), ""), lay.status(match.view(None), "")


def test_who_wins_is_told_seat_by_seat_and_team_by_team() -> None:
    assert ended(KUHN, [2, -2]) == ("You win!", "Ann wins.")
    assert ended(KUHN, [0, 0]) == ("Nobody wins.", "Nobody wins.")
    assert ended(JALOPIES, [1, 0, 1, 0], race="partner") == ("You and Cy win.", "Ann and Cy win.")
    assert ended(tuckbox.game("whipsaw"), [0, 0.5, 0.5]) == ("Bo and Cy share the win.", "Bo and Cy share the win.")


def test_who_plays_together_reads_what_all_have_scored() -> None:
    assert ended(replace(KUHN, payoffs=IDENTICAL), [1.5, 1.5])[0] == "Together you have scored 1.5."


def test_a_scene_may_have_its_own_words_for_the_end() -> None:
    match = Match(KUHN, seed=1)
    match._state.over = True
    assert lay.status(match.view(0), "Bet.", "All is lost.") == "All is lost."
