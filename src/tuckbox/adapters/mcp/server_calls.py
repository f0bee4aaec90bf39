"""Calls of a Tuckbox server's interface for programs (docs/serve.md), for clients that play there."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx

from tuckbox.errors import OptionError, TuckboxError

SECONDS = 20.0
"""Seconds for which a call waits for the server."""
MOST_BYTES = 4 << 20
"""Maximum number of bytes of what a server tells at a time."""
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class ServerRefused(TuckboxError):
    """A call that a server has refused; `code` is its word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ServerCalls:
    """Calls of the server at an `address`, such as ``http://127.0.0.1:8484``. It may be used from several threads.

    Redirects are not followed: a token is sent nowhere else.
    """

    def __init__(self, address: str) -> None:
        self.address = checked_address(address)
        self._http = httpx.Client(base_url=self.address, timeout=SECONDS)
        self._ahead = 0.0  # seconds by which the server's clock is ahead of ours

    def get(self, path: str, token: str = "", **given: str | int) -> Any:
        """The answer to a question. Raises `ServerRefused`, or `OptionError` where the server cannot be asked."""
        return self._answer("GET", path, token, params=given)

    def post(self, path: str, body: dict[str, Any], token: str = "", **given: str | int) -> Any:
        """The answer to a call that changes something. Raises as `get` does."""
        return self._answer("POST", path, token, json=body, params=given)

    def text(self, path: str) -> str:
        """A text that is no JSON. Raises as `get` does."""
        return self._ask("GET", path, "").decode(errors="replace")

    def now(self) -> float:
        """The time by the server's clock, to about a second, in seconds since 1970."""
        return time.time() + self._ahead

    def socket(self, table: str) -> str:
        """The address of the socket at a table, which tells it in words."""
        return f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?words=1"

    def link(self, table: str) -> str:
        """The address of a table's page, for people."""
        return f"{self.address}/tables/{table}"

    @contextmanager
    def understood(self) -> Iterator[None]:
        """Raise `OptionError` where an answer has not got what is looked for in it."""
        try:
            yield
        except (KeyError, TypeError) as error:
            raise self.other_version() from error

    def other_version(self) -> OptionError:
        """The error about a server whose answers are not of this version of the interface."""
        return OptionError(f"the server at {self.address} is of another version: update it, or this command")

    def close(self) -> None:
        """End all connections."""
        self._http.close()

    def _answer(self, method: str, path: str, token: str, **given: Any) -> Any:
        answer = self._ask(method, path, token, **given)
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            raise OptionError(f"what answers at {self.address} is no Tuckbox server") from None

    def _ask(self, method: str, path: str, token: str, **given: Any) -> bytes:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            with self._http.stream(method, path, headers=headers, **given) as answer:
                self._set_clock(answer.headers.get("date", ""))
                told = self._read(answer)
        except httpx.HTTPError as error:
            raise OptionError(f"the server at {self.address} does not answer ({type(error).__name__})") from error
        if answer.is_success:
            return told
        raise _refused(answer.status_code, told, self.address)

    def _read(self, answer: httpx.Response) -> bytes:
        """An answer, if it is not too long and comes in time: one that comes in small pieces is never late by itself."""
        told, end = bytearray(), time.monotonic() + SECONDS
        for piece in answer.iter_bytes():
            told += piece
            if len(told) > MOST_BYTES or time.monotonic() > end:
                raise OptionError(f"the server at {self.address} answers at too great length, or too slowly")
        return bytes(told)

    def _set_clock(self, date: str) -> None:
        """Note what time it is by the server's clock; the date of an answer is half a second old, on average."""
        with suppress(ValueError, OverflowError):
            self._ahead = parsedate_to_datetime(date).timestamp() + 0.5 - time.time()


def _refused(status: int, answer: bytes, address: str) -> TuckboxError:
    """The refusal that an answer is."""
    try:
        told = json.loads(answer)
        return ServerRefused(str(told["error"]), str(told["message"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return OptionError(f"what answers at {address} is no Tuckbox server, or has failed: HTTP {status}")


def checked_address(address: str) -> str:
    """The address of a server without what a link may have behind it. Raises `OptionError` for what is none.

    >>> checked_address("http://127.0.0.1:8484/"), checked_address("https://cards.example/tables/x7")
    ('http://127.0.0.1:8484', 'https://cards.example')
    """
    try:
        parts = urlsplit(address.strip())
        port = parts.port  # a ValueError where it is none
        (parts.hostname or "").encode("idna")  # likewise
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise OptionError(f"a server's address is like http://127.0.0.1:8484, not {address[:60]!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")


def table_of(given: str, address: str) -> str:
    """The id of a table, by itself or in its link at a server. Raises `OptionError` for a link to another server.

    >>> table_of("http://127.0.0.1:8484/tables/x7#log", "http://127.0.0.1:8484"), table_of("x7", "http://127.0.0.1:8484")
    ('x7', 'x7')
    """
    found = given.strip()
    if "/" in found:
        if not found.startswith(f"{address}/tables/"):
            raise OptionError(f"only tables of {address} can be joined here: a link there is like {address}/tables/ID")
        found = urlsplit(found).path.split("/")[2]
    if not _TABLE.fullmatch(found):
        raise OptionError(f"{given[:60]!r} is no table: give its id, or its link")
    return found
