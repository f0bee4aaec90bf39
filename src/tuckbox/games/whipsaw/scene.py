"""The table of Whipsaw! as a viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.whipsaw import cards as _cards
from tuckbox.games.whipsaw import state as _state
from tuckbox.games.whipsaw import tally as _tally
from tuckbox.games.whipsaw.hints import back_of, hints, lacking, notes, odds_of, promise, so_far
from tuckbox.games.whipsaw.words import UNITS, cost, number_of, title, worth
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Card, Fact, Panel, Row, Scene, Space, Stack, Token

cards: Any = _cards  # compiled code has no type hints
table: Any = _state
tally: Any = _tally

TONES = ("blue", "green", "red", "purple")  # of the four parkways


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    panels = [_seat(view, seat) for seat in lay.seats(view)]
    panels.insert(len(panels) - (view.seat is not None), _middle(view))
    return Scene(_headline(view), _status(view), tuple(panels), dict(notes(view)), tuple(hints(view)), _moment(view))


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def resource(kind: int, fresh: bool = False, note: str = "") -> Card:
    """A resource card, or its back."""
    if kind >= BACK:
        colour = cards.COLOURS[kind - BACK]
        return Card(colour, hidden=True, tone=colour)
    name, back = cards.KIND[kind], cards.COLOURS[cards.BACK_OF[kind]]
    words = [number_of(count, unit) for count, unit in zip(cards.RESOURCES[kind][2:], UNITS, strict=True) if count]
    return Card(name, name, tone=back, fresh=fresh, note=note or f"{' and '.join(words)}, {back} back", art=name)


def road_space(view: View, road: int, before: str = "") -> Space:
    """A road that nobody owns yet: its cost, its worth, what lies by it, and who has closed it."""
    s, row = view.state, cards.ROADS[road]
    said = [f"worth {worth(road)}", row[8], f"gives {row[9]} $" if row[9] else "", before]
    closed = s.blocked[road] - 1 if road < cards.FIRST_VENTURE else -1
    if closed >= 0:
        said.append(f"CLOSED by {lay.who(view, closed)} with {cards.KIND[s.judge[road]]}")
    name, told = cards.IDS[road], " · ".join(text for text in said if text)
    face, note = f"{name} {row[1]} · {cost(road)} · {told}", f"costs {cost(road)}, {told}"
    return Space(
        name, face, (), tone_of(road), note, art=f"cost {cost(road)}", title=title(road), text=f"{cost(road)} · {told}"
    )


def tone_of(road: int) -> str:
    """The colour of a road's parkway."""
    parkway = cards.PARKWAY[road]
    return TONES[parkway] if parkway >= 0 else "orange" if road >= cards.FIRST_VENTURE else "brown"


def hand_cards(view: View, seat: int) -> tuple[Card, ...]:
    """A hand: what the viewer knows of it, then backs; of one's own, what others know of it."""
    zone = view.state.hand[seat]
    cells = sorted(zone.cell[: zone.n], key=lambda cell: cell & 255)
    shown = []
    for cell in cells:
        known = view.seat == seat and any(cell >> 8 + other & 1 for other in range(view.state.players) if other != seat)
        fresh = cell & 255 < BACK and (seat, cell & 255) in view.fresh
        shown.append(resource(cell & 255, fresh, "somebody else has seen it" if known else ""))
    return tuple(shown)


# -- segments ----------------------------------------------------------------------------------------------------------


def segments(view: View, seat: int) -> list[int]:
    """The roads of a seat, parkway by parkway."""
    s = view.state
    roads = [(cell & 255) - cards.ROAD for cell in s.built.cell[: s.built.n]]
    return sorted(road for road in roads if s.owners[road] >> seat & 1)


def _space(view: View, road: int, seat: int) -> Space:
    """A built segment: what it cost, what lies under it, and how it stands."""
    s = view.state
    stack = [cell & 255 for cell in s.stack[road].cell[: s.stack[road].n]]
    tokens = [Token("$" * s.paid[road], note=f"{s.paid[road]} $ paid")] if s.paid[road] else []
    tokens += [_laid(card) for card in stack]
    name = cards.IDS[road]
    partners = [lay.who(view, other) for other in range(s.players) if s.owners[road] >> other & 1 and other != seat]
    face = f"{name} {cost(road)}" + "".join(f" & {partner}" for partner in partners)
    own = view.seat is not None and s.owners[road] >> view.seat & 1
    handles = () if own else (f"call {name}",)
    return Space(name, face, tuple(tokens), tone_of(road), _standing(view, road), handles=handles, text=_mark(view, road))


def _laid(card: int) -> Token:
    """A card under a road, in the colour of its back."""
    back = back_of(card)
    return Token(cards.KIND[card] if card < BACK else "kgo"[back] + "?", note=_under(card), tone=cards.COLOURS[back])


def _mark(view: View, road: int) -> str:
    """How a segment stands, in a word: called, proven, true or not if the viewer knows, else by its backs how likely."""
    s = view.state
    if s.caller[road]:
        return f"CALLED, waits for {lay.who(view, s.waiter[road] - 1)}" if s.waiter[road] else "CALLED"
    if s.proof[road] != table.HIDDEN:
        return "✓"
    lacks = lacking(view, road)
    if lacks is not None:
        return f"short of {lacks}" if lacks else "true"
    return odds_of(s, road) or "impossible"


def _under(card: int) -> str:
    return f"a {cards.BACK_NAMES[card - BACK]}, face down" if card >= BACK else cards.KIND[card]


def _standing(view: View, road: int) -> str:
    """What is known of a segment, in words."""
    s = view.state
    said = [cards.ROADS[road][1], f"cost {cost(road)}", f"worth {worth(road)}"]
    if s.proof[road] != table.HIDDEN:
        said.append("verified" if s.proof[road] == table.VERIFIED else "built in the open")
    elif promise(view, road):
        said.append(promise(view, road))
    else:
        odds = odds_of(s, road)
        truth = f"would be true in {odds} of all cases" if odds else "cannot be true"
        said.append(f"random cards of these backs {truth}")
    if s.caller[road]:
        who = view.names[s.waiter[road] - 1] if s.waiter[road] else "an answer"
        said.append(f"called by {view.names[s.caller[road] - 1]}, waits for {who}")
    both = [view.names[seat] for seat in range(s.players) if s.owners[road] >> seat & 1]
    return ", ".join(said + ([f"of {' and '.join(both)}"] if len(both) > 1 else []))


# -- places ------------------------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A player's place: roads with what lies under them, the hand, points, money and debts."""
    s = view.state
    mine = seat == view.seat
    total = s.total[seat] if s.over else tally.points(s, seat)
    money, debts = s.money[seat] - s.cancelled[seat], s.debts[seat] - s.cancelled[seat]
    facts = [Fact("points", str(total)), Fact("$", str(money))]
    facts += [Fact("debts", str(debts))] if debts else []
    facts += [Fact("bluffs found", str(s.lies[seat]))] if s.lies[seat] else []
    facts += [Fact("games", f"{s.wins[seat] / 12:g}")] if s.match else []
    spaces = tuple(_space(view, road, seat) for road in segments(view, seat))
    roads = [Board("Roads", (spaces,), loose=True)] if spaces else []
    badges = [
        ("wins", bool(s.over) and s.payoff[seat] == max(s.payoff[: s.players])),
        ("builds", not s.over and seat == s.active),
        ("last turn", bool(s.last) and not s.over and bool(tally.coming(s) >> seat & 1 or seat == s.active)),
    ]
    special = tuple(badge for badge, holds in badges if holds)
    if not mine:
        facts.append(Fact("hand", _counted(view, seat)))
    hand = [Row("Hand", hand_cards(view, seat))] if mine else []
    return Panel(view.names[seat], (*hand, *roads, *facts), seat, seat in view.asked, mine, special)


def _counted(view: View, seat: int) -> str:
    """A rival's hand in words: what the viewer knows of it, and how many there are of each back."""
    held = [cell & 255 for cell in view.state.hand[seat].cell[: view.state.hand[seat].n]]
    known = [cards.KIND[card] for card in held if card < BACK]
    backs = [f"{held.count(BACK + back)} {cards.COLOURS[back]}" for back in range(3) if BACK + back in held]
    return ", ".join([*known, *backs]) or "empty"


def _middle(view: View) -> Panel:
    s = view.state
    roads = [(cell & 255) - cards.ROAD for cell in s.row.cell[: s.row.n]]
    boards = [Board("Open roads", (tuple(road_space(view, road) for road in roads),), loose=True)] if roads else []
    if s.phase == table.TAKING or s.taking:
        space = road_space(view, s.road)
        boards.append(Board("Found out", ((replace(space, handles=("take", "leave", space.name)),),), loose=True))
    ventures = [(cell & 255) - cards.ROAD for cell in s.fronts.cell[: s.fronts.n]]
    if ventures:
        boards.append(
            Board("Joint ventures", (tuple(road_space(view, road, _before(view, road)) for road in ventures),), loose=True)
        )
    rows = _turned_up(view) if s.news in (table.NEWS_TRUE, table.NEWS_FALSE) else _being_paid(view)
    return Panel("Table", (*boards, *rows, *_piles(view)))


def _before(view: View, road: int) -> str:
    seat = view.state.front[road - cards.FIRST_VENTURE] - 1
    return f"joint venture before {lay.who(view, seat)}"


def _turned_up(view: View) -> list[Row]:
    """The cards a call has turned up, as long as everybody looks at them."""
    seen = tuple(resource(card) for _, card in view.fresh if card < cards.KINDS)
    return [Row(f"Under {title(view.state.road)} lay", seen, _verdict(view))] if seen else []


def _being_paid(view: View) -> list[Row]:
    """What lies under a road that is being paid for or offered, or is called."""
    s = view.state
    stack = s.stack[s.road]
    if s.owners[s.road] or not stack.n:
        return []
    shown = tuple(resource(cell & 255) for cell in stack.cell[: stack.n])
    told = promise if s.phase == table.SIGNING else so_far
    return [Row(f"Under {title(s.road)}", shown, told(view, s.road))]


def _piles(view: View) -> Iterator[Stack]:
    s = view.state
    left = s.roads.n + s.tail.n
    road = Card("roads", hidden=True, tone="blue") if left else None
    yield Stack("Road deck", left, road, note="the crash is out" if s.crash else crash_note(s))
    if s.three:
        for back, name in enumerate(cards.COLOURS):
            top = resource(BACK + back) if s.deck[back].n else None
            yield Stack(f"{name.capitalize()} deck", s.deck[back].n, top, handles=(f"draw {'kgo'[back]}",))
    else:
        top = resource(s.top.cell[0] & 255) if s.top.n else None
        yield Stack("Deck", s.deck[0].n + s.top.n, top)
    for back, pile in enumerate(s.discards[: 3 if s.three else 1]):
        shown = [resource(cell & 255) for cell in reversed(pile.cell[: pile.n])]
        name = f"{cards.COLOURS[back].capitalize()} discards" if s.three else "Discards"
        yield Stack(name, pile.n, shown[0] if shown else None, tuple(shown[1:]))


def crash_note(s: Any) -> str:
    """How near the crash is."""
    if s.roads.n == 0:
        return f"the crash is one of these {s.tail.n}!"
    return f"the crash lies below {s.roads.n} of them"


# -- words -------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    s = view.state
    left = s.roads.n + s.tail.n
    form = f"game {s.played + 1 - s.over} of {s.rounds * s.players} · " if s.match else ""
    if s.over:
        return f"Whipsaw! · {form}the end"
    if s.last:
        after = f"{number_of(s.left, 'turn')} after this" if s.left else "the last turn"
        return f"Whipsaw! · {form}LAST ROUND: open and honest · {after}"
    if s.crash:
        return f"Whipsaw! · {form}the market has crashed: one more turn each after this"
    soon = " · the crash is near!" if s.roads.n == 0 else ""
    return f"Whipsaw! · {form}turn {s.turns} · {number_of(left, 'card')} in the road deck{soon}"


_TODO = {
    table.ACTION: "Call a bluff, borrow, or take no action.",
    table.SPENDING: "Spend a legislator on your call.",
    table.FIXING: "Your road is called: put one card more under it, or do not fix it.",
    table.PUSHING: "Delay the call once more with a judge, or let it be judged.",
    table.TAKING: "The bluff is out: take the road over, or leave it.",
    table.BUILDING: "Name a road to build, offer a joint venture, or build nothing.",
    table.TOKENS: "Pay $ tokens first.",
    table.JOINING: "Join the venture, or decline.",
    table.SIGNING: "Sign the venture, or withdraw.",
    table.DRAWING: "Draw from a deck.",
    table.LIMIT: "Discard down to ten.",
}


def _status(view: View) -> str:
    s = view.state
    if s.done or s.over:
        return _result(view)
    if view.seat not in view.asked:
        return lay.status(view, "")
    if s.window.depth:
        if s.window.level[0].kind == table.BLOCKING:
            return f"{view.names[s.active]} names {title(s.road)}: block it with a judge, or let it pass."
        return f"{title(s.road)} is called: delay with a judge, or do not."
    if s.phase == table.CARDS:
        return f"Put cards under {title(s.road)}, then say done: {so_far(view, s.road)}."
    return str(_TODO[s.phase])


def _result(view: View) -> str:
    s = view.state
    ranks = s.place if s.done else [1 if paid == max(s.payoff[: s.players]) else 2 for paid in s.payoff]
    first = [seat for seat in range(s.players) if ranks[seat] == 1]
    if s.done and s.match:
        names = lay.listed([lay.who(view, seat) for seat in first])
        verb = "share" if len(first) > 1 else "win" if first == [view.seat] else "wins"
        return f"{names[:1].upper()}{names[1:]} {verb} the match."
    totals = ", ".join(f"{lay.who(view, seat)} {s.total[seat]}" for seat in range(s.players))
    return f"{lay.status(view, '')} Points: {totals}."


def _verdict(view: View) -> str:
    return "true!" if view.state.news == table.NEWS_TRUE else "a bluff!"


def _moment(view: View) -> str:
    """What everybody looks at now: an accusation, a verdict, a block, the crash."""
    s = view.state
    if s.window.depth and s.window.level[0].kind == table.CALLED:
        return f"{_opened(view, s.window.level[0].by, 'call')}: {title(s.road)} is a bluff!"
    said = {
        table.NEWS_TRUE: f"{title(s.road)} is true. It can never be called again.",
        table.NEWS_FALSE: f"A bluff! {title(s.road)} was never paid for.",
        table.NEWS_BLOCKED: f"A judge closes {title(s.road)}.",
        table.NEWS_DELAYED: f"A judge delays the call on {title(s.road)}.",
        table.NEWS_CRASH: "The stock market crashes! Everybody has one more turn, open and honest.",
    }
    return str(said.get(s.news, ""))


def _opened(view: View, seat: int, verb: str) -> str:
    return f"You {verb}" if seat == view.seat else f"{view.names[seat]} {verb}s"
