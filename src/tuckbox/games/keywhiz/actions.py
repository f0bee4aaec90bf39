"""The actions of a seat, and the other events of the log (KW-6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tuckbox.games.keywhiz.board import BOARDS, Kind, Square
from tuckbox.games.keywhiz.places import NOWHERE, SQUARES
from tuckbox.kit import NUMBER, Actions, Deck, Events, Family, table
from tuckbox.kit.deck import RANKS

PACK = Deck(RANKS, copies=[4] * 13, faces=["10" if rank == "T" else rank for rank in RANKS])
"""A card is its rank: suits mean nothing here (KW-2.1), and cards nobody can tell apart are one kind."""

PATTERNS = ((1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (0, 2))
"""The numbers of hand cards and WHIZ cards that a key may take from its owner (KW-5.9)."""

NO_PATTERN = -1
PATTERN_OF = table([[PATTERNS.index((h, w)) if (h, w) in PATTERNS else NO_PATTERN for w in range(5)] for h in range(5)])
"""The number of a pattern by its hand cards and its WHIZ cards."""

_KEYS = [(held, whiz, rank) for held, whiz in PATTERNS for rank in range(len(RANKS))]

act = Actions()


def _names(squares: Iterable[Square]) -> list[str]:
    found = {square.name for square in squares}
    return [name for name in SQUARES if name in found]


_ALL = [square for board in BOARDS for square in board.squares.values()]

START_AT = act("start {door}", ["1", "2"])
OPEN_AT = act(
    "open {square}",
    _names(square for square in _ALL if square.door),
    otherwise=("there is no door below {square}", "KW-2.4"),
)
STEP_FROM = act(
    "step {square}",
    _names(square for square in _ALL if square.right),
    otherwise=("there is no square to the right of {square}", "KW-2.4"),
)
HOP_FROM = act(
    "hop {square}",
    _names(square for square in _ALL if square.hop),
    otherwise=("{square} is no MOVE ONE SQUARE OR TO DOORWAY", "KW-2.4"),
)
RETURN_FROM = act("return {square}", _names(square for square in _ALL if square.kind != Kind.CHOICE))
MISS = act("miss")
KEY = act("key {cards}", [RANKS[rank] * held + f"w{RANKS[rank]}" * whiz for held, whiz, rank in _KEYS])
STOP = act("stop")
DRAW = act("draw")
GIVE = act("give {card}", PACK, final=True)
TAKE = act("take {card}", PACK)
CHOOSE = act(
    "choose {square}",
    _names(square for square in _ALL if square.kind == Kind.DOORWAY),
    otherwise=("{square} is no DOORWAY", "KW-5.24"),
)


def _places() -> list[int]:
    """For each action the place it names, `NOWHERE` where it names none."""
    words = [act.text(action).split()[-1] for action in range(act.size)]
    return [SQUARES.index(word) if word in SQUARES else NOWHERE for word in words]


FAMILY = table(act.families_of_all())
PLACE = table(_places())
START_DOOR = table(act.column("door"))  # from 0
CARD = table(act.column("card"))
OWN_CARDS = table(act.column("cards"))  # the number of a key among all keys

FROM_HAND = table([held for held, _, _ in _KEYS])
FROM_WHIZ = table([whiz for _, whiz, _ in _KEYS])
OF_RANK = table([rank for _, _, rank in _KEYS])
"""For each key how many cards of the hand and WHIZ cards it takes, and their rank."""


def _on(family: Family) -> list[int]:
    """For each place the action of a family there, `NOWHERE` where there is none."""
    found = {PLACE[action]: action for action in range(family, family + family.size)}
    return [found.get(place, NOWHERE) for place in range(len(SQUARES))]


OPENING, STEPPING, HOPPING = table(_on(OPEN_AT)), table(_on(STEP_FROM)), table(_on(HOP_FROM))
RETURNING, CHOOSING = table(_on(RETURN_FROM)), table(_on(CHOOSE))

told = Events()
DEALT = told("dealt")
PASSED = told("passed", NUMBER)
STEPPED = told("stepped", NUMBER)
HOPPED = told("hopped", NUMBER)
CHOSE = told("chose", NUMBER)
RETURNED = told("returned", NUMBER)
DREW = told("drew")
FOUND = told("found a whiz card")
TOOK = told("took")
NOTHING = told("nothing", NUMBER)
MISSED = told("missed")
ARRIVED = told("arrived", NUMBER)
DECK_LEFT = told("deck left", NUMBER)
WON = told("won", NUMBER)
DRAWN = told("drawn", NUMBER)
