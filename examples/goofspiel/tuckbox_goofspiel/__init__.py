"""Goofspiel, as a stranger's game for Tuckbox: all decide at once, and nobody sees a bid before all are in."""

from tuckbox.definition.encodings import Bits, OneOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_goofspiel import rules, words
from tuckbox_goofspiel.scene import scene

GAME = Game(
    name="goofspiel",
    title="Goofspiel",
    tagline="One prize, one bid each, all at once.",
    designers="tradition",
    minutes=(5, 15),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    terms={"score": "what counts", "score=win": "winning", "score=difference": "points above the average"},
    utility=(-1, 1),
    payoffs=ZERO_SUM,
    longest=(rules.MOST - 1) * rules.SEATS,
    observe={"hand": Bits(rules.MOST), "bid": OneOf(rules.MOST + 1), "points": Share(91)},
    variants=({}, {"cards": 5, "order": "descending", "score": "difference"}),
)
