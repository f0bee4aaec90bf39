"""Whether bots wait for the coach: ``python bench/coach.py [ROUNDS] [--game GAME] [--option KEY=VALUE]``.

A bot of a server chooses again and again, in turns of some seconds with the coach at work on a match of three and without;
told is the median of its times with the coach over that without, and how long the review took. The game is Whipsaw!, whose
reviews take longest, if no other is named.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Mapping
from statistics import median

from tuckbox import Match
from tuckbox.bots.bots import MOMENT, Bot, Policy
from tuckbox.match.options import read_options
from tuckbox.server.reviews.reviewer import ChildReviewer
from tuckbox.server.table.bot_runner import ThreadedBots
from tuckbox.server.table.fair_queue import Asker

TURN = 12


def a_match(game: str, options: Mapping[str, str]) -> Match:
    """A match with three players, played by greedy bots."""
    match = Match(game, 3, seed=4, options=options)
    bots = [Bot(Policy.parse("greedy"), match.game, seat) for seat in range(3)]
    while not match.done:
        if match.between:
            match.deal()
        else:
            seat = match.waiting[0]
            match.play(bots[seat].choose(match.view(seat)), seat)
    return match


async def choices(bots: ThreadedBots, view: object) -> list[float]:
    """The seconds that some choices take."""
    taken = []
    for number in range(TURN):
        start = time.perf_counter()
        await bots.choose("normal", view, MOMENT, Asker("here", f"{number}"))  # type: ignore[arg-type]
        taken.append(time.perf_counter() - start)
    return taken


async def main(rounds: int, game: str, options: Mapping[str, str]) -> None:
    """Measure, and print."""
    match, bots, coach = a_match(game, options), ThreadedBots(), ChildReviewer()
    start = Match(game, 3, seed=7)
    while len(start.actions(start.waiting[0])) < 2:
        start.play(start.actions(start.waiting[0])[0], start.waiting[0])
    view = start.view(start.waiting[0])
    await bots.ready(match.game)
    without: list[float] = []
    beside: list[float] = []
    reviews: list[float] = []
    try:
        await coach.review(str(match.record()), 0, lambda done, of: None)  # it has read its code by then
        for _ in range(rounds):
            without += await choices(bots, view)
            begun = time.perf_counter()
            review = asyncio.create_task(coach.review(str(match.record()), 0, lambda done, of: None))
            await asyncio.sleep(0.5)
            beside += await choices(bots, view)
            await review
            reviews.append(time.perf_counter() - begun)
    finally:
        await coach.close()
        await bots.close()
    print(f"a choice: {median(without) * 1000:.0f} ms, with the coach at work {median(beside) * 1000:.0f} ms")
    print(f"ratio {median(beside) / median(without):.2f}; a review beside it took {median(reviews):.1f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=3, help="turns with the coach at work")
    parser.add_argument("--game", default="whipsaw", help="game that is played and reviewed")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="option of the match")
    asked = parser.parse_args()
    asyncio.run(main(asked.rounds, asked.game, dict(read_options(asked.option))))
