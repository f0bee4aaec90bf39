"""Several processes of a server on one machine, and some for its bots: whoever starts them sees to it that they run.

Those that serve share a port, and the system gives each visitor to one of them. The processes know each other by their
database alone, like those on other machines, so there is nothing to do here but to start them, to start again what has died,
and to pass on that it is over.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

import click

from tuckbox.errors import OptionError
from tuckbox.files import nobody_reads
from tuckbox.server.address import without_address

AGAIN, LONGEST = 1.0, 30.0
"""Seconds after its end in which a process is started again, at first and at most: each time twice as many."""

STEADY = 60.0
"""Seconds of running after which the pause before a restart is `AGAIN` again."""

ENDING, LAST = 6.0, 7.5
"""Seconds a process that is told to end has for it, before it leaves as it is, and before whoever started it kills it.

What was acknowledged is saved by then, whatever happens; containers are killed after ten seconds.
"""

FAILED = 2
"""Exit status of a process that cannot be started: with these options, or with the database as it is just now."""


def share(listener: socket.socket) -> None:
    """Let other processes of ours listen at the same port; the system gives each of them its part of the visitors."""
    if sys.platform != "linux":
        raise OptionError("several --workers need Linux, which deals the visitors of a port out to them")
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def reuse(listener: socket.socket) -> None:
    """Let it take a port at which another has just ended, but none at which anybody is."""
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def end_gently_with_parent() -> None:
    """End as if told to when the other end of the standard input is closed, as it is when the parent has ended."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def say(text: str) -> None:
    """Write a line for whoever has started this process, which goes on where they have stopped reading."""
    try:
        click.echo(text)
    except BrokenPipeError:
        nobody_reads()


def leave() -> NoReturn:
    """End this process now: what counts is saved, and nobody waits for threads in which bots think or code is read in."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def supervise(commands: Sequence[Sequence[str]]) -> None:
    """Run a process for each of these commands, until told to stop."""
    supervisor = Supervisor(commands)
    before = {word: signal.signal(word, supervisor.stop) for word in (signal.SIGTERM, signal.SIGINT)}
    try:
        supervisor.run()
    finally:
        for word, handler in before.items():
            signal.signal(word, handler)


def supervise_servers(workers: int, host: str, port: int, others: Sequence[Sequence[str]]) -> None:
    """Run several processes by the command by which this one was started, and those of others, until told to stop.

    One of them warms all games up. The others are cold: they read the code that it has compiled when a bot needs it.
    """
    with _hold(host, port) as held:
        port = held.getsockname()[1]
        own = without_address(sys.orig_argv[1:])  # the address is passed on where nobody can read it
        command = [sys.executable, *own, "--port", str(port), "--workers", "1", "--one-of-several"]
        supervise([command, *[[*command, "--cold"]] * (workers - 1), *others])


def _hold(host: str, port: int) -> socket.socket:
    """A socket that keeps the port for our processes; it does not listen itself, and so gets no visitor.

    Raises `OptionError` where another server is at the port: if it has several processes too, the system would let ours
    share it, and deal the visitors out to both. A first socket, which shares nothing, has the port until it is held: of two
    servers that are begun at once only one can listen.
    """
    with bound(host, port, reuse) as first:
        port = first.getsockname()[1]
        try:
            first.listen()
        except OSError as error:
            raise _taken(host, port, error) from error
        _share_alone(first)
        held = bound(host, port, _reuse_and_share)
        _share_alone(held)
        return held


def _reuse_and_share(made: socket.socket) -> None:
    reuse(made)
    share(made)


def _share_alone(made: socket.socket) -> None:
    """Let only those take the port of a socket who share it, once it has been taken from a server that has just ended."""
    share(made)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)


def _taken(host: str, port: int, error: OSError) -> OptionError:
    return OptionError(f"cannot listen at {host}, port {port}: {error.strerror}")


def bound(host: str, port: int, prepare: Callable[[socket.socket], None]) -> socket.socket:
    """A socket that is bound to a port of a host after it has been prepared. Raises `OptionError`."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise OptionError(f"cannot listen at {host[:60]!r}: no machine has this address") from error
    made = socket.socket(family, kind, protocol)
    prepare(made)
    try:
        made.bind(place)
    except OSError as error:
        made.close()
        raise _taken(host, port, error) from error
    return made


@dataclass
class _Place:
    """One of the commands, the process that runs it, and when it is started again if it has ended."""

    command: Sequence[str]
    process: subprocess.Popen[str]
    started: float
    pause: float = field(default_factory=lambda: AGAIN)
    due: float | None = None

    def look(self, now: float) -> None:
        """Start it again some time after it has ended."""
        if self.due is not None:
            if now >= self.due:
                self.process, self.started, self.due = _start(self.command), now, None
        elif self.process.poll() is not None:
            self.pause = AGAIN if now - self.started >= STEADY else self.pause
            told = f"a process has ended ({self.process.returncode}) and is started again in {self.pause:g} s"
            click.echo(told, err=True)
            self.due, self.pause = now + self.pause, min(2 * self.pause, LONGEST)


class Supervisor:
    """Keeps a process running for each of its commands."""

    def __init__(self, commands: Sequence[Sequence[str]]) -> None:
        self._commands = commands
        self._places: list[_Place] = []
        self._stopping = threading.Event()

    def stop(self, *_: object) -> None:
        """Let it be over, after what has been begun; nobody waits for those that are still starting."""
        self._stopping.set()
        for place in self._places:
            place.process.terminate()

    def run(self) -> None:
        """Start them, and start again what ends, until told to stop.

        Raises `OptionError` if one cannot be started at first. Once all have run it never gives up: what ends then may be
        in want of the database, which comes back.
        """
        try:
            for command in self._commands:
                self._places.append(_Place(command, _start(command), time.monotonic()))
                if self._stopping.is_set():
                    return
            told = [self._told(place.process) for place in self._places]
            if not self._stopping.is_set():
                say(f"{told[0]}, {len(told)} processes")
            while not self._stopping.wait(0.2):
                for place in self._places:
                    place.look(time.monotonic())
        finally:
            self._end()

    def _told(self, process: subprocess.Popen[str]) -> str:
        """The line a process prints when it is ready."""
        assert process.stdout is not None
        told = process.stdout.readline().strip()
        if not told and not self._stopping.is_set():
            raise OptionError("the processes cannot be started; what is wrong is told above")
        return told

    def _end(self) -> None:
        for place in self._places:
            place.process.terminate()
        last = time.monotonic() + LAST
        for place in self._places:
            try:
                place.process.wait(max(0.0, last - time.monotonic()))
            except subprocess.TimeoutExpired:
                place.process.kill()
                place.process.wait()


def _start(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
