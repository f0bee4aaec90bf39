"""Cards as text: in a line, several in a few lines, or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from tuckbox.scene.blocks import Block, Signs, centred, cut
from tuckbox.scene.parts import Card, Token

_SEATS = ("cyan", "magenta", "yellow", "green", "blue", "red")
_TONES = {
    "black": "",
    "die": "",
    "orange": "dark_orange",
    "gold": "yellow",
    "teal": "cyan",
    "purple": "magenta",
    "brown": "orange4",
}
_MANY = 6


def style_of(card: Card) -> str:
    """The style of a card's face."""
    words = [tone_style(card.tone)]
    words += ["dim"] if card.faint or card.hidden else []
    words += ["bold"] if card.fresh else []
    return " ".join(filter(None, words))


def card_text(card: Card, signs: Signs) -> Text:
    """A card in a line: hidden ones show their back, faint ones stand in brackets, a fresh one bears a plus.

    >>> from tuckbox.scene.blocks import PLAIN
    >>> [str(card_text(card, PLAIN)) for card in (Card("card", hidden=True), Card("Q♥", faint=True), Card("Q♥", fresh=True))]
    ['??', '(QH)', '+QH']
    """
    face = signs.say(card.face)
    if card.hidden:
        face = signs.back * 2 + ("" if card.face == "card" else face)
    face = f"({face})" if card.faint else face
    text = Text.assemble((("+" if card.fresh else "") + face, style_of(card)))
    return text.append(f" {signs.times}{card.count}") if card.count > 1 else text


def cards_line(cards: Sequence[Card], signs: Signs) -> Text:
    """Cards in a line, many alike as a number."""
    texts = []
    at = 0
    while at < len(cards):
        alike = next((n for n in range(at, len(cards)) if cards[n] != cards[at]), len(cards)) - at
        together = alike if alike > _MANY else 1
        texts.append(card_text(replace(cards[at], count=cards[at].count * together), signs))
        at += together
    return Text(" ").join(texts)


def cards_flow(cards: Sequence[Card], width: int, rows: int, signs: Signs) -> Block:
    """Return as many cards as fit into `rows` lines, with a sign of omission where some do not."""
    lines = [Text()]
    for number, card in enumerate(cards):
        text = card_text(replace(card, faint=False), signs)
        last = number == len(cards) - 1
        room = width - (0 if last or len(lines) < rows else len(signs.more) + 1)
        if lines[-1].plain and lines[-1].cell_len + 1 + text.cell_len > room:
            if len(lines) == rows:
                lines[-1].append(f" {signs.more}", "dim")
                break
            lines.append(Text())
        lines[-1].append(" " if lines[-1].plain else "").append_text(text)
    return [cut(line, width, signs) for line in lines]


def picture(card: Card | None, signs: Signs, inner: int, tall: int = 1) -> Block:
    """A card in a frame, `inner` columns wide and `tall` lines high within it; None is a place without a card."""
    left, bar, right, side, low, end = signs.frame
    style = style_of(card) if card else "dim"
    hatch = Text(signs.back * inner, "dim")
    nameless = card is not None and card.hidden and card.face == "card"
    face = hatch if nameless else centred(cut(card_text(card, signs) if card else Text("none", "dim"), inner, signs), inner)
    rest = hatch if card and (card.hidden or card.faint) else Text(" " * inner)
    rows = [Text.assemble((side, style), row, (side, style)) for row in [face, *[rest] * (tall - 1)]]
    return [Text(left + bar * inner + right, style), *rows, Text(low + bar * inner + end, style)]


def picture_width(card: Card, signs: Signs) -> int:
    """Return the inner width a frame needs to show a card whole."""
    return max(4, card_text(card, signs).cell_len)


def tone_style(tone: str) -> str:
    """The style that a tone hints at."""
    return _TONES.get(tone, tone)


def token_style(token: Token) -> str:
    """The style of a piece: its seat's colour, or that of its back."""
    if token.tone:
        return tone_style(token.tone)
    return f"bold {_SEATS[token.seat % len(_SEATS)]}" if token.seat is not None else "bold"
