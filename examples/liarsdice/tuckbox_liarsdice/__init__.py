"""Liar's Dice, as a stranger's game for Tuckbox: things that are hidden because they are thrown, not dealt."""

from tuckbox.definition.encodings import OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_liarsdice import rules, words
from tuckbox_liarsdice.scene import bid, scene

GAME = Game(
    name="liarsdice",
    title="Liar's Dice",
    tagline="Say what lies under all the cups, and let them doubt it.",
    designers="tradition",
    minutes=(5, 20),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts={"dice": lambda view, action: str(rules.in_play(view.state)), "bid": lambda view, action: bid(view)},
    help=words.HELP,
    terms={"dice": "dice of each", "play": "length", "play=last": "to the last die", "play=round": "one round"},
    utility=(-1, 1),
    payoffs=ZERO_SUM,
    longest=6_000,
    observe={
        "left": Share(rules.MOST),
        "bid": OneOf(rules.BID.size + 1, low=rules.NONE),
        "bidder": SeatOf(),
    },
    variants=({}, {"play": "round", "wild": "sixes"}),
)
