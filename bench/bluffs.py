"""Behaviour and beliefs of bots in Whipsaw!: whether they bluff, call and borrow, and what they know of rivals' payments.

    python bench/bluffs.py --bot search:200 --games 60
    python bench/bluffs.py --believes --segments 4000

The first plays a bot against two sly ones, in all seats by turns, and counts. The second stops sly players now and then at
the beginning of a turn, and asks of every hidden segment of a rival how often it is truly paid for in the worlds that a bot
deals itself: uniformly, and by belief. The Brier score is the mean square of what is wrong with that; a constant that knows
the mean gets its variance. By tenths of what was said stands how often it was so.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox import game
from tuckbox.bots.bots import GoesBy, Policy, goes_by, learnt
from tuckbox.engine.engine import engine
from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.state import Phase, Proof
from tuckbox.run.stats import Z95, wilson

WHIPSAW = game("whipsaw")
UNITS: NDArray[np.int64] = np.array(c.UNITS)
WORLDS = 100
SOMETIMES = 0.06


class Table:
    """One table of Whipsaw! with a policy at each seat, stepped decision by decision."""

    def __init__(self, bots: list[str], belief: bool = True) -> None:
        self.e, self.policies = engine(WHIPSAW, "native"), [Policy.parse(bot) for bot in bots]
        self.by = GoesBy("" if belief else None, goes_by(WHIPSAW, self.policies).networks)  # the belief that ships, if any
        options = WHIPSAW.settle_options(len(bots), {})[1]
        self.nets, networks = learnt(WHIPSAW, self.by, len(bots), options)
        edges = max(policy.edges for policy in self.policies)
        self.work: Any = self.e.workspace(WHIPSAW.blank(len(bots)), (0, 0), edges, self.nets, networks)
        self.states: Any = self.work.states
        self.rngs: Any = self.work.rngs
        self.scratches: Any = self.work.scratches
        self.lineup = self.e.lineup([self.by.code(p, WHIPSAW) for p in self.policies], [p.effort for p in self.policies])
        self.rows = self.e.playout

    @property
    def state(self) -> Any:
        """The game."""
        return self.states[self.rows.TABLE]

    def play(self, seed: int, shift: int = 0) -> Iterator[tuple[int, int]]:
        """Play a game; gives each seat and action before it is carried out. Seat p has policy ``p - shift``."""
        self.rngs["s"] = 2 * seed + 1, 2 * seed + 2
        self.states[self.rows.TABLE] = self.states[self.rows.BLANK]
        self.e.call(self.e.games.deal, self.state, self.rngs, self.scratches)
        while not self.state["over"]:
            seat = int(self.state["turn"])
            self.look(seat)
            self.scratches["heard"] = 0  # nothing heard: this game is too large to settle, and is not asked to
            place = (seat - shift) % len(self.policies)
            action = int(self.e.call(self.e.policies.decide, self.work, self.work.tree, self.lineup, place, seat))
            yield seat, action
            self.e.call(self.e.rules.apply, self.state, action, self.rngs[1])

    def look(self, seat: int) -> None:
        """Put what a seat sees where bots decide from."""
        self.states[self.rows.ROOT] = self.states[self.rows.TABLE]
        self.e.call(self.e.rules.blind, self.states[self.rows.ROOT], seat)

    def share_true(self, seat: int, roads: list[int], believing: bool) -> NDArray[np.float64]:
        """In what share of the worlds that a seat deals itself each road is truly paid for."""
        self.look(seat)
        worlds, counts, n = self.e.sampling, np.zeros(len(roads)), 0
        self.e.call(worlds.start_belief, self.states, self.rngs, self.scratches, seat, believing)
        for _ in range(WORLDS):
            if self.e.call(worlds.draw_world, self.states, self.rngs[0], self.scratches[0], seat):
                counts += [truly_paid(self.states[self.rows.WORLD], road) for road in roads]
                n += 1
        return counts / n


def truly_paid(state: Any, road: int) -> bool:
    """Whether what lies under a road pays for it (WS-5.14)."""
    stack = state["stack"][road]
    units = int(UNITS[stack["cell"][: stack["n"]] & 255].sum())
    paid = (units >> 16) + int(state["paid"][road])
    return units & 255 >= c.COST_L[road] and units >> 8 & 255 >= c.COST_J[road] and paid >= c.COST_D[road]


def habits(bot: str, games: int, seed: int, against: str = "greedy:sly") -> tuple[float, Counter[str]]:
    """Number of games that a bot wins against two others, and counts of what it does in them."""
    at, won, did = Table([bot, against, against]), 0.0, Counter[str]()
    for number in range(games):
        me, building = number % 3, -1
        for seat, action in at.play(seed * 1_000_003 + number // 3, me):
            state = at.state
            if building >= 0 and state["owners"][building] >> me & 1 and state["proof"][building] == Proof.HIDDEN:
                did["hidden segments"] += 1
                did["of them bluffs"] += not truly_paid(state, building)
            building = int(state["road"]) if seat == me and t.FAMILY[action] == t.DONE and state["partner"] < 0 else -1
            if seat == me and t.FAMILY[action] == t.CALL:
                did["calls"] += 1
                did["of them hits"] += not truly_paid(state, t.ROAD_OF[action])
            did["loans"] += seat == me and t.FAMILY[action] == t.BORROW
        won += float(at.state["payoff"][me])
    return won, did


def claims(segments: int, seed: int, bot: str = "greedy:sly") -> tuple[NDArray[Any], ...]:
    """Of a number of hidden segments of rivals: in which game, whether they were truly paid, and the share of worlds by
    uniform redeals and by belief."""
    at, chance = Table([bot] * 3), np.random.default_rng(seed)
    found: tuple[list[Any], list[Any], list[Any], list[Any]] = ([], [], [], [])
    number = seed * 1_000_003
    while len(found[0]) < segments:
        number += 1
        for seat, _ in at.play(number):
            s = at.state
            if s["phase"] != Phase.ACTION or s["active"] != seat or s["last"] or chance.random() > SOMETIMES:
                continue
            mine = s["owners"] >> seat & 1
            hidden = (s["owners"] != 0) & (mine == 0) & (s["proof"] == Proof.HIDDEN) & (s["caller"] == 0)
            roads = np.nonzero(hidden & (s["stack"]["n"] > 0))[0].tolist()
            if roads:
                found[0].extend([number] * len(roads))
                found[1].extend(truly_paid(s, road) for road in roads)
                for believing in (False, True):
                    found[2 + believing].extend(at.share_true(seat, roads, believing))
    return tuple(np.array(column, float) for column in found)


def brier(true: NDArray[Any], said: NDArray[Any], games: NDArray[Any]) -> tuple[float, float]:
    """The Brier score and half the width of its 95% interval, over games: what is said in one game belongs together."""
    wrong = (said - true) ** 2
    numbers, which = np.unique(games, return_inverse=True)
    off, n = np.bincount(which, wrong - wrong.mean()), len(numbers)
    half = Z95 * np.sqrt((off**2).sum() * n / (n - 1)) / len(wrong) if n > 1 else np.inf
    return float(wrong.mean()), float(half)


def tenths(true: NDArray[Any], said: NDArray[Any]) -> Iterator[tuple[float, float, float, float, int]]:
    """By tenths of what was said: its mean, how often it was so with the interval, and of how many."""
    place = np.minimum((said * 10).astype(int), 9)
    for tenth in range(10):
        there = place == tenth
        if there.any():
            low, high = wilson(float(true[there].sum()), int(there.sum()))
            yield float(said[there].mean()), float(true[there].mean()), low, high, int(there.sum())


def picture(true: NDArray[Any], columns: dict[str, NDArray[Any]]) -> str:
    """An SVG of what was said against what was so: on the diagonal a belief is calibrated; dots are as large as they are
    many."""
    side, edge = 300, 46
    head, font = f'viewBox="0 0 {side + 190} {side + 90}"', 'font-family="sans-serif" font-size="13"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {head} {font}>']
    lines += [f'<rect width="{side + 190}" height="{side + 90}" fill="#fffdf7"/>']
    lines += [f'<line x1="{edge}" y1="{edge + side}" x2="{edge + side}" y2="{edge}" stroke="#999" stroke-dasharray="2 4"/>']
    for tenth in range(0, 11, 5):
        at = side * tenth / 10
        lines += [f'<text x="{edge + at:.0f}" y="{edge + side + 18}" text-anchor="middle">{tenth * 10}%</text>']
        lines += [f'<text x="{edge - 6}" y="{edge + side - at + 4:.0f}" text-anchor="end">{tenth * 10}%</text>']
    lines += [f'<text x="{edge + side / 2:.0f}" y="{edge + side + 36}" text-anchor="middle">said</text>']
    lines += [f'<text x="{edge}" y="22">truly paid</text>']
    for number, (name, said) in enumerate(columns.items()):
        colour = ("#b8560f", "#1f7a78")[number]
        points = [(edge + side * mean, edge + side * (1 - share), n) for mean, share, _, _, n in tenths(true, said)]
        path = " ".join(f"{x:.0f},{y:.0f}" for x, y, _ in points)
        lines += [f'<polyline points="{path}" fill="none" stroke="{colour}"/>']
        for x, y, n in points:
            lines += [f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{2 + 10 * (n / len(true)) ** 0.5:.1f}" fill="{colour}"/>']
        lines += [f'<text x="{edge + side + 14}" y="{edge + 20 + 22 * number}" fill="{colour}">{name}</text>']
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    """Read the command line and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search:200")
    parser.add_argument("--against", default="greedy:sly")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--believes", action="store_true")
    parser.add_argument("--picture", type=Path, help="draw what was said against what was so, as an SVG")
    parser.add_argument("--segments", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    if asked.believes:
        games, true, uniform, believed = claims(asked.segments, asked.seed)
        print(f"{len(true):,} hidden segments of sly rivals, {true.mean():.1%} truly paid")
        for name, said in (
            ("uniform redeals", uniform),
            ("belief", believed),
            ("a constant", np.full(len(true), true.mean())),
        ):
            score, half = brier(true, said, games)
            print(f"  {name:16} say {said.mean():.1%}; Brier {score:.3f} +- {half:.3f}")
        for mean, share, low, high, n in tenths(true, believed):
            print(f"    believed {mean:.2f}: true {share:.2f} [{low:.2f}, {high:.2f}] of {n}")
        if asked.picture:
            asked.picture.write_text(picture(true, {"uniform redeals": uniform, "belief": believed}), "utf-8")
        return
    won, did = habits(asked.bot, asked.games, asked.seed, asked.against)
    low, high = wilson(won, asked.games)
    print(f"{asked.bot} against two {asked.against}: {won:.1f} of {asked.games} games, {won / asked.games:.1%}", end=" ")
    print(f"[{low:.1%}, {high:.1%}], {3 * won / asked.games:.2f} times its fair share")
    print(
        "  "
        + ", ".join(
            f"{what} {did[what]}" for what in ("hidden segments", "of them bluffs", "calls", "of them hits", "loans")
        )
    )


if __name__ == "__main__":
    main()
