"""Environments as peers: the vector environment against Pgx, and game for game against PettingZoo, RLCard and OpenSpiel.

Everything plays at random among legal actions, and what is counted is decisions. All of it is on the CPU.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from contest import Row, Runner
from openspiel import Missing
from subjects import subject

from tuckbox.adapters import vector
from tuckbox.definition.game import Game

BATCH = 1024
STEPS = 50
PACKAGES = ("pgx", "jax", "pettingzoo", "rlcard", "gymnasium")
VECTORS = {"tic-tac-toe": ("tic_tac_toe", 12), "leduc": ("leduc_holdem", 15)}
"""Games of the vector environment: what Pgx calls them, and the target of rollouts against it."""

CLASSICS = {
    "tic-tac-toe": {"PettingZoo classic": "tictactoe_v3"},
    "leduc": {"PettingZoo classic (other rules)": "leduc_holdem_v4", "RLCard (other rules)": "leduc-holdem"},
    "Whiplash": {"RLCard's gin rummy (another game)": "gin-rummy"},
    "Crazy Eights": {"RLCard's UNO (another game)": "uno"},
}
"""Games played through the interfaces of others: for each of our games theirs by name."""


def wanted(name: str, extra: str) -> Any:
    """A module. Raises `Missing`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{name} cannot be imported ({error}): pip install {extra}") from None


def versions() -> list[str]:
    """The packages compared with, and their versions."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{name} missing")
    return found


# -- many tables at once -----------------------------------------------------------------------------------------------


def stepping(game: Game, threads: int | None) -> Callable[[], int]:
    """Steps our tables; the choice among legal actions, in NumPy, is part of the time."""
    env, rng = vector.make(game, tables=BATCH, players=2, seed=1, threads=threads), np.random.default_rng(1)
    dice = np.empty(env.masks.shape, np.float32)

    def run() -> int:
        for _ in range(STEPS):
            rng.random(dtype=np.float32, out=dice)
            np.multiply(dice, env.masks, out=dice)
            env.step(dice.argmax(axis=1))
        return STEPS * BATCH

    return run


def rolling(game: Game, threads: int | None) -> Callable[[], int]:
    """Plays our tables in whole rollouts, everything that happened written down."""
    env = vector.make(game, tables=BATCH, players=2, seed=1, threads=threads)
    out = env.room(STEPS)

    def run() -> int:
        env.rollout(out)
        return STEPS * BATCH

    return run


def pgx_stepping(name: str) -> Callable[[], int]:
    """Steps as many tables of Pgx, beginning anew by themselves, choice and all compiled into one loop. Raises `Missing`."""
    jax, pgx = wanted("jax", "pgx"), wanted("pgx", "pgx")
    auto_reset = wanted("pgx.experimental", "pgx").auto_reset if hasattr(pgx, "experimental") else None
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init) if auto_reset else env.step)

    def body(_: int, carried: Any) -> Any:
        state, key = carried
        key, dice, chance = jax.random.split(key, 3)
        shape = state.legal_action_mask.shape
        chosen = (jax.random.uniform(dice, shape) * state.legal_action_mask).argmax(axis=1)
        return step(state, chosen, jax.random.split(chance, BATCH)), key

    loop = jax.jit(lambda carried: jax.lax.fori_loop(0, STEPS, body, carried))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    carried: list[Any] = [(first, jax.random.PRNGKey(1))]

    def run() -> int:
        carried[0] = jax.block_until_ready(loop(carried[0]))
        return STEPS * BATCH

    return run


def vector_rows() -> Iterator[Row]:
    """The vector environment at 1,024 tables, stepped and in whole rollouts, on all cores: against itself on one, against
    Pgx, which uses them all too, and against a table at a time."""
    for name, (theirs, target) in VECTORS.items():
        for how, make in (("steps", stepping), ("rollouts", rolling)):
            title = f"{name}: decisions at {BATCH} tables, observed, all cores, {how}"
            ours = Runner(make(subject(name), None))
            yield Row(title, "itself on one core", ours, Runner(make(subject(name), 1)), 1.6 if make is rolling else None)
            try:
                yield Row(title, "Pgx on the CPU", ours, Runner(pgx_stepping(theirs)), target if make is rolling else None)
            except Missing as missing:
                yield Row(title, "Pgx on the CPU", missing=str(missing))
        try:
            adapter = wanted("tuckbox.adapters.pettingzoo", "'tuckbox[pettingzoo]'")
            yield Row(title, "PettingZoo's interface", ours, Runner(turning(adapter.env(subject(name), 2), 50)), 20)
        except Missing as missing:
            yield Row(title, "PettingZoo's interface", missing=str(missing))


# -- one table at a time -----------------------------------------------------------------------------------------------


def turning(env: Any, games: int) -> Callable[[], int]:
    """Plays games of a PettingZoo environment whose observations have masks."""
    choose = random.Random(7)

    def run() -> int:
        decisions = 0
        for number in range(games):
            env.reset(seed=number)
            for _ in env.agent_iter():
                look, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                env.step(int(choose.choice(np.flatnonzero(look["action_mask"]))))
                decisions += 1
        return decisions

    return run


def rlcard_playing(name: str, games: int) -> Callable[[], int]:
    """Plays games of RLCard, which come with observations. Raises `Missing`."""
    env = wanted("rlcard", "rlcard").make(name, config={"seed": 7})
    choose = random.Random(7)

    def run() -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choose.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return run


def classic_rows() -> Iterator[Row]:
    """Our PettingZoo environments against those of PettingZoo and RLCard: the same games, and the nearest to ours."""
    for name, peers in CLASSICS.items():
        title = f"{name}: decisions through PettingZoo's interface"
        try:
            adapter = wanted("tuckbox.adapters.pettingzoo", "'tuckbox[pettingzoo]'")
        except Missing as missing:
            yield Row(title, "PettingZoo classic", missing=str(missing))
            continue
        ours = Runner(turning(adapter.env(subject(name), 2), 50))
        for peer, theirs in peers.items():
            try:
                if peer.startswith("RLCard"):
                    yield Row(title, peer, ours, Runner(rlcard_playing(theirs, 50)))
                else:
                    classic = wanted(f"pettingzoo.classic.{theirs}", "'pettingzoo[classic]'").raw_env()
                    yield Row(title, peer, ours, Runner(turning(classic, 50)))
            except Missing as missing:
                yield Row(title, peer, missing=str(missing))


def tree_rows() -> Iterator[Row]:
    """Our OpenSpiel games against games written for OpenSpiel in Python, through the same interface."""
    title = "tic-tac-toe: decisions through OpenSpiel's interface"
    try:
        ours = wanted("tuckbox.adapters.openspiel", "'tuckbox[openspiel]'").load(subject("tic-tac-toe"))
        theirs = wanted("open_spiel.python.games.tic_tac_toe", "open_spiel").TicTacToeGame({})
    except Missing as missing:
        yield Row(title, "OpenSpiel's, in Python", missing=str(missing))
        return
    yield Row(title, "OpenSpiel's, in Python", Runner(walking(ours, 30)), Runner(walking(theirs, 30)))


def walking(game: Any, games: int) -> Callable[[], int]:
    """Plays games through OpenSpiel's interface from Python."""
    choose = random.Random(7)

    def run() -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    numbers, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choose.choices(numbers, weights)[0])
                else:
                    state.apply_action(choose.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return run


def rows() -> Iterator[Row]:
    """All comparisons of environments."""
    yield from vector_rows()
    yield from classic_rows()
    yield from tree_rows()
