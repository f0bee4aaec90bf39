"""A pack that hangs on chance is found, with the line that makes it hang."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.subjects import SOME, Subject
from tests.testing.test_planted_faults import planted
from tests.toys.dice import GAME as DICE
from tuckbox.testing import check
from tuckbox.testing.case import Case
from tuckbox.testing.packs import packs

FILL = "    for face in range(FACES):\n        for _ in range(2 * DICE):\n            push(s.bag, face)\n"
DRAW = "            give(s.bag, below(rng, FACES), s.cup[seat])\n"
IN_TWO = "            face = below(rng, FACES)\n            push(s.cup[seat], face)\n"


@pytest.mark.parametrize("throw", ["            push(s.cup[seat], below(rng, FACES))\n", IN_TWO])
def test_dice_that_are_pushed_tell_themselves(throw: str, tmp_path: Path) -> None:
    game = planted("dice", tmp_path, (FILL, ""), (DRAW, throw))
    report = check(game, seeds=1, steps=10, native=False, skip=("golden",))
    found = next(finding for finding in report.findings if finding.name == "pack")
    text = Path(str(game.rules.__file__)).read_text("utf-8").splitlines()
    line = next(number for number, each in enumerate(text, 1) if "push(s.cup" in each)
    assert f"rules.py, line {line}" in found.message
    assert "in play" in found.message


def test_dice_from_a_bag_are_sound() -> None:
    report = check(DICE, seeds=1, steps=10, native=False, skip=("golden", "reach", "who is asked"))  # one seat guesses
    assert not report.findings, str(report)


@SOME
def test_no_pack_of_ours_hangs_on_chance(subject: Subject) -> None:
    assert not list(packs(Case(subject.game, subject.players, dict(subject.options), 1)))
