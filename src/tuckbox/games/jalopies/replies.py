"""Response windows: who is asked, and how answers are resolved (JJ-5.70 to JJ-5.79)."""

from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.effects_in_play import at_hand, out, rivals
from tuckbox.games.jalopies.legality import affected, attacks, refuse_answer
from tuckbox.games.jalopies.plays import carry_out, cast, played_with, resume, save, toss_open
from tuckbox.games.jalopies.state import Phase, Side, State, WindowKind
from tuckbox.games.jalopies.troubles import discard_from, draw_karma, retain, take_out
from tuckbox.kit import Rng, answerer, ask, asking, close, dismiss, each, has, lift, put, rule, standing, tell, window

HOME_STRETCH = 3  # sections


@rule
def with_cards(s: State, seats: int) -> int:
    """Return those of the seats that have a card at hand, which is public (JJ-5.71)."""
    found = 0
    for seat in each(seats):
        if at_hand(s, seat) > 0:
            found |= 1 << seat
    return found


@rule
def opened(s: State, rng: Rng) -> bool:
    """Open the window of a card announced and paid, or give it its effect; True when there is something to settle."""
    if s.windows == t.FULL:
        return question(s, WindowKind.REPLY, rivals(s, s.mover))
    if attacks(s):
        return question(s, WindowKind.ATTACK, affected(s))
    if s.verb == t.ROAD and answerable(s, s.course.n + 1):
        return question(s, WindowKind.ROAD, rivals(s, s.mover))
    carry_out(s, rng)
    return False


@rule
def question(s: State, kind: int, seats: int) -> bool:
    """Ask these seats about the card being played."""
    s.phase = Phase.ANSWER
    return ask(s, kind, s.mover, s.goal, s.card, with_cards(s, seats), t.TO_PASS)


@rule
def answerable(s: State, section: int) -> bool:
    """Return whether laying the road of a section opens a window, by the option `road_window`."""
    return s.road_window == t.ALL_ROADS or section > s.sections - (HOME_STRETCH if s.road_window == t.HOME else 1)


@rule
def settle(s: State, rng: Rng) -> bool:
    """Resolve the answer that is up, or a window that has passed; True when there is more to settle (JJ-5.73, JJ-5.74)."""
    action = standing(s)
    if action == t.TO_PASS:
        return passed(s, rng)
    seat = answerer(s)
    if out(s, seat) or refuse_answer(s, seat, action) > 0:  # JJ-5.78d
        return dismiss(s)
    card = played_with(s, seat, action)
    cell = take_out(s, seat, card)
    tell(s, t.ANSWERED, seat, cell | 255 << 8)
    if t.VERB[action] == t.FRAME:
        tell(s, t.FRAMED, t.GOAL[action])
    if t.VERB[action] == t.KEEP:
        put(s.open, cell)  # JJ-5.78c
    else:
        discard_from(s, cell)
    asked = rivals(s, seat) if s.windows == t.FULL else 1 << window(s).by
    return ask(s, WindowKind.COUNTER, seat, s.goal, card, with_cards(s, asked), t.TO_PASS)


@rule
def passed(s: State, rng: Rng) -> bool:
    """Let through what the window was about, since nobody stopped it: the card played, or the answer below it."""
    counter = window(s).kind == WindowKind.COUNTER
    close(s)
    if not counter:
        carry_out(s, rng)
        return False
    action, seat = standing(s), answerer(s)
    if window(s).kind == WindowKind.COUNTER:  # a counter stands: the answer it stops falls
        close(s)
        if t.VERB[standing(s)] == t.KEEP:
            toss_open(s)  # it was to be Retained (JJ-5.78f)
        return dismiss(s)
    verb = t.VERB[action]
    if verb == t.NEGATE:
        close(s)
        negated(s, seat, rng)
        return False
    if verb == t.FRAME:
        close(s)
        s.goal = t.GOAL[action]
        carry_out(s, rng)
        return False
    special(s, seat, verb, t.KIND[action], t.GOAL[action], rng)
    if s.over:
        while asking(s):
            close(s)
        toss_open(s)
        s.turn = s.mover
        return False
    return dismiss(s)


@rule
def special(s: State, seat: int, verb: int, kind: int, goal: int, rng: Rng) -> None:
    """Give a Special its effect before the card it answers (JJ-5.78c)."""
    if verb == t.CAST:
        cast(s, seat, kind, rng)
    elif verb == t.RESCUE:
        save(s, seat, goal, kind, rng)
    else:
        retain(s, seat, lift(s.open))


@rule
def negated(s: State, seat: int, rng: Rng) -> None:
    """Negate the card being played: costs stay paid, nothing else happens (JJ-5.75); a Hero who protected another
    draws (JJ-5.78g)."""
    struck = affected(s)
    tell(s, t.STOPPED, s.mover, s.open.cell[s.open.n - 1])
    toss_open(s)
    if s.windows == t.FULL and s.side[seat] == Side.HERO and attacks(s) and struck and not has(struck, seat):
        draw_karma(s, seat, rng)
    s.phase = Phase.ACT
    resume(s, rng)
