"""What Whipsaw! says: sentences for the log, the names of things, and why something is not allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.whipsaw import cards as _cards
from tuckbox.games.whipsaw import state as _state
from tuckbox.games.whipsaw import tally as _tally

cards: Any = _cards  # compiled code has no type hints
table: Any = _state
tally: Any = _tally

UNITS = ("legislator", "judge", "banker")
Reason = tuple[str, str | None]


def title(road: int) -> str:
    """A road by its name and its id.

    >>> title(0), title(20)
    ('Prospect Park (OP1)', 'Queens Boulevard (A01)')
    """
    return str(cards.TITLES[road])


def number_of(count: int, word: str) -> str:
    """A number with its word.

    >>> number_of(1, "judge"), number_of(2, "judge")
    ('1 judge', '2 judges')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def cost(road: int) -> str:
    """What a road asks for, in short.

    >>> cost(18)
    'L1 J1 $2'
    """
    parts = zip("LJ$", cards.ROADS[road][3:6], strict=True)
    return " ".join(f"{letter}{number}" for letter, number in parts if number)


def worth(road: int) -> str:
    """What a road is worth, in short.

    >>> worth(0), worth(20), worth(28)
    ('1 per Ocean segment', '3', '2 per baseball')
    """
    kind, n = cards.WORTH[road], cards.POINTS[road]
    if kind == cards.PER_SEGMENT:
        name = tuple(cards.PARKWAYS.values())[cards.PARKWAY[road]].removesuffix(" Parkway")
        return f"1 per {name} segment"
    return {
        cards.PLAIN_POINTS: f"{n}",
        cards.PER_BASEBALL: f"{n} per baseball",
        cards.PER_PLAYGROUND: f"{n} per playground",
        cards.PER_PARKWAY: f"{n} per parkway",
        cards.PER_VENTURE: f"1, +{n} per joint venture",
        cards.PER_SET: f"1, +{n} per amenity set",
        cards.MOST_BEACHES: f"{n} if most beaches, else 1",
        cards.NO_DEBT: f"{n} without debt, else 1",
        cards.PER_DEBT: f"1, +{n} per debt, max 3",
    }[kind]


def _of_road(sentence: str) -> Callable[[int], str]:
    """A sentence about a road, told by its number."""
    return lambda road: sentence.replace("ROAD", title(road))


SAYS: dict[str, str | Callable[[int], str]] = {
    "call {road}": "{who} call[s] {road} a bluff!",
    "borrow {card}": "{who} borrow[s] 3 $ with {card}, and take[s] 3 debts.",
    "no action": "",
    "spend {card}": "{who} spend[s] {card} on the call.",
    "delay with {card}": "{who} delay[s] the call with {card}.",
    "no delay": "{who} do[es] not delay the call.",
    "fix {card}": "{who} put[s] {card} under the called road.",
    "no fix": "",
    "take": "{who} take[s] the road over.",
    "leave": "{who} leave[s] the road: it is out of the game.",
    "build {road}": "{who} name[s] {road}.",
    "offer {road} to {seat}": "{who} offer[s] {road} to {seat}.",
    "no build": "{who} build[s] nothing.",
    "block with {card}": "{who} would block with {card}.",
    "let pass": "{who} let[s] it pass.",
    "pay {tokens}": "{who} pay[s] {tokens} $.",
    "put {card}": "{who} put[s] down {card}.",
    "done": "",
    "join": "{who} join[s] the venture.",
    "decline": "{who} decline[s].",
    "sign": "{who} sign[s].",
    "withdraw": "{who} withdraw[s]: everything goes back.",
    "discard {card}": "{who} discard[s] {card}.",
    "draw {back}": "",
    "first": "{who} begin[s].",
    "row": "{card} comes into the row.",
    "venture": "A joint venture: {card} lies before [{who}|you].",
    "no venture": "{card} is a second joint venture, and discarded.",
    "crashed": "The stock market crashes! After this turn everybody has one more, open and honest.",
    "lifted": "The judge {card} is lifted from the road.",
    "drew": "{who} draw[s] {card}.",
    "renewed": "The discards are shuffled into a new deck.",
    "no card": "There is no card to draw for [{who}|you].",
    "delayed with": "[{who} lays down {card} to delay the call.|]",
    "delayed": _of_road("The call on ROAD waits for [{who}|you]."),
    "turned": "Under it lies {card}.",
    "true": _of_road("ROAD is true: it is verified."),
    "false": _of_road("ROAD was a bluff! The cards are discarded."),
    "blocked with": "[{who} blocks with {card}.|]",
    "blocked": _of_road("ROAD is closed until [{who} moves|you move]."),
    "built": _of_road("{who} [has|have] built ROAD."),
    "gained": "{who} get[s] {number} $ for it.",
    "laid open": "All see {card}.",
    "fixed open": "All see {card}.",
    "expired": "Nobody has built {card}: it is discarded.",
    "stalled": "Nothing has moved for a round: {card} is discarded.",
    "last round": "The last round begins: everything is open and honest now.",
    "settled": lambda pairs: f"{{who}} cancel[s] {number_of(pairs, 'debt')}." if pairs else "",
    "scored": "{who} score[s] {number}.",
    "won": lambda winners: "{who} win[s]!" if winners == 1 else "{who} share[s] the win.",
}

HELP = """\
On your turn you may play one card for its action: a legislator calls a bluff, a banker borrows 3 $ (and 3 debts). Then
you may build one of the open roads: name it, and put cards face down under it. Only their backs are seen. Gold cards are
mostly legislators, black ones judges, green ones bankers, but nobody checks whether they are the right ones, unless
somebody calls. Then draw two cards. A judge in your hand delays a call on you until your next turn, when you may put one
card more under the road; or it blocks a road that somebody else has named. If a bluff is found out, the road is lost and
the caller may take it over, true or not. A joint venture is built by two players together and counts fully for both.
When the stock market crashes everybody has one last turn, open and honest. A debt left at the end costs 3 points."""


TERMS = {
    "decks=one": "one for all backs",
    "decks=three": "one for each back, with a free choice",
    "start_money": "money to begin with",
    "start_money=false": "none",
    "start_money=true": "a few $ for later seats",
    "unofficial": "two seats",
    "unofficial=false": "not allowed",
    "unofficial=true": "allowed, without joint ventures",
    "mini": "size of the game",
    "mini=false": "all cards",
    "mini=true": "very small, for two",
    "match=single": "one game",
    "match=rotation": "a game for each seat to begin",
    "rounds": "times each seat begins",
}


# -- why not -----------------------------------------------------------------------------------------------------------


def why(view: View, action: int) -> Reason:
    """Why a seat may not do something now, and the rule that says so."""
    s = view.state
    text = view.game.actions.text(action)
    verb = text.partition(" ")[0]
    if s.window.depth:
        return _why_no_answer(s, text)
    if verb in _WHEN and s.phase not in _WHEN[verb][0]:
        return _WHEN[verb][1], _WHEN[verb][2]
    return _WHY.get(verb, _why_nothing)(view, action)


def _why_no_answer(s: Any, text: str) -> Reason:
    blocking = s.window.level[0].kind == table.BLOCKING
    if text.startswith("block with" if blocking else "delay with"):
        return "you do not hold that judge", "WS-5.21" if blocking else "WS-5.8"
    if blocking:
        return "a road has been named: block it with a judge, or let it pass", "WS-5.21"
    return "your road is called: delay with a judge, or do not", "WS-5.8"


def _why_nothing(view: View, action: int) -> Reason:
    return "that cannot be done now", None


def _why_no_call(view: View, action: int) -> Reason:
    s, road = view.state, action - table.CALL
    assert view.seat is not None
    if s.owners[road] == 0:
        return f"nobody has built {title(road)}", "WS-5.7"
    if s.owners[road] >> view.seat & 1:
        return f"{title(road)} is your own", "WS-5.7"
    if s.caller[road]:
        return f"a call on {title(road)} is pending already", "WS-5.7"
    if s.proof[road] != table.HIDDEN:
        return f"what lies under {title(road)} is open to all", "WS-5.7"
    return "a call costs a card with a legislator", "WS-5.7"


def _why_no_build(view: View, action: int) -> Reason:
    s, road = view.state, action - table.BUILD
    assert view.seat is not None
    if cards.ROAD + road not in [cell & 255 for cell in s.row.cell[: s.row.n]]:
        return f"{title(road)} does not lie in the row", "WS-5.18"
    if s.blocked[road]:
        return f"{title(road)} is blocked until the turn of {view.names[s.blocked[road] - 1]}", "WS-5.21"
    if s.hand[view.seat].n == 0:
        return "a road needs at least one card under it", "WS-5.18"
    return "in the last round a road must be paid for in full", "WS-5.19"


def _why_no_offer(view: View, action: int) -> Reason:
    s = view.state
    venture, seat = divmod(action - table.OFFER, 4)
    assert view.seat is not None
    if seat >= s.players:
        return "nobody has that seat", "WS-6.2"
    if seat == view.seat:
        return "a joint venture needs another player", "WS-5.23"
    lies = s.road == cards.FIRST_VENTURE + venture if s.phase == table.TAKING else s.front[venture]
    if not lies:
        return f"{title(cards.FIRST_VENTURE + venture)} lies before nobody", "WS-5.23"
    if s.refused[venture] >> seat & 1:
        return f"{view.names[seat]} has been asked about it this turn", "WS-5.25"
    return "neither of you holds a card", "WS-6.2"


def _why_no_put(view: View, action: int) -> Reason:
    s, kind = view.state, action - table.PUT
    assert view.seat is not None
    if not tally.kinds(s.hand[view.seat]) >> kind & 1:
        return f"you do not hold {cards.KIND[kind]}", "WS-5.18"
    return "cards are put down in their order, and in the last round the cost must still be met", "WS-6.1"


def _why_no_card(view: View, action: int) -> Reason:
    return "you do not hold a card that can be used so", "WS-5.4"


def _why_no_take(view: View, action: int) -> Reason:
    if view.state.road >= cards.FIRST_VENTURE:
        return "a joint venture is taken over with a partner: offer it", "WS-5.17"
    return "to take a road over you need a card, and in the last round its whole cost", "WS-5.17"


_WHY: dict[str, Callable[[View, int], Reason]] = {
    "call": _why_no_call,
    "build": _why_no_build,
    "offer": _why_no_offer,
    "put": _why_no_put,
    "take": _why_no_take,
    "pay": lambda view, action: ("so many $ you do not have, or the road does not cost so many", "WS-5.18"),
    "done": lambda view, action: ("at least one card, and in the last round the whole cost", "WS-6.3"),
    "join": lambda view, action: ("together you cannot pay for it", "WS-5.26"),
    "draw": lambda view, action: ("there is no card with that back to draw", "WS-5.31"),
    **dict.fromkeys(("borrow", "spend", "delay", "fix", "discard"), _why_no_card),
}

_WHEN: dict[str, tuple[tuple[int, ...], str, str]] = {
    "call": ((table.ACTION,), "a call is the one action at the beginning of your turn", "WS-5.3"),
    "borrow": ((table.ACTION,), "borrowing is the one action at the beginning of your turn", "WS-5.3"),
    "spend": ((table.SPENDING,), "a legislator is spent when you call", "WS-5.7"),
    "fix": ((table.FIXING,), "a card is added only under a called road that waits for you", "WS-5.11"),
    "delay": ((table.PUSHING,), "only a call on your own road is delayed", "WS-5.12"),
    "take": ((table.TAKING,), "only a road whose bluff you have called is taken over", "WS-5.16"),
    "leave": ((table.TAKING,), "only a road whose bluff you have called is left", "WS-5.16"),
    "build": ((table.BUILDING,), "roads are named in the build step", "WS-5.1"),
    "offer": ((table.BUILDING, table.TAKING), "joint ventures are offered in the build step", "WS-5.23"),
    "pay": ((table.TOKENS,), "$ tokens come before the cards, once", "WS-5.18"),
    "put": ((table.CARDS,), "cards are put down when a road is being paid for", "WS-5.18"),
    "done": ((table.CARDS,), "nothing is being paid for", "WS-5.18"),
    "join": ((table.JOINING,), "nothing is offered to you", "WS-5.24"),
    "decline": ((table.JOINING,), "nothing is offered to you", "WS-5.24"),
    "sign": ((table.SIGNING,), "nothing is to be signed", "WS-5.24"),
    "withdraw": ((table.SIGNING,), "nothing is to be signed", "WS-5.24"),
    "discard": ((table.LIMIT,), "cards are discarded at the end of a turn, down to ten", "WS-5.31"),
    "draw": ((table.DRAWING,), "cards are drawn at the end of your turn", "WS-5.31"),
    "block": ((), "no road is being named by somebody else", "WS-5.21"),
    "let": ((), "no road is being named by somebody else", "WS-5.21"),
    "no": ((), "there is nothing to refuse now", "WS-5.3"),
}
