"""The cheat sheet and the hint of a table: what they tell, whom, and where they are refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.web.site import Site, until
from tuckbox.coach.hint import Hint
from tuckbox.server.web import advice


def test_the_sheet_tells_what_matters_and_the_hint_what_to_do(site: Site) -> None:
    browser = site.stranger()
    table = browser.plays_bots("whiplash")
    page = browser.get(f"/tables/{table}").text
    assert f'href="/tables/{table}/sheet"' in page
    while "You may" not in browser.get(f"/tables/{table}/sheet").text:
        pass
    told = browser.get(f"/tables/{table}/sheet")
    assert told.status_code == 200
    assert "Take a card" in told.text
    assert "<b>Draw from the stock</b>: face down" in told.text
    hint = browser.get(f"/tables/{table}/hint").text
    assert "Try <b>Draw from the stock</b>" in hint or "Try <b>Take from the pile</b>" in hint


def test_onlookers_read_the_sheet_and_get_no_hint(site: Site) -> None:
    table = site.stranger().plays_bots("whiplash")
    other = site.browser("Bo")
    assert "Now" in other.get(f"/tables/{table}/sheet").text
    assert "Hints are for those who play here." in other.get(f"/tables/{table}/hint").text


def test_against_people_there_are_no_hints(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.browser("Bo")
    form = {"game": "whiplash", "players": "2", "private": "0", "pace": "quick"}
    table = ann.post("/tables", form).headers["location"].rpartition("/")[2]
    assert "The match has not begun." in ann.get(f"/tables/{table}/sheet").text
    bo.sits(table, 1)
    with ann.socket(table) as line:
        line.read()
        line.send("start")
        while "The match has not begun." in ann.get(f"/tables/{table}/sheet").text:
            line.read()
    for browser in (ann, bo):
        assert "There are no hints where people play each other" in browser.get(f"/tables/{table}/hint").text
        assert "hints allowed" not in browser.get(f"/tables/{table}").text


def test_a_hint_is_offered_where_it_is_not_refused(site: Site) -> None:
    ann = site.browser("Ann")
    form = {"game": "whiplash", "players": "2", "private": "0", "pace": "none"}
    tables = {
        ann.plays_bots("whiplash"): "Try <b>",
        ann.post("/daily/whiplash", {}).headers["location"].rpartition("/")[2]: "This is the deal of the day: there are no",
        ann.post("/tables", form).headers["location"].rpartition("/")[2]: "There are no hints where people play each other",
    }
    for table, told in tables.items():
        assert told in ann.get(f"/tables/{table}/hint").text
        assert (' unaided"' in ann.get(f"/tables/{table}").text) == (told != "Try <b>")
        assert ' unaided"' in site.stranger().get(f"/tables/{table}").text


def test_a_table_may_allow_hints_and_tells_everybody(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.browser("Bo")
    form = {"game": "whiplash", "players": "2", "private": "0", "pace": "none", "hints": "1"}
    table = ann.post("/tables", form).headers["location"].rpartition("/")[2]
    for browser in (ann, bo, site.stranger()):
        assert "Hints are allowed at this table" in browser.get(f"/tables/{table}").text
    bo.sits(table, 1)
    with ann.socket(table) as line:
        line.read()
        line.send("start")
        while "stage-playing" not in ann.get(f"/tables/{table}").text:
            line.read()
    for browser in (ann, bo, site.stranger()):
        assert "hints allowed" in browser.get(f"/tables/{table}").text
    told = [browser.get(f"/tables/{table}/hint").text for browser in (ann, bo, site.stranger())]
    assert sorted("Try <b>" in text for text in told) == [False, False, True]


def test_nobody_waits_for_all_the_hints_of_somebody_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    explained, begun, go_on = list[str](), threading.Event(), threading.Event()

    def explain(view: Any, action: str, note: str) -> Hint:
        explained.append(view.game.name)
        begun.set()
        assert go_on.wait(60)
        return Hint(action, "", note)

    monkeypatch.setattr(advice, "_hint", explain)
    people = {game: site.browser(name) for name, game in (("Ann", "whiplash"), ("Bo", "keywhiz"))}
    tables = {game: browser.plays_bots(game) for game, browser in people.items()}
    for game, browser in people.items():
        while "You may" not in browser.get(f"/tables/{tables[game]}/sheet").text:
            pass
    queue = site.client.app.state.context.explaining  # type: ignore[attr-defined]
    with ThreadPoolExecutor(5) as threads:
        asked = []
        for waiting, game in enumerate(("whiplash", "whiplash", "whiplash", "whiplash", "keywhiz")):
            asked.append(threads.submit(people[game].get, f"/tables/{tables[game]}/hint"))
            assert begun.wait(60)
            until(lambda: len(explained) + queue.waiting > waiting)  # noqa: B023
        go_on.set()
    assert [each.result().status_code for each in asked] == [200] * 5
    assert explained == ["whiplash", "whiplash", "keywhiz", "whiplash", "whiplash"]


def test_of_a_table_that_is_not_there_nothing_is_told(site: Site) -> None:
    for what in ("sheet", "hint"):
        assert site.stranger().get(f"/tables/{'0' * 24}/{what}").status_code == 404


def test_a_table_says_that_its_bots_play_without_what_was_learnt(site: Site) -> None:
    told = "The bots play without what was learnt of Whiplash: its network was learnt without ranks=9."
    browser = site.browser("Ann")
    for ranks in ("13", "9"):
        form = {"game": "whiplash", "players": "2", "private": "0", "pace": "none", "bot1": "easy", "option.ranks": ranks}
        table = browser.post("/tables", form).headers["location"].rpartition("/")[2]
        assert (told in browser.get(f"/tables/{table}").text) == (ranks == "9")
