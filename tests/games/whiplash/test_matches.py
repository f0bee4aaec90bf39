"""Matches (WL-3.1, WL-8.7 to WL-8.10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whiplash.positions import CHANCE, PLAIN, RULES, position, seated
from tuckbox.errors import IllegalAction, MatchOver, OptionError, RecordError, UnknownAction
from tuckbox.games.whiplash import GAME
from tuckbox.match.match import Match

SEVENS = "7C 7D 7S QD TD"


def callable_now(players: int, **fields: Any) -> Match:
    """A match in which seat 0 wins by calling."""
    return seated(position([SEVENS, "2C 3D 4S 9H", "2D 3S 4C 9C", "2H 5S 6D 8C"][:players], **fields))


def last_turn(players: int, **fields: Any) -> Match:
    """A match in which seat 0 makes the hand void by putting a card down."""
    return callable_now(players, turns=119, **fields)


def waste(match: Match) -> None:
    """Let the hand in progress end void."""
    match._state.turns = match._state.turn_cap - 1
    match.play("draw stock")
    match.play(match.legal()[0])
    assert match.over


# -- each kind of match ----------------------------------------------------------------------------------------------------


def test_wl_8_7_the_first_with_21_points_wins_at_once() -> None:
    match = callable_now(2, points=(20, 20))
    assert match.options["match"] == "race"
    match.play("call TD")
    assert match.done
    assert match.places == (1, 2)
    assert match.state.points[:2] == [21, 20]
    for step in (match.deal, lambda: match.play("draw stock")):
        with pytest.raises(MatchOver):
            step()
    assert match.legal() == []


def test_wl_5_15_a_void_hand_counts_for_nobody_and_the_next_seat_deals() -> None:
    match = last_turn(3, points=(7, 3, 5), dealing=2)
    match.play("discard TD")
    s = match.state
    assert (match.between, s.points[:3], s.dealing, s.voids) == (True, [7, 3, 5], 0, 1)
    decided = callable_now(3, points=(7, 3, 5), dealing=2, voids=4)
    decided.play("call TD")
    assert (decided.state.voids, decided.state.dealing, decided.state.points[:3]) == (0, 0, [8, 3, 5])


@pytest.mark.parametrize("options", [{}, {"match": "hands", "dealt": 8}, {"match": "time", "dealt": 8}], ids=str)
def test_wl_8_9_the_void_limit_ends_any_match(options: dict[str, Any]) -> None:
    match = last_turn(3, points=(3, 2, 2), voids=4, **options)
    match.play("discard TD")
    assert match.done
    assert match.places == (1, 2, 2)


@pytest.mark.parametrize("voids", [4, 20, 99, 100])
def test_wl_8_9_without_a_limit_void_hands_end_no_match(voids: int) -> None:
    match = last_turn(3, points=(3, 2, 2), voids=voids, void_limit="off")
    match.play(match.legal()[0])
    assert (match.between, match.state.voids) == (True, min(voids + 1, 100))
    won = callable_now(3, points=(3, 2, 2), void_limit="off")
    won.play("call TD")
    assert (won.between, won.state.voids) == (True, 0)


def test_wl_5_15_without_a_limit_no_hand_is_void() -> None:
    s = position([None, None], turns=500, turn_cap="off")
    match = seated(s)
    match.play("draw stock")
    match.play(match.legal()[0])
    assert (match.over, match.state.turns) == (False, 501)
    assert not any("void" in hint for hint in GAME.scene(match.view(0)).hints)


def test_wl_8_9_four_void_hands_do_not() -> None:
    match = last_turn(3, points=(3, 2, 2), voids=3)
    match.play("discard TD")
    assert match.between


def test_wl_8_8_equal_most_points_share_the_win() -> None:
    """WL-8.8."""
    match = callable_now(3, match="hands", dealt=12, points=(4, 5, 2))
    match.play("call TD")
    assert match.done
    assert match.places == (1, 1, 3)


def test_wl_8_7_void_hands_count_among_the_agreed_number() -> None:
    match = last_turn(2, match="hands", hands=3, dealt=3, points=(0, 2))
    match.play("discard TD")
    assert match.places == (2, 1)
    early = callable_now(2, match="hands", hands=3, dealt=2, points=(0, 1))
    early.play("call TD")
    assert early.between


def test_wl_8_7_when_the_time_is_up_the_hand_in_progress_is_finished() -> None:
    match = callable_now(3, match="time", dealt=7, points=(2, 2, 2))
    match.event("time up")
    assert not match.over
    match.play("call TD")
    assert match.done
    assert match.places == (1, 2, 2)
    with pytest.raises(MatchOver):
        match.deal()


def test_wl_8_10_between_two_hands_the_time_ends_the_match_there() -> None:
    match = callable_now(3, match="time", dealt=7, points=(2, 4, 2))
    match.play("call TD")
    assert match.between
    match.event("time up")
    assert match.done
    assert match.places == (2, 1, 3)


def test_wl_8_7_without_the_event_a_match_by_time_goes_on_beyond_any_number_of_points() -> None:
    match = callable_now(2, match="time", dealt=1_000, points=(127, 99))
    match.play("call TD")
    assert match.between
    assert match.state.points[:2] == [128, 99]


def test_wl_8_7_a_single_match_goes_on_after_a_void_hand() -> None:
    match = last_turn(3, match="single", dealing=2)
    match.play("discard TD")
    assert match.between
    match.deal()
    assert match.state.dealing == 0
    assert match.turn == 1
    won = callable_now(3, match="single", dealt=2, voids=1)
    won.play("call TD")
    assert won.places == (1, 2, 2)


@pytest.mark.parametrize(
    "options",
    [
        {"target": 7, "match": "hands"},
        {"target": 21, "match": "single"},
        {"hands": 12},
        {"hands": 12, "match": "time"},
        {"minutes": 30},
        {"minutes": 30, "match": "hands"},
    ],
    ids=str,
)
def test_wl_3_1_options_of_another_kind_of_match_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"WL-3\.1"):
        GAME.settle_options(2, options)
    with pytest.raises(OptionError, match=r"WL-3\.1"):
        Match(GAME, 2, seed=1, options=options)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ranks", range(3, 14))
def test_wl_3_2_enough_cards_must_be_left_to_draw(ranks: int, players: int) -> None:
    if 4 * ranks - 4 * players - 1 >= 3:
        GAME.settle_options(players, {"ranks": ranks})
    else:
        with pytest.raises(OptionError, match=r"WL-3\.2"):
            GAME.settle_options(players, {"ranks": ranks})


def test_wl_4_1_the_deal_goes_round() -> None:
    match = Match(GAME, 2, seed=3, dealer=0)
    for turn in (1, 0, 1, 0):
        assert match.turn == turn
        waste(match)
        match.deal()
        assert match.state.dealing == turn


def test_wl_8_10_the_time_is_up_once_and_only_where_it_runs() -> None:
    match = Match(GAME, 2, seed=3, match="time")
    match.event("time up")
    with pytest.raises(IllegalAction):
        match.event("time up")
    for kind in ("race", "hands", "single"):
        other = Match(GAME, 2, seed=3, match=kind)
        with pytest.raises(IllegalAction):
            other.event("time up")
        assert other.record().steps == ("deal",)
    with pytest.raises(UnknownAction):
        match.event("rain")


def test_wl_8_10_nor_before_the_first_deal_nor_after_the_end() -> None:
    blank: Any = GAME.blank(2, {"match": "time"})
    assert RULES.event(blank, RULES.TIME_UP) == RULES.NOT_DEALT
    PLAIN.rules.begin(blank, CHANCE)
    assert RULES.event(blank, RULES.TIME_UP) == 0
    match = last_turn(2, match="time", voids=4)
    match.play("discard TD")
    assert match.done
    with pytest.raises(IllegalAction, match=r"the match is over \(WL-8\.10\)"):
        match.event("time up")


def test_wl_8_10_a_void_hand_after_the_time_counts_for_nobody_and_is_the_last() -> None:
    match = last_turn(3, match="time", dealt=7, points=(1, 3, 2))
    match.event("time up")
    match.play("discard TD")
    assert match.places == (3, 1, 2)
    with pytest.raises(MatchOver):
        match.deal()


def test_wl_8_9_five_void_hands_end_a_single_match_and_all_share() -> None:
    match = Match(GAME, 3, seed=5, match="single")
    for hand in range(5):
        assert not match.done, hand
        if hand:
            match.deal()
        waste(match)
    assert match.done
    assert match.places == (1, 1, 1)


# -- the record ------------------------------------------------------------------------------------------------------------


def played(match: Match, hands: int) -> Match:
    """Play some hands: call when possible, else anything."""
    step = 0
    for hand in range(hands):
        if hand:
            match.deal()
        while not match.over:
            legal = match.legal()
            match.play(next((text for text in legal if text.startswith("call")), legal[7 * step % len(legal)]))
            step += 1
    return match


def test_wl_8_10_the_end_of_the_time_stands_in_the_record_where_it_came() -> None:
    match = played(Match(GAME, 3, seed=7, match="time", turn_cap=40), 2)
    match.deal()
    match.play("draw stock")
    match.event("time up")
    while not match.done:
        match.play(match.legal()[0])
    text = str(match.record())
    assert text.count("outside time up\n") == 1
    again = Match.from_record(text)
    assert again.state == match.state
    assert again.places == match.places
    assert str(again.record()) == text
    with pytest.raises(RecordError):
        Match.from_record(text.replace("outside time up\n", ""))


@pytest.mark.parametrize("edition", ["classic", "2023", "royal"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_plays_to_the_same_state_again(players: int, edition: str) -> None:
    match = played(Match(GAME, players, seed=players, edition=edition, match="hands", hands=2, turn_cap=40), 2)
    assert match.done
    again = Match.from_record(str(match.record()))
    assert again.state == match.state
    assert [again.log(seat) for seat in range(players)] == [match.log(seat) for seat in range(players)]
