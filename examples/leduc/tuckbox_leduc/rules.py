"""The rules of Leduc hold'em: a card in each hand, one on the board, a round of bets after each.

Chip for chip the game that OpenSpiel calls ``leduc_poker``.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Deck,
    Events,
    GameState,
    Pile,
    Reasons,
    Rng,
    Small,
    draw,
    fill,
    rule,
    show,
    shuffle,
    state,
    tell,
    top,
)

DECK = Deck(["jack", "queen", "king"], copies=[2, 2, 2])
JACK, KING, PAIR = 0, 2, 3
MOST_RAISES = 2  # in a round

act = Actions()
FOLD = act("fold")
CALL = act("call")
RAISE = act("raise")

reasons = Reasons()
NO_BET = reasons("there is no bet to fold to")
NO_MORE = reasons("a round has two raises at most")

told = Events()
TURNED = told("turned")
SHOWED = told("showed")
WON = told("won", NUMBER)
SPLIT = told("split")


@state(players=(2,), deck=DECK)
class State(GameState):
    hand = Pile(6)[2].seen_by(OWNER)
    board = Pile(6).seen_by(ALL)
    stock = Pile(6)
    paid = Small[2]  # chips put into the pot
    raises = Small  # in this round
    calls = Small  # seats content with the bets as they are
    checked = Small  # whether the first round began with a call: bets alone do not tell who raised first


@rule
def setup(s: State, rng: Rng) -> None:
    for _ in range(2):
        fill(s.stock, JACK, KING)
    shuffle(s.stock, rng)
    for seat in range(2):
        draw(s.stock, s.hand[seat])
        s.paid[seat] = 1


@rule
def refuse(s: State, action: int) -> int:
    if action == FOLD and s.paid[1 - s.turn] == s.paid[s.turn]:
        return NO_BET
    if action == RAISE and s.raises == MOST_RAISES:
        return NO_MORE
    return 0


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    seat, rival = s.turn + 0, 1 - s.turn
    s.turn = rival
    if s.board.n == 0 and s.calls == 0:
        s.checked = action == CALL
    if action == FOLD:
        win(s, rival)
        return
    s.paid[seat] = s.paid[rival]
    s.calls += 1
    if action == RAISE:
        s.paid[seat] += 2 if s.board.n == 0 else 4
        s.raises += 1
        s.calls = 1
    elif s.calls == 2:
        end_round(s)


@rule
def end_round(s: State) -> None:
    if s.board.n > 0:
        showdown(s)
        return
    tell(s, TURNED, -1, draw(s.stock, s.board))
    s.turn = 0
    s.raises = 0
    s.calls = 0


@rule
def showdown(s: State) -> None:
    for seat in range(2):
        show(s.hand[seat])
        tell(s, SHOWED, seat, s.hand[seat].cell[0])
    mine, yours = strength(s, 0), strength(s, 1)
    if mine == yours:
        s.over = True
        tell(s, SPLIT, -1)
    else:
        win(s, 0 if mine > yours else 1)


@rule
def strength(s: State, seat: int) -> int:
    """A pair beats any single card, among these the higher wins."""
    card = top(s.hand[seat])
    return PAIR if card == top(s.board) else card


@rule
def win(s: State, seat: int) -> None:
    chips = s.paid[1 - seat]
    s.over = True
    s.payoff[seat] = chips
    s.payoff[1 - seat] = -chips
    tell(s, WON, seat, chips)
