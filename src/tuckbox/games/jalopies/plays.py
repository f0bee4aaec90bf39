"""Playing cards: announcing, paying, and what a card does when nothing stops it (JJ-5.10 to JJ-5.83)."""

from tuckbox.games.jalopies.cards import (
    BRIDGES,
    CHEERS,
    EFFECT,
    FOLLOWS,
    LESSONS,
    MISHAPS,
    PLOTS,
    RESCUES,
    SPECIALS,
    SUBPLOTS,
    TIPS,
    TROUBLES,
)
from tuckbox.games.jalopies.course import clear_ground, collapse, cost, entry_cost, fall_back, move_to
from tuckbox.games.jalopies.effects import BACK, CHEER, COST, LEARN, SPOILS, TAKE, WAVE
from tuckbox.games.jalopies.force import at_hand, car, friends, held, out
from tuckbox.games.jalopies.options import group, leaders, may_follow
from tuckbox.games.jalopies.piles import discard_from, draw_cards, draw_karma, draw_plot, rob, spend, steal, take_out
from tuckbox.games.jalopies.table import (
    ACT,
    CAST,
    CURE,
    EXPERIENCE,
    FIX,
    GO,
    GO_BACK,
    GOAL,
    HERO,
    KEEP,
    KIND,
    LAY_ROAD,
    LAY_TERRAIN,
    NEUTRAL,
    PAY,
    SAVE,
    SCENE,
    STRIKE,
    VERB,
    VILLAIN,
    WITH,
)
from tuckbox.games.jalopies.table import LEARN as LEARNING
from tuckbox.games.jalopies.troubles import (
    clear_trouble,
    farthest,
    lay_trouble,
    nearest,
    open_purse,
    put_under,
    retain,
)
from tuckbox.games.jalopies.turns import check_finish, next_turn
from tuckbox.kit import draw, has, lift, lowest, put, rule, tell

# -- announcing and paying ------------------------------------------------------------------------------------------------


@rule
def announce(s, action):
    """Lay a card open and find out its cost; true when there is nothing to pay (JJ-5.16)."""
    seat, verb, card = s.mover + 0, VERB[action], KIND[action]
    s.verb = verb
    if verb != WITH:
        s.goal = GOAL[action]
    if verb == FIX:
        s.ailment = card
        s.aimed = nearest(s, s.goal, card) + 1
        s.busy = True
        s.verb = WITH
        s.phase = CURE
        return False
    if verb == SAVE:
        s.ailment = card
        card = lowest(held(s, seat) & RESCUES)
    elif verb == EXPERIENCE:
        card = lowest(held(s, seat) & LESSONS)
    if verb not in (EXPERIENCE, WITH):
        s.busy = s.busy or not has(SPECIALS, card)  # JJ-5.4, JJ-5.5
    if has(PLOTS, card) and verb != WITH:
        s.plotted = True
    price(s, seat, verb, card)
    s.card = card
    put(s.open, take_out(s, seat, card))
    s.bound = 0
    if s.due[0] + s.due[1] + s.due[2] > 0:
        s.phase = PAY
        return False
    return True


@rule
def price(s, seat, verb, card):
    """Write down what is due for a play."""
    driving, chains, toll = 0, 0, 0
    pawn = s.pawn[car(s, seat)] + 0
    if verb == LAY_ROAD:
        driving, chains, toll = cost(s, seat, card, -1, card, True)
    elif verb == GO:
        driving, chains, toll = entry_cost(s, seat, pawn + 1, card)
    elif verb == GO_BACK:
        driving, chains, toll = entry_cost(s, seat, pawn - 1, card)
    elif verb in (STRIKE, CAST, LAY_TERRAIN):
        toll = EFFECT[card][COST]
    s.due[0] = driving
    s.due[1] = chains
    s.due[2] = toll


@rule
def pay(s, card):
    """Pay one card; true when all is paid."""
    part = group(s)
    spend(s, s.mover, card)
    s.due[part] -= 1
    s.bound = card if s.due[part] > 0 else 0
    return s.due[0] + s.due[1] + s.due[2] == 0


@rule
def pay_from_purse(s, card):
    """Let a Retained card stand for discards; a surplus is lost. True when all is paid."""
    s.due[2] = max(0, s.due[2] - open_purse(s, s.mover, card))
    return s.due[2] == 0


# -- what cards do ----------------------------------------------------------------------------------------------------------


@rule
def toss_open(s):
    """The card on top of the open ones is discarded."""
    discard_from(s, lift(s.open))


@rule
def carry_out(s, rng):
    """Nothing has stopped the announced card: it takes effect, and the turn goes on (JJ-5.78e)."""
    s.phase = ACT
    seat, verb = s.mover + 0, s.verb + 0
    if verb in (LAY_ROAD, GO, GO_BACK):
        drive(s, seat, verb, rng)
    elif verb == LAY_TERRAIN:
        clear_ground(s, s.goal)
        s.ground[s.goal] = s.card + 1
        draw(s.open, s.verge)
    elif verb == STRIKE:
        strike(s, seat, s.goal, rng)
    elif verb == KEEP:
        retain(s, seat, lift(s.open))
    elif verb == WITH:
        cure(s, seat, rng)
    else:
        toss_open(s)
        if verb == CAST:
            cast(s, seat, s.card, rng)
        elif verb == SAVE:
            save(s, seat, s.goal, s.ailment, rng)
        else:
            draw_cards(s, seat, EFFECT[s.card][LEARN], rng)
    resume(s, rng)


@rule
def resume(s, rng):
    """After a card: the same racer goes on, unless he has finished."""
    s.turn = s.mover
    if not s.over and out(s, s.mover):
        next_turn(s, rng)


@rule
def drive(s, seat, verb, rng):
    """A section is entered by a Road or Driving card (JJ-5.10, JJ-5.12)."""
    section = s.pawn[car(s, seat)] + 0
    if verb == LAY_ROAD:
        draw(s.open, s.course)
        section = s.course.n + 0
    else:
        toss_open(s)
        if EFFECT[s.card][WAVE] > 0 and s.side[seat] == HERO:
            draw_karma(s, seat, rng)
        section += 1 if verb == GO else -1
    s.entered += 1
    move_to(s, seat, section)
    check_finish(s, seat)


@rule
def strike(s, seat, target, rng):
    """A card played on one racer takes effect on him (JJ-5.50, JJ-5.53, `spoils`)."""
    card = s.card + 0
    if out(s, target):  # JJ-5.78e
        toss_open(s)
        return
    stays = has(TROUBLES, card)
    tell(s, SCENE, target, card)
    if not stays:
        toss_open(s)
    fall_back(s, target, EFFECT[card][BACK])
    for _ in range(EFFECT[card][TAKE]):
        steal(s, seat, target, rng)
    if stays:
        lay_trouble(s, target, lift(s.open))
    if friends(s, seat, target):
        return
    if has(MISHAPS, card):
        if s.side[seat] == VILLAIN:
            draw_plot(s, seat, rng)
    else:
        draw_cards(s, seat, s.force[seat][SPOILS], rng)


@rule
def cast(s, seat, card, rng):
    """A card without a single target takes effect."""
    tell(s, SCENE, seat, card)
    if has(CHEERS, card):
        draw_cards(s, seat, EFFECT[card][CHEER + s.side[seat]], rng)
    elif has(FOLLOWS, card):
        if may_follow(s, seat):
            move_to(s, seat, s.pawn[car(s, seat)] + 1)
            check_finish(s, seat)
    elif has(TIPS, card):
        victims = leaders(s, seat)
        for step in range(1, s.players):
            other = (seat + step) % s.players
            rob(s, other, victims >> other & 1, rng)
    elif has(BRIDGES, card):
        collapse(s)


@rule
def save(s, seat, target, kind, rng):
    """A trouble is removed from a racer; a Hero who so helps another draws (JJ-5.41, JJ-5.82)."""
    slot = farthest(s, target, kind)
    if slot >= 0:
        clear_trouble(s, target, slot)
        if seat != target and s.side[seat] == HERO:
            draw_karma(s, seat, rng)


@rule
def cure(s, seat, rng):
    """A card goes under a trouble; then the question of experience, or the Karma of a helper (JJ-5.36, JJ-5.37)."""
    target, kind = s.goal + 0, s.ailment + 0
    if s.aimed == 0:  # JJ-5.78e
        toss_open(s)
        return
    finished = put_under(s, seat, target, s.aimed - 1, lift(s.open), rng)
    if seat != target:
        draw_karma(s, seat, rng)
    elif finished and has(SUBPLOTS, kind) and s.side[seat] != NEUTRAL and at_hand(s, seat) > 0:
        s.phase = LEARNING
