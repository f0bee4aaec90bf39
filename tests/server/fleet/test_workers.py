"""`tuckbox serve --workers`: several processes at one port, looked after by the one that starts them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import click
import httpx2
import pytest

from tests.server.conftest import SERVER, postgres
from tests.server.fleet.processes import PLAIN
from tuckbox.errors import OptionError
from tuckbox.server.address import VARIABLE
from tuckbox.server.admin import keeping
from tuckbox.server.fleet import workers

pytestmark = [pytest.mark.postgres, pytest.mark.skipif(sys.platform != "linux", reason="ports are shared on Linux only")]


@pytest.fixture(name="shared")
def _shared() -> Iterator[str]:
    with postgres() as address:
        yield address


@contextlib.contextmanager
def serving(database: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A server of several processes, which is gone when the block ends."""
    command = [sys.executable, "-m", "tuckbox.cli", "serve", "--port", "0", *options]
    environment = os.environ | {VARIABLE: database}
    served = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True, env=environment
    )
    try:
        yield served
    finally:
        if processes(served):
            os.killpg(served.pid, signal.SIGKILL)
        served.communicate()


@pytest.fixture(name="served")
def _served(shared: str) -> Iterator[subprocess.Popen[str]]:
    with serving(shared, "--workers", "2") as served:
        yield served


def processes(served: subprocess.Popen[str]) -> list[int]:
    """The processes that serve."""
    return children(served.pid)


def children(parent: int) -> list[int]:
    """The processes that the main thread of a process has started."""
    try:
        found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return []
    return [int(each) for each in found]


def address(served: subprocess.Popen[str], processes: int = 2) -> str:
    """Where it says that it is."""
    assert served.stdout is not None
    told = served.stdout.readline()
    assert told.endswith(f", {processes} processes\n")
    return told.removeprefix("Tuckbox is at ").partition(",")[0]


def wait_until_all_are_gone(served: subprocess.Popen[str]) -> None:
    """Until nobody is left of its group: helpers of a process, which think for bots, end a moment after it."""
    while True:
        try:
            os.killpg(served.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)


def test_one_that_dies_is_started_again_and_all_end_together(served: subprocess.Popen[str]) -> None:
    where = address(served)
    before = processes(served)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    while len(after := processes(served)) < 2 or after == before:
        time.sleep(0.05)
    assert before[1] in after
    with urlopen(f"{where}/health") as found:
        assert found.status == 200
    served.terminate()
    served.wait()
    assert served.returncode == 0
    wait_until_all_are_gone(served)


def test_a_port_belongs_to_one_server_whose_processes_share_it(shared: str) -> None:
    """Also while these are still starting, and listen at nothing yet."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with pytest.raises(OptionError, match=f"cannot listen at 127.0.0.1, port {port}"), workers._hold("127.0.0.1", port):
        workers._hold("127.0.0.1", port)
    with serving(shared, "--workers", "2", "--port", str(port)) as served:
        assert address(served) == f"http://127.0.0.1:{port}"
        with pytest.raises(OptionError, match=f"cannot listen at 127.0.0.1, port {port}"):
            workers._hold("127.0.0.1", port)


def test_of_two_servers_begun_at_once_one_has_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the second looks while the first is about to hold it, or both have it before either listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    taken, bound, share = f"cannot listen at 127.0.0.1, port {port}", workers.bound, workers.share

    def another_begins(made: socket.socket) -> None:
        monkeypatch.setattr(workers, "share", share)
        with pytest.raises(OptionError, match=taken):
            workers._hold("127.0.0.1", port)
        share(made)

    monkeypatch.setattr(workers, "share", another_begins)
    workers._hold("127.0.0.1", port).close()
    assert workers.share is share

    def another_listens(*given: Any) -> socket.socket:
        made = bound(*given)
        rival.listen()
        return made

    monkeypatch.setattr(workers, "bound", another_listens)
    with bound("127.0.0.1", port, workers.reuse) as rival, pytest.raises(OptionError, match=taken):
        workers._hold("127.0.0.1", port)


def test_the_port_of_a_server_that_has_just_ended_is_taken() -> None:
    """Connections that it has closed linger on for a minute."""
    with workers.bound("127.0.0.1", 0, workers.reuse) as single:
        single.listen()
        port = single.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as visitor:
            single.accept()[0].close()
            visitor.recv(1)
    with workers._hold("127.0.0.1", port), pytest.raises(OptionError, match=f"cannot listen at 127.0.0.1, port {port}"):
        workers._hold("127.0.0.1", port)


@pytest.mark.parametrize("way", ["environment", "file", "option"])
def test_no_child_shows_the_password_of_the_database(way: str, shared: str, tmp_path: Path) -> None:
    secret = shared.replace("postgres@", "postgres:hunter2@")
    assert secret != shared
    (tmp_path / "address").write_text(f"{secret}\n")
    options = {"environment": [], "file": ["--database-file", str(tmp_path / "address")], "option": ["--database", secret]}[
        way
    ]
    with serving(secret if way == "environment" else "nothing.db", *options, "--workers", "2", "--bots", "1") as served:
        address(served, 3)
        everybody = [served.pid, *(child for parent in [served.pid, *processes(served)] for child in children(parent))]
        assert len(everybody) >= 4
        shown = [pid for pid in everybody if b"hunter2" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert shown == ([served.pid] if way == "option" else [])


def rename(database: str, new: str) -> None:
    """Let a database be found under another name only, for as long as a server of PostgreSQL takes to start anew."""

    async def run() -> None:
        connection = await asyncpg.connect(f"{SERVER}/postgres")
        await connection.execute(f"UPDATE pg_database SET datallowconn = false WHERE datname = '{database}'")
        await connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")
        await connection.execute(f"ALTER DATABASE {database} RENAME TO {new}")
        await connection.execute(f"UPDATE pg_database SET datallowconn = true WHERE datname = '{new}'")
        await connection.close()

    asyncpg = pytest.importorskip("asyncpg")
    asyncio.run(run())


def well(where: str) -> bool:
    """Whether a server says that it is well."""
    try:
        return httpx2.get(f"{where}/health", **PLAIN).status_code == 200
    except httpx2.HTTPError:
        return False


def test_one_of_several_warms_the_games_up(served: subprocess.Popen[str]) -> None:
    address(served)
    assert sorted(b"--cold" in Path(f"/proc/{each}/cmdline").read_bytes() for each in processes(served)) == [False, True]


def test_they_end_with_the_one_that_started_them(served: subprocess.Popen[str]) -> None:
    address(served)
    served.kill()
    served.wait()
    wait_until_all_are_gone(served)


RESTLESS = """
import pathlib, sys, time
counted = pathlib.Path(sys.argv[1])
runs = len(counted.read_text()) if counted.exists() else 0
counted.write_text("x" * (runs + 1))
print("ready", flush=True)
if runs < 3:
    raise SystemExit(2)
time.sleep(600)
"""


def test_what_ends_again_and_again_is_started_after_growing_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(workers, "AGAIN", 0.01)
    supervisor = workers.Supervisor([[sys.executable, "-c", RESTLESS, str(tmp_path / "runs")]])
    running = threading.Thread(target=supervisor.run)
    running.start()
    while not (tmp_path / "runs").exists() or len((tmp_path / "runs").read_text()) < 4:
        time.sleep(0.02)
    supervisor.stop()
    running.join()
    told = [line.rpartition("again in ")[2] for line in capsys.readouterr().err.splitlines()]
    assert told == ["0.01 s", "0.02 s", "0.04 s"]


def test_what_has_run_for_long_is_started_again_soon(capsys: pytest.CaptureFixture[str]) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""], text=True)
    ended.wait()
    for lived, pause in ((workers.STEADY, "1 s"), (workers.STEADY - 1, "30 s")):
        workers._Place((), ended, started=0.0, pause=30.0).look(now=lived)
        assert capsys.readouterr().err.endswith(f"again in {pause}\n")


def test_what_does_not_end_when_it_is_told_to_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LAST", 0.1)
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(600)"
    )
    supervisor = workers.Supervisor([[sys.executable, "-u", "-c", stubborn]])
    monkeypatch.setattr(click, "echo", lambda told: supervisor.stop())  # which says that all are ready
    supervisor.run()
    assert supervisor._places[0].process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("begun", [1, 2])
def test_who_is_told_to_end_waits_for_nothing_that_is_still_starting(begun: int, monkeypatch: pytest.MonkeyPatch) -> None:
    supervisor = workers.Supervisor([[sys.executable, "-c", "import time; time.sleep(600)"]] * 2)
    start, started = workers._start, list[subprocess.Popen[str]]()

    def told_to_end(command: Sequence[str]) -> subprocess.Popen[str]:
        started.append(start(command))
        if len(started) == begun:
            threading.Timer(0.2, supervisor.stop).start() if begun == 2 else supervisor.stop()
        return started[-1]

    monkeypatch.setattr(workers, "_start", told_to_end)
    supervisor.run()
    assert [each.returncode for each in started] == [-signal.SIGTERM] * begun


def test_a_database_that_is_away_for_a_while_ends_nobody_for_good(shared: str) -> None:
    with serving(shared, "--workers", "2") as served:
        where = address(served)
        name = shared.rpartition("/")[2]
        before = processes(served)
        rename(name, f"{name}_away")
        os.kill(before[0], signal.SIGKILL)
        while before[0] in processes(served) or len(processes(served)) < 2:  # the new one ends, too
            time.sleep(0.05)
        first = processes(served)
        while first == processes(served):
            time.sleep(0.05)
        rename(f"{name}_away", name)
        while len(processes(served)) < 2 or not well(where):
            time.sleep(0.1)
        served.terminate()
        served.wait()
        assert served.returncode == 0
        wait_until_all_are_gone(served)


# -- bots in processes of their own ------------------------------------------------------------------------------------


def thinkers(served: subprocess.Popen[str]) -> list[int]:
    """The processes in which bots think."""
    return [each for each in processes(served) if b"thinking.worker" in Path(f"/proc/{each}/cmdline").read_bytes()]


class Player:
    """One who plays against bots."""

    def __init__(self, where: str) -> None:
        self._client = httpx2.Client(base_url=where, **PLAIN)
        token = self._client.post("/api/people", json={"name": "Ann"}).json()["token"]
        self._client.headers["authorization"] = f"Bearer {token}"
        wish = {"game": "whiplash", "players": 3, "bots": [None, "easy", "easy"]}
        self._table = f"/api/tables/{self._client.post('/api/tables', json=wish).json()['table']}"
        self._client.post(self._table, json={"do": "start"})

    def play(self, moves: int) -> None:
        """Make so many moves, all others theirs between them."""
        while moves:
            seen = self._client.get(self._table).json()
            if seen["legal"]:
                move = {"do": "act", "version": seen["version"], "action": seen["legal"][0]["action"]}
                moves -= self._client.post(self._table, json=move).status_code == 200
            elif seen["between"]:
                self._client.post(self._table, json={"do": "next", "version": seen["version"]})
            time.sleep(0.05)


async def answered(database: str) -> int:
    """How many questions have been answered a short while ago."""
    async with keeping.opened(database) as opened, opened.reading() as connection:
        found = await connection.exec_driver_sql("SELECT count(*) FROM questions WHERE answer IS NOT NULL")
        return int(found.scalar() or 0)


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_bots_think_elsewhere_and_go_on_when_their_process_is_killed(shared: str, times: int) -> None:
    with serving(shared, "--workers", "1", "--bots", "1", "--bot-delay", "0") as served:
        player = Player(address(served))
        player.play(5)
        assert asyncio.run(answered(shared)) >= 4
        for _ in range(times):
            while not (before := thinkers(served)):  # it is being started
                time.sleep(0.05)
            os.kill(before[0], signal.SIGKILL)
            player.play(5)
            assert thinkers(served) != before
        served.terminate()
        served.wait()
        assert served.returncode == 0
        wait_until_all_are_gone(served)


async def cut_off(database: str) -> None:
    """Take all connections from a database, as a server of PostgreSQL does that starts anew."""
    async with keeping.opened(database) as opened, opened.reading() as connection:
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_processes_that_lose_all_connections_find_new_ones(shared: str) -> None:
    with serving(shared, "--workers", "2", "--bots", "1", "--bot-delay", "0") as served:
        player = Player(address(served, 3))
        before = processes(served)
        for _ in range(3):
            player.play(3)
            asyncio.run(cut_off(shared))
        player.play(3)
        assert processes(served) == before
