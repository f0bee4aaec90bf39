"""Topics of Key Whiz: ranks, squares, doors and pieces."""

from __future__ import annotations

from collections.abc import Mapping

from tuckbox.definition.topics import Topic
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.board import WHIZ_DOOR, Kind
from tuckbox.games.keywhiz.scene import card_of
from tuckbox.games.keywhiz.scene_board import ARTS
from tuckbox.games.keywhiz.words import KINDS, NEEDS, door_name
from tuckbox.kit.deck import BACK
from tuckbox.scene.parts import Card

_SQUARES = {
    Kind.DOORWAY: (
        "A place to stand. A piece stops here, and the turn is over.",
        "Where a door lies in its lower edge, a piece that stands here may pass it with a key.",
    ),
    Kind.SWAP: (
        "Draw the top card of the deck, or give a card of your hand to the table and take one of another rank from it.",
        "With a full hand you must swap.",
    ),
    Kind.WHIZ: (
        "Take the top card of the deck as a Whiz card: it lies in front of you, and counts as two of its rank in a key.",
        "You can have two at most. With two of them these squares are closed to you.",
    ),
    Kind.FORK: ("Go one square on and do what it says, or hop to the next doorway of the row.",),
    Kind.CHOICE: ("The piece goes at once to any free doorway of the board.",),
}
_SQUARE_RULES = {
    Kind.DOORWAY: "KW-5.6", Kind.SWAP: "KW-5.17", Kind.WHIZ: "KW-5.21", Kind.FORK: "KW-5.22", Kind.CHOICE: "KW-5.24",
}  # fmt: skip
_DOORS = {
    1: "One card of your hand opens it.",
    2: "Two cards of a rank open it.",
    3: "Three cards of a rank open it.",
    4: "Four cards of a rank open it.",
    WHIZ_DOOR: "A Whiz card opens it, and nothing else does.",
}


def topics(options: Mapping[str, str]) -> dict[str, Topic]:
    """The ranks, and by their names the kinds of squares, the doors, both ends of the board, and the pieces."""
    found = {PACK.name(rank): _rank(rank) for rank in range(len(PACK.names))}
    found |= {ARTS[kind]: _square(kind) for kind in Kind}
    found |= {f"door {door}": _door(door) for door in _DOORS}
    start = "All pieces begin here. They leave by a Start door, with a key; then the turn is over."
    payoff = "Where your pieces want to go. Whoever first has all of them here wins at once."
    found["Start"] = Topic("Start", (start,), "the beginning", None, "KW-5.15")
    found["Payoff"] = Topic("Payoff", (payoff,), "the end", None, "KW-5.30")
    found["card"] = Topic("A card, face down", ("One of 52. Only its owner knows it.",), "back", card_of(BACK), "KW-7.1")
    return found


def _rank(rank: int) -> Topic:
    face = PACK.face(rank)
    lines = (
        "Four of this rank are in the deck. Suits do not matter.",
        "Cards of one rank are a key: as many as the number of the door. At least one must be your own; the table lends the "
        "rest, and a Whiz card counts two. What you present stays on the table for everybody to use.",
    )
    return Topic(f"Rank {face}", lines, "card", card_of(rank), "KW-5.8", (face,))


def _square(kind: Kind) -> Topic:
    name = KINDS[kind]
    face = Card(name, art=ARTS[kind])
    return Topic(name[0].upper() + name[1:], _SQUARES[kind], "square", face, _SQUARE_RULES[kind])


def _door(door: int) -> Topic:
    name, sign = door_name(door), "W" if door == WHIZ_DOOR else str(door)
    lend = "At least one of them must be your own; the table may lend the rest, and a Whiz card counts two."
    lines = (_DOORS[door], lend) if 1 < door < WHIZ_DOOR else (_DOORS[door],)
    title = name.removeprefix("the ")
    face = Card(title, art=f"door-{sign}")
    more = "A door below another may be passed in the same turn."
    return Topic(title[0].upper() + title[1:], (*lines, more), f"door: {NEEDS[door]}", face, "KW-5.7", (name,))
