"""The cards of Whipsaw! as data: 21 kinds of resource cards, 39 roads and the crash (WS-2.1, WS-2.2).

A card is a number: the kinds of resource cards in their canonical order, then the roads, joint ventures last, then the
crash. The tables at the end say the same in whole numbers, which is how rules read them.
"""

from enum import IntEnum
from typing import NamedTuple

from tuckbox.kit import Deck, table

BLACK, GREEN, GOLD = 0, 1, 2  # backs of resource cards
COLOURS = ("black", "green", "gold")
BACK_NAMES = (*(f"{colour} card" for colour in COLOURS), "year-1 road", "year-2 road", "year-3 road", "crash card")


class Resource(NamedTuple):
    """A kind of resource card; its name is the letter of its back and those of its units."""

    name: str
    copies: int
    legislators: int
    judges: int
    bankers: int


class Worth(IntEnum):
    """The worth of a road to an owner; n is the number beside it in the list of roads."""

    PER_SEGMENT = 0  # 1 for each segment of its parkway
    PLAIN = 1  # n
    PER_AMENITY = 2  # n for each segment with its amenity
    PER_PARKWAY = 3  # n for each parkway with a segment
    PER_VENTURE = 4  # 1, and n for each joint venture
    PER_SET = 5  # 1, and n for each set of the four amenities
    MOST_BEACHES = 6  # n with the most beach segments, else 1
    NO_DEBT = 7  # n without debt, else 1
    PER_DEBT = 8  # 1, and n for each debt, 3 of them at most


class Road(NamedTuple):
    """A road: what it is called, what it costs, what it is worth, what it gives, and what is said of it."""

    id: str
    segment: str
    year: int
    legislators: int
    judges: int
    dollars: int
    worth: Worth
    n: int
    amenity: str
    gives: int
    motto: str

    @property
    def cost(self) -> tuple[int, int, int]:
        """Legislators, judges and $."""
        return self.legislators, self.judges, self.dollars


_COPIES = {
    "kJ": 14, "kJJ": 10, "kL": 3, "kB": 3, "kJL": 2, "kJB": 2, "kLB": 2,
    "gB": 6, "gBB": 5, "gL": 2, "gJ": 2, "gJL": 1, "gJB": 1, "gLB": 1,
    "oL": 14, "oLL": 10, "oB": 3, "oJ": 3, "oJL": 2, "oJB": 2, "oLB": 2,
}  # fmt: skip
RESOURCES = tuple(Resource(name, number, *map(name.count, "LJB")) for name, number in _COPIES.items())
MINI_COPIES = {"kJ": 2, "kL": 1, "gB": 1, "oL": 2, "oLL": 1, "oJ": 1}

PARKWAYS = {
    "OP": "Ocean Parkway",
    "BP": "Belt Parkway",
    "GC": "Grand Central Parkway",
    "HH": "Henry Hudson Parkway",
}
AMENITIES = ("baseball", "playground", "pool", "beach")

W = Worth
_ROADS = (  # id, segment, year, legislators, judges, $, worth, n, amenity, gives $, motto
    ("OP1", "Prospect Park", 1, 2, 0, 0, W.PER_SEGMENT, 1, "playground", 0, ""),
    ("OP2", "Kensington", 1, 1, 1, 0, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("OP3", "Midwood", 2, 2, 1, 0, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("OP4", "Gravesend", 2, 4, 0, 0, W.PER_SEGMENT, 1, "playground", 0, ""),
    ("OP5", "Brighton Beach", 3, 3, 1, 0, W.PER_SEGMENT, 1, "beach", 0, ""),
    ("BP1", "Bay Ridge", 1, 1, 1, 0, W.PER_SEGMENT, 1, "playground", 0, ""),
    ("BP2", "Bath Beach", 1, 0, 2, 0, W.PER_SEGMENT, 1, "beach", 0, ""),
    ("BP3", "Sheepshead Bay", 2, 2, 2, 0, W.PER_SEGMENT, 1, "beach", 0, ""),
    ("BP4", "Canarsie", 2, 2, 0, 0, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("BP5", "Howard Beach", 3, 2, 2, 0, W.PER_SEGMENT, 1, "beach", 0, ""),
    ("GC1", "Astoria", 1, 0, 2, 0, W.PER_SEGMENT, 1, "pool", 0, ""),
    ("GC2", "Flushing Meadow", 1, 0, 1, 1, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("GC3", "Kew Gardens", 2, 0, 4, 0, W.PER_SEGMENT, 1, "playground", 0, ""),
    ("GC4", "Jamaica Estates", 2, 0, 2, 0, W.PER_SEGMENT, 1, "pool", 0, ""),
    ("GC5", "Alley Pond", 3, 0, 3, 1, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("HH1", "Riverside Park", 1, 0, 0, 2, W.PER_SEGMENT, 1, "playground", 0, ""),
    ("HH2", "Fort Washington", 1, 1, 0, 1, W.PER_SEGMENT, 1, "pool", 0, ""),
    ("HH3", "Inwood Hill", 2, 1, 1, 0, W.PER_SEGMENT, 1, "baseball", 0, ""),
    ("HH4", "Riverdale", 2, 1, 1, 2, W.PER_SEGMENT, 1, "pool", 0, ""),
    ("HH5", "Van Cortlandt Park", 3, 2, 0, 2, W.PER_SEGMENT, 1, "pool", 0, ""),
    ("A01", "Queens Boulevard", 1, 2, 0, 0, W.PLAIN, 3, "", 0, "the easy one: every alderman lives on it"),
    ("A02", "Harlem River Drive", 1, 0, 1, 1, W.PLAIN, 1, "", 3, "a bond issue before the first shovel"),
    ("A03", "Sunrise Highway", 1, 0, 2, 0, W.NO_DEBT, 4, "beach", 0, "clean books, clean beaches"),
    ("A04", "Gowanus Expressway", 2, 1, 0, 3, W.PLAIN, 2, "", 5, "tolls today, questions tomorrow"),
    ("A05", "Van Wyck Expressway", 2, 1, 1, 0, W.PER_DEBT, 4, "", 0, "an airport road that runs on paper"),
    ("A06", "East River Drive", 2, 2, 2, 0, W.PER_AMENITY, 2, "playground", 0, "a playground under every ramp"),
    ("A07", "Cross Bronx Expressway", 3, 3, 2, 0, W.PLAIN, 9, "", 0, "seven miles through somebody’s kitchen"),
    ("A08", "Long Island Expressway", 3, 2, 0, 2, W.PER_PARKWAY, 3, "", 0, "it crosses everything else you built"),
    ("A09", "Major Deegan Expressway", 3, 1, 3, 0, W.PER_AMENITY, 2, "baseball", 0, "past the ball park gates"),
    (
        "A10",
        "Bruckner Expressway",
        3,
        0,
        2,
        0,
        Worth.PER_VENTURE,
        2,
        "pool",
        0,
        "who shares bridges needs a road between them",
    ),
    ("A11", "Prospect Expressway", 3, 2, 0, 0, W.PER_SET, 3, "", 0, "something for everybody"),
    ("A12", "Lower Manhattan Expressway", 3, 0, 0, 4, W.PLAIN, 9, "", 0, "only ever a drawing, but what a drawing"),
    ("A13", "Staten Island Expressway", 3, 2, 2, 0, W.MOST_BEACHES, 6, "", 3, "tolls to the sands"),
    ("JV1", "Triborough Bridge", 1, 1, 1, 2, W.PLAIN, 4, "pool", 2, "three boroughs, two signatures"),
    ("JV2", "Marine Parkway Bridge", 1, 1, 2, 1, W.PLAIN, 5, "beach", 0, "to the sands and back"),
    ("JV3", "Bronx-Whitestone Bridge", 2, 2, 2, 0, W.PLAIN, 6, "playground", 0, "a ribbon over the East River"),
    ("JV4", "Henry Hudson Bridge", 2, 1, 0, 3, W.PER_SEGMENT, 1, "", 3, "a dime at each end"),
    ("JV5", "Brooklyn-Battery Tunnel", 3, 2, 0, 4, W.PLAIN, 8, "", 3, "a bridge was the first idea"),
    ("JV6", "Verrazzano-Narrows Bridge", 3, 3, 3, 0, W.PLAIN, 8, "", 3, "the last and the longest"),
)
ROADS = tuple(Road(*row) for row in _ROADS)
MINI_ROADS = ("OP1", "OP2", "BP1", "A01")

KINDS, SEGMENTS = len(RESOURCES), len(ROADS)
ROAD = KINDS  # the card of the first road
FIRST_VENTURE = 33  # roads from here on are joint ventures
CRASH = ROAD + SEGMENTS

IDS = tuple(road.id for road in ROADS)
TITLES = tuple(f"{road.segment} ({road.id})" for road in ROADS)
_BACKS = ["kgo".index(row.name[0]) for row in RESOURCES]

KIND = Deck((row.name for row in RESOURCES), copies=[row.copies for row in RESOURCES], backs=_BACKS, back_names=BACK_NAMES)
"""The resource cards alone, for actions that name one."""

ANY_ROAD = Deck(IDS, faces=TITLES)
"""The roads, for actions that name one."""

PACK = Deck(
    [*KIND.names, *IDS, "CRASH"],
    faces=[*KIND.names, *TITLES, "CRASH"],
    copies=[*KIND.copies, *[1] * SEGMENTS, 1],
    backs=[*_BACKS, *[2 + road.year for road in ROADS], 6],
    back_names=BACK_NAMES,
)


def _parkway(road: str) -> int:
    """The parkway a road is a segment of, or -1; the Henry Hudson Bridge is one of its parkway."""
    code = "HH" if road == "JV4" else road[:2]
    return tuple(PARKWAYS).index(code) if code in PARKWAYS else -1


def _holding(index: int) -> int:
    """Return what owning a road adds to a packed count: parkways and amenities, joint ventures, segments, six bits each."""
    packed = 1 << 54 | (1 << 48 if index >= FIRST_VENTURE else 0)
    for place, at in ((0, PARKWAY[index]), (24, AMENITY[index])):
        packed |= 1 << place + 6 * at if at >= 0 else 0
    return packed


L_KINDS = [kind for kind, row in enumerate(RESOURCES) if row.legislators]
J_KINDS = [kind for kind, row in enumerate(RESOURCES) if row.judges]
B_KINDS = [kind for kind, row in enumerate(RESOURCES) if row.bankers]
L_MASK, J_MASK, B_MASK = (sum(1 << kind for kind in kinds) for kinds in (L_KINDS, J_KINDS, B_KINDS))
BACK_OF = table(PACK.backs)
COPIES = table(KIND.copies)
COPIES_IN_MINI = table([MINI_COPIES.get(row.name, 0) for row in RESOURCES])
IN_MINI = table([IDS.index(road) for road in MINI_ROADS])
UNITS = table([row.legislators | row.judges << 8 | row.bankers << 16 for row in RESOURCES])  # packed: L, J, B
YEAR = table([road.year for road in ROADS])
COST_L, COST_J, COST_D = (table([road.cost[unit] for road in ROADS]) for unit in range(3))
COST = table([sum(road.cost) for road in ROADS])
WORTH, POINTS = table([road.worth for road in ROADS]), table([road.n for road in ROADS])
GIVES = table([road.gives for road in ROADS])
PARKWAY = table([_parkway(road) for road in IDS])
AMENITY = table([AMENITIES.index(road.amenity) if road.amenity else -1 for road in ROADS])
HOLDING = table([_holding(index) for index in range(SEGMENTS)])
START_MONEY = table([[0, 2, 0, 0], [0, 1, 3, 0], [0, 1, 2, 7]])  # for 2, 3 and 4 seats, in the order of play
