"""A process in which bots think: ``python -m tuckbox.server.fleet.thinking.worker``. It ends with who starts it.

The environment says of which database.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys

import click

from tuckbox.errors import TuckboxError
from tuckbox.server.address import VARIABLE
from tuckbox.server.fleet.thinking.thinker import Thinker
from tuckbox.server.fleet.workers import FAILED, end_gently_with_parent, leave
from tuckbox.server.storage.database import Database
from tuckbox.server.table.bot_runner import ThreadedBots

POLITENESS = 5
"""Those who serve on the same machine come first."""

COMMAND = [sys.executable, "-m", "tuckbox.server.fleet.thinking.worker"]
"""The command that starts such a process."""


async def think(address: str) -> None:
    """Think until told to stop."""
    from tuckbox.server.web import logs
    from tuckbox.server.web.context import playable

    logs.set_up(True)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(POLITENESS)
    stop = asyncio.Event()
    for word in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(word, stop.set)
    stopped = asyncio.create_task(stop.wait())
    database, games = await Database.open(address), playable()
    try:
        thinker = Thinker(database, ThreadedBots(1, ahead=tuple(game.name for game in games)), games)
        click.echo("Bots think")
        await asyncio.wait([stopped, thinker.thinking], return_when=asyncio.FIRST_COMPLETED)
        await thinker.close()
        if not stopped.done():
            thinker.thinking.result()  # a fault of ours: whoever looks after us begins anew
    finally:
        await database.close()


if __name__ == "__main__":
    end_gently_with_parent()
    try:
        asyncio.run(think(os.environ[VARIABLE]))
    except TuckboxError as error:
        click.echo(f"tuckbox: {error}", err=True)
        raise SystemExit(FAILED) from None
    leave()
