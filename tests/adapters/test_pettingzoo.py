"""PettingZoo's own tests, as they are, for every game; and what they do not ask."""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
import tuckbox_hanabi
import tuckbox_leduc

from tests.adapters.subjects import EVERY, SOME, Subject, mode_of
from tests.toys.bluff import GAME as BLUFF
from tuckbox.errors import IllegalAction, MatchOver, OptionError

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'tuckbox[pettingzoo]')")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from tuckbox.adapters import pettingzoo
from tuckbox.adapters.pettingzoo import TogetherEnv, TurnEnv

CYCLES = 25


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Their tests warn where something is usual but not required."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def turns(subject: Subject, **more: Any) -> TurnEnv:
    return pettingzoo.env(subject.game, subject.players, mode=mode_of(subject), options=subject.options, **more)


def together(subject: Subject, **more: Any) -> TogetherEnv:
    return pettingzoo.parallel_env(subject.game, subject.players, mode=mode_of(subject), options=subject.options, **more)


@EVERY
def test_api(subject: Subject) -> None:
    api_test(turns(subject), num_cycles=CYCLES)


@EVERY
def test_seeds(subject: Subject) -> None:
    seed_test(lambda: turns(subject), num_cycles=CYCLES)


@EVERY
def test_parallel_api(subject: Subject) -> None:
    parallel_api_test(together(subject), num_cycles=CYCLES)


@EVERY
def test_parallel_seeds(subject: Subject) -> None:
    """This test chooses without masks: illegal actions end the episode, for one run, and are replaced, for the other."""
    for illegal in ("end", "random"):
        parallel_seed_test(lambda illegal=illegal: together(subject, illegal=illegal), num_cycles=CYCLES)


def test_metadata_say_what_payoffs_are_to_each_other() -> None:
    env = pettingzoo.env("jalopies", 4, mode="plain", race="team")
    assert env.metadata["payoffs"] == "constant-sum"
    assert env.metadata["teams"] == [["player_0", "player_2"], ["player_1", "player_3"]]
    assert pettingzoo.parallel_env("whiplash", 2, mode="plain").metadata["payoffs"] == "general-sum"


def drawn_alike(env: Any) -> Any:
    """An environment whose actions and deals are drawn from seeds, though nobody gives it any."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    env.reset = partial(env.reset, seed=2)
    return env


def test_max_cycles() -> None:
    """This test knows no masks either; and it is for games in which all agents act equally often, and none is over early."""
    for players in (2, 3, 4):
        play: dict[str, Any] = {"players": players, "illegal": "random"}
        module = types.SimpleNamespace(
            env=lambda max_cycles, play=play: drawn_alike(pettingzoo.env("whiplash", **play, max_cycles=max_cycles)),
            parallel_env=lambda max_cycles, play=play: drawn_alike(
                pettingzoo.parallel_env("whiplash", **play, max_cycles=max_cycles)
            ),
        )
        max_cycles_test(module)


@SOME
def test_rewards_are_payoffs(subject: Subject) -> None:
    env = turns(subject)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        look, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else int(np.flatnonzero(look["action_mask"])[0]))
        position = env._position
    assert position.over
    assert tuple(total.values()) == position.payoff


def test_only_who_is_to_act_has_a_mask() -> None:
    env = pettingzoo.env("whiplash", 3, edition="royal")
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert [agent for agent, legal in masks.items() if legal] == [env.agent_selection]


def test_a_seed_may_be_a_number_of_numpy() -> None:
    env, seeds, looks = pettingzoo.env("whiplash", 2), cast(list[int], [3, np.int64(3)]), []
    for seed in seeds:
        env.reset(seed=seed)
        looks.append(env.observe(env.agent_selection)["observation"])
    assert np.array_equal(*looks)


def test_without_a_game_nothing_can_be_done() -> None:
    env = pettingzoo.env(BLUFF, 3, render_mode="ansi", mode="plain")
    both = pettingzoo.parallel_env(BLUFF, 3, mode="plain", max_cycles=1)
    begun: list[Callable[[], object]] = [env.last, env.render, partial(env.step, 0), partial(env.observe, "player_0")]
    begun += [partial(env.describe, "player_0"), partial(both.step, {}), partial(both.describe, "player_0")]
    for do in begun:
        with pytest.raises(MatchOver, match="reset first"):
            do()
    looks, _ = both.reset(seed=1)
    both.step({agent: int(look["action_mask"].argmax()) for agent, look in looks.items()})
    with pytest.raises(MatchOver, match="has ended"):  # it was truncated: nobody plays on
        both.step({agent: int(look["action_mask"].argmax()) for agent, look in looks.items()})
    env.reset(seed=1)
    for _ in env.agent_iter():
        look, _, ended, _, _ = env.last()
        env.step(None if ended else int(look["action_mask"].argmax()))
    with pytest.raises(MatchOver, match="has ended"):
        env.step(None)


def test_options_of_a_reset_are_not_passed_over_in_silence() -> None:
    for env in (pettingzoo.env(BLUFF, 3, mode="plain"), pettingzoo.parallel_env(BLUFF, 3, mode="plain")):
        with pytest.warns(UserWarning, match="reset knows no option 'edition'"):
            env.reset(options={"edition": "royal"})


def test_slips_are_told_and_change_nothing() -> None:
    env: Any = pettingzoo.env(BLUFF, 3, mode="plain")
    both: Any = pettingzoo.parallel_env(BLUFF, 3, mode="plain")
    env.reset(seed=1)
    both.reset(seed=1)
    before = env.observe("player_0")["observation"], both.describe("player_0")
    with pytest.raises(OptionError, match="there is no agent 0; the agents are player_0, player_1, player_2"):
        env.observe(0)
    with pytest.raises(OptionError, match="an action is a whole number, not '0'"):
        env.step("0")
    with pytest.raises(OptionError, match=r"actions are given by their agents, such as \{'player_0': 0\}, not as 5"):
        both.step(5)
    with pytest.raises(OptionError, match="an action is a whole number, not '0'"):
        both.step(dict.fromkeys(both.agents, "0"))
    with pytest.raises(OptionError, match="there is no agent 'player_9'"):
        both.step({**dict.fromkeys(both.agents, 0), "player_9": 0})
    for each in (env, both):
        with pytest.raises(OptionError, match="options are given by their names, not as 5"):
            each.reset(options=5)
        for space in (each.observation_space, each.action_space):
            with pytest.raises(OptionError, match="there is no agent 'player_9'"):
                space("player_9")
    assert np.array_equal(env.observe("player_0")["observation"], before[0])
    assert both.describe("player_0") == before[1]


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    env = pettingzoo.env("whiplash", 2)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["observation"]
    with pytest.raises(IllegalAction, match=r"take a card first.*\(WL-5\.1\)"):
        env.step(2)
    assert np.array_equal(env.observe(env.agent_selection)["observation"], before)
    with pytest.raises(IllegalAction):
        env.step(9999)
    with pytest.raises(OptionError, match="None is for agents"):
        env.step(None)


def test_an_illegal_action_may_end_the_episode() -> None:
    env = pettingzoo.parallel_env("whiplash", 2, illegal="end")
    _, infos = env.reset(seed=1)
    actor = next(agent for agent, info in infos.items() if info["asked"])
    _, rewards, ended, _, infos = env.step(dict.fromkeys(env.agents, 5))
    assert all(ended.values())
    assert rewards[actor] == 0
    assert "WL-5.1" in infos[actor]["illegal"]
    assert env.agents == []


@pytest.mark.parametrize(
    ("game", "players", "options", "paid"),
    [
        ("keywhiz", 3, {}, [0, 0.5, 0.5]),
        ("jalopies", 4, {"race": "partner"}, [0, 1, 0, 1]),
        (tuckbox_leduc.GAME, 2, {}, [-13, 13]),
        (tuckbox_hanabi.GAME, 2, {}, [0, 0]),
    ],
    ids=["constant-sum", "teams", "zero-sum", "identical"],
)
def test_an_episode_that_an_illegal_action_ends_pays_as_a_forfeited_game(
    game: Any, players: int, options: dict[str, Any], paid: list[float]
) -> None:
    """Payoffs are what the metadata say that they are."""
    env = pettingzoo.env(game, players, illegal="end", mode="plain", options=options)
    both = pettingzoo.parallel_env(game, players, illegal="end", mode="plain", options=options)
    env.reset(seed=1)
    actor = env.possible_agents.index(env.agent_selection)
    env.step(-1)
    wanted = dict(zip(env.possible_agents, paid[-actor:] + paid[:-actor], strict=True))
    assert env.rewards == wanted
    both.reset(seed=1)
    _, rewards, *_ = both.step(dict.fromkeys(both.agents, -1))
    assert rewards == wanted


def test_an_illegal_action_may_be_replaced_and_that_is_told() -> None:
    env = pettingzoo.env("whiplash", 2, illegal="random")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(50)
    assert "WL-5.1" in env.infos[agent]["replaced"]
    assert env._position.decisions == 1


def test_all_whom_a_window_asks_answer_in_one_step() -> None:
    env, rng, windows = pettingzoo.parallel_env(BLUFF, 4), np.random.default_rng(1), 0
    for seed in range(30):
        looks, infos = env.reset(seed=seed)
        while env.agents:
            asked = [seat for seat, agent in enumerate(env.agents) if infos[agent]["asked"]]
            assert asked == sorted(env._position.asked)
            decided = env._position.decisions
            chosen = {agent: int(rng.choice(np.flatnonzero(looks[agent]["action_mask"]))) for agent in env.agents}
            looks, _, _, _, infos = env.step(chosen)
            assert env._position.decisions - decided == len(asked)
            windows += len(asked) > 1
    assert windows > 10


def test_who_is_not_asked_has_one_action_and_it_is_not_looked_at() -> None:
    env = pettingzoo.parallel_env("whiplash", 3, illegal="raise")
    looks, infos = env.reset(seed=1)
    actor = next(agent for agent, info in infos.items() if info["asked"])
    waiting = [agent for agent in env.agents if agent != actor]
    assert [np.flatnonzero(looks[agent]["action_mask"]).tolist() for agent in waiting] == [[0], [0]]
    answers = dict.fromkeys(waiting, 9999) | {actor: int(np.flatnonzero(looks[actor]["action_mask"])[0])}
    *_, infos = env.step(answers)
    assert all(set(info) == {"asked"} for info in infos.values())


def test_who_is_asked_must_answer() -> None:
    env = pettingzoo.parallel_env("whiplash", 2)
    env.reset(seed=1)
    with pytest.raises(OptionError, match="is asked and gives no action"):
        env.step({})


def test_the_table_as_a_text() -> None:
    env = pettingzoo.env("whiplash", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "draw stock" in str(env.render())
    assert "turn: me\nhand[me] cards: " in env.describe(env.agent_selection)


@pytest.mark.parametrize("wrong", [{"illegal": "forgive"}, {"render_mode": "rgb"}, {"max_cycles": 1.5}, {"players": 7}])
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        pettingzoo.env("whiplash", **wrong)


def test_a_game_longer_than_games_may_be_is_broken_off() -> None:
    short = replace(tuckbox_leduc.GAME, longest=3)
    env, both = pettingzoo.env(short, 2, mode="plain"), pettingzoo.parallel_env(short, 2, mode="plain")
    env.reset(seed=1)
    looks, _ = both.reset(seed=1)
    for cut in (False, False, True):
        action = int(env.observe(env.agent_selection)["action_mask"].nonzero()[0][-2])
        env.step(action)
        looks, _, ended, gone, _ = both.step(dict.fromkeys(looks, action))
        assert set(env.truncations.values()) == set(gone.values()) == {cut}
        assert not any(env.terminations.values())
        assert not any(ended.values())
