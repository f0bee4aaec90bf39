"""The standings of a competition and its prize-giving, from what there is to know of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from tests.server.html.soup import read
from tuckbox.definition.game import game
from tuckbox.server.competitions.competition import Competition, Entrant, Pairing
from tuckbox.server.html.competitions import Shown, competition_html

KEYWHIZ = game("keywhiz")
WHO = tuple(Entrant(name.lower(), name, seed) for seed, name in enumerate(("Ann", "Bo", "Cy", "Di", "<Ed>"), 1))
POINTS = [("ann", 1.0), ("bo", 0.5), ("cy", 0.5), ("di", 0.0), ("<ed>", 1.0)]
ROUND = tuple(
    Pairing(1, person, (0 if person == "<ed>" else 1 + at // 2), "" if person == "<ed>" else f"t{at // 2}", at % 2, points)
    for at, (person, points) in enumerate(POINTS)
)
OVER = Competition("c", "keywhiz", "game", "quick", 2, 1, "The cup", "ann", "over", 1, 0.0, 0.0, WHO, ROUND)


def shown(competition: Competition, person: str | None = None) -> str:
    assert KEYWHIZ.tournament is not None
    return competition_html(Shown(competition, KEYWHIZ, KEYWHIZ.tournament, person), True)


def test_equal_ones_share_a_place_and_the_prize_giving_says_so() -> None:
    assert [(each.place, each.entrant.name) for each in OVER.standings] == [
        (1, "Ann"), (1, "<Ed>"), (3, "Bo"), (3, "Cy"), (5, "Di"),
    ]  # fmt: skip
    page = read(shown(OVER, "di"))
    assert "Ann and <Ed> share the first place" in page.words()
    assert [tag.attrs["class"] for tag in page.all() if tag.name == "li" and "place" in tag.attrs.get("class", "")] == [
        "place1", "place1", "place3",
    ]  # fmt: skip
    assert "You came in 5th, with 0 points." in page.words()
    assert "½ points" in page.words()
    alone = replace(OVER, pairings=tuple(each._replace(points=0.0) if each.person == "<ed>" else each for each in ROUND))
    assert "Ann wins" in read(shown(alone)).words()


def test_all_who_share_the_last_step_of_the_podium_stand_on_it() -> None:
    """Of those who shared a place only the first by lot stood there, and the others were told nothing."""
    page = read(shown(OVER, "cy"))
    steps = [tag.words() for tag in page.all() if tag.name == "li" and "place" in tag.attrs.get("class", "")]
    assert [step.split() for step in steps] == [
        ["1", "Ann", "1st", "place,", "1", "point"],
        ["1", "<Ed>", "1st", "place,", "1", "point"],
        ["3", "Bo", "and", "Cy", "3rd", "place,", "½", "points"],
    ]
    assert "You came in 3rd, with ½ points." in page.words()
    level = tuple(Pairing(1, each.person, 1, f"t{each.seed}", 0, 0.0) for each in (*WHO, Entrant("fay", "Fay", 6)))
    many = replace(OVER, entrants=(*WHO, Entrant("fay", "Fay", 6)), pairings=level)
    assert "4 people" in read(shown(many)).words(), "more than two names have no room"


def test_the_last_round_promises_no_other_one() -> None:
    first = tuple(each._replace(points=None) for each in ROUND[:2])
    last = replace(OVER, stage="playing", rounds=1, pairings=(*first, *ROUND[2:]))
    assert "You have a bye in this round, which is the last." in read(shown(last, "<ed>")).words()
    assert "Your match is over. The prize-giving is here when all are." in read(shown(last, "cy")).words()
    more = replace(last, rounds=2)
    assert "go on in the next" in read(shown(more, "<ed>")).words()
    assert "The next round begins when all are." in read(shown(more, "cy")).words()


def test_a_match_somebody_was_away_from_does_not_look_drawn() -> None:
    """The bot of Bo beat Ann: 0 : 0 was written, as for two who are level."""
    away = tuple(each._replace(points=0.0, gone=each.person == "bo") for each in ROUND[:2])
    assert "0 : –" in read(shown(replace(OVER, stage="playing", rounds=3, pairings=(*away, *ROUND[2:])))).words()


def test_who_waits_for_a_competition_is_told_who_starts_it() -> None:
    waiting = replace(OVER, stage="open", pairings=())
    assert "It begins when Ann starts it." in read(shown(waiting, "bo")).words()
    assert "Nobody can join once you have started it." in read(shown(waiting, "ann")).words()


def test_one_is_a_person_and_more_are_people() -> None:
    alone = replace(OVER, stage="open", entrants=WHO[:1], pairings=())
    assert "1 person" in read(shown(alone, "ann")).words()
    assert "It can start when somebody else takes part" in read(shown(alone, "ann")).words()
    assert "5 people" in read(shown(OVER)).words()


@pytest.mark.parametrize("stage", ["open", "playing"])
def test_what_is_next_has_its_place_before_it_is_read_out(stage: Literal["open", "playing"]) -> None:
    page = read(shown(replace(OVER, stage=stage, rounds=3), None))
    place = next(tag for tag in page.all() if tag.attrs.get("id") == "next")
    assert place.attrs["role"] == "status"
    assert place.words().strip() == ""


def test_a_round_shows_its_tables_and_everybody_their_own() -> None:
    first = tuple(each._replace(points=None) for each in ROUND[:2])
    playing = replace(OVER, stage="playing", rounds=3, pairings=(*first, *ROUND[2:]))
    page = read(shown(playing, "bo"))
    assert "Round 1: you play Ann" in page.words()
    assert "being played" in page.words()
    assert [tag.attrs["href"] for tag in page.all() if tag.attrs.get("href", "").startswith("/tables")] == [
        "/tables/t0", "/tables/t0", "/tables/t1",
    ]  # fmt: skip
    assert "Your match is over" in read(shown(playing, "cy")).words()
    assert "You have a bye" in read(shown(playing, "<ed>")).words()
    assert "Withdraw" not in read(shown(playing)).words()
