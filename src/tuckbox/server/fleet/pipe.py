"""A connection that leads on to another server: whatever comes on either side goes out on the other, as it is."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

CONNECTING = 2.0
"""Seconds in which the other server has to take the connection."""


class Pipe(Protocol):
    """A socket that can be passed on; it is `answered` once another server has said something to it."""

    answered: bool

    async def lead_on(self, host: str, port: int, note: bytes) -> None:
        """Pass it on to a host and port, with more lines in its head, until either side ends.

        Raises `OSError` if nobody is there, or ends without an answer: then it may be passed on to somebody else.
        """


class FarEnd(asyncio.Protocol):
    """The side of a connection that leads to the other server. What comes from there goes to `near`."""

    def __init__(self, near: asyncio.Transport) -> None:
        self.near = near
        self.transport: asyncio.Transport | None = None
        self.answered = False
        self.ended = asyncio.Event()

    @classmethod
    async def connect(cls, near: asyncio.Transport, host: str, port: int) -> FarEnd:
        """Connect to the other server. Raises `OSError` when it is not there."""
        async with asyncio.timeout(CONNECTING):
            _, far = await asyncio.get_running_loop().create_connection(lambda: cls(near), host, port)
        return far

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.answered = True
        if not self.near.is_closing():
            self.near.write(data)

    def pause_writing(self) -> None:
        """Stop reading, since the other side takes no more."""
        if not self.near.is_closing():
            self.near.pause_reading()

    def resume_writing(self) -> None:
        if not self.near.is_closing():
            self.near.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()
        if self.answered:
            self.near.close()

    # -- what the near side says ---------------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send something on."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)

    def hold(self, back: bool) -> None:
        """Let nothing more come from there, or let it come again."""
        if self.transport is None or self.transport.is_closing():
            return
        if back:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def end(self) -> None:
        """The near side is gone."""
        if self.transport is not None:
            self.transport.close()
        self.ended.set()
