"""Chances that come true: the correction finds what is wrong with them, and holds for the weights it was fitted with."""

from __future__ import annotations

from dataclasses import astuple
from math import log
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tuckbox import Match, cli
from tuckbox.bots.findings import Findings, played_by
from tuckbox.coach.chances import CORRECTIONS, Correction, chance, fit, judged
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game

WHIPLASH = game("whiplash")


@pytest.mark.parametrize(("shift", "slope"), [(0.0, 1.0), (-0.3, 0.8), (0.2, 1.3)])
def test_what_is_wrong_is_found(shift: float, slope: float) -> None:
    rng = np.random.default_rng(5)
    odds = rng.normal(0, 1.5, 40_000)
    came = (rng.random(40_000) < 1 / (1 + np.exp(-(shift + slope * odds)))).astype(float)
    assert fit(odds, came) == pytest.approx((shift, slope), abs=0.05)


def test_a_few_decisions_correct_little() -> None:
    shift, slope = fit(np.array([0.1, 0.2]), np.array([0.0, 0.0]))
    assert -0.5 < shift < 0
    assert 0.8 < slope < 1


def test_decisions_are_judged_by_their_view_and_the_same_again() -> None:
    found = [*judged(WHIPLASH, 2, 3, {"match": "single"})]
    assert found == [*judged(WHIPLASH, 2, 3, {"match": "single"})]
    assert 3 < len(found) <= 12
    assert all(0 <= part <= 1 for each in found for part in astuple(each))
    assert {each.came for each in found} <= {0.0, 1.0}


def test_the_command_keeps_what_the_coach_then_tells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Findings, "path", lambda kind, game: tmp_path / kind.name)
    match = Match("whiplash", 2, seed=1)
    view = match.view(match.waiting[0])
    before = chance(view, 0.6)
    cli.main(["calibrate", "whiplash", "--players", "2", "--coach", "2", "--threads", "1", "--keep"])
    assert capsys.readouterr().out.startswith("shift ")
    (kept,) = CORRECTIONS.of(WHIPLASH)
    assert kept.made == "tuckbox calibrate whiplash --players 2 --coach 2"
    CORRECTIONS.keep(WHIPLASH, Correction(2, -1.0, 1.0, 9, played_by(WHIPLASH, 2), "by hand"))
    assert chance(view, 0.6) < before
    CORRECTIONS.keep(WHIPLASH, msgspec.structs.replace(kept, shift=-1.0, played_by="other weights"))
    assert chance(view, 0.6) == before
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whiplash", "--coach", "2", "--seed", "4"])
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whipsaw", "--players", "2", "--coach", "2"])


@pytest.mark.parametrize("name", sorted(installed()))
def test_what_games_ship_corrects_and_does_not_turn(name: str) -> None:
    for each in CORRECTIONS.of(game(name)):
        assert each.players in game(name).players
        even = -log(each.players - 1)
        assert abs(each.shift + each.slope * even - even) < 2
        assert 0.5 < each.slope < 2.5
