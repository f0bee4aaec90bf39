"""Calibration: duels of levels on the same deals in every seat, and what is kept of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tuckbox import cli, game
from tuckbox.bots.findings import Findings
from tuckbox.bots.levels import CALIBRATIONS, LEVELS, easy_bot, offered
from tuckbox.definition.payoffs import IDENTICAL
from tuckbox.lab import calibrate
from tuckbox.lab.calibrate import MOST_OVERLOOKED, duels_of, overlooked_by, shares
from tuckbox.run.blocks import Block, Setting
from tuckbox.run.run import Run, Threads

WHIPLASH = game("whiplash")


def test_a_level_against_itself_wins_its_share_on_every_deal() -> None:
    setting = Setting.of(WHIPLASH, 3, {})
    won = shares(setting, "learned", "learned", 60, 1, Run(Threads(1)))
    assert won.shape == (3, 20)
    assert won.sum(0) == pytest.approx(1.0)  # the same deal, the same play: each seat wins what it wins


class Noted:
    """Work that notes who sits where, and in which the seats 0 and 2 win every game."""

    def __init__(self) -> None:
        self.seated: list[list[str]] = []

    def whole(self, blocks: list[Block]) -> list[dict[str, np.ndarray[Any, Any]]]:
        orders, games = blocks[0].more["orders"], sum(block.games for block in blocks)
        self.seated = [[blocks[0].bots[place] for place in order] for order in orders]
        return [{"payoffs": np.tile([1.0, 0.0, 1.0, 0.0], (len(orders), games, 1))}]


def test_partners_are_the_same_level_and_win_as_one() -> None:
    work = Noted()
    won = shares(Setting.of("jalopies", 4, {"race": "partner"}), "learned", "greedy", 40, 1, cast("Run", work))
    assert work.seated == [["learned", "greedy"] * 2, ["greedy", "learned"] * 2]
    assert won.tolist() == [[1.0] * 20, [0.0] * 20]


def test_no_level_beats_another_where_all_win_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(WHIPLASH), "pays", lambda self, players, options: IDENTICAL)
    with pytest.raises(SystemExit):
        cli.main(["calibrate", "whiplash", "--games", "10"])
    assert "all players of Whiplash win together: none can be stronger than another" in capsys.readouterr().err


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
