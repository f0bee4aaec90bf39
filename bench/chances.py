"""Whether the coach's chances come true: ``python bench/chances.py [GAME:PLAYERS ...] [--matches N]``.

Bots that play what has been learnt play matches against each other. At some of their decisions is noted what a search of
400 games says, what the network expects from the same view, and the mean of both in log-odds, which is what the coach
tells; then what came of the game. Told of each: the Brier score (beside that of a constant, the variance), by how much it
was too hopeful on average, and the mean and the largest distance from what came in tenths of what was said (those with a
hundred decisions).
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.bots.learnt import why_not
from tuckbox.bots.outlook import Outlook
from tuckbox.coach.judge import chance
from tuckbox.coach.review import EFFORT

FEWEST = 100
"""Minimum number of decisions of a tenth that is looked at."""

EVERY = {"whiplash": 60, "keywhiz": 8, "jalopies": 12, "whipsaw": 12}
"""One decision in this many is judged."""

USUAL = [f"{name}:{players}" for name in EVERY for players in (2, 3, 4) if (name, players) != ("whipsaw", 2)]


def decisions(name: str, players: int, number: int) -> Iterator[tuple[float, float, float, float]]:
    """Of some decisions of a match: what the search says, the network and the coach, and what came of it."""
    match, chosen, noted = Match(name, players, seed=1000 + number), random.Random(number), []
    bots = [Bot(Policy.parse("learned"), match.game, 10 * number + seat) for seat in range(players)]
    searching = Bot(Policy.parse(f"search:{EFFORT}"), match.game, number)
    if wrong := why_not(match.game, players, match.options, "network"):
        raise SystemExit(wrong)
    game = 0
    while not match.done:
        if match.between:
            match.deal()
            game += 1
            continue
        seat = match.waiting[0]
        view = match.view(seat, log=False)
        action = bots[seat].choose(view)
        if len(view.legal) > 1 and chosen.random() < 1 / EVERY[name]:
            outlook = Outlook.of(view)
            assert outlook is not None
            searching.choose(replace(view, heard=0))
            found = next((thought for thought in searching.thoughts if thought.action == action and thought.visits), None)
            if found is not None:
                noted.append((game, seat, (found.worth, outlook.chance(), chance(view, found.worth))))
        match.play(action, seat)
    low, high = match.game.utility
    paid = list(match.payoffs())
    for game, seat, said in noted:
        if game < len(paid):
            yield *said, (paid[game][seat] - low) / (high - low)


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
    parser.add_argument("settings", nargs="*", default=USUAL, help="games with their numbers of players, as whiplash:3")
    parser.add_argument("--matches", type=int, default=250)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {given.matches} matches each")
    print("| game | chances by | decisions | Brier (constant) | too hopeful | off, mean | off, most |")
    print("|---|---|---|---|---|---|---|")
    for setting in given.settings:
        name, _, players = setting.partition(":")
        rows = np.array([each for n in range(given.matches) for each in decisions(name, int(players), n)])
        for way, said in zip(("search", "network", "coach"), rows.T[:3], strict=True):
            print(f"| {setting} | {way} | {len(rows)} | {row(said, rows[:, 3])} |", flush=True)


if __name__ == "__main__":
    main()
