"""TITLE."""

from tuckbox.definition.encodings import SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM

from . import rules, words
from .scene import scene

GAME = Game(
    name="NAME",
    title="TITLE",
    tagline="Say more than you know, and be believed.",
    designers="you",
    minutes=(2, 5),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    utility=(1 - rules.SEATS, 1),
    payoffs=ZERO_SUM,
    longest=rules.MOST + 1,
    observe={"said": Share(rules.MOST), "by": SeatOf()},
)
