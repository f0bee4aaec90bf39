"""How games end, by the public numbers of their last states: rounds played, cards left, or whatever a state counts.

    python bench/final_numbers.py keywhiz --players 2 --bots greedy --fields turns exhausted

For each field its mean and three percentiles are shown, with the share of draws and of wins by seat from the first to play.
`simulate` counts decisions and wins alone; this plays game by game and reads the state each game leaves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tuckbox import game
from tuckbox.bots.bots import Policy, check_learnt, goes_by, learnt
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.errors import OptionError
from tuckbox.run.stats import wilson
from tuckbox.run.workspace import consecutive


def endings(
    subject: Game,
    players: int,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    whole: bool = False,
) -> Iterator[Any]:
    """Play games one by one, or `whole` matches; each gives its last state, to be read at once.

    Raises `OptionError` where there is not what the name of a bot promises, a network or a belief.
    """
    native = engine(subject, "native")
    players, values = subject.settle_options(players, options or {})
    policies = [Policy.parse(bot) for bot in (list(bots) * players if len(bots) == 1 else bots)]
    if lacks := check_learnt(subject, policies, players, values):
        raise OptionError(lacks[0])
    by = goes_by(subject, policies)
    nets, networks = learnt(subject, by, players, values)
    edges = max(policy.edges for policy in policies)
    work = native.workspace(subject.blank(players, values), edges=edges, nets=nets, networks=networks)
    lineup = native.lineup([by.code(p, subject) for p in policies], [p.effort for p in policies])
    results = native.results(1)
    for number in range(games):
        deals = consecutive(seed, number, 1)
        native.call(native.games.play_games, work, lineup, deals, subject.longest, whole, results, None)
        yield work.states[native.playout.TABLE]


def report(subject: Game, players: int, bots: Sequence[str], games: int, fields: Sequence[str]) -> None:
    """Print what the last states of some games hold."""
    values: dict[str, list[int]] = {field: [] for field in fields}
    wins, draws = np.zeros(players), 0
    for state in endings(subject, players, bots, games):
        for field in fields:
            values[field].append(int(state[field]))
        payoff = state["payoff"][:players]
        best = payoff == payoff.max()
        draws += int(best.all())
        if not best.all():
            wins += np.roll(best / best.sum(), -_first(subject, state))
    low, high = wilson(draws, games)
    print(f"{subject.title}, {players} players, {', '.join(bots)}, {games:,} games")
    print(f"  draws {draws / games:.1%} ({low:.1%} - {high:.1%})")
    decided = max(1, games - draws)
    for place, won in enumerate(wins, 1):
        low, high = wilson(float(won), decided)
        print(f"  player {place} from the first wins {won / decided:.1%} ({low:.1%} - {high:.1%}) of the games won")
    for field, numbers in values.items():
        ten, fifty, ninety = np.percentile(numbers, [10, 50, 90], method="inverted_cdf")
        print(f"  {field}: mean {np.mean(numbers):.2f}, 10/50/90% {ten:g}/{fifty:g}/{ninety:g}")


def _first(subject: Game, state: Any) -> int:
    """The seat that was first to play: `after` has passed the deal on to it, or the first seat on to the next."""
    if "dealing" in subject.layout.fields:
        return int(state["dealing"])
    return (int(state["seated"]) - 1) % int(state["players"]) if "seated" in subject.layout.fields else 0


def main() -> None:
    """Read the command line and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", default="greedy", help="one for all seats, or one for each, with commas")
    parser.add_argument("--games", type=int, default=3_000)
    parser.add_argument("--fields", nargs="+", default=[])
    asked = parser.parse_args()
    subject = game(asked.game)
    players = asked.players or min(subject.players)
    report(subject, players, asked.bots.split(","), asked.games, asked.fields)


if __name__ == "__main__":
    main()
