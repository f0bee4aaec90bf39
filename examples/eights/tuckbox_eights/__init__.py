"""Crazy Eights, as a stranger's game for Tuckbox."""

from tuckbox.definition.encodings import OneOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM
from tuckbox_eights import rules, words
from tuckbox_eights.scene import scene

GAME = Game(
    name="eights",
    title="Crazy Eights",
    tagline="Follow the rank or the suit, and mind the eights.",
    designers="tradition",
    minutes=(3, 15),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    facts={"follow": lambda view, action: rules.SUITS[view.state.suit]},
    help=words.HELP,
    payoffs=CONSTANT_SUM(1),
    longest=400,
    observe={"suit": OneOf(4), "naming": Share(1), "passes": Share(6)},
)
