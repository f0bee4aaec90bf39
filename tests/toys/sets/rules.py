"""Sets is no game: its actions are the verbs for sets of cards, at random; some cards are kept from game to game."""

from tuckbox.kit import (
    ALL,
    BACKS,
    OWNER,
    Actions,
    Cards,
    Deck,
    GameState,
    Int,
    Moves,
    Pile,
    Range,
    Rng,
    add,
    below,
    draw,
    each,
    give,
    has,
    next_seat,
    one,
    push,
    rank_places,
    remove,
    rule,
    show,
    shuffle,
    size,
    state,
    table,
)

DECK = Deck(f"c{n}" for n in range(9))
CARDS = len(DECK)

act = Actions()
DRAW = act("draw")
OPEN_CARD = act("open {card}", DECK)
BOX = act("box")
TAKE = act("take {card}", DECK)
KEEP = act("keep {card}", DECK, others=BACKS)
SHOW = act("show hand")
RENEW = act("renew")
FAMILY, CARD = table(act.families_of_all()), table(act.column("card"))


@state(players=(2, 3), deck=DECK)
class State(GameState):
    steps = Range(1, 99, default=40)
    games = Range(1, 9, default=2)

    hand = Cards[3].seen_by(OWNER)
    box = Cards
    open = Cards.seen_by(ALL)
    stock = Pile(9)
    step = Int
    held = Int[3]

    album = Cards[3].seen_by(OWNER).kept()
    dealt = Int.kept()


@rule
def setup(s: State, rng: Rng) -> None:
    s.dealt += 1
    for card in range(CARDS):
        if not has(s.album[0].cards | s.album[1].cards | s.album[2].cards, card):
            push(s.stock, card)
    shuffle(s.stock, rng)
    for seat in range(s.players):
        draw(s.stock, s.hand[seat])
    draw(s.stock, s.box)
    draw(s.stock, s.open)


@rule
def legal(s: State, moves: Moves) -> None:
    add(moves, SHOW)
    if s.stock.n > 0:
        add(moves, DRAW)
        add(moves, BOX)
    for card in range(CARDS):
        if has(s.open.cards, card):
            add(moves, TAKE + card)
    for card in each(s.hand[s.turn].cards):
        add(moves, OPEN_CARD + card)
        if size(s.album[s.turn].cards) == 0:
            add(moves, KEEP + card)
    if s.open.cards & ~one(0):
        add(moves, RENEW)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    hand, family, card = s.hand[s.turn], FAMILY[action], CARD[action]
    if family == DRAW:
        draw(s.stock, hand)
    elif family == BOX:
        draw(s.stock, s.box)
    elif family == OPEN_CARD:
        give(hand, card, s.open)
    elif family == TAKE:
        give(s.open, card, hand)
    elif family == KEEP:
        give(hand, card, s.album[s.turn])
    elif family == SHOW:
        show(hand)
    else:
        for other in each(s.open.cards & ~one(0)):
            remove(s.open, other)
            push(s.stock, other)
        shuffle(s.stock, rng)
        s.step += below(rng, 2)
    s.turn = next_seat(s, s.turn)
    s.step += 1
    for seat in range(s.players):
        s.held[seat] = size(s.hand[seat].cards)
    s.over = s.step >= s.steps


@rule
def after(s: State) -> None:
    s.done = s.dealt == s.games
    rank_places(s, s.payoff)
