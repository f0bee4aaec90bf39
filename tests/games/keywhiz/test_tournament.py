"""How games are booked, and tournaments (KW-8.1 to KW-8.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.keywhiz.positions import RULES, play, position, seated, stand
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.tournament import TOURNAMENT
from tuckbox.match.match import Match


def nearly_won(loser: str, home: int, **fields: Any) -> Any:
    """Seat 0 is about to win; seat 1 has pieces on `loser` squares and some in Payoff."""
    s = position("4-4", "KD", table="KC KH", home=3, tournament="on", **fields)
    return stand(s, 1, loser, home)


def test_kw_8_2_half_a_point_if_the_loser_has_one_piece_left() -> None:
    s = play(nearly_won("", 3), "open 4-4", "key K")
    assert s.payoff[:2] == [0.75, 0.25]
    RULES.after(s)
    assert (s.points[:2], s.done) == ([1, 0], 0)


@pytest.mark.parametrize(("squares", "home"), [("", 2), ("2-1 3-4", 2), ("2-1", 0)])
def test_kw_8_2_one_point_if_more_are_left(squares: str, home: int) -> None:
    s = play(nearly_won(squares, home), "open 4-4", "key K")
    assert s.payoff[:2] == [1.0, 0.0]
    RULES.after(s)
    assert s.points[:2] == [2, 0]


def test_kw_8_5_draws_score_nothing_and_three_in_succession_end_it() -> None:
    s = position("", "", rivals="", tournament="on", target="3", points=(5, 5), draws=1, dealing=1)
    match = seated(s)
    match.play("miss")
    match.play("miss")
    assert match.between
    assert (match.state.points[:2], match.state.dealing, match.state.draws) == ([5, 5], 0, 2)
    s = position("", "", rivals="", tournament="on", target="3", points=(5, 5), draws=2)
    match = seated(s)
    match.play("miss")
    match.play("miss")
    assert match.done
    assert match.places == (1, 1)


def test_kw_8_5_after_three_draws_more_points_win() -> None:
    match = seated(position("", "", rivals="", tournament="on", points=(3, 4), draws=2))
    match.play("miss")
    match.play("miss")
    assert match.places == (2, 1)


@pytest.mark.parametrize(("draw_limit", "draws", "done"), [(1, 0, 1), (4, 2, 0), ("off", 2, 0), ("off", 100, 0)])
def test_kw_8_5_how_many_draws_end_a_tournament_is_an_option(draw_limit: Any, draws: int, done: int) -> None:
    match = seated(position("", "", rivals="", tournament="on", draw_limit=draw_limit, draws=draws))
    match.play("miss")
    match.play("miss")
    assert (match.done, match.state.draws) == (done, min(draws + 1, 100))


def test_kw_8_3_the_first_to_reach_the_target_wins_at_once() -> None:
    match = seated(nearly_won("", 3, points=(5, 5), target="3", draws=1))
    match.play("open 4-4")
    match.play("key K")
    assert match.done
    assert (match.places, match.state.points[:2], match.state.draws) == ((1, 2), [6, 5], 0)
    match = seated(nearly_won("", 3, points=(4, 5), target="3"))
    match.play("open 4-4")
    match.play("key K")
    assert match.between
    match = seated(nearly_won("", 2, points=(5, 5), target="3"))
    match.play("open 4-4")
    match.play("key K")
    assert match.done


def test_kw_8_4_the_deal_passes_to_the_left_after_every_game() -> None:
    match = Match(GAME, 2, seed=4, dealer=0, tournament="on", target="20")
    dealers: list[int] = []
    chance = GAME.rules.act.size
    while len(dealers) < 3 and not match.done:
        dealers.append(match.state.dealing)
        while not match.over:
            texts = match.legal()
            chance = (chance * 48_271) % 2_147_483_647
            match.play(texts[chance % len(texts)])
        if not match.done:
            match.deal()
    assert dealers == [0, 1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kw_8_1_a_game_has_one_winner_and_no_other_ranks(players: int) -> None:
    match = seated(position("4-4", "KD", table="KC KH", home=PIECES[players] - 1, players=players))
    match.play("open 4-4")
    match.play("key K")
    assert match.payoff == (1.0, *[0.0] * (players - 1))
    assert match.places == (1, *[2] * (players - 1))
    assert match.done


PIECES = {2: 4, 3: 3, 4: 3}


@pytest.mark.parametrize(("tournament", "home", "won"), [("on", 3, 0.5), ("on", 2, 1.0), ("off", 3, 0.5), ("off", 2, 1.0)])
def test_kw_8_6_a_round_brings_half_or_whole_points_of_one_game_or_several(tournament: str, home: int, won: float) -> None:
    more: dict[str, Any] = {"target": "3"} if tournament == "on" else {}
    s = stand(position("4-4", "KD", table="KC KH", home=3, tournament=tournament, **more), 1, "", home)
    s = play(s, "open 4-4", "key K")
    RULES.after(s)
    assert TOURNAMENT.points(s) == [(won, 0.0), (0.0, 0.0)]


def test_kw_8_7_a_bye_is_worth_a_win() -> None:
    assert {bout.name: TOURNAMENT.bye(2, bout.options) for bout in TOURNAMENT.bouts} == {
        "game": 1.0,
        "to-1": 1.0,
        "to-2": 2.0,
        "to-3": 3.0,
    }
