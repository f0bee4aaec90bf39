"""Tic-tac-toe, as a stranger's game for Tuckbox."""

from tuckbox.definition.encodings import Bits
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_tictactoe import rules, words
from tuckbox_tictactoe.scene import scene

GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    tagline="Three in a row.",
    designers="tradition",
    minutes=(1, 2),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    help=words.HELP,
    utility=(-1, 1),
    payoffs=ZERO_SUM,
    longest=9,
    observe={"marks": Bits(9)},
)
