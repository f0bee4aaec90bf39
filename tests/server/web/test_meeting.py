"""Finding a game, and the front page as it lives, by their addresses."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import anyio
import pytest
from sqlalchemy import select, update
from starlette.websockets import WebSocketDisconnect

from tests.server.web.site import HOST, ORIGIN, Site, line
from tuckbox.server.errors import StorageError
from tuckbox.server.lobby import Lobby, TableLists, TableSummary
from tuckbox.server.meeting.watch import Watch
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import people, seekers
from tuckbox.server.web.front import Open, show_while_there
from tuckbox.server.web.websockets import BROKEN, OFFENDED

FORM = {"game": "whiplash", "players": "2", "pace": "quick", "name": "Ann"}


def test_two_browsers_are_led_to_one_table(site: Site) -> None:
    ann, bo = site.stranger(), site.browser("Bo")
    assert ann.post("/find", FORM).headers["location"] == "/find"
    page = ann.get("/find").text
    assert "Looking for others" in page
    assert "Nobody else is looking" in page
    assert "1 person is looking" in bo.get("/find").text
    bo.post("/find", FORM)
    table = ann.post("/find/news").json()["table"]
    assert table == bo.post("/find/news").json()["table"]
    assert ann.get("/find").headers["location"] == f"/tables/{table}"
    assert "Ann" in bo.get(f"/tables/{table}").text
    assert table not in site.stranger().get("/").text, "private"


def test_who_waits_can_play_bots_or_stop(site: Site) -> None:
    ann = site.stranger()
    ann.post("/find", FORM)
    assert ann.post("/find/bots", {"level": "easy"}).headers["location"].startswith("/tables/")
    assert ann.post("/find/news").json() == {"table": None, "waiting": 0, "over": True}
    ann.post("/find", FORM)
    ann.post("/find/stop")
    assert ann.post("/find/news").json()["over"]
    assert ann.post("/find/bots").headers["location"] == "/find"


def test_who_plays_bots_instead_plays_a_match_as_it_is_offered(site: Site) -> None:
    ann, numbers = site.browser("Ann"), list[str]("23")
    ann.post("/find", {**FORM, "game": "whipsaw", "players": numbers})  # type: ignore[dict-item]
    path = ann.post("/find/bots").headers["location"].partition("#")[0]
    assert site.program("Bo").get(f"/api{path}").json()["options"]["unofficial"] == "false"


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"game": ""}, {"players": "x"}, {"players": "²"}, {"pace": "none"}, {"counts": "1"}]
)
def test_wishes_that_make_no_sense_are_refused(site: Site, wrong: dict[str, str]) -> None:
    ann = site.browser("Ann")
    assert ann.post("/find", {**FORM, **wrong}).status_code in (400, 403, 404)
    assert ann.post("/find/news").json()["over"]


@pytest.mark.parametrize("path", ["/find", "/find/news", "/find/stop", "/find/bots"])
def test_pages_of_other_sites_can_let_nobody_look(site: Site, path: str) -> None:
    ann = site.browser("Ann")
    assert ann.post(path, FORM, origin="https://evil.example").status_code == 403
    assert ann.post("/find/news").json()["over"]


def test_numbers_of_players_that_no_game_has_are_not_looked_for(site: Site) -> None:
    numbers = [str(number) for number in (2, *range(10, 30))]
    assert site.browser("Ann").post("/find", {**FORM, "players": numbers}).status_code == 303  # type: ignore[dict-item]
    assert site.execute(select(seekers.c.players)) == "2"


def test_the_front_page_shows_a_table_that_is_opened_and_not_a_private_one(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.program("Bo")
    hidden = bo.open(players=2, private=True)
    cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    with line(site.client, "/lobby/socket", {"host": HOST, "origin": ORIGIN, "cookie": cookie}) as socket:
        table = bo.open(players=2)
        while table not in (frame := json.loads(socket.raw()))["open"]:
            pass
        assert f"/tables/{table}" in frame["open"]
        assert hidden not in frame["open"]
        bo.do(table, "bot", seat=1, level="easy")
        bo.do(table, "start")
        while "1 free seat" in json.loads(socket.raw())["open"]:
            pass


def test_the_front_page_lives_on_while_the_database_is_too_slow(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = site.browser("Ann"), site.program("Bo")
    table = bo.open(players=2)

    async def slow(lists: TableLists, person: Person) -> None:
        raise StorageError("the server cannot read what it has kept just now; try again")

    monkeypatch.setattr(TableLists, "tables_of", slow)
    cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    with line(site.client, "/lobby/socket", {"host": HOST, "origin": ORIGIN, "cookie": cookie}) as socket:
        while table not in json.loads(socket.raw())["open"]:
            pass


def test_the_front_page_of_who_is_banned_is_closed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.web.front.SELDOM", 0.1)
    ann = site.browser("Ann")
    cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    with line(site.client, "/lobby/socket", {"host": HOST, "origin": ORIGIN, "cookie": cookie}) as socket:
        socket.raw()
        site.execute(update(people).values(banned=True))
        with pytest.raises(WebSocketDisconnect) as closed:
            all(socket.raw() for _ in itertools.count())
    assert closed.value.code == OFFENDED


def test_a_fault_of_ours_ends_the_socket_of_the_front_page_and_is_counted(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr("tuckbox.server.web.front.mine_html", broken)
    with (
        line(site.client, "/lobby/socket", {"host": HOST, "origin": ORIGIN}) as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.raw()
    assert (closed.value.code, closed.value.reason) == (BROKEN, "an error of the server")
    assert "the secret is 42" in caplog.text
    assert "tuckbox_faults_total 1.0" in site.client.get("/metrics").text


@pytest.mark.anyio
async def test_a_browser_that_goes_while_it_is_shown_something_is_no_fault() -> None:
    class Gone:
        async def receive(self) -> Any:
            await anyio.sleep_forever()

    async def show() -> None:
        await anyio.sleep(0)
        raise WebSocketDisconnect(1006)

    async def read() -> Lobby:
        return Lobby((), ())

    socket: Any = Gone()
    with anyio.fail_after(10):
        await show_while_there(socket, Watch(read, Lobby((), ())), show)


def test_open_tables_are_drawn_once_for_all_but_who_sits_there() -> None:
    entry = TableSummary("t1", "whiplash", "Whiplash", "open", 2, {}, "none", False, (), 0.0, 0.0)
    drawn, first, second = Open(), Lobby((entry,), ()), Lobby((entry, replace(entry, id="t2")), ())
    for lobby, shown in ((first, "t1"), (second, "t2"), (first, "t1")):
        assert f"/tables/{shown}" in drawn.of(lobby, set())
        assert drawn.of(lobby, {"others"}) is drawn.of(lobby, set())
    assert drawn.of(first, {"t1"}) == '""'
    assert "/tables/t1" not in drawn.of(second, {"t1"})


def test_the_socket_of_the_front_page_is_for_our_pages_alone(site: Site) -> None:
    from starlette.testclient import WebSocketDenialResponse

    with (
        pytest.raises(WebSocketDenialResponse),
        line(site.client, "/lobby/socket", {"host": HOST, "origin": "https://evil.example"}),
    ):
        pass
