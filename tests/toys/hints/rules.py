"""Hints is no game: cards with copies and two backs lie hidden, and everybody hears what they are not."""

# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, disable-error-code="valid-type,misc,no-any-return"

from tuckbox.kit import (
    BACKS,
    COUNTED,
    OTHERS,
    OWNER,
    Actions,
    Deck,
    GameState,
    Hand,
    Int,
    Pile,
    Range,
    add,
    count,
    draw,
    give,
    push,
    put,
    rule,
    show,
    shuffle,
    state,
    table,
    take_at,
)

DECK = Deck("abcdef", copies=[2, 2, 2, 2, 1, 2], backs=[0, 0, 0, 0, 1, 1], back_names=["red", "blue"])
KINDS = len(DECK)
COPIES = table(DECK.copies)
MOST = 4  # places in a row
PLACES = [str(place) for place in range(MOST)]

act = Actions()
DENY = act("no {card} in hand", DECK)
SHOW = act("show hand")
LAY = act("lay {card}", DECK, others=BACKS)
FETCH = act("fetch")
TELL = act("row {place} is no {card}", PLACES, DECK)
PLAY = act("play {place}", PLACES)


@state(players=(2, 3), deck=DECK)
class State(GameState):
    steps = Range(1, 99, default=25)

    hand = Hand(11)[3].seen_by(OWNER).limited_by("may_hold")
    row = Pile(MOST)[3].seen_by(OTHERS).limited_by("may_lie")
    box = Hand(11).limited_by("may_be_boxed")
    deck = Pile(11).backs(COUNTED)
    open = Pile(11)
    denied = Int[3]  # kinds that are not in a hand
    never = Int[3][MOST]  # kinds that do not lie in a place of a row
    boxed = Int  # kinds that are not in the box
    step = Int


@rule
def may_hold(s, seat, card):
    return not s.denied[seat] >> card & 1


@rule
def may_lie(s, seat, place, card):
    return not s.never[seat][place] >> card & 1


@rule
def may_be_boxed(s, card):
    return not s.boxed >> card & 1


@rule
def setup(s, rng):
    for card in range(KINDS):
        for _ in range(COPIES[card]):
            push(s.deck, card)
    shuffle(s.deck, rng)
    for seat in range(s.players):
        draw(s.deck, s.hand[seat])
        draw(s.deck, s.hand[seat])
        draw(s.deck, s.row[seat])
    draw(s.deck, s.box)


@rule
def legal(s, moves):
    """Of its own hand a seat says what is so, of the row of the next what it sees there."""
    add(moves, SHOW)
    left = (s.turn + 1) % s.players
    for card in range(KINDS):
        if count(s.hand[s.turn], card) == 0:
            add(moves, DENY + card)
        else:
            add(moves, LAY + card)
        for place in range(s.row[left].n):
            if s.row[left].cell[place] & 255 != card:
                add(moves, TELL + KINDS * place + card)
    if s.deck.n > 0:
        add(moves, FETCH)
    for place in range(s.row[s.turn].n):
        add(moves, PLAY + place)


@rule
def apply(s, action, rng):
    seat, left = s.turn + 0, (s.turn + 1) % s.players
    if action < SHOW:
        s.denied[seat] |= 1 << action - DENY
    elif action == SHOW:
        show(s.hand[seat])
    elif action < FETCH:
        give(s.hand[seat], action - LAY, s.open)
    elif action == FETCH:
        s.denied[seat] = 0  # it may be anything
        draw(s.deck, s.hand[seat])
    elif action < PLAY:
        place = (action - TELL) // KINDS
        s.never[left][place] |= 1 << (action - TELL) % KINDS
    else:
        play(s, action - PLAY)
    s.turn = left
    s.step += 1
    s.over = s.step == s.steps


@rule
def play(s, place):
    """A card goes from the row to the open pile, seen by nobody who did not know it; the places close up."""
    put(s.open, take_at(s.row[s.turn], place))
    for i in range(place, MOST - 1):
        s.never[s.turn][i] = s.never[s.turn][i + 1]
    s.never[s.turn][MOST - 1] = 0
