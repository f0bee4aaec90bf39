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
    assert [tag.attrs["href"] for tag in page.all() if tag.attrs.get("href", "").startswith("/tables")] == [
        "/tables/t0", "/tables/t0", "/tables/t1",
    ]  # fmt: skip
    assert "Your match is over" in read(shown(playing, "cy")).words()
    assert "You have a bye" in read(shown(playing, "<ed>")).words()
    assert "Withdraw" not in read(shown(playing)).words()
