"""What a player can read off the table: what opens a door, what is lacking, where a move leads. For words and scenes."""

from __future__ import annotations

from typing import Any, NamedTuple

from tuckbox.engine.view import View
from tuckbox.games.keywhiz import actions as _actions
from tuckbox.games.keywhiz import keys as _keys
from tuckbox.games.keywhiz.actions import PACK, PATTERNS
from tuckbox.games.keywhiz.board import BOARDS, WHIZ_DOOR, Board, Square
from tuckbox.games.keywhiz.places import HOP, LEADS, RIGHT, SQUARES, START, START_DOORS
from tuckbox.games.keywhiz.words import NUMBERS, key_name, several

ACTS: Any = _actions
keys: Any = _keys


class Way(NamedTuple):
    """A move: the places it leads from and to, START and PAYOFF among them, and the door it passes (0 for none)."""

    start: int
    to: int
    door: int = 0


def board_of(s: Any) -> Board:
    """The board that is played on."""
    return BOARDS[s.board]


def square(s: Any, place: int) -> Square:
    """The square at a place."""
    return board_of(s).squares[SQUARES[place]]


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
    """The rank of which a seat can present most, and how many that are with the table; `rank` -1 without a card."""

    rank: int
    many: int


def best(s: Any, seat: int) -> Best:
    """The strongest rank of a seat whose cards the viewer knows (KW-5.8)."""
    hand, whiz = keys.held(s.hand[seat]), keys.held(s.whiz[seat])
    found = Best(-1, 0)
    for rank in range(keys.RANKS):
        own = (hand >> 4 * rank & 15) + 2 * (whiz >> 4 * rank & 15)
        if own and own + s.table[rank].n > found.many:
            found = Best(rank, own + s.table[rank].n)
    return found


def has_key(s: Any, seat: int, door: int) -> bool:
    """Whether a seat has a key for a door."""
    return bool(keys.can_open(s, seat, door))


def lacking(s: Any, seat: int, door: int) -> str:
    """What a seat lacks to open a door; empty if it has a key."""
    if has_key(s, seat, door):
        return ""
    if door == WHIZ_DOOR:
        return "a WHIZ card"
    found = best(s, seat)
    if found.rank < 0:
        return "a card of your own"
    more = door - found.many
    return f"{NUMBERS[more]} more {PACK.face(found.rank)}{'' if more == 1 else 's'}"


def cheapest(s: Any, seat: int, door: int) -> str:
    """The key of fewest own cards for a door, with what the table adds; empty without one."""
    own = keys.held(s.hand[seat]), keys.held(s.whiz[seat])
    options = []
    for pattern, (held, whiz) in enumerate(PATTERNS):
        for rank in range(keys.RANKS):
            if _is_key(s, own, door, pattern, rank):
                options.append((held + 2 * whiz, pattern, rank))
    if not options:
        return ""
    _, pattern, rank = min(options)
    return with_table(s, door, len(PACK) * pattern + rank)


def is_key(s: Any, seat: int, door: int, pattern: int, rank: int) -> bool:
    """Whether a seat may present this at a door (KW-5.7 to KW-5.9)."""
    return _is_key(s, (keys.held(s.hand[seat]), keys.held(s.whiz[seat])), door, pattern, rank)


def _is_key(s: Any, own: tuple[int, int], door: int, pattern: int, rank: int) -> bool:
    """The same for the counts of a hand and its WHIZ cards."""
    held, whiz = PATTERNS[pattern]
    if held > own[0] >> 4 * rank & 15 or whiz > own[1] >> 4 * rank & 15:
        return False
    if door == WHIZ_DOOR:
        return (held, whiz) == (0, 1)
    count = held + 2 * whiz
    return count + s.table[rank].n >= door and bool(keys.needed(held, whiz, count, door))


def with_table(s: Any, door: int, key: int) -> str:
    """A key in words, with the cards the table adds to it."""
    pattern, rank = divmod(key, len(PACK))
    held, whiz = PATTERNS[pattern]
    lent = 0 if door == WHIZ_DOOR else max(0, door - held - 2 * whiz)
    return key_name(key) + (f" with {several(lent, rank)} of the table" if lent else "")


def mine(view: View) -> int:
    """The viewer's seat, for what only a seat is shown."""
    assert view.seat is not None
    return view.seat


def full(s: Any, seat: int) -> bool:
    """Whether a hand is full (KW-5.18)."""
    return bool(s.hand[seat].n >= s.limit)
