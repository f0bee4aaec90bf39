"""TITLE."""

from tuckbox.definition.encodings import SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM

from . import rules, words
from .scene import scene

GAME = Game(
    name="NAME",
    title="TITLE",
    tagline="One picture, one bid each, all at once.",
    designers="you",
    minutes=(3, 8),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    payoffs=CONSTANT_SUM(1),
    longest=rules.PICTURES * rules.SEATS,
    observe={"coins": Share(rules.COINS), "worth": Share(36), "nearest": SeatOf()},
)
