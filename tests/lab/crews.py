"""Crews for tests of what is interrupted."""

from __future__ import annotations

from concurrent.futures import Future

from tuckbox.run.blocks import Arrays, Block


class Tired:
    """A crew of one that goes home after some blocks, as at Ctrl-C."""

    hands = 1

    def __init__(self, after: int) -> None:
        self.left = after

    def start(self, block: Block) -> Future[Arrays]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        future: Future[Arrays] = Future()
        future.set_result(block.run())
        return future

    def close(self) -> None:
        pass
