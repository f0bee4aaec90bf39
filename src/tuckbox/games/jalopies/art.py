"""Drawings for Jaunty Jalopies in the look of a silent film's title cards: sepia, ink, and few lines.

`art` gives the inside of an SVG picture of 100 by 100 for a card's code, a racer's word, the cover, a stretch of the course
(``lane CR SR``) or a jalopy (``car Zeke``). Everything is put together from the shapes of `pen`.
"""

from __future__ import annotations

from collections.abc import Callable

from tuckbox.games.jalopies.cards import KINDS
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
    STEEL,
    at,
    box,
    disc,
    face,
    hat,
    hills,
    jalopy,
    moustache,
    path,
    plate,
    road,
    wheel,
    words,
)
from tuckbox.games.jalopies.roadside import LOOKS, car, lane

# -- cards ----------------------------------------------------------------------------------------------------------------


def _road_scene(width: float, more: str = "", far: str = GRASS) -> str:
    return plate() + hills(far) + road(width) + more


def _arrow(text: str, x: float, y: float, turn: float) -> str:
    return at(path("M-22 -7H14L24 0L14 7H-22Z", PAPER, width=2) + words(text, -3, 4, 9), x, y, 1, turn)


def _hand(turn: float = 0) -> str:
    fingers = "".join(box(-14 + 7 * n, -26, 6, 22, PAPER, 3, 2) for n in range(4))
    return at(fingers + box(-15, -8, 29, 22, PAPER, 6, 2) + box(14, -10, 7, 16, PAPER, 3, 2), 0, 0, 1, turn)


def _spanner(turn: float) -> str:
    return at(path("M-4 -6V22H4V-6Q14 -10 12 -22L5 -16H-5L-12 -22Q-14 -10 -4 -6Z", STEEL), 0, 0, 1, turn)


def _hats() -> str:
    shapes = [(18, 34, -20), (40, 22, 15), (64, 30, -10), (82, 20, 25)]
    return "".join(at(box(-10, 0, 20, 3, INK) + box(-6, -10, 12, 10, INK), x, y, 1, turn) for x, y, turn in shapes)


def _crowd() -> str:
    return "".join(
        disc(12 + 19 * n, 78 - 6 * (n % 2), 9, ROSE) + box(1 + 19 * n, 86 - 6 * (n % 2), 22, 20, NIGHT, 6) for n in range(5)
    )


def _rays(x: float, y: float, inner: float, outer: float, fill: str) -> str:
    tips = [
        (outer, 0),
        (inner * 0.7, inner * 0.7),
        (0, outer),
        (-inner * 0.7, inner * 0.7),
        (-outer, 0),
        (-inner * 0.7, -inner * 0.7),
        (0, -outer),
        (inner * 0.7, -inner * 0.7),
    ]
    return path("M" + "L".join(f"{x + a:g} {y + b:g}" for a, b in tips) + "Z", fill)


CARDS: dict[str, Callable[[], str]] = {
    "MH": lambda: (
        _road_scene(48) + "".join(box(8 + 15 * n, 30 - 4 * (n % 3), 12, 26 + 4 * (n % 3), DUST) for n in (0, 1, 4, 5))
    ),
    "MP": lambda: (
        _road_scene(48)
        + path("M4 16Q50 40 96 16")
        + "".join(
            path(f"M{14 + 16 * n} {22 + 5 * (1 - abs(n - 2) / 2):g}l5 12 5 -12Z", (RED, GOLD)[n % 2], width=1.5)
            for n in range(5)
        )
    ),
    "CR": lambda: _road_scene(
        34,
        box(70, 40, 16, 14, RED) + path("M68 40L78 30L88 40Z", SEPIA) + path("M8 74V62M16 76V64M24 78V66M6 68H26", width=2),
    ),
    "BR": lambda: (
        plate()
        + hills()
        + path("M30 100Q70 84 44 72T56 52", stroke=SEPIA, width=9)
        + path("M82 62V40M82 46L72 38M82 44L91 36", width=3)
    ),
    "SO": lambda: (
        plate()
        + path("M20 84L50 24L66 32L38 90Z", STEEL)
        + path("M56 22Q78 8 84 28L66 42Z", INK)
        + path("M70 62H90M74 74H92M78 50H94", stroke=RED)
    ),
    "ER": lambda: (
        plate()
        + path("M14 50Q50 20 86 50Q50 80 14 50Z", PAPER)
        + disc(50, 50, 14, SEPIA)
        + disc(50, 50, 6)
        + path("M24 30L18 22M50 24V14M76 30L82 22", width=2)
    ),
    "HO": lambda: (
        plate()
        + at(_hand(-12), 60, 56, 1.2)
        + path("M10 60L30 50V76L10 68Z", GOLD)
        + path("M34 54Q40 62 34 72", width=2)
        + at(_rays(0, 0, 3, 6, RED), 26, 26)
    ),
    "CS": lambda: (
        plate()
        + box(12, 26, 44, 50, SEPIA)
        + path("M16 36H52M16 46H52M16 56H52M16 66H52", width=2)
        + path("M56 56H72V76H88", stroke=STEEL, width=6)
        + path("M80 50Q94 56 90 68", width=2)
    ),
    "SM": lambda: (
        plate()
        + path("M16 40Q50 60 84 40Q80 80 50 82T16 40Z", PAPER)
        + path("M24 50Q50 66 76 50M36 56V76M50 60V80M64 56V76", width=2)
        + at(_rays(0, 0, 3, 9, GOLD), 78, 26)
    ),
    "PA": lambda: (
        plate()
        + box(18, 14, 52, 72, PAPER)
        + words("EXTRA!", 44, 32, 13)
        + path("M26 42H62M26 52H62M26 62H52", width=2)
        + path("M58 84L88 46L94 50L66 88Z", GOLD)
    ),
    "TK": lambda: (
        plate()
        + box(16, 52, 68, 32, RED)
        + path("M36 52V42H64V52", width=4)
        + at(_spanner(30), 34, 32)
        + at(_spanner(-30), 66, 32)
    ),
    "TR": lambda: (
        plate()
        + box(12, 34, 76, 48, SEPIA, 5)
        + path("M12 50H88M30 34V82M70 34V82", width=3)
        + box(44, 46, 12, 12, GOLD)
        + path("M38 34Q50 22 62 34")
    ),
    "RA": lambda: (
        plate()
        + path("M12 24L36 16L64 24L88 16V76L64 84L36 76L12 84Z", PAPER)
        + path("M36 16V76M64 24V84", width=1.5)
        + path("M20 66Q34 40 48 54T80 32", stroke=RED, width=3)
        + words("X", 80, 36, 12, RED)
    ),
    "BW": lambda: plate() + at(_spanner(50), 54, 50, 1.7) + words("on loan", 50, 90, 11),
    "SR": lambda: (
        plate()
        + path("M0 96L86 14L100 20V100H0Z", GRASS)
        + at(jalopy(), 44, 54, 0.55, -43)
        + path("M14 40L30 24M20 52L34 38", width=2)
    ),
    "IR": lambda: (
        plate("#dfe6e2")
        + road(44, "#c6dbe0")
        + path("M24 84L40 78M58 92L74 84M40 66L52 62", stroke=STEEL, width=2)
        + at(jalopy(NIGHT), 50, 66, 0.5, 28)
    ),
    "FG": lambda: (
        _road_scene(40)
        + "".join(disc(30 + (n * 37) % 42, 70 + (n * 23) % 26, 2.6, STEEL, width=1) for n in range(14))
        + path("M70 60L86 40M82 34L92 44", width=4)
    ),
    "FL": lambda: (
        plate()
        + wheel(50, 50, 28)
        + path("M20 76Q50 92 80 76L76 84H24Z", INK)
        + path("M84 30Q92 24 90 14M76 20Q80 14 78 8", width=2)
    ),
    "BO": lambda: (
        plate()
        + box(28, 44, 44, 42, SEPIA)
        + path("M34 52V80M42 52V80M50 52V80M58 52V80M66 52V80", width=2)
        + path("M36 36Q28 28 38 22T34 8M54 36Q46 28 56 20T52 6M68 34Q62 28 70 22", stroke=STEEL)
    ),
    "BA": lambda: (
        plate()
        + wheel(20, 62, 15)
        + at(wheel(0, 0, 15), 80, 58, 1)
        + path("M20 62L44 58L52 44L60 60L80 58", stroke=STEEL, width=6)
        + at(_rays(0, 0, 5, 10, GOLD), 52, 34)
    ),
    "LL": lambda: (
        plate()
        + at(box(-22, -16, 44, 32, SEPIA, 4) + path("M-8 -16V-24H8V-16"), 44, 54, 1.1, -18)
        + path("M66 34L84 22L80 40Z", PAPER)
        + path("M70 70Q86 66 90 80", width=2)
        + box(70, 78, 18, 6, RED)
    ),
    "LT": lambda: (
        plate()
        + box(18, 22, 60, 34, RED, 12)
        + box(40, 14, 14, 9, STEEL)
        + "".join(path(f"M{44 + 9 * n} {62 + 10 * n}q-6 9 0 12q6 -3 0 -12Z", NIGHT, width=1) for n in range(3))
    ),
    "DI": lambda: (
        plate()
        + path("M0 56H34Q44 92 78 92H100V100H0Z", GRASS)
        + path("M34 56Q40 78 66 86H100V56H86", SEPIA, width=2)
        + at(jalopy(), 62, 80, 0.62, 32)
    ),
    "SP": lambda: (
        plate()
        + face()
        + hat("bowler").replace(INK, NIGHT)
        + moustache(16, 4)
        + at(_rays(0, 0, 4, 8, GOLD), 50, 28)
        + box(78, 40, 8, 44, SEPIA, 4)
    ),
    "CO": lambda: (
        plate()
        + disc(50, 54, 24, PAPER)
        + path("M30 38L14 28L26 52ZM70 38L86 28L74 52Z", PAPER)
        + path("M34 36Q26 18 20 20M66 36Q74 18 80 20")
        + path("M36 34Q46 24 56 38Q50 48 36 34Z", INK)
        + disc(42, 52, 3)
        + disc(60, 52, 3)
        + path("M36 68Q50 58 64 68Q62 82 50 82T36 68Z", ROSE)
        + disc(45, 71, 2)
        + disc(55, 71, 2)
    ),
    "GI": lambda: (
        plate()
        + path("M16 52H84Q82 80 64 82H36Q18 80 16 52Z", PAPER)
        + path("M28 82V90M72 82V90", width=4)
        + path("M42 50V28L46 20V10H54V20L58 28V50Z", GRASS)
        + words("XXX", 50, 44, 8, PAPER)
    ),
    "MA": lambda: plate() + face() + hat("top") + moustache(18, -3) + path("M24 84L76 100", stroke=RED, width=6),
    "NR": lambda: (
        plate()
        + box(30, 36, 38, 28, INK)
        + disc(38, 24, 11, INK)
        + disc(60, 24, 11, INK)
        + disc(38, 24, 4, PAPER)
        + disc(60, 24, 4, PAPER)
        + path("M68 42L84 36V64L68 58Z", STEEL)
        + path("M48 64L28 94M50 64L70 94M49 64V94")
    ),
    "HF": lambda: (
        plate(PAPER)
        + path("M22 88Q26 40 54 26Q84 12 84 12Q84 40 66 58Q48 76 22 88Z", STEEL)
        + path("M22 88L70 28M40 66L36 46M52 52L48 34M48 62L66 56M58 48L76 40", width=2)
        + at(_rays(0, 0, 5, 11, RED), 24, 24)
    ),
    "VE": lambda: (
        plate()
        + path("M14 34L50 18L86 34L50 50Z", INK)
        + path("M30 42V62Q50 74 70 62V42", NIGHT)
        + path("M86 34V62", width=2)
        + box(28, 74, 44, 12, PAPER, 6)
    ),
    "CW": lambda: plate() + _crowd() + _hats(),
    "NT": lambda: (
        plate()
        + disc(50, 52, 34, PAPER, width=4)
        + path("M50 52L46 28M50 52L40 34", width=4)
        + words("XII", 50, 32, 10)
        + path("M50 18V10M20 76L12 84M80 76L88 84", width=4)
    ),
    "HP": lambda: (
        plate()
        + at(jalopy(), 62, 74, 0.85)
        + disc(18, 70, 10, DUST, SEPIA)
        + disc(10, 58, 7, DUST, SEPIA)
        + disc(28, 60, 6, DUST, SEPIA)
        + path("M6 30H34M14 40H46M8 50H24", width=2)
    ),
    "FA": lambda: (
        plate() + face() + hat("cap") + moustache(16, -4) + at(_hand(90), 16, 30, 0.7) + path("M2 28H26L34 34", width=4)
    ),
    "RF": lambda: (
        plate()
        + path("M44 16Q60 14 60 30L62 66Q70 84 52 86Q36 86 38 70Z", DUST)
        + path("M44 84V76M52 86V78M60 82V76", width=2)
        + box(42, 12, 20, 9, GOLD)
        + disc(52, 8, 4, "none")
    ),
    "HW": lambda: (
        plate(NIGHT)
        + face(DUST)
        + hat("felt")
        + path("M28 54H72L66 76Q50 84 34 76Z", RED)
        + path("M66 88H92V96H78V100H70Z", STEEL)
    ),
    "BB": lambda: (
        plate(NIGHT)
        + path("M0 60H34M66 60H100M10 60V90M24 60V90M76 60V90M90 60V90M0 72H30M70 72H100", stroke=SEPIA, width=5)
        + _rays(50, 52, 16, 34, GOLD)
        + _rays(50, 52, 8, 18, RED)
    ),
    "TT": lambda: (
        plate(NIGHT)
        + path("M38 20L18 96M62 20L82 96", stroke=STEEL, width=4)
        + path("M30 52H70M26 68H74M22 84H78M34 36H66", stroke=SEPIA, width=5)
        + path("M22 62Q50 50 78 66", stroke=ROSE, width=11)
        + path("M38 52V66M52 50V64M64 54V68", stroke=PAPER, width=2)
    ),
    "SN": lambda: (
        plate(NIGHT)
        + path("M30 84V46Q30 26 50 26T70 46V84", "none", PAPER, 3)
        + path("M34 84H66", stroke=PAPER)
        + words("?", 50, 70, 34, GOLD)
        + path("M14 20L24 30M86 20L76 30", stroke=PAPER, width=2)
    ),
    "SG": lambda: (
        plate(NIGHT)
        + path("M50 20V96", stroke=SEPIA, width=6)
        + _arrow("COAST", 58, 32, 8)
        + at(_arrow("PUB", 0, 0, 0), 42, 56, 1, 172).replace(">PUB<", "><")
    ),
    "TG": lambda: (
        plate(NIGHT)
        + box(12, 26, 76, 50, GOLD)
        + words("TELEGRAM", 50, 42, 12)
        + path("M22 52H78M22 62H62", width=2)
        + words("STOP", 72, 70, 8)
    ),
    "OI": lambda: (
        plate(NIGHT)
        + path("M16 66Q10 52 32 52Q40 40 58 50Q84 46 86 64Q88 84 58 80Q24 88 16 66Z", INK, STEEL)
        + path("M30 62Q40 56 50 60M58 70Q68 72 76 66", stroke=ROSE, width=3)
        + path("M50 12Q36 34 50 38Q64 34 50 12Z", INK, STEEL, 2)
    ),
    "AT": lambda: (
        plate(NIGHT)
        + face(DUST)
        + hat("bowler")
        + moustache(20, 6)
        + path("M36 66Q50 92 64 66", SEPIA)
        + box(66, 66, 28, 18, PAPER)
        + path("M66 66L80 76L94 66", width=2)
    ),
}


def _portrait(word: str) -> str:
    head, wide, droop = LOOKS[word]
    lips = moustache(wide, droop) if wide else path("M43 62Q50 68 57 62", RED, RED, 2)
    glasses = disc(41, 48, 6, "none") + disc(59, 48, 6, "none") + path("M47 48H53", width=2) if word == "Dexter" else ""
    beard = path("M34 62Q50 100 66 62Q50 74 34 62Z", SEPIA) if word == "Zeke" else ""
    return plate() + face() + beard + glasses + hat(head) + lips


def _cover() -> str:
    sun = disc(50, 44, 32, GOLD, SEPIA)
    return (
        plate() + sun + path("M0 78Q50 66 100 78V100H0Z", DUST) + at(jalopy(), 50, 82, 1.05) + disc(6, 84, 6, PAPER, SEPIA)
    )


_BADGES = {"R": SEPIA, "D": "#2460b5", "T": "#8a6d1c", "P": "#b03a75", "E": "#1a7f83", "M": RED, "S": "#b4541a", "F": INK}


def _badges(types: str) -> str:
    """The type letters of a card as medallions, one below the other; a star for a Special."""
    if not types:
        return disc(15, 15, 12, "#6b3fa0", PAPER) + at(_rays(0, 0, 4, 9, PAPER), 15, 15)
    return "".join(
        disc(15, 15 + 26 * n, 12, _BADGES[letter], PAPER) + words(letter, 15, 21 + 26 * n, 17, PAPER)
        for n, letter in enumerate(types)
    )


_TYPES = {kind.code: kind.types for kind in KINDS}


def art(name: str) -> str:
    """The drawing of a name, as the inside of an SVG of 100 by 100. Raises `KeyError` for a name nobody has drawn."""
    what, *rest = name.split(" ")
    if what == "lane":
        return lane(*rest)
    if what == "car":
        return car(*rest)
    if what in LOOKS:
        return _portrait(what)
    return _cover() if what == "cover" else CARDS[what]() + _badges(_TYPES[what])
