"""The rules: pictures worth 1 to 8 are sold one after another; all bid at once and in secret, the highest bid pays.

Everybody has 12 coins. Among equal bids that of whoever sits nearest to the auctioneer counts; the seat moves on with each
picture. Whoever has the most worth in pictures wins, coins count for equal ones.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    SECRET,
    Actions,
    Deck,
    Events,
    GameState,
    Moves,
    Pile,
    Reasons,
    Rng,
    Small,
    Together,
    add,
    choose,
    chosen,
    close_together,
    draw,
    fill,
    next_seat,
    rule,
    shuffle,
    state,
    tell,
    together,
    top,
)

SEATS, PICTURES, COINS = 4, 8, 12
LOTS = Deck([str(n + 1) for n in range(PICTURES)])

act = Actions()
BID = act("bid {coins}", [str(n) for n in range(COINS + 1)], others=SECRET)

reasons = Reasons()
TOO_MUCH = reasons("you have not as many coins")

told = Events()
OFFERED = told("offered")
OPENED = told("opened", NUMBER)
BOUGHT = told("bought")


@state(players=(2, 3, 4), deck=LOTS)
class State(GameState):
    stock = Pile(PICTURES)
    offer = Pile(PICTURES).seen_by(ALL)  # those sold lie below the one that is offered
    window = Together()
    coins = Small[SEATS]
    worth = Small[SEATS]
    nearest = Small  # the seat that is nearest to the auctioneer


@rule
def setup(s: State, rng: Rng) -> None:
    fill(s.stock, 0, PICTURES - 1)
    shuffle(s.stock, rng)
    for seat in range(s.players):
        s.coins[seat] = COINS
    put_up(s)


@rule
def put_up(s: State) -> None:
    """Offer the next picture, and ask all for a bid."""
    tell(s, OFFERED, -1, draw(s.stock, s.offer))
    together(s, 0, (1 << s.players) - 1)


@rule
def refuse(s: State, action: int) -> int:
    return 0 if action - BID <= s.coins[s.turn] else TOO_MUCH


@rule
def legal(s: State, moves: Moves) -> None:
    for coins in range(s.coins[s.turn] + 1):
        add(moves, BID + coins)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if not choose(s, action):
        return
    buyer, most = 0, -1
    for step in range(s.players):
        seat = (s.nearest + step) % s.players
        bid = chosen(s, seat) - BID
        tell(s, OPENED, seat, bid)
        if bid > most:
            most, buyer = bid, seat
    close_together(s)
    s.coins[buyer] -= most
    s.worth[buyer] += top(s.offer) + 1
    tell(s, BOUGHT, buyer)
    s.nearest = next_seat(s, s.nearest)
    if s.stock.n > 0:
        put_up(s)
    else:
        finish(s)


@rule
def finish(s: State) -> None:
    s.over = True
    best, winners = 0, 0
    for seat in range(s.players):
        best = max(best, score(s, seat))
    for seat in range(s.players):
        winners += score(s, seat) == best
    for seat in range(s.players):
        if score(s, seat) == best:
            s.payoff[seat] = 1 / winners


@rule
def score(s: State, seat: int) -> int:
    """Return what a seat has, so that coins count among equal pictures."""
    return s.worth[seat] * (COINS + 1) + s.coins[seat]


@rule
def prefer(s: State, action: int) -> int:
    """Bid about as much as the picture is worth of all coins."""
    fair = (top(s.offer) + 1) * COINS * s.players // (PICTURES * (PICTURES + 1) // 2)
    return 1 + max(0, 20 - 4 * abs(action - BID - fair))
