"""`tuckbox think`: bots for servers on a PostgreSQL, in processes of their own, on this machine or another."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from tuckbox.errors import OptionError
from tuckbox.server.address import database_options, given_address, pass_on
from tuckbox.server.fleet.thinking import worker
from tuckbox.server.fleet.workers import leave, supervise
from tuckbox.server.storage.database import read_url

__all__ = ["think"]


@click.command()
@database_options
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes, each with one move at a time.",
)
def think(database: str | None, database_file: Path | None, processes: int) -> None:
    """Think for the bots of servers that are run with --bots. Servers ask them through the database."""
    address = given_address(database, database_file)
    if read_url(address).get_backend_name() != "postgresql":
        raise OptionError("bots think in other processes only with a --database on PostgreSQL")
    if processes == 1:
        asyncio.run(worker.think(address))
        leave()
    else:
        pass_on(address)
        supervise([worker.COMMAND] * processes)
