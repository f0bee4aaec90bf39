"""The drawings of Whipsaw!: a capitol for legislators, scales for judges, a coin for bankers; costs; the cover."""

from __future__ import annotations

from tuckbox.games.whipsaw.cards import KIND, RESOURCES

_INK = 'fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'

_UNITS = (  # each in a square of 50 by 50
    f'<path {_INK} d="M6 44h38M10 38h30M14 36V24M25 36V24M36 36V24M8 22h34L25 8z"/>',  # a capitol
    f'<path {_INK} d="M25 6v36M12 44h26M8 14h34M8 14 2 30h12zM42 14l-6 16h12z"/>',  # scales
    f'<circle {_INK} cx="25" cy="25" r="19"/><path {_INK} d="M31 18c-3-4-12-3-12 2 0 7 12 3 12 10 0 5-9 6-12 2M25 11v28"/>',
)
_COVER = """\
<path d="M0 100V74L22 60l18 8 20-14 22 10 18-8v44z" fill="#7fa86b"/>
<path d="M38 100 49 46h5l16 54z" fill="#5d6266"/>
<path d="M51 50v6m0 5v8m.5 7 .5 10m.5 6v8" stroke="#f5f1e2" stroke-width="2" fill="none"/>
<path d="M12 62V34h9v28m4 0V24h10v36m34-4V30h9v30m4 2V38h9v22" fill="#33414c"/>
<path d="M15 40h3m-3 7h3m-3 7h3m10-23h4m-4 8h4m-4 8h4m40-12h3m-3 8h3m-3 8h3m11-6h3m-3 7h3"
stroke="#f3c24b" stroke-width="2"/>
<g stroke="#14181b" stroke-width="1">
<rect x="20" y="6" width="26" height="36" rx="3" fill="#24282b" transform="rotate(-12 33 24)"/>
<rect x="38" y="3" width="26" height="36" rx="3" fill="#2d6540"/>
<rect x="56" y="6" width="26" height="36" rx="3" fill="#c98a12" transform="rotate(12 69 24)"/>
</g>
<g fill="none" stroke="#f5f1e2" font-size="20"><path d="M51 12v18m-6-13h12m-12 0-3 7h6zm12 0-3 7h6z" stroke-width="2"/></g>
<g font-size="24" font-weight="700" text-anchor="middle" fill="#fffdf6">
<text x="69" y="33" transform="rotate(12 69 24)">?</text><text x="33" y="33" transform="rotate(-12 33 24)">?</text></g>"""


def art(name: str) -> str:
    """The inside of a picture of 100 by 100, drawn in the colour of the text around it.

    There is one for each kind of resource card, for what a road costs (``cost L2 J1``), and the ``cover``.
    """
    word, _, cost = name.partition(" ")
    if word == "cover":
        return _COVER
    return _cost(cost) if word == "cost" else _resource(KIND.names.index(name))


def _resource(kind: int) -> str:
    """One sign large, or two."""
    signs = [sign for sign, count in zip(_UNITS, RESOURCES[kind][2:], strict=True) for _ in range(count)]
    if len(signs) == 1:
        return f'<g transform="scale(2)">{signs[0]}</g>'
    return "".join(f'<g transform="translate({50 * at} {50 * at})">{sign}</g>' for at, sign in enumerate(signs))


def _cost(cost: str) -> str:
    """A sign for each unit, in rows of two or three."""
    signs = [_UNITS["LJ$".index(part[0])] for part in cost.split() for _ in range(int(part[1:]))]
    columns = 3 if len(signs) > 4 else 2
    size, top = 100 / columns, 50 - 50 / columns * -(-len(signs) // columns)
    places = ((at % columns * size, top + at // columns * size) for at in range(len(signs)))
    return "".join(
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 54:.2f})">{sign}</g>'
        for sign, (x, y) in zip(signs, places, strict=True)
    )


__all__ = ["art"]
