"""Cards as pictures: those of the standard pack, those a game describes, and backs.

A card of the standard pack bears its suit as a sign, as a letter and as a word, so that no colour is needed to read it.
Pictures stand once in a page; cards point at them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tuckbox.scene import speech
from tuckbox.scene.art import SYMBOL
from tuckbox.scene.parts import Card
from tuckbox.server.html.art import drawing_html
from tuckbox.server.html.markup import classes, esc, hue

SIGNS = {
    "C": "M16 2a6.6 6.6 0 0 1 5.4 10.4A6.6 6.6 0 1 1 17.6 22c.2 3.4 1.2 5.8 3.4 8H11c2.2-2.2 3.2-4.6 3.4-8a6.6 6.6 0 1 1"
    "-3.8-9.6A6.6 6.6 0 0 1 16 2z",
    "D": "M16 1.5C19 7 23 12 27.5 16 23 20 19 25 16 30.5 13 25 9 20 4.5 16 9 12 13 7 16 1.5z",
    "H": "M16 29.5C6 21.5 1.8 16.5 1.8 10.6A7.2 7.2 0 0 1 16 8.4a7.2 7.2 0 0 1 14.2 2.2C30.2 16.5 26 21.5 16 29.5z",
    "S": "M16 1.5C21 8.5 29.3 13 29.3 19.6a6 6 0 0 1-11.6 2.1c.3 3.5 1.3 6 3.3 8.3H11c2-2.3 3-4.8 3.3-8.3A6 6 0 0 1 2.7 19.6"
    "C2.7 13 11 8.5 16 1.5z",
}
"""The signs of the suits as paths, each in a square of 32."""

SUITS = {sign: (name[0].upper(), name) for sign, name in speech.SUITS.items()}
"""The letter and the name of each suit, by its sign."""


_LOW, _MID, _HIGH = 8, 16, 24
_DIAGONAL = [(_LOW, _LOW), (_HIGH, _HIGH)]
_CORNERS = [*_DIAGONAL, (_LOW, _HIGH), (_HIGH, _LOW)]
PIPS = {
    "1": [(_MID, _MID)], "2": _DIAGONAL, "3": [*_DIAGONAL, (_MID, _MID)], "4": _CORNERS, "5": [*_CORNERS, (_MID, _MID)],
    "6": [*_CORNERS, (_LOW, _MID), (_HIGH, _MID)],
}  # fmt: skip
"""The places of the pips of a die, by its face."""

_LONG = 8
"""Words of more letters than these need smaller ones to fit on a card."""
_WORDY = 6
"""Words of more letters than these need smaller ones on a card without a title, whose face is larger."""


class Look(NamedTuple):
    """Look of a card wherever it lies: its inside, its classes, and its accessible name."""

    inside: str
    classes: str
    label: str


@lru_cache(maxsize=4096)
def look(card: Card) -> Look:
    """The look of a card."""
    standard = None if card.hidden else speech.STANDARD.fullmatch(card.face)
    if card.tone == "die" and (card.hidden or card.face in PIPS):
        inside, kind = _die(card), classes("die", card.hidden and "back")
    elif card.hidden:
        inside, kind = _back(card)
    elif standard:
        inside, kind = _standard(*standard.groups())
    else:
        inside, kind = _rich(card)
    count = f'<span class="count">×{card.count}</span>' if card.count > 1 else ""
    count += f'<span class="copied">={chip(card.copies)}</span>' if card.copies else ""
    flags = classes("card", kind, card.faint and "faint", card.fresh and "fresh")
    return Look(inside + count, flags, _label(card))


def _label(card: Card) -> str:
    said = [speech.spoken(card)]
    said += [f"{card.count} of them"] if card.count > 1 else []
    said += ["known to all"] if card.faint else []
    said += ["just taken"] if card.fresh else []
    said += [f"counts as {speech.spoken(Card(card.copies))}"] if card.copies else []
    said += [text for text in (card.sort, card.text, card.note) if text]
    return esc(", ".join(said))


def _standard(rank: str, sign: str) -> tuple[str, str]:
    """A card of the standard pack as it is drawn, and rank and suit in words for those who want no pictures."""
    letter, suit = SUITS[sign]
    words = f'<text class="rank" x="7" y="41">{rank}</text><text class="suit" x="7" y="66">{suit}</text>'
    return f'<svg viewBox="0 0 100 140"><use href="#{SYMBOL}{rank}{letter}"/>{words}</svg>', f"suit{letter}"


def _die(card: Card) -> str:
    """A die as it lies; one that is not to be seen is blank."""
    if card.hidden:
        return ""
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="3.2"/>' for x, y in PIPS[card.face])
    return f'<svg viewBox="0 0 32 32">{pips}</svg><b class="face">{card.face}</b>'


def _back(card: Card) -> tuple[str, str]:
    """A back: the one the scene names, else that of the game; those that have a name of their own bear it."""
    named = card.face != "card"
    name = f'<span class="backname">{esc(card.face)}</span>' if named else ""
    tone = f"tone-{hue(card.tone or card.face)}" if named else ""
    drawn = drawing_html(card.art or "back", "full")
    return f"{drawn}{name}", classes("back", "drawn" if card.art else "", tone)


def _rich(card: Card) -> tuple[str, str]:
    """A card a game describes: its drawing if it has one, its title or face, and what it does."""
    drawing = drawing_html(card.art, "full" if card.whole else "art")
    title = f'<b class="face">{esc(card.face)}</b>' if not card.title else f'<b class="title">{esc(card.title)}</b>'
    text = f'<span class="text">{esc(card.text)}</span>' if card.text else ""
    sign = not card.title and len(card.face) <= 3 and not card.face[1:].islower()  # "10" or "SM", but "tea" is a word
    kind = "whole" if card.whole else "short" if sign else ""
    long = max(map(len, card.title.split()), default=0) > _LONG and "long"
    wordy = max(map(len, card.face.split()), default=0) > _WORDY and not card.title and "wordy"
    return drawing + title + text, classes("plain", kind, long, wordy, f"tone-{hue(card.tone)}" if card.tone else "")


@lru_cache(maxsize=1024)
def chip(face: str, tone: str = "") -> str:
    """A card in running text."""
    suit = SUITS.get(face[-1:])
    kind = f"suit{suit[0]}" if suit else f"tone-{hue(tone)}" if tone else ""
    return f'<b class="{classes("chip", kind)}">{esc(face)}</b>'
