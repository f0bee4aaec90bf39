"""Rollouts in compiled code are what stepping gives; the caller's arrays are written and nothing else; threads end."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import numpy as np
import pytest
import tuckbox_eights
import tuckbox_leduc

from tests.adapters.subjects import Subject
from tests.adapters.test_vector import same, tables
from tuckbox.adapters.vector import make
from tuckbox.errors import OptionError

STEPS = 30


SMALL = Subject(tuckbox_leduc.GAME, 2, {}), Subject(tuckbox_eights.GAME, 3, {})


@pytest.mark.parametrize("subject", SMALL, ids=str)
@pytest.mark.parametrize("policy", ["random", "prefer"])
def test_a_rollout_is_what_stepping_gives_in_both_modes(subject: Subject, policy: str) -> None:
    native, plain, stepped = tables(subject, "native", threads=2), tables(subject, "plain"), tables(subject, "native")
    out = native.rollout(native.room(STEPS), policy)
    assert same(out, plain.rollout(plain.room(STEPS), policy))
    for at in range(STEPS):
        looks, masks, seats, actions, *came = (array[at] for array in out)
        assert same((looks, masks, seats), (stepped.observations, stepped.masks, stepped.seats))
        assert same(came, stepped.step(actions)[3:])
    assert same((native.observations, native.masks, native.seats), stepped._batch[:3])
    assert same(native.step(native.masks.argmax(axis=1)), stepped.step(stepped.masks.argmax(axis=1)))
    native.close()


def test_threads_do_not_matter_and_what_follows_goes_on_from_there() -> None:
    one, three = (make(tuckbox_leduc.GAME, tables=300, seed=5, threads=n) for n in (1, 3))
    whole = one.rollout(one.room(12))
    first, second = (three.rollout(three.room(n)) for n in (5, 7))
    halves: list[Any] = list(zip(first, second, strict=True))
    assert same(whole, map(np.concatenate, halves))
    assert same(one._batch, three._batch)
    three.close()


def test_leduc_at_random_pays_what_it_must() -> None:
    """Of two random players the first loses 5/64 of a chip on average (worked out exactly in test_leduc)."""
    env = make(tuckbox_leduc.GAME, tables=4096, seed=2)
    out = env.rollout(env.room(60))
    assert np.take_along_axis(out.masks, out.actions[..., None], axis=2).all()
    games = out.terminated.sum()
    assert not out.rewards[~out.terminated].any()
    assert abs(out.rewards[..., 0].sum() / games + 5 / 64) < 5 * 4 / np.sqrt(games)


def test_what_no_rollout_can_be_is_refused_and_moves_no_table() -> None:
    env = make("whiplash", tables=5, seed=6)
    out, before = env.room(4), [np.array(part) for part in env._batch]
    still = out.actions.copy()
    still.flags.writeable = False
    wrong = [
        out._replace(actions=still),
        out._replace(actions=out.actions[:3]),
        out._replace(masks=out.masks.astype(np.int8)),
        out._replace(masks=out.masks.tolist()),
        out._replace(observations=out.observations[:, :, ::2]),
        env.room(8)._replace(rewards=out.rewards),
    ]
    for arrays in wrong:
        with pytest.raises(OptionError, match="arrays as `room` makes them"):
            env.rollout(arrays)
    with pytest.raises(OptionError, match="a policy is random, prefer"):
        env.rollout(out, "clever")
    with pytest.raises(OptionError, match="without bots"):
        make(tuckbox_leduc.GAME, tables=5, bots=[None, "random"]).rollout(out)
    assert same(before, env._batch)


def test_threads_end_with_their_environment() -> None:
    before = threading.active_count()
    env = make(tuckbox_leduc.GAME, tables=300, seed=5, threads=3)
    for _ in range(4):
        env.step(env.masks.argmax(axis=1))
    env.rollout(env.room(2))
    assert threading.active_count() > before
    del env
    gc.collect()
    end = time.monotonic() + 30
    while threading.active_count() > before:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_closed_environment_goes_on_without_threads() -> None:
    closed, other = (make(tuckbox_leduc.GAME, tables=300, seed=5, threads=n) for n in (3, 1))
    closed.step(closed.masks.argmax(axis=1))
    closed.close()
    other.step(other.masks.argmax(axis=1))
    actions = other.masks.argmax(axis=1)
    assert same(closed.step(actions), other.step(actions))
    assert same(closed.rollout(closed.room(3)), other.rollout(other.room(3)))
