"""The shapes from which everything of Jaunty Jalopies is drawn: sepia, ink, and few lines."""

from __future__ import annotations

INK, PAPER, SEPIA, DUST, SKY, GRASS = "#2b2118", "#f3e6c8", "#a8763e", "#d9bd8b", "#e9d9b4", "#8d9a5b"
RED, STEEL, NIGHT, ROSE, GOLD = "#a5382a", "#7f8a8c", "#33413f", "#d99a84", "#d8a531"


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 3) -> str:
    """A line or an area."""
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" {ends}/>'


def disc(x: float, y: float, r: float, fill: str = INK, stroke: str = INK, width: float = 2) -> str:
    """A disc."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'


def box(x: float, y: float, w: float, h: float, fill: str = PAPER, r: float = 2, width: float = 2.5) -> str:
    """A rectangle with an ink line."""
    line = f'stroke="{INK}" stroke-width="{width:g}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{r:g}" fill="{fill}" {line}/>'


def words(text: str, x: float, y: float, size: float = 12, fill: str = INK) -> str:
    """Lettering."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="Georgia, serif" font-weight="700" '
        f'text-anchor="middle" fill="{fill}">{text}</text>'
    )


def at(inside: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """A drawing moved, scaled and turned."""
    spin = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g}){spin}">{inside}</g>'


def plate(fill: str = SKY) -> str:
    """The ground of a picture, with the double rule of a title card."""
    frame = f'<rect x="5" y="5" width="90" height="90" rx="4" fill="none" stroke="{SEPIA}" stroke-width="1"/>'
    return f'<rect width="100" height="100" rx="6" fill="{fill}"/>{frame}'


def wheel(x: float, y: float, r: float = 10) -> str:
    """A wheel with spokes."""
    spokes = path(
        f"M{x - r} {y}H{x + r}M{x} {y - r}V{y + r}M{x - r * 0.7} {y - r * 0.7}L{x + r * 0.7} {y + r * 0.7}", width=1
    )
    return disc(x, y, r, PAPER, width=3.5) + spokes + disc(x, y, r / 4)


def jalopy(body: str = RED) -> str:
    """A motor-car of the time, 80 wide, its wheels on the line y = 0."""
    tub = path("M-36 -14H-14L-10 -24H22L28 -14H38V-6H-38Z", body)
    hood = path("M22 -24V-40H-6L-10 -24", width=2.5)
    lamp = disc(39, -15, 3.5, GOLD)
    return tub + hood + lamp + wheel(-24, -4, 9) + wheel(24, -4, 9)


def hills(far: str = GRASS) -> str:
    """Hills under the sky."""
    return path("M0 62Q22 40 45 58T100 50V100H0Z", far, width=1.5)


def road(width: float = 44, fill: str = DUST) -> str:
    """A road going away into the picture."""
    left, right = 50 - width, 50 + width
    return path(f"M{left} 100L46 52H54L{right} 100Z", fill, width=2) + path(
        "M50 94V86M50 79V73M50 68V64", stroke=PAPER, width=2
    )


def face(skin: str = PAPER) -> str:
    """A head to be given hat and moustache."""
    eyes = disc(41, 48, 2.2) + disc(59, 48, 2.2)
    return path("M20 100Q24 76 50 76T80 100Z", NIGHT) + disc(50, 52, 22, skin) + eyes + path("M50 50L47 57H51", width=1.5)


def moustache(wide: float = 12, droop: float = 3) -> str:
    """A moustache, turned up where `droop` is negative."""
    half, end = wide / 2, 60 + droop
    left = f"M50 60Q{50 - half} 57 {50 - wide} {end}Q{50 - half} 64 50 62"
    return path(f"{left}Q{50 + half} 64 {50 + wide} {end}Q{50 + half} 57 50 60Z", INK, width=1)


def hat(kind: str) -> str:
    """Headgear."""
    return {
        "top": box(34, 8, 32, 26, INK) + box(26, 31, 48, 5, INK),
        "cap": path("M28 38Q30 20 50 20T72 38L80 40Q76 44 60 41Z", SEPIA),
        "bowler": path("M30 36Q30 16 50 16T70 36Z", INK) + box(22, 34, 56, 5, INK, 3),
        "goggles": path("M27 44Q30 24 50 24T73 44Z", SEPIA)
        + disc(41, 46, 7, SKY)
        + disc(59, 46, 7, SKY)
        + path("M28 45H34M66 45H72"),
        "fez": path("M36 36L40 16H60L64 36Z", RED) + path("M50 16Q66 16 68 30", width=2),
        "straw": box(34, 22, 32, 12, GOLD) + box(22, 33, 56, 5, GOLD, 3) + path("M34 30H66", stroke=RED, width=4),
        "spike": path("M28 40Q30 22 50 22T72 40Z", STEEL) + path("M50 22V8", width=4),
        "cloche": path("M26 50Q24 20 50 20T74 50Q60 40 26 50Z", ROSE) + disc(68, 40, 5, RED),
        "bun": path("M27 48Q24 24 50 24T73 48Q62 34 27 48Z", INK) + disc(50, 20, 9, INK),
        "tam": path("M24 34Q30 18 54 18T78 34Q52 42 24 34Z", RED) + disc(52, 15, 5, GOLD),
        "none": path("M28 46Q28 28 50 28T72 46Q60 34 50 36T28 46Z", INK),
        "felt": path("M34 34Q32 16 50 18T66 34Z", DUST) + path("M18 36Q50 26 82 36Q50 42 18 36Z", DUST),
        "bonnet": path("M22 36Q50 20 78 36Q50 30 22 36Z", PAPER)
        + path("M30 36Q30 14 50 14T70 36Z", PAPER)
        + path("M64 18Q80 0 84 14", stroke=ROSE, width=4),
    }[kind]
