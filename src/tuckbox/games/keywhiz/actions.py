"""What a seat may do, and what the log tells besides (KW-6)."""

from __future__ import annotations

from collections.abc import Iterable

from tuckbox.games.keywhiz.board import BOARDS, CHOICE, DOORWAY, Square
from tuckbox.games.keywhiz.places import NOWHERE, SQUARES
from tuckbox.kit import NUMBER, Actions, Deck, Events, Family, table
from tuckbox.kit.deck import RANKS

PACK = Deck(RANKS, copies=[4] * 13, faces=["10" if rank == "T" else rank for rank in RANKS])
"""A card is its rank: suits mean nothing here (KW-2.1), and cards nobody can tell apart are one kind."""

PATTERNS = ((1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (0, 2))
"""How many hand cards and WHIZ cards a key may take from its owner (KW-5.9)."""

OF_PATTERN = table(PATTERNS)
ONE_WHIZ = PATTERNS.index((0, 1))

KEYS = [rank * held + f"w{rank}" * whiz for held, whiz in PATTERNS for rank in RANKS]
"""The own cards of all keys: ``77w7`` are two sevens of the hand and a WHIZ seven."""

act = Actions()


def _names(squares: Iterable[Square]) -> list[str]:
    found = {square.name for square in squares}
    return [name for name in SQUARES if name in found]


_ALL = [square for board in BOARDS for square in board.squares.values()]

START_AT = act("start {door}", ["1", "2"])
OPEN_AT = act("open {square}", _names(square for square in _ALL if square.door))
STEP_FROM = act("step {square}", _names(square for square in _ALL if square.right))
HOP_FROM = act("hop {square}", _names(square for square in _ALL if square.hop))
RETURN_FROM = act("return {square}", _names(square for square in _ALL if square.kind != CHOICE))
MISS = act("miss")
KEY = act("key {cards}", KEYS)
STOP = act("stop")
DRAW = act("draw")
GIVE = act("give {card}", PACK, final=True)
TAKE = act("take {card}", PACK)
CHOOSE = act("choose {square}", _names(square for square in _ALL if square.kind == DOORWAY))


def _on(family: Family) -> list[int]:
    """For each place the action of a family there, `NOWHERE` where there is none."""
    names = list(family.domains[0])
    return [family + names.index(name) if name in names else NOWHERE for name in SQUARES]


def _places() -> list[int]:
    """For each action the place it names, `NOWHERE` where it names none."""
    found = [NOWHERE] * act.size
    for family in (OPEN_AT, STEP_FROM, HOP_FROM, RETURN_FROM, CHOOSE):
        for place, action in enumerate(_on(family)):
            if action != NOWHERE:
                found[action] = place
    return found


OPENING, STEPPING, HOPPING = table(_on(OPEN_AT)), table(_on(STEP_FROM)), table(_on(HOP_FROM))
RETURNING, CHOOSING = table(_on(RETURN_FROM)), table(_on(CHOOSE))
PLACE = table(_places())

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
