"""Accounts by their addresses: cookies, forms and scripts, and pages of other sites that try theirs."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.server.accounts.authenticator import Authenticator
from tests.server.web.site import FREE, Browser, Site, open_site
from tuckbox.server.settings import Rate
from tuckbox.server.storage.schema import people, sessions

POSTS = [
    "/sign-in/question", "/sign-in", "/sign-out", "/recover", "/account/passkeys/question", "/account/passkeys",
    "/account/passkeys/remove", "/account/prove/question", "/account/prove", "/account/code", "/account/sessions",
    "/account/export", "/account/delete",
]  # fmt: skip


def become(browser: Browser, passkey: Authenticator, name: str = "Ann") -> str:
    """Let a browser's guest become somebody; their recovery code."""
    question = browser.asks("/account/passkeys/question", {"name": name})
    assert question.status_code == 200, question.text
    answer = browser.asks("/account/passkeys", passkey.make(question.json()))
    assert answer.status_code == 200, answer.text
    code: str = answer.json()["code"]
    return code


def sign_in(browser: Browser, passkey: Authenticator) -> int:
    """Sign in; the status of the answer."""
    answer = passkey.show(browser.asks("/sign-in/question", {}).json())
    return browser.asks("/sign-in", answer).status_code


def test_a_guest_keeps_all_they_have_and_has_it_on_the_other_device(site: Site) -> None:
    laptop, phone, passkey = site.browser("Ann"), site.stranger(), Authenticator()
    table = laptop.plays_bots("whiplash")
    become(laptop, passkey)
    assert f"/tables/{table}" in laptop.get("/").text
    assert sign_in(phone, passkey) == 200
    assert f"/tables/{table}" in phone.get("/").text
    with phone.socket(table) as socket:
        assert "Resign" in socket.raw() or "mine" in socket.raw()
    assert phone.get("/account").text.count("<b>Firefox on Linux</b>") == 3, "a passkey and two sessions"


def test_the_cookie_of_the_guest_is_worth_nothing_then(site: Site) -> None:
    ann, passkey = site.browser("Ann"), Authenticator()
    copied = Browser(ann.client, dict(ann.cookies))
    become(ann, passkey)
    assert 'value="Ann"' in ann.get("/").text
    assert 'value="Ann"' not in copied.get("/").text
    assert copied.asks("/account/passkeys/question", {"name": "Mallory"}).json()["user"]["name"] == "Mallory", "a stranger"


def test_a_session_that_was_ended_has_ended(site: Site) -> None:
    laptop, phone, passkey = site.browser("Ann"), site.stranger(), Authenticator()
    become(laptop, passkey)
    sign_in(phone, passkey)
    assert laptop.post("/account/sessions", {"session": "others"}).headers["location"] == "/account"
    assert 'value="Ann"' not in phone.get("/").text
    assert phone.post("/account/code").status_code == 403
    assert sign_in(phone, passkey) == 200
    kept = dict(phone.cookies)
    phone.post("/sign-out")
    assert 'value="Ann"' not in Browser(phone.client, kept).get("/").text, "not only the cookie is gone"
    assert 'value="Ann"' in laptop.get("/").text


def test_a_browser_has_one_session_whoever_signs_in_in_it(site: Site) -> None:
    ann, bo, hers, his = site.browser("Ann"), site.browser("Bo"), Authenticator(), Authenticator(b"Bo")
    code, other = become(ann, hers), become(bo, his, "Bo")
    before = dict(ann.cookies)
    assert sign_in(ann, hers) == 200
    assert ann.post("/recover", {"code": code}).status_code == 200
    assert ann.cookies == before, "the session goes on"
    assert "End the session of" not in ann.get("/account").text
    assert sign_in(ann, his) == 200
    assert 'value="Bo"' in ann.get("/").text
    assert 'value="Ann"' not in Browser(ann.client, before).get("/").text, "what it had has ended"
    assert ann.post("/recover", {"code": other}).status_code == 200
    assert sign_in(bo, hers) == 200
    assert "End the session of" not in bo.get("/account").text


def test_who_signs_in_anew_has_shown_who_they_are(site: Site) -> None:
    ann, passkey = site.browser("Ann"), Authenticator()
    code = become(ann, passkey)
    for way in ("passkey", "code"):
        site.execute(update(sessions).values(proved=0.0))
        assert ann.post("/account/code").status_code == 403
        if way == "passkey":
            assert sign_in(ann, passkey) == 200
        else:
            assert ann.post("/recover", {"code": code}).status_code == 200
        assert "Make a new one" in ann.get("/account").text


def test_who_is_banned_gets_in_by_no_way_and_signs_nobody_out(site: Site) -> None:
    ann, bo, his = site.browser("Ann"), site.browser("Bo"), Authenticator(b"Bo")
    become(ann, Authenticator())
    code = become(bo, his, "Bo")
    site.execute(update(people).where(people.c.name == "Bo").values(banned=True))
    assert sign_in(ann, his) == 403
    assert "has banned you" in ann.post("/recover", {"code": code}).text
    assert 'value="Ann"' in ann.get("/").text
    site.execute(update(people).values(banned=False))
    assert site.stranger().post("/recover", {"code": code}).status_code == 200, "it was not used up"


def test_a_recovery_code_leads_back_and_is_in_no_cache(site: Site) -> None:
    code = become(site.browser("Ann"), Authenticator())
    back = site.stranger()
    page = back.post("/recover", {"code": code})
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert 'value="Ann"' in back.get("/").text
    assert site.stranger().post("/recover", {"code": code}).status_code == 403


@pytest.mark.parametrize("path", POSTS)
def test_pages_of_other_sites_can_send_nothing(site: Site, path: str) -> None:
    ann = site.browser("Ann")
    become(ann, Authenticator())
    for origin in ("https://evil.example", "null", "http://localhost:8485"):
        assert ann.asks(path, {}, origin=origin).status_code == 403
    assert "this browser" in ann.get("/account").text


@pytest.mark.parametrize("path", POSTS)
def test_what_is_malformed_changes_nothing(site: Site, path: str) -> None:
    ann = site.browser("Ann")
    become(ann, Authenticator())
    deep = b'{"x":' + b"[" * 5000
    for data in (b"\xff", b"[]", b"{", b'{"rawId": {}}', b'{"name": "\\u202e"}', b"code=%ff&passkey=x&session=y", deep):
        answer = ann._request("POST", path, {"host": "localhost:8484", "origin": "http://localhost:8484"}, content=data)
        assert answer.status_code in (200, 303, 400, 403, 409, 429), (data, answer.text)
        assert not any(word in answer.text for word in ("truncated", "Expected", "malformed:", "byte")), answer.text
        if answer.status_code == 303 and path == "/sign-out":
            return
    page = ann.get("/account").text
    assert page.count('class="list"') == 2
    assert "this browser" in page


def test_strangers_learn_nothing_of_who_is_here(site: Site) -> None:
    become(site.browser("Ann"), Authenticator())
    stranger = site.stranger()
    first, second = (stranger.asks("/sign-in/question", {}).json() for _ in range(2))
    assert {**first, "challenge": ""} == {**second, "challenge": ""}
    assert first["allowCredentials"] == []
    assert sign_in(stranger, Authenticator(b"unknown")) == 403
    assert "Ann" not in stranger.get("/account").text


def test_attempts_are_counted(tmp_path: Path) -> None:
    from dataclasses import replace

    with open_site(tmp_path / "tables.db", limits=replace(FREE, signings=Rate(1e-9, 5))) as site:
        codes = [site.stranger().post("/recover", {"code": str(number)}).status_code for number in range(7)]
        assert codes == [403] * 5 + [429] * 2
        assert site.stranger().asks("/sign-in/question", {}).status_code == 429


def test_where_browsers_make_no_passkeys_the_page_says_so(site: Site) -> None:
    ann = site.browser("Ann")
    assert "browsers make none for this one" in ann.get("/account").text
    refused = ann.asks("/account/passkeys/question", {}, host="127.0.0.1:8484", origin="http://127.0.0.1:8484")
    assert refused.json()["error"] == "no passkeys"


def test_programs_stay_what_they_are(site: Site) -> None:
    robo, ann = site.program("Robo"), site.browser("Ann")
    become(ann, Authenticator())
    table = robo.open(players=2)
    assert robo.look(table)["seat"] == 0
    assert (
        site.client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {ann.cookies['tuckbox']}"}).status_code
        == 401
    )


def test_all_that_is_kept_can_be_taken_along(site: Site) -> None:
    ann, robo = site.browser("Ann"), site.program("Robo")
    table = robo.open(players=2, options={"match": "single", "turn_cap": 40})
    ann.sits(table, 1)
    with ann.socket(table) as socket:
        socket.send("chat", text="my secret is safe")
        while "my secret" not in socket.raw():
            pass
    answer = ann.post("/account/export")
    assert answer.headers["content-type"] == "application/zip"
    file = zipfile.ZipFile(io.BytesIO(answer.content))
    assert file.testzip() is None
    assert json.loads(file.read("words.json"))[0]["text"] == "my secret is safe"
    assert json.loads(file.read("person.json"))["name"] == "Ann"
    assert not [name for name in file.namelist() if name.startswith("matches/")], "the match is not over"
    assert ann.cookies["tuckbox"] not in str([file.read(name) for name in file.namelist()])
    assert site.stranger().post("/account/export").status_code == 401


def test_who_is_forgotten_has_left_nothing_but_moves(site: Site) -> None:
    ann, bo, passkey = site.browser("Ann Annerson"), site.browser("Bo"), Authenticator()
    table = ann.plays_bots("whiplash")
    shared = bo.post("/tables", {"game": "whiplash", "players": "2", "private": "0"}).headers["location"]
    ann.sits(shared.removeprefix("/tables/"), 1)
    become(ann, passkey, "")
    assert "Go there" in ann.get("/account/delete").text
    assert ann.post("/account/delete", {"sure": "yes"}).status_code == 409
    with ann.socket(shared.removeprefix("/tables/")) as socket:
        socket.send("stand")
        while "Sit here" not in socket.raw():
            pass
    while "Go there" in ann.get("/account/delete").text:  # the list follows the table in a moment
        pass
    assert ann.post("/account/delete", {}).status_code == 400
    kept = Browser(ann.client, dict(ann.cookies))
    assert ann.post("/account/delete", {"sure": "yes"}).status_code == 200
    assert "Annerson" not in kept.get("/").text
    assert sign_in(site.stranger(), passkey) == 403
    while "Annerson" in bo.get(f"/tables/{table}").text:  # a table in memory follows in a moment
        pass
