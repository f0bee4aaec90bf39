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
from collections.abc import Sequence
from contextlib import suppress

import click

from tuckbox.errors import OptionError

AGAIN = 1.0
"""So many seconds after its end a process is started again."""

FAILED = 2
"""How a process ends that cannot be started at all: with this database, these options."""


def share(listener: socket.socket) -> None:
    """Let other processes of ours listen at the same port; the system gives each of them its part of the visitors."""
    if sys.platform != "linux":
        raise OptionError("several --workers need Linux, which deals the visitors of a port out to them")
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def end_gently_with_parent() -> None:
    """End as if told to when the other end of the standard input is closed, as it is when the parent has ended."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


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
    """Run so many processes by the command by which this one was started, and those of others, until told to stop."""
    with _hold(host, port) as held:
        port = held.getsockname()[1]
        command = [sys.executable, *sys.orig_argv[1:], "--port", str(port), "--workers", "1", "--one-of-several"]
        supervise([*[command] * workers, *others])


def _hold(host: str, port: int) -> socket.socket:
    """A socket that keeps the port for our processes; it does not listen itself, and so gets no visitor."""
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    held = socket.socket(family, kind, protocol)
    share(held)
    try:
        held.bind(place)
    except OSError as error:
        held.close()
        raise OptionError(f"cannot listen at {host}, port {port}: {error.strerror}") from error
    return held


class Supervisor:
    """Keeps a process running for each of its commands."""

    def __init__(self, commands: Sequence[Sequence[str]]) -> None:
        self._commands = commands
        self._running: list[subprocess.Popen[str]] = []
        self._stopping = threading.Event()

    def stop(self, *_: object) -> None:
        """Let it be over, after what has been begun."""
        self._stopping.set()

    def run(self) -> None:
        """Start them, and start again what ends, until told to stop. Raises `OptionError` if they cannot be started."""
        try:
            self._running = [self._start(command) for command in self._commands]
            told = [self._told(process) for process in self._running]
            if not self._stopping.is_set():
                click.echo(f"{told[0]}, {len(told)} processes")
            while not self._stopping.wait(0.2):
                self._look()
        finally:
            self._end()

    @staticmethod
    def _start(command: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _told(self, process: subprocess.Popen[str]) -> str:
        """What a process says when it is ready."""
        assert process.stdout is not None
        told = process.stdout.readline().strip()
        if not told and not self._stopping.is_set():
            raise OptionError("the processes cannot be started; what is wrong is told above")
        return told

    def _look(self) -> None:
        for place, process in enumerate(self._running):
            if process.poll() is None:
                continue
            if process.returncode == FAILED:
                raise OptionError("a process cannot be started; what is wrong is told above")
            click.echo(f"a process has ended ({process.returncode}) and is started again", err=True)
            time.sleep(AGAIN)
            self._running[place] = self._start(self._commands[place])

    def _end(self) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.wait()


__all__ = ["FAILED", "Supervisor", "end_gently_with_parent", "share", "supervise", "supervise_servers"]
