"""Euchre, as a stranger's game for Tuckbox: partners, bids in two rounds, and a jack that changes its suit."""

from tuckbox.definition.encodings import Bits, OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_euchre import rules, trumps, words
from tuckbox_euchre.scene import scene

GAME = Game(
    name="euchre",
    title="Euchre",
    tagline="Make trumps, take three, or be euchred.",
    designers="tradition",
    minutes=(15, 40),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts={"led": lambda view, action: trumps.SUITS[rules.led(view.state)]},
    help=words.HELP,
    terms={"target": "points that win", "stick": "stick the dealer", "first": "dealer"},
    utility=(-4, 4),
    payoffs=ZERO_SUM.in_teams([(0, 2), (1, 3)]),
    longest=2 * rules.SEATS + 2 + rules.SEATS * rules.TRICKS,
    observe={
        "phase": OneOf(4),
        "passes": Share(2 * rules.SEATS),
        "trumps": OneOf(5, low=rules.NOBODY),
        "maker": SeatOf(),
        "out": SeatOf(),
        "leader": SeatOf(),
        "void": Bits(4),
        "taken": Share(rules.TRICKS),
        "dealer": SeatOf(),
        "deals": Share(30),
        "points": Share(30),
    },
    variants=({"target": 3}, {"target": 2, "stick": "false"}),
)
