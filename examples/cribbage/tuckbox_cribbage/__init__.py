"""Cribbage, as a stranger's game for Tuckbox: a crib that both lay away to at once, and what a go tells of a hand."""

from tuckbox.definition.encodings import OneOf, SeatOf, SeatsOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_cribbage import rules, words
from tuckbox_cribbage.scene import scene

GAME = Game(
    name="cribbage",
    title="Cribbage",
    tagline="Fifteen two, fifteen four, and a pair is six.",
    designers="tradition",
    minutes=(10, 30),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    help=words.HELP,
    terms={
        "target": "points that win",
        "flush": "a flush in the crib takes",
        "flush=five": "five cards",
        "flush=four": "four cards",
        "dealer_first": "dealer",
    },
    utility=(-80, 80),
    payoffs=ZERO_SUM,
    longest=40,
    observe={
        "to_lay": Share(rules.LAID),
        "count": Share(rules.LIMIT),
        "row": OneOf(13),
        "length": Share(8),
        "last": SeatOf(),
        "passed": SeatsOf(),
        "above": Share(rules.LIMIT),
        "gained": Share(121),
        "dealer": SeatOf(),
        "deals": Share(20),
        "points": Share(121),
    },
    variants=({"target": 61}, {"target": 31, "flush": "four"}),
)
