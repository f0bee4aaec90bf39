"""What a person at the table may want to know now: what an action would mean, and how one stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.whipsaw import cards as _cards
from tuckbox.games.whipsaw import choices as _choices
from tuckbox.games.whipsaw import state as _state
from tuckbox.games.whipsaw import tally as _tally
from tuckbox.games.whipsaw.odds import chance_of
from tuckbox.games.whipsaw.words import cost, number_of, title, worth
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay

cards: Any = _cards  # compiled code has no type hints
choices: Any = _choices
table: Any = _state
tally: Any = _tally


def missing(road: int, packed: int, tokens: int) -> str:
    """What units and $ tokens still lack for a road; empty where nothing does.

    >>> missing(2, 1 | 1 << 8, 0), missing(2, 2 | 1 << 8, 0)
    ('1 L', '')
    """
    have = (packed & 255, packed >> 8 & 255, (packed >> 16) + tokens)
    short = [(need - got, sign) for need, got, sign in zip(cards.ROADS[road][3:6], have, "LJ$", strict=True) if need > got]
    return ", ".join(f"{number} {sign}" for number, sign in short)


def promise(view: View, road: int) -> str:
    """Whether the cards under a road, all known to the viewer, are enough."""
    s = view.state
    lacks = missing(road, tally.units(s.stack[road], 0), s.paid[road])
    return f"a bluff, short of {lacks}" if lacks else "true"


def back_of(card: int) -> int:
    """The back of a card, seen or not."""
    return card - BACK if card >= BACK else int(cards.BACK_OF[card])


def odds_of(s: Any, road: int) -> int:
    """How often, of 100, random cards of the backs under a segment would pay for it."""
    zone = s.stack[road]
    backs = [back_of(cell & 255) for cell in zone.cell[: zone.n]]
    return int(chance_of(road, backs, s.paid[road]) // 10)


def now_worth(s: Any, seat: int, road: int) -> int:
    """What a road would bring a seat as things stand."""
    held = tally.holdings(s, seat)
    before = sum(
        tally.road_points(other, held, 1, s.debts[seat])
        for other in range(cards.SEGMENTS)
        if s.owners[other] >> seat & 1 and other != road
    )
    after = held + cards.HOLDING[road]
    owned = [other for other in range(cards.SEGMENTS) if s.owners[other] >> seat & 1 and other != road]
    return int(sum(tally.road_points(other, after, 1, s.debts[seat]) for other in [*owned, road]) - before)


def notes(view: View) -> Iterator[tuple[str, str]]:
    """What each legal action would mean, in the order in which one wants to read them."""
    if view.seat is None:
        return
    for action in sorted(view.legal, key=_order):
        text = view.game.actions.text(action)
        verb = text.partition(" ")[0]
        note = _NOTES.get(verb)
        yield text, note(view, action) if note else _PLAIN.get(text, "")


def _order(action: int) -> tuple[bool, int]:
    passing = action in (table.NO_ACTION, table.NO_BUILD, table.NO_DELAY, table.NO_FIX, table.LET_PASS, table.LEAVE)
    return not passing, action


_PLAIN = {
    "no action": "go on to building",
    "no build": "draw cards",
    "take": "build it yourself, true or not",
    "leave": "the road goes out of the game",
    "let pass": "the road may be built",
    "no delay": "the cards are turned up now",
    "join": "then add your part",
    "decline": "everything goes back",
    "withdraw": "everything goes back",
    "sign": "it belongs to you both",
}


def _call_note(view: View, action: int) -> str:
    s, road = view.state, action - table.CALL
    owners = " and ".join(view.names[seat] for seat in range(s.players) if s.owners[road] >> seat & 1)
    return f"of {owners}, {cost(road)}, by its backs alone true in {odds_of(s, road)} of 100"


def _build_note(view: View, action: int) -> str:
    s, road = view.state, action - table.BUILD
    assert view.seat is not None
    can = "you can pay" if choices.can_pay(s, view.seat, road) else "only as a bluff"
    return f"{cost(road)}, {worth(road)}, now {now_worth(s, view.seat, road):+d}; {can}"


def _offer_note(view: View, action: int) -> str:
    venture, seat = divmod(action - table.OFFER, 4)
    road = cards.FIRST_VENTURE + venture
    return f"{cost(road)}, {worth(road)} for you and {view.names[seat]} each"


def _put_note(view: View, action: int) -> str:
    s, kind = view.state, action - table.PUT
    lacks = missing(s.road, tally.units(s.stack[s.road], 0) + cards.UNITS[kind], s.paid[s.road])
    return f"then {lacks} is missing" if lacks else "then it is honest"


def _done_note(view: View, action: int) -> str:
    s = view.state
    if s.partner >= 0 and not s.second:
        return f"{view.names[s.partner]} sees your cards, and may add what is missing"
    alone = "you two" if s.partner >= 0 else "you"
    return "honest" if tally.true(s, s.road) else f"{promise(view, s.road)}: only {alone} know"


def _fix_note(view: View, action: int) -> str:
    s = view.state
    lacks = missing(s.road, tally.units(s.stack[s.road], 0) + cards.UNITS[action - table.FIX], s.paid[s.road])
    return f"then {lacks} is still missing" if lacks else "then it is true"


def _judge_note(view: View, action: int) -> str:
    s = view.state
    if s.window.depth and s.window.level[0].kind == table.BLOCKING:
        return "nobody can build it until your turn"
    return "the call waits for your next turn"


def _no_note(view: View, action: int) -> str:
    s = view.state
    if action == table.NO_DELAY:
        return f"it is judged now: {promise(view, s.road)}"
    return "" if action == table.NO_FIX else _PLAIN.get(view.game.actions.text(action), "")


_NOTES: dict[str, Callable[[View, int], str]] = {
    "call": _call_note,
    "build": _build_note,
    "offer": _offer_note,
    "put": _put_note,
    "done": _done_note,
    "fix": _fix_note,
    "delay": _judge_note,
    "block": _judge_note,
    "no": _no_note,
    "borrow": lambda view, action: "3 $ now, 3 debts: each costs 3 points at the end unless a $ cancels it",
}


def hints(view: View) -> Iterator[str]:
    """Lines worth knowing now."""
    s = view.state
    if s.over:
        yield from (_settled(view, seat) for seat in range(s.players) if s.cancelled[seat])
        return
    for road in range(cards.SEGMENTS):
        if s.waiter[road]:
            who = lay.who(view, s.waiter[road] - 1)
            yield f"The call on {title(road)} waits for {who}."
    if view.seat in view.asked and s.window.depth and s.window.level[0].kind == table.CALLED:
        yield f"Your road is {promise(view, s.road)}."
    if view.seat in view.asked and s.phase in (table.FIXING, table.PUSHING) and not s.window.depth:
        yield f"{title(s.road)} is {promise(view, s.road)}."
    if s.turns <= s.players:
        yield "Under a road: k? a black back, mostly judges; g? green, mostly bankers; o? gold, mostly legislators."


def _settled(view: View, seat: int) -> str:
    who, verb = ("You", "cancel") if seat == view.seat else (view.names[seat], "cancels")
    return f"{who} {verb} {number_of(view.state.cancelled[seat], 'debt')} with as many $."
