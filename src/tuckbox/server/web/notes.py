"""Notes by which one process tells another who calls: signed, for one path, and good for a short time."""

from __future__ import annotations

import hashlib

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.types import Scope

from tuckbox.server.errors import Refused
from tuckbox.server.web.origin import Caller

NOTE = "x-tuckbox-peer"
"""The header that bears the note."""

GOOD_FOR = 30
"""Seconds a note is good for: the clocks of machines may differ by some."""


class Notes:
    """Writes and reads notes by a secret that all processes of a database share."""

    def __init__(self, secret: bytes) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="tuckbox peer", signer_kwargs={"digest_method": hashlib.sha256})

    def write(self, caller: Caller, path: str) -> str:
        """A note of who asks for a path."""
        return str(self._signer.dumps([path, caller.address, caller.scheme, caller.host, caller.direct]))

    def read(self, scope: Scope, note: str) -> Caller:
        """Of whom a note tells. Raises `Refused` for what we have not signed, just now and for this path."""
        try:
            path, address, scheme, host, direct = self._signer.loads(note, max_age=GOOD_FOR)
        except (BadData, ValueError, TypeError):
            path = None
        if path is None or path != scope["path"]:
            raise Refused("not here", "there is nothing here")
        return Caller(address, scheme, host, direct)


__all__ = ["NOTE", "Notes"]
