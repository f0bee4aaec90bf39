"""Uvicorn's server, which does not take for ever to end."""

from __future__ import annotations

import socket
import threading
from types import FrameType

import uvicorn

from tuckbox.server.fleet.workers import ENDING, leave


class Server(uvicorn.Server):
    """A server that leaves where it has not ended in time after it was told to, since the database or the machine hangs.

    Nothing is lost by that: nobody has been told that anything is done which is not saved.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end. To be told so again changes nothing: uvicorn would break off what we end in order."""
        if self.should_exit:
            return
        super().handle_exit(sig, frame)
        leaving = threading.Timer(ENDING, leave)
        leaving.daemon = True
        leaving.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, and let no request wait any longer for news."""
        self.config.app.state.ending.set()  # type: ignore[union-attr]
        await super().shutdown(sockets)
