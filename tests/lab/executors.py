"""Executors for tests of interruptions."""

from __future__ import annotations

from concurrent.futures import Future

from tuckbox.run.blocks import Arrays, Block


class Interrupted:
    """An executor of one worker that is interrupted after some blocks, as by Ctrl-C."""

    capacity = 1

    def __init__(self, after: int) -> None:
        self.left = after

    def submit(self, block: Block) -> Future[Arrays]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        future: Future[Arrays] = Future()
        future.set_result(block.run())
        return future

    def close(self) -> None:
        pass
