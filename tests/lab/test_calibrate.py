"""Calibration: duels of levels on the same deals in every seat, and what is kept of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox import cli, game
from tuckbox.bots.findings import Findings
from tuckbox.bots.levels import CALIBRATIONS, LEVELS, easy_bot, offered
from tuckbox.lab import calibrate
from tuckbox.lab.calibrate import MOST_OVERLOOKED, duels_of, overlooked_by, shares
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Run, Threads

WHIPLASH = game("whiplash")


def test_a_level_against_itself_wins_its_share_on_every_deal() -> None:
    setting = Setting.of(WHIPLASH, 3, {})
    won = shares(setting, "learned", "learned", 60, 1, Run(Threads(1)))
    assert won.shape == (3, 20)
    assert won.sum(0) == pytest.approx(1.0)  # the same deal, the same play: each seat wins what it wins


def test_a_level_that_does_not_win_is_no_measure_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "normal", "random")
    monkeypatch.setitem(LEVELS, "hard", "greedy")
    duels = list(duels_of(Setting.of(WHIPLASH, 2, {}), [200, 200], 1, Run(Threads(1))))
    assert [(duel.level, duel.lower, duel.games) for duel in duels] == [("normal", "easy", 200), ("hard", "easy", 200)]
    assert duels[0].high < 0.3


def test_the_interval_of_a_share_of_few_games_ends_at_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "normal", "greedy")
    setting, work = Setting.of(WHIPLASH, 2, {}), Run(Threads(1))
    won = [next(duels_of(setting, [4], seed, work, MOST_OVERLOOKED)) for seed in range(8)]
    assert any(0.5 < duel.share < 1 for duel in won)
    assert all(0 <= duel.low <= duel.share <= duel.high <= 1 for duel in won)


def test_the_lowest_level_overlooks_as_much_as_lets_the_next_win_its_target(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, work = Setting.of(WHIPLASH, 2, {}), Run(Threads(1))
    monkeypatch.setattr(calibrate, "TARGET", {2: 1.1})
    found = overlooked_by(setting, 400, 1, work)
    assert 1 < found < calibrate.MOST_OVERLOOKED
    below, above = (shares(setting, "learned", easy_bot(each), 400, 1, work).mean() for each in (found - 1, found))
    assert below < 0.55 <= above
    monkeypatch.setattr(calibrate, "TARGET", {2: 2.0})
    assert overlooked_by(setting, 100, 1, work) == calibrate.MOST_OVERLOOKED


def test_the_command_tells_and_keeps_what_it_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Findings, "path", lambda kind, game: tmp_path / kind.name)
    asked = ["calibrate", "whiplash", "--players", "2", "--games", "400"]
    cli.main([*asked, "--threads", "1", "--keep"])
    (kept,) = CALIBRATIONS.of(WHIPLASH)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"easy overlooks {kept.overlooked} of a hundred actions"
    assert said[1].startswith("normal against easy: ")
    assert kept.made == "tuckbox calibrate whiplash --players 2 --seed 0 --games 400"
    assert offered(WHIPLASH, 2, WHIPLASH.settle_options(2, {})[1]) == kept.offered()
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whiplash", "--games", "1,1,1,1"])


def test_chances_are_not_fitted_to_no_matches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whiplash", "--coach", "0", "--keep"])
    assert "number of games" in capsys.readouterr().err
