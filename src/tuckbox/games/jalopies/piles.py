"""Cards on their way between hands and piles."""

from tuckbox.games.jalopies.cards import PLOT
from tuckbox.games.jalopies.force import hand_size
from tuckbox.games.jalopies.table import DREW, KARMA, PLOTTED, ROBBED, SHUFFLED, STOLEN
from tuckbox.kit import below, card_of, count, draw, put, remove, rule, shuffle, tell, turn_over


@rule
def discard_from(s, cell):
    """Lay a cell taken from somewhere onto the discard pile of its deck (JJ-5.52)."""
    if PLOT[card_of(cell)]:
        put(s.spent, cell)
    else:
        put(s.discards, cell)


@rule
def take_out(s, seat, card):
    """Take a card at hand, from the hand if it is there, else from the Karma hand; returns the cell (JJ-5.42)."""
    if count(s.hand[seat], card) > 0:
        return remove(s.hand[seat], card)
    return remove(s.karma[seat], card)


@rule
def spend(s, seat, card):
    """Discard a card at hand."""
    discard_from(s, take_out(s, seat, card))


@rule
def ready(s, pile, spent, rng):
    """Whether a pile has a card to draw, after reshuffling its discards if need be (JJ-5.8)."""
    if pile.n == 0 and spent.n > 0:
        turn_over(spent, pile)
        shuffle(pile, rng)
        tell(s, SHUFFLED, -1)
    return pile.n > 0


@rule
def draw_cards(s, seat, number, rng):
    """Draw cards into the hand, whatever its size."""
    for _ in range(number):
        if ready(s, s.stock, s.discards, rng):
            tell(s, DREW, seat, draw(s.stock, s.hand[seat]))


@rule
def fill_hand(s, seat, number, rng):
    """Draw up to so many cards, one at a time, until the Hand Size is reached (JJ-5.7)."""
    for _ in range(number):
        if s.hand[seat].n < hand_size(s, seat):
            draw_cards(s, seat, 1, rng)


@rule
def draw_karma(s, seat, rng):
    """A Hero draws a card into the Karma hand (JJ-5.41)."""
    if ready(s, s.stock, s.discards, rng):
        tell(s, KARMA, seat, draw(s.stock, s.karma[seat]))


@rule
def draw_plot(s, seat, rng):
    """A Villain draws a Fiendish Plot into the Karma hand (JJ-5.50)."""
    if ready(s, s.plots, s.spent, rng):
        tell(s, PLOTTED, seat, draw(s.plots, s.karma[seat]))


@rule
def rob(s, seat, number, rng):
    """A racer loses random hand cards."""
    hand = s.hand[seat]
    for _ in range(number):
        if hand.n > 0:
            cell = remove(hand, hand.cell[below(rng, hand.n)] & 255)
            tell(s, ROBBED, seat, cell | 255 << 8)
            discard_from(s, cell)


@rule
def steal(s, seat, victim, rng):
    """A random card of one hand goes to another; these two know it, and what others knew of the hand is lost (JJ-7.2)."""
    hand, own = s.hand[victim], s.hand[seat]
    if seat != victim and hand.n > 0:
        insiders = 1 << 8 + seat | 1 << 8 + victim
        cell = remove(hand, hand.cell[below(rng, hand.n)] & 255)
        for place in range(hand.n):
            hand.cell[place] &= 255 | insiders
        tell(s, STOLEN, victim, put(own, cell & (255 | insiders)))
