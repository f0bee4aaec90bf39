"""A table of a server as a seat sees it now: its socket is read in a thread, and opened again when it ends."""

from __future__ import annotations

import json
import logging
import threading
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tuckbox.adapters.mcp.server_calls import SECONDS, ServerCalls, ServerRefused
from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.errors import OptionError

log = logging.getLogger(__name__)

SOONEST, LATEST = 0.5, 20.0
"""Seconds after which a socket that has ended is opened again: at first, and at most."""
_MOST_BYTES = 4 << 20
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
        self._lock = threading.Lock()
        self._ended, self._connected, self._fault = threading.Event(), False, ""
        self._socket: ClientConnection | None = None
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

    def newest(self) -> Seen:
        """The state now; where the socket is not open the server is asked. Raises as the constructor does."""
        if self._fault:
            raise OptionError(self._fault)
        if not self._connected:
            self._take(self._ask())
        return self._seen

    def do(self, command: str, **given: Any) -> Seen:
        """Send a command; returns the state after it. Raises `ServerRefused`, and then nothing has changed, or `OptionError`
        where the server cannot be asked."""
        seen: Seen = self.calls.post(f"/api/tables/{self.table}", {"do": command, **given}, self.token, words=1)
        self._take(seen)
        return seen

    def close(self) -> None:
        """Follow the table no longer; the seat remains."""
        self._ended.set()
        if self._socket is not None:
            with suppress(OSError, WebSocketException):
                self._socket.close()

    def _ask(self) -> Seen:
        seen: Seen = self.calls.get(f"/api/tables/{self.table}", self.token, words=1)
        if not isinstance(seen, dict) or "log_steps" not in seen:
            raise OptionError(f"the server at {self.calls.address} is of another version: update it, or this command")
        return seen

    def _take(self, seen: Seen, anew: bool = False) -> None:
        """Take what was told for the state, unless it is older than what is known; the first message of a socket is not."""
        with self._lock:
            if not anew and seen["version"] < self._seen["version"]:
                return
            self._seen = seen
        self.listeners.tell()

    def _follow(self) -> None:
        pause = SOONEST
        while not self._ended.is_set() and not self._fault:
            try:
                self._read()
                pause = SOONEST
            except InvalidStatus as error:
                if error.response.status_code in _GONE:
                    self._fault = f"there is no such table at {self.calls.address} any more, or no seat for this token"
            except (OSError, WebSocketException, ValueError, KeyError) as error:
                log.info("the socket of a table has ended: %s", type(error).__name__)
            self._connected = False
            self.listeners.tell()
            self._ended.wait(pause)
            pause = min(2 * pause, LATEST)

    def _read(self) -> None:
        """Read a socket until it ends."""
        headers = {"Authorization": f"Bearer {self.token}"}
        address = self.calls.socket(self.table)
        with connect(address, additional_headers=headers, open_timeout=SECONDS, max_size=_MOST_BYTES) as self._socket:
            if self._ended.is_set():  # while it was being opened
                return
            for message in self._socket:
                seen = json.loads(message)
                if "error" not in seen:
                    self._take(seen, anew=not self._connected)
                    self._connected = True


__all__ = ["Following", "Seen", "ServerRefused"]
