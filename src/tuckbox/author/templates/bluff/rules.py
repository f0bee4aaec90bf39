"""The rules: throw two dice under your cup, and say what all dice together come to, each time more; or doubt it.

When somebody doubts, the cups are lifted: if the dice come to what was said or more, the doubter pays, else whoever said it.
"""

from tuckbox.kit import (
    ALL,
    NUMBER,
    OWNER,
    Actions,
    Dice,
    Events,
    GameState,
    Moves,
    Reasons,
    Rng,
    Small,
    add,
    next_seat,
    roll,
    rule,
    showing,
    state,
    tell,
    turn_over,
)

SEATS, DICE, FACES = 4, 2, 6
MOST = SEATS * DICE * FACES

act = Actions()
SAY = act("say {total}", [str(n + 1) for n in range(MOST)])
DOUBT = act("doubt")

reasons = Reasons()
NOT_MORE = reasons("say more than before")
IMPOSSIBLE = reasons("no dice come to as much")
NOTHING_SAID = reasons("nothing has been said that you could doubt")

told = Events()
SHOWED = told("showed", NUMBER)
CAME_TO = told("came to", NUMBER)
PAID = told("paid")


@state(players=(2, 3, 4))
class State(GameState):
    cup = Dice(DICE)[SEATS].seen_by(OWNER)
    shown = Dice(DICE)[SEATS].seen_by(ALL)
    said = Small  # 0 before anybody has spoken
    by = Small


@rule
def setup(s: State, rng: Rng) -> None:
    for seat in range(s.players):
        roll(s.cup[seat], DICE, rng)


@rule
def refuse(s: State, action: int) -> int:
    if action == DOUBT:
        return 0 if s.said > 0 else NOTHING_SAID
    if action - SAY + 1 <= s.said:
        return NOT_MORE
    return 0 if action - SAY + 1 <= s.players * DICE * FACES else IMPOSSIBLE


@rule
def legal(s: State, moves: Moves) -> None:
    for total in range(s.said + 1, s.players * DICE * FACES + 1):
        add(moves, SAY + total - 1)
    if s.said > 0:
        add(moves, DOUBT)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if action == DOUBT:
        lift_cups(s)
        return
    s.said = action - SAY + 1
    s.by = s.turn
    s.turn = next_seat(s, s.turn)


@rule
def total(s: State, seat: int) -> int:
    """Return what the dice under a cup come to."""
    found = 0
    for face in range(FACES):
        found += (face + 1) * showing(s.cup[seat], face)
    return found


@rule
def lift_cups(s: State) -> None:
    """Show all dice, and let whoever was wrong pay."""
    found = 0
    for seat in range(s.players):
        tell(s, SHOWED, seat, total(s, seat))
        found += total(s, seat)
        turn_over(s.cup[seat], s.shown[seat])
    tell(s, CAME_TO, -1, found)
    payer = s.turn + 0 if found >= s.said else s.by + 0
    tell(s, PAID, payer)
    s.over = True
    for seat in range(s.players):
        s.payoff[seat] = 1 - s.players if seat == payer else 1


@rule
def prefer(s: State, action: int) -> int:
    """Say what may well be there by the own dice, doubt what is above it."""
    likely = total(s, s.turn) + (s.players - 1) * DICE * (FACES + 1) // 2
    if action == DOUBT:
        return 1 + 4 * max(0, s.said - likely)
    away = abs(action - SAY + 1 - likely)
    return 1 + max(0, 30 - away - 10 * (action - SAY + 1 > likely))
