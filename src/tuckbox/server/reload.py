"""Games that are being written: tables follow the files of their game.

A table goes on at its position by the new files if all that was played is legal by them and leads to the same; else it ends
with what it had. While the files cannot be loaded, or cannot show a table, it stands still and says why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import click

from tuckbox.author.carry import carried
from tuckbox.author.sources import Sources
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.errors import RulesError
from tuckbox.scene.lay import laid
from tuckbox.server.table.table import Table
from tuckbox.server.tables import Tables

_POLL = 0.3
"""Seconds between looks at the files."""


async def follow(tables: Tables, names: Iterable[str]) -> None:
    """Follow the files of games for as long as the server runs."""
    watched = {name: Sources(find_game(name)) for name in names}
    while True:
        await asyncio.sleep(_POLL)
        for name, sources in watched.items():
            if sources.changed:
                await asyncio.sleep(_POLL)  # an editor may be writing several files
                with suppress(OSError):  # or just be putting one in the place of another
                    await _renew(tables, name, sources)


async def _renew(tables: Tables, name: str, sources: Sources) -> None:
    """Load a game anew and have its tables go on by it; where that fails they say why."""
    files, playing = ", ".join(sources.changed), tables.playing(name)
    try:
        sources.load(lambda game: _shows(game, playing))
    except RulesError as error:
        click.echo(f"{files}: {error}", err=True)
        for table in playing:
            table.halt(str(error).rstrip("."))
        return
    find_game.cache_clear()
    click.echo(f"{files} is in force.", err=True)
    for table in playing:
        await tables.read_again(table.id)


def _shows(game: Game, tables: Iterable[Table]) -> None:
    """Look at each table as everybody would see it by a new version of its game."""
    for match in (table.state.match for table in tables):
        if match is not None:
            fresh, _ = carried(match, game)
            for viewer in (*range(fresh.players), None):
                laid(fresh.view(viewer))
