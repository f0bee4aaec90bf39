"""How strong the bots are: one against the others, in all seats by turns, each row with its interval.

    python bench/strength.py --keep strength.json
    python bench/strength.py --only whipsaw --games 60

A row that is in the file `--keep` is not played again, so that a run that was cut off goes on where it stopped; after a
change of rules it is. The share of wins counts a shared win in parts; beside it stands how many times the fair share it is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bluffs

from tuckbox import game
from tuckbox.engine.weights import KINDS, load
from tuckbox.lab.simulate import simulate
from tuckbox.run.stats import wilson


@dataclass(frozen=True)
class Row:
    """The first bot against the others. `games` are as many as take some minutes of a core."""

    game: str
    bots: tuple[str, ...]
    games: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Title of the row."""
        return f"{self.game}: {self.bots[0]} against {', '.join(self.bots[1:])}"

    def key(self, games: int) -> str:
        """Names a result: the same key, the same figures."""
        found = game(self.game)
        there = [load(found, len(self.bots), kind) for kind in KINDS]
        made = "".join(f" {weights.strength}" for weights in there if weights)
        return f"{self.title} {dict(self.options)} {games} {found.hash}{made}"

    def play(self, games: int, seed: int) -> dict[str, float]:
        """Wins of the first bot, and of how many games that ended with a winner."""
        report = simulate(
            game(self.game), self.bots, players=len(self.bots), games=games, seed=seed, options=self.options, rotate=True
        )
        decided = report.tally.games - report.tally.drawn
        return {"wins": float(report.tally.bot_wins[0]), "games": decided}


HEAD = """| game | bot | against | games | wins | 95% interval | times its fair share |
| --- | --- | --- | ---: | ---: | ---: | ---: |"""
SINGLE = {"match": "single"}
ROWS = (
    *(Row("whiplash", (f"search:{n}", "greedy"), 1_000, SINGLE) for n in (10, 100, 1_000, 10_000)),
    Row("whiplash", ("learned", "greedy"), 4_000, SINGLE),
    Row("whiplash", ("search:normal", "greedy"), 1_000, SINGLE),
    Row("whiplash", ("search:500", "search:500:bare"), 1_000, SINGLE),
    Row("keywhiz", ("learned:easy", "learned"), 1_000),
    Row("keywhiz", ("learned", "greedy"), 4_000),
    Row("keywhiz", ("learned", "search:normal"), 200),
    Row("keywhiz", ("search:60", "search:60:bare"), 300),
    Row("keywhiz", ("search:normal", "greedy"), 200),
    Row("jalopies", ("learned", "greedy", "greedy", "greedy"), 1_000),
    Row("jalopies", ("search:60", *["search:60:bare"] * 3), 120),
    Row("whipsaw", ("learned", "greedy:sly", "greedy:sly"), 1_000),
    Row("whipsaw", ("search:60", *["search:60:bare"] * 2), 120),
    Row("whipsaw", ("greedy:sly", "greedy:honest", "greedy:honest"), 1_000),
    *(Row("whipsaw", (f"search:200{way}", "greedy:sly", "greedy:sly"), 120) for way in (":bare", ":uniform", "")),
    Row("whipsaw", ("search:normal", "greedy:sly", "greedy:sly"), 30),
)


def told(row: Row, found: Mapping[str, float]) -> str:
    """A row of the table, in Markdown."""
    wins, games = found["wins"], int(found["games"])
    low, high = wilson(wins, games)
    times = len(row.bots) * wins / games
    names = f"`{row.bots[0]}`", f"`{', '.join(row.bots[1:])}`"
    cells = (row.game, *names, games, f"{wins / games:.1%}", f"{low:.1%} - {high:.1%}")
    return f"| {' | '.join(map(str, cells))} | {times:.2f} |"


def main() -> None:
    """Read the command line and print the table row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="in every row (usually as many as take some minutes)")
    parser.add_argument("--only", default="", help="rows with this in their title")
    parser.add_argument("--segments", type=int, default=3_000, help="of Whipsaw!, for the Brier score; 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    chosen = [row for row in ROWS if asked.only in row.title]
    if not chosen:
        parser.error(f"no row has {asked.only!r} in its title")
    kept: dict[str, Any] = json.loads(asked.keep.read_text("utf-8")) if asked.keep and asked.keep.exists() else {}
    print(HEAD, flush=True)
    for row in chosen:
        games = asked.games or row.games
        key = f"{row.key(games)} seed {asked.seed}"
        if key not in kept:
            kept[key] = row.play(games, asked.seed)
            if asked.keep:
                asked.keep.write_text(json.dumps(kept, indent=1), "utf-8")
        print(told(row, kept[key]), flush=True)
    if asked.segments and asked.only in "whipsaw":
        played_in, true, uniform, believed = bluffs.claims(asked.segments, asked.seed)
        print("\nWhipsaw!, this segment is truly paid: ", end="")
        for name, said in (("uniform redeals", uniform), ("belief", believed)):
            score, half = bluffs.brier(true, said, played_in)
            print(f"{name} {score:.3f} +- {half:.3f}", end=", ")
        print(f"a constant {true.mean() * (1 - true.mean()):.3f} ({len(true)} segments)")


if __name__ == "__main__":
    main()
