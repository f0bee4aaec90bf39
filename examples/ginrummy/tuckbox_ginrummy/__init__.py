"""Gin Rummy, as a stranger's game for Tuckbox: melds as sets of cards, and hands that are known in part."""

from tuckbox.definition.encodings import OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox_ginrummy import melds, rules, state, words
from tuckbox_ginrummy.scene import scene

GAME = Game(
    name="ginrummy",
    title="Gin Rummy",
    tagline="Three of a kind, a run of four, and a knock on the table.",
    designers="tradition",
    minutes=(10, 30),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts={
        "what": lambda view, action: (
            melds.FACES[action - state.LAY] if action >= state.LAY else melds.PACK.face(action % state.LAY_OFF)
        ),
        "limit": lambda view, action: str(view.state.limit),
    },
    help=words.HELP,
    notation=words.NOTATION,
    terms={
        "target": "points that win",
        "knock": "one may knock with",
        "knock=ten": "ten or less",
        "knock=upcard": "as much as the first card turned up is worth",
        "equal": "to have just as little as who knocks",
        "equal=undercut": "undercuts",
        "equal=nothing": "scores nothing",
        "put_back": "a card taken up may be put down again at once",
        "first": "first to play",
    },
    utility=(-state.MOST, state.MOST),
    payoffs=ZERO_SUM,
    longest=300,
    observe={
        "phase": OneOf(len(state.Phase)),
        "limit": Share(state.KNOCK_WITH),
        "taken": OneOf(53, low=-1),
        "takes": Share(state.MOST_TAKEN),
        "knocker": SeatOf(),
        "leading": SeatOf(),
        "deals": Share(20),
        "points": Share(100),
    },
    variants=({"target": 40}, {"target": 30, "knock": "upcard", "equal": "nothing", "put_back": "true"}),
)
