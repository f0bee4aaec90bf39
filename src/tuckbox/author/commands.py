"""The commands of authors."""

from __future__ import annotations

from pathlib import Path

import click

from tuckbox.author.new import KINDS, begin
from tuckbox.definition.finding import GameName
from tuckbox.definition.game import game as find_game
from tuckbox.match.options import read_options


@click.command()
@click.argument("name")
@click.option(
    "--like", type=click.Choice(KINDS), default="tricks", show_default=True, help="The kind of game to begin with."
)
@click.option("--title", default="", metavar="TEXT", help="The title of the game.  [the name]")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where to write it.  [./NAME]")
def new(name: str, like: str, title: str, folder: Path | None) -> None:
    """Begin a game: write a project that plays and has tests.

    From then on its folder can be given as the name of the game: `tuckbox play NAME --watch` follows what you edit,
    `tuckbox check NAME` finds what you have forgotten.
    """
    where = folder or Path(name)
    for path in begin(name, like, where, title):
        click.echo(f"wrote {path}")
    click.echo(f"Play it while you edit it: tuckbox play {where}/ --watch\nCheck it: tuckbox check {where}/ --quick")


@click.command()
@click.argument("game", type=GameName())
@click.option(
    "--to", "file", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.  [GAME.pyz]"
)  # fmt: skip
def bundle(game: str, file: Path | None) -> None:
    """Write GAME into one file that a friend runs.

    The friend needs Python 3.11 or later and types `python3 GAME.pyz`. At the first start Tuckbox and the game are
    installed from the file, in an environment of their own, and their dependencies from the network; then tables open in
    the browser. Arguments after the file's name are passed to `tuckbox`: `python3 GAME.pyz play GAME`.
    """
    from tuckbox.author.bundle import bundle as write

    where = file or Path(f"{game}.pyz")
    wheels = write(game, where)
    click.echo(f"wrote {where} ({where.stat().st_size / 1e6:.1f} MB) with {', '.join(wheels)}")
    click.echo(f"A friend types: python3 {where.name}")


@click.command()
@click.argument("game", type=GameName())
@click.option("--players", type=int, metavar="N", help="How many players (default: the usual number).")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the deal.")
@click.option("--steps", type=click.IntRange(0), default=12, show_default=True, help="How many random decisions come first.")
@click.option("--worlds", type=click.IntRange(1, 1000), default=3, show_default=True, help="How many redeals for each seat.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game; see `tuckbox games`.")
def redeals(game: str, players: int | None, seed: int, steps: int, worlds: int, pairs: tuple[str, ...]) -> None:
    """Show what each seat may think that others hold.

    It prints the true position of GAME after some decisions, and redeals of what is hidden from each seat.

    If redeals always have the true cards, the declarations show too much. If a card that could be there never comes, they
    allow too little.
    """
    from tuckbox.author.redeals import told

    for line in told(find_game(game), players, read_options(pairs), seed, steps, worlds):
        click.echo(line)
