"""Rollouts by a network write what a learner needs: log probabilities and values beside what was seen and done."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tuckbox_leduc

from tuckbox.adapters.vector import Tables, make
from tuckbox.engine.weights import Net, blank_net
from tuckbox.errors import OptionError

LEDUC = tuckbox_leduc.GAME
STEPS, TABLES = 12, 64


def some_network(seed: int = 1) -> dict[str, Any]:
    """A network of Leduc hold'em with numbers by chance."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=zeros.shape) * 0.3 for name, zeros in blank_net(LEDUC, "network").items()}


def tables(mode: str = "native", threads: int = 1) -> Tables:
    return Tables(LEDUC, 2, {}, TABLES, 7, {}, threads, LEDUC.longest, mode=mode)


def expected(net: Net, look: Any, mask: Any, seat: int) -> tuple[Any, Any]:
    """The log probabilities of the legal actions and the values of all seats, worked out with NumPy."""
    first = np.maximum(look @ net["weights1"] + net["bias1"], 0)
    hidden = np.maximum(first @ net["weights2"] + net["bias2"], 0)
    logits = np.where(mask, hidden @ net["policy_weights"].T + net["policy_bias"], -np.inf)
    told = hidden @ net["value_weights"][:2].T + net["value_bias"][:2]
    low, high = LEDUC.utility
    shares = low + (high - low) / (1 + np.exp(-told))
    return logits - np.log(np.exp(logits).sum()), np.roll(shares, seat)


@pytest.mark.parametrize("mode", ["native", "plain"])
def test_a_network_plays_by_its_policy_and_says_what_it_thought(mode: str) -> None:
    net = some_network()
    net["prior_exponent"][:] = 0  # no leaning of the game's own
    env = tables(mode)
    out = env.rollout(env.room(STEPS, advised=True), net)
    assert np.take_along_axis(out.masks, out.actions[..., None], axis=2).all()
    for at in range(0, STEPS, 5):
        for table in range(0, TABLES, 9):
            told, values = expected(net, out.observations[at, table], out.masks[at, table], out.seats[at, table])
            assert out.log_probabilities[at, table] == pytest.approx(told[out.actions[at, table]], abs=1e-4)
            assert out.values[at, table] == pytest.approx(values, abs=1e-3)


def test_actions_are_drawn_as_often_as_the_policy_says() -> None:
    env = make(LEDUC, tables=2048, seed=3)
    out = env.rollout(env.room(40, advised=True), some_network())
    surprise = out.log_probabilities.mean()  # minus the mean entropy of the policy, if it is drawn from
    several = out.masks.sum(axis=2) > 1
    assert -np.log(3) < surprise < 0
    assert not out.log_probabilities[~several].any()


def test_threads_do_not_matter_and_a_network_can_be_exchanged() -> None:
    one, two = tables(threads=1), tables(threads=3)
    for seed in (1, 2):
        first, second = (env.rollout(env.room(STEPS, advised=True), some_network(seed)) for env in (one, two))
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    two.close()


@pytest.mark.slow
def test_what_a_game_ships_wins_against_what_is_random() -> None:
    env = make("whiplash", tables=256, players=2, seed=5)
    learned = env.rollout(env.room(100, advised=True), "learned")
    assert np.corrcoef(learned.values[..., 0].ravel(), learned.values[..., 1].ravel())[0, 1] < 0
    assert learned.log_probabilities.max() <= 0


def test_what_is_no_network_is_refused() -> None:
    env, net = tables(), some_network()
    room = env.room(STEPS, advised=True)
    with pytest.raises(OptionError, match=r"`room\(steps, advised=True\)` makes"):
        env.rollout(env.room(STEPS), net)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="as `room` makes them"):
        env.rollout(room, "random")
    with pytest.raises(OptionError, match="has bias1 of shape"):
        env.rollout(room, {**net, "bias1": np.zeros(3)})
    with pytest.raises(OptionError, match=r"has weights2 of shape .* not none"):
        env.rollout(room, {name: array for name, array in net.items() if name != "weights2"})
    with pytest.raises(OptionError, match="ships no network"):
        env.rollout(room, "learned")
    with pytest.raises(OptionError, match="a policy is random, prefer, learned"):
        env.rollout(room, "clever")
    with pytest.raises(OptionError, match="arrays by their names, not a NoneType"):
        env.rollout(room, None)  # type: ignore[call-overload]
    for bad in (np.nan, np.inf, 1j):
        with pytest.raises(OptionError, match="has finite numbers in weights1"):
            env.rollout(room, {**net, "weights1": np.where(np.arange(64) == 3, bad, net["weights1"])})


def test_arrays_of_a_network_may_be_of_any_library() -> None:
    rows, (env, twin), net = [], (tables(), tables()), some_network()
    for each, given in ((env, net), (twin, {name: array.tolist() for name, array in net.items()})):
        rows.append(each.rollout(each.room(STEPS, advised=True), given).values)
    assert np.array_equal(rows[0], rows[1])
