"""Calls: delayed, fixed, resolved (WS-5.11 to WS-5.16)."""

from tuckbox.games.whipsaw.cards import BACK_OF, FIRST_VENTURE, ROAD
from tuckbox.games.whipsaw.state import (
    BUILDING,
    FALSE,
    FIXED_OPEN,
    FIXING,
    HIDDEN,
    NEWS_FALSE,
    NEWS_TRUE,
    PENDING,
    PUSHING,
    RESOLVING,
    TAKING,
    TRUE,
    TURNED,
    VERIFIED,
)
from tuckbox.games.whipsaw.table import discard_to
from tuckbox.games.whipsaw.tally import pays, units
from tuckbox.kit import clear_pile, draw, peek, put, remove, rule, show, slip, tell, top


@rule
def next_pending(s):
    """The oldest call that waits for the active seat and was not delayed in this turn; without one, on to building."""
    found = -1
    for i in range(s.built.n):
        road = peek(s.built, i) - ROAD
        waits = s.waiter[road] == s.active + 1 and s.pushed_at[road] < s.turns
        if waits and (found < 0 or s.called_at[road] < s.called_at[found]):
            found = road
    s.turn = s.active
    s.phase = BUILDING
    if found < 0:
        return
    s.road = found
    s.phase = FIXING
    if s.hand[s.turn].n == 0:
        after_fix(s)


@rule
def fix(s, seat, kind):
    """One card more under the called segment, open to all in the last round (WS-5.11)."""
    if s.last:
        tell(s, FIXED_OPEN, seat, lay_open(s, seat, kind))
    else:
        slip(s.hand[seat], kind, s.stack[s.road], BACK_OF)
    after_fix(s)


@rule
def lay_open(s, seat, kind):
    """Put a card of a hand under the road face up; returns its cell."""
    return put(s.stack[s.road], remove(s.hand[seat], kind) | 255 << 8)


@rule
def after_fix(s):
    """Another delay is asked about only where there is a turn to come and a card left (WS-5.12)."""
    s.phase = RESOLVING if s.last or s.hand[s.turn].n == 0 else PUSHING


@rule
def resolve(s):
    """The cards are turned up (WS-5.15, WS-5.16)."""
    road, stack = s.road + 0, s.stack[s.road]
    caller = s.caller[road] - 1
    s.caller[road] = 0
    s.waiter[road] = 0
    show(stack)
    for i in range(stack.n):
        tell(s, TURNED, caller, stack.cell[i])
    passed = pays(road, units(stack, 0), s.paid[road])
    for seat in range(s.players):
        if s.owners[road] >> seat & 1:
            s.truths[seat] += passed
            s.lies[seat] += not passed
    if passed:
        s.proof[road] = VERIFIED
        s.phase = PENDING
        tell(s, TRUE, caller, road)
        s.news = NEWS_TRUE
        return
    while stack.n > 0:
        draw(stack, discard_to(s, top(stack)))
    clear_pile(stack, 0)
    s.paid[road] = 0
    s.owners[road] = 0
    s.proof[road] = HIDDEN
    if road >= FIRST_VENTURE:
        s.refused[road - FIRST_VENTURE] = 0
    s.builder = caller
    s.turn = caller
    s.phase = TAKING
    tell(s, FALSE, caller, road)
    s.news = NEWS_FALSE
