"""How far a network is from an equilibrium while it learns to play: NashConv of small poker games, by OpenSpiel's measure.

The policy is that of the weights that would ship, asked wherever a seat may have to decide; 0 is an equilibrium. Beside it
stands, of the same round, how it does against a `greedy` rival, where it meets one.

    python bench/learning.py [--rounds 640] [--rows 4000] [--entropy 0.1] [--average 0.99] [--only leduc]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import Policy
from tuckbox_leduc import GAME as LEDUC

from tuckbox.adapters import openspiel
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.weights import Net
from tuckbox.learn.course import Course, Learning
from tuckbox.learn.network.train import Training
from tuckbox.run.extras import extra
from tuckbox.run.run import Threads
from tuckbox.view.view import blind

sys.path.insert(0, str(Path(__file__).parents[1]))  # RLCard installs another `tests`
from tests.toys.kuhn import GAME as KUHN


class Learned(Policy):  # type: ignore[misc]
    """The policy of a network."""

    def __init__(self, game: Game, network: Net) -> None:
        loaded = openspiel.load(game)
        super().__init__(loaded, list(range(loaded.num_players())))
        self.game, self.e = game, engine(game, "native")
        self.states, _ = self.e.states(game.blank())
        self.rngs, self.scratches = self.e.rngs(1), self.e.scratches((), [network])
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: openspiel.CardState, player_id: int | None = None) -> dict[int, float]:
        """Probability of each action."""
        name = state.information_state_string()
        if name not in self.known:
            seat, policies = state.current_player(), self.e.policies
            self.e.put(self.states, self.e.playout.ROOT, blind(self.game, state.node.state, seat))
            self.e.call(policies.learned, self.states, self.rngs, self.scratches, seat, 0, 1.0)
            scratch: Any = self.scratches.view(np.recarray)[0]
            n = scratch.moves.n
            self.known[name] = dict(zip(scratch.moves.action[:n].tolist(), scratch.score[:n].tolist(), strict=True))
        return self.known[name]


def learning(game: Game, rounds: int, **how: Any) -> Iterator[tuple[int, float, float]]:
    """Rounds, NashConv, and the part of the payoff beside the rival, each time the rounds have doubled."""
    training = Training(Course.of(game, None, {}, ["greedy"], rounds=rounds, **how), Threads(1))
    for progress in training.rounds():
        if progress.round & (progress.round - 1) == 0 or progress.round == rounds:
            policy = Learned(game, training.mean.packed())
            yield progress.round, exploitability.nash_conv(openspiel.load(game), policy), progress.score()


def draw(curves: dict[str, list[tuple[int, float, float]]], path: str) -> None:
    """The curves as a picture."""
    extra("matplotlib", "lab").use("svg")
    plt = extra("matplotlib.pyplot", "lab")
    figure, axes = plt.subplots(figsize=(6, 3.4), layout="constrained")
    for name, curve in curves.items():
        axes.plot([row[0] for row in curve], [row[1] for row in curve], marker="o", label=name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("rounds of play and learning")
    axes.set_ylabel("NashConv")
    axes.legend()
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=512)
    parser.add_argument("--rows", type=int, default=8_000)
    parser.add_argument("--seed", type=int, default=0)
    for each in fields(Learning):
        flag: dict[str, Any] = {"action": "store_true"} if each.default is False else {"type": type(each.default)}
        parser.add_argument(f"--{each.name}", **flag, default=each.default, help=f"as of tuckbox train, {each.default}")
    parser.add_argument("--only", choices=[game.name for game in (KUHN, LEDUC)], help="one of the games (usually both)")
    parser.add_argument("--picture", metavar="FILE.svg")
    asked = parser.parse_args()
    curves: dict[str, list[tuple[int, float, float]]] = {}
    learns = Learning(**{each.name: getattr(asked, each.name) for each in fields(Learning)})
    how = {"rows": asked.rows, "learning": learns, "seed": asked.seed}
    print("| game | rounds | NashConv | beside greedy | CPU s |\n| --- | ---: | ---: | ---: | ---: |")
    for game in (KUHN, LEDUC):
        for row in learning(game, asked.rounds, **how) if asked.only in (None, game.name) else ():
            curves.setdefault(game.name, []).append(row)
            print(f"| {game.name} | {row[0]} | {row[1]:.3f} | {row[2]:.0%} | {process_time():.0f} |", flush=True)
    if asked.picture:
        draw(curves, asked.picture)


if __name__ == "__main__":
    main()
