"""Bodies of requests: read to their end, if they are short and arrive in time."""

from __future__ import annotations

import asyncio

from starlette.requests import ClientDisconnect, Request

from tuckbox.server.errors import Refused
from tuckbox.server.settings import Limits


async def read_body(request: Request, limits: Limits, most: int | None = None) -> bytes:
    """The body of a request within the limits, perhaps with `most` bytes.

    Raises `Refused` when it is too long, before it has been read to its end, or late.
    """
    body, most = bytearray(), limits.body if most is None else most
    try:
        async with asyncio.timeout(limits.patience):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refused("too long", f"this is longer than {most} bytes")
    except TimeoutError:
        raise Refused("too slow", "this took too long to arrive") from None
    except ClientDisconnect:
        raise Refused("gone", "the client has gone") from None
    return bytes(body)


__all__ = ["read_body"]
