"""The map of the city and Long Island: where each road lies, and how it stands."""

from __future__ import annotations

from functools import cache, lru_cache

from tuckbox.definition.graphemes import initial
from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw.words import title
from tuckbox.scene import lay
from tuckbox.scene.parts import Map, Mark
from tuckbox.view.view import View

SIZE = (320, 200)
"""The frame of the drawings ``map`` and ``road-OP1`` to ``road-JV6``."""

AT = {
    "OP1": (118, 143),
    "OP2": (119, 152),
    "OP3": (121, 162),
    "OP4": (123, 170),
    "OP5": (126, 180),
    "BP1": (98, 154),
    "BP2": (104, 175),
    "BP3": (128, 185),
    "BP4": (156, 179),
    "BP5": (180, 160),
    "GC1": (146, 76),
    "GC2": (164, 84),
    "GC3": (178, 100),
    "GC4": (202, 104),
    "GC5": (230, 97),
    "HH1": (89, 92),
    "HH2": (95, 72),
    "HH3": (102, 49),
    "HH4": (125, 15),
    "HH5": (143, 9),
    "A01": (154, 101),
    "A02": (116, 57),
    "A03": (261, 140),
    "A04": (102, 135),
    "A05": (190, 126),
    "A06": (95, 112),
    "A07": (152, 40),
    "A08": (266, 81),
    "A09": (127, 34),
    "A10": (166, 42),
    "A11": (111, 134),
    "A12": (86, 125),
    "A13": (37, 166),
    "JV1": (134, 62),
    "JV2": (180, 180),
    "JV3": (184, 52),
    "JV4": (112, 28),
    "JV5": (87, 140),
    "JV6": (80, 158),
}
"""Where the middle of each road is in that frame."""


def city(view: View) -> Map:
    """The roads on the map: what is planned, what may be built now, and what has been built by whom."""
    s = view.state
    offered = frozenset([(cell & 255) - c.ROAD for pile in (s.row, s.fronts) for cell in pile.cell[: pile.n]])
    return _city(offered, tuple(s.owners), tuple(map(bool, s.blocked)), tuple(map(bool, s.caller)), view.names)


@lru_cache(1024)
def _city(
    offered: frozenset[int],
    owners: tuple[int, ...],
    blocked: tuple[bool, ...],
    called: tuple[bool, ...],
    names: tuple[str, ...],
) -> Map:
    """The same, by all that is seen of it."""
    marks = []
    for road in range(c.SEGMENTS):
        seats = tuple([seat for seat in range(len(names)) if owners[road] >> seat & 1])
        if seats:
            marks.append(_owned(road, seats, tuple([names[seat] for seat in seats]), "called" if called[road] else "built"))
        else:
            marks.append(_free(road, ("closed" if blocked[road] else "open") if road in offered else ""))
    return Map("The city and Long Island", "map", SIZE, tuple(marks))


@cache
def _free(road: int, state: str) -> Mark:
    """A road that is nobody's: how it stands if it lies on the table."""
    name, note = c.IDS[road], f"{title(road)} {state}" if state else ""
    return Mark(name, f"road-{name}", AT[name], name if state else "", state or "planned", (), note)


@lru_cache(4096)
def _owned(road: int, owners: tuple[int, ...], names: tuple[str, ...], state: str) -> Mark:
    name, initials = c.IDS[road], "".join(initial(name) or "?" for name in names)
    return Mark(name, f"road-{name}", AT[name], initials, state, owners, f"{title(road)} of {lay.listed(names)}")
