"""TITLE."""

from tuckbox.definition.encodings import Bits, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM

from . import rules, words
from .scene import scene

GAME = Game(
    name="NAME",
    title="TITLE",
    tagline="Follow suit, and take the most tricks.",
    designers="you",
    minutes=(3, 10),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    payoffs=CONSTANT_SUM(1),
    longest=rules.SEATS * rules.CARDS,
    observe={"leader": SeatOf(), "tricks": Share(rules.CARDS), "void": Bits(4)},
)
