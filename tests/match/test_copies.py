"""A copy of a match goes on from the same position, and neither is changed by what happens in the other."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from tests.match.test_keeping import played, walk
from tuckbox.definition.finding import installed
from tuckbox.match.keeping import keep, resume
from tuckbox.match.match import Match


def known(match: Match) -> tuple[Any, ...]:
    """All that can be asked of a match."""
    views = [match.view(seat) for seat in (*range(match.players), None)]
    seen = [(view.log, view.legal, view.heard) for view in views]
    return str(match.record()), seen, match.information_key(0), match.waiting, match.told()


@pytest.mark.parametrize("game", installed())
@pytest.mark.parametrize("steps", [0, 60])
def test_both_go_on_alike_from_there(game: str, steps: int) -> None:
    match = played(game, steps)
    twin, before = copy.copy(match), known(match)
    assert known(twin) == before
    walk(twin, random.Random(2), 30)
    assert known(match) == before
    walk(match, random.Random(2), 30)
    assert known(match) == known(twin)


@pytest.mark.parametrize("game", installed())
def test_what_is_taken_back_or_renamed_in_one_is_not_in_the_other(game: str) -> None:
    match = played(game, 60)
    twin, before = copy.deepcopy(match), known(match)
    twin.rename(0, "Zoe")
    twin.go_back(match.steps - 3)
    walk(twin, random.Random(3), 5)
    assert known(match) == before


def test_it_is_what_playing_the_record_again_gives() -> None:
    match = played("whipsaw", 30)
    assert known(copy.copy(match)) == known(pickle.loads(pickle.dumps(match))) == known(match)


def test_a_match_whose_beginning_is_not_known_yet_can_be_copied() -> None:
    match = played("whiplash", 200)
    kept = keep(match)
    assert kept is not None
    short = resume(kept, match.game, match.source, match.seats, match.options)
    twin, before = copy.copy(short), short.open_lines(10)
    walk(twin, random.Random(2), 20)
    assert short.open_lines(10) == before
    walk(short, random.Random(2), 20)
    assert short.open_lines(30) == twin.open_lines(30) != before
    assert short.view(0, log=False).heard == twin.view(0, log=False).heard
