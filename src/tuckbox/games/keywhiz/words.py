"""The texts of Key Whiz: sentences for the log, names of squares, doors and cards, and help."""

from __future__ import annotations

from collections.abc import Callable

from tuckbox.games.keywhiz.actions import FROM_HAND, FROM_WHIZ, OF_RANK, PACK
from tuckbox.games.keywhiz.board import WHIZ_DOOR, Kind
from tuckbox.games.keywhiz.places import HOME, START, name_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
KINDS = (
    "doorway",
    "Draw or Swap",
    "Draw Whiz Card",
    "Move One Square or to Doorway",
    "Move to Doorway of Choice",
)
NEEDS = ("", "any one card", "a pair", "three of a kind", "four of a kind", "a Whiz card")
"""The key to a door, by its number."""


def spot(place: int) -> str:
    """A place as one says it.

    >>> spot(0), spot(START), spot(HOME)
    ('2-1', 'Start', 'Payoff')
    """
    return {START: "Start", HOME: "Payoff"}.get(place) or name_of(place)


def door_name(door: int) -> str:
    """A door as one says it.

    >>> door_name(3), door_name(WHIZ_DOOR)
    ('door 3', 'the Whiz Door')
    """
    return "the Whiz Door" if door == WHIZ_DOOR else f"door {door}"


def several(number: int, rank: int) -> str:
    """Cards of one rank.

    >>> several(1, 5), several(2, 8), several(0, 0)
    ('a 7', 'two 10s', '')
    """
    face = PACK.face(rank)
    article = "an" if face in ("8", "A") else "a"
    return f"{article} {face}" if number == 1 else f"{NUMBERS[number]} {face}s" if number else ""


def key_name(key: int) -> str:
    """The own cards of a key, by its number among all keys.

    >>> key_name(5), key_name(13 * 6 + 5)
    ('a 7', 'two 7s and a Whiz 7')
    """
    held, whiz, rank = FROM_HAND[key], FROM_WHIZ[key], OF_RANK[key]
    special = several(whiz, rank).replace(f" {PACK.face(rank)}", f" Whiz {PACK.face(rank)}").replace("an Whiz", "a Whiz")
    return " and ".join(filter(None, [several(held, rank), special]))


def _passed(code: int) -> str:
    """A door passed: the rules tell from where to where, what the table has added, the door, which in a row, the key."""
    came, to, borrowed = (code & 63) - 2, code >> 6 & 63, code >> 12 & 7
    door, run, key = code >> 15 & 7, code >> 18 & 3, code >> 20
    rank = OF_RANK[key]
    lent = f", completed by {several(borrowed, rank)} from the table" if borrowed else ""
    start = "Start " if came < 0 else ""
    row = {2: " That is two doors in a row.", 3: " Three doors in a row!"}.get(run, "")
    where = "brings the piece into Payoff" if to == HOME else f"moves to {spot(to)}"
    mine = where.replace("brings", "[brings|bring]").replace("moves", "[moves|move]")
    door_said = door_name(door).replace("door", f"{start}door") if start else door_name(door)
    return f"{{who}} open[s] {door_said} with {key_name(key)}{lent}, and {mine}.{row}"


def _stepped(code: int) -> str:
    to, kind = code >> 6 & 63, code >> 12
    return f"{{who}} move[s] from {spot(code & 63)} to {spot(to)} ({KINDS[kind]})."


def _hopped(code: int) -> str:
    return f"{{who}} hop[s] from {spot(code & 63)} to the next doorway, {spot(code >> 6)}."


def _chose(code: int) -> str:
    return f"{{who}} choose[s] a doorway: the piece goes from {spot(code & 63)} to {spot(code >> 6)}."


def _nothing(code: int) -> str:
    where, kind = spot(code & 63), code >> 6
    return {
        Kind.WHIZ: f"The deck is empty: no Whiz card on {where}.",
        Kind.FORK: f"Both ways on are occupied: the piece stays on {where}.",
    }.get(Kind(kind), f"On {where} nothing can be drawn or swapped.")


def _arrived(code: int) -> str:
    home, pieces = code & 15, code >> 4
    left = pieces - home
    rest = {0: "all of them!", 1: "one piece left."}.get(left, f"{NUMBERS[left]} pieces left.")
    return f"{{who}} [has|have] {NUMBERS[home]} of {NUMBERS[pieces]} pieces in Payoff: {rest}"


def _deck_left(cards: int) -> str:
    return f"Only {NUMBERS[cards]} cards are left in the deck." if cards else "The deck is used up: nobody draws any more."


def _won(half_points: int) -> str:
    return "{who} win[s] the game" + ("", " and half a point", " and one point")[half_points] + "."


def _drawn(nobody_moves: int) -> str:
    why = "Nobody can move" if nobody_moves else "Nobody has presented a key for too long"
    return f"{why}: the game is a draw."


SAYS: dict[str, str | Callable[[int], str]] = {
    "start {door}": "",
    "open {square}": "",
    "step {square}": "",
    "hop {square}": "",
    "return {square}": "",
    "miss": "",
    "key {cards}": "",
    "stop": "{who} stop[s] there.",
    "draw": "",
    "give {card}": "{who} give[s] {card} to the table.",
    "take {card}": "",
    "choose {square}": "",
    "dealt": "{who} deal[s].",
    "passed": _passed,
    "stepped": _stepped,
    "hopped": _hopped,
    "chose": _chose,
    "returned": lambda place: f"{{who}} send[s] the piece on {spot(place)} back to Start.",
    "drew": "{who} draw[s] {card}.",
    "found a whiz card": "{who} draw[s] {card} as a Whiz card.",
    "took": "{who} take[s] {card} from the table.",
    "nothing": _nothing,
    "missed": "{who} cannot move and miss[es] the turn.",
    "arrived": _arrived,
    "deck left": _deck_left,
    "won": _won,
    "drawn": _drawn,
}

LABELS: dict[str, str | Callable[[int], str]] = {
    "start {door}": "Leave Start by door {door}",
    "open {square}": "Open the door below {square}",
    "step {square}": "Step from {square}",
    "hop {square}": "Hop from {square}",
    "return {square}": "Send the piece on {square} back to Start",
    "miss": "Miss the turn",
    "key {cards}": lambda key: f"Present {key_name(key)}",
    "stop": "Stop here",
    "draw": "Draw a card",
    "give {card}": "Give {card} to the table",
    "take {card}": "Take {card} from the table",
    "choose {square}": "Go to the doorway {square}",
}

TERMS = {
    "dealer": "first dealer",
    "dealer=random": "drawn by lot",
    **{f"dealer={seat}": f"seat {seat + 1}" for seat in range(4)},
    "tournament=off": "one game",
    "tournament=on": "games for points, for two",
    "target": "points to win",
    "draw_limit": "draws in a row that end a tournament",
    "draw_limit=off": "off, for no limit",
    "standoff": "rounds without a key that end a game",
    "standoff=off": "off, for no limit",
    "board=mini": "very small, for two",
    "board=first": "as it was before it was tuned",
}
"""The labels of the options where people choose them."""

HELP = """\
Be the first to bring all your pieces from Start into Payoff. On your turn move one piece: a step to the right, or down
through a door in its lower edge. If a piece can move, one must.

A door opens with a key: cards of one rank, as many as the door's number. At least one card of a key must be your own; cards
that already lie on the table may complete it. A Whiz card counts double. Your cards stay on the table, for everybody to use.
Where a door lands you right above another, you may pass that too.

Draw or Swap: draw a card, or give one for another rank on the table (you must swap if your hand is full). Draw Whiz Card:
take one from the deck, two at most. Move One Square or to Doorway: go one on, or hop. Move to Doorway of Choice: go to any.

If no piece can move, one goes back to Start; if none can do that either, you miss your turn. Keep a card: with none you
cannot leave Start. Suits do not matter."""
