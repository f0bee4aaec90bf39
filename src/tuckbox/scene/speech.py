"""Cards as one says them, for screen readers and voices: "queen of hearts" for Q♥."""

from __future__ import annotations

import re

from tuckbox.scene.parts import Card

SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
STANDARD = re.compile(r"(10|[2-9AKQJ])([♣♦♥♠])")
"""The face of a card of the standard pack: its rank and its suit."""

_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_FACE = re.compile(rf"(?<!\w){STANDARD.pattern}")


def spoken(card: Card) -> str:
    """The name of a card as one says it.

    >>> spoken(Card("Q♥")), spoken(Card("tea")), spoken(Card("casket", hidden=True))
    ('queen of hearts', 'tea', 'casket, face down')
    """
    if card.hidden:
        return f"{card.face}, face down"
    return aloud(card.face) if STANDARD.fullmatch(card.face) else card.title or card.face


def aloud(text: str) -> str:
    """A text with the cards of the standard pack in it as one says them.

    >>> aloud("You draw 10♣ and put down A♠.")
    'You draw 10 of clubs and put down ace of spades.'
    """
    return _FACE.sub(lambda face: f"{_RANKS.get(face[1], face[1])} of {SUITS[face[2]]}", text)
