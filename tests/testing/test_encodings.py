"""Hints that are not true of a game are found; those of our games and examples are true."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.adapters.subjects import SOME, Subject
from tests.toys.bluff import GAME as BLUFF
from tuckbox.definition.encodings import Bits, Contents, OneOf, SeatOf, SeatsOf, Share
from tuckbox.match.match import Match
from tuckbox.testing import check
from tuckbox.testing.case import Case
from tuckbox.testing.encodings import observed


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"turns": OneOf(2)}, "'turns' is 2, which OneOf"),
        ({"turns": Share(high=2)}, "'turns' is 3, which Share"),
        ({"turns": Bits(n=1)}, "'turns' is 2, which Bits"),
        ({"turns": SeatOf()}, "'turns' is 3, which SeatOf(low=0) in `observe`"),
        ({"turns": SeatsOf()}, "'turns' is 8, which SeatsOf()"),
        ({"hand": Contents([0])}, "'hand' contains no"),
    ],
)
def test_what_has_no_room_is_found(hints: dict[str, Any], said: str) -> None:
    report = check(
        replace(BLUFF, observe=hints), players=3, options={"rounds": 3}, seeds=1, steps=40, native=False, skip=("golden",)
    )
    assert said in str(report)
    assert {finding.name for finding in report.findings} == {"observation"}


@SOME
def test_hints_are_true(subject: Subject) -> None:
    match = Match(subject.game, subject.players, seed=4, options=subject.options)
    case, chance = Case(subject.game, subject.players, dict(subject.options), 4), random.Random(4)
    for _ in range(150):
        if match.over:
            break
        assert not list(observed(case, match))
        seat = match.waiting[0]
        match.play(chance.choice(match.actions(seat)), seat)
