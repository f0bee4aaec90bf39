"""A sequence is a draft until it ends: rivals see nothing of it, its seat takes it back freely."""

from __future__ import annotations

from tests.match.test_match import snapshot
from tests.toys.parcel import GAME
from tuckbox import Match
from tuckbox.engine.engine import record_bytes


def test_rivals_and_onlookers_see_nothing_of_a_draft() -> None:
    match = Match(GAME, seed=3)
    before = {seat: record_bytes(GAME, match.view(seat).state) for seat in (1, None)}
    match.play(match.legal()[0])
    for seat in (1, None):
        assert record_bytes(GAME, match.view(seat).state) == before[seat]
        assert match.log(seat) == []
    assert match.view(0).state.parcel[0].n == 1
    assert match.log(0) == ["You put down a card."]


def test_a_sealed_draft_is_seen_as_backs() -> None:
    match = Match(GAME, seed=3)
    match.play(match.legal()[0])
    match.play("seal")
    parcel = match.view(1).state.parcel[0]
    assert parcel.n == 1
    assert parcel.cell[0] & 255 >= 240
    assert match.log(1) == ["Ann puts down a card.", "Ann seals the parcel."]


def test_a_draft_is_taken_back_step_by_step_but_not_once_sealed() -> None:
    match = Match(GAME, seed=3)
    fresh = snapshot(match)
    match.play(match.legal()[0])
    one = snapshot(match)
    match.play(match.legal()[0])
    match.undo(0)
    assert snapshot(match) == one
    match.undo(0)
    assert snapshot(match) == fresh
    match.play(match.legal()[0])
    match.play("seal")
    assert not match.can_undo()


def test_a_draft_is_in_the_record() -> None:
    match = Match(GAME, seed=3)
    match.play(match.legal()[0])
    again = Match.from_record(str(match.record()), GAME)
    assert again.view(0).state == match.view(0).state
    assert again.view(1).state == match.view(1).state
