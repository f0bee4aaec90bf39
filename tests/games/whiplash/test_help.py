"""The game in short: what is said of each edition is what it has, and of a match how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whiplash.positions import EDITIONS
from tuckbox import Match
from tuckbox.games.whiplash import GAME

KINGS, ANY_PAIR, FIVE = "two kings with two aces, one", "any pair with two aces, one", "with all five cards"


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_3_3_each_edition_tells_its_own_stalemate_call_and_only_royal_the_five(edition: str) -> None:
    told = " ".join(GAME.help_for({"edition": edition}).split())
    assert (KINGS in told, ANY_PAIR in told) == (edition != "classic", edition == "classic")
    assert (FIVE in told) == (edition == "royal")
    assert ("once the pile has been turned over" in told) == (edition == "classic")


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_5_9_the_house_rule_is_told_where_it_holds(edition: str) -> None:
    told = " ".join(GAME.help_for({"edition": edition, "stalemate": "copied"}).split())
    assert "with the two aces that copy them, one of them the ace of spades" in told


@pytest.mark.parametrize("edition", EDITIONS)
def test_wl_8_5_the_order_of_ties_is_that_of_the_edition(edition: str) -> None:
    told = GAME.help_for({"edition": edition})
    assert ("the caller" in told.split("Ties go to")[1]) == (edition == "classic")


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({}, "The first to win 21 hands wins the match."),
        ({"target": 7}, "The first to win 7 hands wins the match."),
        ({"match": "hands", "hands": 8}, "After 8 hands whoever has won most wins the match."),
        ({"match": "time", "minutes": 45}, "After 45 minutes the hand in progress is the last; most hands win the match."),
        ({"match": "single"}, "The first hand won decides."),
    ],
)
def test_wl_8_7_it_says_how_the_match_ends(options: dict[str, Any], end: str) -> None:
    assert end in " ".join(GAME.help_for(Match("whiplash", **options).options).split())


def test_options_may_be_words_as_pages_have_them() -> None:
    assert "first to win 7 hands" in GAME.help_for({"match": "race", "target": "7"})


def test_the_usual_game_is_told_where_no_match_is_meant() -> None:
    assert GAME.help_for() == GAME.help_for({"edition": "2023", "match": "race", "target": 21})
