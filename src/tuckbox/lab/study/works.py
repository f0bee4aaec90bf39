"""The work of a study, as blocks: games looked at as rows of decisions, as tables, and as what may still come of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.engine.tables.games import ACTION, CHOICES, SEAT
from tuckbox.kit.fields import OWNER, PileZone, SetZone
from tuckbox.lab.study.things import things_of
from tuckbox.lab.tally import tallied, wins_of
from tuckbox.lab.traces import Games, played, restart, states_of, write
from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.workspace import parsed, simulator_for

BINS = 20
"""Number of parts a game is cut into, to see how it goes on."""
PHASES = 3
"""Early, middle and late."""
POINTS = 24
"""Number of moments of a game, evenly spread over its decisions, at which win chances are estimated."""
MOMENTS = 7
"""Number of sums that `moments` tells of each thing."""
FORCED_SECONDS, CHOICE_SECONDS, DOUBLING_SECONDS = 1.0, 2.5, 1.2
"""Seconds that people take for a decision: a forced one, any other, and more for every doubling of the choices (Hick's
law)."""


def firsts_of(block: Block) -> list[int]:
    """A seat of each team."""
    return [team[0] for team in block.setting.pays.all_teams(block.setting.players)]


def shares_of(block: Block, games: Games) -> NDArray[np.float64]:
    """The share of the win of each seat in each game; one that was cut off has none."""
    shares, _ = wins_of(games.payoffs[:, : block.setting.players], firsts_of(block))
    return np.where(games.lengths[:, None] >= 0, shares, 0.0)


def minutes_of(choices: NDArray[Any], of_game: NDArray[Any], games: int) -> NDArray[np.float64]:
    """Estimated minutes that people would take for each of some games, by the number of choices at each decision.

    >>> minutes_of(np.array([1, 2, 4]), np.array([0, 0, 1]), 2) * 60
    array([4.7, 4.9])
    """
    seconds = np.where(choices == 1, FORCED_SECONDS, CHOICE_SECONDS + DOUBLING_SECONDS * np.log2(np.maximum(choices, 2)))
    return np.bincount(of_game, seconds, games) / 60


def play(block: Block) -> Arrays:
    """Results, lengths, branching, how games end, and what those who win have done."""
    simulator, games = played(block)
    players, lengths, rows = block.setting.players, np.abs(games.lengths), games.rows
    of_game = np.repeat(np.arange(len(lengths)), lengths)
    step = np.arange(len(rows)) - games.starts[:-1][of_game]
    choices = rows[:, CHOICES]
    things, shares = things_of(simulator.game), shares_of(block, games)
    phase = step * PHASES // lengths[of_game]
    families = {int(family): i for i, family in enumerate(simulator.game.actions.families)}
    ends = games.starts[1:][games.lengths >= 0] - 1
    last = [families[int(simulator.game.actions.family(action))] for action in rows[ends, ACTION].tolist()]
    about = (len(things.names), things.of_action[rows[:, ACTION]], of_game * players + rows[:, SEAT], shares)
    table = tallied(block, games.lengths, games.payoffs).table()
    grid = np.zeros((BINS, simulator.game.actions.size + 1), np.int64)
    np.add.at(grid, (step * BINS // lengths[of_game], choices), 1)
    by_phase = [_counted(*about, phase == number) for number in range(PHASES)]
    return {
        **table,
        "branching": grid,
        "minutes": minutes_of(choices, of_game, len(lengths)),
        "forced": np.bincount(of_game, choices == 1, len(lengths)).astype(np.int64),
        "lengths": games.lengths,
        "last": np.bincount(np.array(last, np.int64), minlength=len(families)),
        "seen": seen_in(shares),
        "done": _counted(*about, np.ones(len(rows), bool)),
        "phases": np.array(by_phase),
    }


def _counted(
    things: int, about: NDArray[np.int64], who: NDArray[Any], shares: NDArray[np.float64], when: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The sums of `moments` for each thing about which seats of games did something."""
    keys = np.concatenate([(who * things + column)[when & (column >= 0)] for column in about.T])
    seats, which = np.divmod(np.unique(keys), things)
    games = seats // shares.shape[1]
    pairs, at, many = np.unique(games * things + which, return_inverse=True, return_counts=True)
    each = moments(many, np.bincount(at, shares.ravel()[seats]), shares.sum(axis=1)[pairs // things])
    return np.array([np.bincount(pairs % things, row, things) for row in each])


def moments(many: NDArray[Any], won: NDArray[Any], all_won: NDArray[Any] | float) -> NDArray[np.float64]:
    """The moments n, w, n*n, n*w, w*w, n*s and w*s of a game: n seats did something, w is their share of the win, and s that
    of all seats, which is 0 where nobody wins. From their sums over games follows how far a difference may lie by chance."""
    return np.array([many, won, many * many, many * won, won * won, many * all_won, won * all_won], float)


def seen_in(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The number of games, the sum of s over them (see `moments`), and of s*s."""
    all_won = shares.sum(axis=1)
    return np.array([len(shares), all_won.sum(), (all_won**2).sum()])


def look(block: Block) -> Arrays:
    """Cards that seats have held, how many turns there were, and the games in which this was seen; the tables themselves are
    looked at."""
    simulator, games = played(block)
    layout, players = simulator.game.layout, block.setting.players
    shares, kinds = shares_of(block, games), max(1, len(layout.deck))
    zones = [(name, kind) for name, kind in layout.zones.items() if kind.seen == OWNER]
    held, rounds = np.zeros((MOMENTS, kinds)), np.zeros(len(games.lengths))
    sides = {name: np.zeros((2, len(names))) for name, names in simulator.game.sides.items()}
    for g, rows in games.each():
        has, turns, before, state = np.zeros((players, kinds), bool), 0, -1, None
        for i, state in enumerate(states_of(simulator, block.seed, int(games.chances[g]), rows)):
            for name, kind in zones:
                _note(state[name], kind, has)
            if i < len(rows) and not (layout.windows and state["window"]["depth"]) and state["turn"] != before:
                before, turns = int(state["turn"]), turns + 1
        rounds[g] = turns / players
        held += moments(has.sum(axis=0), shares[g] @ has, shares[g].sum())
        for name, counted in sides.items():
            for seat in range(players):
                counted[:, int(state[name][seat])] += 1, shares[g][seat]  # type: ignore[index]
    return {"held": held, "rounds": rounds, "seen": seen_in(shares), **{f"side:{n}": c for n, c in sides.items()}}


def _note(zone: Any, kind: Any, has: NDArray[np.bool_]) -> None:
    """Mark the cards that lie in the zone of each seat."""
    for seat in range(len(has)):
        mine = zone[seat]
        if isinstance(kind, SetZone):
            cards = int(mine["cards"])
            has[seat] |= np.array([cards >> card & 1 for card in range(has.shape[1])], bool)
        elif isinstance(kind, PileZone):
            has[seat, (mine["cell"][..., : int(mine["n"])] & 255) if mine["n"].ndim == 0 else []] = True


def foresee(block: Block) -> Arrays:
    """The win chances of all seats at `POINTS` moments of each game, and in the end what each seat has won."""
    simulator, games = played(block)
    players, worlds = block.setting.players, int(block.more["worlds"])
    firsts, shares = firsts_of(block), shares_of(block, games)
    game, work = simulator.game, simulator.work
    guided, out = "prefer" in game.brings or "lean" in game.brings, np.zeros((worlds, game.layout.seats))
    found = np.zeros((len(games.lengths), POINTS + 1, players), np.float32)
    trace, call = simulator.native.trace, simulator.native.call
    for g, rows in games.each():
        chance, at = int(games.chances[g]), 0
        restart(simulator, block.seed, chance)
        for point in range(POINTS):
            to = point * len(rows) // POINTS
            call(trace.go_on, work.states, work.rngs, rows, at, to)
            at = to
            n = call(trace.foresee, work.states, work.rngs, work.scratches, worlds, simulator.cap, guided, out)
            if n:
                found[g, point] = wins_of(out[:n, :players], firsts)[0].mean(axis=0)
        found[g, POINTS] = shares[g]
    return {"chances": found, "lengths": games.lengths, "numbers": games.chances}


def duplicate(block: Block) -> Arrays:
    """The same deals played again with the seats changed: one strong player among others, in every seat, with several draws.

    A row is a seat of a play: which deal, which seat, whether the strong one sat there, and what share of the win it got.
    """
    policies, players, decisions = parsed(block.bots), block.setting.players, int(block.more["decisions"])
    simulator, rows = simulator_for(block.setting, policies), []
    deals = np.arange(block.first, block.first + block.games)
    for shift in range(players):
        seated = policies[-shift:] + policies[:-shift] if shift else policies
        for draw in range(decisions):
            numbers = (deals * players + shift) * decisions + draw
            shares = shares_of(block, write(simulator, block.seed, deals, seated, numbers))
            for seat in range(players):
                strong = np.full(len(deals), seat == shift)
                rows.append(np.column_stack([deals, np.full(len(deals), seat), strong, shares[:, seat]]))
    return {"duplicates": np.concatenate(rows)}
