"""The page of a review: sound markup, a curve with its sentence, and words only where the coach is sure enough."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tests.server.html.models import finished, model_of, played
from tests.server.html.soup import read
from tuckbox.server.html.curve import Point, curve
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.review import Reviewed, review_body, review_page, thinking_page, wins_or_loses
from tuckbox.server.table.view_model import LogLine

MATCH = finished("whiplash", 2, target=1)


def decision(step: int, game: int = 0, **more: Any) -> dict[str, Any]:
    found = {"step": step, "game": game, "played": "draw stock", "chance": 0.4, "within": 0.02, "closely": True}
    return {**found, "better": None, "best": 0.4, "cost": 0.0, "error": 0.02, "sure": 0.5, **more}


WORSE: dict[str, Any] = {"better": "take discard", "best": 0.7, "cost": 0.3, "sure": 0.9995}


def shown(*decisions: dict[str, Any], costly: tuple[int, ...] = (), step: int = 2, **more: Any) -> Reviewed:
    """A review of these decisions, looked at after a step."""
    hands = {
        "likely": [{"seat": 1, "cards": {"Q♦": 0.25, "4♠": 0.5}}],
        "held": [{"seat": 1, "cards": {"9♣": 1.0}}],
    }
    account = {"game": 0, "even": 0.5, "deal": 0.1, "decisions": -0.3, "luck": -0.3, "result": 0.0}
    data = {
        "decisions": list(decisions),
        "costly": [{**each, **hands} for each in decisions if each["step"] in costly],
        "accounts": [account] if decisions else [],
    }
    view = MATCH.view_at(0, step)
    lines = tuple(LogLine(*line) for line in MATCH.lines(0, 30, step=step))
    fields = {"view": view, "scene": view.game.scene(view), "log": lines, "moves": ()}
    model = model_of(MATCH, 0, step=step, steps=MATCH.steps, **fields)
    return Reviewed(model, 0, data, tuple(each["step"] for each in decisions), **more)


def test_the_pages_are_sound() -> None:
    read(review_page(shown(decision(2, **WORSE), decision(4), costly=(2,)), Visitor("Ann")))
    read(review_page(shown(), Visitor("Ann")))
    for done, of, failed in ((0, 0, ""), (3, 9, ""), (0, 0, "the coach has failed")):
        read(thinking_page(shown(decision(2)).model, 0, done, of, failed, Visitor("Ann")))


def test_a_costly_decision_tells_what_was_better_and_how_sure_that_is() -> None:
    words = read(review_body(shown(decision(2, **WORSE), decision(4), costly=(2,), mine=True))).words()
    assert "You played Draw from the stock : 40%" in " ".join(words.split())
    assert "Cost 30 points (±4)." in words
    assert "Try: Take from the pile" in words


def test_praise_is_for_whoever_has_played() -> None:
    assert "No decision clearly cost you anything." in read(review_body(shown(decision(2), mine=True))).words()
    assert f"No decision clearly cost {MATCH.names[0]} anything." in read(review_body(shown(decision(2)))).words()


def test_a_share_is_a_chance_to_win_only_where_one_wins_or_loses() -> None:
    model, data = model_of(MATCH), {"decisions": [decision(2)], "costly": [], "accounts": []}
    assert model.view is not None
    points = replace(model, view=replace(model.view, game=replace(model.view.game, utility=(0, 26))))
    for of, said in ((model, "chance to win"), (points, "share of what the game pays")):
        assert f"Your {said}, %" in read(review_body(Reviewed(of, 0, data, (2,), mine=True))).words()
    assert wins_or_loses(model_of(played("jalopies", 3, 1, race="standard")))
    assert not wins_or_loses(model_of(played("jalopies", 3, 1, race="rally"))), "the places of segments bring shares"


def test_the_place_of_a_verdict_is_there_before_it_is_read_out() -> None:
    for step, said in ((2, True), (3, False)):
        tree = read(review_body(shown(decision(2), decision(4), step=step)))
        verdict = next(tag for tag in tree.all() if tag.attrs.get("id") == "verdict")
        assert verdict.attrs["aria-live"] == "polite"
        assert ("played" in verdict.words()) is said


def test_what_might_have_been_held_stands_apart_from_what_was() -> None:
    tree = read(review_body(shown(decision(2, **WORSE), costly=(2,))))
    held = next(tag for tag in tree.all() if tag.attrs.get("id") == "held")
    assert "9♣" in held.words()
    assert "9♣" not in next(tag for tag in tree.all() if "likely" in tag.attrs.get("class", "")).words()
    assert "4♠" in tree.words()


def test_a_difference_within_the_error_or_of_a_point_is_no_verdict() -> None:
    for closely in (False, True):
        for unsure in ({**WORSE, "cost": 0.03}, {**WORSE, "cost": 0.01, "error": 0.002}):
            assert "nothing better" in read(review_body(shown(decision(2, **unsure, closely=closely)))).words()


def test_the_curve_says_what_it_shows() -> None:
    points = [Point(2, 0, 0.5, 0.02), Point(5, 0, 0.25, 0.02, rank=1), Point(9, 1, 1.0, 0.0)]
    drawn = read(str(curve(points, {0: 0.0}, 5, "Half, a quarter, all.")))
    svg = next(tag for tag in drawn.all() if tag.name == "svg")
    assert (svg.attrs["role"], svg.attrs["aria-label"]) == ("img", "Half, a quarter, all.")
    steps = [tag.attrs["data-step"] for tag in svg.all() if "data-step" in tag.attrs]
    assert sorted(steps) == ["2", "5", "9"]
    assert sum(tag.attrs.get("class") == "result" for tag in svg.all()) == 1
    assert [tag.text for tag in svg.all() if tag.text.startswith("game")] == ["game 1", "game 2"]


def test_names_of_games_do_not_lie_over_each_other() -> None:
    points = [Point(step, step // 2, 0.5, 0.0) for step in range(60)]
    names = [tag for tag in read(str(curve(points, {}, 5, ""))).all() if tag.text.startswith("game")]
    middles = [float(tag.attrs["x"]) for tag in names]
    assert names[0].text == "game 1"
    assert 2 < len(names) < 10
    assert all(after - before > 80 for before, after in pairwise(middles))


def test_of_a_long_series_one_game_is_drawn() -> None:
    many = [decision(2 + number, game=number // 70) for number in range(140)]
    text = review_body(shown(*many, step=2))
    assert "game 1 of 2" in text
    assert text.count("data-step=") == 70
    assert "All 70 decisions of game 1 of 2" in text


def test_a_review_is_in_words_for_who_wants_tables_so() -> None:
    seen = replace(shown(decision(2, **WORSE), costly=(2,), mine=True), worded=True)
    for opened in (False, True):
        tree = read(review_body(replace(seen, opened=opened)))
        assert not [each for each in tree.all() if "card" in each.attrs.get("class", "").split()]
        assert not re.search("[♣♦♥♠]", tree.words())


def test_a_verdict_is_read_out_as_a_whole_as_one_goes_through_a_review() -> None:
    for step in (2, 3):
        tree = read(review_body(shown(decision(2, **WORSE), decision(4), step=step)))
        [verdict] = [each for each in tree.all() if each.attrs.get("id") == "verdict"]
        assert (verdict.attrs["aria-live"], verdict.attrs["aria-atomic"]) == ("polite", "true")
