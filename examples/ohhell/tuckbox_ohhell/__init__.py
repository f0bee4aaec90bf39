"""Oh Hell, as a stranger's game for Tuckbox: whoever does not follow suit shows what is not in the hand."""

from tuckbox.definition.encodings import Bits, OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox_ohhell import rules, words
from tuckbox_ohhell.scene import scene

GAME = Game(
    name="ohhell",
    title="Oh Hell",
    tagline="Say how many tricks you will take, and take no other number.",
    designers="tradition",
    minutes=(10, 40),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    facts={
        "tricks": lambda view, action: str(view.state.tricks),
        "led": lambda view, action: rules.SUITS[view.state.trick.cell[0] % 4],
    },
    help=words.HELP,
    utility=(0, rules.BONUS + rules.MOST),
    longest=5 * (rules.MOST + 1),
    observe={
        "bid": Share(rules.MOST),
        "bids": OneOf(6),
        "taken": Share(rules.MOST),
        "leader": SeatOf(),
        "void": Bits(4),
        "dealer": SeatOf(),
        "tricks": Share(rules.MOST),
        "points": Share(100),
    },
    variants=({"cards": 5},),
)
