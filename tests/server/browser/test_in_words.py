"""Whole matches of every game by a player who has the accessibility tree and nothing else, at a table in words."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.browser.conftest import Newcomer, Person, faults
from tuckbox.server.html.words import KEYS

LITTLE = {
    "whiplash": {"players": "2", "offer": "", "option__match": "single", "option__ranks": "4", "option__turn_cap": "40"},
    "keywhiz": {"players": "2", "option__board": "mini"},
    "jalopies": {"players": "2", "option__curfew": "4", "option__racers": "deal"},
    "whipsaw": {"players": "2", "option__mini": "true"},
}
"""A short match of each game."""

_REGION = re.compile(r'^\s*- region "(?P<name>[^"]*)"', re.MULTILINE)
_ACTION = re.compile(r"""^\s+- listitem:\n\s+- ['"]?button "(?P<name>.*)"['"]?(?: \[.*\])?:?$""", re.MULTILINE)
_PASS = re.compile(r'- button "(?P<name>[^"]* Space|Next deal)"')
"""The answer that lets a window pass ("Let it pass", "Do not delay"), which has the space bar for a key; and what deals the
next game of a series, after a void hand of Whiplash, say."""


AGAIN = 3
"""Maximum number of times that one presses again in a match."""


class Reader:
    """A player who is read the tree of a page, and presses what it calls a button."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed_again = 0

    def tree(self) -> str:
        """The accessibility tree of the table, as text."""
        return self.page.locator("main").aria_snapshot()

    def section(self, name: str) -> str:
        """The part of the tree below a heading."""
        tree = self.tree()
        starts = {found["name"]: found.start() for found in _REGION.finditer(tree)}
        later = [start for start in starts.values() if start > starts[name]]
        return tree[starts[name] : min(later, default=len(tree))]

    def actions(self) -> list[str]:
        """What may be done, as it is called."""
        section = self.section("What may I do")
        found = [*_ACTION.finditer(section), *_PASS.finditer(section)]
        return [each["name"].replace('\\"', '"') for each in found]

    def press(self, name: str) -> None:
        """Press a button by what it is called."""
        self.page.get_by_role("region", name="What may I do").get_by_role("button", name=name, exact=True).first.click()

    def listen(self, before: str = "") -> bool:
        """Wait for another tree than `before` in which something may be done; false if the match is over instead.

        Where nothing happens for ten seconds one presses again, as people do: a rival's move may have come in between, or
        the button may have been drawn anew under the pointer. But not time after time.
        """
        for wait in range(600):
            tree = self.tree()
            if 'list "Places"' in tree:
                return False
            if tree != before and self.actions():
                return True
            if wait == 200 and self.actions() and self.pressed_again < AGAIN:
                self.pressed_again += 1
                return True
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.page.locator('#toast').text_content()}\n{tree}")


def in_words(person: Person) -> Person:
    """With tables in words, set as one does who has only keys: by the second link of a page of a table."""
    person.go("/learn/whiplash")
    for _ in range(2):
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/settings**")
    person.page.get_by_role("radio", name="In words").check()
    person.page.get_by_role("button", name="Save").click()
    person.page.wait_for_url("**/learn/whiplash**")
    return person


@pytest.mark.slow
@pytest.mark.parametrize("game", LITTLE)
def test_a_match_is_played_to_the_end_by_the_tree_alone(newcomer: Newcomer, game: str) -> None:
    ann = in_words(newcomer().named("Ann"))
    ann.opens(game, bot1="easy", **LITTLE[game])
    ann.page.get_by_role("button", name="Start the match").click()
    reader, chance, decisions, before = Reader(ann.page), random.Random(game), 0, ""
    while reader.listen(before):
        before = reader.tree()
        assert "listitem" in reader.section("My cards")
        reader.press(chance.choice(reader.actions()))
        decisions += 1
    assert decisions  # a hand of Whiplash may be over after two


def test_sections_are_one_key_away_and_the_news_is_said_by_itself(newcomer: Newcomer) -> None:
    ann = in_words(newcomer().named("Ann")).hand()
    ann.wait("() => document.querySelector('.table.turn')")
    assert faults(ann.page) == []
    for section, key in KEYS.items():
        ann.page.keyboard.press(key)
        assert ann.focused == f"{section}-title"
    reader = Reader(ann.page)
    draw = next(name for name in reader.actions() if name.startswith("Draw"))
    reader.press(draw)
    expect(ann.page.get_by_role("log", name="What changed")).to_contain_text("You draw")
    assert ann.page.locator(".card").count() == 0


def test_a_lesson_is_read_and_answered_in_words(newcomer: Newcomer) -> None:
    ann = in_words(newcomer().named("Ann"))
    ann.go("/learn/whiplash")
    assert ann.page.locator(".card").count() == 0
    expect(ann.page.get_by_role("heading", name="My cards")).to_be_visible()
    assert faults(ann.page) == []
