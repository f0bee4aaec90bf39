"""The drawings of Whipsaw! that are put together: each kind of resource card, and what a road costs.

In the folder ``art`` are a capitol for legislators, scales for judges and a coin for bankers, drawn in the colour of the
text around them, and the cover.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tuckbox.games.whipsaw.cards import RESOURCES, ROADS
from tuckbox.scene.art import Art, Drawing

_SIGNS = ("legislator", "judge", "banker")
_BOX = "0 0 100 100"


def cost_art(cost: tuple[int, int, int]) -> str:
    """The name of the drawing of a cost.

    >>> cost_art((2, 1, 0))
    'cost-2-1-0'
    """
    return "-".join(["cost", *map(str, cost)])


def _composed(drawn: Mapping[str, Drawing]) -> dict[str, Drawing]:
    cards = {row.name: Drawing(_BOX, _resource(drawn, row[2:])) for row in RESOURCES}
    return cards | {cost_art(road.cost): Drawing(_BOX, _cost(drawn, road.cost)) for road in ROADS}


def _signs(drawn: Mapping[str, Drawing], counts: tuple[int, ...]) -> list[str]:
    """A sign for each unit, each in a square of 50 by 50."""
    return [drawn[sign].inside for sign, count in zip(_SIGNS, counts, strict=True) for _ in range(count)]


def _resource(drawn: Mapping[str, Drawing], counts: tuple[int, ...]) -> str:
    """One sign large, or two."""
    signs = _signs(drawn, counts)
    if len(signs) == 1:
        return f'<g transform="scale(2)">{signs[0]}</g>'
    return "".join(f'<g transform="translate({50 * at} {50 * at})">{sign}</g>' for at, sign in enumerate(signs))


def _cost(drawn: Mapping[str, Drawing], counts: tuple[int, ...]) -> str:
    """A sign for each unit, in rows of two or three."""
    signs = _signs(drawn, counts)
    columns = 3 if len(signs) > 4 else 2
    size, top = 100 / columns, 50 - 50 / columns * -(-len(signs) // columns)
    places = ((at % columns * size, top + at // columns * size) for at in range(len(signs)))
    return "".join(
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 54:.2f})">{sign}</g>'
        for sign, (x, y) in zip(signs, places, strict=True)
    )


ART = Art(Path(__file__).with_name("art"), _composed)

__all__ = ["ART", "cost_art"]
