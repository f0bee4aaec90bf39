"""A server for tests, without a network: people with cookies, programs with tokens, and their sockets."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2 as httpx
from sqlalchemy import Executable
from starlette.testclient import TestClient, WebSocketTestSession

from tests.server.rooms import SHORT, Guessers, QuickReviewer, find, lay
from tuckbox.server.app import build_app
from tuckbox.server.settings import Limits, Rate, Settings

HOST = "127.0.0.1:8484"
ORIGIN = f"http://{HOST}"

_ANY = Rate(1e6, 1_000_000)
FREE = Limits(requests=_ANY, newcomers=_ANY, tables=_ANY, commands=_ANY, signings=_ANY, reports=_ANY)
"""Limits for tests that are about something else."""


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something holds in another thread. Raises `AssertionError` where it does not in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it has never come to that"
        time.sleep(0.001)


@dataclass(frozen=True)
class Browser:
    """A browser: it keeps cookies, and tells the origin of its pages."""

    client: TestClient
    cookies: dict[str, str]

    def get(self, path: str, **headers: str) -> httpx.Response:
        """A page."""
        return self._request("GET", path, headers)

    def post(self, path: str, form: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        """A form that is sent."""
        return self._request("POST", path, {"origin": ORIGIN, **headers}, data=form or {})

    def asks(self, path: str, data: dict[str, Any], **headers: str) -> httpx.Response:
        """What a script of a page sends; from the name that passkeys need."""
        known = {"host": "localhost:8484", "origin": "http://localhost:8484", "user-agent": "Firefox on Linux", **headers}
        return self._request("POST", path, known, content=json.dumps(data))

    def plays_bots(self, game: str) -> str:
        """A match against bots, begun as a page begins it; the id of its table."""
        table, _, then = self.post("/play", {"game": game}).headers["location"].removeprefix("/tables/").partition("#")
        assert then == "start"
        with self.socket(table) as socket:
            socket.send("sit", seat=0, salt="0a" * 16)
            socket.send("start")
            while "stage-playing" not in socket.raw():
                pass
        return table

    def sits(self, table: str, seat: int) -> None:
        """Take a seat of a table that waits for players."""
        with self.socket(table) as socket:
            socket.read()
            socket.send("sit", seat=seat)
            while "Stand up" not in socket.raw():
                pass

    def _request(self, method: str, path: str, headers: dict[str, str], **more: Any) -> httpx.Response:
        self.client.cookies.clear()
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {**({"cookie": cookie} if cookie else {}), **headers}
        answer = self.client.request(method, path, headers=headers, follow_redirects=False, **more)
        self.cookies.update(answer.cookies)
        return answer

    def socket(self, table: str, query: str = "", **headers: str) -> contextlib.AbstractContextManager[Wire]:
        """The socket of a table's page."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return line(
            self.client, f"/tables/{table}/socket{query}", {"host": HOST, "origin": ORIGIN, "cookie": cookie, **headers}
        )


@dataclass(frozen=True)
class Program:
    """A program with a token; without one it looks on."""

    client: TestClient
    token: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """What shows who it is."""
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str) -> httpx.Response:
        """What there is."""
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, data: Any) -> httpx.Response:
        """A call."""
        return self.client.post(path, json=data, headers=self.headers)

    def named(self, name: str) -> Program:
        """A program of this name."""
        return replace(self, token=self.post("/api/people", {"name": name}).json()["token"])

    def open(self, game: str = "whiplash", **wish: Any) -> str:
        """A new table."""
        answer = self.post("/api/tables", {"game": game, "chat": True, **wish})
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    def do(self, table: str, word: str, **more: Any) -> dict[str, Any]:
        """A command, which must be accepted; what is seen then."""
        answer = self.post(f"/api/tables/{table}", {"do": word, **more})
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def look(self, table: str) -> dict[str, Any]:
        """What is seen now."""
        seen: dict[str, Any] = self.get(f"/api/tables/{table}").json()
        return seen

    def step(self, table: str, chance: random.Random) -> bool:
        """Do something, if it is this program's turn."""
        seen = self.look(table)
        if seen["legal"]:
            actions = [move["action"] for move in seen["legal"]]
            calls = [action for action in actions if action.startswith("call")]
            self.do(table, "act", version=seen["version"], action=chance.choice(calls or actions))
        elif seen["between"]:
            self.do(table, "next", version=seen["version"])
        return bool(seen["legal"] or seen["between"])

    def socket(self, table: str, query: str = "", **headers: str) -> contextlib.AbstractContextManager[Wire]:
        """The socket of a table."""
        return line(self.client, f"/api/tables/{table}/socket{query}", {"host": HOST, **self.headers, **headers})


@dataclass(frozen=True)
class Wire:
    """An open socket."""

    session: WebSocketTestSession

    def raw(self) -> str:
        """The next frame as it comes."""
        return self.session.receive_text()

    def read(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(self.raw())
        return frame

    def send(self, word: str, **more: Any) -> None:
        """A command."""
        self.session.send_text(json.dumps({"do": word, **more}))

    def refused(self) -> str:
        """The next frame that tells of a refusal: its code."""
        while "error" not in (frame := self.read()):
            pass
        code: str = frame["error"]
        return code


@contextlib.contextmanager
def line(client: TestClient, path: str, headers: dict[str, str]) -> Iterator[Wire]:
    """A socket."""
    client.cookies.clear()
    with client.websocket_connect(path, headers=headers) as session:
        yield Wire(session)


class Site:
    """A server, and who calls at it."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def stranger(self) -> Browser:
        """A browser that has never been here."""
        return Browser(self.client, {})

    def browser(self, name: str) -> Browser:
        """A browser of somebody with a name."""
        browser = self.stranger()
        assert browser.post("/name", {"name": name}).status_code == 303
        return browser

    def program(self, name: str = "") -> Program:
        """A program, with a name or without."""
        return Program(self.client).named(name) if name else Program(self.client)

    def execute(self, statement: Executable) -> Any:
        """Execute a statement in the database of this server; the first value of its result."""

        async def run() -> Any:
            async with app.state.context.house.store.database.writing() as connection:
                found = await connection.execute(statement)
                return found.scalar() if found.returns_rows else None

        app: Any = self.client.app
        assert self.client.portal is not None
        return self.client.portal.call(run)

    def finished(self, *programs: Program, seed: int = 1) -> str:
        """A short match of two programs, played to its end."""
        table = self.seated(*programs)
        chance = random.Random(seed)
        while any(program.step(table, chance) for program in programs):
            pass
        return table

    def seated(self, *programs: Program, game: str = "whiplash", **wish: Any) -> str:
        """A table at which these sit, the match begun."""
        if game == "whiplash":
            wish = {"options": SHORT, **wish}
        table = programs[0].open(game, players=len(programs), **wish)
        for seat, program in enumerate(programs[1:], 1):
            program.do(table, "sit", seat=seat)
        programs[0].do(table, "start")
        return table


@contextlib.contextmanager
def open_site(database: Path, **settings: Any) -> Iterator[Site]:
    """A server on a database file; nothing in it waits."""
    lay(database)
    settings = {"limits": FREE, **settings}
    app = build_app(Settings(str(database), bot_delay=0, **settings), find=find, bots=Guessers(), reviewer=QuickReviewer())
    with TestClient(app, base_url=ORIGIN, client=("127.0.0.1", 50_000), raise_server_exceptions=False) as client:
        yield Site(client)
