"""Calibration: duels of levels on the same deals in every seat, and what is kept of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox import cli, game
from tuckbox.bots.findings import Findings
from tuckbox.bots.levels import CALIBRATIONS, LEVELS, offered
from tuckbox.lab.calibrate import duels_of, shares
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Run, Threads

WHIPLASH = game("whiplash")


def test_a_level_against_itself_wins_its_share_on_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "hard", LEVELS["normal"])
    monkeypatch.setitem(LEVELS, "normal", LEVELS["normal"])
    setting = Setting.of(WHIPLASH, 3, {})
    won = shares(setting, "hard", "normal", 60, 1, Run(Threads(1)))
    assert won.shape == (3, 20)
    assert won.sum(0) == pytest.approx(1.0)  # the same deal, the same play: each seat wins what it wins


def test_a_level_that_does_not_win_is_no_measure_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "normal", "random")
    monkeypatch.setitem(LEVELS, "hard", "greedy")
    duels = list(duels_of(Setting.of(WHIPLASH, 2, {}), [200, 200], 1, Run(Threads(1))))
    assert [(duel.level, duel.lower, duel.games) for duel in duels] == [("normal", "easy", 200), ("hard", "easy", 200)]
    assert duels[0].high < 0.3


def test_the_command_tells_and_keeps_what_it_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Findings, "path", lambda kind, game: tmp_path / kind.name)
    asked = ["calibrate", "whiplash", "--players", "2", "--games", "400"]
    cli.main([*asked, "--threads", "1", "--keep"])
    assert capsys.readouterr().out.startswith("normal against easy: ")
    (kept,) = CALIBRATIONS.of(WHIPLASH)
    assert kept.made == "tuckbox calibrate whiplash --players 2 --seed 0 --games 400"
    assert offered(WHIPLASH, 2, WHIPLASH.settle_options(2, {})[1]) == kept.offered()
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whiplash", "--games", "1,1,1,1"])
