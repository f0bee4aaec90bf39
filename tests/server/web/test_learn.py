"""Lessons by their addresses: pages, what is tried there, and what is refused."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tests.server.web.site import Site
from tuckbox.definition.game import game
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson
from tuckbox.server.web import learn, topics

FIRST = lesson(game("whiplash"))


def page_of(text: str) -> int:
    found = re.search(r'data-page="(\d+)"', text)
    assert found
    return int(found[1])


def test_the_front_page_leads_to_the_lesson_and_the_lesson_to_its_end(site: Site) -> None:
    browser = site.stranger()
    assert 'href="/learn/whiplash"' in browser.get("/").text
    address = "/learn/whiplash"
    for number, page in enumerate(FIRST.pages, 1):
        answer = browser.get(address)
        assert answer.status_code == 200
        assert page_of(answer.text) == number
        action = page.task.action.replace(" ", "+") if page.task else ""
        address = f"/learn/whiplash?page={number}&try={action}" if action else f"/learn/whiplash?page={number + 1}"
    answer = browser.get(address)
    assert "That was the lesson." in answer.text


def test_the_match_of_a_lesson_is_played_on(site: Site) -> None:
    browser = site.stranger()
    path = "/learn/whiplash/on"
    assert f'action="{path}"' in browser.get(f"/learn/whiplash?page={len(FIRST.pages) + 1}").text
    table = browser.post(path).headers["location"]
    shown = browser.get(table).text
    assert "<b>Practice</b> from the end of the lesson, with its cards; nothing counts" in shown
    assert "review" not in shown
    assert f'href="{table}"' in browser.get("/").text
    assert browser.post("/learn/chess/on").status_code == 404
    assert browser.post(path, origin="http://evil.example").status_code == 403


def test_the_browser_remembers_where_a_lesson_stands(site: Site) -> None:
    browser = site.stranger()
    assert "set-cookie" not in browser.get("/learn/whiplash").headers
    assert browser.get("/learn/whiplash?page=4").headers["set-cookie"].startswith("lessons=whiplash:4;")
    assert 'href="/learn/whiplash?page=4"' in browser.get("/").text
    browser.get("/learn/keywhiz?page=2")
    browser.get(f"/learn/whiplash?page={len(FIRST.pages) + 1}")
    home = browser.get("/").text
    assert 'href="/learn/keywhiz?page=2"' in home
    assert 'aria-label="Learn by playing: Whiplash, done"' in home
    browser.get("/learn/whiplash?page=2")
    assert 'href="/learn/whiplash?page=2"' not in browser.get("/").text, "what is done stays done"


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        ("discard+3S", "Take a card first, then put one down (WL-5.1)."),
        ("take+discard", "You may. But you have no other eight"),
        ("sing", "No action is written &#39;sing&#39;"),
        ("%00" * 500, "No action is written"),
    ],
)
def test_what_is_not_asked_for_is_answered_on_the_same_page(site: Site, tried: str, told: str) -> None:
    answer = site.stranger().get(f"/learn/whiplash?page=3&try={tried}")
    assert (answer.status_code, page_of(answer.text)) == (200, 3)
    assert told in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/chess", 404),
        ("/learn/whiplash?page=0", 404),
        ("/learn/whiplash?page=999", 404),
        ("/learn/whiplash?page=two", 400),
        ("/learn/parcel", 404),
    ],
)
def test_what_is_not_there_is_refused(site: Site, path: str, status: int) -> None:
    assert site.stranger().get(path).status_code == status


@pytest.mark.parametrize(
    ("path", "module", "name", "cache"),
    [
        ("/learn/whiplash?page=3", learn, "lesson_page", learn._drawn),
        ("/games/whiplash/short", learn, "short_rules_page", learn._short_rules),
        ("/games/whiplash/cards?edition=royal", topics, "cards_page", topics._cards),
    ],
)
def test_pages_that_are_the_same_for_all_are_made_once_and_keep_no_table_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, name: str, cache: Any
) -> None:
    cache.cache_clear()
    make, made = getattr(module, name), 0

    def watched(*given: Any) -> str:
        nonlocal made
        made += 1
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return str(make(*given))

    monkeypatch.setattr(module, name, watched)
    ann, bo = site.browser("Ann"), site.stranger()
    assert ann.get(path).text == bo.get(path).text
    assert made == 1
    bo.post("/settings", {"theme": "dark"})
    assert bo.get(path).text != ann.get(path).text
    assert made == 2
    cache.cache_clear()


def test_what_is_tried_in_a_lesson_keeps_no_table_waiting(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    act = Guide.act

    def watched(guide: Guide, text: str) -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return act(guide, text)

    monkeypatch.setattr(Guide, "act", watched)
    assert "No action is written" in site.stranger().get("/learn/whiplash?page=3&try=sing").text
