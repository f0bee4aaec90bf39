"""What a person at the table may want to know now: what an action would mean, and how one stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from tuckbox import kit as _kit
from tuckbox.engine.view import View
from tuckbox.games.whipsaw import cards as _cards
from tuckbox.games.whipsaw import choices as _choices
from tuckbox.games.whipsaw import state as _state
from tuckbox.games.whipsaw import tally as _tally
from tuckbox.games.whipsaw.odds import chance_of, possible_with
from tuckbox.games.whipsaw.words import cost, number_of, title, worth
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay

cards: Any = _cards  # compiled code has no type hints
choices: Any = _choices
kit: Any = _kit
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


def lacking(view: View, road: int) -> str | None:
    """What the cards and tokens under a road still lack; None if the viewer does not know all of them."""
    zone = view.state.stack[road]
    if any(cell & 255 >= BACK for cell in zone.cell[: zone.n]):
        return None
    return missing(road, tally.units(zone, 0), view.state.paid[road])


def promise(view: View, road: int) -> str:
    """Whether what lies under a road is enough; empty if the viewer does not know it."""
    lacks = lacking(view, road)
    return "" if lacks is None else f"a bluff, short of {lacks}" if lacks else "true"


def so_far(view: View, road: int) -> str:
    """The same of a payment that is not finished, when it is no bluff yet."""
    lacks = lacking(view, road)
    return "" if lacks is None else f"{lacks} still missing" if lacks else "paid for in full"


def back_of(card: int) -> int:
    """The back of a card, seen or not."""
    return card - BACK if card >= BACK else int(cards.BACK_OF[card])


def odds_of(s: Any, road: int) -> str:
    """How often random cards of the backs under a segment would pay for it; empty where no cards of them can."""
    zone = s.stack[road]
    return _odds(road, tuple(sorted(back_of(cell & 255) for cell in zone.cell[: zone.n])), s.paid[road])


@lru_cache(10_000)
def _odds(road: int, backs: tuple[int, ...], paid: int) -> str:
    return percent(chance_of(road, backs, paid)) if possible_with(road, backs, paid) else ""


def percent(chance: float) -> str:
    """A chance that may come true, in hundredths.

    >>> percent(0.278), percent(0.004), percent(0.9996), percent(1.0)
    ('28%', '<1%', '>99%', '100%')
    """
    whole = round(100 * chance)
    return "<1%" if whole == 0 else ">99%" if whole == 100 and chance < 1 - 1e-9 else f"{whole}%"


def now_worth(s: Any, owners: int, seat: int, road: int) -> int:
    """How many points a road of these owners (a mask) would bring one of them, if the game ended with it."""
    with_it = s.copy()
    if road not in [(cell & 255) - cards.ROAD for cell in s.built.cell[: s.built.n]]:
        kit.push(with_it.built, cards.ROAD + road)
    with_it.owners[road] = owners
    return int(tally.points(with_it, seat) - tally.points(s, seat))


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
    "no fix": "",
    "let pass": "the road may be built",
    "decline": "everything goes back",
    "withdraw": "everything goes back",
}


def _call_note(view: View, action: int) -> str:
    s, road = view.state, action - table.CALL
    owners = " and ".join(view.names[seat] for seat in range(s.players) if s.owners[road] >> seat & 1)
    odds = odds_of(s, road)
    truth = f"by its backs alone {odds} true" if odds else "cannot be true by its backs"
    return f"of {owners}, {cost(road)}, worth {worth(road)}; {truth}"


def _brings(view: View, owners: int, road: int) -> str:
    """What a road costs and is worth, and what it would bring the viewer now."""
    assert view.seat is not None
    gives = f", gives {cards.GIVES[road]} $" if cards.GIVES[road] else ""
    return f"{cost(road)}, worth {worth(road)}{gives}, now {now_worth(view.state, owners, view.seat, road):+d}"


def _alone_note(view: View, road: int) -> str:
    """What building a road alone would mean."""
    assert view.seat is not None
    can = "you can pay" if choices.can_pay(view.state, view.seat, road) else "only as a bluff"
    return f"{_brings(view, 1 << view.seat, road)}; {can}"


def _offer_note(view: View, action: int) -> str:
    venture, seat = divmod(action - table.OFFER, 4)
    assert view.seat is not None
    return f"for you and {view.names[seat]} each: {_brings(view, 1 << view.seat | 1 << seat, cards.FIRST_VENTURE + venture)}"


def _leave_note(view: View, action: int) -> str:
    road = view.state.road
    return f"{title(road)} goes out of the game"


def _put_note(view: View, action: int) -> str:
    s, kind = view.state, action - table.PUT
    lacks = missing(s.road, tally.units(s.stack[s.road], 0) + cards.UNITS[kind], s.paid[s.road])
    said = f"then {lacks} is missing" if lacks else "then it is honest"
    below = [text for text in _putable(view) if cards.KIND.index(text) < kind]
    return f"{said}; no {lay.listed(below).replace(' and ', ' or ')} after it" if below else said


def _putable(view: View) -> list[str]:
    """The kinds of cards the viewer may put down now, in their order."""
    return [cards.KIND[action - table.PUT] for action in sorted(view.legal) if table.PUT <= action < table.DONE]


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
    if action == table.NO_DELAY:
        return f"it is judged now: {promise(view, view.state.road)}"
    return _PLAIN[view.game.actions.text(action)]


_NOTES: dict[str, Callable[[View, int], str]] = {
    "call": _call_note,
    "build": lambda view, action: _alone_note(view, action - table.BUILD),
    "take": lambda view, action: _alone_note(view, view.state.road),
    "leave": _leave_note,
    "offer": _offer_note,
    "put": _put_note,
    "done": _done_note,
    "fix": _fix_note,
    "delay": _judge_note,
    "block": _judge_note,
    "no": _no_note,
    "join": lambda view, action: f"then add your part: {so_far(view, view.state.road)}",
    "sign": lambda view, action: f"it belongs to you both: {promise(view, view.state.road)}",
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
    if s.phase == table.CARDS and view.seat in view.asked:
        yield from _held_back(view)
    if s.turns <= s.players:
        yield "Under a road: k? a black back, mostly judges; g? green, mostly bankers; o? gold, mostly legislators."


def _held_back(view: View) -> Iterator[str]:
    """The cards of the hand that cannot be put down now, and why not (WS-6.1)."""
    s = view.state
    kinds = tally.kinds(s.hand[view.seat])
    held = [name for kind, name in enumerate(cards.KIND) if kinds >> kind & 1 and name not in _putable(view)]
    least = s.stack[s.road].cell[s.stack[s.road].n - 1] & 255 if s.laid else 0
    low = [name for name in held if cards.KIND.index(name) < least]
    if low:
        yield f"Cards go down in their order: after {cards.KIND[least]} no {lay.listed(low).replace(' and ', ' or ')}."
    if len(held) > len(low):
        yield f"With {lay.listed(held[len(low) :]).replace(' and ', ' or ')} the cost could not be met."


def _settled(view: View, seat: int) -> str:
    who, verb = ("You", "cancel") if seat == view.seat else (view.names[seat], "cancels")
    return f"{who} {verb} {number_of(view.state.cancelled[seat], 'debt')} with as many $."
