"""The figures of a study, section by section, made from the tables of blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.lab.ratings import Ratings
from tuckbox.lab.study.things import spoken, things_of
from tuckbox.lab.study.works import BINS, PHASES, POINTS
from tuckbox.lab.tally import Tally
from tuckbox.run.stats import Z95, difference, mean_of, percentile, wilson, z_of_many

SETTLED = 0.9
"""A game is settled when the chance of who wins it has come so high, and stays there."""
FEW = 0.002
"""Share of the seats below which a thing that they did is called dead."""
Figures = dict[str, Any]
Seen = Sequence[float]
"""Games, and sums over them: see `works.seen_in`."""


def interval(wins: float, n: float, z: float = Z95) -> Figures:
    """A share with its interval."""
    low, high = wilson(wins, n, z)
    return {"share": wins / n if n else 0.0, "low": low, "high": high, "games": int(n)}


def spread(values: NDArray[Any]) -> Figures:
    """Mean, its 95% interval, and percentiles of what each game brought."""
    numbers = np.asarray(values, float)
    cuts = np.percentile(numbers, [5, 25, 50, 75, 95]) if len(numbers) else np.zeros(5)
    return {**asdict(mean_of(numbers)), **dict(zip(("p5", "p25", "median", "p75", "p95"), map(float, cuts), strict=True))}


def fair(tally: Tally, sides: Mapping[str, NDArray[Any]], game: Game) -> Figures:
    """Shares by seat, and by side where seats play something of their own."""
    games, players = tally.games, tally.players
    z = z_of_many(players)
    seats = [{"name": f"seat {p + 1}", **interval(float(tally.wins[p]), games, z)} for p in range(players)]
    decided = (games - tally.drawn) / games if games else 0.0
    teams = len(tally.teams) or players
    even = decided / teams
    found: Figures = {"even": even, "seats": seats, "sides": {}}
    for name, table in sides.items():
        rows = [(side, *table[:, i]) for i, side in enumerate(game.sides[name]) if side and table[0, i]]
        z = z_of_many(len(rows))
        found["sides"][name] = [{"name": side, **interval(float(won), float(n), z)} for side, n, won in rows]
    found["off"] = [row["name"] for row in seats if not row["low"] <= even <= row["high"]]
    return found


def long(lengths: NDArray[np.int64], rounds: NDArray[np.float64], minutes: NDArray[np.float64]) -> Figures:
    """Decisions, rounds (seen in the first of the games), and minutes of people; of games that came to their end."""
    finished = lengths[lengths >= 0]
    counts, edges = np.histogram(finished, bins=min(40, max(1, int(finished.max()) if len(finished) else 1)))
    return {
        "decisions": spread(finished),
        "rounds": spread(rounds[lengths[: len(rounds)] >= 0]),
        "minutes": spread(minutes[lengths >= 0]),
        "histogram": {"counts": counts.tolist(), "edges": edges.tolist()},
    }


def wide(grid: NDArray[np.int64], forced: NDArray[np.int64], lengths: NDArray[np.int64]) -> Figures:
    """Numbers of legal actions, and the share of decisions with only one."""
    sizes = np.arange(grid.shape[1])
    each = [[percentile(row, share) for share in (0.25, 0.5, 0.75)] for row in grid]
    means = [float((row * sizes).sum() / max(1, row.sum())) for row in grid]
    seen = [i for i in range(BINS) if grid[i].any()]  # in short games there is no decision in some
    free = grid[:, 2:]
    return {
        "mean": float((grid * sizes).sum() / max(1, grid.sum())),
        "mean_of_free": float((free * sizes[2:]).sum() / max(1, free.sum())),
        "forced": float(forced.sum() / max(1, np.abs(lengths).sum())),
        "over_time": [{"at": (i + 0.5) / BINS, "mean": means[i], "quartiles": each[i]} for i in seen],
    }


def tense(chances: NDArray[np.float32], worlds: int, firsts: Sequence[int]) -> Figures:
    """Lead changes, when games are settled, drama and come-backs, of games that one seat or team has won alone; `firsts`
    holds a seat of each team."""
    final = chances[:, POINTS, firsts]
    won = final.max(axis=1) > 1 - 1e-6
    games, winner = chances[won][:, :, firsts].astype(float), final[won].argmax(axis=1)
    mine = np.take_along_axis(games, winner[:, None, None], 2)[:, :, 0]
    leading = games.max(axis=2)
    behind = (leading - mine)[:, :POINTS]
    noise = 2 * sqrt(1 / worlds)  # two standard errors of the difference of two chances near one half
    trailing = behind > noise
    severity = np.where(trailing, np.sqrt(np.maximum(behind, 0)), 0).sum(axis=1) / np.maximum(1, trailing.sum(axis=1))
    even = 1 / games.shape[2]
    lowest = mine[:, : POINTS - 1].min(axis=1) if len(mine) else np.zeros(0)
    late = np.arange(POINTS) >= POINTS // 2
    bands = np.percentile(mine, [5, 25, 50, 75, 95], axis=0) if len(mine) else np.zeros((5, POINTS + 1))
    back = interval(float((lowest < even / 2).sum()), len(lowest))
    return {
        "lead_changes": spread(np.array([_lead_changes(game[:POINTS], noise) for game in games])),
        "settled": spread(np.array([_settled(line) for line in mine])),
        "drama": spread(severity),
        "trailing": float(trailing.mean()) if len(mine) else 0.0,
        "late_leader_wins": interval(float((~trailing[:, late]).mean(axis=1).sum()) if len(mine) else 0.0, len(mine)),
        "comebacks": back,
        "fan": bands.tolist(),
        "single": _telling(chances, won),
        "worlds": worlds,
    }


def _lead_changes(game: NDArray[np.float64], noise: float) -> int:
    """Number of lead changes; a lead counts from where it is greater than the noise of the estimate."""
    leader, changes = -1, 0
    for chances in game:
        first, second = np.sort(chances)[::-1][:2] if len(chances) > 1 else (1.0, 0.0)
        now = int(chances.argmax())
        if first - second > noise and now != leader:
            changes += leader >= 0
            leader = now
    return changes


def _settled(line: NDArray[np.float64]) -> float:
    """The part of the game from which on the winner's chance was high and stayed so."""
    low = np.flatnonzero(line[:POINTS] < SETTLED)
    return (int(low[-1]) + 1) / POINTS if len(low) else 0.0


def _telling(chances: NDArray[np.float32], won: NDArray[np.bool_]) -> list[Any]:
    """Three games as they went: the one with the median of ups and downs, and those near both ends."""
    if not won.any():
        return []
    games = chances[won]
    ups = np.abs(np.diff(games, axis=1)).sum(axis=(1, 2))
    order = np.argsort(ups, kind="stable")
    picks = [order[int(share * (len(order) - 1))] for share in (0.1, 0.5, 0.9)]
    return [np.round(games[pick], 3).tolist() for pick in picks]


def matters(
    done: NDArray[Any], phases: NDArray[Any], held: NDArray[Any], players: int, seen: Seen, looked: Seen, game: Game
) -> Figures:
    """The share of wins of seats that did something about each thing, less that of those who did not; the same for cards
    that were held; and what nobody does. Who held what was `looked` at in fewer games than are `seen`."""
    things = things_of(game)
    count = len(things.names)
    z = z_of_many(count * (2 + PHASES))
    rows = []
    of_card = {int(thing): kind for kind, thing in enumerate(things.cards)}
    for i, (name, kind) in enumerate(zip(things.names, things.kinds, strict=True)):
        row = {"thing": name, "kind": kind, **_effect(done[:, i], players, seen, z)}
        row["by_phase"] = [_effect(phases[phase][:, i], players, seen, z) for phase in range(PHASES)]
        if i in of_card and held[0, of_card[i]] > 0:
            row["held"] = _effect(held[:, of_card[i]], players, looked, z)
        rows.append(row)
    used = [row for row in rows if row["with"] > 0 or "held" in row]
    dead = [f"{row['kind']} {row['thing']}" for row in rows if row["seats"] < FEW]
    return {"things": used, "dead": dead, "of": count}


def _effect(done: NDArray[Any], players: int, seen: Seen, z: float) -> Figures:
    """Association of a thing with winning: the number of seats that did it, their share of wins, and the difference to
    the others'. `done` holds the sums of `moments`."""
    n, won = float(done[0]), float(done[1])
    games, wins, _ = seen
    seats = games * players
    gap, low, high = 0.0, -1.0, 1.0
    if 0 < n < seats:
        times = _clustered(done, players, seen)
        gap, low, high = difference((won / times, n / times), ((wins - won) / times, (seats - n) / times), z)
    return {"seats": n / max(1, seats), "with": won / n if n else 0.0, "gap": gap, "low": low, "high": high}


def _clustered(done: NDArray[Any], players: int, seen: Seen) -> float:
    """Number of times by which the variance of a difference is larger than if all seats were independent, and no less than
    one: of the seats of a game one wins what others lose. (The sum of squares of what each game adds to the difference.)"""
    games, wins, squared = seen
    n, won, nn, nw, ww, ns, ws = done.tolist()
    others = games * players - n
    p, q = won / n, (wins - won) / others
    a, b, c, d = 1 / n + 1 / others, p / n + q / others, 1 / others, q * players / others
    squares = a * a * ww + b * b * nn + c * c * squared + games * d * d
    mixed = -a * b * nw - a * c * ws + a * d * won + b * c * ns - b * d * n - c * d * wins
    independent = p * (1 - p) / n + q * (1 - q) / others
    return max(1.0, (squares + 2 * mixed) / independent) if independent else 1.0


def ends(tally: Tally, last: NDArray[np.int64], game: Game) -> Figures:
    """Endings of games."""
    families = [spoken(family.text) for family in game.actions.families]
    order = np.argsort(-last, kind="stable")
    rows = [{"action": families[i], **interval(float(last[i]), tally.games)} for i in order if last[i]]
    return {"by": rows, "void": interval(tally.drawn, tally.games), "unfinished": interval(tally.unfinished, tally.games)}


def explained(rows: NDArray[np.float64], strong: str, weak: str) -> Figures:
    """Shares of the outcome explained by the players, by the deal with its seat, and by the rest.

    Components of variance, by the method of moments: what is left after the means of players, between and within cells of
    one deal and seat.
    """
    result, is_strong = rows[:, 3].copy(), rows[:, 2] > 0
    gap = float(result[is_strong].mean() - result[~is_strong].mean()) if is_strong.any() else 0.0
    share = float(is_strong.mean())
    of_players = share * (1 - share) * gap * gap
    result -= np.where(is_strong, result[is_strong].mean(), result[~is_strong].mean())
    _, cell = np.unique(rows[:, 0] * 64 + rows[:, 1], return_inverse=True)
    n = np.bincount(cell)
    means = np.bincount(cell, result) / n
    within = float(((result - means[cell]) ** 2).sum() / max(1, len(result) - len(n)))
    between = float((n * means**2).sum() / max(1, len(n) - 1))
    of_deal = max(0.0, (between - within) / float(n.mean()))
    whole = of_players + of_deal + within or 1.0
    return {
        "strong": strong,
        "weak": weak,
        "players": of_players / whole,
        "deal": of_deal / whole,
        "rest": within / whole,
        "gap": gap,
        "deals": len(np.unique(rows[:, 0])),
    }


def ladder(names: Sequence[str], ratings: Ratings, step: float) -> Figures:
    """The rungs from random to the strongest, on the scale of Elo, and how many steps of 75% these are apart; ``open`` where
    one won all games against its neighbour."""
    rungs: list[Figures] = [
        {"bot": name, "rating": float(ratings.rating[i]), "low": float(ratings.low[i]), "high": float(ratings.high[i])}
        for i, name in enumerate(names)
    ]
    top = max(rungs, key=lambda rung: float(rung["rating"]))
    steps, low, high = ((top[key] - rungs[0]["rating"]) / step for key in ("rating", "low", "high"))
    told = {"steps": steps, "low": low, "high": high, "open": len(ratings.apart) > 0}
    return {"rungs": rungs, **told, "strongest": top["bot"], "step": step}
