"""`tuckbox serve` as a process: it starts, is told to end, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_connection, create_server
from typing import Any, Never
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from click import Command
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tuckbox.errors import OptionError, TuckboxError
from tuckbox.server.admin.commands import admin
from tuckbox.server.cli import listen, serve
from tuckbox.server.fleet.thinking.command import think

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")


class Served:
    """The command as a process, in a group of its own, started by somebody who hears no Ctrl-C."""

    def __init__(self, folder: Path, before: str = "") -> None:
        self._folder = str(folder).encode()
        program = (
            f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); {before}\nfrom tuckbox.cli import main; main()"
        )
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--database", str(folder / "t.db")]
        environment = {**os.environ, "TUCKBOX_CACHE": str(folder / "cache")}  # so that it has code to build for its bots
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment
        )
        assert self.process.stdout
        self.address = self.process.stdout.readline().removeprefix("Tuckbox is at ").strip()

    def call(self, path: str, data: object, token: str = "") -> dict[str, str]:
        """Post something to the doors for programs."""
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        with urlopen(Request(self.address + path, json.dumps(data).encode(), headers)) as found:
            answer: dict[str, str] = json.load(found)
        return answer

    @property
    def left(self) -> list[int]:
        """The processes that still run, its own and those that it has started, wherever they are: all have our folder."""
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if self._folder in path.read_bytes():
                    found.append(int(path.parent.name))
        return found


@pytest.fixture(name="served")
def _served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.process.kill()
    served.process.communicate()


def read_on(socket: ClientConnection) -> Never:
    """Read until it is closed."""
    while True:
        socket.recv()


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to_and_leaves_no_process(served: Served, word: signal.Signals) -> None:
    token = served.call("/api/people", {"name": "Ann-Marie"})["token"]
    opened = served.call("/api/tables", {"game": "whiplash", "bots": [None, "easy"]}, token)
    headers = {"authorization": f"Bearer {token}"}
    with connect(f"{served.address.replace('http', 'ws')}{opened['socket']}", additional_headers=headers) as socket:
        socket.send('{"do": "start"}')
        while json.loads(socket.recv())["stage"] != "playing":
            pass
        os.killpg(served.process.pid, word)  # as a terminal does, and who shuts a machine down
        with pytest.raises(ConnectionClosed) as closed:
            read_on(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012  # come back
    _, told = served.process.communicate(timeout=120)
    assert served.process.returncode == 0
    assert not served.left
    lines = [json.loads(line) for line in told.splitlines()]
    assert {line["route"] for line in lines if line["what"] == "request"} == {"/api/people", "/api/tables"}
    assert not [line for line in lines if line["level"] != "info"]
    for secret in ("Ann-Marie", token, opened["table"]):
        assert secret not in told


def test_it_serves_on_where_nobody_reads_its_address(tmp_path: Path) -> None:
    """`tuckbox serve | true` ended with a broken pipe before anybody was served."""
    reader, writer = os.pipe()
    os.close(reader)
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tuckbox", "serve", "--cold", "--port", str(port), "--database", str(tmp_path / "t.db")]
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, text=True) as process:
        os.close(writer)
        while process.poll() is None:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health") as found:
                assert found.status == 200
                break
            time.sleep(0.1)
        process.terminate()
        _, told = process.communicate(timeout=120)
    assert process.returncode == 0, told
    assert "Traceback" not in told


def test_one_who_presses_ctrl_c_twice_breaks_nothing_off(served: Served) -> None:
    """The end takes some seconds at most, and uvicorn would end without closing the house."""
    for _ in range(2):
        served.process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    _, told = served.process.communicate(timeout=120)
    assert (served.process.returncode, told) == (0, "")


def test_whoever_is_let_down_at_the_end_is_no_fault(served: Served) -> None:
    """Requests whose bodies never come are not waited for, and the log has one line of all of them."""
    token = served.call("/api/people", {"name": "Ann"})["token"]
    table = served.call("/api/tables", {"game": "whiplash", "bots": [None, "easy"]}, token)["table"]
    where = urlsplit(served.address)
    head = (
        f"POST /api/people HTTP/1.1\r\nhost: {where.netloc}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"
    )
    with ExitStack() as opened:
        for _ in range(10):
            socket = create_connection((where.hostname or "", where.port or 0))
            opened.enter_context(socket).sendall(f"{head}content-length: 9\r\n\r\n".encode())
            path = f"{served.address.replace('http', 'ws')}/api/tables/{table}/socket"
            opened.enter_context(connect(path, additional_headers={"authorization": f"Bearer {token}"})).recv()
        served.process.send_signal(signal.SIGTERM)
        _, told = served.process.communicate(timeout=120)
    assert served.process.returncode == 0
    assert "Traceback" not in told
    assert told.count('"error"') <= 1, told


def test_that_the_system_allows_few_connections_is_told(tmp_path: Path) -> None:
    """Beyond them a connection is cut off without an answer, so that a proxy reports 502."""
    served = Served(tmp_path, "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (260, 260))")
    served.process.send_signal(signal.SIGTERM)
    _, told = served.process.communicate(timeout=120)
    assert served.process.returncode == 0
    assert "260 files open, and so 60 connections" in told


def test_what_cannot_be_served_is_told_in_a_line(tmp_path: Path) -> None:
    runner = CliRunner()
    for several in (["--workers", "2"], ["--bots", "1"]):
        assert "one process" in str(runner.invoke(serve, several).exception)
    assert "on PostgreSQL" in str(runner.invoke(think, ["--database", "tables.db"]).exception)
    (tmp_path / "a.db").write_text("A letter. " * 200)
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        result = runner.invoke(serve, ["--port", port])
        assert f"cannot listen at 127.0.0.1, port {port}" in str(result.exception)
    with pytest.raises(TuckboxError, match="nosuch"):
        runner.invoke(serve, ["--reload", "nosuch", "--port", "0"], catch_exceptions=False)
    for host in ("256.1.1.1", "a" * 70, ""):
        with pytest.raises(OptionError, match="no machine has this address"):
            listen(host, 0)


def test_a_time_of_birth_that_is_none_is_told_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUCKBOX_BORN", "x")
    with pytest.raises(OptionError, match="TUCKBOX_BORN is set by a server"):
        CliRunner().invoke(serve, ["--port", "0", "--database", str(tmp_path / "a.db")], catch_exceptions=False)


@pytest.mark.parametrize(
    ("command", "options"),
    [(serve, ["--bot-delay"]), (admin, ["retain", "--days"]), (admin, ["drain", "--wait"])],
)
def test_what_is_no_number_is_in_no_range(command: Command, options: list[str], tmp_path: Path) -> None:
    first = ["--database", str(tmp_path / "a.db")]
    ended = CliRunner().invoke(command, [*first, *options, "nan"])
    assert (ended.exit_code, "'nan' is not a number" in ended.output) == (2, True)


@pytest.mark.parametrize("options", [["reports", "show"], ["reports", "close"], ["tables", "--most"], ["people", "--most"]])
def test_a_number_that_no_database_takes_is_refused(options: list[str], tmp_path: Path) -> None:
    ended = CliRunner().invoke(admin, ["--database", str(tmp_path / "a.db"), *options, str(2**31)])
    assert (ended.exit_code, "is not in the range" in ended.output) == (2, True)


@pytest.mark.parametrize("options", [["people"], ["close"], ["mute"], ["forget", "--yes"], ["rename", "Ann"]])
def test_bytes_that_are_no_text_are_refused(options: list[str], tmp_path: Path) -> None:
    ended = CliRunner().invoke(admin, ["--database", str(tmp_path / "a.db"), *options, "\udcff"])
    assert (ended.exit_code, "is not text in UTF-8" in ended.output) == (2, True)


@pytest.mark.parametrize("database", ["letter.db", "mysql://somewhere/x"])
def test_a_database_that_cannot_be_opened_ends_it(tmp_path: Path, database: str) -> None:
    (tmp_path / "letter.db").write_text("A letter. " * 200)
    command = [sys.executable, "-m", "tuckbox.cli", "serve", "--port", "0", "--database", database]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("tuckbox: ")
    assert ended.stderr.count("\n") == 1


HANG = """
import pathlib, time, {module}, tuckbox.server.web.server as server
reached, leave, server.ENDING = pathlib.Path({reached!r}), server.leave, 0.1
def leave_later():  # on a busy machine it may take longer than that to come to what hangs
    while not reached.exists():
        time.sleep(0.01)
    leave()
server.leave = leave_later
{define} hang(*given):
    reached.touch()
    time.sleep(3600)
{place} = hang
"""


@pytest.mark.parametrize(
    ("place", "define"), [("house.House._close", "async def"), ("table.bot_runner.ThreadedBots._choose", "def")]
)
def test_a_server_that_is_told_to_end_waits_for_nothing_that_hangs(tmp_path: Path, place: str, define: str) -> None:
    reached, place = tmp_path / "reached", f"tuckbox.server.{place}"
    hang = HANG.format(module=place.rsplit(".", 2)[0], define=define, place=place, reached=str(reached))
    served = Served(tmp_path, f"exec({hang!r})")
    try:
        token = served.call("/api/people", {"name": "Ann"})["token"]
        wish = {"game": "whiplash", "players": 3, "bots": [None, "easy", "easy"]}
        table = served.call("/api/tables", wish, token)["table"]
        served.call(f"/api/tables/{table}", {"do": "start"}, token)
        url, headers = f"ws{served.address[4:]}/api/tables/{table}/socket", {"authorization": f"Bearer {token}"}
        with connect(url, additional_headers=headers) as page:
            while "_choose" in place and not reached.exists():
                seen: dict[str, Any] = {}
                with suppress(TimeoutError):
                    seen = json.loads(page.recv(timeout=0.1))
                if seen.get("legal"):
                    page.send(json.dumps({"do": "act", "version": seen["version"], "action": seen["legal"][0]["action"]}))
        served.process.terminate()
        assert served.process.wait(60) == 0
    finally:
        served.process.kill()
    assert reached.exists()
