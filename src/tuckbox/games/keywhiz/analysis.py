"""What a player can read off the table: what opens a door, what is lacking, where a move leads. For words and scenes."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from tuckbox.engine.view import View
from tuckbox.games.keywhiz import actions as _actions
from tuckbox.games.keywhiz import keys as _keys
from tuckbox.games.keywhiz.actions import PACK, PATTERNS
from tuckbox.games.keywhiz.board import BOARDS, CHOICE, DOORWAY, SWAP, WHIZ, WHIZ_DOOR, Square
from tuckbox.games.keywhiz.places import HOME, HOP, LEADS, RIGHT, SQUARES, START, START_DOORS, place_of
from tuckbox.games.keywhiz.words import NUMBERS, key_name, several

ACTS: Any = _actions
keys: Any = _keys


class Way(NamedTuple):
    """A move: the places it leads from and to, START and PAYOFF among them, and the door it passes (0 for none)."""

    start: int
    to: int
    door: int = 0


def square(s: Any, place: int) -> Square:
    """The square at a place."""
    return BOARDS[s.board].squares[SQUARES[place]]


def way(s: Any, action: int) -> Way | None:
    """Where a move leads; None for what moves no piece."""
    family = ACTS.act.family(action)
    place = ACTS.PLACE[action]
    if family == ACTS.START_AT:
        door = action - ACTS.START_AT + 1
        return Way(START, START_DOORS[s.board][door - 1], door)
    if family == ACTS.OPEN_AT:
        return Way(place, LEADS[s.board][place], square(s, place).door)
    if family == ACTS.STEP_FROM:
        return Way(place, RIGHT[s.board][place])
    if family == ACTS.HOP_FROM:
        return Way(place, HOP[s.board][place])
    if family == ACTS.RETURN_FROM:
        return Way(place, START)
    return Way(s.piece, place) if family == ACTS.CHOOSE else None


class Best(NamedTuple):
    """Of how many of a kind a seat can present most, with the table, and the ranks of which it can."""

    many: int
    ranks: tuple[int, ...]


def best(s: Any, seat: int) -> Best:
    """The strongest ranks of a seat whose cards the viewer knows; none without a card (KW-5.8)."""
    hand, whiz = keys.held(s.hand[seat]), keys.held(s.whiz[seat])
    own = {rank: (hand >> 4 * rank & 15) + 2 * (whiz >> 4 * rank & 15) for rank in range(keys.RANKS)}
    together = {rank: number + s.table[rank].n for rank, number in own.items() if number}
    most = max(together.values(), default=0)
    return Best(most, tuple(rank for rank, number in together.items() if number == most))


def lacking(s: Any, seat: int, door: int) -> str:
    """What a seat lacks that has no key for a door."""
    if door == WHIZ_DOOR:
        return "a WHIZ card"
    found = best(s, seat)
    if not found.ranks:
        return "a card of your own"
    more, plural = NUMBERS[door - found.many], "s" if door - found.many > 1 else ""
    if len(found.ranks) > 2:
        return f"{more} more of a kind"
    return f"{more} more " + " or ".join(PACK.face(rank) + plural for rank in found.ranks)


class Key(NamedTuple):
    """Own cards that open a door: of the hand, of the WHIZ cards, and their rank; `number` as among all keys."""

    held: int
    whiz: int
    rank: int
    number: int


def key_of(number: int) -> Key:
    """The key of a number.

    >>> key_of(13 * 6 + 5)
    Key(held=2, whiz=1, rank=5, number=83)
    """
    pattern, rank = divmod(number, len(PACK))
    return Key(*PATTERNS[pattern], rank, number)


def cheapest(s: Any, seat: int, door: int) -> Key | None:
    """The key of fewest own cards that a seat has for a door."""
    own = keys.held(s.hand[seat]), keys.held(s.whiz[seat])
    options = [key for key in map(key_of, range(len(PATTERNS) * len(PACK))) if _is_key(s, own, door, key)]
    return min(options, key=lambda key: (key.held + 2 * key.whiz, key.number), default=None)


def _is_key(s: Any, own: tuple[int, int], door: int, key: Key) -> bool:
    """Whether a seat that holds so many of each rank, in the hand and as WHIZ cards, may present this (KW-5.7 to KW-5.9)."""
    if key.held > own[0] >> 4 * key.rank & 15 or key.whiz > own[1] >> 4 * key.rank & 15:
        return False
    if door == WHIZ_DOOR:
        return (key.held, key.whiz) == (0, 1)
    count = key.held + 2 * key.whiz
    return count + s.table[key.rank].n >= door and bool(keys.needed(key.held, key.whiz, count, door))


def with_table(door: int, key: Key) -> str:
    """A key in words, with the cards the table adds to it."""
    lent = 0 if door == WHIZ_DOOR else max(0, door - key.held - 2 * key.whiz)
    return key_name(key.number) + (f" with {several(lent, key.rank)} of the table" if lent else "")


def what_opens(s: Any, seat: int, door: int) -> str:
    """What a seat has for a door, or what it lacks."""
    key = cheapest(s, seat, door)
    return f"you have {with_table(door, key)}" if key else f"you lack {lacking(s, seat, door)}"


def passage(s: Any) -> Way:
    """The way through the door whose key is to be chosen."""
    return Way(s.piece, START_DOORS[s.board][s.door - 1] if s.piece == START else LEADS[s.board][s.piece], s.door)


def danger(s: Any, seat: int, leads: Way, key: Key) -> str:
    """What threatens a seat that spends its last cards for a move; empty if it keeps one, or need not fear (KW-5.28)."""
    if key.held + key.whiz < s.hand[seat].n + s.whiz[seat].n or s.home[seat] + (leads.to == HOME) == s.pieces:
        return ""
    if s.start[seat] > (leads.start == START):
        return "you may be locked in START"
    on = s.on[seat] & ~(1 << leads.start if leads.start != START else 0) | 1 << leads.to
    return "" if card_ahead(s, on) else "no square ahead gives another, and whoever goes back to START stays there"


def card_ahead(s: Any, on: int) -> bool:
    """Whether a piece on some of these places can come to a square that gives a card, without passing a door."""
    return bool(s.deck.n > 0 and any(on >> place & 1 for place in _ahead_of_cards(s.board)))


@cache
def _ahead_of_cards(board: int) -> frozenset[int]:
    """The places from which a square that gives a card lies ahead: by steps, hops and the choice square."""
    squares, found = BOARDS[board].squares, set[str]()
    for _ in squares:
        for name, square in squares.items():
            gives = square.right and squares[square.right].kind in (SWAP, WHIZ)
            chosen = square.kind == CHOICE and any(squares[other].kind == DOORWAY for other in found)
            if gives or chosen or {square.right, square.hop} & found:
                found.add(name)
    return frozenset(map(place_of, found))


def mine(view: View) -> int:
    """The viewer's seat, for what only a seat is shown."""
    assert view.seat is not None
    return view.seat
