"""Decks: kinds of cards, their names and backs; and what a declaration may not say."""

from __future__ import annotations

from typing import Any

import pytest

from tuckbox.errors import RulesError
from tuckbox.kit import BACK, Deck

TWO_BACKS = Deck(["fool", "king"], copies=[1, 4], backs=[0, 1], back_names=["day", "night"], faces=["F", "K"])


def test_a_card_is_the_number_of_its_kind() -> None:
    assert [TWO_BACKS.card(name) for name in TWO_BACKS] == [0, 1]
    assert TWO_BACKS.name(1) == "king"
    assert (TWO_BACKS.face(0), TWO_BACKS.face(1)) == ("F", "K")
    assert len(TWO_BACKS) == 2


def test_a_hidden_card_is_called_by_its_back() -> None:
    assert [TWO_BACKS.name(BACK + back) for back in (0, 1)] == ["day", "night"]
    assert TWO_BACKS.face(BACK + 1) == "night"
    assert Deck("ab").name(BACK) == "card"


def test_the_standard_pack_goes_by_ranks_then_suits() -> None:
    pack = Deck.standard()
    assert len(pack) == 52
    assert [pack[card] for card in (0, 1, 2, 3, 4, 33, 51)] == ["2C", "2D", "2H", "2S", "3C", "TD", "AS"]
    assert pack.face(33) == "10♦"


@pytest.mark.parametrize(("wrong", "said"), [
    ({"names": "ab", "copies": [1]}, "as many copies"),
    ({"names": "ab", "backs": [0]}, "as many copies"),
    ({"names": "ab", "faces": ["A"]}, "as many copies"),
    ({"names": "aa"}, "same name"),
    ({"names": "ab", "backs": [0, 1]}, "index into back_names"),
    ({"names": "ab", "backs": [0, -1]}, r"`backs` of a deck are whole numbers from 0, .*, such as \[0\] \* 2"),
    ({"names": "ab", "copies": 6}, r"`copies` of a deck are whole numbers from 0.*, such as \[1\] \* 2, not 6"),
    ({"names": "ab", "copies": [6, 1.5]}, r"`copies` of a deck .*, not \[6, 1.5\]"),
    ({"names": "ab", "copies": "66"}, "`copies` of a deck .*, not '66'"),
    ({"names": map(str, range(241))}, "at most 240"),
    ({"names": "a", "back_names": map(str, range(16))}, "15 backs"),
])  # fmt: skip
def test_a_wrong_deck_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Deck(**wrong)


def test_the_greatest_deck_still_leaves_room_for_its_backs() -> None:
    deck = Deck(map(str, range(240)), back_names=map(str, range(15)))
    assert deck.name(BACK + 14) == "14"
    assert BACK + 14 < 256


def test_a_card_that_the_deck_has_not_is_told_with_what_may_be_meant() -> None:
    with pytest.raises(RulesError, match="the deck has no card 'tee'; did you mean 'tea'"):
        Deck(["tea", "silk"]).card("tee")


@pytest.mark.parametrize("name", ["", " ", "green\ntea", "tea\n"])
def test_a_card_has_a_name_of_one_line(name: str) -> None:
    """Records have a line for each action."""
    with pytest.raises(RulesError, match="the name of a card is a line of text"):
        Deck([name, "silk"])


def test_names_of_cards_are_texts() -> None:
    with pytest.raises(RulesError, match="the names of cards are texts, not 0"):
        Deck(range(4))  # type: ignore[arg-type]
