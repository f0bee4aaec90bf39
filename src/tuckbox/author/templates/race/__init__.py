"""TITLE."""

from tuckbox.definition.encodings import Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM

from . import rules, words
from .scene import scene

GAME = Game(
    name="NAME",
    title="TITLE",
    tagline="Run, and mind who comes behind you.",
    designers="you",
    minutes=(5, 10),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    payoffs=CONSTANT_SUM(1),
    longest=rules.LIMIT,
    observe={"at": Share(rules.END), "moves": Share(rules.LIMIT)},
)
