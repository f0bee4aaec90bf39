"""Gymnasium's own checker, as it is, for every game; and what it does not ask."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
import tuckbox_leduc

from tests.adapters.subjects import EVERY, SOME, Subject, mode_of
from tuckbox.errors import IllegalAction, MatchOver, OptionError

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (pip install 'tuckbox[gymnasium]')")

from gymnasium.utils.env_checker import check_env

from tuckbox.adapters import gymnasium
from tuckbox.adapters.gymnasium import SeatEnv


def made(subject: Subject, **more: Any) -> SeatEnv:
    return gymnasium.env(subject.game, subject.players, mode=mode_of(subject), options=subject.options, **more)


@EVERY
def test_their_checker_passes(subject: Subject) -> None:
    for illegal in ("end", "random"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of what is usual: to have been made by gymnasium.make
            check_env(made(subject, illegal=illegal, seat=subject.players - 1))


@SOME
def test_an_episode_is_a_game_against_bots(subject: Subject) -> None:
    env, rng = made(subject, seat=1, illegal="raise"), np.random.default_rng(1)
    for seed in range(3):
        look, info = env.reset(seed=seed)
        ended = False
        while not ended:
            assert env.observation_space.contains(look)
            assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
            assert env._position.turn == 1
            look, reward, ended, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            assert not cut
            assert reward == env._position.payoff[1]
        assert env._position.over


def test_bots_are_named_from_the_next_seat_on_or_seat_by_seat() -> None:
    """The latter as for `vector.make`, where every seat without a bot is one's own."""
    for bots in (["random", "greedy"], ["greedy", None, "random"], {2: "random", 0: "greedy"}):
        env = gymnasium.env("whiplash", 3, seat=1, bots=bots)
        assert {seat: bot.policy.name for seat, bot in env._bots.items()} == {2: "random", 0: "greedy"}


def test_the_seed_fixes_deal_and_bots() -> None:
    def played(seed: int) -> list[Any]:
        env = gymnasium.env("whiplash", 3, bots=["random", "random"])
        look, info = env.reset(seed=seed)
        looks = [look.tolist()]
        for _ in range(8):
            look, *_, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            looks.append(look.tolist())
        return looks

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_compiled_bots_sit_in_the_other_seats() -> None:
    env = gymnasium.env(tuckbox_leduc.GAME, bots="search:20", render_mode="ansi")
    paid = 0.0
    for seed in range(5):
        env.reset(seed=seed)
        ended = False
        while not ended:
            _, reward, ended, _, _ = env.step(1)  # calls whatever comes
        paid += abs(reward)
    assert paid > 0
    assert "Leduc" in str(env.render())


def test_illegal_actions_raise_end_or_are_replaced() -> None:
    env = gymnasium.env(tuckbox_leduc.GAME)
    env.reset(seed=1)
    assert not env.action_masks()[0]  # no bet to fold to
    _, reward, ended, cut, info = env.step(0)
    assert (reward, ended, cut) == (-13, True, False)
    assert "no bet to fold to" in info["illegal"]
    with pytest.raises(MatchOver):
        env.step(1)
    env = gymnasium.env(tuckbox_leduc.GAME, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="no bet to fold to"):
        env.step(0)
    env = gymnasium.env(tuckbox_leduc.GAME, illegal="random")
    env.reset(seed=1)
    *_, info = env.step(0)
    assert "no bet to fold to" in info["replaced"]


def test_without_a_game_nothing_can_be_done_and_options_of_a_reset_are_refused() -> None:
    env = gymnasium.env(tuckbox_leduc.GAME, mode="plain", render_mode="ansi")
    for do in (env.action_masks, env.describe, env.render, partial(env.step, 1)):
        with pytest.raises(MatchOver, match="reset"):
            do()
    with pytest.raises(OptionError, match="reset knows no option 'edition'"):
        env.reset(options={"edition": "royal"})


def test_episodes_can_be_cut() -> None:
    env = gymnasium.env("whiplash", max_cycles=3)
    _, info = env.reset(seed=1)
    for step in range(1, 4):
        _, _, ended, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert (ended, cut) == (False, step == 3)


def test_what_is_seen_in_words() -> None:
    env = gymnasium.env("whiplash", 2, ranks=9)
    env.reset(seed=1)
    assert env.describe().startswith("seat: 0\nturn: me\nhand[me] cards: ")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 2},
        {"bots": ["random"] * 2},
        {"bots": ["random", None]},
        {"bots": [None, None]},
        {"bots": "clever"},
        {"illegal": "no"},
        {"max_cycles": 0},
        {"max_cycles": "5"},
        {"bots": 5},
        {"bots": {"1": "random", 2: "random"}},
        {"seat": 0.0},
        {"ranks": 1},
        {"bots": "learned", "ranks": 9},
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        gymnasium.env("whiplash", **wrong)


def test_a_game_longer_than_games_may_be_is_broken_off() -> None:
    """After so many decisions of all seats, whoever made them."""
    env = gymnasium.env(replace(tuckbox_leduc.GAME, longest=3), 2, bots="random", mode="plain")
    ends = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            _, paid, over, cut, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
        ends.add((over, cut))
        if cut:
            assert (env._position.decisions, paid) == (3, 0)
            with pytest.raises(MatchOver, match="has ended"):
                env.step(int(env.action_masks().argmax()))
    assert (False, True) in ends
