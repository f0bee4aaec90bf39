"""How far `search` is from an equilibrium of small poker games, by OpenSpiel's own measure, and CFR+ beside it.

For every information state of the game the bot is asked for its decision, with a number of iterations for each; the policy
that comes of it is what NashConv is taken of (0 is an equilibrium). CFR+ is OpenSpiel's, on OpenSpiel's own game.

    python bench/nashconv.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import Policy
from tuckbox_leduc import GAME as LEDUC

from tuckbox.adapters import openspiel
from tuckbox.adapters.nodes import Node
from tuckbox.bots.bots import make_bot
from tuckbox.definition.game import Game
from tuckbox.engine.think.equilibrium import UNHEARD, heard_after
from tuckbox.view.view import View, blind

sys.path.insert(0, str(Path(__file__).parents[1]))  # RLCard installs another `tests`
from tests.toys.kuhn import GAME as KUHN

ITERATIONS = (60, 500, 2_000, 10_000, 100_000)
SOLVED = (10, 100, 1_000)


class Searching(Policy):  # type: ignore[misc]
    """The policy of a bot."""

    def __init__(self, game: Game, bot: str) -> None:
        loaded = openspiel.load(game)
        super().__init__(loaded, list(range(loaded.num_players())))
        self.game, self.bot = game, make_bot(bot, game, seed=1)
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: openspiel.CardState, player_id: int | None = None) -> dict[int, float]:
        """Share of decisions in which the bot takes each action."""
        seat = state.current_player()
        name = state.information_state_string()
        if name not in self.known:
            seen = blind(self.game, state.node.state, seat)
            legal = tuple(state.legal_actions())
            self.bot.choose(View(self.game, seat, seen, ("Ann", "Bo"), legal, (seat,), heard=heard(state)))
            self.known[name] = {thought.action: thought.share for thought in self.bot.thoughts}
        return self.known[name]


def heard(state: openspiel.CardState) -> int:
    """Key of what a seat has heard; in these games everybody hears all actions."""
    actions: list[tuple[int, int]] = []
    node: Node | None = state.node
    while node is not None and node.action is not None:
        actions.append((int(node.base.turn), node.action))
        node = node.parent
    number = UNHEARD
    for actor, action in reversed(actions):
        number = heard_after(number, actor, action)
    return number


def solved(name: str, iterations: int) -> float:
    """NashConv of CFR+ after a number of iterations."""
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return float(pyspiel.nash_conv(game, solver.average_policy()))


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the cheapest row of each table only")
    few = 1 if parser.parse_args().quick else None
    for game, theirs in ((KUHN, "kuhn_poker"), (LEDUC, "leduc_poker")):
        print(f"{game.name}: NashConv")
        for iterations in ITERATIONS[:few]:
            distance = exploitability.nash_conv(openspiel.load(game), Searching(game, f"search:{iterations}"))
            print(f"  search:{iterations:<8}{distance:8.3f}", flush=True)
        for iterations in SOLVED[:few]:
            print(f"  CFR+ {iterations:<10}{solved(theirs, iterations):8.3f}", flush=True)


if __name__ == "__main__":
    main()
