"""Training a belief: rounds of play and learning, each on games never seen before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import replace

import numpy as np

from tuckbox.bots.bots import Policy, check_learnt
from tuckbox.definition.game import Game
from tuckbox.engine.traits import secret_zones
from tuckbox.engine.weights import Net, Weights, inputs_hash, rounded
from tuckbox.errors import OptionError, WeightsError
from tuckbox.learn.belief.nets import BATCH, GUESSED, RATE, blank_nets, learn, measured, read_picked
from tuckbox.learn.belief.positions import Positions, gather, split
from tuckbox.learn.course import Course, checked, settings, usual_rivals, values_of
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Executor, Threads

EPOCHS = 8
EVERY = 40
"""Decisions for each one that becomes a position, on average: more games teach more than more of the same."""

MEASURED, MEASURED_BY = 4_000, 1_001
"""Number of positions by which a belief is measured again, and the seed of their games, from which nothing was learnt."""
WORSE = 0.03
"""Maximum loss with which a belief by other rules is still taken to be as good."""


def train(
    course: Course,
    made: str = "",
    executor: Executor | None = None,
    progress: Callable[[str, float], None] = lambda step, share: None,
) -> Weights:
    """Learn a belief: in each round the rivals play among themselves, each seat by one drawn from the list, and the networks
    learn from the positions. The same course gives the same weights with any `executor` (all cores here, if none is given),
    which is closed at the end. `progress` is told a step and its share of the whole.

    Raises `OptionError` for settings and rivals that are not allowed, and where there is nothing to believe; `WeightsError`
    where what was learnt is worth nothing.
    """
    game, rounds, rows, bots, played = course.game, course.rounds, course.rows, course.rivals, course.played
    if not secret_zones(game.layout):
        raise OptionError(f"in {game.name} nobody sees what another does not: there is nothing to believe")
    rng, nets = np.random.default_rng(course.seed), None
    with closing(executor or Threads()) as workers:
        for turn in range(rounds):

            def step(what: str, half: int, done: float, turn: int = turn) -> None:
                progress(f"{what}, round {turn + 1} of {rounds}", (turn + (half + done) / 2) / rounds)

            positions = _played(
                workers, played, bots, nets or (), course.seed + turn, rows, lambda n: step("playing", 0, n / rows)
            )
            lessons, held = split(positions)
            if len(lessons) < 100 or not len(held):
                raise OptionError(f"in {game.name} too few decisions are made with cards that another sees")
            drawn_by, nets = deepcopy(nets), nets or blank_nets(positions, rng)
            rate = RATE if turn == 0 else RATE / 2 if turn < rounds - 2 else RATE / 5
            steps = EPOCHS * len(lessons) // BATCH
            learn(nets, lessons, steps, rng, drawn_by, rate, lambda done: step("learning", 1, done))
    assert nets is not None
    kept = [rounded(net) for net in nets]
    values = values_of(game, played)
    strength = measured([{n: v.astype(np.float32) for n, v in net.items()} for net in kept], held)
    if strength.picked >= GUESSED:
        raise WeightsError(f"in {game.name} so few positions taught nothing that holds in other games: {strength.text}")
    return Weights(
        "belief", game.name, game.hash, inputs_hash(game, "belief"), course.players, values, made, strength.text, kept
    )


def _played(
    executor: Executor, played: Sequence[Setting], bots: Sequence[str], nets: Sequence[Net], seed: int, rows: int,
    progress: Callable[[int], None] = lambda rows: None,
) -> Positions:  # fmt: skip
    """Positions, as many of each setting. Raises `OptionError` for bots that ship nothing to play it by."""
    share, parts = -(-rows // len(played)), []
    policies = [Policy.parse(bot) for bot in bots]
    for i, setting in enumerate(played):
        check_learnt(setting.loaded, policies, setting.players, dict(setting.options))

        def more(done: int, before: int = i * share) -> None:
            progress(before + done)

        parts.append(
            gather(setting, bots, nets, executor=executor, seed=seed * 64 + i, rows=share, every=EVERY, progress=more)
        )
    return Positions.joined(parts)


def stamped(game: Game, weights: Weights, executor: Executor, rivals: Sequence[str]) -> Weights:
    """The same weights for today's rules, if by these they tell true worlds as well as they did when they were made: after
    a change that changed nothing there is no need to train again. Raises `WeightsError` where they do not."""
    if weights.inputs != inputs_hash(game, "belief"):
        raise WeightsError(f"what the weights of {game.name} look at has changed: train anew")
    names = game.layout.options
    usual = {name: [str(names[name].default)] for name in names}
    said_otherwise = {name: values for name, values in weights.options.items() if list(values) != usual.get(name)}
    played, bots = settings(game, weights.players, said_otherwise), checked(rivals or usual_rivals(game))
    nets = [{name: value.astype(np.float32) for name, value in net.items()} for net in weights.nets]
    with closing(executor) as workers:
        strength = measured(nets, _played(workers, played, bots, (), MEASURED_BY, MEASURED))
    before = read_picked(weights.strength)
    if strength.picked > before + WORSE:
        raise WeightsError(f"the weights of {game.name} tell true worlds worse than they did: {strength.text}; train anew")
    return replace(weights, rules=game.hash)
