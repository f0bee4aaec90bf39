"""Pictures of games that have none of their own."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from tuckbox.kit import Deck, Dice
from tuckbox.kit.layout import Layout
from tuckbox.server.html.covers import cover


def picture(deck: Deck | None = None, **fields: Any) -> str:
    """The picture of a game with these cards, and dice as fields."""
    return cover.__wrapped__(SimpleNamespace(art=None, layout=Layout(type("State", (), fields), (2,), deck)))


def lines(drawing: str) -> list[tuple[int, str]]:
    """The lines of text, each with the size of its letters."""
    return [(int(size), line) for size, line in re.findall(r'font-size="(\d+)"[^>]*>([^<]+)</text>', drawing)]


def test_the_cards_are_different_ones() -> None:
    """Of six cards the fifth was shown twice, the last but one not at all."""
    shown = lines(picture(Deck(["page", "seer", "guest", "thief", "clerk", "crown"])))
    assert [line for _, line in shown] == ["page", "seer", "guest", "clerk", "crown"]


def test_words_fit_on_the_part_of_a_card_that_the_next_leaves_free() -> None:
    """They were cut after sixteen letters, and their ends lay under the next card."""
    shown = lines(picture(Deck(["Oil on the road", "Counterrevolutionary", "queen", "A"])))
    assert [line for _, line in shown] == ["Oil on", "the road", "Counterr", "evolutio", "nary", "queen", "A"]
    assert all(size * len(line) * 0.6 <= 40 for size, line in shown)
    assert 'textLength="40"' in picture(Deck(["龍の宝物の物語"]))
    assert lines(picture(Deck(["a"], faces=[" "]))) == []


def test_a_game_of_dice_shows_dice() -> None:
    assert picture(cup=Dice(5)).count("<circle") == 1 + 2 + 3 + 5 + 6
    assert lines(picture(cup=Dice(5))) == []
    assert [line for _, line in lines(picture(cup=Dice(2, faces=["miss", "hit"])))] == ["miss", "hit"]


def test_a_game_of_cards_and_dice_shows_both() -> None:
    """It showed its cards only."""
    drawing = picture(Deck(["tea", "silk"]), cup=Dice(5))
    assert ([line for _, line in lines(drawing)], drawing.count("<circle")) == (["tea", "silk"], 1 + 6)
    drawing = picture(Deck.standard(), cup=Dice(2, faces=["miss", "hit"]))
    assert [line for _, line in lines(drawing)] == ["2", "7", "A", "miss", "hit"]
