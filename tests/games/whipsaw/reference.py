"""The reference of all cards as tables in Markdown, made from the data; the game's page holds them word for word."""

from __future__ import annotations

from collections.abc import Iterable

from tuckbox.games.whipsaw import cards, words


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *map(list, rows)]
    ruled = [lines[0], ["---"] * len(lines[0]), *lines[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in ruled)


def resources_table() -> str:
    """The kinds of resource cards: for each back the copies of what it may bear."""
    names = [row[0] for row in cards.RESOURCES]
    units = sorted({name[1:] for name in names}, key=lambda units: (len(units), "JLB".index(units[0]), units))
    copies = {row[0]: str(row[1]) for row in cards.RESOURCES}
    rows = ([f"`{unit}`", *(copies.get(back + unit, "–") for back in "kgo")] for unit in units)
    return _table(("bears", "black `k`", "green `g`", "gold `o`"), rows)


def roads_table(year: int) -> str:
    """The roads of a year."""
    return _table(("id", "road", "cost", "worth", "amenity", "gives"), map(_road, _of_year(year)))


def _of_year(year: int) -> list[int]:
    return [road for road, row in enumerate(cards.ROADS) if row.year == year]


def _road(road: int) -> list[str]:
    row, parkway = cards.ROADS[road], words.parkway(road)
    title = f"{parkway}, {row.segment}" if parkway else row.segment
    venture = "**joint venture**, " if road >= cards.FIRST_VENTURE else ""
    motto = f": *{row.motto}*" if row.motto else ""
    gives = f"${row.gives}" if row.gives else "–"
    return [f"`{row.id}`", venture + title + motto, words.cost(road), words.worth(road), row.amenity or "–", gives]
