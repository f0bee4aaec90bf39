"""Requests that wait for news: woken by what the viewer sees and by nothing else, counted, and given up in time."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from email.utils import parsedate_to_datetime
from http.client import RemoteDisconnected
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.server.rooms import Guessers, find
from tests.server.web.site import FREE, HOST, Program, Site, open_site, until
from tuckbox.server.cli import configuration, listen
from tuckbox.server.settings import Limits, Settings
from tuckbox.server.table import clock
from tuckbox.server.web.server import Server
from tuckbox.server.web.waiting import LONGEST

Answer = tuple[int, Any]

EXAMPLE = Path(__file__).parents[3] / "examples" / "http_bot.py"


def waiting(site: Site) -> int:
    """How many requests wait."""
    lines = site.client.get("/metrics").text.splitlines()
    return sum(int(float(line.split()[1])) for line in lines if line.startswith('tuckbox_sockets{kind="waiting"}'))


class Waiters:
    """Programs that wait, each in a thread."""

    def __init__(self, site: Site, threads: ThreadPoolExecutor) -> None:
        self._site, self._threads = site, threads

    def wait(self, program: Program, table: str, after: int, seconds: int = LONGEST, **headers: str) -> Future[Answer]:
        """Let one wait; returns when it does."""
        before = waiting(self._site)
        path, headers = f"/api/tables/{table}?after={after}&wait={seconds}", {**program.headers, "host": HOST, **headers}

        def ask() -> Answer:
            answer = self._site.client.get(path, headers=headers)
            return answer.status_code, answer.json()

        found = self._threads.submit(ask)
        until(lambda: waiting(self._site) > before or found.done())
        return found


@pytest.fixture(name="pair")
def _pair(site: Site) -> tuple[Program, Program]:
    return site.program("Ann"), site.program("Bo")


@pytest.fixture(name="waiters")
def _waiters(site: Site) -> Any:
    with ThreadPoolExecutor() as threads:
        yield Waiters(site, threads)


def test_who_waits_is_told_as_soon_as_there_is_news(site: Site, pair: tuple[Program, Program], waiters: Waiters) -> None:
    ann, bo = pair
    table = ann.open(players=2)
    sitting = waiters.wait(ann, table, ann.look(table)["version"])
    bo.do(table, "sit", seat=1)
    assert [seat["name"] for seat in sitting.result()[1]["seats"]] == ["Ann", "Bo"]
    beginning = waiters.wait(bo, table, bo.look(table)["version"])
    ann.do(table, "start")
    assert beginning.result()[1]["stage"] == "playing"
    mover, other = pair if ann.look(table)["legal"] else (bo, ann)
    for who in (other, site.program()):  # an onlooker, too
        found = waiters.wait(who, table, who.look(table)["version"])
        mover.do(table, "act", version=mover.look(table)["version"], action=mover.look(table)["legal"][0]["action"])
        assert found.result() == (200, who.look(table))
    assert waiting(site) == 0


def test_who_waits_after_a_match_is_led_to_the_next(site: Site, pair: tuple[Program, Program], waiters: Waiters) -> None:
    """And has a seat there, as those have who have the page open."""
    ann, bo = pair
    table = site.finished(*pair)
    found = waiters.wait(bo, table, bo.look(table)["version"])
    after = ann.do(table, "rematch")["rematch"]
    assert found.result()[1]["rematch"] == after
    assert {seat["name"] for seat in ann.look(after)["seats"]} == {"Ann", "Bo"}


def test_who_has_not_seen_the_newest_waits_for_nothing(site: Site, pair: tuple[Program, Program]) -> None:
    """Whether the version is old, or one of another viewer's."""
    ann, _ = pair
    table = site.seated(*pair)
    seen = ann.look(table)
    for after in (0, seen["version"] + 7):
        assert ann.get(f"/api/tables/{table}?after={after}").json() == seen
    assert "words" in ann.get(f"/api/tables/{table}?after=0&words=1").json()


def test_nobody_waits_for_longer_than_they_want(site: Site, pair: tuple[Program, Program]) -> None:
    ann, _ = pair
    table = site.seated(*pair)
    seen, began = ann.look(table), time.monotonic()
    for seconds in (0, 1):
        assert ann.get(f"/api/tables/{table}?after={seen['version']}&wait={seconds}").json() == seen
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize(
    "query",
    [
        "wait=20",
        "waits=20",
        "after=1&after=2",
        "after=1&stpe=1",
        "after=x",
        "after=-1",
        "after=",
        "after=1&wait=26",
        "after=1&wait=x",
        "after=1&wait=-1",
        "after=1&step=1",
    ],
)
def test_what_cannot_be_waited_for_is_refused(site: Site, pair: tuple[Program, Program], query: str) -> None:
    answer = pair[0].get(f"/api/tables/{site.seated(*pair)}?{query}")
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_who_may_not_look_may_not_wait(site: Site) -> None:
    table = site.program("Ann").open()
    assert Program(site.client, "x").get(f"/api/tables/{table}?after=0").json()["error"] == "unknown token"
    assert site.program().get(f"/api/tables/{'0' * 24}?after=0").json()["error"] == "no table"


def test_nothing_that_a_viewer_does_not_see_wakes_them(site: Site, waiters: Waiters) -> None:
    """While seats answer in a window, and while others talk, come and go, who waits is told nothing."""
    people = [site.program(name) for name in ("Ann", "Bo", "Cy")]
    table = site.seated(*people, game="bluff")
    mover = next(person for person in people if person.look(table)["legal"])
    first, second = (person for person in people if person is not mover)
    seen = mover.look(table)
    load = next(move["action"] for move in seen["legal"] if move["action"].startswith("load"))
    mover.do(table, "act", version=seen["version"], action=load)
    viewers = (mover, site.program())
    waits = [waiters.wait(who, table, who.look(table)["version"]) for who in viewers]
    first.do(table, "act", version=first.look(table)["version"], action="let pass")
    mover.do(table, "chat", text="well?")
    with first.socket(table) as line:
        line.raw()
    assert not any(found.done() for found in waits)
    assert waiting(site) == 2
    second.do(table, "act", version=second.look(table)["version"], action="let pass")
    for who, found in zip(viewers, waits, strict=True):
        assert found.result()[1]["window"] is False
        assert found.result()[1] == who.look(table)


def test_who_asks_again_and_again_is_seen_to_be_there(site: Site, pair: tuple[Program, Program], waiters: Waiters) -> None:
    """They do not come and go in the eyes of the others with each request; onlookers without a name are seen by nobody."""
    ann, bo = pair
    table = site.seated(*pair)
    with ann.socket(table) as line:
        before = line.read()
        assert [seat["present"] for seat in before["seats"]] == [True, True]
        waits = [waiters.wait(who, table, who.look(table)["version"], 1) for who in (bo, site.program())]
        for found in waits:
            assert found.result()[0] == 200
        assert ann.look(table) == before


def test_a_match_of_bots_goes_on_while_somebody_waits(site: Site) -> None:
    ann = site.program("Ann")
    table = ann.open(players=2, bots=["easy", "easy"])
    version = ann.do(table, "start")["version"]
    for _ in range(3):
        before, version = version, ann.get(f"/api/tables/{table}?after={version}").json()["version"]
        assert version > before


def test_requests_that_wait_are_counted_as_sockets(tmp_path: Path) -> None:
    """Together with sockets: of an address, and of a seat at a table."""
    for limits in (Limits(sockets_of_address=2), replace(FREE, sockets_of_seat=2)):
        with open_site(tmp_path / f"{limits.sockets_of_seat}.db", limits=limits) as site, ThreadPoolExecutor() as threads:
            ann = site.program("Ann")
            table = ann.open()
            waiters = Waiters(site, threads)
            with ann.socket(table) as line:
                line.raw()
                found = waiters.wait(ann, table, ann.look(table)["version"])
                refused = ann.get(f"/api/tables/{table}?%61fter=0")
                assert (refused.status_code, refused.json()["error"]) == (429, "too many")
                assert refused.headers["retry-after"]
                assert ann.get(f"/api/tables/{table}").status_code == 200
                ann.do(table, "bot", seat=1, level="easy")
                assert found.result()[0] == 200
                ann.do(table, "start")
                seen = ann.look(table)
                assert ann.get(f"/api/tables/{table}?after={seen['version']}&wait=0").status_code == 200


# -- with a network ----------------------------------------------------------------------------------------------------


class Host:
    """A server in the loop of the test, which is ended as the system ends it."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port, self.table, self._token, self._version = server, port, "", "", 0

    async def ask(self, method: str, path: str, data: Any = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = b"" if data is None else json.dumps(data).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-type: application/json\r\n"
        head += f"authorization: Bearer {self._token}\r\n" if self._token else ""
        writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
        return reader, writer

    async def call(self, method: str, path: str, data: Any = None) -> Any:
        """The answer to a request."""
        reader, writer = await self.ask(method, path, data)
        found = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
        return json.loads(found)

    async def open(self) -> None:
        """A table."""
        self._token = (await self.call("POST", "/api/people", {"name": "Ann"}))["token"]
        self.table = (await self.call("POST", "/api/tables", {"game": "whiplash"}))["table"]
        self._version = (await self.call("GET", f"/api/tables/{self.table}"))["version"]

    async def wait(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A request that waits."""
        asked = await self.ask("GET", f"/api/tables/{self.table}?after={self._version}")
        await self.until(1)
        return asked

    async def until(self, number: int) -> None:
        """Wait until so many requests wait."""
        while self._waiting() != number:
            await asyncio.sleep(0.01)

    def _waiting(self) -> int:
        context = self.server.config.app.state.context  # type: ignore[union-attr]
        assert context._sockets._seated.total == context.metrics.sockets.labels("waiting")._value.get()
        return int(context._sockets._seated.total)


@asynccontextmanager
async def host(folder: Path) -> AsyncIterator[Host]:
    """A server with a table."""
    listener, started = listen("127.0.0.1", 0), asyncio.Event()
    settings = Settings(str(folder / "tables.db"), bot_delay=0, limits=FREE)
    server = Server(configuration(settings, started.set, find=find, bots=Guessers()))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await started.wait()
    made = Host(server, listener.getsockname()[1])
    await made.open()
    try:
        yield made
    finally:
        server.should_exit = True
        await serving


@pytest.mark.anyio
async def test_who_has_gone_waits_no_longer(tmp_path: Path) -> None:
    async with host(tmp_path) as server, asyncio.timeout(LONGEST - 5):
        for _ in range(3):
            _, writer = await server.wait()
            writer.close()
            await server.until(0)


@pytest.mark.anyio
async def test_a_server_that_ends_keeps_nobody_waiting(tmp_path: Path) -> None:
    """They are told when to come again, and it is not late by them."""
    async with host(tmp_path) as server, asyncio.timeout(LONGEST - 5):
        reader, writer = await server.wait()
        server.server.should_exit = True
        head, _, told = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        assert (head[:12], b"retry-after: 1" in head) == (b"HTTP/1.1 503", True)
        assert json.loads(told)["error"] == "busy"


@pytest.mark.anyio
async def test_answers_tell_the_time_by_which_deadlines_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the machine is another as soon as its clock has been set, or a laptop has slept."""
    monkeypatch.setattr(clock, "_STARTED", clock._STARTED - 3600)
    async with host(tmp_path) as server:
        bots = {"game": "whiplash", "players": 2, "pace": "quick", "bots": [None, "easy"]}
        table = (await server.call("POST", "/api/tables", bots))["table"]
        await server.call("POST", f"/api/tables/{table}", {"do": "start"})
        while True:
            reader, writer = await server.ask("GET", f"/api/tables/{table}")
            head, _, told = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
            deadlines = [seat["deadline"] for seat in json.loads(told)["seats"] if seat["deadline"]]
            if deadlines:
                break
        dates = re.findall(rb"(?i)\r\ndate: ([^\r]*)", head)
        assert len(dates) == 1
        assert 0 < deadlines[0] - parsedate_to_datetime(dates[0].decode()).timestamp() < 120


@pytest.mark.anyio
async def test_programs_play_to_the_end_by_waiting(tmp_path: Path) -> None:
    """The example of plain requests, twice at one table."""
    async with host(tmp_path) as server, asyncio.timeout(240):
        match = {"match": "race", "target": 1, "ranks": 6}
        table = (await server.call("POST", "/api/tables", {"game": "whiplash", "players": 2, "options": match}))["table"]
        await server.call("POST", f"/api/tables/{table}", {"do": "stand"})
        command = (sys.executable, str(EXAMPLE), f"http://127.0.0.1:{server.port}/tables/{table}")
        playing = [await asyncio.create_subprocess_exec(*command, stdout=PIPE) for _ in range(2)]
        while "error" in await server.call("POST", f"/api/tables/{table}", {"do": "start"}):
            await asyncio.sleep(0.01)
        told = [await each.communicate() for each in playing]
    assert told[0] == told[1]
    assert re.fullmatch(rb"[12]\. Robo; [12]\. Robo 2\n", told[0][0])


def test_the_example_outlives_a_server_that_is_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """But does not wait for one that has never answered it."""
    spec = spec_from_file_location("http_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    bot = module_from_spec(spec)
    spec.loader.exec_module(bot)
    answers: list[Any] = [ConnectionRefusedError(), RemoteDisconnected("in the middle"), io.BytesIO(b'{"version": 3}')]

    def opened(asked: Any, timeout: float) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(bot, "urlopen", opened)
    monkeypatch.setattr(bot.time, "sleep", lambda seconds: None)
    with pytest.raises(ConnectionRefusedError):
        bot.call("http://127.0.0.1:9/api/people", body={"name": "Robo"})
    assert bot.call("http://127.0.0.1:9/api/tables/x", "token") == {"version": 3}
