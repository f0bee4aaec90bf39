"""Visitors of tables that another process has: they are passed on, and nobody else can speak as a process does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from itsdangerous import URLSafeTimedSerializer
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.conftest import postgres
from tests.server.fleet import Fleet, fleet
from tuckbox.server.errors import Refused
from tuckbox.server.web.notes import NOTE, Notes
from tuckbox.server.web.origin import Caller

pytestmark = pytest.mark.postgres

CALLER = Caller("192.0.2.7", "https", "cards.example", direct=False)


@pytest.fixture(name="servers", scope="module")
def _servers() -> Iterator[Fleet]:
    with postgres() as address, fleet(address, 2, lease=60.0) as servers:
        yield servers


def call(address: str, path: str, token: str = "", data: Any = None, **headers: str) -> httpx2.Response:
    """A call of a program."""
    headers |= {"authorization": f"Bearer {token}"} if token else {}
    return httpx2.request("GET" if data is None else "POST", f"http://{address}{path}", json=data, headers=headers)


@pytest.fixture(name="opened")
def _opened(servers: Fleet) -> tuple[str, str]:
    """A table that the first server has, with a match in progress, and the token of who is to move."""
    first = servers.addresses[0]
    tokens = [call(first, "/api/people", data={"name": name}).json()["token"] for name in ("Ann", "Bo")]
    table = call(first, "/api/tables", tokens[0], {"game": "whiplash", "players": 2}).json()["table"]
    for token, command in ((tokens[1], {"do": "sit", "seat": 1}), (tokens[0], {"do": "start"})):
        assert call(first, f"/api/tables/{table}", token, command).status_code == 200
    mover = next(token for token in tokens if call(first, f"/api/tables/{table}", token).json()["legal"])
    return table, mover


def test_any_server_shows_a_table_and_takes_commands(servers: Fleet, opened: tuple[str, str]) -> None:
    table, token = opened
    seen, same = (call(address, f"/api/tables/{table}", token) for address in servers.addresses)
    assert same.json() == seen.json()
    assert set(same.headers) == set(seen.headers)
    command = {"do": "act", "version": seen.json()["version"], "action": seen.json()["legal"][0]["action"]}
    assert call(servers.addresses[1], f"/api/tables/{table}", token, command).status_code == 200
    refused = call(servers.addresses[1], f"/api/tables/{table}", token, command)
    assert (refused.status_code, refused.json()["error"]) == (409, "stale")
    pages = [httpx2.get(f"http://{address}/tables/{table}").text for address in servers.addresses]
    assert len({re.sub(r'"\d{10}\.\d+"', "", page) for page in pages}) == 1  # but for the time
    assert call(servers.addresses[1], "/api/tables/nowhere").status_code == 404


def test_sockets_are_passed_on_as_they_are(servers: Fleet, opened: tuple[str, str]) -> None:
    table, token = opened
    headers = {"authorization": f"Bearer {token}"}
    urls = [f"ws://{address}/api/tables/{table}/socket" for address in servers.addresses]
    with connect(urls[0], additional_headers=headers) as near, connect(urls[1], additional_headers=headers) as far:
        assert near.recv() == far.recv()
        seen = json.loads(call(servers.addresses[0], f"/api/tables/{table}", token).text)
        far.send(json.dumps({"do": "act", "version": seen["version"], "action": seen["legal"][0]["action"]}))
        assert near.recv() == far.recv()
        far.send("nonsense")
        assert json.loads(far.recv())["error"] == "malformed"
    with pytest.raises(InvalidStatus) as refused:
        connect(urls[1].replace(table, "nowhere"))
    assert refused.value.response.status_code == 404


def test_the_front_page_asks_the_other_servers_whose_turn_it_is(servers: Fleet) -> None:
    first, second = (f"http://{address}" for address in servers.addresses)
    with httpx2.Client(headers={"origin": first}) as browser:
        browser.post(f"{first}/name", data={"name": "Cy"})
        form = {"game": "whiplash", "players": "2", "bot1": "easy"}
        path = browser.post(f"{first}/tables", data=form).headers["location"]
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with connect(f"ws{first[4:]}{path}/socket", additional_headers={"cookie": cookie, "origin": first}) as page:
            page.send('{"do": "start"}')
            while "data-act" not in str(page.recv()):
                pass
        pages = [httpx2.get(address, headers={"cookie": cookie}).text for address in (first, second)]
    assert pages[0] == pages[1]
    assert path in pages[0]


def peer_address(servers: Fleet, place: int) -> str:
    """Where a server listens for the others."""
    files = Path(f"/proc/{servers._processes[place].pid}/net/tcp").read_text().splitlines()[1:]
    inodes = {str(link.readlink()) for link in Path(f"/proc/{servers._processes[place].pid}/fd").iterdir()}
    listening = [line.split() for line in files if line.split()[3] == "0A" and f"socket:[{line.split()[9]}]" in inodes]
    ports = {int(line[1].split(":")[1], 16) for line in listening} - {int(servers.addresses[place].split(":")[1])}
    return f"127.0.0.1:{ports.pop()}"


def test_the_listener_for_servers_takes_nothing_without_a_note(servers: Fleet, opened: tuple[str, str]) -> None:
    table, token = opened
    inner, path = peer_address(servers, 0), f"/api/tables/{table}"
    forged = Notes(b"another secret").write(CALLER, path)
    for headers in ({}, {NOTE: forged}, {NOTE: "x"}):
        for wanted in (path, "/", "/metrics", "/peers/asked"):
            assert call(inner, wanted, token, **headers).status_code in (404, 405)
    assert call(servers.addresses[0], "/peers/asked", data={}).status_code in (403, 404)
    assert (
        call(servers.addresses[0], path, token, **{NOTE: forged}).status_code == 200
    )  # where visitors come it means nothing
    assert call(servers.addresses[1], path, token, **{NOTE: forged}).status_code == 200


def test_a_note_is_good_for_its_path_and_a_short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = Notes(b"secret")
    note = notes.write(CALLER, "/tables/a")
    assert notes.read({"path": "/tables/a"}, note) == CALLER
    for scope, given in (({"path": "/tables/b"}, note), ({"path": "/tables/a"}, note[:-1]), ({"path": "/tables/a"}, "")):
        with pytest.raises(Refused):
            notes.read(scope, given)
    with pytest.raises(Refused):
        Notes(b"other").read({"path": "/tables/a"}, note)
    signer = URLSafeTimedSerializer.default_signer
    monkeypatch.setattr(signer, "get_timestamp", lambda self: 10**9)
    old = notes.write(CALLER, "/tables/a")
    monkeypatch.undo()
    with pytest.raises(Refused):
        notes.read({"path": "/tables/a"}, old)
