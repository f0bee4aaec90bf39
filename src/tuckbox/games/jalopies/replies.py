"""Response windows: who is asked, what may be answered, and how it is resolved (JJ-5.70 to JJ-5.79)."""

from tuckbox.games.jalopies.cards import (
    ATTACKS,
    BRIDGES,
    FOLLOWS,
    NEGATES,
    REDIRECTS,
    RESCUES,
    RETAINED,
    SPECIALS,
    SUBPLOTS,
    TIPS,
)
from tuckbox.games.jalopies.effects import PERSONALITY, SHIELD
from tuckbox.games.jalopies.force import at_hand, counting_as, friends, held, out, rivals
from tuckbox.games.jalopies.options import leaders, may_follow, on_front, specials
from tuckbox.games.jalopies.piles import discard_from, draw_karma, take_out
from tuckbox.games.jalopies.plays import carry_out, cast, resume, save, toss_open
from tuckbox.games.jalopies.table import (
    ACT,
    ALL_ROADS,
    ANSWER,
    ANSWERED,
    ATTACKED,
    CAST,
    COUNTER,
    FIRST,
    FRAME,
    FRAMED,
    FULL,
    GOAL,
    HERO,
    HOME,
    KEEP,
    KIND,
    LAY_ROAD,
    LET_PASS,
    NEGATE,
    REPLY,
    ROADED,
    SAVE,
    START,
    STOPPED,
    STRIKE,
    VERB,
)
from tuckbox.games.jalopies.troubles import farthest, retain, troubled_by
from tuckbox.kit import (
    add,
    answerer,
    ask,
    asking,
    close,
    dismiss,
    each,
    has,
    lift,
    lowest,
    put,
    rule,
    standing,
    tell,
    window,
)

HOME_STRETCH = 3  # sections


@rule
def attacks(s):
    """Whether the card being played is an attack (JJ-5.70)."""
    return s.verb in (STRIKE, CAST) and has(ATTACKS, s.card)


@rule
def affected(s):
    """The racers an attack being played affects, as a mask; 0 for other cards."""
    if s.verb == STRIKE:
        return 1 << s.goal
    if s.verb == CAST and has(BRIDGES, s.card):
        return on_front(s, s.mover)
    if s.verb == CAST and has(TIPS, s.card):
        return leaders(s, s.mover)
    return 0


@rule
def with_cards(s, seats):
    """Of these seats those with a card at hand, a public number (JJ-5.71)."""
    found = 0
    for seat in each(seats):
        if at_hand(s, seat) > 0:
            found |= 1 << seat
    return found


@rule
def opened(s, rng):
    """A card is announced and paid: open its window, or let it take effect; true when there is something to settle."""
    if s.windows == FULL:
        s.phase = ANSWER
        return ask(s, REPLY, s.mover, s.goal, s.card, with_cards(s, rivals(s, s.mover)), LET_PASS)
    if attacks(s):
        s.phase = ANSWER
        return ask(s, ATTACKED, s.mover, s.goal, s.card, with_cards(s, affected(s)), LET_PASS)
    if s.verb == LAY_ROAD and answerable(s):
        s.phase = ANSWER
        return ask(s, ROADED, s.mover, s.goal, s.card, with_cards(s, rivals(s, s.mover)), LET_PASS)
    carry_out(s, rng)
    return False


@rule
def answerable(s):
    """Whether a road being laid opens a window by the option `road_window`."""
    section = s.course.n + 1
    if s.road_window == ALL_ROADS:
        return True
    return section > s.sections - (HOME_STRETCH if s.road_window == HOME else 1)


# -- answers --------------------------------------------------------------------------------------------------------------


@rule
def shields(s, seat):
    """The kinds with which a racer may negate the attack being played because it affects him (JJ-5.77)."""
    if window(s).kind == COUNTER or s.force[seat][SHIELD] == 0:
        return 0
    if not attacks(s) or not has(affected(s), seat):
        return 0
    return counting_as(s, seat, PERSONALITY)


@rule
def may_frame(s, seat, other):
    """Whether a single target may have another racer take the card (JJ-5.76)."""
    if window(s).kind == COUNTER or s.verb != STRIKE or s.goal != seat:
        return False
    if friends(s, seat, other) or out(s, other):
        return False
    return not (has(SUBPLOTS, s.card) and troubled_by(s, other) & SUBPLOTS)


@rule
def legal_answer(s, moves):
    """What the seat asked may answer (JJ-5.70, JJ-5.78)."""
    seat = s.turn + 0
    kinds = held(s, seat)
    add(moves, LET_PASS)
    for card in each(kinds & (NEGATES | shields(s, seat))):
        add(moves, START[NEGATE][card])
    if kinds & REDIRECTS:
        for other in range(s.players):
            if may_frame(s, seat, other):
                add(moves, FIRST[FRAME] + other)
    if window(s).kind == REPLY:
        specials(s, moves, seat, kinds, kinds & RETAINED & SPECIALS)


@rule
def played(s, seat, action):
    """The card an answer is played with, or -1 if it cannot be given any more (JJ-5.78d)."""
    verb, kind, kinds = VERB[action], KIND[action], held(s, seat)
    if out(s, seat):
        return -1
    if verb == NEGATE:
        return kind if has(kinds & (NEGATES | shields(s, seat)), kind) else -1
    if verb == FRAME:
        return lowest(kinds & REDIRECTS) if kinds & REDIRECTS and may_frame(s, seat, GOAL[action]) else -1
    if verb == SAVE:
        there = not out(s, GOAL[action]) and farthest(s, GOAL[action], kind) >= 0
        return lowest(kinds & RESCUES) if there and kinds & RESCUES else -1
    if not has(kinds, kind) or (has(FOLLOWS, kind) and not may_follow(s, seat)):
        return -1
    return kind


# -- resolution -----------------------------------------------------------------------------------------------------------


@rule
def settle(s, rng):
    """An answer is up, or a window has passed; true when there is more to settle (JJ-5.73, JJ-5.74)."""
    action = standing(s)
    if action == LET_PASS:
        return passed(s, rng)
    seat = answerer(s)
    card = played(s, seat, action)
    if card < 0:
        return dismiss(s)
    cell = take_out(s, seat, card)
    tell(s, ANSWERED, seat, cell | 255 << 8)
    if VERB[action] == FRAME:
        tell(s, FRAMED, GOAL[action])
    if VERB[action] == KEEP:
        put(s.open, cell)  # JJ-5.78c
    else:
        discard_from(s, cell)
    if s.windows == FULL:
        asked = rivals(s, seat)
    else:
        asked = 1 << window(s).by
    return ask(s, COUNTER, seat, s.goal, card, with_cards(s, asked), LET_PASS)


@rule
def passed(s, rng):
    """Nobody has stopped what the window was about: the card played, or the answer below it."""
    counter = window(s).kind == COUNTER
    close(s)
    if not counter:
        carry_out(s, rng)
        return False
    action, seat = standing(s), answerer(s)
    if window(s).kind == COUNTER:  # a counter stands: the answer it stops falls
        close(s)
        answer_falls(s)
        return dismiss(s)
    verb = VERB[action]
    if verb == NEGATE:
        close(s)
        negated(s, seat, rng)
        return False
    if verb == FRAME:
        close(s)
        s.goal = GOAL[action]
        carry_out(s, rng)
        return False
    special(s, seat, verb, KIND[action], GOAL[action], rng)
    if s.over:
        while asking(s):
            close(s)
        toss_open(s)
        s.turn = s.mover
        return False
    return dismiss(s)


@rule
def answer_falls(s):
    """The answer on top has been countered; a card that was to be Retained is discarded now (JJ-5.78f)."""
    if VERB[standing(s)] == KEEP:
        toss_open(s)


@rule
def special(s, seat, verb, kind, goal, rng):
    """A Special given as an answer takes effect before the card it answers (JJ-5.78c)."""
    if verb == CAST:
        cast(s, seat, kind, rng)
    elif verb == SAVE:
        save(s, seat, goal, kind, rng)
    else:
        retain(s, seat, lift(s.open))


@rule
def negated(s, seat, rng):
    """The card being played is negated: costs stay paid, nothing else happens (JJ-5.75); a Hero who so protected another
    draws (JJ-5.78g)."""
    struck = affected(s)
    tell(s, STOPPED, s.mover, s.open.cell[s.open.n - 1])
    toss_open(s)
    if s.windows == FULL and s.side[seat] == HERO and attacks(s) and struck and not has(struck, seat):
        draw_karma(s, seat, rng)
    s.phase = ACT
    resume(s, rng)
