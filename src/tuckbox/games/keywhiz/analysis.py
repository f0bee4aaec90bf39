"""Analysis of the table: keys to a door, what is lacking, where a move leads, why it is illegal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz.actions import FROM_HAND, FROM_WHIZ, OF_RANK, PACK
from tuckbox.games.keywhiz.board import BOARDS, WHIZ_DOOR, Kind
from tuckbox.games.keywhiz.keys import RANKS, held, refuse_key
from tuckbox.games.keywhiz.places import DOOR, HOME, HOP, LAST, LEADS, NOWHERE, RIGHT, START, START_DOORS, place_of
from tuckbox.games.keywhiz.state import Phase, State
from tuckbox.games.keywhiz.words import NEEDS, NUMBERS, door_name, key_name, several, spot
from tuckbox.view.view import View


class Way(NamedTuple):
    """A move: the places it leads from and to, Start and Payoff among them, and the door it passes (0 for none)."""

    start: int
    to: int
    door: int = 0


STAYS = Way(NOWHERE, NOWHERE)


def way(s: State, action: int) -> Way:
    """Return where a move leads; from nowhere to nowhere if it moves no piece."""
    family, place = acts.FAMILY[action], acts.PLACE[action]
    if family == acts.START_AT:
        door = acts.START_DOOR[action]
        return Way(START, START_DOORS[s.board][door], door + 1)
    if family == acts.OPEN_AT:
        return Way(place, LEADS[s.board][place], DOOR[s.board][place])
    if family == acts.STEP_FROM:
        return Way(place, RIGHT[s.board][place])
    if family == acts.HOP_FROM:
        return Way(place, HOP[s.board][place])
    if family == acts.RETURN_FROM:
        return Way(place, START)
    return Way(s.piece, place) if family == acts.CHOOSE else STAYS


class Best(NamedTuple):
    """The most of a kind that a seat can present with the table, and the ranks of which it can."""

    many: int
    ranks: tuple[int, ...]


def best(s: State, seat: int) -> Best:
    """The strongest ranks of a seat whose cards the viewer knows; none without a card (KW-5.8)."""
    own = held(s.hand[seat]) + 2 * held(s.whiz[seat])
    together = {rank: (own >> 4 * rank & 15) + s.table[rank].n for rank in range(RANKS) if own >> 4 * rank & 15}
    most = max(together.values(), default=0)
    return Best(most, tuple(rank for rank, number in together.items() if number == most))


def lacking(s: State, seat: int, door: int) -> str:
    """Describe what a seat without a key for a door lacks."""
    if door == WHIZ_DOOR:
        return "a Whiz card"
    found = best(s, seat)
    if not found.ranks:
        return "a card of your own"
    more, plural = NUMBERS[door - found.many], "s" if door - found.many > 1 else ""
    if len(found.ranks) > 2:
        return f"{more} more of a kind"
    return f"{more} more " + " or ".join(PACK.face(rank) + plural for rank in found.ranks)


class Key(NamedTuple):
    """Own cards that open a door: of the hand, of the Whiz cards, and their rank; `number` as among all keys."""

    held: int
    whiz: int
    rank: int
    number: int


_BY_COST = sorted(range(0, len(OF_RANK), RANKS), key=lambda key: (FROM_HAND[key] + 2 * FROM_WHIZ[key], key))
"""The first key of each pattern, those of fewest own cards first."""


def key_of(number: int) -> Key:
    """The key of a number.

    >>> key_of(13 * 6 + 5)
    Key(held=2, whiz=1, rank=5, number=83)
    """
    return Key(FROM_HAND[number], FROM_WHIZ[number], OF_RANK[number], number)


def cheapest(s: State, seat: int, door: int) -> Key | None:
    """The key of fewest own cards that a seat has for a door."""
    cards, doubles = held(s.hand[seat]), held(s.whiz[seat])
    own = [rank for rank in range(RANKS) if (cards | doubles) >> 4 * rank & 15]
    keys = (first + rank for first in _BY_COST for rank in own)
    return next((key_of(key) for key in keys if refuse_key(s, door, key, cards, doubles) == 0), None)


def with_table(door: int, key: Key) -> str:
    """A key in words, with the cards the table adds to it."""
    lent = 0 if door == WHIZ_DOOR else max(0, door - key.held - 2 * key.whiz)
    return key_name(key.number) + (f" with {several(lent, key.rank)} of the table" if lent else "")


def what_opens(s: State, seat: int, door: int) -> str:
    """Describe the key a seat has for a door, or what it lacks."""
    key = cheapest(s, seat, door)
    return f"you have {with_table(door, key)}" if key else f"you lack {lacking(s, seat, door)}"


def passage(s: State) -> Way:
    """The way through the door whose key is to be chosen."""
    return Way(s.piece, START_DOORS[s.board][s.door - 1] if s.piece == START else LEADS[s.board][s.piece], s.door)


def danger(s: State, seat: int, leads: Way, key: Key) -> str:
    """Describe the danger of spending the last cards on a move; empty if one is kept or there is none (KW-5.28)."""
    if key.held + key.whiz < s.hand[seat].n + s.whiz[seat].n or s.home[seat] + (leads.to == HOME) == s.pieces:
        return ""
    if s.start[seat] > (leads.start == START):
        return "you may be locked in Start"
    on = s.on[seat] & ~(1 << leads.start if leads.start != START else 0) | 1 << leads.to
    return "" if card_ahead(s, on) else "no square ahead gives another, and whoever goes back to Start stays there"


def card_ahead(s: State, on: int) -> bool:
    """Return whether a piece on any of these places can come to a square that gives a card, without passing a door."""
    return s.deck.n > 0 and any(on >> place & 1 for place in _ahead_of_cards(s.board))


@cache
def _ahead_of_cards(board: int) -> frozenset[int]:
    """The places from which a square that gives a card lies ahead: by steps, hops and the choice square."""
    squares, found = BOARDS[board].squares, set[str]()
    for _ in squares:
        for name, square in squares.items():
            gives = square.right and squares[square.right].kind in (Kind.SWAP, Kind.WHIZ)
            chosen = square.kind == Kind.CHOICE and any(squares[other].kind == Kind.DOORWAY for other in found)
            if gives or chosen or {square.right, square.hop} & found:
                found.add(name)
    return frozenset(map(place_of, found))


def mine(view: View) -> int:
    """The viewer's seat, for what only a seat is shown."""
    assert view.seat is not None
    return view.seat


def _leads(view: View, action: int) -> Way:
    """Where an action would lead that may be refused; in the middle of a passage where that leads."""
    s: State = view.state
    return passage(s) if s.phase == Phase.KEY else way(s, action)


def _passage_name(view: View, action: int) -> str:
    leads = _leads(view, action)
    return door_name(leads.door).replace("door", "Start door" if leads.start == START else "door")


FACTS: dict[str, Callable[[View, int], str]] = {
    "here": lambda view, action: spot(view.state.piece),
    "landing": lambda view, action: spot(_leads(view, action).to),
    "last": lambda view, action: spot(LAST[view.state.board]),
    "passage": _passage_name,
    "needs": lambda view, action: NEEDS[_leads(view, action).door],
    "given": lambda view, action: PACK.face(view.state.given),
}
"""The slots of refusals' sentences besides the arguments of the action."""
