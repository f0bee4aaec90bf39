"""Notes for a person at the table: what an action would mean, and how they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import state as t
from tuckbox.games.whipsaw.legality import can_pay, least
from tuckbox.games.whipsaw.odds import chance_of, possible_with
from tuckbox.games.whipsaw.state import Phase, State, WindowKind
from tuckbox.games.whipsaw.tally import kinds, points, units
from tuckbox.games.whipsaw.words import bill, number_of, title, worth
from tuckbox.kit import BACK, push
from tuckbox.scene import lay
from tuckbox.scene.notes import Notes
from tuckbox.view.view import View

# -- roads -------------------------------------------------------------------------------------------------------------


def missing(road: int, packed: int, tokens: int) -> tuple[int, int, int]:
    """The legislators, judges and $ tokens that units and tokens still lack for a road.

    >>> missing(2, 1 | 1 << 8, 0), missing(2, 2 | 1 << 8, 0)
    ((1, 0, 0), (0, 0, 0))
    """
    asked = c.ROADS[road].cost
    have = (packed & 255, packed >> 8 & 255, (packed >> 16) + tokens)
    return max(0, asked[0] - have[0]), max(0, asked[1] - have[1]), max(0, asked[2] - have[2])


def lacking(view: View, road: int, more: int = 0, spell: Callable[[int, int, int], str] = bill) -> str | None:
    """Units that the cards and tokens under a road, and some units `more`, still lack; empty where they are enough, None if
    the viewer does not know all the cards."""
    zone = view.state.stack[road]
    if any(cell & 255 >= BACK for cell in zone.cell[: zone.n]):
        return None
    return spell(*missing(road, units(zone, 0) + more, view.state.paid[road]))


def promise(view: View, road: int) -> str:
    """Whether what lies under a road is enough; empty if the viewer does not know it."""
    lacks = lacking(view, road)
    return "" if lacks is None else f"a bluff, short of {lacks}" if lacks else "true"


def so_far(view: View, road: int) -> str:
    """The same for an unfinished payment, which is no bluff yet."""
    lacks = lacking(view, road)
    return "" if lacks is None else f"{lacks} still missing" if lacks else "paid for in full"


def back_of(card: int) -> int:
    """The back of a card, seen or not."""
    return card - BACK if card >= BACK else c.BACK_OF[card]


def odds_of(s: State, road: int) -> str:
    """Probability, as text, that random cards of the backs under a segment would pay for it; empty where no cards of
    these backs could."""
    zone = s.stack[road]
    return _odds(road, tuple(sorted(back_of(cell & 255) for cell in zone.cell[: zone.n])), s.paid[road])


@lru_cache(10_000)
def _odds(road: int, backs: tuple[int, ...], paid: int) -> str:
    return percent(chance_of(road, backs, paid)) if possible_with(road, backs, paid) else ""


def percent(chance: float) -> str:
    """A chance that may come true, in percent.

    >>> percent(0.278), percent(0.004), percent(0.9996), percent(1.0)
    ('28%', '<1%', '>99%', '100%')
    """
    whole = round(100 * chance)
    return "<1%" if whole == 0 else ">99%" if whole == 100 and chance < 1 - 1e-9 else f"{whole}%"


def now_worth(s: State, owners: int, seat: int, road: int) -> int:
    """Points that a road with these owners (a mask) would bring one of them, if the game ended with it."""
    with_it: State = s.copy()
    if road not in [(cell & 255) - c.ROAD for cell in s.built.cell[: s.built.n]]:
        push(with_it.built, c.ROAD + road)
    with_it.owners[road] = owners
    return points(with_it, seat) - points(s, seat)


# -- actions -----------------------------------------------------------------------------------------------------------


def _call(view: View, road: int) -> str:
    s = view.state
    owners = lay.listed([view.names[seat] for seat in range(s.players) if s.owners[road] >> seat & 1])
    odds = odds_of(s, road)
    truth = f"by its backs alone {odds} true" if odds else "cannot be true by its backs"
    return f"of {owners}, {bill(*c.ROADS[road].cost)}, worth {worth(road)}; {truth}"


def _brings(view: View, owners: int, road: int) -> str:
    """Cost and points of a road, and what it would bring the viewer now."""
    assert view.seat is not None
    gives = f", gives ${c.GIVES[road]}" if c.GIVES[road] else ""
    return (
        f"{bill(*c.ROADS[road].cost)}, worth {worth(road)}{gives}, now {now_worth(view.state, owners, view.seat, road):+d}"
    )


def _alone(view: View, road: int) -> str:
    """Note on building a road alone."""
    assert view.seat is not None
    can = "you can pay" if can_pay(view.state, view.seat, road) else "only as a bluff"
    return f"{_brings(view, 1 << view.seat, road)}; {can}"


def _offer(view: View, road: int, seat: int) -> str:
    assert view.seat is not None
    return f"for you and {view.names[seat]} each: {_brings(view, 1 << view.seat | 1 << seat, road)}"


def _put(view: View, kind: int) -> str:
    lacks = lacking(view, view.state.road, c.UNITS[kind])
    said = f"then {lacks} {_is(lacks)} missing" if lacks else "then it is honest"
    below = [c.KIND[card] for card in _putable(view) if card < kind]
    return f"{said}; no {_or(below)} after it" if below else said


def _is(bill: str) -> str:
    """The verb after a bill of one thing, or of several."""
    return "is" if bill.startswith("1 ") and "," not in bill else "are"


def _putable(view: View) -> list[int]:
    """The kinds of cards the viewer may put down now, in their order."""
    return [t.CARD_OF[action] for action in sorted(view.legal) if t.FAMILY[action] == t.PUT]


def _or(names: list[str]) -> str:
    return lay.listed(names).replace(" and ", " or ")


def _done(view: View) -> str:
    s = view.state
    if s.partner >= 0 and not s.second:
        return f"{view.names[s.partner]} sees your cards, and may add what is missing"
    said = promise(view, s.road)
    return "honest" if said == "true" else f"{said}: only {'you two' if s.partner >= 0 else 'you'} know"


def _fix(view: View, kind: int) -> str:
    lacks = lacking(view, view.state.road, c.UNITS[kind])
    return f"then {lacks} {_is(lacks)} still missing" if lacks else "then it is true"


NOTES = Notes(
    t.act,
    {
        "no action": "go on to building",
        "no build": "draw cards",
        "no delay": lambda view: f"it is judged now: {promise(view, view.state.road)}",
        "no fix": "",
        "let pass": "the road may be built",
        "leave": lambda view: f"{title(view.state.road)} goes out of the game",
        "call {road}": _call,
        "borrow {card}": "$3 now, and 3 debts",
        "delay with {card}": "the call waits for your next turn",
        "fix {card}": _fix,
        "take": lambda view: _alone(view, view.state.road),
        "build {road}": _alone,
        "offer {road} to {seat}": _offer,
        "block with {card}": "nobody can build it until your turn",
        "put {card}": _put,
        "done": _done,
        "join": lambda view: f"then add your part: {so_far(view, view.state.road)}",
        "decline": "everything goes back",
        "sign": lambda view: f"it belongs to you both: {promise(view, view.state.road)}",
        "withdraw": "everything goes back",
    },
)
"""Notes on actions, in the order people read them: passing first."""


# -- hints -------------------------------------------------------------------------------------------------------------


def hints(view: View) -> Iterator[str]:
    """Lines worth knowing now."""
    s = view.state
    if s.over:
        paid = [(seat, number_of(s.cancelled[seat], "debt")) for seat in range(s.players) if s.cancelled[seat]]
        told = "{who} cancel[s] {debts} with as many dollars."
        yield from (lay.say(view, seat, told, debts=debts) for seat, debts in paid)
        return
    for road in range(c.SEGMENTS):
        if s.waiter[road]:
            yield f"The call on {title(road)} waits for {lay.who(view, s.waiter[road] - 1)}."
    if view.seat in view.asked:
        yield from _asked(view)
    if s.turns <= s.players and _may_call(view):
        yield "Backs under a road: black are mostly judges, green bankers, gold legislators."
        yield "The percentage beside a road: how often random cards of these backs would pay for it."


def _may_call(view: View) -> bool:
    """Whether the viewer decides now what to call, and does not know all the cards under a road."""
    s = view.state
    deciding = s.phase == Phase.ACTION and view.seat in view.asked
    return deciding and any(s.owners[road] and lacking(view, road) is None for road in range(c.SEGMENTS))


def _asked(view: View) -> Iterator[str]:
    """Hints for the seat to decide."""
    s = view.state
    if s.window.depth:
        if s.window.level[0].kind == WindowKind.CALLED:
            yield f"Your road is {promise(view, s.road)}."
    elif s.phase in (Phase.FIXING, Phase.PUSHING):
        yield f"{title(s.road)} is {promise(view, s.road)}."
    elif s.phase == Phase.CARDS:
        held = kinds(s.hand[view.seat])
        out = [kind for kind in range(c.KINDS) if held >> kind & 1 and kind not in _putable(view)]
        low = [c.KIND[kind] for kind in out if kind < least(s)]
        if low:  # WS-6.1
            yield f"Cards go down in their order: after {c.KIND[least(s)]} no {_or(low)}."
        if len(out) > len(low):
            yield f"With {_or([c.KIND[kind] for kind in out[len(low) :]])} the cost could not be met."
