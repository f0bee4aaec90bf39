"""Our games by the names they have in the tables: those of the house, and the examples, which need not be installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from tuckbox.definition.game import Game, game

EXAMPLES = {
    "tic-tac-toe": "tictactoe",
    "leduc": "leduc",
    "Crazy Eights": "eights",
    "Liar's Dice": "liarsdice",
    "Goofspiel": "goofspiel",
    "Hearts": "hearts",
    "Cribbage": "cribbage",
    "Euchre": "euchre",
    "Gin Rummy": "ginrummy",
    "Oh Hell": "ohhell",
    "Hanabi": "hanabi",
}
"""The folders of the examples; that of tictactoe holds the package tuckbox_tictactoe."""

sys.path[:0] = [str(Path(__file__).parents[1] / "examples" / folder) for folder in EXAMPLES.values()]


def subject(name: str) -> Game:
    """A game by its name in a table."""
    if name not in EXAMPLES:
        return game(name.lower())
    found: Game = importlib.import_module(f"tuckbox_{EXAMPLES[name]}").GAME
    return found
