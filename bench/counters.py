"""Gain of somebody who studies a network that a game ships: of a copy of it that learns against nothing but it.

The counter learns for as many rounds as asked for, in the standard setting, and is measured on deals that it has not learnt
from: it sits at one seat by turns, what ships at all others. The fair share is one by the number of players; what a network
loses to its counter is a lower bound of what it could lose. Beside it stands how counter and network do against `greedy`.

    python bench/counters.py whiplash:2 keywhiz:2 [--rounds 120] [--measured 4000]
"""

from __future__ import annotations

import argparse
from contextlib import closing

from tuckbox.bots.learnt import pinned
from tuckbox.definition.game import Game, game
from tuckbox.engine.weights import Net, digest_of, path_of, rounded
from tuckbox.learn.course import Course
from tuckbox.learn.network.games import FROZEN
from tuckbox.learn.network.strength import Strength, measured
from tuckbox.learn.network.train import Counter, Training
from tuckbox.run.run import Executor, Threads


def countered(
    found: Game, players: int, rounds: int, games: int, seed: int, executor: Executor
) -> tuple[str, Strength, Strength, Strength]:
    """The digest of what ships; how the counter does against it, and how the counter and what ships do against `greedy`."""
    path = path_of(found, players, "network")
    how = {"seed": seed, "rounds": 1, "counter": rounds, "begin": pinned(str(path))}
    training = Training(Course.of(found, players, {}, ["greedy"], **how), executor)
    training.look()
    counter = Counter(training, executor)
    for _ in counter.rounds():
        pass
    setting = next(iter(training.played))
    ships, learnt = (rounded(each.mean.net()) for each in (training, counter))

    def strength(net: Net, rival: str) -> Strength:
        return measured(setting, net, rival, seed, executor, games, frozen=[ships])

    return digest_of(path.read_bytes()), strength(learnt, FROZEN), strength(learnt, "greedy"), strength(ships, "greedy")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME:PLAYERS")
    parser.add_argument("--rounds", type=int, default=120)
    parser.add_argument("--measured", type=int, default=4_000, help="number of games of each measurement")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    print(f"{asked.rounds} rounds, seed {asked.seed}\n")
    print(
        "| game, players | weights | counter against it, times its fair share | counter against greedy | it against greedy |"
    )
    print("| --- | --- | ---: | ---: | ---: |")
    with closing(Threads(asked.threads)) as executor:
        for named in asked.games:
            name, _, number = named.partition(":")
            players, how = int(number), (asked.rounds, asked.measured, asked.seed, executor)
            digest, gain, countered_greedy, ships_greedy = countered(game(name), players, *how)
            gained = f"{gain.share * players:.2f} [from {gain.low * players:.2f}]"
            print(f"| {named} | {digest} | {gained} | {countered_greedy.share:.1%} | {ships_greedy.share:.1%} |", flush=True)


if __name__ == "__main__":
    main()
