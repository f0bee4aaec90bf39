"""The command ``tuckbox certify``."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tuckbox.definition.finding import GameName
from tuckbox.errors import OptionError
from tuckbox.files import write_text
from tuckbox.honesty import page
from tuckbox.honesty.answers import Certificate
from tuckbox.match.options import read_options
from tuckbox.run.options import ready_to_write

SPIEL = "openspiel:"


@click.command()
@click.argument("game", required=False, type=GameName())
@click.option("--other", "others", multiple=True, metavar="openspiel:NAME", help="A game of OpenSpiel to test.")
@click.option(
    "--positions",
    type=click.IntRange(1, 100_000),
    default=200,
    show_default=True,
    help="How many positions for each number of players.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first walk.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game; see `tuckbox games`.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the page here, as .md or .html.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def certify(
    game: str | None,
    others: tuple[str, ...],
    positions: int,
    seed: int,
    pairs: tuple[str, ...],
    save: Path | None,
    as_json: bool,
) -> None:
    """Test whether a game keeps its secrets and redeals correctly.

    It asks whether anything that a seat is shown depends on what is hidden from it, and whether worlds that are dealt
    again are correct. Games of OpenSpiel are asked the same. The exit status is 1 if any answer is no.
    """
    names = _asked(game, others, pairs)
    if save is not None:
        if save.suffix not in (".md", ".html"):
            raise OptionError(f"a page is written as .md or .html, not as {save.name!r}")
        ready_to_write(save.parent)
    found: list[Certificate] = []
    for name in names:
        found.append(_certified(name, positions, seed, pairs))
        if not as_json:
            click.echo("\n".join(page.text(found[-1])))
    if save is not None:
        save.parent.mkdir(parents=True, exist_ok=True)
        write_text(save, page.html(found) if save.suffix == ".html" else page.markdown(found))
    if as_json:
        click.echo(json.dumps([page.data(each) for each in found], indent=2))
    if not all(each.honest for each in found):
        sys.exit(1)


def _asked(game: str | None, others: Sequence[str], pairs: Sequence[str]) -> list[str]:
    """The names of the games to certify. Raises `OptionError`."""
    if game is None and not others:
        raise OptionError("say which game to certify, or --other openspiel:NAME")
    if pairs and game is None:
        raise OptionError("--option is for a game of Tuckbox: those of OpenSpiel have theirs in their name")
    strange = next((other for other in others if not other.startswith(SPIEL)), None)
    if strange is not None:
        raise OptionError(f"--other is openspiel:NAME, not {strange[:60]!r}")
    return [*([game] if game is not None else []), *others]


def _certified(name: str, positions: int, seed: int, pairs: tuple[str, ...]) -> Certificate:
    words = ["tuckbox", "certify", *(["--other"] if name.startswith(SPIEL) else []), name]
    words += ["--positions", str(positions), "--seed", str(seed)]
    if name.startswith(SPIEL):
        from tuckbox.honesty.spiel_asked import certified as of_openspiel

        return of_openspiel(name.removeprefix(SPIEL), positions, seed, shlex.join(words))
    from tuckbox.honesty.ours import certified

    command = shlex.join([*words, *(word for pair in pairs for word in ("--option", pair))])
    return certified(name, positions, seed, command, read_options(pairs))
