"""The cards of Whipsaw! as data: 21 kinds of resource cards, 39 roads and the crash (WS-2.1, WS-2.2).

A card is a number: the kinds of resource cards in their canonical order, then the roads, joint ventures last, then the
crash. The tables at the end say the same in whole numbers, which is how rules read them.
"""

from tuckbox.kit import Deck, table

BLACK, GREEN, GOLD = 0, 1, 2  # backs of resource cards
COLOURS = ("black", "green", "gold")
BACK_NAMES = (*(f"{colour} card" for colour in COLOURS), "year-1 road", "year-2 road", "year-3 road", "crash card")

RESOURCES = (  # name (back letter and units), copies, legislators, judges, bankers
    ("kJ", 14, 0, 1, 0),
    ("kJJ", 10, 0, 2, 0),
    ("kL", 3, 1, 0, 0),
    ("kB", 3, 0, 0, 1),
    ("kJL", 2, 1, 1, 0),
    ("kJB", 2, 0, 1, 1),
    ("kLB", 2, 1, 0, 1),
    ("gB", 6, 0, 0, 1),
    ("gBB", 5, 0, 0, 2),
    ("gL", 2, 1, 0, 0),
    ("gJ", 2, 0, 1, 0),
    ("gJL", 1, 1, 1, 0),
    ("gJB", 1, 0, 1, 1),
    ("gLB", 1, 1, 0, 1),
    ("oL", 14, 1, 0, 0),
    ("oLL", 10, 2, 0, 0),
    ("oB", 3, 0, 0, 1),
    ("oJ", 3, 0, 1, 0),
    ("oJL", 2, 1, 1, 0),
    ("oJB", 2, 0, 1, 1),
    ("oLB", 2, 1, 0, 1),
)
MINI_COPIES = {"kJ": 2, "kL": 1, "gB": 1, "oL": 2, "oLL": 1, "oJ": 1}

PARKWAYS = {
    "OP": "Ocean Parkway",
    "BP": "Belt Parkway",
    "GC": "Grand Central Parkway",
    "HH": "Henry Hudson Parkway",
}
PARKWAY_CODES = tuple(PARKWAYS)
AMENITIES = ("baseball", "playground", "pool", "beach")

# What a road is worth to an owner; n is the number beside it in the list of roads.
PER_SEGMENT = 0  # 1 for each segment of its parkway
PLAIN_POINTS = 1  # n
PER_BASEBALL, PER_PLAYGROUND = 2, 3  # n for each segment with that amenity
PER_PARKWAY = 4  # n for each parkway with a segment
PER_VENTURE = 5  # 1, and n for each joint venture
PER_SET = 6  # 1, and n for each set of the four amenities
MOST_BEACHES = 7  # n with the most beach segments, else 1
NO_DEBT = 8  # n without debt, else 1
PER_DEBT = 9  # 1, and n for each debt, 3 of them at most

ROADS = (  # id, segment, year, legislators, judges, $, worth, n, amenity, gives $, motto
    ("OP1", "Prospect Park", 1, 2, 0, 0, PER_SEGMENT, 1, "playground", 0, ""),
    ("OP2", "Kensington", 1, 1, 1, 0, PER_SEGMENT, 1, "baseball", 0, ""),
    ("OP3", "Midwood", 2, 2, 1, 0, PER_SEGMENT, 1, "baseball", 0, ""),
    ("OP4", "Gravesend", 2, 4, 0, 0, PER_SEGMENT, 1, "playground", 0, ""),
    ("OP5", "Brighton Beach", 3, 3, 1, 0, PER_SEGMENT, 1, "beach", 0, ""),
    ("BP1", "Bay Ridge", 1, 1, 1, 0, PER_SEGMENT, 1, "playground", 0, ""),
    ("BP2", "Bath Beach", 1, 0, 2, 0, PER_SEGMENT, 1, "beach", 0, ""),
    ("BP3", "Sheepshead Bay", 2, 2, 2, 0, PER_SEGMENT, 1, "beach", 0, ""),
    ("BP4", "Canarsie", 2, 2, 0, 0, PER_SEGMENT, 1, "baseball", 0, ""),
    ("BP5", "Howard Beach", 3, 2, 2, 0, PER_SEGMENT, 1, "beach", 0, ""),
    ("GC1", "Astoria", 1, 0, 2, 0, PER_SEGMENT, 1, "pool", 0, ""),
    ("GC2", "Flushing Meadow", 1, 0, 1, 1, PER_SEGMENT, 1, "baseball", 0, ""),
    ("GC3", "Kew Gardens", 2, 0, 4, 0, PER_SEGMENT, 1, "playground", 0, ""),
    ("GC4", "Jamaica Estates", 2, 0, 2, 0, PER_SEGMENT, 1, "pool", 0, ""),
    ("GC5", "Alley Pond", 3, 0, 3, 1, PER_SEGMENT, 1, "baseball", 0, ""),
    ("HH1", "Riverside Park", 1, 0, 0, 2, PER_SEGMENT, 1, "playground", 0, ""),
    ("HH2", "Fort Washington", 1, 1, 0, 1, PER_SEGMENT, 1, "pool", 0, ""),
    ("HH3", "Inwood Hill", 2, 1, 1, 0, PER_SEGMENT, 1, "baseball", 0, ""),
    ("HH4", "Riverdale", 2, 1, 1, 2, PER_SEGMENT, 1, "pool", 0, ""),
    ("HH5", "Van Cortlandt Park", 3, 2, 0, 2, PER_SEGMENT, 1, "pool", 0, ""),
    ("A01", "Queens Boulevard", 1, 2, 0, 0, PLAIN_POINTS, 3, "", 0, "the easy one: every alderman lives on it"),
    ("A02", "Harlem River Drive", 1, 0, 1, 1, PLAIN_POINTS, 1, "", 3, "a bond issue before the first shovel"),
    ("A03", "Sunrise Highway", 1, 0, 2, 0, NO_DEBT, 4, "beach", 0, "clean books, clean beaches"),
    ("A04", "Gowanus Expressway", 2, 1, 0, 3, PLAIN_POINTS, 2, "", 5, "tolls today, questions tomorrow"),
    ("A05", "Van Wyck Expressway", 2, 1, 1, 0, PER_DEBT, 4, "", 0, "an airport road that runs on paper"),
    ("A06", "East River Drive", 2, 2, 2, 0, PER_PLAYGROUND, 2, "playground", 0, "a playground under every ramp"),
    ("A07", "Cross Bronx Expressway", 3, 3, 2, 0, PLAIN_POINTS, 9, "", 0, "seven miles through somebody’s kitchen"),
    ("A08", "Long Island Expressway", 3, 2, 0, 2, PER_PARKWAY, 3, "", 0, "it crosses everything else you built"),
    ("A09", "Major Deegan Expressway", 3, 1, 3, 0, PER_BASEBALL, 2, "baseball", 0, "past the ball park gates"),
    ("A10", "Bruckner Expressway", 3, 0, 2, 0, PER_VENTURE, 2, "pool", 0, "who shares bridges needs a road between them"),
    ("A11", "Prospect Expressway", 3, 2, 0, 0, PER_SET, 3, "", 0, "something for everybody"),
    ("A12", "Lower Manhattan Expressway", 3, 0, 0, 4, PLAIN_POINTS, 9, "", 0, "only ever a drawing, but what a drawing"),
    ("A13", "Staten Island Expressway", 3, 2, 2, 0, MOST_BEACHES, 6, "", 3, "tolls to the sands"),
    ("JV1", "Triborough Bridge", 1, 1, 1, 2, PLAIN_POINTS, 4, "pool", 2, "three boroughs, two signatures"),
    ("JV2", "Marine Parkway Bridge", 1, 1, 2, 1, PLAIN_POINTS, 5, "beach", 0, "to the sands and back"),
    ("JV3", "Bronx-Whitestone Bridge", 2, 2, 2, 0, PLAIN_POINTS, 6, "playground", 0, "a ribbon over the East River"),
    ("JV4", "Henry Hudson Bridge", 2, 1, 0, 3, PER_SEGMENT, 1, "", 3, "a dime at each end"),
    ("JV5", "Brooklyn-Battery Tunnel", 3, 2, 0, 4, PLAIN_POINTS, 8, "", 3, "a bridge was the first idea"),
    ("JV6", "Verrazzano-Narrows Bridge", 3, 3, 3, 0, PLAIN_POINTS, 8, "", 3, "the last and the longest"),
)
MINI_ROADS = ("OP1", "OP2", "BP1", "A01")

KINDS, SEGMENTS = len(RESOURCES), len(ROADS)
ROAD = KINDS  # the card of the first road
FIRST_VENTURE = 33  # roads from here on are joint ventures
VENTURES = SEGMENTS - FIRST_VENTURE
CRASH = ROAD + SEGMENTS

IDS = tuple(road[0] for road in ROADS)
TITLES = tuple(f"{road[1]} ({road[0]})" for road in ROADS)
_BACK = {"k": BLACK, "g": GREEN, "o": GOLD}
_BACKS = [_BACK[name[0]] for name, *_ in RESOURCES]

KIND = Deck((row[0] for row in RESOURCES), copies=[row[1] for row in RESOURCES], backs=_BACKS, back_names=BACK_NAMES)
"""The resource cards alone, for actions that name one."""

FROM_ROW, VENTURE_ROAD = (Deck(IDS[part], faces=TITLES[part]) for part in (slice(FIRST_VENTURE), slice(FIRST_VENTURE, None)))
ANY_ROAD = Deck(IDS, faces=TITLES)
"""The roads, for actions that name one."""

PACK = Deck(
    [*KIND.names, *IDS, "CRASH"],
    faces=[*KIND.names, *TITLES, "CRASH"],
    copies=[*KIND.copies, *[1] * SEGMENTS, 1],
    backs=[*_BACKS, *[2 + road[2] for road in ROADS], 6],
    back_names=BACK_NAMES,
)


def _parkway(road: str) -> int:
    """The parkway a road is a segment of, or -1; the Henry Hudson Bridge is one of its parkway."""
    code = "HH" if road == "JV4" else road[:2]
    return PARKWAY_CODES.index(code) if code in PARKWAYS else -1


def _holding(index: int) -> int:
    """What owning a road adds to a packed count: parkways and amenities, joint ventures, segments, six bits each."""
    road = ROADS[index]
    parkway = _parkway(road[0])
    packed = 1 << 54 | (1 << 48 if index >= FIRST_VENTURE else 0)
    packed |= 1 << 6 * parkway if parkway >= 0 else 0
    return packed | (1 << 24 + 6 * AMENITIES.index(road[8]) if road[8] else 0)


def _kinds_with(column: int) -> list[int]:
    return [kind for kind, row in enumerate(RESOURCES) if row[column]]


L_KINDS, J_KINDS, B_KINDS = (_kinds_with(column) for column in (2, 3, 4))
BACK_OF = table(PACK.backs)
COPIES = table(KIND.copies)
COPIES_IN_MINI = table([MINI_COPIES.get(row[0], 0) for row in RESOURCES])
IN_MINI = table([IDS.index(road) for road in MINI_ROADS])
L_UNITS, J_UNITS, B_UNITS = (table([int(row[column]) for row in RESOURCES]) for column in (2, 3, 4))
UNITS = table([row[2] | row[3] << 8 | row[4] << 16 for row in RESOURCES])  # packed: L, J, B
L_CARD, J_CARD, B_CARD = table(L_KINDS), table(J_KINDS), table(B_KINDS)  # the n-th kind that bears one
L_MASK, J_MASK, B_MASK = (sum(1 << kind for kind in kinds) for kinds in (L_KINDS, J_KINDS, B_KINDS))
L_AT = table([L_KINDS.index(kind) if kind in L_KINDS else 0 for kind in range(KINDS)])
J_AT = table([J_KINDS.index(kind) if kind in J_KINDS else 0 for kind in range(KINDS)])
B_AT = table([B_KINDS.index(kind) if kind in B_KINDS else 0 for kind in range(KINDS)])
YEAR = table([road[2] for road in ROADS])
COST_L, COST_J, COST_D = (table([int(road[column]) for road in ROADS]) for column in (3, 4, 5))
WORTH, POINTS = table([road[6] for road in ROADS]), table([road[7] for road in ROADS])
GIVES = table([road[9] for road in ROADS])
PARKWAY = table([_parkway(road) for road in IDS])
HOLDING = table([_holding(index) for index in range(SEGMENTS)])
START_MONEY = table([[0, 2, 0, 0], [0, 1, 2, 0], [0, 1, 2, 2]])  # for 2, 3 and 4 seats, in the order of play
