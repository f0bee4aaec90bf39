"""The pages: they are there, they do what they say, and they refuse what must not be done."""

from __future__ import annotations

import gzip
import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.web.site import FREE, ORIGIN, Site, open_site
from tuckbox import Match
from tuckbox.definition.game import game
from tuckbox.server.settings import Limits, Rate
from tuckbox.server.web.pages import request_of

TABLE = re.compile(r"/tables/([0-9a-f]{24})")


def table_of(answer: object) -> str:
    found = TABLE.fullmatch(getattr(answer, "headers", {})["location"])
    assert found
    return found[1]


@pytest.mark.parametrize("path", ["/", "/new?game=whiplash", "/games/whiplash", "/settings", "/about"])
def test_pages_are_there_for_strangers(site: Site, path: str) -> None:
    answer = site.stranger().get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.lower().startswith("<!doctype html>")
    assert "set-cookie" not in answer.headers


def test_a_newcomer_plays_bots_after_one_click(site: Site) -> None:
    browser = site.stranger()
    table = browser.plays_bots("whiplash")
    page = browser.get(f"/tables/{table}")
    assert 'id="table"' in page.text
    assert "Take a card" in page.text or "thinking" in page.text
    assert len(gzip.compress(page.content)) < 15_000


def test_a_name_is_enough_and_can_be_changed(site: Site) -> None:
    browser = site.stranger()
    answer = browser.post("/name", {"name": "  Ann   Lee ", "back": "/about"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/about")
    assert 'value="Ann Lee"' in browser.get("/").text
    assert browser.post("/name", {"name": "Bo"}).status_code == 303
    assert 'value="Bo"' in browser.get("/").text


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "\u202eevil"])
def test_what_is_no_name_is_refused(site: Site, name: str) -> None:
    browser = site.stranger()
    assert browser.post("/name", {"name": name}).status_code == 400
    assert not browser.cookies


def test_the_cookie_is_kept_from_scripts_and_other_sites(site: Site) -> None:
    cookie = site.stranger().post("/name", {"name": "Ann"}).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_a_table_is_opened_joined_and_played(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.browser("Bo")
    form = {"game": "whiplash", "players": "3", "private": "0", "pace": "quick", "bot2": "easy", "option.edition": "royal"}
    table = table_of(ann.post("/tables", {**form, "option.match": "single", "option.target": "21"}))
    assert f"/tables/{table}" in bo.get("/").text
    bo.sits(table, 1)
    with ann.socket(table) as line:
        line.read()
        line.send("start")
        while "Royal" not in line.raw():
            pass
    for _ in range(1000):  # the bot may be first
        if any("your turn" in person.get("/").text for person in (ann, bo)):
            return
    raise AssertionError("it is nobody's turn")


USUAL = {"option.match": "race", "option.target": "21", "option.hands": "12", "option.minutes": "30"}
"""What a browser without scripts sends of the options that offers decide."""


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ({"offer": "quick", **USUAL}, {"match": "race", "target": 5}),
        ({"offer": "hands", **USUAL, "option.edition": "royal"}, {"match": "hands", "hands": 12, "edition": "royal"}),
        ({"offer": "printed", "option.target": "3"}, {"match": "race", "target": 21}),
        ({"offer": "", **USUAL, "option.target": "9"}, {"match": "race", "target": 9}),
        ({"offer": "", **USUAL, "option.match": "hands"}, {"match": "hands", "hands": 12}),
        ({}, {"match": "race", "target": 21}),
    ],
)
def test_a_form_asks_for_the_match_that_is_chosen_and_for_its_own_options_with_none(
    form: dict[str, str], options: dict[str, object]
) -> None:
    request = request_of({"players": "2", **form}, game("whiplash"))
    _, settled = game("whiplash").settle_options(request.players, request.options)
    assert settled.items() >= options.items()


def test_one_click_begins_the_shortest_match_and_the_form_the_one_that_was_chosen(site: Site) -> None:
    ann, program = site.browser("Ann"), site.program("Bo")
    quick = ann.plays_bots("whiplash")
    assert program.get(f"/api/tables/{quick}").json()["options"]["target"] == "5"
    seven = table_of(ann.post("/tables", {"game": "whiplash", "players": "2", "offer": "seven"}))
    assert program.get(f"/api/tables/{seven}").json()["options"]["target"] == "7"


def test_a_private_table_is_found_only_by_its_link(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.browser("Bo")
    table = table_of(ann.post("/tables", {"game": "whiplash", "players": "2", "private": "1"}))
    assert table in ann.get("/").text
    assert table not in bo.get("/").text
    assert table not in site.program().get("/api/tables").text
    assert bo.get(f"/tables/{table}").status_code == 200
    assert bo.get(f"/tables/{table[:-1]}0").status_code in (200, 404)
    assert bo.get("/tables/1").status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": "9"}, "players"),
        ({"players": ""}, "The number of players is to be a number"),
        ({"option.edition": "1850"}, "edition"),
        ({"offer": "eternal"}, "Something was chosen that stands in no list of this form: choose again."),
        ({"pace": "lightning"}, "stands in no list of this form"),
        ({"bot1": "godlike"}, "bot"),
    ],
)
def test_a_form_that_cannot_be_is_shown_again_with_the_reason(site: Site, change: dict[str, str], words: str) -> None:
    answer = site.browser("Ann").post("/tables", {"game": "whiplash", "players": "2", **change})
    assert answer.status_code == 400
    assert words in answer.text
    assert "<form" in answer.text


def test_the_record_and_the_replay_open_at_the_end_only(site: Site) -> None:
    ann, bo = site.program("Ann"), site.program("Bo")
    running = site.seated(ann, bo)
    for path in (f"/tables/{running}/record", f"/tables/{running}/replay"):
        answer = site.stranger().get(path)
        assert answer.status_code == 409
        assert "over" in answer.text
    table = site.finished(ann, bo)
    record = site.stranger().get(f"/tables/{table}/record")
    assert record.headers["content-disposition"] == 'attachment; filename="whiplash.tuckbox"'
    assert Match.from_record(record.text).done
    assert site.stranger().get(f"/tables/{table}/replay?step=3").status_code == 200


def test_earlier_states_can_be_looked_at(site: Site) -> None:
    ann, bo = site.program("Ann"), site.program("Bo")
    table = site.finished(ann, bo)
    assert "step 2 of" in site.stranger().get(f"/tables/{table}?step=2").text
    for step in ("-1", "two", "99999", "²"):
        assert 400 <= site.stranger().get(f"/tables/{table}?step={step}").status_code < 500


def test_settings_are_kept_and_nothing_else_is(site: Site) -> None:
    browser = site.stranger()
    assert browser.get("/settings?back=//[").status_code == 200
    answer = browser.post("/settings", {"theme": "dark", "skin": "four", "motion": "<script>", "back": "//evil.example"})
    assert answer.headers["location"] == "/"
    page = browser.get("/").text
    assert 'data-theme="dark" data-skin="four" data-motion="auto"' in page


@pytest.mark.parametrize("path", ["/nothing", "/tables/x", "/games/patience", "/new?game=../../etc", "/static/nothing.css"])
def test_what_is_not_there_is_told_in_a_page_of_ours(site: Site, path: str) -> None:
    answer = site.stranger().get(path)
    assert answer.status_code == 404
    assert "content-security-policy" in answer.headers or path.startswith("/static")
    assert "Traceback" not in answer.text


def test_scripts_in_names_and_chat_are_text(site: Site) -> None:
    ann = site.browser("<b onload=x>Ann</b>")
    table = ann.plays_bots("whiplash")
    with ann.socket(table) as line:
        line.read()
        line.send("chat", text="<script>alert(1)</script>&amp;")
        while "&lt;script&gt;" not in (frame := line.raw()):
            pass
    page = ann.get(f"/tables/{table}").text
    for text in (frame, page, ann.get("/").text):
        assert "<script>alert" not in text
        assert "<b onload" not in text
    assert "&amp;amp;" in page


def test_every_page_is_bound_to_our_own_scripts_and_styles(site: Site) -> None:
    for path in ("/", "/games/whiplash", "/nothing"):
        answer = site.stranger().get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=", answer.text)


def test_static_files_are_kept_for_good_and_travel_packed(site: Site) -> None:
    page = site.stranger().get("/").text
    found = re.search(r"/static/style\.css\?v=[0-9a-f]+", page)
    assert found
    answer = site.stranger().get(found[0])
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    tag = answer.headers["etag"]
    again = site.client.get("/static/style.css", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" not in again.headers["cache-control"]
    assert site.client.get("/static/../app.py").status_code == 404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"{ORIGIN}0", "https://127.0.0.1:8484"])
def test_a_form_of_another_site_is_refused(site: Site, origin: str) -> None:
    browser = site.stranger()
    answer = browser.post("/name", {"name": "Ann"}, origin=origin)
    assert answer.status_code == 403
    assert not browser.cookies


def test_a_form_without_origin_is_refused(site: Site) -> None:
    answer = site.client.post("/name", data={"name": "Ann"})
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost:80;x", "[::1", "a b"])
def test_a_name_that_is_not_ours_is_refused(site: Site, host: str) -> None:
    assert site.client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8484", "127.0.0.1", "192.0.2.7:8484", "[::1]:8484"])
def test_names_of_this_machine_are_known(site: Site, host: str) -> None:
    assert site.client.get("/", headers={"host": host}).status_code == 200


def test_too_long_forms_are_refused_before_they_are_read(site: Site) -> None:
    answer = site.stranger().post("/name", {"name": "x" * 20_000})
    assert answer.status_code == 413
    many = "&".join(f"a{number}=1" for number in range(500))
    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    assert site.client.post("/name", content=many, headers=headers).status_code == 400
    assert site.client.post("/name", content=b"name=%ff", headers=headers).status_code == 400


def test_a_cookie_that_is_not_ours_makes_a_stranger(site: Site) -> None:
    ann = site.browser("Ann")
    cookie = ann.cookies["tuckbox"]
    body, _, seal = cookie.rpartition(".")
    for forged in (f"{body}.{'B' if seal[0] == 'A' else 'A'}{seal[1:]}", cookie.split(".")[0], "x" * 5000, "IjEi.abc.def"):
        ann.cookies["tuckbox"] = forged
        assert "Ann" not in ann.get("/").text


def test_a_token_is_no_cookie(site: Site) -> None:
    browser = site.stranger()
    browser.cookies["tuckbox"] = site.program("Robo").token
    assert "Robo" not in browser.get("/").text


def test_a_restart_knows_its_people(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db") as site:
        cookies = dict(site.browser("Ann").cookies)
    with open_site(tmp_path / "tables.db") as site:
        browser = site.stranger()
        browser.cookies.update(cookies)
        assert 'value="Ann"' in browser.get("/").text


def test_whoever_calls_too_often_waits(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", limits=Limits(requests=Rate(0, 3))) as site:
        answers = [site.stranger().get("/about") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["retry-after"] == "3600", "never"


def test_bots_are_not_for_the_taking(tmp_path: Path) -> None:
    """Neither with a new table, nor one by one, nor at a table at which one does not sit."""
    with open_site(tmp_path / "tables.db", limits=replace(FREE, bots=5)) as site:
        ann, bo = site.program("Ann"), site.program("Bo")
        ann.open(players=3, bots=["hard"] * 3)
        table = ann.open(players=4, bots=[None, "hard"])
        assert ann.do(table, "bot", seat=2, level="easy")["seats"][2]["level"] == "easy"
        refused = ann.post(f"/api/tables/{table}", {"do": "bot", "seat": 3, "level": "easy"})
        assert (refused.status_code, refused.json()["error"]) == (429, "too many")
        assert ann.do(table, "bot", seat=2, level="hard")["seats"][2]["level"] == "hard", "it is the same bot, not one more"
        assert ann.post("/api/tables", {"game": "whiplash", "bots": [None, "easy"]}).status_code == 429
        ann.do(table, "bot", seat=2, level=None)
        ann.do(table, "bot", seat=3, level="easy")
        bo.open(players=2, bots=[None, "easy"])


def test_of_more_players_than_a_game_has_the_game_says_so_and_not_the_limit_of_bots(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", limits=replace(FREE, bots=3)) as site:
        ann = site.browser("Ann")
        refused = ann.post("/play", {"game": "whiplash", "players": "99"})
        assert "players" in refused.text
        assert "bots, of" not in refused.text
        assert ann.post("/play", {"game": "whiplash", "players": "4"}).status_code == 303
        assert "have seated 3 bots, of 3" in ann.post("/play", {"game": "whiplash"}).text


def test_names_and_tables_are_not_for_the_taking(tmp_path: Path) -> None:
    limits = Limits(newcomers=Rate(0, 2), tables=Rate(0, 2), unfinished=1)
    with open_site(tmp_path / "tables.db", limits=limits) as site:
        ann = site.browser("Ann")
        site.browser("Bo")
        assert site.stranger().post("/name", {"name": "Cy"}).status_code == 429
        assert ann.post("/play", {"game": "whiplash"}).status_code == 303
        assert "unfinished" in ann.post("/play", {"game": "whiplash"}).text


def test_to_open_a_table_no_other_is_read(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, lists, asked = site.browser("Ann"), site.client.app.state.context.house.lists, list[str]()  # type: ignore[attr-defined]
    table = ann.plays_bots("whiplash")

    async def at(tables: Collection[str], person: str) -> set[str]:
        asked.extend(tables)
        return set()

    monkeypatch.setattr(lists, "_asked", at)
    assert ann.post("/play", {"game": "whiplash"}).status_code == 303
    assert ann.get("/habits").status_code == 200
    assert not asked
    ann.get("/")
    assert asked == [table], "the front page says whose turn it is"


def test_behind_a_proxy_an_address_with_a_slash_too_many_leads_on_by_the_same_scheme(tmp_path: Path) -> None:
    """By plain HTTP whoever listens would read the key of a private table."""
    address = "https://cards.example"
    with open_site(tmp_path / "tables.db", addresses=(address,), behind_proxy=True) as site:
        led = site.stranger().get("/tables/0123456789ab/", host="cards.example", **{"x-forwarded-proto": "https"})
        assert led.headers["location"] == f"{address}/tables/0123456789ab"


def test_behind_a_proxy_the_cookie_is_secure_and_the_caller_is_who_the_proxy_says(tmp_path: Path) -> None:
    address = "https://cards.example"
    settings = {"addresses": (address,), "behind_proxy": True, "limits": Limits(newcomers=Rate(0, 1))}
    with open_site(tmp_path / "tables.db", **settings) as site:

        def named(caller: str) -> object:
            headers = {"host": "cards.example", "origin": address, "x-forwarded-for": caller}
            answer = site.client.post("/name", data={"name": "Ann"}, headers=headers, follow_redirects=False)
            return "Secure" in answer.headers.get("set-cookie", "") or answer.status_code

        assert named("198.51.100.1") is True
        assert named("203.0.113.9, 198.51.100.1") == 429  # what stands before the proxy's own word may be made up
        assert named("198.51.100.2") is True
        assert named("198.51.100.2:50001") == 429, "some proxies add the port"
        assert site.client.get("/metrics", headers={"host": "cards.example", "x-forwarded-for": "::1"}).status_code == 404


def test_without_a_proxy_forwarded_headers_mean_nothing(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", limits=Limits(newcomers=Rate(0, 1))) as site:
        assert site.stranger().post("/name", {"name": "Ann"}, **{"x-forwarded-for": "198.51.100.1"}).status_code == 303
        assert site.stranger().post("/name", {"name": "Ann"}, **{"x-forwarded-for": "198.51.100.2"}).status_code == 429


def test_a_card_that_can_do_nothing_says_why_to_who_holds_it(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.browser("Bo")
    table = ann.plays_bots("whiplash")
    with ann.socket(table) as line:
        while "stage-playing turn" not in ann.get(f"/tables/{table}").text:
            line.raw()
    name = re.findall(r'data-name="(\w+)"', ann.get(f"/tables/{table}").text)[0]
    told = ann.get(f"/tables/{table}/why?of={name}").json()["reasons"]
    assert told[0] == "Take a card first, then put one down (WL-5.1)."
    assert ann.get(f"/tables/{table}/why?of=stock").json() == {"reasons": []}  # it may be drawn
    assert ann.get(f"/tables/{table}/why?of=dragon").json() == {"reasons": []}
    assert bo.get(f"/tables/{table}/why?of={name}").json() == {"reasons": []}  # who looks on is told nothing


def test_squares_and_doors_say_why_they_cannot_be_used(site: Site) -> None:
    ann = site.browser("Ann")
    table = ann.plays_bots("keywhiz")
    with ann.socket(table) as line:
        while "stage-playing turn" not in (page := ann.get(f"/tables/{table}").text):
            line.raw()
    name = re.search(r'class="door[^"]*" [^>]* data-name="(open [^"]+)"', page)
    assert name is not None
    told = ann.get(f"/tables/{table}/why?of={name[1]}&of=nothing").json()["reasons"]
    assert all(re.fullmatch(r"[A-Z].*\(KW-[\d.]+\)\.", reason) for reason in told)
    assert told
