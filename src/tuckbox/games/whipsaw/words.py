"""The texts of Whipsaw!: sentences for the log, the names of things."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tuckbox.games.whipsaw.cards import BACK_OF, COLOURS, PARKWAY, PARKWAYS, RESOURCES, ROADS, TITLES, Resource, Worth
from tuckbox.games.whipsaw.state import ROAD_OF
from tuckbox.view.view import View

UNITS = ("legislator", "judge", "banker")


def approval(row: Resource) -> str:
    """Return the units of a resource card, in words.

    >>> approval(RESOURCES[0]), approval(RESOURCES[1]), approval(RESOURCES[4])
    ('Judge', 'Two judges', 'Legislator & judge')
    """
    counts = zip((row.legislators, row.judges, row.bankers), UNITS, strict=True)
    return " & ".join(unit if count == 1 else f"two {unit}s" for count, unit in counts if count).capitalize()


APPROVALS = tuple(map(approval, RESOURCES))
"""The resource cards by kind."""

NAMES = {
    row.name: f"{APPROVALS[kind][0].lower()}{APPROVALS[kind][1:]} ({COLOURS[BACK_OF[kind]]})"
    for kind, row in enumerate(RESOURCES)
}
"""The same with the colour of the back, where they stand in a sentence."""


def title(road: int) -> str:
    """A road by its name and its id.

    >>> title(0), title(20)
    ('Prospect Park (OP1)', 'Queens Boulevard (A01)')
    """
    return TITLES[road]


def number_of(count: int, word: str) -> str:
    """A number with its word.

    >>> number_of(1, "judge"), number_of(2, "judge")
    ('1 judge', '2 judges')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


@cache
def cost(road: int) -> str:
    """The cost of a road, in short.

    >>> cost(18)
    'L1 J1 $2'
    """
    parts = zip("LJ$", ROADS[road].cost, strict=True)
    return " ".join(f"{letter}{number}" for letter, number in parts if number)


def bill(legislators: int, judges: int, tokens: int) -> str:
    """A cost, in words.

    >>> bill(1, 2, 0), bill(0, 0, 3)
    ('1 legislator, 2 judges', '$3')
    """
    asked = [number_of(count, unit) for count, unit in ((legislators, UNITS[0]), (judges, UNITS[1])) if count]
    return ", ".join([*asked, *([f"${tokens}"] if tokens else [])])


def short(legislators: int, judges: int, tokens: int) -> str:
    """The same where there is little room.

    >>> short(1, 2, 0)
    '1 L, 2 J'
    """
    units = [f"{count} {sign}" for count, sign in ((legislators, "L"), (judges, "J")) if count]
    return ", ".join([*units, *([f"${tokens}"] if tokens else [])])


@cache
def worth(road: int) -> str:
    """The worth of a road, in short.

    >>> worth(0), worth(20), worth(28)
    ('1 per Ocean segment', '3', '2 per baseball')
    """
    kind, n = ROADS[road].worth, ROADS[road].n
    if kind == Worth.PER_SEGMENT:
        return f"1 per {parkway(road).removesuffix(' Parkway')} segment"
    return {
        Worth.PLAIN: f"{n}",
        Worth.PER_AMENITY: f"{n} per {ROADS[road].amenity}",
        Worth.PER_PARKWAY: f"{n} per parkway",
        Worth.PER_VENTURE: f"1, +{n} per joint venture",
        Worth.PER_SET: f"1, +{n} per amenity set",
        Worth.MOST_BEACHES: f"{n} if most beaches, else 1",
        Worth.NO_DEBT: f"{n} without debt, else 1",
        Worth.PER_DEBT: f"1, +{n} per debt, max 3",
    }[kind]


def parkway(road: int) -> str:
    """The parkway a road is a segment of, or nothing.

    >>> parkway(0), parkway(20)
    ('Ocean Parkway', '')
    """
    return tuple(PARKWAYS.values())[PARKWAY[road]] if PARKWAY[road] >= 0 else ""


def _of_road(sentence: str) -> Callable[[int], str]:
    """A sentence about a road, told by its number."""
    return lambda road: sentence.replace("ROAD", title(road))


SAYS: dict[str, str | Callable[[int], str]] = {
    "call {road}": "{who} call[s] {road} a bluff!",
    "borrow {card}": "{who} borrow[s] $3 with {card} and take[s] 3 debts.",
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
    "pay {tokens}": lambda tokens: f"{{who}} pay[s] ${tokens}." if tokens else "",
    "put {card}": "{who} put[s] down {card}.",
    "done": "",
    "join": "{who} join[s] the venture.",
    "decline": "{who} decline[s].",
    "sign": "{who} sign[s].",
    "withdraw": "{who} withdraw[s]: everything goes back.",
    "discard {card}": "{who} discard[s] {card}.",
    "draw {back}": "",
    "first": "{who} begin[s].",
    "row": "{card} joins the row.",
    "venture": "A joint venture: {card} lies before [{who}|you].",
    "no venture": "{card} is a second joint venture, and discarded.",
    "crashed": "The stock market crashes! After this turn everybody has one more, open and honest.",
    "lifted": "A judge is lifted from the road: {card}.",
    "drew": "{who} draw[s] {card}.",
    "renewed": "The discards are shuffled into a new deck.",
    "no card": "There is no card to draw for [{who}|you].",
    "delayed with": "[{who} lays down {card} to delay the call.|]",
    "delayed": _of_road("The call on ROAD waits for [{who}|you]."),
    "turned": "It covered {card}.",
    "true": _of_road("ROAD was honest and is now safe."),
    "false": _of_road("ROAD was a bluff! The cards are discarded."),
    "blocked with": "[{who} blocks with {card}.|]",
    "blocked": _of_road("ROAD is closed until [{who} moves|you move]."),
    "built": _of_road("{who} [has|have] built ROAD."),
    "gained": "{who} get[s] ${number} for it.",
    "laid open": "All see {card}.",
    "expired": "Nobody has built {card}: it is discarded.",
    "stalled": "Nothing has moved for a round: {card} is discarded.",
    "last round": "The last round begins: everything is open and honest now.",
    "settled": lambda pairs: f"{{who}} cancel[s] {number_of(pairs, 'debt')}." if pairs else "",
    "scored": "{who} score[s] {number}.",
    "won": lambda winners: "{who} win[s]!" if winners == 1 else "{who} share[s] the win.",
}

LABELS: dict[str, str | Callable[[int], str]] = {
    "call {road}": "Call {road} a bluff",
    "borrow {card}": "Borrow with {card}",
    "no action": "No action",
    "spend {card}": "Spend {card}",
    "delay with {card}": "Delay with {card}",
    "no delay": "Do not delay",
    "fix {card}": "Add {card}",
    "no fix": "Add nothing",
    "take": "Take the road over",
    "leave": "Leave the road",
    "build {road}": "Build {road}",
    "offer {road} to {seat}": "Offer {road} to {seat}",
    "no build": "Build nothing",
    "block with {card}": "Block with {card}",
    "let pass": "Let it pass",
    "pay {tokens}": lambda tokens: f"Pay ${tokens}" if tokens else "Pay no money",
    "put {card}": "Put down {card}",
    "done": "Done",
    "join": "Join the venture",
    "decline": "Decline",
    "sign": "Sign",
    "withdraw": "Withdraw",
    "discard {card}": "Discard {card}",
    "draw {back}": lambda back: f"Draw a {COLOURS[back]} card",
}

HELP = """\
On your turn you may play one card for its action: a legislator calls a bluff, a banker borrows $3 (and 3 debts). Then
you may build one of the open roads: name it, and put cards face down under it. Only their backs are seen. Gold cards are
mostly legislators, black ones judges, green ones bankers, but nobody checks whether they are the right ones, unless
somebody calls. Then draw two cards. A judge in your hand delays a call on you until your next turn, when you may put one
card more under the road; or it blocks a road that somebody else has named. If a bluff is found out, the road is lost and
the caller may take it over, true or not. A joint venture is built by two players together and counts fully for both.
When the stock market crashes everybody has one last turn, open and honest. A debt left at the end costs 3 points."""


FACTS: dict[str, Callable[[View, int], str]] = {
    "most": lambda view, action: str(view.state.most),
    "current": lambda view, action: title(view.state.road),
    "paid": lambda view, action: str(view.state.paid[view.state.road]),
    "blocker": lambda view, action: view.names[view.state.blocked[ROAD_OF[action]] - 1],
}
"""Words for the slots of refusals' sentences besides the arguments of an action."""

TERMS = {
    "decks=one": "one for all backs",
    "decks=three": "one for each back, with a free choice",
    "start_money": "start money",
    "start_money=false": "none",
    "start_money=true": "a few dollars for later seats",
    "stalled": "a row stalled for a round",
    "stalled=moves": "loses its first road",
    "stalled=stays": "stays as it is",
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
