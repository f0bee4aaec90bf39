"""Winners of races of Jaunty Jalopies: by place in the turn order, by side and by racer.

    python bench/racers.py --players 4 --games 6000 --option race=endurance

Racers are dealt and sides chosen at random. Win rates are divided by the fair share, so 1 is fair; behind each is half the
width of its 95% interval. Of a Rally the first segment counts; a Circuit is played to its end, and of its sides and rounds
only those of the last race are known. Who was first to go is not told of either: it has passed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

import numpy as np
from final_numbers import endings

from tuckbox import game
from tuckbox.games.jalopies.cards import RACERS
from tuckbox.games.jalopies.words import SIDES
from tuckbox.run.stats import Z95


class Shares:
    """Counts of some kinds, and of their wins."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names, self.there, self.won = names, np.zeros(len(names)), np.zeros(len(names))

    def add(self, kinds: Iterable[int], wins: Iterable[bool]) -> None:
        """Count a race."""
        for kind, won in zip(kinds, wins, strict=True):
            self.there[kind] += 1
            self.won[kind] += won

    def lines(self) -> Iterable[str]:
        """Win rates as shares of the fair one."""
        fair = self.won.sum() / self.there.sum()
        for name, there, won in zip(self.names, self.there, self.won, strict=True):
            if there:
                rate = won / there
                yield f"  {name:12} {rate / fair:.2f} +-{Z95 * np.sqrt(rate * (1 - rate) / there) / fair:.2f}"


def report(players: int, bot: str, games: int, options: dict[str, str]) -> None:
    """Play the races and print who won them."""
    subject, rounds, race = game("jalopies"), [], options.get("race")
    place = "place" if race == "circuit" else "last"
    orders = Shares([f"{place}. to go" for place in range(1, players + 1)])
    sides, racers = Shares(SIDES), Shares([racer.word for racer in RACERS])
    every = {"racers": "deal", **options}
    for state in endings(subject, players, [bot], games, options=every, whole=race == "circuit"):
        wins = state[place][:players] == 1
        rounds.append(int(state["round"]))
        orders.add((np.arange(players) - int(state["first"])) % players, wins)
        sides.add(state["side"][:players], wins)
        racers.add(state["sheet"][:players] - 1, wins)
    told = " ".join(f"{name}={value}" for name, value in options.items())
    print(f"Jaunty Jalopies, {players} racers, {bot}, {games:,} races {told}")
    print(f"  rounds: mean {np.mean(rounds):.1f}, 95% {np.percentile(rounds, 95):.0f}")
    for shares in (sides, racers) if race in ("rally", "circuit") else (orders, sides, racers):
        print("\n".join(shares.lines()))


def main() -> None:
    """Read the command line and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    asked = parser.parse_args()
    report(asked.players, asked.bot, asked.games, dict(option.split("=", 1) for option in asked.option))


if __name__ == "__main__":
    main()
