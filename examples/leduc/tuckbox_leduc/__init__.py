"""Leduc hold'em, as a stranger's game for Tuckbox."""

from tuckbox.definition.encodings import OneOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_leduc import rules, words
from tuckbox_leduc.scene import scene

GAME = Game(
    name="leduc",
    title="Leduc hold'em",
    tagline="Six cards, two rounds, one bluff.",
    designers="Finnegan Southey and others",
    minutes=(1, 3),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    help=words.HELP,
    utility=(-13, 13),
    payoffs=ZERO_SUM,
    longest=8,
    observe={"paid": Share(13), "raises": OneOf(3), "calls": OneOf(3), "checked": OneOf(2)},
)
