"""The texts of Gin Rummy."""

from collections.abc import Callable

from tuckbox_ginrummy.melds import FACES

SAYS: dict[str, str | Callable[[int], str]] = {
    "discard {card}": "{who} put[s] {card} down.",
    "take discard": "",
    "draw stock": "",
    "pass": "{who} pass[es].",
    "knock": "{who} knock[s].",
    "done": "{who} [is|are] done.",
    "lay off {card}": "{who} lay[s] {card} off.",
    "lay {meld}": lambda meld: f"{{who}} lay[s] {FACES[meld]}.",
    "turned": "{card} is turned up.",
    "drew": "{who} draw[s] {card}.",
    "took": "{who} take[s] {card}.",
    "scored": "{who} score[s] {number}.",
    "undercut": "{who} undercut[s] and score[s] {number}.",
    "void": "Nobody scores.",
}

LABELS: dict[str, str | Callable[[int], str]] = {
    "discard {card}": "Put {card} down",
    "take discard": "Take the card put down",
    "draw stock": "Draw from the stock",
    "pass": "Pass",
    "knock": "Knock",
    "done": "Done",
    "lay off {card}": "Lay {card} off",
    "lay {meld}": lambda meld: f"Lay {FACES[meld]}",
}

HELP = """\
Take the card last put down or draw one, then put one down. Melds are three or four cards of a rank, or three and more of a
suit in sequence; aces are low. When the cards outside of melds are worth ten or less after your discard, knock: put a card
down and lay your melds. The other lays cards off on them, and lays melds too. The difference is yours, with 25 more for gin,
when nothing is left; but whoever has no more than you undercuts, and scores the difference and 25. 100 points win."""

NOTATION = "A meld is written with its cards, by suit or rank: `lay 7C7D7H`, `lay 5S6S7S`."
