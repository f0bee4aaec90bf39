"""Playing cards: announcing, paying, and what a card does when nothing stops it (JJ-5.10 to JJ-5.83)."""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies import troubles
from tuckbox.games.jalopies.course import clear_ground, collapse, fall_back, group, move_to, price
from tuckbox.games.jalopies.effects_in_play import at_hand, car, friends, held, out, rivals
from tuckbox.games.jalopies.legality import leaders, refuse_follow
from tuckbox.games.jalopies.races import check_finish, next_turn
from tuckbox.games.jalopies.state import Form, Phase, Side, State
from tuckbox.kit import Rng, draw, has, lift, lowest, put, rule, size, tell

ALL_RACERS = 1  # crowd_counts

# -- announcing and paying ------------------------------------------------------------------------------------------------


@rule
def announce(s: State, action: int) -> bool:
    """Lay a card open and compute its cost; True when there is nothing to pay (JJ-5.16)."""
    seat, verb, card = s.mover + 0, t.VERB[action], t.KIND[action]
    s.verb = verb
    if verb != t.WITH:
        s.goal = t.GOAL[action]
    if verb == t.FIX:
        s.ailment = card
        s.aimed = troubles.find(s, s.goal, card, troubles.NEAREST) + 1
        s.busy = True
        s.verb = t.WITH
        s.phase = Phase.CURE
        return False
    if verb == t.RESCUE:
        s.ailment = card
    card = played_with(s, seat, action)
    if verb not in (t.EXPERIENCE, t.WITH):
        s.busy = s.busy or not has(c.SPECIALS, card)  # JJ-5.4, JJ-5.5
    if has(c.PLOTS, card) and verb != t.WITH:
        s.plotted = True
    charge(s, seat, verb, card)
    s.card = card
    put(s.open, troubles.take_out(s, seat, card))
    s.bound = 0
    if s.due[0] + s.due[1] + s.due[2] > 0:
        s.phase = Phase.PAY
        return False
    return True


@rule
def played_with(s: State, seat: int, action: int) -> int:
    """Return the card played where the action does not name it: a rescue, a lesson, a Fall Guy."""
    verb = t.VERB[action]
    if verb == t.RESCUE:
        return lowest(held(s, seat) & c.RESCUES)
    if verb == t.EXPERIENCE:
        return lowest(held(s, seat) & c.LESSONS)
    return lowest(held(s, seat) & c.REDIRECTS) if verb == t.FRAME else t.KIND[action]


@rule
def charge(s: State, seat: int, verb: int, card: int) -> None:
    """Record what is due for a play."""
    driving, chains, toll = 0, 0, 0
    if verb in t.ENTERING:
        driving, chains, toll = price(s, seat, verb, card)
    elif verb in (t.STRIKE, t.CAST, t.TERRAIN):
        toll = c.EFFECT[card][c.COST]
    s.due[0] = driving
    s.due[1] = chains
    s.due[2] = toll


@rule
def pay(s: State, card: int) -> bool:
    """Pay one card; true when all is paid."""
    part = group(s)
    troubles.discard_from(s, troubles.take_out(s, s.mover, card))
    s.due[part] -= 1
    s.bound = card if s.due[part] > 0 else 0
    return s.due[0] + s.due[1] + s.due[2] == 0


@rule
def pay_from_purse(s: State, card: int) -> bool:
    """Remove a Retained card to stand for discards; a surplus is lost (JJ-5.17). True when all is paid."""
    troubles.release(s, s.mover, card)
    s.due[2] = max(0, s.due[2] - c.EFFECT[card][c.PURSE])
    return s.due[2] == 0


# -- what cards do ----------------------------------------------------------------------------------------------------------


@rule
def toss_open(s: State) -> None:
    """Discard the top one of the open cards."""
    troubles.discard_from(s, lift(s.open))


@rule
def carry_out(s: State, rng: Rng) -> None:
    """Give the announced card its effect, since nothing stopped it, and go on with the turn (JJ-5.78e)."""
    s.phase = Phase.ACT
    seat, verb = s.mover + 0, s.verb + 0
    if verb in t.ENTERING:
        drive(s, seat, verb, rng)
    elif verb == t.TERRAIN:
        clear_ground(s, s.goal)
        s.ground[s.goal] = s.card + 1
        draw(s.open, s.verge)
    elif verb == t.STRIKE:
        strike(s, seat, s.goal, rng)
    elif verb == t.KEEP:
        troubles.retain(s, seat, lift(s.open))
    elif verb == t.WITH:
        cure(s, seat, rng)
    else:
        toss_open(s)
        if verb == t.CAST:
            cast(s, seat, s.card, rng)
        elif verb == t.RESCUE:
            save(s, seat, s.goal, s.ailment, rng)
        else:
            troubles.draw_cards(s, seat, c.EFFECT[s.card][c.LEARN], rng)
    resume(s, rng)


@rule
def resume(s: State, rng: Rng) -> None:
    """Go on after a card with the same racer, unless they have finished."""
    s.turn = s.mover
    if not s.over and out(s, s.mover):
        next_turn(s, rng)


@rule
def drive(s: State, seat: int, verb: int, rng: Rng) -> None:
    """Enter a section by a Road or Driving card (JJ-5.10, JJ-5.12)."""
    section = s.pawn[car(s, seat)] + 0
    if verb == t.ROAD:
        draw(s.open, s.course)
        section = s.course.n + 0
    else:
        toss_open(s)
        if c.EFFECT[s.card][c.WAVE] > 0 and s.side[seat] == Side.HERO:
            troubles.draw_karma(s, seat, rng)
        section += 1 if verb == t.DRIVE else -1
    s.entered += 1
    move_to(s, seat, section, t.ARRIVED)
    check_finish(s, seat)


@rule
def strike(s: State, seat: int, target: int, rng: Rng) -> None:
    """Give a card played on one racer its effect on them (JJ-5.50, JJ-5.53, `spoils`)."""
    card = s.card + 0
    if out(s, target):  # JJ-5.78e
        toss_open(s)
        return
    stays = has(c.TROUBLES, card)
    tell(s, t.SCENE, target, card)
    if not stays:
        toss_open(s)
    fall_back(s, target, c.EFFECT[card][c.BACK])
    for _ in range(c.EFFECT[card][c.TAKE]):
        troubles.steal(s, seat, target, rng)
    if stays:
        troubles.lay_trouble(s, target, lift(s.open))
    if friends(s, seat, target):
        return
    if has(c.MISHAPS, card):
        if s.side[seat] == Side.VILLAIN:
            troubles.draw_plot(s, seat, rng)
    else:
        troubles.draw_cards(s, seat, s.force[seat][c.SPOILS], rng)


@rule
def cheer_for(s: State, seat: int) -> int:
    """Return the effect for what a racer draws when the crowd roars: by side and rivals (at most one, two, more)."""
    counted = size(rivals(s, seat))
    if s.crowd_counts == ALL_RACERS:
        counted = s.players - 1 - (s.form in (Form.PARTNER, Form.TEAM))
    return c.CHEER + 3 * max(0, min(2, counted - 1)) + s.side[seat]


@rule
def cast(s: State, seat: int, card: int, rng: Rng) -> None:
    """Give a card without a single target its effect."""
    tell(s, t.SCENE, seat, card)
    if has(c.CHEERS, card):
        troubles.draw_cards(s, seat, c.EFFECT[card][cheer_for(s, seat)], rng)
    elif has(c.FOLLOWS, card):
        if refuse_follow(s, seat) == 0:
            move_to(s, seat, s.pawn[car(s, seat)] + 1, t.ARRIVED)
            check_finish(s, seat)
    elif has(c.TIPS, card):
        victims = leaders(s, seat)
        for step in range(1, s.players):
            other = (seat + step) % s.players
            troubles.rob(s, other, victims >> other & 1, rng)
    elif has(c.BRIDGES, card):
        collapse(s)


@rule
def save(s: State, seat: int, target: int, kind: int, rng: Rng) -> None:
    """Remove a trouble from a racer; a Hero who helps another this way draws (JJ-5.41, JJ-5.82)."""
    slot = troubles.find(s, target, kind, troubles.FARTHEST)
    if slot >= 0:
        troubles.clear_trouble(s, target, slot)
        if seat != target and s.side[seat] == Side.HERO:
            troubles.draw_karma(s, seat, rng)


@rule
def cure(s: State, seat: int, rng: Rng) -> None:
    """Put a card under a trouble; then come the question of experience, or the Karma of a helper (JJ-5.36, JJ-5.37)."""
    target, kind = s.goal + 0, s.ailment + 0
    if s.aimed == 0:  # JJ-5.78e
        toss_open(s)
        return
    finished = troubles.put_under(s, seat, target, s.aimed - 1, lift(s.open), rng)
    if seat != target:
        troubles.draw_karma(s, seat, rng)
    elif finished and has(c.SUBPLOTS, kind) and s.side[seat] != Side.NEUTRAL and at_hand(s, seat) > 0:
        s.phase = Phase.LEARN
