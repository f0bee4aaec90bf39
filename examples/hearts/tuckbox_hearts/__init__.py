"""Hearts, as a stranger's game for Tuckbox: cards passed by all at once, and what four hands are known not to hold."""

from tuckbox.definition.encodings import Bits, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox_hearts import rules, words
from tuckbox_hearts.scene import scene

GAME = Game(
    name="hearts",
    title="Hearts",
    tagline="Take nothing, or take it all.",
    designers="tradition",
    minutes=(20, 60),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts={"led": lambda view, action: rules.SUITS[view.state.trick.cell[0] % 4]},
    help=words.HELP,
    terms={"target": "points that end the match"},
    utility=(0, rules.MOON),
    longest=rules.SEATS * (rules.CARDS + rules.PASSED),
    observe={
        "to_pass": Share(rules.PASSED),
        "leader": SeatOf(),
        "void": Bits(4),
        "taken": Share(rules.MOON),
        "deals": Share(20),
        "points": Share(200),
    },
    variants=({"target": 30}, {"target": 1, "passing": "none"}),
)
