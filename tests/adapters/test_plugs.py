"""The games under the names and in the libraries that learners know; the latter are skipped where they are missing."""

from __future__ import annotations

import runpy
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tuckbox
from tuckbox.errors import IllegalAction, MatchOver, OptionError

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (pip install 'tuckbox[gymnasium]')")

import gymnasium
from gymnasium.utils.env_checker import check_env

from tuckbox.adapters.gymnasium import environment_id, register_all

RESEARCH = Path(__file__).parents[2] / "examples" / "research"


def example(library: str, package: str) -> dict[str, Any]:
    """The names of the example with a library; the test is skipped where it is not installed."""
    pytest.importorskip(package, reason=f"{package} is not installed: see the head of examples/research/with_{library}.py")
    return runpy.run_path(str(RESEARCH / f"with_{library}.py"))


# -- Gymnasium's own makers ----------------------------------------------------------------------------------------------


def test_every_installed_game_has_a_name() -> None:
    assert register_all() == [environment_id(name) for name in tuckbox.installed()]
    assert set(register_all()) <= set(gymnasium.registry)


def test_an_environment_is_made_by_its_name_and_passes_the_checker_as_made() -> None:
    for more in ({}, {"masked": True}, {"bots": "greedy", "players": 3, "seat": 2, "edition": "royal"}):
        env = gymnasium.make("tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0", **more)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns that it is wrapped, which `make` does
            check_env(env)
            check_env(env.unwrapped)


def test_an_observation_may_have_its_mask() -> None:
    env = gymnasium.make("tuckbox/Whiplash-v0", masked=True)
    look, info = env.reset(seed=3)
    assert env.observation_space.contains(look)
    assert np.array_equal(look["action_mask"], info["action_mask"])
    plain, _ = gymnasium.make("tuckbox/Whiplash-v0").reset(seed=3)
    assert np.array_equal(look["observation"], plain)


def test_a_seed_may_be_a_number_of_numpy() -> None:
    for env in (gymnasium.make("tuckbox/Whiplash-v0"), gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=2)):
        (of_numpy, _), (of_python, _) = env.reset(seed=np.int64(3)), env.reset(seed=3)
        assert np.array_equal(of_numpy, of_python)
        for wrong in (3.0, "3", -1):
            with pytest.raises((gymnasium.error.Error, OptionError)):
                env.reset(seed=wrong)


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ({"render_mode": "rgb_array"}, "render_mode is ansi"),  # of Stable-Baselines3
        ({"frameskip": 1}, "unexpected keyword argument 'frameskip': whiplash has no option"),  # of TorchRL
    ],
)
def test_arguments_of_libraries_are_refused_as_these_expect_it(argument: dict[str, Any], said: str) -> None:
    for refused in (TypeError, OptionError):
        with pytest.raises(refused, match=said):
            gymnasium.make("tuckbox/Whiplash-v0", **argument)
    with pytest.raises(OptionError, match="ranks") as wrong:
        gymnasium.make("tuckbox/Whiplash-v0", ranks=99)
    assert not isinstance(wrong.value, TypeError)


def legal(infos: dict[str, Any]) -> Any:
    return infos["action_mask"].argmax(axis=1)


def test_many_tables_of_one_seat() -> None:
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=32, players=3, seat=1, bots="greedy")
    looks, infos = envs.reset(seed=5)
    assert looks.shape == envs.observation_space.shape
    assert infos["action_mask"].shape == (32, envs.single_action_space.n)
    paid = ended = 0.0
    for _ in range(60):
        before = looks.copy()
        looks_now, rewards, over, cut, infos = envs.step(legal(infos))
        assert np.array_equal(looks, before), "what a step has given stays as it was"
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        paid, ended, looks = paid + rewards.sum(), ended + over.sum(), looks_now
    assert ended > 32
    assert 0 <= paid < ended
    again, _ = envs.reset(seed=5)
    assert np.array_equal(again, envs.reset(seed=5)[0])
    envs.close()


def test_an_illegal_action_at_many_tables_is_refused_or_replaced() -> None:
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=4)
    _, infos = envs.reset(seed=5)
    with pytest.raises(IllegalAction, match="no table has moved"):
        envs.step(legal(infos) * 0 + 9999)
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=4, illegal="random")
    looks, _ = envs.reset(seed=5)
    after, *_ = envs.step(np.array([9999, -1, 0, 50]))
    assert (looks != after).any(axis=1).all()
    for seed in (5, [1, 2, 3, 4]):  # what is played instead hangs on the seeds as well
        first, again = ([envs.reset(seed=seed)[0], *(envs.step(np.full(4, 50))[0] for _ in range(8))] for _ in range(2))
        assert np.array_equal(first, again)
    for wrong in (np.zeros(5, int), np.zeros(4)):
        with pytest.raises(OptionError, match="whole number for each of 4"):
            envs.step(wrong)
    with pytest.raises(OptionError, match="reset knows no option"):
        envs.reset(options={"edition": "royal"})
    with pytest.raises(MatchOver, match="reset first"):
        gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=4).step(np.zeros(4, int))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"illegal": "end"}, "illegal is raise or random"),
        ({"seat": 2}, "no seat 2"),
        ({"bots": ["random", "random"]}, "1 other seats"),
        ({"max_cycles": 0}, "max_cycles is a whole number"),
    ],
)
def test_many_tables_refuse_what_cannot_be(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=4, **wrong)


def test_tables_without_a_seed_are_dealt_by_one_that_nobody_knows() -> None:
    one, other = (gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=32) for _ in range(2))
    first, _ = one.reset()
    assert (first != other.reset()[0]).any()
    assert (first != one.reset()[0]).any()
    seeded, _ = one.reset(seed=3)
    later, _ = one.reset()  # goes on from there
    assert (other.reset(seed=3)[0] == seeded).all()
    assert (other.reset()[0] == later).all()


def test_each_table_may_have_a_seed_of_its_own() -> None:
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=3)
    looks, _ = envs.reset(seed=[4, 9, 4])
    assert np.array_equal(looks[0], looks[2])
    assert not np.array_equal(looks[0], looks[1])
    other, _ = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=2).reset(seed=[9, 4])
    assert np.array_equal(other, looks[[1, 0]])
    for seeds in (4, 9, 4), np.array([4, 9, 4]), range(4, 7):
        assert np.array_equal(envs.reset(seed=seeds)[0][0], looks[0])
    for wrong, said in ([1, 2], "one seed for all or 3"), ([1, 2, -3], "whole number"), ([1, None, 2], "one for each"):
        with pytest.raises(OptionError, match=said):
            envs.reset(seed=wrong)


def test_the_last_observation_of_a_game_is_kept() -> None:
    """Played again with as many decisions, but not broken off, the tables stand where the last observation says."""
    short, whole = (gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=16, bots="greedy", max_cycles=n) for n in (7, 10_000))
    (_, infos), (_, others) = short.reset(seed=2), whole.reset(seed=2)
    waiting, found = np.ones(16, bool), 0
    for _ in range(6):
        before = infos
        _, _, over, cut, infos = short.step(legal(before))
        looks, _, _, _, others = whole.step(legal(others))
        for table in np.flatnonzero(waiting & cut):
            seats = infos["final_obs"][table, : short.tables.players]
            assert infos["_final_obs"][table]
            assert infos["final_info"]["_payoffs"][table]
            assert not infos["final_info"]["payoffs"][table].any()
            assert seats.sum() == 1, "a row says which seat sees it"
            if np.array_equal(infos["final_obs"][table], looks[table]):
                found += 1
        waiting &= ~(over | cut)
    assert found > 0


def test_observations_of_many_tables_may_have_their_masks() -> None:
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=4, masked=True)
    looks, infos = envs.reset(seed=5)
    assert envs.observation_space.contains(looks)
    assert np.array_equal(looks["action_mask"], infos["action_mask"])
    looks, *_, infos = envs.step(legal(infos))
    assert np.array_equal(looks["action_mask"], infos["action_mask"])


def test_the_last_observation_has_a_mask_of_all_actions() -> None:
    """TorchRL draws an action there, too, and found none to draw."""
    envs = gymnasium.make_vec("tuckbox/Whiplash-v0", num_envs=8, max_cycles=2)
    _, infos = envs.reset(seed=5)
    over = np.zeros(8, bool)
    while not over.any():
        *_, ended, cut, infos = envs.step(legal(infos))
        over = ended | cut
    masks = infos["final_info"]["action_mask"]
    assert masks.shape == infos["action_mask"].shape
    assert masks[over].all()
    assert not masks[~over].any()


# -- libraries -----------------------------------------------------------------------------------------------------------


def test_torchrl() -> None:
    module = example("torchrl", "torchrl")
    seat = module["one_seat"](30)
    chosen = seat["action_mask"].gather(-1, seat["action"].argmax(-1, keepdim=True))
    assert chosen.all(), "every action was legal"
    from torchrl.envs import ActionMask, GymEnv, GymWrapper, TransformedEnv
    from torchrl.envs.utils import check_env_specs

    name = "tuckbox.adapters.gymnasium:tuckbox/Whiplash-v0"
    by_name = TransformedEnv(GymEnv(name, masked=True, illegal="raise"), ActionMask())
    assert by_name.rollout(30, break_when_any_done=False).shape == (30,)
    many = GymWrapper(gymnasium.make_vec(name, num_envs=8, masked=True, illegal="random"))
    assert many.rollout(30, break_when_any_done=False).shape == (8, 30)
    ending = GymWrapper(gymnasium.make_vec(name, num_envs=8, masked=True, illegal="random", max_cycles=1))
    check_env_specs(TransformedEnv(ending, ActionMask()))
    assert tuple(module["all_seats"](30)["player", "observation", "observation"].shape[:2]) == (30, 3)


def test_tianshou() -> None:
    paid = example("tianshou", "tianshou")["play"](4)
    assert len(paid) == 3
    assert 0 <= sum(paid) <= 1


def test_stable_baselines3() -> None:
    before, after = example("sb3", "sb3_contrib")["learn"](128, 20)
    assert 0 <= before <= 1
    assert 0 <= after <= 1


@pytest.mark.slow
def test_rllib() -> None:
    assert example("rllib", "ray.rllib")["learn"](1, 250)[0] > 1
