"""Manners by their addresses: the page of the people at a table, and what its forms do."""

from __future__ import annotations

import json

import pytest

from tests.server.web.site import Browser, Site
from tuckbox.server.html.find import find_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.manners.cooling import Cooling
from tuckbox.server.table.clock import steady_now


def said(browser: Browser, table: str) -> str:
    """The page of a table."""
    return browser.get(f"/tables/{table}").text


@pytest.fixture(name="talk")
def _talk(site: Site) -> tuple[Browser, Browser, str]:
    """Two at a table where both have said something, and its id."""
    ann, bo = site.browser("Ann"), site.browser("Bo")
    form = {"game": "whiplash", "players": "2", "pace": "none", "private": "1"}
    table = ann.post("/tables", form).headers["location"].removeprefix("/tables/")
    bo.sits(table, 1)
    for person, words in ((ann, "good luck"), (bo, "you fool")):
        with person.socket(table) as socket:
            socket.read()
            socket.send("chat", text=words)
            while words not in socket.raw():
                pass
    return ann, bo, table


def test_somebody_is_muted_and_heard_again(talk: tuple[Browser, Browser, str]) -> None:
    ann, bo, table = talk
    page = ann.get(f"/tables/{table}/people").text
    assert "Mute Bo" in page
    assert "Mute Ann" not in page
    assert "you fool" in said(ann, table)
    assert "What Bo says is not shown" in ann.post(f"/tables/{table}/people", {"name": "Bo", "do": "mute"}).text
    assert "you fool" not in said(ann, table)
    with ann.socket(table) as socket:
        assert "you fool" not in socket.raw()
    assert "you fool" in said(bo, table)
    assert "muted" not in bo.get("/account").text, "nobody is told"
    account = ann.get("/account").text
    aversion = account.split('name="aversion" value="')[1].split('"')[0]
    bo.post("/account/unheard", {"aversion": aversion})
    assert "you fool" not in said(ann, table)
    assert ann.post("/account/unheard", {"aversion": aversion}).headers["location"] == "/account"
    assert "you fool" in said(ann, table)


def test_who_is_blocked_cannot_sit_at_a_private_table_and_is_not_told_why(
    site: Site, talk: tuple[Browser, Browser, str]
) -> None:
    ann, bo, table = talk
    ann.post(f"/tables/{table}/people", {"name": "Bo", "do": "block"})
    form = {"game": "whiplash", "players": "2", "pace": "none", "private": "1"}
    other = ann.post("/tables", form).headers["location"].removeprefix("/tables/")
    with bo.socket(other) as socket:
        socket.read()
        socket.send("sit", seat=1)
        answer = json.loads(socket.raw())
    assert answer == {"error": "not here", "message": "There is no seat for you at this table."}


def test_a_report_is_taken_once_and_a_refusal_is_told_on_the_page(site: Site, talk: tuple[Browser, Browser, str]) -> None:
    ann, _, table = talk
    form = {"name": "Bo", "do": "report", "reason": "words", "text": "called me a fool"}
    path = f"/tables/{table}/people"
    assert "will look at" in ann.post(path, form).text
    assert ann.post(path, form).status_code >= 400
    assert "You have reported them" in ann.post(path, form).text
    assert "Only people who have played or spoken" in site.browser("Cy").post(path, form).text
    assert "Give a name first" in site.stranger().post(path, form).text
    assert ann.post(path, {**form, "name": "<b>Zed</b>"}).status_code >= 400
    assert ann.post(path, {**form, "do": "ban"}).status_code >= 400


def test_pages_of_other_sites_can_mute_and_report_nobody(talk: tuple[Browser, Browser, str]) -> None:
    ann, _, table = talk
    for path, form in (
        (f"/tables/{table}/people", {"name": "Bo", "do": "block"}),
        (f"/tables/{table}/people", {"name": "Bo", "do": "report", "reason": "words"}),
        ("/account/unheard", {"aversion": "x"}),
    ):
        assert ann.post(path, form, origin="https://evil.example").status_code == 403
    assert "Whom you do not hear" not in ann.get("/account").text


def test_the_form_for_a_table_decides_on_the_chat(site: Site) -> None:
    ann = site.browser("Ann")
    form = {"game": "whiplash", "players": "2", "pace": "none"}
    for private, chat, opened in (("1", "", True), ("0", "", False), ("0", "1", True), ("1", "0", False)):
        path = ann.post("/tables", {**form, "private": private, "chat": chat}).headers["location"]
        assert ('id="saying"' in ann.get(path).text) == opened


def test_the_price_of_leaving_is_stated_where_one_looks_for_a_game(site: Site) -> None:
    assert (
        "after the second within 30 days for 15 minutes, then for 60 minutes, 4 hours and 24 hours"
        in site.stranger().get("/find").text
    )
    visitor = Visitor("Ann", Preferences())
    assert "You have left a match that counts within 30 days. With the next" in find_page([], 0, visitor, "", Cooling(1))
    page = find_page([], 0, visitor, "", Cooling(3, steady_now() + 3540))
    assert "You have left 3 matches that count within 30 days. You can look for a game again in 59 minutes." in page
