"""`tuckbox think`: bots for servers on a PostgreSQL, in processes of their own, on this machine or another."""

from __future__ import annotations

import asyncio

import click

from tuckbox.errors import OptionError
from tuckbox.server.storage.database import read_url
from tuckbox.server.thinking import worker
from tuckbox.server.workers import supervise

__all__ = ["think"]


@click.command()
@click.option("--database", required=True, metavar="URL", help="That of the servers, postgresql://HOST/NAME.")
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="How many think, one move each at a time."
)
def think(database: str, processes: int) -> None:
    """Think for the bots of servers that are run with --bots. They are asked through the database."""
    if read_url(database).get_backend_name() != "postgresql":
        raise OptionError("bots think in other processes only with a --database on PostgreSQL")
    if processes == 1:
        asyncio.run(worker.think(database))
    else:
        supervise([worker.command(database)] * processes)
