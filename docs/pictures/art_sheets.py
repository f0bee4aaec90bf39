"""One sheet of each game's art for the book: rows of its drawings side by side, as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from tuckbox.definition.game import game as find_game
from tuckbox.games.jalopies.cards import KINDS, RACERS, WORDS
from tuckbox.games.whipsaw.cards import KIND, ROADS
from tuckbox.games.whipsaw.words import APPROVALS
from tuckbox.scene.art import SYMBOL, Drawing

_WIDE, _GAP = 1280, 8
_POINTED = re.compile(rf'href="#{SYMBOL}([^"]+)"')


class Strip(NamedTuple):
    """Drawings side by side, each perhaps of several layers: how high they are, and whether they are cards with names."""

    tall: int
    names: Sequence[str]
    called: Sequence[str] = ()


_VERDICTS = tuple(f"scene-{what}" for what in ("called", "true", "false", "blocked", "delayed", "crash"))
_POSTERS = tuple(f"poster-{road.id} cost-{'-'.join(map(str, road.cost))}" for road in ROADS)
_SEEN = ("FL SP", "BO", "LL CO", "DI", "NR", "TT")
_FRAMES = (
    "lane-start+mark-gate lane-MH lane-MP lane-CR lane-BR lane-CR+mark-SR lane-BR+mark-IR lane-MH+mark-OI lane-CR+mark-FG "
    "lane-ghost+mark-home+mark-finish"
)
_CARS = tuple(
    f"rider-{word} jalopy {' '.join(f'on-{code}' for code in codes.split())}"
    for word, codes in zip(WORDS, _SEEN, strict=False)
)
SHEETS: dict[str, tuple[str, str, tuple[Strip, ...]]] = {
    "whipsaw": (
        "#17323f",
        "#17212b",
        (
            Strip(128, KIND.names, APPROVALS),
            Strip(110, ("back-black", "back-green", "back-gold", "back-roads")),
            Strip(86, _POSTERS),
            Strip(86, _VERDICTS),
        ),
    ),
    "jalopies": (
        "#43151a",
        "#f3e4c0",
        (
            Strip(150, WORDS, [racer.name for racer in RACERS]),
            Strip(132, [kind.code for kind in KINDS], [kind.name for kind in KINDS]),
            Strip(132, ("back-cards", "back-plots")),
            Strip(110, [frame.replace("+", " ") for frame in _FRAMES.split()]),
            Strip(110, _CARS),
        ),
    ),
}
"""The colour of the ground of each sheet, that of the names on it, and what lies there."""


def sheet(game: str) -> str:
    """The sheet of a game."""
    ground, ink, strips = SHEETS[game]
    drawings = find_game(game).art
    assert drawings is not None
    pieces, y = [], _GAP
    for strip in strips:
        x = _GAP
        for at, name in enumerate(strip.names):
            layers = [drawings.drawings[layer] for layer in name.split()]
            wide = _shape(layers[0]) * strip.tall
            if x + wide + _GAP > _WIDE:
                x, y = _GAP, y + strip.tall + _GAP
            pieces += [_use(layer, x, y, wide, strip.tall) for layer in name.split()]
            pieces += [_name(strip.called[at], x + wide / 2, y + strip.tall * 0.87, wide, ink)] if strip.called else []
            x += wide + _GAP
        y += strip.tall + _GAP
    used = _with_parts(drawings.drawings, {layer for strip in strips for name in strip.names for layer in name.split()})
    symbols = "".join(
        f'<symbol id="{SYMBOL}{name}" viewBox="{drawings.drawings[name].box}">{drawings.drawings[name].inside}</symbol>\n'
        for name in sorted(used)
    )
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {y}"'
    return f'<svg {box}>\n<path d="M0 0h{_WIDE}v{y}H0z" fill="{ground}"/>\n{symbols}{"".join(pieces)}\n</svg>\n'


def _shape(drawing: Drawing) -> float:
    """How wide a drawing is for its height."""
    _, _, width, height = map(int, drawing.box.split())
    return width / height


def _use(name: str, x: float, y: float, wide: float, tall: float) -> str:
    return f'<use href="#{SYMBOL}{name}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"/>'


def _name(text: str, x: float, y: float, wide: float, ink: str) -> str:
    """A name on its card, no wider than that."""
    size = min(13.0, 1.75 * wide / len(text))
    font = 'font-family="Georgia, serif" font-weight="700" text-anchor="middle"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:.1f}" {font} fill="{ink}">{escape(text)}</text>'


def _with_parts(drawings: dict[str, Drawing], names: Iterable[str]) -> set[str]:
    """The drawings of these names and all they are made of."""
    found: set[str] = set()
    wanted = set(names)
    while wanted:
        name = wanted.pop()
        found.add(name)
        wanted |= set(_POINTED.findall(drawings[name].inside)) - found
    return found


__all__ = ["SHEETS", "sheet"]
