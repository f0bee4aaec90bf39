"""Games in plain Python before anything is compiled: the same games, for a short while, and no others than can be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.toys.kuhn import GAME as KUHN
from tuckbox import game
from tuckbox.definition.game import Game
from tuckbox.engine.scratch import Deals, Results
from tuckbox.run import ahead
from tuckbox.run.blocks import Setting
from tuckbox.run.workspace import Simulator, consecutive, parsed, simulator_for

Until = Callable[[Game, float], None]


@pytest.fixture(name="until")
def _until(monkeypatch: pytest.MonkeyPatch) -> Until:
    """Sets until when a game is played plainly."""
    monkeypatch.setattr(ahead, "_UNTIL", {})

    def set_time(game: Game, seconds: float) -> None:
        ahead._UNTIL[ahead.PlainGames(game, game.blank(), whole=False).folder] = seconds

    return set_time


def results(setting: Setting, bots: str, games: int = 6) -> Results:
    """Some games."""
    policies = parsed(bots.split(","))
    return simulator_for(setting, policies).play(consecutive(3, 0, games), policies)


@pytest.mark.parametrize(("name", "bots"), [("whiplash", "greedy,random"), ("whiplash", "random,random")])
@pytest.mark.parametrize("whole", [False, True])
def test_both_modes_play_the_same_games(until: Until, name: str, bots: str, whole: bool) -> None:
    setting = Setting.of(game(name), 2, {"target": 3}, whole)
    until(game(name), np.inf)
    plain = results(setting, bots)
    assert ahead.has_played(game(name))
    until(game(name), 0)
    for one, other in zip(plain, results(setting, bots), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_time_is_not_enough_for_is_compiled(until: Until, monkeypatch: pytest.MonkeyPatch) -> None:
    setting, played = Setting.of(KUHN, 2, {}), list[int]()
    until(KUHN, 4)
    whole = results(setting, "random,random")
    compiled = Simulator.play_compiled

    def noted(self: Simulator, deals: Deals, *more: object) -> int:
        played.append(len(deals.chances))
        return compiled(self, deals, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Simulator, "play_compiled", noted)
    ticks = count(1)
    monkeypatch.setattr("tuckbox.run.ahead.time.process_time", lambda: next(ticks))
    partly = results(setting, "random,random")
    assert played == [3]  # asked at 1, and after each game: at 4 the time is up
    for one, other in zip(whole, partly, strict=True):
        np.testing.assert_array_equal(one, other)


def test_games_that_take_longer_to_compile_are_played_plainly_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "_UNTIL", {})
    monkeypatch.setattr("tuckbox.run.ahead.time.process_time", lambda: 100.0)
    given = {}
    for each in (KUHN, game("whipsaw")):
        found = ahead.PlainGames(each, each.blank(), whole=False)
        found.folder = Path(each.name)  # where nothing lies
        assert found._has_time
        given[each.name] = ahead._UNTIL[found.folder] - 100
    assert given["kuhn"] == ahead.SECONDS
    assert 2 * ahead.SECONDS < given["whipsaw"] < 5 * ahead.SECONDS


def test_neither_searches_nor_games_without_end_are_played_plainly(until: Until, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting.of(KUHN, 2, {})
    until(KUHN, np.inf)
    simulator, found = (
        simulator_for(setting, parsed(["random"] * 2)),
        simulator_for(setting, parsed(["random"] * 2)).plain_games.plain.results(4),
    )
    deals = consecutive(0, 0, 4)
    assert simulator.plain_games.play(deals, parsed(["random"] * 2), simulator.cap, found) == 4
    assert simulator.plain_games.play(deals, parsed(["random", "search:5"]), simulator.cap, found) == 0
    monkeypatch.setattr(ahead, "_LONGEST", 1)
    assert simulator.plain_games.play(deals, parsed(["random"] * 2), simulator.cap, found) == 0
    assert simulator.plain_games.play(deals, parsed(["random"] * 2), 1, found) == 4
    assert found.lengths.tolist() == [-1] * 4


def test_where_something_is_compiled_nothing_is_played_plainly(until: Until, tmp_path: Path) -> None:
    found = ahead.PlainGames(KUHN, KUHN.blank(), whole=False)
    found.folder = tmp_path
    assert found._has_time
    ahead._UNTIL.clear()
    (tmp_path / "play_games-0123.entry").touch()
    assert not found._has_time
