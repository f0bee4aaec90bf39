"""A table of a server as a seat sees it now: its socket is read in a thread, and opened again when it ends."""

from __future__ import annotations

import json
import logging
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tuckbox.adapters.mcp.server_calls import MOST_BYTES, SECONDS, ServerCalls
from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.errors import OptionError, TuckboxError

log = logging.getLogger(__name__)

SOONEST, LATEST = 0.5, 20.0
"""Seconds after which a socket that has ended is opened again: at first, and at most."""
IDLE = 600.0
"""Seconds without a call after which a table is followed no longer, so that people do not see somebody there who is not."""
_LOOK_UP = 30.0
_GONE = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)

Seen = dict[str, Any]
"""A table as the interface for programs tells it, in words, too."""


class Following:
    """The newest state of a table, as the holder of a `token` sees it. It may be used from several threads.

    Raises `ServerRefused` where there is no such table, or `OptionError` where the server cannot be asked.
    """

    def __init__(self, calls: ServerCalls, table: str, token: str) -> None:
        self.calls, self.table, self.token = calls, table, token
        self.listeners = Listeners()
        self.rewound: list[int] = []
        """The steps to which the match has gone back."""
        self.touched = time.monotonic()
        """Time at which somebody last asked for the table; after `IDLE` seconds it is followed no longer."""
        self._lock = threading.Lock()
        self._ended, self._connected, self._fault = threading.Event(), False, ""
        self._socket: ClientConnection | None = None
        self._messages, self._pause = 0, SOONEST
        self._seen: Seen = self._ask()
        threading.Thread(target=self._follow, name=f"table {table[:6]}", daemon=True).start()

    @property
    def seen(self) -> Seen:
        """The state as it was told last."""
        return self._seen

    @property
    def failed(self) -> bool:
        """Whether the table is gone, so that nothing more can come."""
        return bool(self._fault)

    @property
    def ended(self) -> bool:
        """Whether the table is followed no longer."""
        return self.failed or self._ended.is_set()

    def newest(self) -> Seen:
        """The state now; where the socket is not open the server is asked. Raises as the constructor does."""
        if self._fault:
            raise OptionError(self._fault)
        if not self._connected:
            before = self._messages
            self._take(self._ask(), before)
        return self._seen

    def do(self, command: str, **given: Any) -> Seen:
        """Send a command; returns the state after it. Raises `ServerRefused`, and then nothing has changed, or `OptionError`
        where the server cannot be asked."""
        before, path = self._messages, f"/api/tables/{self.table}"
        seen = self._checked(self.calls.post(path, {"do": command, **given}, self.token, words=1))
        self._take(seen, before)
        return seen

    def close(self) -> None:
        """Follow the table no longer; the seat remains."""
        self._ended.set()
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                self._socket.close()

    def _ask(self) -> Seen:
        return self._checked(self.calls.get(f"/api/tables/{self.table}", self.token, words=1))

    def _checked(self, seen: Any) -> Seen:
        """An answer, if it is the state of a table. Raises `OptionError` for anything else."""
        if not isinstance(seen, dict) or "log_steps" not in seen:
            raise self.calls.other_version()
        return seen

    def _take(self, seen: Seen, before: int | None = None) -> None:
        """Take what was told for the state, unless it is older than what is known.

        A message of the socket (`before` is None) is the newest there is. The answer to a call may have been overtaken by
        those that have come since it was begun, when there had been a number of them `before`: much changes without another
        version.
        """
        with self._lock:
            overtaken = before is not None and before != self._messages
            if before is not None and (seen["version"], not overtaken) < (self._seen["version"], True):
                return
            if (step := _way_back(self._seen, seen)) is not None:
                self.rewound.append(step)
            self._messages += before is None
            self._seen = seen
        self.listeners.tell()

    def _follow(self) -> None:
        while not self.ended:
            try:
                self._read()
            except InvalidStatus as error:
                if error.response.status_code in _GONE:
                    self._fault = f"there is no such table at {self.calls.address} any more, or no seat for this token"
            except (OSError, WebSocketException, ValueError, ImportError, TuckboxError) as error:
                log.info("the socket of a table has ended: %s", type(error).__name__)
            finally:
                self._connected = False
            self.listeners.tell()
            self._ended.wait(self._pause)
            self._pause = min(2 * self._pause, LATEST)

    def _read(self) -> None:
        """Read a socket until it ends, or nobody has asked for the table for a long time."""
        headers, address = {"Authorization": f"Bearer {self.token}"}, self.calls.socket(self.table)
        bounds: dict[str, Any] = {"open_timeout": SECONDS, "close_timeout": 1.0, "max_size": MOST_BYTES}
        with connect(address, additional_headers=headers, **bounds) as self._socket:
            while not self._ended.is_set():  # it may have been set while the socket was being opened
                try:
                    message = json.loads(self._socket.recv(timeout=_LOOK_UP))
                except TimeoutError:
                    if time.monotonic() - self.touched > IDLE:
                        self._ended.set()
                    continue
                if not isinstance(message, dict) or "error" not in message:
                    self._take(self._checked(message))
                    self._connected, self._pause = True, SOONEST


def _way_back(old: Seen, new: Seen) -> int | None:
    """The step to which a match has gone back between two states, so that what came after it has not happened, or something
    else has; None where it has only gone on."""
    was, now = _by_step(old), _by_step(new)
    first = max(min(was, default=0), min(now, default=0))
    common = range(first + (first > 1), min(old["step"], new["step"]) + 1)  # the first may be told in part
    other = next((step - 1 for step in common if was.get(step) != now.get(step)), None)
    return new["step"] if other is None and new["step"] < old["step"] else other


def _by_step(seen: Seen) -> dict[int, list[str]]:
    """The sentences of the log by their steps."""
    found: dict[int, list[str]] = {}
    for step, line in zip(seen["log_steps"], seen["log"], strict=True):
        found.setdefault(step, []).append(line)
    return found
