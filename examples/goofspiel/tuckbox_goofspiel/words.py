"""The texts of Goofspiel."""

from collections.abc import Callable

from tuckbox_goofspiel.rules import RANKS


def offered(bid: int) -> str:
    """The sentence about a bid that is opened."""
    return f"{{who}} bid[s] {RANKS[bid - 1]}."


SAYS: dict[str, str | Callable[[int], str]] = {
    "bid {card}": "{who} bid[s] {card}, face down.",
    "turned": "The prize is {card}.",
    "offered": offered,
    "took": "{who} take[s] the prize, worth {number}.",
    "lost": "The highest bids are equal: nobody gets the prize.",
}

LABELS = {"bid {card}": "Bid {card}"}

HELP = """\
Everybody has the cards from ace to king to bid with, each once. One prize after another is turned up, an ace worth one, a
king thirteen. All choose a bid in secret and show it at once; the highest takes the prize. Nobody gets it if the highest
bids are equal. Whoever has the most points in the end wins."""
