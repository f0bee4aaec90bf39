"""Looking back at a match: what a seat saw after each step, the log line by line, all hands open at the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.match.test_match import play_on
from tests.toys.bluff import GAME as BLUFF
from tests.toys.parcel import GAME as PARCEL
from tuckbox import Game, Match, OptionError, RecordError, Seat
from tuckbox.engine.engine import record_bytes
from tuckbox.match.past import FRESH


def walked(game: Game, seed: int) -> Iterator[Match]:
    """A match after each of its steps; in windows each seat answers in turn."""
    match, chance = Match(game, seed=seed), random.Random(seed)
    while not match.over and match.steps < 60:
        yield match
        seat = match.waiting[0]
        match.play(chance.choice(match.actions(seat)), seat)


@pytest.mark.parametrize("game", [BLUFF, PARCEL], ids=["bluff", "parcel"])
def test_what_was_seen_is_seen_again(game: Game) -> None:
    seen = {}
    for match in walked(game, seed=3):
        for seat in (*range(match.players), None):
            seen[seat, match.told(seat)] = record_bytes(game, match.view(seat).state), match.view(seat).fresh, match.asked
    for (seat, step), (state, fresh, asked) in seen.items():
        then = match.view_at(seat, step)
        assert (record_bytes(game, then.state), then.fresh, then.asked) == (state, fresh, asked)
        assert then.legal == ()
    assert match.steps > 3


def test_steps_go_back_further_than_states_are_kept_as_they_are() -> None:
    match = Match(PARCEL, seed=3)
    whole = record_bytes(PARCEL, match.state)
    while match.legal()[0] != "seal":
        match.play(match.legal()[0])
    drafted = match.steps
    while match.can_undo(0):
        match.undo(0)
    assert record_bytes(PARCEL, match.state) == whole
    long = play_on(Match("whiplash", seed=2), 4 * FRESH)
    assert long.view_at(0, 1).state.turns == 0
    assert drafted > 1


def test_steps_that_were_not_told_cannot_be_looked_at() -> None:
    match = Match(PARCEL, seed=3)
    match.play(match.legal()[0])
    assert (match.told(0), match.told(1), match.told(None), match.steps) == (2, 1, 1, 2)
    match.view_at(0, 2)
    for seat, step in ((1, 2), (None, 2), (0, 3), (0, 0), (0, -1)):
        with pytest.raises(OptionError, match="no step"):
            match.view_at(seat, step)


def test_with_all_hands_open_nothing_is_hidden() -> None:
    match = play_on(Match("whiplash", seed=5), 20)
    for step in range(1, match.steps + 1):
        view = match.open_view(step)
        assert sum(zone.hidden for zone in view.state.hand) == 0
        match.game.scene(view)
    assert record_bytes(match.game, match.open_view().state) == record_bytes(match.game, match.state)


@pytest.mark.parametrize("most", [1, 7, 1000])
def test_lines_are_the_end_of_the_log_in_whole_steps(most: int) -> None:
    match = play_on(Match("whiplash", seed=5), 30)
    for seat in (0, 1, None):
        lines, log = match.lines(seat, most), match.log(seat)
        assert [text for _, text in lines] == log[-len(lines) :]
        assert len(lines) >= min(most, len(log))
        first = lines[0][0]
        assert lines == [line for line in match.lines(seat, 10_000) if line[0] >= first]
        assert match.lines(seat, 10_000, after=first) == [line for line in lines if line[0] > first]
        assert match.lines(seat, 10_000, step=first)[-1] == next(line for line in reversed(lines) if line[0] == first)
    assert [text for _, text in match.open_lines(10_000)] == match.story()


def test_a_seat_bears_the_name_of_who_has_it() -> None:
    match = play_on(Match("whiplash", players=2, seed=5), 6)
    match.log(None)
    match.rename(0, Seat("Zoe"))
    assert match.names == ("Zoe", "Bo")
    assert any("Zoe" in line for line in match.log(None))
    assert not any("Ann" in line for line in match.log(None))


def test_windows_tell_what_lets_them_pass() -> None:
    match = Match(BLUFF, 3, seed=24)
    assert (match.asking, match.nothing) == (False, None)
    match.play("load silk as tea")
    assert (match.asking, match.nothing) == (True, "let pass")
    assert match.nothing in match.legal(1)


def test_minutes_are_counted_where_a_match_has_any() -> None:
    assert Match("whiplash", options={"match": "time", "minutes": 9}).minutes == 9
    assert Match("whiplash").minutes is None
    assert Match(PARCEL).minutes is None


@pytest.mark.parametrize("step", [-1, 99])
def test_nobody_has_decided_in_a_step_that_there_is_not(step: int) -> None:
    with pytest.raises(OptionError, match=f"there is no step {step}; the steps are 1 to 1"):
        Match("whiplash", players=2, seed=1).decided_at(step)


def test_answers_that_were_sealed_were_decided_before_the_first_of_them() -> None:
    match, chance = Match(BLUFF, seed=5), random.Random(5)
    asked: dict[tuple[int, int], None] = {}
    while not match.over:
        seat = match.waiting[0]
        before = match.steps
        asked.setdefault((seat, before), None)
        match.play(chance.choice(match.actions(seat)), seat)
    made = [(int(line[0]), match.decided_at(step)) for step, line in enumerate(match.record().steps) if line[0].isdigit()]
    assert set(made) == set(asked)
    assert len(made) == len(asked)


@pytest.mark.parametrize("wrong", ["x", 1.5, -1, True])
def test_numbers_of_sentences_and_steps_that_are_none_are_refused(wrong: Any) -> None:
    match = Match("whiplash", players=2, seed=1)
    asks: list[Callable[[], object]] = [
        lambda: match.lines(0, wrong),
        lambda: match.lines(0, step=wrong),
        lambda: match.lines(0, after=wrong),
        lambda: match.open_lines(wrong),
        lambda: match.open_lines(step=wrong),
    ]
    for ask in asks:
        with pytest.raises(OptionError, match="is a whole number from 0, not"):
            ask()


def test_a_step_that_is_no_text_is_not_repeated() -> None:
    with pytest.raises(RecordError, match="a step is a text, not 5"):
        Match("whiplash", players=2, seed=1).repeat(5)  # type: ignore[arg-type]
