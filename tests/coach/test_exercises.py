"""Exercises: made of mistakes, read as they were written, and those that games ship still the best by another search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tests.coach.test_review import EFFORT, blunder
from tuckbox.coach import exercises
from tuckbox.coach.exercises import FILE, Exercise, file_of, mistakes, numbered, ship, shipped
from tuckbox.coach.finding import Search, agreement, explained
from tuckbox.coach.judge import Verdict, Worth
from tuckbox.coach.review import review
from tuckbox.coach.why import Reason
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError, RecordError
from tuckbox.lessons.script import LEARNER

SHIPPING = [name for name in installed() if file_of(game(name)).is_file()]


@pytest.fixture(name="made", scope="module")
def _made() -> list[Exercise]:
    match = blunder()
    match.play("draw stock")
    match.play(match.legal()[0])
    return list(mistakes(review(match.record(), LEARNER, EFFORT), 6 * EFFORT))


def test_a_blunder_becomes_an_exercise(made: list[Exercise]) -> None:
    first = made[0]
    assert (first.played, first.best, first.other) == ("draw stock", "take discard", "draw stock")
    assert first.solves("take discard")
    assert not first.solves("draw stock")
    assert first.cost > 2 * first.error > 0
    assert first.reasons[0].sentence == "You win the hand."
    assert first.habit(game("whiplash")) == ("draw stock", "take discard")
    match = first.position()
    assert match.names[LEARNER] == "You"
    assert match.waiting == (LEARNER,)


def test_what_is_as_good_is_told_by_differences_of_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict may stand on another level than the search that says which other actions are as good."""
    match = blunder()
    match.play("draw stock")
    match.play(match.legal()[0])
    seen, code = review(match.record(), LEARNER, EFFORT), match.game.actions.code
    verdict = Verdict(Worth(code("draw stock"), 0.1, 0.01), Worth(code("take discard"), 0.4, 0.01))
    seen = replace(seen, decisions=(replace(seen.mistakes[0], verdict=verdict),))
    values = {"take discard": 0.9, "discard 2C": 0.89, "discard 3C": 0.6}
    found = {code(action): (value, 0.01) for action, value in values.items()}
    monkeypatch.setattr(exercises, "searched", lambda view, effort, seed: found)
    (made,) = mistakes(seen)
    assert set(made.fine) == {"take discard", "discard 2C"}
    assert made.values["discard 2C"] == (0.39, 0.01)


def test_it_is_read_as_it_was_written(made: list[Exercise]) -> None:
    assert [Exercise.read(str(each)) for each in made] == made
    assert len({each.key for each in made}) == len(made)
    for text in ("", "{}", '{"record": 1}', str(made[0])[:-1]):
        with pytest.raises(RecordError, match="no exercise"):
            Exercise.read(text)


def test_what_is_shipped_is_read_line_by_line(
    made: list[Exercise], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    monkeypatch.setattr(exercises, "file_of", lambda _: tmp_path / FILE)
    ends_a_line_of_text = Reason("You take\u2028a card.", 0.5, 0.1)
    told = msgspec.structs.replace(made[0], reasons=(ends_a_line_of_text,))
    ship(game("whiplash"), [told])
    assert shipped(game("whiplash")) == [told]
    (tmp_path / FILE).write_bytes(b"\xe9\n")
    with pytest.raises(RecordError, match="no exercise"):
        shipped(game("whiplash"))


def test_a_position_that_the_rules_do_not_lead_to_is_refused(made: list[Exercise]) -> None:
    first = made[0]
    other = Exercise.read(str(first).replace('"best":"take discard"', '"best":"discard 3S"'))
    with pytest.raises(RecordError, match="another by the rules of here"):
        other.position()


@pytest.mark.parametrize("name", SHIPPING)
def test_what_a_game_ships_can_be_posed(name: str) -> None:
    there = shipped(game(name))
    assert len({each.key for each in there}) == len(there) > 0
    assert file_of(game(name)).read_text("utf-8") == "".join(f"{each}\n" for each in there)
    for each in there[:: max(1, len(there) // 3)]:
        match = each.position()
        assert each.other in match.legal(each.seat)
        assert each.cost >= 0.15
        assert each.found.keys() == {"easy", "normal", "hard"}
    with pytest.raises(OptionError, match="none of number"):
        numbered(game(name), len(there) + 1)


@pytest.mark.parametrize("name", SHIPPING)
def test_what_a_game_ships_says_why_and_the_same_again(name: str) -> None:
    there = [each for each in shipped(game(name)) if each.reasons]
    assert explained(there[0]).reasons == there[0].reasons
    assert all(reason.after != reason.otherwise for each in there for reason in each.reasons)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPING)
def test_another_search_agrees_with_a_sample_of_what_a_game_ships(name: str) -> None:
    there = shipped(game(name))
    sample = there[:: max(1, len(there) // 4)]
    agreed = agreement(sample, 77, 2_000)
    assert sum(agreed) >= len(sample) - 1


def test_options_with_which_nobody_can_play_are_refused_before_a_search() -> None:
    search = Search(game("whiplash"), 33, options={"edition": "1999"})
    with pytest.raises(OptionError, match="1999"):
        next(search.exercises())


@pytest.mark.slow
def test_a_search_finds_what_is_better_by_far() -> None:
    search = Search(game("keywhiz"), 33)
    found = next(search.exercises())
    assert (search.found, search.confirmed >= 1, search.seeming >= search.confirmed) == (1, True, True)
    assert found.solves(found.best)
    assert found.values[found.best][0] > found.values[found.other][0] + 0.1
    assert replace(found.position().view(found.seat), heard=0).legal
