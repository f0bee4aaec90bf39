"""The rules of Gin Rummy for two: take a card, put one down, and knock when ten points or fewer are left outside of melds.

One deal is a game; the match goes to a number of points.
"""

from tuckbox.kit import (
    Rng,
    deal_round,
    draw,
    each,
    fill,
    first_seat,
    give,
    has,
    one,
    rank_places,
    rule,
    show,
    shuffle,
    tell,
    top,
)
from tuckbox_ginrummy.legality import legal, refuse
from tuckbox_ginrummy.melds import VALUE, beside, deadwood, least, worth
from tuckbox_ginrummy.state import (
    BONUS,
    CARDS,
    DEALT,
    DISCARD,
    DONE,
    DRAW,
    DREW,
    FIRST_RUN,
    KNOCK,
    KNOCK_WITH,
    LAY,
    LAY_OFF,
    MOST_TAKEN,
    NOTHING,
    PASS,
    SCORED,
    TAKE,
    TOOK,
    TURNED,
    UNDERCUT,
    VOID,
    WALL,
    Phase,
    State,
    act,
    reasons,
    told,
)

__all__ = ["State", "act", "after", "apply", "legal", "prefer", "reasons", "refuse", "setup", "told"]


@rule
def setup(s: State, rng: Rng) -> None:
    if s.deals == 0:
        s.leading = first_seat(s, s.first, rng)
    fill(s.stock, 0, 51)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, 1 - s.leading, DEALT)
    tell(s, TURNED, -1, draw(s.stock, s.discards))
    turned = VALUE[top(s.discards)]
    s.limit = KNOCK_WITH if s.knock == 0 else turned if turned > 1 else 0  # an ace asks for gin
    s.taken = NOTHING
    s.knocker = NOTHING
    s.turn = s.leading


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if action < TAKE:
        discard(s, action - DISCARD)
    elif action == TAKE:
        take(s)
    elif action == DRAW:
        tell(s, DREW, s.turn, draw(s.stock, s.hand[s.turn]))
        s.phase = Phase.DISCARD
    elif action == PASS:
        end_pass(s)
    elif action == KNOCK:
        knock(s)
    elif action == DONE:
        done(s)
    elif action < LAY:
        card = action - LAY_OFF
        give(s.hand[s.turn], card, s.runs[s.knocker] if has(beside(s.runs[s.knocker].cards), card) else s.sets[s.knocker])
    else:
        for card in each(CARDS[action]):
            give(s.hand[s.turn], card, s.sets[s.turn] if action < FIRST_RUN else s.runs[s.turn])


@rule
def end_pass(s: State) -> None:
    """Offer the first card to the other too; in the end nobody scores."""
    if s.phase == Phase.END:
        end_void(s)
    elif s.turn != s.leading:
        s.phase = Phase.REFUSED
    s.turn = 1 - s.turn


@rule
def take(s: State) -> None:
    """Take the card last put down; the fiftieth of a deal ends it, or it might go on for ever."""
    if s.phase == Phase.DRAW:
        s.takes += 1
        if s.takes == MOST_TAKEN:
            end_void(s)
            return
    take_up(s)
    s.phase = Phase.DISCARD


@rule
def take_up(s: State) -> None:
    s.taken = top(s.discards)
    tell(s, TOOK, s.turn, draw(s.discards, s.hand[s.turn]))


@rule
def discard(s: State, card: int) -> None:
    give(s.hand[s.turn], card, s.discards)
    same = card == s.taken
    s.taken = NOTHING
    if s.phase == Phase.KNOCKED:
        s.phase = Phase.SPREAD
        return
    s.turn = 1 - s.turn
    s.phase = Phase.END if s.stock.n == WALL else Phase.DRAW
    if same and s.returned:
        end_void(s)
    s.returned = same


@rule
def end_void(s: State) -> None:
    s.over = True
    tell(s, VOID, -1)


@rule
def knock(s: State) -> None:
    """Show the hand; in the end the card put down is part of it."""
    if s.phase == Phase.END:
        take_up(s)
    s.knocker = s.turn
    show(s.hand[s.turn])
    s.phase = Phase.KNOCKED


@rule
def done(s: State) -> None:
    """All melds have been laid, or all cards laid off; nothing can be laid off on gin."""
    if s.phase == Phase.SPREAD:
        s.phase = Phase.MELD if s.hand[s.turn].cards == 0 else Phase.LAY_OFF
        s.turn = 1 - s.turn
    elif s.phase == Phase.LAY_OFF:
        s.phase = Phase.MELD
    else:
        show(s.hand[s.turn])
        score(s)


@rule
def score(s: State) -> None:
    """Pay the difference, with a bonus for gin, or to whoever has less than who knocked."""
    left = worth(s.hand[s.knocker].cards)
    points = worth(s.hand[1 - s.knocker].cards) - left
    if left == 0:
        points += BONUS
    elif points < 0 or (points == 0 and s.equal == 0):
        points -= BONUS
    s.over = True
    s.payoff[s.knocker] = points
    s.payoff[1 - s.knocker] = -points
    winner = s.knocker if points > 0 else 1 - s.knocker
    s.points[winner] += abs(points)
    tell(s, SCORED if points > 0 else UNDERCUT, winner, abs(points))


@rule
def after(s: State) -> None:
    s.deals += 1
    s.leading = 1 - s.leading
    if max(s.points[0], s.points[1]) >= s.target:
        s.done = True
        rank_places(s, s.points)


@rule
def prefer(s: State, action: int) -> int:
    """Take what makes melds, put down what leaves least outside of them, knock, and lay all that can be laid."""
    hand = s.hand[s.turn].cards
    if action == TAKE:
        return 400 if least(hand | one(top(s.discards)), True, 0) < deadwood(hand) else 1
    if action == KNOCK:
        return 1_000_000
    rest = deadwood(hand & ~CARDS[action])
    if action < TAKE:
        return 1 + (100 - rest) ** 2
    if action >= LAY:
        return 100 * (101 - rest)
    return 20 if action < LAY_OFF else 400 if rest < deadwood(hand) else 1
