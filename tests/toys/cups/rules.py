"""The rules of a game of cards and dice: dice are thrown again, set aside and shown, beside cards that are dealt."""

from tuckbox.kit import (
    ALL,
    OWNER,
    SECRET,
    Actions,
    Deck,
    Dice,
    GameState,
    Hand,
    Moves,
    Pile,
    Range,
    Rng,
    Small,
    add,
    deal_round,
    fill,
    give,
    has,
    next_seat,
    one,
    reroll,
    roll,
    rule,
    set_aside,
    show,
    showing,
    shuffle,
    state,
    table,
)

SIDES = ("low", "middle", "high")
CARDS = Deck(["king", "queen", "jack", "ten", "nine", "eight"])

act = Actions()
AGAIN = act("throw {face} again", SIDES, others=SECRET)
ASIDE = act("put {face} aside", SIDES)
SHOW = act("show dice")
PLAY = act("play {card}", CARDS)
FAMILY, FACE, CARD = table(act.families_of_all()), table(act.column("face")), table(act.column("card"))


@state(players=(2, 3), deck=CARDS)
class State(GameState):
    steps = Range(1, 40, default=12)

    hand = Hand(2)[3].seen_by(OWNER)
    cup = Dice(3, faces=SIDES)[3].seen_by(OWNER)
    table = Dice(9, faces=SIDES).seen_by(ALL)
    box = Dice(2, faces=SIDES)
    stock = Pile(6)
    played = Pile(6).seen_by(ALL)
    luck = Dice(2, faces=SIDES)[3].seen_by(OWNER).kept()
    step = Small


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, 5)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, s.players - 1, 1)
    for seat in range(s.players):
        roll(s.cup[seat], 3, rng)
        if s.luck[seat].n == 0:
            roll(s.luck[seat], 1, rng)
    roll(s.box, 2, rng)
    roll(s.table, 1, rng)


@rule
def legal(s: State, moves: Moves) -> None:
    add(moves, SHOW)
    for face in range(3):
        if showing(s.cup[s.turn], face) > 0:
            add(moves, AGAIN + face)
            if s.table.n < 9:
                add(moves, ASIDE + face)
    held = 0
    for i in range(s.hand[s.turn].n):
        held |= one(s.hand[s.turn].cell[i] & 255)
    for card in range(6):
        if has(held, card):
            add(moves, PLAY + card)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat = s.turn + 0
    if FAMILY[action] == AGAIN:
        reroll(s.cup[seat], FACE[action], rng)
    elif FAMILY[action] == ASIDE:
        set_aside(s.cup[seat], FACE[action], s.table)
    elif FAMILY[action] == SHOW:
        show(s.cup[seat])
    else:
        give(s.hand[seat], CARD[action], s.played)
    s.step += 1
    s.turn = next_seat(s, seat)
    if s.step >= s.steps:
        s.over = True
        for other in range(s.players):
            show(s.cup[other])
            s.payoff[other] = showing(s.cup[other], 2)
