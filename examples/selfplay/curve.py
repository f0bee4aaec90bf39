"""A learning curve as a small SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 56, 84, 40, 48
COLOURS = ("#5b7f95", "#b3402e", "#3f7d4e")


@dataclass(frozen=True)
class Point:
    """After so many decisions and minutes: of what was to be won against each rival, the share that was (a draw is half)."""

    decisions: int
    minutes: float
    shares: Mapping[str, float]


class Picture(str):
    """An SVG picture, which notebooks show."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(title: str, points: Sequence[Point]) -> Picture:
    """The shares over millions of decisions, a line for each rival."""
    most = max(points[-1].decisions, 1)

    def x(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{title}: learning by self-play, in {points[-1].minutes:.0f} minutes</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        dash = "" if share == 0.5 else ' stroke-dasharray="2 4"'
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#999"{dash}/>'
            f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        )
    for quarter in range(5):
        at = most * quarter / 4
        parts.append(f'<text x="{x(at):.1f}" y="{HEIGHT - 26}" text-anchor="middle">{at / 1e6:.1f}</text>')
    parts.append(f'<text x="{x(most / 2):.1f}" y="{HEIGHT - 8}" text-anchor="middle">million decisions</text>')
    for colour, rival in zip(COLOURS, points[0].shares, strict=False):
        line = " ".join(f"{x(p.decisions):.1f},{y(p.shares[rival]):.1f}" for p in points)
        end = y(points[-1].shares[rival])
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 6}" y="{end + 4:.1f}" fill="{colour}">{rival} {points[-1].shares[rival]:.0%}</text>'
        )
    return Picture("\n".join([*parts, "</svg>", ""]))
