"""Troubles: how they come to lie before a racer, are worked off, and leave (JJ-5.30 to JJ-5.37)."""

from tuckbox.games.jalopies.cards import EFFECT, KEEP_AT, MISHAPS, NEED, NEEDED, PLACES, SLOTS, SUBPLOTS
from tuckbox.games.jalopies.effects import PERSONALITY, PURSE, REFUND, SKIP
from tuckbox.games.jalopies.force import KEEPS, counting_as, meeting, reckon
from tuckbox.games.jalopies.piles import discard_from, draw_cards
from tuckbox.games.jalopies.table import CURED, LAID, SCENE
from tuckbox.kit import has, lift, put, remove, rule, tell


@rule
def lies(s, seat):
    """How many troubles lie before a racer."""
    slot = 0
    while slot < SLOTS and s.trouble[seat][slot] > 0:
        slot += 1
    return slot


@rule
def troubled_by(s, seat):
    """The kinds of troubles that lie before a racer, as a set."""
    kinds = 0
    for slot in range(lies(s, seat)):
        kinds |= 1 << s.trouble[seat][slot] - 1
    return kinds


@rule
def lay_trouble(s, seat, cell):
    """A trouble comes into play against a racer; with `skip` its last requirement is struck off."""
    slot, kind = lies(s, seat), cell & 255
    needed = NEEDED[kind]
    if needed > 1 and not has(MISHAPS, kind) and s.force[seat][SKIP] > 0:
        needed -= 1
    s.trouble[seat][slot] = kind + 1
    s.asks[seat][slot] = needed
    s.met[seat][slot] = 0
    tell(s, LAID, seat, put(s.front[seat], cell))
    reckon(s, seat)


@rule
def left(s, seat, slot):
    """How many requirements of a trouble are still to be met."""
    return s.asks[seat][slot] - s.met[seat][slot]


@rule
def nearest(s, seat, kind):
    """Of the troubles of a kind the one with the fewest requirements left, then the oldest; -1 if none (JJ-5.33)."""
    best = -1
    for slot in range(lies(s, seat)):
        if s.trouble[seat][slot] == kind + 1 and (best < 0 or left(s, seat, slot) < left(s, seat, best)):
            best = slot
    return best


@rule
def farthest(s, seat, kind):
    """Of the troubles of a kind the one with the most requirements left, then the oldest; -1 if none (JJ-5.33)."""
    best = -1
    for slot in range(lies(s, seat)):
        if s.trouble[seat][slot] == kind + 1 and (best < 0 or left(s, seat, slot) > left(s, seat, best)):
            best = slot
    return best


@rule
def remedies(s, helper, seat, kind):
    """The kinds with which a helper can meet the next requirement of the trouble that `fix` means."""
    slot = nearest(s, seat, kind)
    return meeting(s, helper, seat, kind, NEED[kind][s.met[seat][slot]])


@rule
def clear_trouble(s, seat, slot):
    """A trouble and all cards under it are discarded."""
    front, kind = s.front[seat], s.trouble[seat][slot] - 1
    if seat == s.goal and s.aimed > slot:
        s.aimed = 0 if s.aimed == slot + 1 else s.aimed - 1
    tell(s, CURED, seat, kind | 255 << 8)
    discard_from(s, remove(front, kind))
    for place in range(s.met[seat][slot]):
        discard_from(s, remove(front, s.beneath[seat][slot][place] + 0))
    for other in range(slot, lies(s, seat)):
        behind = other + 1
        last = behind == SLOTS
        s.trouble[seat][other] = 0 if last else s.trouble[seat][behind]
        s.asks[seat][other] = 0 if last else s.asks[seat][behind]
        s.met[seat][other] = 0 if last else s.met[seat][behind]
        for place in range(PLACES):
            s.beneath[seat][other][place] = 0 if last else s.beneath[seat][behind][place]
    reckon(s, seat)


@rule
def put_under(s, helper, seat, slot, cell, rng):
    """A card goes under a trouble, and may finish it; true when it has (JJ-5.33, JJ-5.37)."""
    kind = s.trouble[seat][slot] - 1
    put(s.front[seat], cell)
    s.beneath[seat][slot][s.met[seat][slot]] = cell & 255
    s.met[seat][slot] += 1
    if s.force[helper][REFUND] > 0 and has(counting_as(s, helper, PERSONALITY), cell & 255):
        draw_cards(s, helper, 1, rng)
    if left(s, seat, slot) > 0:
        return False
    if has(SUBPLOTS, kind):
        tell(s, SCENE, seat, kind)
    clear_trouble(s, seat, slot)
    return True


@rule
def retain(s, seat, cell):
    """A card is laid face up before a racer and works at once (JJ-5.83)."""
    put(s.front[seat], cell)
    s.kept[seat][KEEP_AT[cell & 255]] += 1
    reckon(s, seat)


@rule
def open_purse(s, seat, card):
    """A Retained card is Removed to stand for discards; returns for how many (JJ-5.17)."""
    s.kept[seat][KEEP_AT[card]] -= 1
    discard_from(s, remove(s.front[seat], card))
    reckon(s, seat)
    return EFFECT[card][PURSE]


@rule
def clear_front(s, seat):
    """All that lies before a racer is discarded (JJ-5.91)."""
    if seat == s.goal:
        s.aimed = 0
    for slot in range(SLOTS):
        s.trouble[seat][slot] = 0
        s.asks[seat][slot] = 0
        s.met[seat][slot] = 0
        for place in range(PLACES):
            s.beneath[seat][slot][place] = 0
    for place in range(KEEPS):
        s.kept[seat][place] = 0
    while s.front[seat].n > 0:
        discard_from(s, lift(s.front[seat]))
    reckon(s, seat)
