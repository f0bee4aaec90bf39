"""The texts of Liar's Dice."""

from collections.abc import Callable


def showed(dice: int) -> str:
    """The sentence about a cup that is lifted; the digits of the number are its dice."""
    return f"{{who}} show[s] {' '.join(str(dice))}."


def counted(dice: int) -> str:
    """The sentence about how many dice the bid has found."""
    return f"{dice} {'die counts' if dice == 1 else 'dice count'} for the bid."


def lost(left: int) -> str:
    """The sentence about whoever was wrong."""
    rest = f"{left} left" if left else "none left"
    return f"{{who}} lose[s] a die: {rest}."


SAYS: dict[str, str | Callable[[int], str]] = {
    "bid {count} {face}": "{who} bid[s] {count} dice of {face}.",
    "doubt": "{who} doubt[s] it.",
    "showed": showed,
    "counted": counted,
    "lost": lost,
}

LABELS = {"bid {count} {face}": "Bid {count} × {face}", "doubt": "Doubt the bid"}

HELP = """\
Everybody throws dice under a cup and looks at their own. In turn you say how many dice, of all on the table, show some face:
each bid must be higher than the one before, more dice or as many of a higher face. Instead of bidding you may doubt the bid
before you: then all cups are lifted. If there are as many dice as it said the doubter loses a die, else the bidder. Ones
count as any face, unless it is ones that are bid. The last with dice left wins."""
