"""Speed of compiled rules beside the same text in plain Python: random playouts, and search with full rollouts.

    python bench/native_vs_plain.py [GAME] [--players N]

Both are timed turn by turn in one run, so that a busy machine slows both; medians are shown. One core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tuckbox import game
from tuckbox.definition.game import Game
from tuckbox.engine.engine import Engine, engine

ROUNDS = 7
CAP = 10_000


def playing(e: Engine, players: int, games: int, options: Mapping[str, Any] | None = None) -> Callable[[], int]:
    """Plays random games and returns the number of decisions."""
    states, _ = e.states(e.game.blank(players, options))
    rngs, scratches = e.rngs(1), e.scratches()
    lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, e.game.layout.seats))
    room: Any = (lengths, payoffs) if e.is_native else (lengths.tolist(), payoffs.tolist())
    return lambda: int(e.call(e.playout.playouts, states, rngs, scratches, 7, 0, games, CAP, *room))


def searching(e: Engine, players: int, iterations: int, guided: bool) -> Callable[[], int]:
    """Searches from the first decision of a game and returns the number of iterations that counted."""
    work = e.workspace(e.game.blank(players), (1,), 1 << 14)
    states = work.states
    table = e.get(states, 0)
    plain = engine(e.game, "plain")
    plain.rules.begin(table, plain.rngs(5)[0])
    seat = table.turn
    plain.rules.blind(table, seat)
    e.put(states, e.playout.ROOT, table)
    low, high = e.game.utility

    def run() -> int:
        e.call(e.policies.forget, work.tree, work.scratches)
        return int(e.call(e.search.grow, work, seat, iterations, low, high, e.policies.EXPLORE, guided, CAP))

    return run


def pace(run: Callable[[], int]) -> float:
    """Counted units that a run does in a second."""
    start = time.perf_counter()
    return run() / (time.perf_counter() - start)


def compare(what: str, native: Callable[[], int], plain: Callable[[], int], rounds: int) -> None:
    """Time both in turns and print a line."""
    native()
    paces = [(pace(native), pace(plain)) for _ in range(rounds)]
    fast, slow = (statistics.median(column) for column in zip(*paces, strict=True))
    print(f"{what:<42} {fast:>14,.0f} {slow:>12,.0f} {statistics.median(a / b for a, b in paces):>8.0f}x", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="whiplash")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    subject: Game = game(asked.game)
    native, plain = engine(subject, "native"), engine(subject, "plain")
    print(f"{'per second, one core':<42} {'native':>14} {'plain':>12} {'ratio':>9}")
    for players in [asked.players] if asked.players else subject.players:
        title = f"{players} players: decisions, random playouts"
        compare(title, playing(native, players, 5_000), playing(plain, players, 60), asked.rounds)
        for guided, kind in ((False, "random rollouts"), (True, "guided rollouts")):
            title = f"{players} players: iterations, {kind}"
            compare(title, searching(native, players, 20_000, guided), searching(plain, players, 150, guided), asked.rounds)


if __name__ == "__main__":
    main()
