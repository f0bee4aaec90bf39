"""Sets is no game: its actions are the verbs for sets of cards, at random; some cards are kept from game to game."""

# mypy: allow-untyped-defs, allow-untyped-decorators, allow-untyped-calls, disable-error-code="valid-type,misc,no-any-return"

from tuckbox.kit import (
    ALL,
    BACKS,
    OWNER,
    Actions,
    Cards,
    Deck,
    GameState,
    Int,
    Pile,
    Range,
    add,
    below,
    draw,
    each,
    give,
    has,
    one,
    push,
    remove,
    rule,
    show,
    shuffle,
    size,
    state,
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
def setup(s, rng):
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
def legal(s, moves):
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
def apply(s, action, rng):
    hand = s.hand[s.turn]
    if action == DRAW:
        draw(s.stock, hand)
    elif action == BOX:
        draw(s.stock, s.box)
    elif action < BOX:
        give(hand, action - OPEN_CARD, s.open)
    elif action < KEEP:
        give(s.open, action - TAKE, hand)
    elif action < SHOW:
        give(hand, action - KEEP, s.album[s.turn])
    elif action == SHOW:
        show(hand)
    else:
        for card in each(s.open.cards & ~one(0)):
            remove(s.open, card)
            push(s.stock, card)
        shuffle(s.stock, rng)
        s.step += below(rng, 2)
    s.turn = (s.turn + 1) % s.players
    s.step += 1
    for seat in range(s.players):
        s.held[seat] = size(s.hand[seat].cards)
    s.over = s.step >= s.steps


@rule
def after(s):
    s.done = s.dealt == s.games
