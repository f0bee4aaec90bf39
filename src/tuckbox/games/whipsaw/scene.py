"""The table of Whipsaw! as a viewer sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw.land import city
from tuckbox.games.whipsaw.notes import NOTES, back_of, hints, lacking, odds_of, promise, so_far
from tuckbox.games.whipsaw.state import TURNED, News, Phase, Proof, State, WindowKind
from tuckbox.games.whipsaw.tally import coming, holdings, most_beaches, points, road_points
from tuckbox.games.whipsaw.words import APPROVALS, bill, cost, number_of, short, title, worth
from tuckbox.kit import BACK, Cells
from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Card, Fact, Panel, Row, Scene, Score, Space, Stack, Token
from tuckbox.view.view import View

TONES = ("blue", "green", "red", "purple")  # of the four parkways


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    panels = lay.panels(view, _seat, _middle)
    words, picture = _moment(view)
    told = tuple(hints(view))
    return Scene(_headline(view), _status(view), panels, NOTES(view), told, words, picture, tuple(_scores(view)))


# -- cards and roads ---------------------------------------------------------------------------------------------------


@cache
def resource(kind: int) -> Card:
    """A resource card, or its back."""
    if kind >= BACK:
        colour = c.COLOURS[kind - BACK]
        return Card(colour, hidden=True, tone=colour, art=f"back-{colour}")
    name, back = c.RESOURCES[kind].name, c.COLOURS[c.BACK_OF[kind]]
    return Card(name, name, tone=back, title=APPROVALS[kind], text=f"{back} back", art=name, whole=True)


def hand_cards(view: View, seat: int) -> tuple[Card, ...]:
    """One's own hand: what has just come, and what others know of it."""
    zone, others = view.state.hand[seat], ~(1 << seat) & (1 << view.state.players) - 1
    held, fresh = sorted(zone.cell[: zone.n], key=lambda cell: cell & 255), view.fresh
    return tuple([_held(cell & 255, (seat, cell & 255) in fresh, bool(cell >> 8 & others)) for cell in held])


@cache
def _held(kind: int, fresh: bool, seen: bool) -> Card:
    """A card of one's own hand: whether it has just come, and whether somebody else has seen it."""
    card = resource(kind)
    return replace(card, fresh=fresh, note="somebody else has seen it" if seen else card.note)


def roads_in(pile: Cells) -> list[int]:
    """The roads that lie in a pile."""
    return [(cell & 255) - c.ROAD for cell in pile.cell[: pile.n]]


def board(name: str, spaces: Iterable[Space]) -> list[Board]:
    """Roads side by side, if there are any."""
    row = tuple(spaces)
    return [Board(name, (row,), loose=True)] if row else []


@lru_cache(maxsize=1024)
def road_space(road: int, *more: str) -> Space:
    """A road that nobody owns yet: its cost, its worth, what it gives, and what else is to be said."""
    row = c.ROADS[road]
    told = " · ".join(filter(None, [f"worth {worth(road)}", row.amenity, f"gives ${row.gives}" if row.gives else "", *more]))
    return Space(
        row.id, f"{row.id} {row.segment} · {cost(road)} · {told}", (), tone_of(road), f"costs {bill(*row.cost)}, {told}",
        art=f"poster-{row.id} cost-{'-'.join(map(str, row.cost))}", title=title(road), text=told,
        about=(row.id,) if more else (),
    )  # fmt: skip


def tone_of(road: int) -> str:
    """The colour of a road's parkway."""
    parkway = c.PARKWAY[road]
    return TONES[parkway] if parkway >= 0 else "orange" if road >= c.FIRST_VENTURE else "brown"


def owners_of(s: State, road: int) -> list[int]:
    """The seats that own a road."""
    return [seat for seat in range(s.players) if s.owners[road] >> seat & 1]


def _built(view: View, road: int, seat: int) -> Space:
    """A segment of a seat: what it cost, what lies under it, and how it stands."""
    s = view.state
    stack = s.stack[road]
    laid = tuple([cell & 255 for cell in stack.cell[: stack.n]])
    stands = s.owners[road], s.paid[road], s.caller[road], s.waiter[road], s.proof[road]
    return _segment(road, seat, view.seat, view.names, laid, *stands)


@lru_cache(maxsize=4096)
def _segment(
    road: int,
    seat: int,
    viewer: int | None,
    names: tuple[str, ...],
    laid: tuple[int, ...],
    owners: int,
    paid: int,
    caller: int,
    waiter: int,
    proof: int,
) -> Space:
    """A segment by all that it is drawn from: the same one as long as that is the same, since what is drawn from it is kept.

    It is drawn from a view that holds this and nothing else.
    """
    stack = SimpleNamespace(cell=laid, n=len(laid), loose=None)
    here = {"stack": stack, "owners": owners, "paid": paid, "caller": caller, "waiter": waiter, "proof": proof}
    state = SimpleNamespace(players=len(names), **{name: {road: value} for name, value in here.items()})
    view: Any = SimpleNamespace(seat=viewer, names=names, state=state)
    row, own = c.ROADS[road], owners_of(view.state, road)
    tokens = [Token("$" * paid, note=f"${paid} paid", tone="gold")] if paid else []
    tokens += map(_laid, laid)
    shared = "".join(f" & {lay.who(view, other)}" for other in own if other != seat)
    return Space(
        row.id, f"{row.id} {cost(road)}{shared}", tuple(tokens), tone_of(road), ", ".join(_standing(view, road)),
        art=f"plate-{row.id}", handles=() if viewer in own else (f"call {row.id}",), title=f"{row.segment}{shared}",
        text=_mark(view, road), about=(row.id, *dict.fromkeys(map(_named, laid))),
    )  # fmt: skip


def _named(card: int) -> str:
    """The name of the topic of a card, or of its back."""
    return c.KIND[card] if card < BACK else c.COLOURS[card - BACK]


def _laid(card: int) -> Token:
    """A card under a road, in the colour of its back."""
    back = back_of(card)
    if card < BACK:
        return Token(c.KIND[card], note=c.KIND[card], art=f"chit-{c.KIND[card]}", tone=c.COLOURS[back])
    letter, note = "kgo"[back], f"a {c.BACK_NAMES[back]}, face down"
    return Token(f"{letter}?", note=note, art=f"chit-{letter}-back", tone=c.COLOURS[back])


def _mark(view: View, road: int) -> str:
    """State of a segment in a word: called, proven, true or not if the viewer knows, else by its backs how likely."""
    s, lacks = view.state, lacking(view, road, spell=short)
    if s.caller[road]:
        return "CALLED"
    if s.proof[road] != Proof.HIDDEN:
        return "✓"
    if lacks is None:
        return odds_of(s, road) or "0%"
    return f"−{lacks}" if lacks else "true"


def _standing(view: View, road: int) -> Iterator[str]:
    """The public facts of a segment, in words."""
    s, owners = view.state, owners_of(view.state, road)
    yield from (c.ROADS[road].segment, f"cost {bill(*c.ROADS[road].cost)}", f"worth {worth(road)}")
    if s.proof[road] != Proof.HIDDEN:
        yield "verified" if s.proof[road] == Proof.VERIFIED else "built in the open"
    elif promise(view, road):
        yield promise(view, road)
    else:
        odds = odds_of(s, road)
        yield f"random cards of these backs {f'would be true in {odds} of all cases' if odds else 'cannot be true'}"
    if s.caller[road]:
        who = view.names[s.waiter[road] - 1] if s.waiter[road] else "an answer"
        yield f"called by {view.names[s.caller[road] - 1]}, waits for {who}"
    if len(owners) > 1:
        yield f"of {lay.listed([view.names[seat] for seat in owners])}"


# -- places ------------------------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A player's place: roads with what lies under them, the hand, points, money and debts."""
    s, mine = view.state, seat == view.seat
    debts = s.debts[seat] - s.cancelled[seat]
    facts = {
        "points": str(s.total[seat] if s.over else _points(s, seat)),
        "$": str(s.money[seat] - s.cancelled[seat]),
        "debts": str(debts) if debts else "",
        "bluffs found": str(s.lies[seat]) if s.lies[seat] else "",
        "games": f"{s.wins[seat] / 12:g}" if s.match else "",
        "hand": "" if mine else _counted(view, seat),
    }
    badges = {
        "wins": s.over and seat in lay.winners(view),
        "builds": not s.over and seat == s.active,
        "last turn": s.last and not s.over and (coming(s) >> seat & 1 or seat == s.active),
    }
    hand = [Row("Hand", hand_cards(view, seat))] if mine else []
    roads = sorted(road for road in roads_in(s.built) if s.owners[road] >> seat & 1)
    told = [Fact(label, value) for label, value in facts.items() if value]
    return lay.place(view, seat, [*hand, *board("Roads", (_built(view, road, seat) for road in roads)), *told], badges)


def _points(s: State, seat: int) -> int:
    """Score of a seat if the game ended now."""
    players = s.players
    return _total(seat, tuple(s.built.cell[: s.built.n]), *map(tuple, (s.owners, s.money[:players], s.debts[:players])))


@lru_cache(4096)
def _total(
    seat: int, built: tuple[int, ...], owners: tuple[int, ...], money: tuple[int, ...], debts: tuple[int, ...]
) -> int:
    """The same, by all that it is counted from: it is asked for each seat by everybody who looks."""
    roads = SimpleNamespace(cell=built, n=len(built), loose=None)
    counted: Any = SimpleNamespace(players=len(money), built=roads, owners=owners, money=money, debts=debts)
    return points(counted, seat)


def _counted(view: View, seat: int) -> str:
    """A rival's hand in words: what the viewer knows of it, and how many there are of each back."""
    held = [cell & 255 for cell in lay.cells(view.state.hand[seat])]
    known = [c.KIND[card] for card in held if card < BACK]
    backs = [f"{held.count(BACK + back)} {c.COLOURS[back]}" for back in range(3) if BACK + back in held]
    return ", ".join([*known, *backs]) or "empty"


def _middle(view: View) -> Panel:
    s = view.state
    taken = [s.road] if s.phase == Phase.TAKING or s.taking else []
    row = board("Open roads", (_open(view, road) for road in roads_in(s.row)))
    out = board("Found out", (replace(road_space(road), handles=("take", "leave", c.IDS[road])) for road in taken))
    joint = board("Joint ventures", (road_space(road, _before(view, road)) for road in roads_in(s.fronts)))
    return Panel("Table", (*row, *out, city(view), *joint, *_under(view), *_piles(view)))


def _open(view: View, road: int) -> Space:
    """A road of the row, and whether a judge has closed it."""
    s = view.state
    if not s.blocked[road]:
        return road_space(road)
    closed = road_space(road, f"closed by {lay.who(view, s.blocked[road] - 1)}")
    return replace(closed, art=f"{closed.art} stamp-closed")


def _before(view: View, road: int) -> str:
    return f"joint venture before {lay.who(view, view.state.front[road - c.FIRST_VENTURE] - 1)}"


def _under(view: View) -> list[Row]:
    """The cards that a call has just turned up, or what lies under a road that is being paid for or offered."""
    s, turned = view.state, tuple(resource(card) for event, _, card in view.news if event == TURNED)
    if s.news in (News.TRUE, News.FALSE):
        return [Row(f"Under {title(s.road)} lay", turned, "true!" if s.news == News.TRUE else "a bluff!")]
    laid = tuple(resource(cell & 255) for cell in lay.cells(s.stack[s.road]))
    told = promise if s.phase == Phase.SIGNING else so_far
    return [Row(f"Under {title(s.road)}", laid, told(view, s.road))] if laid and not s.owners[s.road] else []


def _piles(view: View) -> Iterator[Stack]:
    s = view.state
    left = s.roads.n + s.tail.n
    deck = Card("roads", hidden=True, tone="blue", art="back-roads")
    yield Stack("Road deck", left, deck if left else None, note=_crash(s))
    if s.three:
        for back, name in enumerate(c.COLOURS):
            top = resource(BACK + back) if s.deck[back].n else None
            yield Stack(f"{name.capitalize()} deck", s.deck[back].n, top, handles=(f"draw {'kgo'[back]}",))
    else:
        yield Stack("Deck", s.deck[0].n + s.top.n, resource(s.top.cell[0] & 255) if s.top.n else None)
    for back, pile in enumerate(s.discards[: 3 if s.three else 1]):
        name = f"{c.COLOURS[back].capitalize()} discards" if s.three else "Discards"
        yield lay.pile(view, name, pile, resource, under=True)


def _crash(s: State) -> str:
    """Distance to the crash, in words."""
    if s.crash:
        return "the crash is out"
    if s.roads.n:
        return f"the crash is at least {number_of(s.roads.n, 'card')} down"
    return f"the crash is one of these {s.tail.n}!"


# -- words -------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    s = view.state
    form = f"Whipsaw! · game {s.played + 1 - s.over} of {s.rounds * s.players} · " if s.match else "Whipsaw! · "
    if s.over:
        return f"{form}the end"
    if s.last:
        left = f"{number_of(s.left, 'turn')} after this" if s.left else "the last turn"
        return f"{form}LAST ROUND: open and honest · {left}"
    if s.crash:
        return f"{form}the market has crashed: one more turn each after this"
    soon = "" if s.roads.n else " · the crash is near!"
    return f"{form}turn {s.turns} · {number_of(s.roads.n + s.tail.n, 'card')} in the road deck{soon}"


_TODO = {
    Phase.ACTION: "Call a bluff, borrow, or take no action.",
    Phase.SPENDING: "Spend a legislator on your call.",
    Phase.FIXING: "Your road is called: put one card more under it, or do not fix it.",
    Phase.PUSHING: "Delay the call once more with a judge, or let it be judged.",
    Phase.TAKING: "The bluff is out: take the road over, or leave it.",
    Phase.BUILDING: "Name a road to build, offer a joint venture, or build nothing.",
    Phase.TOKENS: "Pay $ tokens first.",
    Phase.JOINING: "Join the venture, or decline.",
    Phase.SIGNING: "Sign the venture, or withdraw.",
    Phase.DRAWING: "Draw from a deck.",
    Phase.LIMIT: "Discard down to ten.",
}


def _status(view: View) -> str:
    s = view.state
    if s.over:
        return _result(view)
    if view.seat not in view.asked:
        return lay.status(view, "")
    if s.window.depth:
        if s.window.level[0].kind == WindowKind.BLOCKING:
            return f"{view.names[s.active]} names {title(s.road)}: block it with a judge, or let it pass."
        return f"{title(s.road)} is called: delay with a judge, or do not."
    if s.phase == Phase.CARDS:
        return f"Put cards under {title(s.road)}, then say done: {so_far(view, s.road)}."
    return _TODO[Phase(s.phase)]


def _result(view: View) -> str:
    s = view.state
    if s.done and s.match:
        return f"{lay.won(view, lay.winners(view), 'the match')}."
    totals = ", ".join(f"{lay.who(view, seat)} {s.total[seat]}" for seat in range(s.players))
    return f"{lay.status(view, '')} Points: {totals}."


def _scores(view: View) -> Iterator[Score]:
    """The points of a game that is over: of each road, of money and debts, and the total (WS-8.3)."""
    s = view.state
    if not s.over:
        return
    seats, beaches = range(s.players), most_beaches(s)
    left = [s.debts[seat] - s.cancelled[seat] for seat in seats]
    held = [holdings(s, seat) for seat in seats]
    for road in sorted(roads_in(s.built)):
        owned = [bool(s.owners[road] >> seat & 1) for seat in seats]
        worths = (str(road_points(road, held[seat], beaches, left[seat])) if owned[seat] else "" for seat in seats)
        yield Score(c.ROADS[road].segment, tuple(worths))
    money = [(s.money[seat] - s.cancelled[seat]) // 3 for seat in seats]
    if any(money):
        yield Score("Money left, by threes", tuple(str(each or "") for each in money))
    if any(left):
        yield Score("Debts left, 3 each", tuple(f"−{3 * debts}" if debts else "" for debts in left))
    yield Score("Points", tuple(str(s.total[seat]) for seat in seats), total=True)


_NEWS = {
    News.TRUE: ("{road} is true. It can never be called again.", "scene-true"),
    News.FALSE: ("A bluff! {road} was never paid for.", "scene-false"),
    News.BLOCKED: ("A judge closes {road}.", "scene-blocked"),
    News.DELAYED: ("A judge delays the call on {road}.", "scene-delayed"),
    News.CRASH: ("The stock market crashes! Everybody has one more turn, open and honest.", "scene-crash"),
}


def _moment(view: View) -> tuple[str, str]:
    """The event everybody looks at now, in words and as a drawing: an accusation, a verdict, a block, the crash."""
    s = view.state
    if s.window.depth and s.window.level[0].kind == WindowKind.CALLED:
        return f"{lay.does(view, s.window.level[0].by, 'call')}: {title(s.road)} is a bluff!", "scene-called"
    words, picture = _NEWS.get(News(s.news), ("", ""))
    return words.format(road=title(s.road)), picture
