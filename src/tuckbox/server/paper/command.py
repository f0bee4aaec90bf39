"""The command `tuckbox print`."""

from __future__ import annotations

from pathlib import Path

import click

from tuckbox.definition.finding import GameName
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.files import write_bytes


@click.command("print")
@click.argument("game", type=GameName())
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
def printed(game: str, file: Path | None) -> None:
    """Write the rules, cards and boards of GAME as a PDF.

    It begins with how to play; then come cards and boards to cut out. FILE is GAME.pdf unless you name another.
    """
    from tuckbox.server.paper.booklet import booklet

    data, place = booklet(find_game(game)), file or Path(f"{game}.pdf")
    try:
        write_bytes(place, data)
    except OSError as error:
        raise OptionError(f"{place} cannot be written: {error.strerror}") from error
    click.echo(f"{place}: {len(data) // 1024} KiB")
