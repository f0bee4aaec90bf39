"""What is this? At a table, in a game, and all cards on a page; to nobody anything that they do not see."""

from __future__ import annotations

import pytest

from tests.server.html.models import model_of, played
from tests.server.html.soup import read
from tests.server.web.site import Site
from tuckbox.scene.parts import Stack
from tuckbox.scene.things import name_of, things
from tuckbox.server.html.table import table_body
from tuckbox.server.html.topics import answer_at


def test_a_table_answers_by_what_lies_there(site: Site) -> None:
    browser = site.stranger()
    table = browser.plays_bots("whiplash")
    while "stage-playing" not in browser.get(f"/tables/{table}").text:
        pass
    told = browser.get(f"/tables/{table}/about?of=Stock")
    assert told.status_code in (200, 204)
    ace = browser.get(f"/tables/{table}/about?of=A♠")
    assert "Ace of spades" in ace.text
    assert "/games/whiplash#WL-8.1" in ace.text
    assert browser.get(f"/tables/{table}/about?of=nothing").status_code == 204
    assert browser.get(f"/tables/{table}/about").status_code == 204
    assert browser.get("/tables/nowhere/about?of=AS").status_code == 404


def test_a_game_answers_by_its_options(site: Site) -> None:
    browser = site.stranger()
    royal = browser.get("/games/whiplash/about?edition=royal&of=AS").text
    assert "Royal call" in royal
    assert "Royal call" not in browser.get("/games/whiplash/about?edition=no-such&of=AS").text
    assert browser.get("/games/nothing/about?of=AS").status_code == 404
    many = browser.get("/games/whiplash/about?" + "&".join(["of=AS"] * 500))
    assert many.text.count("data-topic") == 1


@pytest.mark.parametrize("game", ["whiplash", "keywhiz", "jalopies", "whipsaw"])
def test_all_cards_of_a_game_stand_on_a_page(site: Site, game: str) -> None:
    page = site.stranger().get(f"/games/{game}/cards")
    assert page.status_code == 200
    assert page.text.count("data-topic=") > 10
    assert f'href="/games/{game}"' in page.text


@pytest.mark.parametrize("game", ["keywhiz", "jalopies", "whipsaw"])
def test_whatever_can_be_asked_about_on_a_page_answers(game: str) -> None:
    for steps in (2, 30, 80):
        model = model_of(played(game, 3, steps, seed=2))
        asked = [tag.attrs["data-of"].split("|") for tag in read(table_body(model)).all() if "data-of" in tag.attrs]
        assert len(asked) > 10
        for words in asked:
            assert answer_at(model, words, dict(model.options)), words


def test_an_answer_says_how_a_thing_stands() -> None:
    model = model_of(played("jalopies", 3, 120, seed=5))
    assert model.scene
    found = [thing for thing in things(model.scene) if not isinstance(thing, Stack) and " on " in name_of(thing)]
    assert found, "nobody is in trouble"
    assert "to cure:" in answer_at(model, [name_of(found[0])], {})
