"""The heuristic policy of a sensible racer, and the value of an unfinished race.

First clear what halts, then drive as far as the cards reach, then trouble whoever is ahead; pay with what is worth least.
"""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.course import price
from tuckbox.games.jalopies.effects_in_play import at_hand, car, counting_as, friends, held, out
from tuckbox.games.jalopies.legality import leaders, on_front
from tuckbox.games.jalopies.state import Form, Phase, State, WindowKind
from tuckbox.games.jalopies.troubles import remedies, troubled_by
from tuckbox.kit import asking, each, has, rule, table, window

MOST = 12


def _worth(number: int) -> int:
    """Return the worth of a card in hand, 1 to 12, by what it can drive, cure, stop or draw."""
    kind, row = c.KINDS[number], c.EFFECT[number]
    if row[c.NEGATE]:
        return 9
    worth = 1 + 5 * ("D" in kind.types) + 3 * ("E" in kind.types) + 2 * ("P" in kind.types)
    worth += 2 * ("M" in kind.types) + 4 * ("S" in kind.types) + 4 * kind.plot + ("T" in kind.types)
    worth += 1 if "R" in kind.types and "toll" not in kind.effects else 0
    worth += 3 if "retain" in kind.effects or "rescue" in kind.effects or "redirect" in kind.effects else 0
    worth += 7 if "cheer" in kind.effects or "follow" in kind.effects else 0
    return min(worth, MOST - 1)


def _harm(number: int) -> int:
    """Return how much a trouble or plot hurts, 1 to 12."""
    kind, row = c.KINDS[number], c.EFFECT[number]
    harm = int(c.NEEDED[number]) + 2 * row[c.BACK] + 2 * row[c.TAKE] + 2 * row[c.ROB] + 4 * row[c.HALT]
    return max(1, min(harm + sum(word in kind.effects for word in ("extra", "cap", "toll", "draw", "nobuild")), MOST))


WORTH = table([_worth(number) for number in range(len(c.KINDS))])
HARM = table([_harm(number) for number in range(len(c.KINDS))])


@rule
def prefer(s: State, action: int) -> int:
    """Return a sensible racer's weight for an action."""
    if asking(s):
        return reply(s, action)
    if s.phase == Phase.ACT:
        return plan(s, action)
    verb, card = t.VERB[action], t.KIND[action]
    if verb == t.SPEND:
        return 700 if s.due[2] >= c.EFFECT[card][c.PURSE] else 20
    if verb in (t.PAY, t.WITH):
        return (MOST - WORTH[card]) ** 3
    if verb == t.DISCARD:
        return 2 + (MOST - WORTH[card]) ** 2
    if verb == t.DRAW:
        return 1 if stuck(s, s.mover + 0) else 60
    if verb == t.MEND:
        return 10 * HARM[card]
    if verb == t.EXPERIENCE:
        return 100
    return 1


@rule
def stuck(s: State, seat: int) -> bool:
    """Whether a racer has nothing at hand to drive with, or to work off what halts them: then any other card is better."""
    kinds = held(s, seat)
    for trouble in each(troubled_by(s, seat)):
        if c.EFFECT[trouble][c.HALT] > 0 and kinds & remedies(s, seat, seat, trouble) == 0:
            return True
    return kinds & counting_as(s, seat, c.DRIVE) == 0


@rule
def plan(s: State, action: int) -> int:
    """Weigh an action of the Action Phase: first bring the pawn home, then free it, then hold up whoever is ahead."""
    seat, verb, card, goal = s.mover + 0, t.VERB[action], t.KIND[action], t.GOAL[action]
    if verb in (t.END, t.REST):
        return 100
    if verb in (t.ROAD, t.DRIVE):
        driving, chains, toll = price(s, seat, verb, card)
        return 3000 + 200 * MOST - (driving + chains + toll) * 60 - 10 * WORTH[card]
    if verb in (t.BACK, t.REMOVE):
        return 1
    if verb == t.CAST:
        return casting(s, seat, card)
    if verb == t.STRIKE:
        return striking(s, seat, card, goal)
    if verb == t.TERRAIN:
        return paving(s, seat, card, goal)
    if verb == t.KEEP:
        return 2600
    helps = goal == seat or friends(s, seat, goal)
    if verb == t.FIX:
        if helps:
            return 9000 if c.EFFECT[card][c.HALT] > 0 else 5600
        return 120 if has(leaders(s, seat), goal) else 2000
    return (6000 if c.EFFECT[card][c.HALT] > 0 else 1500) if helps else 20  # a rescue


@rule
def casting(s: State, seat: int, card: int) -> int:
    """Weigh a card without a target of its own."""
    if has(c.CHEERS, card):
        return 12_000
    if has(c.FOLLOWS, card):
        return 7000
    if has(c.BRIDGES, card):
        own = s.pawn[car(s, seat)] == s.course.n
        return 2800 if on_front(s, seat) != 0 and not own else 1
    return 2500


@rule
def striking(s: State, seat: int, card: int, goal: int) -> int:
    """Weigh an attack: better on whoever is ahead, better the more it hurts."""
    ahead = s.pawn[car(s, goal)] - s.pawn[car(s, seat)]
    if c.EFFECT[card][c.BACK] > 0 and s.pawn[car(s, goal)] == 0 and c.NEEDED[card] == 0:
        return 1
    return 1800 + 60 * HARM[card] + 40 * max(-8, min(8, ahead))


@rule
def paving(s: State, seat: int, card: int, goal: int) -> int:
    """Weigh Terrain: good ones ahead of oneself, bad ones ahead of others."""
    own = s.pawn[car(s, seat)] + 0
    helpful = c.EFFECT[card][c.GROUND_TOLL] < 0
    if helpful:
        return 900 if goal == own + 1 else 2
    if goal <= own and s.ground[goal] == 0:
        behind = 0
        for other in range(s.players):
            behind += not friends(s, seat, other) and not out(s, other) and s.pawn[car(s, other)] < goal
        return 150 + 150 * behind if behind > 0 else 1
    return 1


@rule
def reply(s: State, action: int) -> int:
    """Weigh an answer: stop whoever would win, shift what hurts, save Negates for what deserves one."""
    verb, card = t.VERB[action], t.KIND[action]
    mine = s.turn == s.mover
    if action == t.TO_PASS:
        return 100
    if verb == t.FRAME:
        return 300 if has(leaders(s, s.turn), t.GOAL[action]) or s.players == 2 else 150
    if verb != t.NEGATE:  # a Special of one's own, in full windows
        return 20
    rushed = s.verb in (t.ROAD, t.DRIVE)
    if rushed and s.pawn[car(s, s.mover)] == s.sections - 1:
        return 100_000 if window(s).kind != WindowKind.COUNTER or mine else 50
    if window(s).kind == WindowKind.COUNTER:
        return 60 if mine or s.goal == s.turn else 5
    if window(s).kind == WindowKind.ROAD or (s.verb not in (t.STRIKE, t.CAST)):
        return 5 if window(s).kind == WindowKind.REPLY else 30
    if s.verb == t.STRIKE and s.goal != s.turn:
        return 3
    return 25 * HARM[s.card] + (80 if WORTH[card] < 9 else 0)


@rule
def value(s: State, seat: int) -> float:
    """Return a racer's value: a share by how far pawns are and what hands hold, less what lies in the way."""
    total = 0.0
    for other in range(s.players):
        total += prospect(s, other)
    own = prospect(s, seat)
    if s.form in (Form.PARTNER, Form.TEAM):
        own += prospect(s, (seat + s.players // 2) % s.players)
    return own / total


@rule
def prospect(s: State, seat: int) -> float:
    """Return how promising a racer's position is, always above zero."""
    distance = s.sections - s.pawn[car(s, seat)] + 2.0
    lying = 0.0
    for slot in range(len(s.trouble[seat])):
        if s.trouble[seat][slot] == 0:
            break
        lying += s.asks[seat][slot] - s.met[seat][slot] + c.EFFECT[s.trouble[seat][slot] - 1][c.HALT]
    reach = 1.0 + 0.15 * min(at_hand(s, seat), 10)
    return (reach / (1.0 + 0.3 * lying)) / (distance * distance)
