"""The rules of Jaunty Jalopies. Numbers such as JJ-5.13 point into docs/games/jalopies.md.

The rules stand in several modules: `cards` is data, `state` is what there is, `effects_in_play` and `course` answer
questions about it, `troubles` moves cards, `legality` says what may be done and, by `reasons`, why not, `plays` and
`replies` do it, `races` goes from turn to turn and from race to race, and `heuristics` is the policy of a sensible racer.
"""

from tuckbox.games.jalopies import races
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.course import payable_now
from tuckbox.games.jalopies.heuristics import prefer, value
from tuckbox.games.jalopies.legality import fitting, legal, refuse
from tuckbox.games.jalopies.plays import announce, pay, pay_from_purse
from tuckbox.games.jalopies.races import after, setup
from tuckbox.games.jalopies.reasons import reasons
from tuckbox.games.jalopies.replies import opened, settle
from tuckbox.games.jalopies.state import Phase, State, act, told
from tuckbox.games.jalopies.troubles import FARTHEST, clear_trouble, discard_from, find, release
from tuckbox.kit import Rng, answer, asking, remove, rule

__all__ = [
    "State", "act", "after", "apply", "continues", "legal", "possible", "prefer", "reasons", "refuse", "setup", "told",
    "value",
]  # fmt: skip


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s, rng)


@rule
def move(s: State, action: int, rng: Rng) -> bool:
    """Carry out an ordinary action; True when a window is to be settled at once."""
    verb, card = t.VERB[action], t.KIND[action]
    if s.phase == Phase.ACT:
        return take_turn(s, action, rng)
    if s.phase == Phase.PAY:
        paid = pay_from_purse(s, card) if verb == t.SPEND else pay(s, card)
        if paid:
            return opened(s, rng)
    elif s.phase == Phase.CURE or verb == t.EXPERIENCE:
        announce(s, action)
        return opened(s, rng)
    elif s.phase == Phase.LEARN:
        s.phase = Phase.ACT
    elif s.phase == Phase.MEND:
        tend(s, action, rng)
    elif s.phase == Phase.ROOM:
        make_room(s, verb, card, rng)
    elif s.phase == Phase.RACER:
        races.pick_racer(s, 1 + t.GOAL[action], rng)
    else:
        races.pick_side(s, verb - t.AS_HERO, rng)
    return False


@rule
def take_turn(s: State, action: int, rng: Rng) -> bool:
    """Carry out an action of the Action Phase (JJ-5.3); True when a window is to be settled at once."""
    verb = t.VERB[action]
    s.acts += 1
    if verb == t.REST:
        races.rest(s, rng)
    elif verb == t.END:
        races.draw_phase(s, rng)
    elif verb == t.REMOVE:
        release(s, s.mover, t.KIND[action])
    elif announce(s, action):
        return opened(s, rng)
    return False


@rule
def tend(s: State, action: int, rng: Rng) -> None:
    """Remove a Mishap while Resting, or end the Rest (JJ-5.6)."""
    if t.VERB[action] == t.MEND:
        clear_trouble(s, s.mover, find(s, s.mover, t.KIND[action], FARTHEST))
        s.tending -= 1
    else:
        s.tending = 0
    races.proceed(s, rng)


@rule
def make_room(s: State, verb: int, card: int, rng: Rng) -> None:
    """Discard a card before drawing; with enough room, or when told to, draw the cards (JJ-5.7)."""
    if verb == t.DISCARD:
        discard_from(s, remove(s.hand[s.mover], card))
        s.bound = card
        if races.cards_over(s) > 0:
            return
    if not races.drawn(s, rng):
        races.proceed(s, rng)


@rule
def possible(s: State) -> bool:
    """Return whether the payer can pay, and whether whoever works on a trouble holds a fitting card (JJ-7.7)."""
    if asking(s) or s.over:
        return True
    if s.phase == Phase.PAY:
        return payable_now(s)
    return s.phase != Phase.CURE or fitting(s) != 0


@rule
def continues(s: State) -> bool:
    """Return whether the action continues a move: paying, or working on a trouble."""
    return s.phase in (Phase.PAY, Phase.CURE)
