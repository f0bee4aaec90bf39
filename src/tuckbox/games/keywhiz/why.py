"""Why a seat may not do something now, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.keywhiz import actions as _actions
from tuckbox.games.keywhiz import board, places
from tuckbox.games.keywhiz import keys as _keys
from tuckbox.games.keywhiz import rules as _rules
from tuckbox.games.keywhiz import state as _state
from tuckbox.games.keywhiz.words import NEEDS, door_name

ACTS: Any = _actions
keys: Any = _keys
rules: Any = _rules
state: Any = _state
Reason = tuple[str, str | None]


def why(view: View, action: int) -> Reason:
    """Why a seat may not do something now, and the rule that says so."""
    s = view.state
    return _BY_PHASE[s.phase](s, view.game.actions.family(action), action)


def _in_bonus(s: Any, family: int, action: int) -> Reason:
    if family == ACTS.OPEN_AT and action == ACTS.OPENING[s.piece]:
        return _no_key(places.DOOR[s.board][s.piece])
    return "pass the door below with the same piece, or stop", "KW-5.14"


def _at_fork(s: Any, family: int, action: int) -> Reason:
    if family in (ACTS.STEP_FROM, ACTS.HOP_FROM) and ACTS.PLACE[action] == s.piece:
        return "one of your own pieces stands there", "KW-5.2"
    return "the piece must go one square on or hop to the next DOORWAY", "KW-5.22"


def _at_choice(s: Any, family: int, action: int) -> Reason:
    if family == ACTS.CHOOSE and s.on[s.turn] >> ACTS.PLACE[action] & 1:
        return "one of your own pieces stands there", "KW-5.2"
    return "the piece must go to a free DOORWAY, not the one it came from", "KW-5.24"


def _no_key(door: int) -> Reason:
    """What is lacking at a door."""
    if door == board.WHIZ_DOOR:
        return "the WHIZ DOOR opens with a WHIZ card only, and you have none", "KW-5.7"
    return f"you have no key for DOOR {door}: {NEEDS[door]}, at least one card of it your own", "KW-5.8"


def _key(s: Any, family: int, action: int) -> Reason:
    """Why these cards are no key."""
    if family != ACTS.KEY:
        return "present a key first", "KW-5.6"
    pattern, rank = divmod(action - ACTS.KEY, keys.RANKS)
    held, whiz = ACTS.PATTERNS[pattern]
    hand, special = keys.held(s.hand[s.turn]) >> 4 * rank & 15, keys.held(s.whiz[s.turn]) >> 4 * rank & 15
    if held > hand or whiz > special:
        return "you do not hold these cards", "KW-5.8"
    if s.door == board.WHIZ_DOOR:
        return "the WHIZ DOOR opens with one WHIZ card", "KW-5.7"
    if held + 2 * whiz + s.table[rank].n < s.door:
        return f"with the table that is not {NEEDS[s.door]}", "KW-5.8"
    return f"one of these cards is needless at {door_name(s.door)}", "KW-5.9"


def _draw_or_swap(s: Any, family: int, action: int) -> Reason:
    """Why a card cannot be drawn or given."""
    if family == ACTS.DRAW:
        return ("the deck is empty: swap", "KW-5.29") if s.deck.n == 0 else ("your hand is full: swap", "KW-5.18")
    if family != ACTS.GIVE:
        return "the square comes first: draw a card, or give one to swap it", "KW-5.17"
    rank = action - ACTS.GIVE
    if keys.ranks_in(s.hand[s.turn]) >> rank & 1:
        return "the table has no card of another rank for it", "KW-5.17"
    if keys.ranks_in(s.whiz[s.turn]) >> rank & 1:
        return "a WHIZ card is never swapped", "KW-5.20"
    return "you do not hold that card", "KW-5.17"


def _take(s: Any, family: int, action: int) -> Reason:
    if family != ACTS.TAKE:
        return "take a card from the table for the one given", "KW-5.17"
    if action - ACTS.TAKE == s.given:
        return "take a card of another rank than the one given", "KW-5.17"
    return "no such card lies on the table", "KW-5.17"


_ELSEWHERE: dict[int, Reason] = {
    ACTS.MISS: ("you can move, so you must", "KW-5.1"),
    ACTS.KEY: ("go to a door first", "KW-5.6"),
    ACTS.STOP: ("stop ends a bonus, and there is none", "KW-5.14"),
    ACTS.CHOOSE: ("only a piece that enters MOVE TO DOORWAY OF CHOICE may do that", "KW-5.24"),
    ACTS.DRAW: ("cards are drawn on DRAW OR SWAP squares only", "KW-5.17"),
    ACTS.GIVE: ("cards are swapped on DRAW OR SWAP squares only", "KW-5.17"),
    ACTS.TAKE: ("cards are swapped on DRAW OR SWAP squares only", "KW-5.17"),
}
"""Why a turn cannot begin with what belongs elsewhere."""


def _move(s: Any, family: int, action: int) -> Reason:
    """Why a turn cannot begin with this."""
    if family == ACTS.START_AT:
        return _start(s, action - ACTS.START_AT)
    return _ELSEWHERE[family] if family in _ELSEWHERE else _from(s, family, ACTS.PLACE[action])


def _start(s: Any, door: int) -> Reason:
    if s.start[s.turn] == 0:
        return "none of your pieces is in START", "KW-5.6"
    if not rules.free(s, places.START_DOORS[s.board][door]):
        return "one of your own pieces stands behind that door", "KW-5.2"
    return _no_key(door + 1)


def _from(s: Any, family: int, place: int) -> Reason:
    """Why a piece on a place cannot do that."""
    if not s.on[s.turn] >> place & 1:
        return f"none of your pieces stands on {places.SQUARES[place]}", "KW-2.2"
    if family == ACTS.RETURN_FROM:
        last = places.SQUARES[places.LAST[s.board]]
        return f"you can move, and of its own will a piece returns from {last} only", "KW-5.25"
    ways = {ACTS.OPEN_AT: places.LEADS, ACTS.STEP_FROM: places.RIGHT, ACTS.HOP_FROM: places.HOP}
    to = ways[family][s.board][place]
    if to == places.NOWHERE:
        return "nothing leads that way on this board", "KW-2.4"
    if not rules.free(s, to):
        return "one of your own pieces stands there", "KW-5.2"
    if family == ACTS.OPEN_AT:
        return _no_key(places.DOOR[s.board][place])
    return "with two WHIZ cards no DRAW WHIZ CARD square may be entered", "KW-5.4"


_BY_PHASE: dict[int, Callable[[Any, int, int], Reason]] = {
    state.MOVE: _move,
    state.CHOOSING_KEY: _key,
    state.BONUS: _in_bonus,
    state.DRAW_OR_SWAP: _draw_or_swap,
    state.TAKING: _take,
    state.FORKED: _at_fork,
    state.WANDERING: _at_choice,
}
