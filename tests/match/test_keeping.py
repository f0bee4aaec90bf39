"""A match goes on from what was kept of it as it would have gone on, and knows its past again once it is played again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tuckbox.definition.finding import installed
from tuckbox.errors import OptionError
from tuckbox.match.keeping import BEFORE, ENTRIES, Kept, keep, now, recall, resume
from tuckbox.match.match import Match


def played(game: str, steps: int, seed: int = 1) -> Match:
    """A match after so many steps, all of them by chance."""
    match = Match(game, seed=seed)
    walk(match, random.Random(seed), steps)
    return match


def walk(match: Match, chance: random.Random, steps: int) -> None:
    """Go on by chance."""
    for _ in range(steps):
        if match.done:
            return
        if match.between:
            match.deal()
        else:
            seat = match.waiting[0]
            match.play(chance.choice(match.legal(seat)), seat)


def resumed(match: Match, kept: Kept | None) -> Match:
    """The match that was kept."""
    assert kept is not None
    return resume(kept, match.game, match.source, match.seats, match.options)


@pytest.mark.parametrize("game", installed())
@pytest.mark.parametrize("steps", [3, 90])
def test_a_match_that_was_kept_goes_on_in_the_same_way(game: str, steps: int) -> None:
    match = played(game, steps)
    kept = keep(match)
    if kept is None:  # a long sequence is in progress
        assert match.told(match.players - 1) <= match.steps - BEFORE
        return
    other = resumed(match, kept)
    for seat in (*range(match.players), None):
        assert other.view(seat, log=False) == match.view(seat, log=False)
        assert other.lines(seat, 20) == match.lines(seat, 20)
        assert seat is None or other.can_undo(seat) == match.can_undo(seat)
    for each in (match, other):
        walk(each, random.Random(5), 40)
    assert now(other) == now(match)
    assert all(other.view(seat, log=False) == match.view(seat, log=False) for seat in range(match.players))


def test_what_came_before_is_known_when_it_was_played_again() -> None:
    match = played("whiplash", 3 * ENTRIES)
    other = resumed(match, keep(match))
    with pytest.raises(OptionError, match="not known yet"):
        other.record()
    with pytest.raises(OptionError, match="not known yet"):
        other.view_at(0, 5)
    assert recall(other, Match.from_record(match.record()))
    assert other.record() == match.record()
    assert other.view_at(0, 5) == match.view_at(0, 5)
    assert other.log(0) == match.log(0)


def test_a_match_that_was_kept_wrong_has_no_past() -> None:
    match = played("whiplash", 100)
    kept = keep(match)
    assert kept is not None
    for lie in (
        replace(kept, now=replace(kept.now, drawn=kept.now.drawn + 1)),
        replace(kept, entries=(*kept.entries[:-1], replace(kept.entries[-1], undoable=not kept.entries[-1].undoable))),
        replace(kept, now=replace(kept.now, state=now(played("whiplash", 100, seed=2)).state)),
    ):
        other = resumed(match, lie)
        assert not recall(other, Match.from_record(match.record()))
        with pytest.raises(OptionError):
            other.record()


def test_nothing_goes_on_by_other_rules() -> None:
    match = played("whiplash", 10)
    kept = keep(match)
    assert kept is not None
    with pytest.raises(OptionError, match="other rules"):
        resumed(match, replace(kept, now=replace(kept.now, rules="0" * 16)))


def test_only_steps_that_are_known_are_taken_back() -> None:
    match = played("whipsaw", 40, seed=3)
    while not match.can_undo():
        walk(match, random.Random(match.steps), 1)
    kept = keep(match)
    assert kept is not None
    assert resumed(match, kept).can_undo()
    assert not resumed(match, replace(kept, before=())).can_undo()


def test_a_match_can_go_back_by_all_steps_before_which_its_state_is_kept() -> None:
    match = played("whiplash", 30)
    again = resumed(match, keep(match))
    for each in (match, again):
        each.go_back(each.steps - BEFORE)
    for seat in range(2):
        assert again.view(seat, log=False) == match.view(seat, log=False)
