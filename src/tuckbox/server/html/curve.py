"""A player's chances through a match as a curve: a picture to those who see, a sentence to those who listen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor

import htpy as h
from markupsafe import Markup

WIDE, HIGH = 600, 190
_LEFT, _RIGHT, _TOP, _LOW = 46, 14, 16, 26
_LEVELS = (0, 50, 100)
_LETTER = 12
"""Width of a letter below the curve on a phone, where letters are largest, about."""
_MANY = 80
"""Greatest number of decisions whose dots are large enough to be seen one by one."""


@dataclass(frozen=True)
class Point:
    """A decision: the step it is seen at, the number of its game, the chance that it left, and how sure that is; the
    `rank` of those that cost most."""

    step: int
    game: int
    chance: float
    within: float
    rank: int = 0


def curve(points: Sequence[Point], results: Mapping[int, float], now: int, label: str) -> Markup:
    """The curve of some decisions, at least one, with the results of the games that have ended, by their numbers; `now` is
    the step that is shown."""
    games = [list(group) for _, group in groupby(points, key=lambda point: point.game)]
    slots = len(points) + len(games)  # one more for the end of each game
    places, at = [], 0
    for game in games:
        places.append([_x(at + number, slots) for number in range(len(game) + 1)])
        at += len(game) + 1
    drawn = [_grid()]
    for game, xs in zip(games, places, strict=True):
        drawn.append(_game(game, xs, results.get(game[0].game), apart=len(games) > 1))
    drawn += _titles([(f"game {game[0].game + 1}", (xs[0] + xs[-1]) / 2) for game, xs in zip(games, places, strict=True)])
    marked = [(point, x) for game, xs in zip(games, places, strict=True) for point, x in zip(game, xs, strict=False)]
    drawn += [
        _dot(point, x, now, 0.6 if slots > _MANY else 2.6) for point, x in sorted(marked, key=lambda each: each[0].rank)
    ]
    svg = h.svg(".curve", viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=label)
    return Markup(svg[[Markup(piece) for piece in drawn]])


def rating_curve(ratings: Sequence[tuple[float, float]], label: str) -> Markup:
    """The curve of a rating over the matches that counted, at least one: each with how far it may be wrong."""
    low = 100 * floor(min(points - within for points, within in ratings) / 100)
    high = 100 * ceil(max(points + within for points, within in ratings) / 100)
    xs = [_x(number, len(ratings)) for number in range(len(ratings))]

    def at(points: float) -> float:
        return _y((points - low) / (high - low))

    lines = [
        f'<path class="level" d="M4 {at(level):.1f}H{WIDE - _RIGHT}"/><text x="4" y="{at(level) - 4:.1f}">{level:.0f}</text>'
        for level in (low, (low + high) / 2, high)
    ]
    sides = [[(x, at(points + sign * within)) for x, (points, within) in zip(xs, ratings, strict=True)] for sign in (1, -1)]
    line = [(x, at(points)) for x, (points, _) in zip(xs, ratings, strict=True)]
    lines.append(
        f'<path class="within" d="{_path([*sides[0], *reversed(sides[1])])}Z"/><path class="line" d="{_path(line)}"/>'
    )
    lines += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2.6"/>' for x, y in line]
    svg = h.svg(".curve", viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=label)
    return Markup(svg[[Markup(piece) for piece in lines]])


def _x(slot: int, slots: int) -> float:
    return _LEFT + (slot + 0.5) * (WIDE - _LEFT - _RIGHT) / slots


def _y(chance: float) -> float:
    return _TOP + (1 - chance) * (HIGH - _TOP - _LOW)


def _grid() -> str:
    """Lines at nothing, half and all."""
    lines = [
        f'<path class="level" d="M{_LEFT} {_y(level / 100):.1f}H{WIDE - _RIGHT}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(level / 100) + 5:.1f}" text-anchor="end">{level}</text>'
        for level in _LEVELS
    ]
    return "".join(lines)


def _game(points: Sequence[Point], xs: Sequence[float], result: float | None, apart: bool) -> str:
    """The line of a game over what lies below it, with how far it may be wrong, and how it ended."""
    at = [(x, _y(point.chance)) for point, x in zip(points, xs, strict=False)]
    sides = [
        [(x, _y(min(1.0, max(0.0, point.chance + sign * 2 * point.within)))) for point, x in zip(points, xs, strict=False)]
        for sign in (1, -1)
    ]
    band = _path([*sides[0], *reversed(sides[1])]) + "Z"
    below = f"{_path(at)}L{at[-1][0]:.1f} {_y(0):.1f}L{at[0][0]:.1f} {_y(0):.1f}Z"
    drawn = f'<path class="below" d="{below}"/><path class="within" d="{band}"/><path class="line" d="{_path(at)}"/>'
    if result is not None:
        end = (xs[len(points)], _y(result))
        drawn += f'<path class="end" d="{_path([at[-1], end])}"/>'
        drawn += f'<path class="result" d="M{end[0] - 5:.1f} {end[1]:.1f}l5 -5 5 5 -5 5z"/>'
    if apart:
        edge = xs[0] - (xs[1] - xs[0]) / 2
        drawn += f'<path class="level" d="M{edge:.1f} {_TOP}V{HIGH - 4}"/>' if points[0].game else ""
    return drawn


def _titles(titles: Sequence[tuple[str, float]]) -> list[str]:
    """The names of several games, each below its line; those that have no room beside the one before are left out."""
    drawn, free = [], 0.0
    for title, middle in titles if len(titles) > 1 else ():
        half = _LETTER * len(title) / 2
        if free <= middle - half and middle + half <= WIDE:
            drawn.append(f'<text x="{middle:.1f}" y="{HIGH - 7}" text-anchor="middle">{title}</text>')
            free = middle + half + _LETTER
    return drawn


def _path(at: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in at)


def _dot(point: Point, x: float, now: int, size: float) -> str:
    """A decision: a dot, a numbered disc if it cost much, a line through it if it is the one that is shown."""
    y = _y(point.chance)
    here = f'<path class="now" d="M{x:.1f} {_TOP}V{_y(0):.1f}"/>' if point.step == now else ""
    if not point.rank:
        kind = "dot here" if here else "dot"
        return f'{here}<circle class="{kind}" data-step="{point.step}" cx="{x:.1f}" cy="{y:.1f}" r="{6 if here else size}"/>'
    disc = f'<circle class="costly" data-step="{point.step}" cx="{x:.1f}" cy="{y:.1f}" r="11"/>'
    return f'{here}{disc}<text class="nth" x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{point.rank}</text>'
