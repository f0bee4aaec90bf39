"""Games that do not end: after `Game.longest` decisions they are cut off, and everything that tells of them says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.toys.bluff import GAME as BLUFF
from tuckbox import Match, RecordError, game
from tuckbox.definition.game import Game
from tuckbox.games.jalopies.races import POINTS
from tuckbox.match import match as module
from tuckbox.match.keeping import keep, resume
from tuckbox.match.record import Record
from tuckbox.match.replay import check
from tuckbox.scene.lay import laid


def short(name: str, longest: int) -> Game:
    """A game that is cut off after so many decisions."""
    return replace(game(name), longest=longest)


def played(subject: Game, steps: int, **options: Any) -> Match:
    """A match after so many actions, the first that is legal each time."""
    match = Match(subject, seed=3, **options)
    for _ in range(steps):
        match.play(match.legal(match.waiting[0])[0], match.waiting[0])
    return match


def test_a_game_is_cut_off_after_its_longest_and_nobody_wins() -> None:
    before = played(short("keywhiz", 20), 19)
    assert not before.over
    before.play(before.legal()[0])
    assert (before.done, before.payoff, before.places) == (True, (0.5, 0.5), (1, 1))
    assert before.record().steps[-1] == "cut"
    assert before.steps == 22  # the deal, 20 decisions, the cut
    assert "After 20 decisions the game is cut off." in before.log(0)


@pytest.mark.parametrize("name", ["jalopies", "keywhiz", "whiplash", "whipsaw"])
def test_the_table_of_every_game_says_so(name: str) -> None:
    match = played(short(name, 12), 0)
    while not match.over:
        match.play(match.legal(match.waiting[0])[0], match.waiting[0])
    for viewer in (0, None):
        assert laid(match.view(viewer)).status.startswith("Cut off after 12 decisions: nobody wins.")
        assert not match.view_at(viewer, match.steps - 1).cut
        assert match.view_at(viewer, match.steps).cut
    assert match.open_view().cut
    assert not match.done or set(match.places or ()) == {1}


def test_a_series_goes_on_with_the_next_game() -> None:
    match = played(short("whiplash", 10), 10, target=3)
    assert (match.between, match.state.voids, list(match.state.points[:2])) == (True, 1, [0, 0])
    match.deal()
    assert not match.view(0).cut
    assert not match.over


def test_sealed_answers_are_all_carried_out_before_the_cut() -> None:
    match = Match(replace(BLUFF, longest=2), 3, seed=3)
    while not match.over:
        asked = match.asked
        for seat in asked:
            match.play(match.legal(seat)[0], seat)
    assert match.record().steps[-1] == "cut"
    assert not match.waiting


def test_the_cut_is_no_step_to_take_back() -> None:
    assert not played(short("keywhiz", 20), 20).can_undo()


def test_a_record_plays_to_the_cut_and_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subject = short("keywhiz", 20)
    match = played(subject, 20)
    again = Match.from_record(str(match.record()), subject)
    assert again.record() == match.record()
    monkeypatch.setattr(module, "given_game", lambda name: subject)
    match.save(tmp_path / "cut.tuckbox")
    assert "a game was cut off after 20 decisions, and won by nobody" in list(check(tmp_path / "cut.tuckbox"))


@pytest.mark.parametrize("wrong", ["left out", "too early", "twice"])
def test_a_record_with_another_cut_is_refused(wrong: str) -> None:
    subject = short("keywhiz", 20)
    record = played(subject, 20).record()
    steps = {"left out": record.steps[:-1], "too early": (*record.steps[:9], "cut"), "twice": (*record.steps, "cut")}[wrong]
    places = None if wrong == "too early" else record.places
    with pytest.raises(RecordError):
        Match.from_record(replace(record, steps=steps, places=places), subject)


def test_a_match_that_goes_on_without_its_past_is_cut_off_after_as_many_decisions() -> None:
    subject = short("keywhiz", 90)
    match = played(subject, 80)
    kept = keep(match)
    assert kept is not None
    again = resume(kept, subject, match.source, match.seats, match.options)
    for each in (match, again):
        while not each.over:
            each.play(each.legal()[0])
    assert again.steps == match.steps == 92


def test_records_know_the_step() -> None:
    text = str(played(short("keywhiz", 20), 20).record())
    assert Record.read(text).steps[-1] == "cut"


def test_a_race_of_a_circuit_that_is_cut_off_brings_nobody_more_than_a_last_place() -> None:
    circuit = played(short("jalopies", 12), 12, race="circuit")
    assert circuit.record().steps[-1] == "cut"
    assert circuit.between
    assert circuit.state.points[:2] == [POINTS - 2] * 2
