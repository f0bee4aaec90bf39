"""What stands along the road: the stretches of the course with what lies on them, and the jalopies that drive there."""

from __future__ import annotations

from tuckbox.games.jalopies.pen import (
    DUST,
    GOLD,
    GRASS,
    INK,
    NIGHT,
    PAPER,
    RED,
    ROSE,
    SEPIA,
    SKY,
    STEEL,
    at,
    box,
    disc,
    hat,
    jalopy,
    path,
    words,
)

LOOKS = {
    "Angus": ("tam", 18, 6),
    "Cliff": ("goggles", 10, -3),
    "Dexter": ("none", 0, 0),
    "Fifi": ("cloche", 0, 0),
    "Hoodini": ("top", 12, -4),
    "Hata": ("bun", 0, 0),
    "John": ("bowler", 0, 0),
    "Luigi": ("cap", 18, -5),
    "Otto": ("spike", 20, -7),
    "Bartholomew": ("top", 20, 5),
    "Sultan": ("fez", 14, 3),
    "Zeke": ("felt", 20, 12),
    "Chadwick": ("bonnet", 0, 0),
}
"""Of each racer the hat, and how wide the moustache is and how far it droops."""

_SEAT = "var(--seat, #f2b632)"
"""The colour of whoever sits there, as the page has it."""


def car(*racers: str) -> str:
    """A jalopy in the colour of its seat with who drives it, the partner in the back, and their letters on the door."""
    heads = "".join(
        at(disc(50, 52, 22, PAPER) + disc(59, 50, 2.5) + hat(LOOKS[racer][0]), 29 - 24 * n, 10 + 4 * n, 0.44)
        for n, racer in reversed(list(enumerate(racers)))
        if racer in LOOKS
    )
    door = words(racers[0][:2], 47, 76, 17) if racers else ""
    return heads + at(jalopy(_SEAT), 50, 84, 1.2) + door


# -- the course ---------------------------------------------------------------------------------------------------------


def _surface(fill: str, low: float = 97) -> str:
    return f'<rect y="68" width="100" height="{low - 68:g}" fill="{fill}"/>' + _edge(68) + _edge(low)


def _edge(y: float) -> str:
    return f'<path d="M0 {y:g}H100" stroke="{INK}" stroke-width="1.5"/>'


def _dashes(y: float = 82) -> str:
    return f'<path d="M4 {y:g}H28M54 {y:g}H78" stroke="{PAPER}" stroke-width="3"/>'


def _ruts() -> str:
    return path("M0 76Q25 73 50 77T100 76M0 86Q25 83 50 87T100 86", width=1.5)


def _land(sky: str = SKY, ground: str = GRASS) -> str:
    back = f'<rect width="100" height="100" fill="{sky}"/><rect y="58" width="100" height="42" fill="{ground}"/>'
    return back + path("M0 60Q25 44 50 58T100 60V68H0Z", ground, width=1)


def _town() -> str:
    heights = (26, 34, 22, 30, 38, 24)
    houses = "".join(box(2 + 16 * n, 66 - high, 14, high, DUST, 1, 1.5) for n, high in enumerate(heights))
    panes = "".join(
        f'<rect x="{5 + 16 * n}" y="{70 - high + 8 * row}" width="8" height="3" fill="{SEPIA}"/>'
        for n, high in enumerate(heights)
        for row in range(high // 10)
    )
    return houses + panes


def _bunting() -> str:
    colours = (RED, GOLD, PAPER)
    flags = "".join(
        path(f"M{6 + 13 * n} {32 + (6, 9, 10, 10, 10, 9, 6)[n]}l4.5 11 4.5 -11Z", colours[n % 3], width=1) for n in range(7)
    )
    return path("M0 36Q50 46 100 36", width=1.5) + flags


def _farm() -> str:
    barn = box(62, 42, 22, 20, RED, 1, 2) + path("M58 43L73 30L88 43Z", SEPIA, width=2)
    return barn + path("M4 66V54M18 66V54M32 66V54M0 58H40M0 63H40", width=2) + disc(26, 44, 8, GRASS)


def _woods() -> str:
    trees = [(12, 60, 24), (34, 62, 32), (62, 60, 28), (86, 62, 34)]
    return "".join(path(f"M{x} {y}V{y - h}M{x} {y - h / 2}l-8 -7M{x} {y - h / 1.7}l9 -8", width=3) for x, y, h in trees)


def _toll(cards: int) -> str:
    """So many cards to pay on entering, as cards stuck into the verge."""
    card = box(-6, -9, 12, 18, PAPER, 2, 2) + path("M0 -4L3 0L0 4L-3 0Z", RED, RED, 1)
    return "".join(at(card, 9 + 9 * n, 56, 1, 12 * n - 6) for n in range(cards))


_LANES = {
    "MH": _land() + _town() + _surface("#7d7568") + _dashes(),
    "MP": _land() + _town() + _surface("#7d7568") + _dashes() + _bunting(),
    "CR": _land() + _farm() + _surface(DUST) + _toll(1),
    "BR": _land("#d9c79b", "#6f6a3d") + _woods() + _surface(SEPIA, 93) + _ruts() + _toll(2),
    "ghost": f'<rect y="68" width="100" height="29" fill="{INK}" opacity=".18"/>'
    f'<path d="M0 68H100M0 97H100" stroke="{PAPER}" stroke-width="2" stroke-dasharray="7 7"/>',
    "start": _land() + _surface(DUST),
}  # fmt: skip


def _sign(text: str, fill: str = GOLD) -> str:
    """A board by the road that says what the Terrain asks for."""
    return path("M80 68V52", width=3) + box(60, 34, 39, 19, fill, 3, 2) + words(text, 79.5, 48, 12.5)


_MARKS = {
    "SR": path("M0 97Q50 40 100 97Z", SEPIA, width=2) + _sign("+1 D"),
    "IR": _surface("#cfe3ea") + path("M10 76L26 73M44 88L62 84M70 76L86 74", stroke=STEEL, width=2) + _sign("+1 DE"),
    "FG": "".join(disc(6 + (n * 37) % 90, 72 + (n * 23) % 22, 2.4, STEEL, width=0.8) for n in range(16)) + _sign("-1"),
    "OI": path("M12 84Q10 76 30 77Q48 70 66 78Q92 78 84 88Q60 94 36 91Q14 94 12 84Z", NIGHT, STEEL, 1.5)
    + path("M34 83Q46 79 60 84", stroke=ROSE, width=2)
    + _sign("+2", ROSE),
    "home": "".join(
        f'<rect x="{10 * n}" y="93" width="10" height="5" fill="{(RED, PAPER)[n % 2]}"/>' for n in range(10)
    ),
    "finish": "".join(
        f'<rect x="{62 + 7 * x}" y="{68 + 7.25 * y:g}" width="7" height="7.25" fill="{(INK, PAPER)[(x + y) % 2]}"/>'
        for x in range(3)
        for y in range(4)
    )
    + path("M62 68V34M83 68V34", stroke=PAPER, width=3)
    + box(52, 28, 46, 14, PAPER, 2, 2)
    + words("FINISH", 75, 39, 10.5),
    "gate": path("M22 68V30M78 68V30", width=4) + box(14, 26, 72, 17, PAPER, 2, 2) + words("START", 50, 39, 14),
}  # fmt: skip


def lane(road: str, *marks: str) -> str:
    """A stretch of the course: its road, and what lies on it or stands by it. Raises `KeyError` for what there is not."""
    return _LANES[road] + "".join(_MARKS[mark] for mark in marks)
