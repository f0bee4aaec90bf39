"""Bodies of requests: read to their end, if they are short and arrive in time."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from tuckbox.server.errors import Refused
from tuckbox.server.settings import Limits

_READ = "tuckbox.body"
"""The key of a scope under which a request keeps its body once it has been read."""


async def read_body(request: Request, limits: Limits, most: int | None = None) -> bytes:
    """The body of a request within the limits, perhaps with `most` bytes; also again, for whoever passes it on.

    Raises `Refused` when it is too long, before it has been read to its end, or late.
    """
    most = limits.body if most is None else most
    if _READ not in request.scope:
        request.scope[_READ] = await _receive(request, limits.patience, most)
    body: bytes = request.scope[_READ]
    _check(body, most)
    return body


def _check(body: bytes | bytearray, most: int) -> None:
    if len(body) > most:
        raise Refused("too long", f"this is longer than {most} bytes")


async def _receive(request: Request, patience: float, most: int) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(patience):
            async for chunk in request.stream():
                body += chunk
                _check(body, most)
    except TimeoutError:
        raise Refused("too slow", "this took too long to arrive") from None
    except ClientDisconnect:
        raise Refused("gone", "the client has gone") from None
    return bytes(body)
