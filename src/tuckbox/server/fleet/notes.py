"""Notes by which one process tells another who calls: signed, for one request, and good for a short time."""

from __future__ import annotations

import hashlib
import time
from hmac import compare_digest

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.types import Message, Receive, Scope

from tuckbox.server.errors import Refused
from tuckbox.server.web.origin import Caller

NOTE = "x-tuckbox-peer"
"""The header that bears the note."""

GOOD_FOR = 30
"""Seconds a note is good for, before and after it was written: the clocks of machines may differ by some."""


def target_of(scope: Scope) -> str:
    """Target of a request or socket as it was sent: its path, and the query if there is one."""
    path, query = scope["raw_path"].decode("latin-1"), scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path


class Notes:
    """Writes and reads notes by a secret that all processes of a database share."""

    def __init__(self, secret: bytes) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="tuckbox peer", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, caller: Caller, method: str, target: str, body: bytes = b"") -> str:
        """A note of who sends a request with this method, target and body; a socket is a GET without a body."""
        given = [method, target, _digest(body), caller.address, caller.scheme, caller.host, caller.direct]
        return str(self._signer.dumps(given))

    def read(self, scope: Scope, note: str) -> tuple[Caller, str]:
        """The caller whom a note names, and the digest that the body has to have.

        Raises `Refused` for what we have not signed, just now and for this method and target.
        """
        try:
            told, at = self._signer.loads(note, return_timestamp=True)
            method, target, digest, address, scheme, host, direct = told
        except (BadData, ValueError, TypeError):
            raise _refusal() from None
        asked, late = (scope.get("method", "GET"), target_of(scope)), abs(time.time() - at.timestamp()) > GOOD_FOR
        if late or (method, target) != asked or (scope["type"] == "websocket" and digest != _digest(b"")):
            raise _refusal()
        return Caller(address, scheme, host, direct), digest


def receive_again(body: bytes, digest: str, receive: Receive) -> Receive:
    """A body that has been received, to be received once more. Raises `Refused` if it has another digest."""
    if not compare_digest(_digest(body), digest):
        raise _refusal()
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_once_more() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_once_more


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _refusal() -> Refused:
    return Refused("not here", "there is nothing here")
