"""Decisions a second that a training plays and learns from: on the processor and, where there is one, on a graphics card.

The next round is played by compiled rules on the threads named while the learner, on a thread of its own, learns from the
last; so a round takes as long as the slower of the two. Each course is run on one device after the other, in as many turns
as asked for, and medians are told.

    python bench/training.py [--games whiplash:2,jalopies:4] [--threads 2] [--rounds 8] [--turns 3]
"""

from __future__ import annotations

import argparse
from contextlib import closing
from statistics import median
from time import perf_counter

import torch
from machine import told_load

from tuckbox.definition.game import game
from tuckbox.learn.course import Course
from tuckbox.learn.network.games import Decisions, Orders
from tuckbox.learn.network.train import Training
from tuckbox.run.run import Executor, Threads


class Timed(Training):
    """A training that notes the seconds of each round that is played and learnt from, and how many decisions it has."""

    def __init__(self, course: Course, executor: Executor, device: str) -> None:
        self.seconds_played, self.seconds_learnt, self.decisions = list[float](), list[float](), list[int]()
        super().__init__(course, executor, device)

    def _play(self, orders: Orders) -> Decisions:
        start = perf_counter()
        decisions = super()._play(orders)
        self.seconds_played.append(perf_counter() - start)
        return decisions

    def _learn(self, decisions: Decisions) -> None:
        start = perf_counter()
        super()._learn(decisions)
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        self.seconds_learnt.append(perf_counter() - start)
        self.decisions.append(len(decisions))


def rates(named: str, threads: int, device: str, rounds: int) -> tuple[float, float, float]:
    """Decisions a second: played alone, learnt from alone, and both at once. The first two rounds count for nothing."""
    name, _, players = named.partition(":")
    with closing(Threads(threads)) as executor:
        went = Timed(Course.of(game(name), int(players), {}, ["greedy"], rounds=rounds + 2), executor, device)
        for state in went.rounds():
            if state.round == 2:
                start = perf_counter()
    both = sum(went.decisions[2:]) / (perf_counter() - start)
    many = median(went.decisions)
    return many / median(went.seconds_played[2:]), many / median(went.seconds_learnt[2:]), both


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="whiplash:2,keywhiz:4,whipsaw:4,jalopies:4", help="games with numbers of players")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    card = torch.cuda.get_device_name() if torch.cuda.is_available() else ""
    devices = ["cpu", "cuda"] if card else ["cpu"]
    print(f"Decisions a second; {asked.threads} threads, {told_load()}")
    print(f"{card or 'No graphics card'}; PyTorch {torch.__version__}")
    print("\n| game | learner | played | learnt from | both at once |\n| --- | --- | ---: | ---: | ---: |")
    for named in asked.games.split(","):
        found = [
            (device, rates(named, asked.threads, device, asked.rounds)) for _ in range(asked.turns) for device in devices
        ]
        for device in devices:
            columns = zip(*(row for which, row in found if which == device), strict=True)
            print(f"| {named} | {device} |" + " |".join(f" {median(each):,.0f}" for each in columns) + " |", flush=True)


if __name__ == "__main__":
    main()
