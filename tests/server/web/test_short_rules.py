"""How a game is played, on two screens: short, with real tables, and one click from all the rest."""

from __future__ import annotations

import pytest

from tests.server.html.soup import read
from tests.server.web.site import Site
from tuckbox.definition.game import game as game_named
from tuckbox.definition.rulebook import short_text
from tuckbox.lessons.script import lesson
from tuckbox.server.html.short_rules import shots_of

GAMES = ("whiplash", "keywhiz", "jalopies", "whipsaw")
LONGEST = 330
"""Maximum number of words on two screens."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_two_screens(site: Site, game: str) -> None:
    browser = site.stranger()
    assert f'href="/games/{game}/short"' in browser.get("/").text
    answer = browser.get(f"/games/{game}/short")
    assert answer.status_code == 200
    page = read(answer.text)
    assert page.words().count("What everybody forgets") == 1
    assert len(short_text(game_named(game)).split()) <= LONGEST
    links = {tag.attrs.get("href") for tag in page.all()}
    assert {f"/games/{game}", f"/games/{game}/cards", f"/learn/{game}"} <= links
    ids = [tag.attrs["id"] for tag in page.all() if "id" in tag.attrs]
    assert len(ids) == len(set(ids)), "tables that are pictures have no names of their own"


@pytest.mark.parametrize("game", GAMES)
def test_its_pictures_are_tables_of_the_lesson(game: str) -> None:
    shots = shots_of(game_named(game))
    assert len(shots) == 2
    assert all(1 <= page <= len(lesson(game_named(game)).pages) for page in shots)
