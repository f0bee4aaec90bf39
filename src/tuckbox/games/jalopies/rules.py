"""The rules of Jaunty Jalopies. Numbers such as JJ-5.13 point into docs/games/jalopies.md.

The rules stand in several modules: `effects`, `cards` and `racers` are data, `table` is what there is, `force` and `course`
answer questions about it, `piles`, `troubles` and `turns` change it, `options` says what may be done, `plays` and `replies`
do it, `series` goes from race to race, and `leanings` is how a sensible racer would decide.
"""

from tuckbox.games.jalopies.leanings import prefer, value
from tuckbox.games.jalopies.options import (
    fitting,
    legal_act,
    legal_cure,
    legal_learn,
    legal_pay,
    legal_racers,
    legal_room,
    legal_sides,
    legal_tend,
    payable_now,
)
from tuckbox.games.jalopies.piles import discard_from
from tuckbox.games.jalopies.plays import announce, pay, pay_from_purse
from tuckbox.games.jalopies.replies import legal_answer, opened, settle
from tuckbox.games.jalopies.series import after, pick_racer, pick_side, setup
from tuckbox.games.jalopies.table import (
    ACT,
    AS_HERO,
    CURE,
    EXPERIENCE,
    GOAL,
    KIND,
    LEARN,
    NURSE,
    PAY,
    PICK_RACER,
    PICK_SIDE,
    ROOM,
    SPEND,
    TAKE_REST,
    TEND,
    TOSS,
    VERB,
    State,
    act,
    told,
)
from tuckbox.games.jalopies.table import END as END_TURN
from tuckbox.games.jalopies.troubles import clear_trouble, farthest
from tuckbox.games.jalopies.turns import cards_over, draw_phase, proceed, rest, room_is_made
from tuckbox.kit import answer, asking, remove, rule

__all__ = ["State", "act", "after", "apply", "continues", "legal", "possible", "prefer", "setup", "told", "value"]


@rule
def legal(s, moves):
    if asking(s):
        legal_answer(s, moves)
    elif s.phase == ACT:
        legal_act(s, moves)
    elif s.phase == PAY:
        legal_pay(s, moves)
    elif s.phase == CURE:
        legal_cure(s, moves)
    elif s.phase == LEARN:
        legal_learn(s, moves)
    elif s.phase == TEND:
        legal_tend(s, moves)
    elif s.phase == ROOM:
        legal_room(s, moves)
    elif s.phase == PICK_RACER:
        legal_racers(s, moves)
    elif s.phase == PICK_SIDE:
        legal_sides(moves)


@rule
def apply(s, action, rng):
    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s, rng)


@rule
def move(s, action, rng):
    """An ordinary action; true when a window is to be settled at once."""
    verb, card = VERB[action], KIND[action]
    if s.phase == ACT:
        s.acts += 1
        if verb == TAKE_REST:
            rest(s, rng)
        elif verb == END_TURN:
            draw_phase(s, rng)
        elif announce(s, action):
            return opened(s, rng)
    elif s.phase == PAY:
        paid = pay_from_purse(s, card) if verb == SPEND else pay(s, card)
        if paid:
            return opened(s, rng)
    elif s.phase == CURE or verb == EXPERIENCE:
        announce(s, action)
        return opened(s, rng)
    elif s.phase == LEARN:
        s.phase = ACT
    elif s.phase == TEND:
        tend(s, action, rng)
    elif s.phase == ROOM:
        make_room(s, verb, card, rng)
    elif s.phase == PICK_RACER:
        pick_racer(s, 1 + GOAL[action], rng)
    else:
        pick_side(s, verb - AS_HERO, rng)
    return False


@rule
def tend(s, action, rng):
    """A Mishap is removed while Resting, or the racer has had enough (JJ-5.6)."""
    if VERB[action] == NURSE:
        clear_trouble(s, s.mover, farthest(s, s.mover, KIND[action]))
        s.tending -= 1
    else:
        s.tending = 0
    proceed(s, rng)


@rule
def make_room(s, verb, card, rng):
    """A card is discarded before drawing; with room enough, or at the word, the cards are drawn (JJ-5.7)."""
    if verb == TOSS:
        discard_from(s, remove(s.hand[s.mover], card))
        s.bound = card
        if cards_over(s) > 0:
            return
    room_is_made(s, rng)


@rule
def possible(s):
    """Whoever is paying can pay, and whoever works on a trouble holds a fitting card (JJ-7.7)."""
    if asking(s) or s.over:
        return True
    if s.phase == PAY:
        return payable_now(s)
    return s.phase != CURE or fitting(s) != 0


@rule
def continues(s):
    """Paying and working on a trouble are the rest of one move."""
    return s.phase in (PAY, CURE)
