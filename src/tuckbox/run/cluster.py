"""Blocks on a cluster of machines, by Dask: a scheduler that workers join, on any network one trusts.

A worker that is lost costs the blocks it was at work on: Dask gives them to another. Nothing else can change a result,
since a block is a pure function of what it is sent.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from tuckbox.errors import OptionError, TuckboxError, reason
from tuckbox.run.blocks import Arrays, Block, packed, unpacked
from tuckbox.run.extras import extra

_AHEAD = 2
"""Number of blocks sent ahead for each thread of a worker, so that none waits for the next."""
_LOST_SO_OFTEN = 10
"""Number of workers lost in a row over a block until it is given up."""


def work(block: Block) -> bytes:
    """Run on a worker: a block, packed for the way back."""
    return packed(block.run())


class Cluster:
    """An executor that works elsewhere."""

    def __init__(self, address: str, timeout: float = 10) -> None:
        self._dask = extra("distributed", "cluster")
        extra("dask", "cluster").config.set({"distributed.scheduler.allowed-failures": _LOST_SO_OFTEN})
        try:
            # a client of an address that is none begins all the same, and hangs at its end
            self._dask.comm.get_address_host_port(address)
            self._client = self._dask.Client(address, timeout=timeout, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise OptionError(f"there is no Dask scheduler at {address!r}: {reason(error)}") from None

    @property
    def capacity(self) -> int:
        """Number of blocks for all workers that are there now, and some more to be on their way."""
        return max(1, _AHEAD * int(sum(self._client.nthreads().values())))

    def submit(self, block: Block) -> Future[Arrays]:
        """Send a block."""
        done: Future[Arrays] = Future()
        sent = self._client.submit(work, block, pure=False, retries=_LOST_SO_OFTEN)
        sent.add_done_callback(lambda future: _bring(future, done))
        return done

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        with suppress(Exception):
            self._client.close(timeout=2)


def _bring(sent: Any, done: Future[Arrays]) -> None:
    """Bring back what a worker has found, or what went wrong there."""
    try:
        done.set_result(unpacked(sent.result()))
    except TuckboxError as error:
        done.set_exception(error)
    except Exception as error:  # whatever a worker may die of
        done.set_exception(OptionError(f"the cluster could not finish a block: {type(error).__name__}: {error}"))
