"""Digests by which positions are compared over versions of rules."""

from __future__ import annotations

from tuckbox.match.digest import RECORDS, _former, agrees, digest
from tuckbox.match.match import Match


def test_a_digest_tells_apart_what_differs_in_one_zone_only() -> None:
    match, other = Match("whiplash", seed=7), Match("whiplash", seed=7)
    state = other._state
    state.hand[0].cards, state.hand[1].cards = state.hand[1].cards, state.hand[0].cards
    assert agrees(digest(match), match)
    assert not agrees(digest(match), other)


def test_a_digest_of_former_days_is_held_against_all_fields_it_has() -> None:
    match, other = Match("whiplash", seed=7), Match("whiplash", seed=8)
    numbers = [part for part in digest(match).split(" ") if RECORDS not in part]
    former = [f"{name}:{value}" for name, value in _former(match).items()]
    assert former
    assert agrees(" ".join(numbers + former), match)
    assert not agrees(" ".join(numbers + former), other)
