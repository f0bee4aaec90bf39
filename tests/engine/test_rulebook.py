"""The rules as people read them."""

from __future__ import annotations

import re

import pytest
import tuckbox_tictactoe

from tuckbox.engine.game import game, installed
from tuckbox.engine.rulebook import rule, rules_text


def test_a_game_without_a_book_has_its_help() -> None:
    assert tuckbox_tictactoe.GAME.help in rules_text(tuckbox_tictactoe.GAME)
    assert rule(tuckbox_tictactoe.GAME, "TT-1.1") is None


@pytest.mark.parametrize("name", installed())
def test_every_numbered_rule_is_found_and_none_runs_into_the_next(name: str) -> None:
    book = game(name)
    numbers = re.findall(r'<a id="(\w+-[\d.]+)"></a>', rules_text(book))
    assert len(numbers) > 30
    for number in numbers:
        told = rule(book, number)
        assert told is not None
        assert told.startswith(f"**{number}**")
        assert "\n#" not in told
        assert "<a id" not in told
        assert rule(book, number.lower()) == told


def test_pictures_are_left_out_where_none_can_be_shown() -> None:
    text = rules_text(game("keywhiz"))
    told = rules_text(game("keywhiz"), pictures=False)
    assert "![" in text
    assert "![" not in told
    assert len(text) - len(told) < 400
    assert told.split("\n## ")[1:] == text.split("\n## ")[1:]


def test_a_rule_is_whole() -> None:
    told = rule(game("whiplash"), "WL-3.3")
    assert told is not None
    assert "equal best sets" in told  # a row of the table in it


@pytest.mark.parametrize("number", ["", "WL", "WL-5", "XX-5.6", ".*", "WL-5.", "QH"])
def test_what_is_no_number_of_a_rule_finds_nothing(number: str) -> None:
    assert rule(game("whiplash"), number) is None
