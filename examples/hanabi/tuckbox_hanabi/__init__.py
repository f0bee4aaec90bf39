"""Hanabi, as a stranger's game for Tuckbox: played together, with cards that all see but their holder."""

from tuckbox.definition.encodings import Bits, OneOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import IDENTICAL
from tuckbox_hanabi import rules, words
from tuckbox_hanabi.scene import scene

GAME = Game(
    name="hanabi",
    title="Hanabi",
    tagline="Build five fireworks together, out of cards that you alone do not see.",
    designers="Antoine Bauza",
    minutes=(15, 30),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    help=words.HELP,
    utility=(0, rules.BEST),
    payoffs=IDENTICAL,
    longest=200,
    observe={
        "may": Bits(rules.KINDS),
        "height": OneOf(6),
        "tokens": Share(rules.TOKENS),
        "mistakes": OneOf(4),
        "last": OneOf(5),
    },
)
