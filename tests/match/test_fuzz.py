"""Hypothesis plays every game at random, legally and not: what is refused changes nothing, what is accepted is recorded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.match.test_match import snapshot
from tests.toys import bluff, parcel
from tuckbox import ActionError, Game, Match, OptionError, game, installed

GAMES = [*(game(name) for name in installed()), bluff.GAME, parcel.GAME]
JUNK = st.one_of(
    st.text(max_size=20), st.integers(-3, 300), st.sampled_from(["draw stock", "discard QH", "let pass", "seal"])
)


def any_options(subject: Game, data: st.DataObject) -> dict[str, Any]:
    """Some options of a game with some values, mostly allowed ones."""
    names = data.draw(st.sets(st.sampled_from(sorted(subject.layout.options) or ["none"]), max_size=2))
    chosen: dict[str, Any] = {}
    for name in sorted(names):
        kind = subject.layout.options.get(name)
        chosen[name] = data.draw(st.sampled_from(list(kind.all_values)) if kind else st.integers())
    return chosen


@pytest.mark.parametrize("subject", GAMES, ids=[subject.name for subject in GAMES])
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_random_play_legal_and_not(subject: Game, data: st.DataObject) -> None:
    players = data.draw(st.integers(min(subject.players) - 1, max(subject.players) + 1))
    try:
        match = Match(subject, players, seed=data.draw(st.integers(0, 99)), options=any_options(subject, data))
    except OptionError:
        return
    for _ in range(data.draw(st.integers(1, 25))):
        if match.done:
            break
        if match.between:
            match.deal()
        deed = data.draw(st.sampled_from(["legal", "legal", "legal", "junk", "undo", "other seat"]))
        if deed == "legal":
            seat = data.draw(st.sampled_from(match.waiting))
            match.play(data.draw(st.sampled_from(match.legal(seat))), seat)
        else:
            attempt(match, deed, data)
    assert str(Match.from_record(match.record(), subject).record()) == str(match.record())


def attempt(match: Match, deed: str, data: st.DataObject) -> None:
    """Try something that may be refused; if it is, nothing must have changed."""
    before = snapshot(match)
    try:
        if deed == "undo":
            match.undo(data.draw(st.integers(0, match.players - 1)))
        elif deed == "junk":
            match.play(data.draw(JUNK), data.draw(st.integers(-1, match.players)))
        else:
            match.play(data.draw(st.integers(0, match.game.actions.size - 1)), data.draw(st.integers(0, match.players - 1)))
    except ActionError:
        assert snapshot(match) == before
