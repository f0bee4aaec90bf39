"""``tuckbox train``: a belief for a game, from one command."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tuckbox.engine.game import Game
from tuckbox.engine.game import game as find_game
from tuckbox.engine.weights import MOST_BYTES, Weights, parse, path_of
from tuckbox.errors import OptionError, WeightsError
from tuckbox.lab.asked import crew_for, in_the_lab
from tuckbox.learn.train import ROUNDS, ROWS, stamped, usual_rivals
from tuckbox.learn.train import train as learn_belief


@click.command()
@click.argument("game")
@click.option("--players", type=int, help="For how many players (default: the usual number).")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE,...", help="An option, and the values to play with.")
@click.option("--rivals", help="Who plays to be learnt from, with commas (default: greedy, in all its manners).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed gives the same weights.")
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=ROUNDS, show_default=True, help="Rounds of play and learning."
)
@click.option("--rows", type=click.IntRange(500, 1_000_000), default=ROWS, show_default=True, help="Positions in a round.")
@in_the_lab
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="The file to write (default: with the game).")
@click.option("--stamp", is_flag=True, help="Do not train: see whether the weights still hold by today's rules, and say so.")
def train(
    game: str,
    players: int | None,
    pairs: Sequence[str],
    rivals: str | None,
    seed: int,
    rounds: int,
    rows: int,
    threads: int | None,
    cluster: str | None,
    to: Path | None,
    stamp: bool,
) -> None:
    """Learn from play what rivals are likely to hold. It takes minutes on two cores.

    The weights are written into the game's folder. Search goes by them from then on.
    """
    found = find_game(game)
    number = found.players[0] if players is None else players
    path = to or path_of(found, number)
    names = rivals.split(",") if rivals else usual_rivals(found)
    options = dict(_values(pair) for pair in pairs)
    with _watched() as progress:
        if stamp:
            there = _there(found, path)
            weights = stamped(found, there, names if rivals else _rivals_of(there), crew=crew_for(threads, cluster))
        else:
            made = _made(game, number, pairs, names, seed, rounds, rows)
            crew = crew_for(threads, cluster)
            weights = learn_belief(found, number, options, names, seed, rounds, rows, made, crew, progress)
    text = weights.text()
    if len(text) > MOST_BYTES:
        raise WeightsError(f"the weights of {game} take {len(text):,} bytes, more than {MOST_BYTES:,}")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    click.echo(f"{path.name}: {weights.strength}, {len(text) // 1024} KiB")


def _values(pair: str) -> tuple[str, list[str]]:
    name, apart, values = pair.partition("=")
    if not apart:
        raise OptionError(f"an option is KEY=VALUE, not {pair[:40]!r}")
    return name, values.split(",")


def _made(game: str, players: int, pairs: Sequence[str], names: Sequence[str], seed: int, rounds: int, rows: int) -> str:
    """The command that makes the same weights."""
    words = ["tuckbox", "train", game, "--players", str(players)]
    for pair in pairs:
        words += ["--option", pair]
    words += ["--rivals", ",".join(names), "--seed", str(seed), "--rounds", str(rounds), "--rows", str(rows)]
    return shlex.join(words)


def _rivals_of(weights: Weights) -> list[str]:
    """Who played when weights were made; as usual where that is not said."""
    words = shlex.split(weights.made)
    return words[words.index("--rivals") + 1].split(",") if "--rivals" in words[:-1] else []


def _there(game: Game, path: Path) -> Weights:
    """The weights in a file, whatever rules they are for."""
    if not path.exists():
        raise WeightsError(f"{game.name} has no weights in {path.name}")
    return parse(game, path.read_text("utf-8"))


@contextmanager
def _watched() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("getting ready", total=1.0)

        def progress(step: str, share: float) -> None:
            bar.update(task, completed=share, description=step)

        yield progress
