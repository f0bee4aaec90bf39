"""The rules of Whipsaw!: the course of a turn. Numbers such as WS-5.8 point into docs/games/whipsaw.md."""

from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.cards import ROAD
from tuckbox.games.whipsaw.decks import deal, discard_to, draw_resource, expire, lay_out, lift_judge, stir_row
from tuckbox.games.whipsaw.heuristics import NAMES, lean, prefer, value
from tuckbox.games.whipsaw.legality import legal, paying, possible, refuse
from tuckbox.games.whipsaw.roads import mend, next_pending, pay, resolve, start_building, start_payment
from tuckbox.games.whipsaw.state import News, Phase, State, WindowKind, act, reasons, told
from tuckbox.games.whipsaw.tally import best_cancelling, coming, holdings, points_with
from tuckbox.kit import (
    Rng,
    answer,
    answerer,
    ask,
    asking,
    close,
    give,
    lowest,
    next_seat,
    peek,
    rule,
    standing,
    tell,
    window,
)

__all__ = [
    "NAMES", "State", "act", "after", "apply", "continues", "lean", "legal", "possible", "prefer", "reasons", "refuse",
    "setup", "told", "value",
]  # fmt: skip


@rule
def setup(s: State, rng: Rng) -> None:
    s.three = s.decks == 1 and not s.mini
    s.places = 2 if s.mini else 4
    s.most = 3 if s.mini else 10
    s.partner = -1
    s.active = s.seated
    tell(s, t.FIRST, s.active)
    lay_out(s, rng)
    deal(s, rng)
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """The action step begins: judges are lifted (WS-5.2), joint ventures that lie there have their one turn (WS-5.27)."""
    seat = s.active + 0
    s.turn = seat
    s.phase = Phase.ACTION
    s.turns += 1
    s.moved = False
    for i in range(s.row.n):
        road = peek(s.row, i) - ROAD
        if s.blocked[road] == seat + 1:
            lift_judge(s, road)
    for venture in range(len(s.refused)):
        s.refused[venture] = 0
        s.due[venture] = s.front[venture] == seat + 1


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    s.news = 0
    if answer(s, action) if asking(s) else move(s, action, rng):
        settle(s)
    while not s.over and s.phase in (Phase.PENDING, Phase.RESOLVING, Phase.TURN_DRAW, Phase.TURN_END):
        if s.phase == Phase.PENDING:
            next_pending(s)
        elif s.phase == Phase.RESOLVING:
            resolve(s)
        elif s.phase == Phase.TURN_DRAW:
            draw_step(s, rng)
        else:
            end_turn(s)


@rule
def move(s: State, action: int, rng: Rng) -> bool:
    """An ordinary action; true when a window is to be settled at once."""
    seat, family, kind = s.turn + 0, t.FAMILY[action], t.CARD_OF[action]
    if family in (t.CALL, t.BORROW, t.NO_ACTION, t.SPEND):
        return act_or_call(s, seat, action)
    if family == t.BUILD:
        s.road = t.ROAD_OF[action]
        return ask(s, WindowKind.BLOCKING, seat, seat, s.road + 0, coming(s) & ~(1 << seat), t.LET_PASS)
    if family in (t.FIX, t.NO_FIX, t.DELAY, t.NO_DELAY):
        mend(s, seat, family, kind)
    elif family in (t.TAKE, t.LEAVE, t.OFFER):
        start_building(s, seat, action)
    elif family == t.NO_BUILD:
        s.phase = Phase.TURN_DRAW
        s.draws = 1 if s.mini else 2
    elif family == t.DISCARD:
        give(s.hand[seat], kind, discard_to(s, kind))
        if s.hand[seat].n <= s.most:
            s.phase = Phase.TURN_END
    elif family == t.DRAW:
        draw_resource(s, t.BACK_OF[action], rng)
        s.draws -= 1
        s.phase = Phase.TURN_DRAW
    else:
        pay(s, seat, action)
    return False


@rule
def act_or_call(s: State, seat: int, action: int) -> bool:
    """The action step; true when nobody is asked about a call."""
    family, kind = t.FAMILY[action], t.CARD_OF[action]
    if family == t.CALL:
        s.road = t.ROAD_OF[action]
        s.phase = Phase.SPENDING
        return False
    if kind >= 0:
        give(s.hand[seat], kind, discard_to(s, kind))
    if family == t.SPEND:
        s.caller[s.road] = seat + 1
        owners = s.owners[s.road] + 0
        return ask(s, WindowKind.CALLED, seat, lowest(owners), s.road + 0, owners & coming(s), t.NO_DELAY)  # WS-5.9
    if family == t.BORROW:  # WS-5.3a
        s.money[seat] += 3
        s.debts[seat] += 3
    s.phase = Phase.PENDING
    return False


@rule
def settle(s: State) -> None:
    """A window has an answer: the first judge stands, without one things take their course (WS-5.8, WS-5.21)."""
    blocking, seat, action = window(s).kind == WindowKind.BLOCKING, answerer(s), standing(s)
    close(s)
    if blocking:
        if action == t.LET_PASS:
            start_payment(s, s.turn + 0)
            return
        kind = t.CARD_OF[action]
        s.blocked[s.road] = seat + 1
        s.judge[s.road] = kind
        tell(s, t.BLOCKED_WITH, seat, give(s.hand[seat], kind, s.judges))
        tell(s, t.BLOCKED, seat, s.road)
        s.news = News.BLOCKED
        s.phase = Phase.BUILDING
    elif action == t.NO_DELAY:  # WS-5.10
        s.phase = Phase.RESOLVING
    else:
        kind = t.CARD_OF[action]
        s.waiter[s.road] = seat + 1
        s.calls += 1
        s.called_at[s.road] = s.calls
        s.pushed_at[s.road] = s.turns
        tell(s, t.DELAYED_WITH, seat, give(s.hand[seat], kind, discard_to(s, kind)))
        tell(s, t.DELAYED, seat, s.road)
        s.news = News.DELAYED
        s.phase = Phase.PENDING


@rule
def draw_step(s: State, rng: Rng) -> None:
    """Draw two, from decks of one's choice with `decks=three`; then down to ten (WS-5.31)."""
    if s.three and s.draws > 0:
        for back in range(3):
            if s.deck[back].n + s.discards[back].n > 0:
                s.phase = Phase.DRAWING
                return
    while s.draws > 0:
        s.draws -= 1
        if s.three:
            tell(s, t.NO_CARD, s.active)
        else:
            draw_resource(s, 0, rng)
    s.phase = Phase.LIMIT if s.hand[s.active].n > s.most else Phase.TURN_END


@rule
def end_turn(s: State) -> None:
    """Do what is due at the end of a turn; then go on to the next seat, or to the end (WS-5.32)."""
    expire(s)
    stir_row(s)
    if s.crash:
        if s.left == 0:
            finish(s)
            return
        s.left -= 1
        if not s.last:
            s.last = True
            tell(s, t.LAST_ROUND, -1)
    s.active = next_seat(s, s.active)
    begin_turn(s)


@rule
def rank(s: State, seat: int) -> int:
    """Rank of a seat: by total, then fewer debts, more $, more segments (WS-8.4)."""
    k = s.cancelled[seat]
    key = (s.total[seat] + 1000) * 1000 + 999 - (s.debts[seat] - k)
    return (key * 1000 + s.money[seat] - k) * 64 + (holdings(s, seat) >> 54)


@rule
def finish(s: State) -> None:
    """Settlement and totals (WS-8.2, WS-8.3)."""
    s.over = True
    for seat in range(s.players):
        s.cancelled[seat] = best_cancelling(s, seat)
    best, winners = -1, 0
    for seat in range(s.players):
        s.total[seat] = points_with(s, seat, s.cancelled[seat])
        tell(s, t.SETTLED, seat, s.cancelled[seat])
        tell(s, t.SCORED, seat, s.total[seat])
        best = max(best, rank(s, seat))
    for seat in range(s.players):
        winners += rank(s, seat) == best
    for seat in range(s.players):
        if rank(s, seat) == best:
            s.payoff[seat] = 1 / winners
            tell(s, t.WON, seat, winners)


@rule
def after(s: State) -> None:
    """Book the game; in a rotation every seat begins as often (WS-8.6)."""
    for seat in range(s.players):
        s.wins[seat] += int(12 * s.payoff[seat] + 0.5)
        s.points[seat] += s.total[seat]
    s.played += 1
    s.seated = (s.seated + 1) % s.players
    if s.match == 1 and s.played < s.rounds * s.players:
        return
    s.done = True
    for seat in range(s.players):
        s.place[seat] = 1
        for rival in range(s.players):
            s.place[seat] += comes_before(s, rival, seat)


@rule
def comes_before(s: State, one: int, other: int) -> bool:
    """Whether a seat has done better in the match than another."""
    if s.match == 0:
        return not cut_off(s) and rank(s, one) > rank(s, other)
    return s.wins[one] > s.wins[other] or (s.wins[one] == s.wins[other] and s.points[one] > s.points[other])


@rule
def cut_off(s: State) -> bool:
    """Whether the engine has broken the game off: then it pays all alike, and nobody's roads are counted (WS-8.7)."""
    for seat in range(s.players):
        if s.payoff[seat] == 0:
            return False
    return True


@rule
def continues(s: State) -> bool:
    """A payment is one sequence, and so is a call with the card it costs."""
    return not asking(s) and (s.phase == Phase.SPENDING or (paying(s) and s.begun != 0))
