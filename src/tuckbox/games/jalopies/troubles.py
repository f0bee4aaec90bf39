"""Cards on their way between hands and piles (JJ-5.7, JJ-5.8), and what lies before a racer: troubles (JJ-5.30 to JJ-5.37)
and Retained cards (JJ-5.83)."""

from tuckbox.games.jalopies import cards as c
from tuckbox.games.jalopies import state as t
from tuckbox.games.jalopies.effects_in_play import KEEPS, counting_as, hand_size, meeting, reckon
from tuckbox.games.jalopies.state import State
from tuckbox.kit import (
    Cells,
    Rng,
    below,
    card_of,
    count,
    draw,
    has,
    lift,
    put,
    remove,
    rule,
    shuffle,
    tell,
    turn_over,
)

NEAREST, FARTHEST = 1, -1


@rule
def discard_from(s: State, cell: int) -> None:
    """Lay a cell taken from somewhere onto the discard pile of its deck (JJ-5.52)."""
    if c.PLOT[card_of(cell)]:
        put(s.spent, cell)
    else:
        put(s.discards, cell)


@rule
def take_out(s: State, seat: int, card: int) -> int:
    """Take a card at hand, from the hand if it is there, else from the Karma hand; returns the cell (JJ-5.42)."""
    if count(s.hand[seat], card) > 0:
        return remove(s.hand[seat], card)
    return remove(s.karma[seat], card)


@rule
def ready(s: State, pile: Cells, spent: Cells, rng: Rng) -> bool:
    """Whether a pile has a card to draw, after reshuffling its discards if need be (JJ-5.8)."""
    if pile.n == 0 and spent.n > 0:
        turn_over(spent, pile)
        shuffle(pile, rng)
        tell(s, t.SHUFFLED, -1)
    return pile.n > 0


@rule
def draw_cards(s: State, seat: int, number: int, rng: Rng) -> None:
    """Draw cards into the hand, whatever its size."""
    for _ in range(number):
        if ready(s, s.stock, s.discards, rng):
            tell(s, t.DREW, seat, draw(s.stock, s.hand[seat]))


@rule
def fill_hand(s: State, seat: int, number: int, rng: Rng) -> None:
    """Draw up to a number of cards, one at a time, until the Hand Size is reached (JJ-5.7)."""
    for _ in range(number):
        if s.hand[seat].n < hand_size(s, seat):
            draw_cards(s, seat, 1, rng)


@rule
def draw_karma(s: State, seat: int, rng: Rng) -> None:
    """A Hero draws a card into the Karma hand (JJ-5.41)."""
    if ready(s, s.stock, s.discards, rng):
        tell(s, t.KARMA, seat, draw(s.stock, s.karma[seat]))


@rule
def draw_plot(s: State, seat: int, rng: Rng) -> None:
    """A Villain draws a Fiendish Plot into the Karma hand (JJ-5.50)."""
    if ready(s, s.plots, s.spent, rng):
        tell(s, t.PLOTTED, seat, draw(s.plots, s.karma[seat]))


@rule
def rob(s: State, seat: int, number: int, rng: Rng) -> None:
    """Take random hand cards from a racer."""
    hand = s.hand[seat]
    for _ in range(number):
        if hand.n > 0:
            cell = remove(hand, hand.cell[below(rng, hand.n)] & 255)
            tell(s, t.ROBBED, seat, cell | 255 << 8)
            discard_from(s, cell)


@rule
def steal(s: State, seat: int, victim: int, rng: Rng) -> None:
    """Move a random card of one hand to another; these two know it, and what others knew of the hand is lost (JJ-7.2)."""
    hand, own = s.hand[victim], s.hand[seat]
    if seat != victim and hand.n > 0:
        insiders = 1 << 8 + seat | 1 << 8 + victim
        cell = remove(hand, hand.cell[below(rng, hand.n)] & 255)
        for place in range(hand.n):
            hand.cell[place] &= 255 | insiders
        tell(s, t.STOLEN, victim, put(own, cell & (255 | insiders)))


@rule
def lies(s: State, seat: int) -> int:
    """Return the number of troubles before a racer."""
    slot = 0
    while slot < c.SLOTS and s.trouble[seat][slot] > 0:
        slot += 1
    return slot


@rule
def troubled_by(s: State, seat: int) -> int:
    """Return the set of kinds of troubles before a racer."""
    kinds = 0
    for slot in range(lies(s, seat)):
        kinds |= 1 << s.trouble[seat][slot] - 1
    return kinds


@rule
def lay_trouble(s: State, seat: int, cell: int) -> None:
    """Bring a trouble into play against a racer; with `skip` its last requirement is struck off."""
    slot, kind = lies(s, seat), cell & 255
    needed = c.NEEDED[kind]
    if needed > 1 and not has(c.MISHAPS, kind) and s.force[seat][c.SKIP] > 0:
        needed -= 1
    s.trouble[seat][slot] = kind + 1
    s.asks[seat][slot] = needed
    s.met[seat][slot] = 0
    tell(s, t.LAID, seat, put(s.front[seat], cell))
    reckon(s, seat)


@rule
def left(s: State, seat: int, slot: int) -> int:
    """Return the number of a trouble's requirements still to be met."""
    return s.asks[seat][slot] - s.met[seat][slot]


@rule
def find(s: State, seat: int, kind: int, sign: int) -> int:
    """Return the trouble of a kind with the fewest requirements left (`NEAREST`) or the most (`FARTHEST`), then the
    oldest; -1 if there is none (JJ-5.33)."""
    best = -1
    for slot in range(lies(s, seat)):
        if s.trouble[seat][slot] == kind + 1 and (best < 0 or sign * left(s, seat, slot) < sign * left(s, seat, best)):
            best = slot
    return best


@rule
def remedies(s: State, helper: int, seat: int, kind: int) -> int:
    """The kinds with which a helper can meet the next requirement of the trouble that `fix` means."""
    slot = find(s, seat, kind, NEAREST)
    return meeting(s, helper, seat, kind, c.NEED[kind][s.met[seat][slot]])


@rule
def clear_trouble(s: State, seat: int, slot: int) -> None:
    """Discard a trouble and all cards under it."""
    front, kind = s.front[seat], s.trouble[seat][slot] - 1
    if seat == s.goal and s.aimed > slot:
        s.aimed = 0 if s.aimed == slot + 1 else s.aimed - 1
    tell(s, t.CURED, seat, kind | 255 << 8)
    discard_from(s, remove(front, kind))
    for place in range(s.met[seat][slot]):
        discard_from(s, remove(front, s.beneath[seat][slot][place] + 0))
    for other in range(slot, lies(s, seat)):
        move_up(s, seat, other, other + 1)
    reckon(s, seat)


@rule
def move_up(s: State, seat: int, slot: int, source: int) -> None:
    """Move what lies in one slot to another; behind the last slot lies nothing."""
    nothing = source == c.SLOTS
    s.trouble[seat][slot] = 0 if nothing else s.trouble[seat][source]
    s.asks[seat][slot] = 0 if nothing else s.asks[seat][source]
    s.met[seat][slot] = 0 if nothing else s.met[seat][source]
    for place in range(c.PLACES):
        s.beneath[seat][slot][place] = 0 if nothing else s.beneath[seat][source][place]


@rule
def put_under(s: State, helper: int, seat: int, slot: int, cell: int, rng: Rng) -> bool:
    """Put a card under a trouble; True when this finishes it (JJ-5.33, JJ-5.37)."""
    kind = s.trouble[seat][slot] - 1
    put(s.front[seat], cell)
    s.beneath[seat][slot][s.met[seat][slot]] = cell & 255
    s.met[seat][slot] += 1
    if s.force[helper][c.REFUND] > 0 and has(counting_as(s, helper, c.PERSONALITY), cell & 255):
        draw_cards(s, helper, 1, rng)
    if left(s, seat, slot) > 0:
        return False
    if has(c.SUBPLOTS, kind):
        tell(s, t.SCENE, seat, kind)
    clear_trouble(s, seat, slot)
    return True


@rule
def retain(s: State, seat: int, cell: int) -> None:
    """Lay a card face up before a racer; it works at once (JJ-5.83)."""
    put(s.front[seat], cell)
    s.kept[seat][c.KEEP_AT[cell & 255]] += 1
    reckon(s, seat)


@rule
def release(s: State, seat: int, card: int) -> None:
    """Remove a Retained card, which works no more (JJ-5.83)."""
    s.kept[seat][c.KEEP_AT[card]] -= 1
    discard_from(s, remove(s.front[seat], card))
    reckon(s, seat)


@rule
def clear_front(s: State, seat: int) -> None:
    """Discard all that lies before a racer (JJ-5.91)."""
    if seat == s.goal:
        s.aimed = 0
    for slot in range(c.SLOTS):
        move_up(s, seat, slot, c.SLOTS)
    for place in range(KEEPS):
        s.kept[seat][place] = 0
    while s.front[seat].n > 0:
        discard_from(s, lift(s.front[seat]))
    reckon(s, seat)
