"""Nim as text, to be written with mistakes: take one or two of the heap, who takes the last wins."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene

if TYPE_CHECKING:
    from types import ModuleType

NIM = '''"""Nim."""

from tuckbox.kit import Actions, GameState, Int, add, rule, state, table

from .board import HEAP, MOST

act = Actions()
TAKE = act("take {number}", [str(n + 1) for n in range(MOST)])
WORTH = table([1, 2])


@state(players=(2,))
class State(GameState):
    left = Int
    taken = Int[2]


@rule
def setup(s, rng):
    s.left = HEAP


@rule
def legal(s, moves):
    for n in range(MOST):
        if n < s.left:
            add(moves, TAKE + n)


@rule
def apply(s, action, rng):
    s.left -= WORTH[action - TAKE]
    note(s, action - TAKE)
    if s.left == 0:
        s.over = True
        s.payoff[s.turn] = 1
    s.turn = 1 - s.turn


@rule
def note(s, number):
    s.taken[s.turn] += number + 1
'''
BOARD = '"""The board of Nim."""\n\nHEAP, MOST = 7, 2\n'


def write(folder: Path, name: str, rules: str = NIM, board: str = BOARD) -> ModuleType:
    """Write the package of a game and import its rules; the folder must be on the path."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(rules)
    (package / "board.py").write_text(board)
    importlib.invalidate_caches()
    assert str(folder) in sys.path
    return importlib.import_module(f"{name}.rules")


def game(module: ModuleType) -> Game:
    """A game of such rules."""
    return Game(name="nim", title="Nim", rules=module, scene=lambda view: Scene("Nim", "", ()))


def line_of(text: str, rules: str) -> int:
    """The number of the line of rules that holds a text."""
    return next(number for number, line in enumerate(rules.split("\n"), 1) if text in line)
