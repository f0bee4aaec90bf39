"""Cards as pictures: those of the standard pack, those a game describes, and backs.

A card of the standard pack bears its suit as a sign, as a letter and as a word, so that no colour is needed to read it.
The signs themselves stand once in a page (`SPRITE`); cards point at them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from tuckbox.scene.parts import Card
from tuckbox.server.html.art import drawing_html
from tuckbox.server.html.markup import classes, esc, hue

_SHAPES = {
    "C": "M16 2a6.6 6.6 0 0 1 5.4 10.4A6.6 6.6 0 1 1 17.6 22c.2 3.4 1.2 5.8 3.4 8H11c2.2-2.2 3.2-4.6 3.4-8a6.6 6.6 0 1 1"
    "-3.8-9.6A6.6 6.6 0 0 1 16 2z",
    "D": "M16 1.5C19 7 23 12 27.5 16 23 20 19 25 16 30.5 13 25 9 20 4.5 16 9 12 13 7 16 1.5z",
    "H": "M16 29.5C6 21.5 1.8 16.5 1.8 10.6A7.2 7.2 0 0 1 16 8.4a7.2 7.2 0 0 1 14.2 2.2C30.2 16.5 26 21.5 16 29.5z",
    "S": "M16 1.5C21 8.5 29.3 13 29.3 19.6a6 6 0 0 1-11.6 2.1c.3 3.5 1.3 6 3.3 8.3H11c2-2.3 3-4.8 3.3-8.3A6 6 0 0 1 2.7 19.6"
    "C2.7 13 11 8.5 16 1.5z",
    "J": "M2 26h28v4H2zM4 24c0-8 4-13 10-13 2 0 4 .5 5 1.5C20 6 24 2 30 1c1 6-2 10-7 13 3 2 5 6 5 10z",
    "Q": "M6 26h20v4H6zM6 24 3 11a2 2 0 1 1 1.8-1L10 15l1.6-8.6a2 2 0 1 1 2 0L16 14l2.4-7.6a2 2 0 1 1 2 0L22 15l5.2-5"
    "A2 2 0 1 1 29 11l-3 13z",
    "K": "M5 26h22v4H5zM5 24 2 10l8 4 4.5-6H15V5.5h-2.5v-2H15V1h2v2.5h2.5v2H17V8h.5L22 14l8-4-3 14z",
}


def _sprite() -> str:
    symbols = [f'<symbol id="s{name}" viewBox="0 0 32 32"><path d="{path}"/></symbol>' for name, path in _SHAPES.items()]
    lattice = "".join(f"M{x} 0 {x + 140} 140M{x + 140} 0 {x} 140" for x in range(-130, 100, 20))
    back = f'<symbol id="sB" viewBox="0 0 100 140"><path d="{lattice}"/><path d="M50 40 72 70 50 100 28 70z"/></symbol>'
    return f'<svg class="sprite" aria-hidden="true">{"".join(symbols)}{back}</svg>'


SPRITE = _sprite()
"""The signs all cards point at; stands once in a page."""

SUITS = {"♣": ("C", "clubs"), "♦": ("D", "diamonds"), "♥": ("H", "hearts"), "♠": ("S", "spades")}
_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_STANDARD = re.compile(r"(10|[2-9AKQJ])([♣♦♥♠])")


class Look(NamedTuple):
    """What a card looks like wherever it lies: its inside, its classes, and what it is called aloud."""

    inside: str
    classes: str
    label: str


@lru_cache(maxsize=4096)
def look(card: Card) -> Look:
    """The look of a card."""
    standard = None if card.hidden else _STANDARD.fullmatch(card.face)
    if card.hidden:
        inside, kind = _back(card)
    elif standard:
        inside, kind = _standard(*standard.groups())
    else:
        inside, kind = _rich(card)
    count = f'<span class="count">×{card.count}</span>' if card.count > 1 else ""
    flags = classes("card", kind, card.faint and "faint", card.fresh and "fresh")
    return Look(inside + count, flags, _label(card))


def spoken(card: Card) -> str:
    """The name of a card as one says it.

    >>> spoken(Card("Q♥")), spoken(Card("tea")), spoken(Card("casket", hidden=True))
    ('queen of hearts', 'tea', 'casket, face down')
    """
    standard = _STANDARD.fullmatch(card.face)
    if card.hidden:
        return f"{card.face}, face down"
    if standard:
        return f"{_RANKS.get(standard[1], standard[1])} of {SUITS[standard[2]][1]}"
    return card.title or card.face


def _label(card: Card) -> str:
    said = [spoken(card)]
    said += [f"{card.count} of them"] if card.count > 1 else []
    said += ["known to all"] if card.faint else []
    said += ["just taken"] if card.fresh else []
    said += [text for text in (card.text, card.note) if text]
    return esc(", ".join(said))


def _standard(rank: str, sign: str) -> tuple[str, str]:
    """Index and suit at the left edge, where a fan leaves them to be seen; the notation in the lower corner."""
    letter, suit = SUITS[sign]
    crown = f'<use href="#s{rank}" class="crown" x="45" y="29" width="44" height="44"/>' if rank in "JQK" else ""
    size, top = (46, 77) if crown else (62, 56)
    big = f'<use href="#s{letter}" x="{66 - size // 2}" y="{top}" width="{size}" height="{size}"/>'
    small = f'<use href="#s{letter}" x="9" y="48" width="25" height="25"/>'
    word = f'<text class="suit" x="7" y="72">{suit}</text><text class="code" x="92" y="133">{rank}{letter}</text>'
    picture = f'<svg viewBox="0 0 100 140"><text class="rank" x="7" y="41">{rank}</text>'
    return f"{picture}{small}{crown}{big}{word}</svg>", f"suit{letter}"


def _back(card: Card) -> tuple[str, str]:
    """A back; those that have a name of their own bear it."""
    name = "" if card.face == "card" else f'<span class="backname">{esc(card.face)}</span>'
    tone = "" if card.face == "card" else f"tone-{hue(card.tone or card.face)}"
    return f'<svg viewBox="0 0 100 140"><use href="#sB"/></svg>{name}', classes("back", tone)


def _rich(card: Card) -> tuple[str, str]:
    """A card a game describes: its drawing if it has one, its title or face, and what it does."""
    drawing = drawing_html(card.art)
    title = f'<b class="face">{esc(card.face)}</b>' if not card.title else f'<b class="title">{esc(card.title)}</b>'
    text = f'<span class="text">{esc(card.text)}</span>' if card.text else ""
    short = "" if card.title or len(card.face) > 3 else "short"
    return drawing + title + text, classes("plain", short, f"tone-{hue(card.tone)}" if card.tone else "")


@lru_cache(maxsize=1024)
def chip(face: str, tone: str = "") -> str:
    """A card in running text."""
    suit = SUITS.get(face[-1:])
    kind = f"suit{suit[0]}" if suit else f"tone-{hue(tone)}" if tone else ""
    return f'<b class="{classes("chip", kind)}">{esc(face)}</b>'


__all__ = ["SPRITE", "SUITS", "Look", "chip", "look", "spoken"]
