"""A seat that is to decide and has no legal action: the same error in every mode, and no stale action is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.toys.nim import NIM, game, write
from tests.view.test_refusal import LEGAL, REFUSE
from tuckbox import Match, RulesError
from tuckbox.adapters import vector
from tuckbox.bots.bots import Policy, make_bot
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import Deals
from tuckbox.engine.weights import blank_net
from tuckbox.lab.simulate import simulate
from tuckbox.learn.belief.positions import gathered
from tuckbox.learn.network import games as learning
from tuckbox.run.blocks import Block, Setting
from tuckbox.scene.parts import Scene
from tuckbox.testing import check


@pytest.fixture(scope="module")
def stuck(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Nim, in which the second seat never has an action."""
    folder = tmp_path_factory.mktemp("stuck")
    rules = NIM.replace("        if n < s.left:\n", "        if n < s.left and s.turn == 0:\n")
    assert rules != NIM
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        return game(write(folder, "stuck_nim", rules))


@contextmanager
def told() -> Iterator[None]:
    """What is done ends with the error that names seat and rule."""
    with pytest.raises(RulesError, match=r"^nim: the rule legal gives seat 1 no action \(rules\.py, line \d+\)$"):
        yield


def test_a_game_without_a_list_says_that_its_refusals_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    refuse = REFUSE.replace(">= s.left:", ">= s.left or s.turn == 1:").replace(', "NM-2"', "")
    rules = NIM.replace(LEGAL, refuse).replace("Actions, ", "Actions, Reasons, ")
    module, facts = write(tmp_path, "refusing_all", rules), {"left": lambda view, action: str(view.state.left)}
    refusing = Game(name="nim", title="Nim", rules=module, scene=lambda view: Scene("Nim", "", ()), facts=facts)
    match = Match(refusing, seed=1)
    match.play("take 1")
    with pytest.raises(RulesError, match=r"^nim: the rule refuse leaves seat 1 no action \(rules\.py, line \d+\)$"):
        match.legal()
    report = check(refusing, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"legal list"}, str(report)


@pytest.mark.parametrize("mode", ["plain", "native"])
@pytest.mark.parametrize("name", ["random", "greedy", "learned:easy", "search:60"])
def test_whole_games_end_with_the_error_whoever_plays(stuck: Game, mode: str, name: str) -> None:
    e, policy = engine(stuck, mode), Policy.parse(name)
    work = e.workspace(stuck.blank(), edges=policy.edges, networks=[blank_net(stuck, "network")])
    lineup, results = e.lineup([policy.code(stuck)] * 2, [policy.effort] * 2), e.results(3)
    numbers = [np.arange(3)] * 2 if mode == "native" else [[0, 1, 2]] * 2
    for _ in range(2):  # and it is found again: nothing is left over from the first time
        with told():
            e.play(e.games.play_games, work, lineup, Deals(1, *numbers), 50, False, results, None)


def test_a_simulation_ends_with_the_error(stuck: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with told():
        simulate(stuck, ["random"], games=10)
    monkeypatch.setattr("tuckbox.run.ahead.SECONDS", 0.0)
    monkeypatch.setattr("tuckbox.run.ahead._UNTIL", dict.fromkeys([engine(stuck, "plain").native_folder], 0.0))
    with told():
        simulate(stuck, ["random", "greedy"], games=10, threads=2)


@pytest.mark.parametrize("mode", ["plain", "native"])
@pytest.mark.parametrize("policy", ["random", "prefer", "network"])
def test_rollouts_of_tables_end_with_the_error(stuck: Game, mode: str, policy: str) -> None:
    net = blank_net(stuck, "network") if policy == "network" else None
    for threads in (1, 2) if mode == "native" else (1,):
        env = vector.Tables(stuck, 2, {}, 200, 1, {}, threads, 50, mode)
        with told():
            env.rollout(env.room(5, advised=net is not None), net or policy)  # type: ignore[arg-type]
        env.reset()
        assert (env.seats == 0).all()
        assert env.masks.any(axis=1).all()
        env.close()


@pytest.mark.parametrize("mode", ["plain", "native"])
def test_steps_of_tables_end_with_the_error(stuck: Game, mode: str) -> None:
    for threads in (1, 2) if mode == "native" else (1,):
        env = vector.Tables(stuck, 2, {}, 200, 1, {}, threads, 50, mode)
        for _ in range(2):
            with told():
                env.step(np.zeros(200, np.int64))
            env.reset()
        env.close()
    with told():
        vector.Tables(stuck, 2, {}, 1, 1, {1: Policy.parse("greedy")}, 1, 50, mode).step([0])


@pytest.mark.parametrize("work", [learning.played, learning.met, gathered])
def test_games_to_learn_from_end_with_the_error(stuck: Game, work: Callable[[Block], object]) -> None:
    more = {"networks": [blank_net(stuck, "network")] * 2, "mixed": 0, "rows": 20, "critic": False, "setting": 0, "told": []}
    block = Block("", Setting.of(stuck, 2, {}), ("random",), 1, 0, 4, {**more, "nets": [], "every": 1})
    with told():
        work(block)


def test_environments_and_matches_end_with_the_error(stuck: Game) -> None:
    match = Match(stuck, seed=1)
    match.play(match.actions(0)[0])
    with told():
        match.actions()
    with told():
        make_bot("search:60", stuck).choose(match.view(1))


def test_environments_for_one_seat_or_for_all_tell_it(stuck: Game) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'tuckbox[pettingzoo]')")
    from tuckbox.adapters import gymnasium, pettingzoo

    env = gymnasium.env(stuck, bots="greedy", seat=0)
    env.reset(seed=1)
    with told():
        env.step(0)
    agents = pettingzoo.env(stuck)
    agents.reset(seed=1)
    with told():
        agents.step(0)
        agents.last()
