"""Legality of actions in Gin Rummy, and why others are refused."""

from tuckbox.kit import (
    Moves,
    add,
    each,
    has,
    one,
    rule,
    top,
)
from tuckbox_ginrummy.melds import deadwood, laying_off, least, worth
from tuckbox_ginrummy.state import (
    CARDS,
    DISCARD,
    DONE,
    JUST_TAKEN,
    KNOCK,
    LAY,
    LAY_OFF,
    NO_PLACE,
    NOT_HELD,
    NOT_NOW,
    NOTHING,
    PHASES,
    TAKE,
    TOO_MUCH,
    Phase,
    State,
    act,
)


@rule
def refuse(s: State, action: int) -> int:
    """Return 0, or why the seat to move must not do this."""
    hand, cards = s.hand[s.turn].cards, CARDS[action]
    if not has(PHASES[action], s.phase):
        return NOT_NOW
    if cards & ~hand != 0:
        return NOT_HELD
    if s.phase == Phase.LAY_OFF:
        return 0 if cards & ~fitting(s) == 0 else NO_PLACE
    if cards & barred(s) != 0:
        return JUST_TAKEN
    left = 0
    if action == KNOCK:
        left = after_discard(s)
    elif s.phase in (Phase.KNOCKED, Phase.SPREAD):
        left = worth(hand) if action == DONE else deadwood(hand & ~cards)
    return 0 if left <= s.limit else TOO_MUCH


@rule
def barred(s: State) -> int:
    """Return the set of the card that must not be put down, if there is one."""
    return one(s.taken) if s.put_back == 0 and s.taken != NOTHING else 0


@rule
def after_discard(s: State) -> int:
    """Return the deadwood that the best discard would leave; in the end with the card that the other put down."""
    hand = s.hand[s.turn].cards
    if s.phase == Phase.END:
        last = one(top(s.discards))
        return least(hand | last, True, last if s.put_back == 0 else 0)
    return least(hand, True, barred(s))


@rule
def fitting(s: State) -> int:
    """Return the cards that the seat to move can lay off."""
    return laying_off(s.hand[s.turn].cards, s.sets[s.knocker].cards, s.runs[s.knocker].cards)


@rule
def legal(s: State, moves: Moves) -> None:
    """List the actions that `refuse` allows, without asking it for all."""
    if s.phase in (Phase.DISCARD, Phase.KNOCKED, Phase.LAY_OFF):
        family = LAY_OFF if s.phase == Phase.LAY_OFF else DISCARD
        for card in each(s.hand[s.turn].cards):
            if refuse(s, family + card) == 0:
                add(moves, family + card)
    first = LAY if s.phase in (Phase.SPREAD, Phase.MELD) else act.size
    for action in range(TAKE, LAY_OFF):
        if refuse(s, action) == 0:
            add(moves, action)
    for action in range(first, act.size):
        if refuse(s, action) == 0:
            add(moves, action)
