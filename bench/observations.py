"""Observations in each form: what a decision costs to make, to keep and to learn from.

    python bench/observations.py [--games whiplash:2 jalopies:2 ...] [--rounds 9] [--history 0]

Rollouts of 256 tables on one thread, at random; nanoseconds of CPU a decision, the least of some rounds in which all forms
of a game take turns. Bytes are those of an observation as it is kept. The learner (with PyTorch) is two layers of 64 units
over the same rows, forward and back, by the rows it reads in a second of CPU on one thread; its first layer reads each form
as `examples/research/compact.py` does. The load of the machine is printed: above 0.5 a figure is not worth citing.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from subjects import subject

from tuckbox.adapters import vector
from tuckbox.adapters.vector import Sparse, Tables
from tuckbox.definition.planes import scales_of

TABLES, STEPS, UNITS = 256, 40, 64
FORMS = [(dtype, observe) for observe in ("dense", "sparse") for dtype in vector.DTYPES]
WIDTHS = {"whiplash": 176, "keywhiz": 64, "jalopies": 256, "whipsaw": 512}
"""Widths of sparse rows, somewhat above the most numbers that some 100,000 decisions had; without one there is room for as
many as there can ever be."""
GAMES = ("whiplash:2", "keywhiz:2", "jalopies:2", "whipsaw:4")


def kept(observations: Any) -> float:
    """Bytes of an observation."""
    arrays = observations if isinstance(observations, Sparse) else [observations]
    return sum(array.nbytes for array in arrays) / TABLES


def timed(work: Callable[[], object], done: int) -> float:
    """Seconds of CPU for one of the things done."""
    start = time.process_time()
    work()
    return (time.process_time() - start) / done


def reader(env: Tables, observations: Any) -> Callable[[], object]:
    """One step of a learner over observations: two layers forward, a loss, and back."""
    import torch
    from torch.nn.functional import embedding_bag, relu

    torch.set_num_threads(1)
    scales, which = (torch.from_numpy(array) for array in scales_of(env.game, env.players, env.form.history))
    first, second = (torch.randn(n, UNITS, requires_grad=True) for n in (env.size, UNITS))

    def sums() -> Any:
        if not isinstance(observations, Sparse):
            rows = torch.from_numpy(observations)
            return (scales[which, rows.int()] if rows.dtype == torch.uint8 else rows) @ first
        values, indices = torch.from_numpy(observations.values), torch.from_numpy(observations.indices.astype(np.int64))
        shares = scales[which[indices], values.int()] if values.dtype == torch.uint8 else values
        return embedding_bag(indices, first, per_sample_weights=shares, mode="sum")

    def step() -> None:
        first.grad = second.grad = None
        (relu(sums()) @ second).square().mean().backward()

    return step


def roller(env: Tables) -> Callable[[], object]:
    """A rollout, after one that has it compiled."""
    room = env.room(STEPS)
    env.rollout(room)
    return lambda: env.rollout(room)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="GAME:PLAYERS")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--history", type=int, default=0, help="last actions that observations end with")
    asked = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; {TABLES} tables, one thread")
    print("| game | numbers | form | ns a decision | bytes | learner's rows a second |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    for named in asked.games:
        name, _, players = named.partition(":")
        compare(name, int(players), asked.rounds, asked.history)


def most_told(name: str, history: int) -> int:
    """Maximum number of the numbers that tell so many actions and are not zero: seat, family and arguments of each."""
    return history * (2 + max(len(family.slots) for family in subject(name).actions.families))


def compare(name: str, players: int, rounds: int, history: int) -> None:
    """Print the rows of a game."""
    envs = [
        vector.make(
            subject(name),
            tables=TABLES,
            players=players,
            threads=1,
            seed=1,
            dtype=dtype,
            observe=observe,
            width=WIDTHS[name] + most_told(name, history) if observe == "sparse" and name in WIDTHS else None,
            history=history,
        )
        for dtype, observe in FORMS
    ]
    rollers = [roller(env) for env in envs]
    learners = [reader(env, env.observations) for env in envs] if find_spec("torch") else []
    plays = [[timed(play, STEPS * TABLES) for play in rollers] for _ in range(rounds)]
    learns = [[timed(learner, TABLES) for learner in learners] for _ in range(rounds)]
    for at, (env, form) in enumerate(zip(envs, FORMS, strict=True)):
        spent, size = 1e9 * min(row[at] for row in plays), kept(env.observations)
        read = f"{1 / min(row[at] for row in learns):,.0f}" if learners else "no PyTorch"
        cells = (f"{name}, {players}", f"{env.size:,}", f"{form[1]} {form[0]}", f"{spent:,.0f}", f"{size:,.0f}", read)
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
