"""Whether the coach's chances come true: ``python bench/chances.py [GAME:PLAYERS ...] [--matches N]``.

Bots that play what has been learnt play matches against each other. At some of their decisions is noted what a search of
400 games says, what the network expects from the same view, their mean in log-odds, and what the coach tells: that mean,
corrected as the folder of the game says. The matches are others than those by which the correction was fitted. Told of
each way are the Brier score (beside that of a constant, the variance), by how much it was too hopeful on average, and the
mean and the largest distance from what came in tenths of what was said (those with a hundred decisions).
"""

from __future__ import annotations

import argparse
import os
import sys

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.learnt import why_not
from tuckbox.coach.chances import corrected, judged_in, share_of
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game

FEWEST = 100
"""Minimum number of decisions of a tenth that is looked at."""

LATER = 10_000
"""Number of the first match: by earlier ones what the coach tells is corrected."""

SETTINGS = [f"{name}:{players}" for name in ("whiplash", "keywhiz", "jalopies", "whipsaw") for players in (2, 3, 4)]


def told(game: Game, players: int, matches: int) -> NDArray[np.float64]:
    """Of some decisions of matches: what the search says, the network, both, and the coach; and what came."""
    rows = judged_in(game, players, range(LATER, LATER + matches))
    return np.array([[r.searched, r.expected, share_of(r.odds), corrected(game, players, r.odds), r.came] for r in rows])


def row(said: NDArray[np.float64], came: NDArray[np.float64]) -> str:
    """Figures of one way to say a chance."""
    tenths = np.clip((said * 10).astype(int), 0, 9)
    counts = np.bincount(tenths, minlength=10)
    many = np.flatnonzero(counts >= min(FEWEST, counts.max()))
    apart = np.array([abs(said[tenths == tenth].mean() - came[tenths == tenth].mean()) for tenth in many])
    brier = f"{((said - came) ** 2).mean():.4f} ({came.var():.4f})"
    mean = np.average(apart, weights=counts[many])
    return f"{brier} | {(said - came).mean():+.3f} | {mean:.3f} | {apart.max():.3f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("settings", nargs="*", default=SETTINGS, help="games with their numbers of players, as whiplash:3")
    parser.add_argument("--matches", type=int, default=250)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {given.matches} matches each")
    print("| game | chances by | decisions | Brier (constant) | too hopeful | off, mean | off, most |")
    print("|---|---|---|---|---|---|---|")
    for setting in given.settings:
        name, _, number = setting.partition(":")
        game, players = find_game(name), int(number)
        if wrong := why_not(game, players, game.settle_options(players, {})[1], "network"):
            print(f"{setting}: {wrong}", file=sys.stderr)
            continue
        rows = told(game, players, given.matches)
        for way, said in zip(("search", "network", "both", "coach"), rows.T[:4], strict=True):
            print(f"| {setting} | {way} | {len(rows)} | {row(said, rows[:, 4])} |", flush=True)


if __name__ == "__main__":
    main()
