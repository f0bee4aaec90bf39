"""Visitors of tables that another process has: they are passed on, and nobody else can speak as a process does."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import asyncpg
import httpx2
import pytest
from click.testing import CliRunner
from itsdangerous import URLSafeTimedSerializer
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.conftest import postgres
from tests.server.fleet.processes import PLAIN, Fleet, fleet
from tests.server.web.site import until
from tuckbox.server.app import build_app
from tuckbox.server.cli import serve
from tuckbox.server.errors import Refused
from tuckbox.server.fleet.notes import NOTE, Notes
from tuckbox.server.fleet.peers import SECRET
from tuckbox.server.settings import Settings
from tuckbox.server.web.origin import Caller
from tuckbox.server.web.waiting import LONGEST

pytestmark = pytest.mark.postgres

CALLER = Caller("192.0.2.7", "https", "cards.example", direct=False)


@pytest.fixture(name="servers", scope="module")
def _servers() -> Iterator[Fleet]:
    with postgres() as address, fleet(address, 2, lease=60.0) as servers:
        yield servers


def call(address: str, path: str, token: str = "", data: Any = None, **headers: str) -> httpx2.Response:
    """A call of a program."""
    headers |= {"authorization": f"Bearer {token}"} if token else {}
    method = "GET" if data is None else "POST"
    return httpx2.request(method, f"http://{address}{path}", json=data, headers=headers, **PLAIN)


@pytest.fixture(name="opened")
def _opened(servers: Fleet) -> tuple[str, str]:
    return begun(servers)


def begun(servers: Fleet) -> tuple[str, str]:
    """A table that the first server has, with a match in progress, and the token of who is to move."""
    first = servers.addresses[0]
    tokens = [call(first, "/api/people", data={"name": name}).json()["token"] for name in ("Ann", "Bo")]
    table = call(first, "/api/tables", tokens[0], {"game": "whiplash", "players": 2, "chat": True}).json()["table"]
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
    pages = [
        httpx2.get(f"http://{address}/tables/{table}", **PLAIN).text.replace(address, "") for address in servers.addresses
    ]
    assert len({re.sub(r'"\d{10}\.\d+"', "", page) for page in pages}) == 1  # but for the time, and where its picture is
    assert call(servers.addresses[1], "/api/tables/nowhere").status_code == 404


def test_a_program_that_asks_for_nothing_packed_is_sent_nothing_packed(servers: Fleet, opened: tuple[str, str]) -> None:
    """By whichever server its table is reached, and though it does not say so, as `curl` does not."""
    for address in servers.addresses:
        with closing(HTTPConnection(address)) as plain:
            plain.putrequest("GET", f"/api/tables/{opened[0]}", skip_accept_encoding=True)
            plain.endheaders()
            assert json.load(plain.getresponse())["stage"] == "playing"
        packed = call(address, f"/api/tables/{opened[0]}", **{"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"


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


def test_requests_that_wait_are_passed_on_and_given_up_with_their_visitor(servers: Fleet, opened: tuple[str, str]) -> None:
    table, token = opened
    near, far = servers.addresses
    seen = call(near, f"/api/tables/{table}", token).json()
    asked, command = f"/api/tables/{table}?after={seen['version']}", {"do": "act", "version": seen["version"]}
    with ThreadPoolExecutor() as threads:
        found = threads.submit(httpx2.get, f"http://{far}{asked}", timeout=60, **PLAIN)
        until(lambda: waiting(servers, 0) == 1)
        call(near, f"/api/tables/{table}", token, {**command, "action": seen["legal"][0]["action"]})
        assert found.result().json() == call(near, f"/api/tables/{table}").json()
    onlooker = call(near, f"/api/tables/{table}").json()["version"]
    with pytest.raises(httpx2.ReadTimeout):
        httpx2.get(f"http://{far}/api/tables/{table}?after={onlooker}", timeout=1, **PLAIN)
    until(lambda: waiting(servers, 0) == 0, seconds=LONGEST - 5)


def waiting(servers: Fleet, place: int) -> float:
    """How many requests wait at a server."""
    return asyncio.run(servers.measure(place, 'tuckbox_sockets{kind="waiting"}'))


def test_forms_are_passed_on_that_have_been_read_already(servers: Fleet, opened: tuple[str, str]) -> None:
    table, _ = opened
    answers = []
    for address in servers.addresses:
        with httpx2.Client(base_url=f"http://{address}", headers={"origin": f"http://{address}"}, **PLAIN) as browser:
            browser.post("/name", data={"name": "Cy"})
            answers.append(browser.post(f"/tables/{table}/people", data={"do": "mute", "name": "Nobody"}))
            answers.append(browser.post(f"/tables/{table}/practice", data={"seat": "0", "step": "1"}))
    assert [answer.status_code for answer in answers] == [404, 409] * 2


def test_the_front_page_asks_the_other_servers_whose_turn_it_is(servers: Fleet) -> None:
    first, second = (f"http://{address}" for address in servers.addresses)
    with httpx2.Client(headers={"origin": first}, **PLAIN) as browser:
        browser.post(f"{first}/name", data={"name": "Cy"})
        form = {"game": "whiplash", "players": "2", "bot1": "easy"}
        path = browser.post(f"{first}/tables", data=form).headers["location"]
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with connect(f"ws{first[4:]}{path}/socket", additional_headers={"cookie": cookie, "origin": first}) as page:
            page.send('{"do": "start"}')
            while "data-act" not in str(page.recv()):
                pass
        pages = [httpx2.get(address, headers={"cookie": cookie}, **PLAIN).text for address in (first, second)]
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
    forged = Notes(b"another secret").write(CALLER, "GET", path)
    every = [
        re.sub(r"\{\w+(:\w+)?\}", table, route.path) for route in build_app(Settings("")).routes if hasattr(route, "path")
    ]
    assert len(every) > 30
    for headers in ({}, {NOTE: forged}, {NOTE: "x"}):
        for wanted in (path, "/nothing", *every):
            answer = call(inner, wanted, token, **headers)
            assert (answer.status_code, "there is nothing here" in answer.text.lower()) == (404, True)
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{inner}{path}/socket", additional_headers={"authorization": f"Bearer {token}"})
    assert refused.value.response.status_code == 404
    assert call(servers.addresses[0], "/peers/asked", data={}).status_code in (403, 404)
    for address in servers.addresses:  # where visitors come it means nothing
        assert call(address, path, token, **{NOTE: forged}).status_code == 200


def test_a_note_is_good_for_one_request(servers: Fleet, opened: tuple[str, str]) -> None:
    """For its method, path, query and body, each of them held against what comes in."""
    table, token = opened
    notes, inner = Notes(secret_of(servers)), peer_address(servers, 0)
    path, said, other = f"/api/tables/{table}", b'{"do": "chat", "text": "a"}', b'{"do": "chat", "text": "b"}'

    def send(note: str, method: str, target: str, body: bytes = b"") -> int:
        headers = {"authorization": f"Bearer {token}", "host": servers.addresses[0], NOTE: note}
        return httpx2.request(method, f"http://{inner}{target}", content=body, headers=headers, **PLAIN).status_code

    read = notes.write(CALLER, "GET", f"{path}?step=1")
    assert send(read, "GET", f"{path}?step=1") == 200
    for method, target in (
        ("GET", path),
        ("GET", f"{path}?step=2"),
        ("HEAD", f"{path}?step=1"),
        ("GET", f"{path}/x?step=1"),
    ):
        assert send(read, method, target) == 404
    assert send(read, "GET", f"{path}?step=1", b"more") == 404
    told = notes.write(CALLER, "POST", path, said)
    assert send(told, "POST", path, said) == 200
    for body in (other, b"", said + b" "):
        assert send(told, "POST", path, body) == 404
    assert send(told, "GET", path, said) == 404


def secret_of(servers: Fleet) -> bytes:
    """The secret by which these servers know each other."""

    async def read() -> bytes:
        connection = await asyncpg.connect(servers.database)
        try:
            return bytes(await connection.fetchval("SELECT value FROM values WHERE name = $1", SECRET))
        finally:
            await connection.close()

    return asyncio.run(read())


def test_a_note_is_good_for_a_short_time_and_from_us_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    notes, scope = Notes(b"secret"), {"type": "http", "method": "GET", "raw_path": b"/tables/a", "query_string": b""}
    note = notes.write(CALLER, "GET", "/tables/a")
    assert notes.read(scope, note)[0] == CALLER
    for given in (note[:-1], ""):
        with pytest.raises(Refused):
            notes.read(scope, given)
    with pytest.raises(Refused):
        Notes(b"other").read(scope, note)
    signer = URLSafeTimedSerializer.default_signer
    monkeypatch.setattr(signer, "get_timestamp", lambda self: 10**9)
    old = notes.write(CALLER, "GET", "/tables/a")
    monkeypatch.undo()
    with pytest.raises(Refused):
        notes.read(scope, old)


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::", "0"])
def test_servers_are_not_told_to_come_to_all_addresses(everywhere: str) -> None:
    result = CliRunner().invoke(
        serve, ["--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/x", "--peer-address", everywhere]
    )
    assert "not all of them" in str(result.exception)


# -- the owner dies ----------------------------------------------------------------------------------------------------


def look(servers: Fleet, place: int, table: str, token: str) -> dict[str, Any]:
    """What a socket at a server shows first."""
    url, headers = f"ws://{servers.addresses[place]}/api/tables/{table}/socket", {"authorization": f"Bearer {token}"}
    with connect(url, additional_headers=headers, open_timeout=30) as socket:
        seen: dict[str, Any] = json.loads(socket.recv())
    return seen


def test_a_server_that_takes_no_connection_is_given_up_at_once(shared: str) -> None:
    with fleet(shared, 2, lease=600.0) as servers:
        table, token = begun(servers)
        servers.end(0)
        assert look(servers, 0, table, token)["legal"]
        seen = call(servers.addresses[0], f"/api/tables/{table}", token).json()
        command = {"do": "act", "version": seen["version"], "action": seen["legal"][0]["action"]}
        assert call(servers.addresses[0], f"/api/tables/{table}", token, command).status_code == 200


def test_a_socket_whose_owner_dies_before_it_has_answered_is_led_to_the_next(shared: str) -> None:
    with fleet(shared, 2, lease=600.0) as servers, ThreadPoolExecutor() as threads:
        table, token = begun(servers)
        servers.send(0, signal.SIGSTOP)
        looking = threads.submit(look, servers, 1, table, token)
        until(lambda: servers.leads_on(1, 0))
        servers.end(0)
        assert looking.result()["legal"]


def test_a_socket_whose_owner_stands_still_is_led_to_the_next(shared: str) -> None:
    with fleet(shared, 2, lease=2.0) as servers:
        table, token = begun(servers)
        servers.send(0, signal.SIGSTOP)
        assert look(servers, 1, table, token)["legal"]


def test_a_socket_that_has_not_been_opened_when_its_server_ends_is_told_to_come_again(shared: str) -> None:
    with fleet(shared, 2, lease=600.0) as servers, ThreadPoolExecutor() as threads:
        table, token = begun(servers)
        servers.send(0, signal.SIGSTOP)
        looking = threads.submit(look, servers, 1, table, token)
        until(lambda: servers.leads_on(1, 0))
        servers.end(1, signal.SIGTERM)
        with pytest.raises(InvalidStatus) as refused:
            looking.result()
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["retry-after"] == "1"


def test_a_request_that_waits_at_another_server_ends_with_either(shared: str) -> None:
    """And is told to come again."""
    with fleet(shared, 2, lease=600.0) as servers, ThreadPoolExecutor() as threads:
        table, token = begun(servers)
        version = call(servers.addresses[0], f"/api/tables/{table}", token).json()["version"]
        for place in (1, 0):
            url = f"http://{servers.addresses[1]}/api/tables/{table}?after={version}"
            found = threads.submit(httpx2.get, url, headers={"authorization": f"Bearer {token}"}, timeout=60)
            until(lambda: waiting(servers, 0) == 1)
            servers.end(place, signal.SIGTERM)
            answer = found.result()
            assert (answer.status_code, answer.json()["error"], answer.headers["retry-after"]) == (503, "busy", "1")
            servers.start()
            until(lambda: waiting(servers, 0) == 0)


def test_a_request_that_waits_at_a_server_which_dies_is_answered_by_the_next_at_once(shared: str) -> None:
    """It does not wait anew, for longer than anybody has to wait."""
    with fleet(shared, 2, lease=600.0) as servers, ThreadPoolExecutor() as threads:
        table, token = begun(servers)
        seen = call(servers.addresses[0], f"/api/tables/{table}?words=1", token).json()
        url = f"http://{servers.addresses[1]}/api/tables/{table}?after={seen['version']}&words=1"
        found = threads.submit(httpx2.get, url, headers={"authorization": f"Bearer {token}"}, timeout=60)
        until(lambda: waiting(servers, 0) == 1)
        servers.end(0)
        answer = found.result(LONGEST - 5)
        assert (answer.status_code, answer.json()["legal"]) == (200, seen["legal"])
        assert "words" in answer.json()
