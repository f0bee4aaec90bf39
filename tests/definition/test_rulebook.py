"""The rules as people read them."""

from __future__ import annotations

import re

import pytest
import tuckbox_tictactoe

from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.definition.rulebook import rule, rules_text


def test_a_game_without_a_book_has_its_help() -> None:
    assert tuckbox_tictactoe.GAME.help_for() in rules_text(tuckbox_tictactoe.GAME)
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


def test_a_terminal_gets_no_pictures_and_no_anchors() -> None:
    """A model that asked for all rules read an `<a id=...>` before each."""
    text = rules_text(game("keywhiz"))
    told = rules_text(game("keywhiz"), terminal=True)
    assert "![" in text
    assert "![" not in told
    assert "<a id=" in text
    assert "<a id=" not in told


@pytest.mark.parametrize("name", installed())
def test_a_terminal_gets_links_as_words_unless_they_lead_to_the_web(name: str) -> None:
    text, told = rules_text(game(name)), rules_text(game(name), terminal=True)
    linked = re.findall(r"[^!]\[([^]]+)\]\(#[^)]*\)", text)
    assert linked
    assert all(words in told for words in linked)
    assert re.findall(r"\]\((?!http)", told) == []
    assert re.findall(r"\]\(http[^)]*\)", told) == re.findall(r"\]\(http[^)]*\)", text)


def test_a_sentence_of_the_rules_reads_without_its_links() -> None:
    assert "but nobody\nmay call in the first round (WL-5.6). And Bo saw" in rules_text(game("whiplash"), terminal=True)
    assert (rule(game("whiplash"), "WL-2.2") or "").endswith("(WL-8.6).")


def test_a_rule_is_whole() -> None:
    told = rule(game("whiplash"), "WL-3.3")
    assert told is not None
    assert "equal best sets" in told  # a row of the table in it


@pytest.mark.parametrize("number", ["", "WL", f"WL-{5}", "XX-5.6", ".*", f"WL-{5}.", "QH"])
def test_what_is_no_number_of_a_rule_finds_nothing(number: str) -> None:
    assert rule(game("whiplash"), number) is None
