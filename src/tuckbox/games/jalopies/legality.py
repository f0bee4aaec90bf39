"""Legal actions, and the reasons against the others: each condition stands once, in a rule `refuse_...` that answers 0 or a
reason. `legal` goes through what is at hand and asks the same rules; that both agree is for the suite to prove."""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import reasons as why
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.course import affords, group, paying, still_due
from tuckbox.games.jalopies.effects_in_play import (
    at_hand,
    car,
    counting_as,
    friends,
    held,
    kinds_in,
    out,
    rivals,
    tally,
)
from tuckbox.games.jalopies.state import Phase, Side, State, WindowKind
from tuckbox.games.jalopies.troubles import remedies, troubled_by
from tuckbox.kit import Moves, add, asking, each, has, rule, window

MOST_ACTS = 60  # JJ-8.4
SHEETS = len(c.WORDS)


@rule
def refuse(s: State, action: int) -> int:
    """Return the reason against an action of the seat to decide; 0 if it is legal."""
    seat, verb, card, goal = s.turn + 0, t.VERB[action], t.KIND[action], t.GOAL[action]
    if asking(s):
        return refuse_answer(s, seat, action)
    refused = refuse_phase(s, verb)
    if refused > 0:
        return refused
    if s.phase == Phase.ACT:
        return refuse_act(s, seat, verb, card, goal)
    if s.phase == Phase.PAY:
        return refuse_purse(s, seat, card) if verb == t.SPEND else refuse_payment(s, seat, card)
    if s.phase == Phase.CURE:
        return refuse_remedy(s, seat, card)
    if s.phase == Phase.LEARN:
        return why.NO_LESSON if verb == t.EXPERIENCE and held(s, seat) & c.LESSONS == 0 else 0
    if s.phase == Phase.MEND:
        return why.NO_MISHAP if verb == t.MEND and not has(troubled_by(s, seat), card) else 0
    if s.phase == Phase.ROOM:
        return refuse_discard(s, seat, card) if verb == t.DISCARD else 0
    return why.TAKEN if verb == t.CHOOSE and has(sheets_taken(s), goal + 1) else 0


_OTHER_ACTS = (t.REST, t.END, t.TERRAIN, t.STRIKE, t.CAST, t.KEEP, t.REMOVE, t.RESCUE, t.FIX)
ACTING = sum(1 << verb for verb in (*t.ENTERING, *_OTHER_ACTS))


@rule
def refuse_phase(s: State, verb: int) -> int:
    """Refuse an action while something else is to be decided."""
    if s.phase == Phase.ACT:
        return 0 if has(ACTING, verb) else refuse_occasion(verb)
    if s.phase == Phase.PAY:
        return 0 if verb in (t.PAY, t.SPEND) else why.PAY_FIRST
    if s.phase == Phase.CURE:
        return 0 if verb == t.WITH else why.CURE_FIRST
    if s.phase == Phase.LEARN:
        return 0 if verb in (t.EXPERIENCE, t.PASS) else why.LEARN_FIRST
    if s.phase == Phase.MEND:
        return 0 if verb in (t.MEND, t.DONE) else why.MEND_FIRST
    if s.phase == Phase.ROOM:
        return 0 if verb in (t.DISCARD, t.DRAW) else why.ROOM_FIRST
    if s.phase == Phase.RACER:
        return 0 if verb == t.CHOOSE else why.RACER_FIRST
    return 0 if verb in (t.AS_HERO, t.AS_NEUTRAL, t.AS_VILLAIN) else why.SIDE_FIRST


@rule
def refuse_occasion(verb: int) -> int:
    """Return the reason why an action of another phase has no place in the Action Phase."""
    if verb == t.WITH:
        return why.FIX_FIRST
    if verb in (t.PAY, t.SPEND):
        return why.NOTHING_DUE
    if verb == t.EXPERIENCE:
        return why.NOT_COMPLETED
    if verb in (t.MEND, t.DONE):
        return why.NOT_RESTING
    if verb in (t.DISCARD, t.DRAW):
        return why.NOT_DRAWING
    return why.NOTHING_PLAYED if verb in (t.PASS, t.NEGATE, t.FRAME) else why.SETTLED


@rule
def refuse_card(s: State, seat: int, card: int) -> int:
    """Refuse a card that the racer does not have at hand (JJ-5.42)."""
    return 0 if has(held(s, seat), card) else why.NOT_HELD


@rule
def sheets_taken(s: State) -> int:
    """Return the set of sheets that have been chosen; 0 is none (JJ-4.2)."""
    taken = 0
    for seat in range(s.players):
        taken |= 1 << s.sheet[seat]
    return taken


@rule
def legal(s: State, moves: Moves) -> None:  # noqa: PLR0912 - one branch a phase
    """List the legal actions of the seat to decide."""
    if asking(s):
        legal_answer(s, moves)
    elif s.phase == Phase.ACT:
        legal_act(s, moves)
    elif s.phase == Phase.PAY:
        legal_pay(s, moves)
    elif s.phase == Phase.CURE:
        for card in each(fitting(s)):
            add(moves, t.TO_USE[card])
    elif s.phase == Phase.LEARN:
        if held(s, s.mover) & c.LESSONS:
            add(moves, t.TO_LEARN)
        add(moves, t.TO_PASS)
    elif s.phase == Phase.MEND:
        for kind in each(troubled_by(s, s.mover) & c.MISHAPS):
            add(moves, t.TO_MEND[kind])
        add(moves, t.TO_STOP)
    elif s.phase == Phase.ROOM:
        for card in each(kinds_in(s.hand[s.mover]) & ~((1 << s.bound) - 1)):
            add(moves, t.TO_DISCARD[card])
        add(moves, t.TO_DRAW)
    elif s.phase == Phase.RACER:
        for racer in each(~sheets_taken(s) >> 1 & (1 << SHEETS) - 1):
            add(moves, t.TO_CHOOSE + racer)
    else:
        for side in range(3):
            add(moves, t.TO_SIDE + side)


# -- the Action Phase -----------------------------------------------------------------------------------------------------


@rule
def refuse_act(s: State, seat: int, verb: int, card: int, goal: int) -> int:
    """Refuse what may not be done in the Action Phase (JJ-5.4, JJ-8.4)."""
    if verb == t.REST:
        return why.BUSY if s.busy else 0
    if verb == t.END:
        return 0 if s.busy else why.IDLE
    if s.acts >= MOST_ACTS - 1:
        return why.SIXTY_ACTS
    if verb == t.FIX:
        return refuse_fix(s, seat, goal, card)
    if verb == t.RESCUE:
        return refuse_rescue(s, seat, goal, card)
    if verb == t.KEEP:
        return refuse_card(s, seat, card)
    if verb == t.REMOVE:
        return refuse_removal(s, seat, card)
    if verb in t.ENTERING:
        return refuse_card(s, seat, card) or refuse_move(s, seat, verb, card)
    refused = refuse_card(s, seat, card) or refuse_kind(s, seat, card)
    if verb == t.STRIKE:
        return refused or refuse_strike(s, seat, card, goal)
    return refused or (refuse_cast(s, seat, card) if verb == t.CAST else refuse_terrain(s, card, goal))


@rule
def legal_act(s: State, moves: Moves) -> None:
    """List the actions of the Action Phase."""
    add(moves, t.TO_END if s.busy else t.TO_REST)
    if s.acts >= MOST_ACTS - 1:
        return
    seat = s.mover + 0
    kinds = held(s, seat)
    legal_moves(s, moves, seat, kinds)
    for card in each(kinds & c.TERRAINS):
        if refuse_kind(s, seat, card) == 0:
            for section in range(1, s.course.n + 1):
                if refuse_terrain(s, card, section) == 0:
                    add(moves, t.TO_PAVE[card][section - 1])
    legal_attacks(s, moves, seat, kinds)
    for other in range(s.players):
        if refuse_helper(s, seat, other) == 0:
            for kind in each(troubled_by(s, other)):
                if kinds & remedies(s, seat, other, kind):
                    add(moves, t.TO_FIX[other][kind])
    legal_specials(s, moves, seat, kinds, kinds & c.RETAINED)
    for card in each(c.RETAINED):
        if refuse_removal(s, seat, card) == 0:
            add(moves, t.TO_REMOVE[card])


@rule
def refuse_move(s: State, seat: int, verb: int, card: int) -> int:
    """Refuse to lay a road or enter a section: by racer, place and cost (JJ-5.10 to JJ-5.15)."""
    if verb != t.ROAD and not has(counting_as(s, seat, c.DRIVE), card):
        return why.NO_DRIVING
    refused = refuse_entering(s, seat) or refuse_place(s, seat, verb)
    return refused or (0 if affords(s, seat, verb, card) else why.TOO_DEAR)


@rule
def refuse_halt(s: State, seat: int) -> int:
    """Refuse to move a racer who has a Sub-Plot or is tied to the tracks (`halt`)."""
    return why.HALTED if s.force[seat][c.HALT] > 0 else 0


@rule
def refuse_entering(s: State, seat: int) -> int:
    """Refuse to enter any section by Road or Driving cards this turn (`halt`, `cap`)."""
    if 0 < s.force[seat][c.CAP] <= s.entered:
        return why.CAPPED
    return refuse_halt(s, seat)


@rule
def refuse_place(s: State, seat: int, verb: int) -> int:
    """Refuse a section that cannot be entered from where the pawn stands."""
    pawn = s.pawn[car(s, seat)]
    if verb == t.ROAD:
        if s.force[seat][c.NOBUILD] > 0:
            return why.IN_THE_DITCH
        if pawn != s.course.n:
            return why.NOT_IN_FRONT
        return why.COMPLETE if s.course.n == s.sections else 0
    if verb == t.DRIVE:
        return why.NOTHING_AHEAD if pawn == s.course.n else 0
    return why.NOTHING_BEHIND if pawn <= 1 else 0


@rule
def legal_moves(s: State, moves: Moves, seat: int, kinds: int) -> None:
    """List the roads to lay and the sections to enter."""
    if refuse_entering(s, seat) > 0:
        return
    if refuse_place(s, seat, t.ROAD) == 0:
        for card in each(kinds & c.ROADS):
            if affords(s, seat, t.ROAD, card):
                add(moves, t.TO_LAY[card])
    ahead, behind = refuse_place(s, seat, t.DRIVE) == 0, refuse_place(s, seat, t.BACK) == 0
    for card in each(kinds & counting_as(s, seat, c.DRIVE)):
        if ahead and affords(s, seat, t.DRIVE, card):
            add(moves, t.TO_DRIVE[card])
        if behind and affords(s, seat, t.BACK, card):
            add(moves, t.TO_BACK[card])


@rule
def refuse_terrain(s: State, card: int, section: int) -> int:
    """Refuse Terrain except on a section in play that has none; some may replace another (JJ-5.21)."""
    if section > s.course.n:
        return why.NO_SECTION
    return why.PAVED if s.ground[section] > 0 and c.EFFECT[card][c.OVER] == 0 else 0


# -- attacks and plots ----------------------------------------------------------------------------------------------------


@rule
def refuse_kind(s: State, seat: int, card: int) -> int:
    """Refuse a Hero Mishaps (JJ-5.30), and a second Fiendish Plot in an Action Phase, or one not paid for (JJ-5.51)."""
    if not has(c.PLOTS, card):
        return why.HEROIC if has(c.MISHAPS, card) and s.side[seat] == Side.HERO else 0
    if s.plotted:
        return why.ONE_PLOT
    return why.PLOT_TOO_DEAR if at_hand(s, seat) <= c.EFFECT[card][c.COST] else 0


@rule
def refuse_racer(s: State, goal: int) -> int:
    """Refuse a racer who is not there or no longer in the race (JJ-5.91)."""
    if goal >= s.players:
        return why.NOBODY_THERE
    return why.HAS_FINISHED if out(s, goal) else 0


@rule
def refuse_subplot(s: State, goal: int, card: int) -> int:
    """Refuse a second Sub-Plot before a racer (JJ-5.31)."""
    return why.ONE_SUBPLOT if has(c.SUBPLOTS, card) and troubled_by(s, goal) & c.SUBPLOTS else 0


@rule
def refuse_strike(s: State, seat: int, card: int, goal: int) -> int:
    """Refuse to play a Mishap, Sub-Plot or plot except on one rival (JJ-5.30, JJ-5.53)."""
    return refuse_racer(s, goal) or (why.OWN_SIDE if friends(s, seat, goal) else refuse_subplot(s, goal, card))


@rule
def refuse_cast(s: State, seat: int, card: int) -> int:
    """Refuse a card without a single target where it would do nothing (JJ-5.53, JJ-5.81)."""
    if has(c.BRIDGES, card):
        if s.course.n == 0:
            return why.NO_BRIDGE
        return why.LAST_BRIDGE if s.course.n == s.sections else 0
    if has(c.TIPS, card):
        for other in each(leaders(s, seat)):
            if s.hand[other].n > 0:
                return 0
        return why.NOBODY_AHEAD
    return refuse_follow(s, seat) if has(c.FOLLOWS, card) else 0


@rule
def legal_attacks(s: State, moves: Moves, seat: int, kinds: int) -> None:
    """List the Mishaps, Sub-Plots and Fiendish Plots to play."""
    for card in each(kinds & c.STRIKES):
        if refuse_kind(s, seat, card) == 0:
            for other in each(rivals(s, seat)):
                if refuse_subplot(s, other, card) == 0:
                    add(moves, t.TO_STRIKE[card][other])
    for card in each(kinds & (c.BRIDGES | c.TIPS)):
        if refuse_kind(s, seat, card) == 0 and refuse_cast(s, seat, card) == 0:
            add(moves, t.TO_CAST[card])


@rule
def leaders(s: State, seat: int) -> int:
    """Return the mask of rivals whose pawns are ahead of a racer's."""
    found = 0
    for other in each(rivals(s, seat)):
        if s.pawn[car(s, other)] > s.pawn[car(s, seat)]:
            found |= 1 << other
    return found


@rule
def on_front(s: State, seat: int) -> int:
    """Return the mask of rivals on the front-most section."""
    found = 0
    for other in each(rivals(s, seat)):
        if s.pawn[car(s, other)] == s.course.n:
            found |= 1 << other
    return found


# -- troubles and Specials ------------------------------------------------------------------------------------------------


@rule
def refuse_helper(s: State, seat: int, goal: int) -> int:
    """Refuse to work on others' troubles, except by a Hero (JJ-5.40)."""
    return why.ONLY_A_HERO if goal != seat and s.side[seat] != Side.HERO else 0


@rule
def refuse_trouble(s: State, goal: int, kind: int) -> int:
    """Refuse a trouble that does not lie before the racer; before one who has finished there is none."""
    return refuse_racer(s, goal) or (0 if has(troubled_by(s, goal), kind) else why.NO_TROUBLE)


@rule
def refuse_fix(s: State, seat: int, goal: int, kind: int) -> int:
    """Refuse to work on a trouble without what it asks for next (JJ-5.33)."""
    refused = refuse_trouble(s, goal, kind) or refuse_helper(s, seat, goal)
    return refused or (0 if held(s, seat) & remedies(s, seat, goal, kind) else why.NO_REMEDY)


@rule
def refuse_rescue(s: State, seat: int, goal: int, kind: int) -> int:
    """Refuse to remove a trouble without a card for it, or where there is none (JJ-5.82)."""
    return why.NO_RESCUE if held(s, seat) & c.RESCUES == 0 else refuse_trouble(s, goal, kind)


@rule
def refuse_removal(s: State, seat: int, card: int) -> int:
    """Refuse to Remove a card that is not Retained (JJ-5.17, JJ-5.83)."""
    return why.NONE_KEPT if s.kept[seat][c.KEEP_AT[card]] == 0 else 0


@rule
def refuse_follow(s: State, seat: int) -> int:
    """Refuse a hot pursuit with nothing ahead to follow to (JJ-5.81)."""
    return why.NOBODY_TO_FOLLOW if s.pawn[car(s, seat)] == s.course.n else refuse_halt(s, seat)


@rule
def legal_specials(s: State, moves: Moves, seat: int, kinds: int, keeps: int) -> None:
    """Specials that may be played at any point of the own Action Phase, in `full` windows as answers too; and the cards
    to be Retained among `keeps` (JJ-5.80 to JJ-5.83)."""
    for card in each(kinds & (c.CHEERS | c.FOLLOWS)):
        if refuse_cast(s, seat, card) == 0:
            add(moves, t.TO_CAST[card])
    if kinds & c.RESCUES:
        for other in range(s.players):
            for kind in each(troubled_by(s, other)):
                add(moves, t.TO_RESCUE[other][kind])
    for card in each(keeps):
        add(moves, t.TO_KEEP[card])


# -- paying, curing, making room ------------------------------------------------------------------------------------------


@rule
def refuse_payment(s: State, seat: int, card: int) -> int:
    """Refuse a card that cannot pay, is out of kind order, or leaves too few to pay the rest (JJ-6.1)."""
    coins, need = paying(s, seat, group(s)), still_due(s, seat, group(s))
    if not has(coins, card):
        return refuse_card(s, seat, card) or why.WRONG_COIN
    if card < s.bound:
        return refuse_card(s, seat, card) or why.PAID_OUT_OF_ORDER
    return refuse_card(s, seat, card) or (why.TOO_FEW_LEFT if tally(s, seat, coins & ~((1 << card) - 1)) < need else 0)


@rule
def refuse_purse(s: State, seat: int, card: int) -> int:
    """Refuse a Retained Rabbit's Foot except in place of discards (JJ-5.17, JJ-6.2)."""
    if s.verb not in t.ENTERING or group(s) < 2:
        return why.NOT_FOR_THE_PURSE
    return refuse_removal(s, seat, card)


@rule
def legal_pay(s: State, moves: Moves) -> None:
    """List the kinds that can pay, and the purse."""
    seat, part = s.mover + 0, group(s)
    payable = held(s, seat) & paying(s, seat, part) & ~((1 << s.bound) - 1)
    after = tally(s, seat, payable)
    need = still_due(s, seat, part)
    for card in each(payable):
        if after < need:
            break
        add(moves, t.TO_PAY[card])
        after -= tally(s, seat, 1 << card)
    for card in each(c.PURSES):
        if refuse_purse(s, seat, card) == 0:
            add(moves, t.TO_SPEND[card])


@rule
def fitting(s: State) -> int:
    """Return the kinds at hand that meet the requirement a `fix` is about."""
    return held(s, s.mover) & remedies(s, s.mover, s.goal, s.ailment)


@rule
def refuse_remedy(s: State, seat: int, card: int) -> int:
    """Refuse a card that does not meet the trouble's next requirement (JJ-5.33)."""
    return refuse_card(s, seat, card) or (0 if has(fitting(s), card) else why.WRONG_REMEDY)


@rule
def refuse_discard(s: State, seat: int, card: int) -> int:
    """Refuse to make room except with hand cards, in kind order; Karma cards are none (JJ-5.7, JJ-6.1)."""
    if not has(kinds_in(s.hand[seat]), card):
        return why.NOT_IN_HAND
    return why.TOSSED_OUT_OF_ORDER if card < s.bound else 0


# -- answers (JJ-5.70, JJ-5.78) -------------------------------------------------------------------------------------------


@rule
def attacks(s: State) -> bool:
    """Return whether the card being played is an attack (JJ-5.70)."""
    return s.verb in (t.STRIKE, t.CAST) and has(c.ATTACKS, s.card)


@rule
def affected(s: State) -> int:
    """Return the mask of racers that the attack being played affects; 0 for other cards."""
    if s.verb == t.STRIKE:
        return 1 << s.goal
    if s.verb == t.CAST and has(c.BRIDGES, s.card):
        return on_front(s, s.mover)
    if s.verb == t.CAST and has(c.TIPS, s.card):
        return leaders(s, s.mover)
    return 0


@rule
def shields(s: State, seat: int) -> int:
    """Return the kinds with which a racer's ability stops attacks (JJ-5.77)."""
    return counting_as(s, seat, c.PERSONALITY) if s.force[seat][c.SHIELD] > 0 else 0


@rule
def struck(s: State, seat: int) -> bool:
    """Return whether a racer is asked about an attack that affects them."""
    return window(s).kind != WindowKind.COUNTER and attacks(s) and has(affected(s), seat)


@rule
def refuse_negate(s: State, seat: int, card: int) -> int:
    """Refuse a card that negates nothing: shields stop only what affects their racer (JJ-5.77)."""
    if has(c.NEGATES, card):
        return refuse_card(s, seat, card)
    if not has(shields(s, seat), card):
        return refuse_card(s, seat, card) or why.NO_SHIELD
    return refuse_card(s, seat, card) or (0 if struck(s, seat) else why.NOT_STRUCK)


@rule
def refuse_framing(s: State, seat: int) -> int:
    """Refuse to pass a card on, except by its single target with a Fall Guy (JJ-5.76)."""
    if s.verb != t.STRIKE or s.goal != seat or window(s).kind == WindowKind.COUNTER:
        return why.NOT_THE_TARGET
    return why.NO_FALL_GUY if held(s, seat) & c.REDIRECTS == 0 else 0


@rule
def refuse_fall_guy(s: State, seat: int, goal: int) -> int:
    """Refuse a Fall Guy who is a friend, or on whom the card cannot be played (JJ-5.76)."""
    return refuse_racer(s, goal) or (why.FRAMED_FRIEND if friends(s, seat, goal) else refuse_subplot(s, goal, s.card))


@rule
def refuse_answer(s: State, seat: int, action: int) -> int:
    """Refuse an answer that the seat asked may not give, or no longer can when the answer is looked at (JJ-5.78d)."""
    verb, card, goal = t.VERB[action], t.KIND[action], t.GOAL[action]
    if verb == t.PASS:
        return 0
    if verb == t.NEGATE:
        return refuse_negate(s, seat, card)
    if verb == t.FRAME:
        return refuse_framing(s, seat) or refuse_fall_guy(s, seat, goal)
    special = verb == t.RESCUE or (verb in (t.CAST, t.KEEP) and has(c.SPECIALS, card))
    if window(s).kind != WindowKind.REPLY or not special:
        return why.ANSWER_FIRST
    if verb == t.RESCUE:
        return refuse_rescue(s, seat, goal, card)
    return refuse_card(s, seat, card) or refuse_cast(s, seat, card)


@rule
def legal_answer(s: State, moves: Moves) -> None:
    """List the answers of the seat asked."""
    seat = s.turn + 0
    kinds = held(s, seat)
    add(moves, t.TO_PASS)
    stopping = c.NEGATES | shields(s, seat) if struck(s, seat) else c.NEGATES
    for card in each(kinds & stopping):
        add(moves, t.TO_NEGATE[card])
    if refuse_framing(s, seat) == 0:
        for other in range(s.players):
            if refuse_fall_guy(s, seat, other) == 0:
                add(moves, t.TO_FRAME[other])
    if window(s).kind == WindowKind.REPLY:
        legal_specials(s, moves, seat, kinds, kinds & c.RETAINED & c.SPECIALS)
