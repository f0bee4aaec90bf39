"""Topics of Whipsaw!: what the approvals do, and what each road costs, is worth and gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tuckbox.definition.topics import Topic
from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw.cards import Worth
from tuckbox.games.whipsaw.scene import resource, tone_of
from tuckbox.games.whipsaw.words import APPROVALS, NAMES, UNITS, bill, number_of, parkway
from tuckbox.kit import BACK
from tuckbox.scene.parts import Card

_UNITS = {
    "legislator": "pays one legislator of a road's cost, or is spent in your turn to call a segment a bluff",
    "judge": "pays one judge of a road's cost, or delays a call on you, or blocks a road that somebody names",
    "banker": "pays $1 of a road's cost, or is spent in your turn to borrow $3, with three debts",
}
_YEARS = ("first", "second", "third")


def topics(options: Mapping[str, str]) -> dict[str, Topic]:
    """The resource cards and their backs, the roads by their ids, the crash, and the backs of roads."""
    found = {row.name: _resource(kind) for kind, row in enumerate(c.RESOURCES)}
    found |= {road: _road(number) for number, road in enumerate(c.IDS)}
    found |= {colour: _back(at) for at, colour in enumerate(c.COLOURS)}
    crash = "When it is drawn the turn is finished; then everybody has one more, open and honest, and the game is over."
    found["CRASH"] = Topic("The crash", (crash,), "card", None, "WS-5.28")
    deck = "Thirteen roads of each year, the first year on top. The crash lies among the last six cards."
    back = Card("roads", hidden=True, tone="blue", art="back-roads")
    found["roads"] = Topic("The road deck", (deck,), "back", back, "WS-4.3")
    return found


def _resource(kind: int) -> Topic:
    row, colour = c.RESOURCES[kind], c.COLOURS[c.BACK_OF[kind]]
    counts = zip((row.legislators, row.judges, row.bankers), UNITS, strict=True)
    heads = [(unit, f"Each {unit} on it" if count > 1 else f"The {unit}") for count, unit in counts if count]
    lines = [f"{head} {_UNITS[unit]}." for unit, head in heads]
    both = row.legislators + row.judges + row.bankers > 1
    told = "Under a road all of it counts; spent, it is one action." if both else ""
    hidden = f"Face down the others see only that it is {colour}."
    called = (NAMES[row.name],)
    kinds = f"{colour} card, {row.copies} of 90"
    return Topic(APPROVALS[kind], tuple(filter(None, (*lines, told, hidden))), kinds, resource(kind), "WS-2.1", called)


def _back(at: int) -> Topic:
    colour, unit = c.COLOURS[at], UNITS["LJB".index("JBL"[at])]
    of_back = [row for row in c.RESOURCES if row.name[0] == "kgo"[at]]
    of_unit = sum(row.copies for row in of_back if "JBL"[at] in row.name)
    told = f"Mostly {unit}s: {of_unit} of the {sum(row.copies for row in of_back)} {colour} cards have at least one."
    called = (c.BACK_NAMES[at], *(f"{letter}?" for letter in "kgo"[at]))
    return Topic(f"{colour.capitalize()} card, face down", (told,), "back", resource(BACK + at), "WS-2.1", called)


def _road(road: int) -> Topic:
    row = c.ROADS[road]
    venture = road >= c.FIRST_VENTURE
    kind = f"{'joint venture' if venture else parkway(road) or 'expressway'}, {_YEARS[row.year - 1]} year"
    face = Card(
        row.id, row.id, tone=tone_of(road), title=row.segment, art=f"poster-{row.id} cost-{'-'.join(map(str, row.cost))}"
    )
    return Topic(row.segment, tuple(_told(road, venture)), kind, face, "WS-2.2", (row.id, c.TITLES[road]))


def _told(road: int, venture: bool) -> Iterator[str]:
    row = c.ROADS[road]
    dollars = " A $ is paid with a banker under it, or with a token." if row.dollars else ""
    yield f"It costs {bill(*row.cost)}.{dollars}"
    yield _worth(road)
    if row.amenity:
        yield f"It has a {_ground(row.amenity)}."
    if row.gives:
        yield f"Whoever builds it gets ${row.gives} at once{', each of the two' if venture else ''}."
    if venture:
        yield "Two players build it together. It belongs to both, and counts fully for both."
    if row.motto:
        yield f"“{row.motto[0].upper()}{row.motto[1:]}.”"


def _ground(amenity: str) -> str:
    return "baseball ground" if amenity == "baseball" else amenity


def _worth(road: int) -> str:
    """The worth of a road to an owner at the end, in a sentence."""
    row, n = c.ROADS[road], number_of(c.ROADS[road].n, "point")
    return {
        Worth.PLAIN: f"At the end it is worth {n}.",
        Worth.PER_SEGMENT: f"At the end it is worth a point for each of your segments of {parkway(road)}, itself included.",
        Worth.PER_AMENITY: f"At the end it is worth {n} for each of your segments with a {_ground(row.amenity)}.",
        Worth.PER_PARKWAY: f"At the end it is worth {n} for each parkway of which you have a segment.",
        Worth.PER_VENTURE: f"At the end it is worth 1 point, and {row.n} more for each of your joint ventures.",
        Worth.PER_SET: f"At the end it is worth 1 point, and {row.n} more for each set of all four amenities.",
        Worth.MOST_BEACHES: f"At the end it is worth {n} if nobody has more segments with a beach, else 1.",
        Worth.NO_DEBT: f"At the end it is worth {n} if you have no debt, else 1.",
        Worth.PER_DEBT: f"At the end it is worth 1 point, and {row.n} more for each debt, of which three count at most.",
    }[row.worth]
