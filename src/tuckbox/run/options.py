"""Options that commands of the lab have in common. Heavy parts are imported when a command runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from tuckbox.errors import INTERRUPTED

if TYPE_CHECKING:
    from tuckbox.run.run import Executor

_F = TypeVar("_F", bound=Callable[..., Any])


class Count(click.ParamType[int]):
    """A whole number, as people write large ones: ``1e6``, ``1_000_000``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return value if isinstance(value, int) else read_count(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number below 10^18, such as 1000 or 1e6", param, ctx)


def read_count(text: str) -> int:
    """A whole number.

    >>> read_count("1e6"), read_count("2.5e3"), read_count("1_000")
    (1000000, 2500, 1000)

    Raises `ValueError`.
    """
    if "e" not in text.lower():
        return int(text)
    number = float(text)
    if not abs(number) < 1e18 or number != int(number):
        raise ValueError(text)
    return int(number)


@dataclass(frozen=True)
class Workers:
    """Values of the options that say where games are played: on how many cores, or on which cluster."""

    threads: int | None
    cluster: str | None

    def executor(self) -> Executor:
        """The workers for a run. Raises `OptionError` as `executor_for`."""
        return executor_for(self.threads, self.cluster)


@dataclass(frozen=True)
class Given:
    """Values of the options of all that plays a game: `pairs` are options of the game as they were typed."""

    players: int | None
    seed: int
    pairs: Sequence[str]
    workers: Workers

    @property
    def options(self) -> dict[str, str]:
        """The options of the game. Raises `OptionError`."""
        from tuckbox.match.options import read_options

        return read_options(self.pairs)


def of_a_game(command: Callable[..., None]) -> Callable[..., None]:
    """The options of all that plays a game: players, seed, options of the game, cores or a cluster. The command is passed
    their values together, as `given`."""

    @wraps(command)
    def called(*, players: int | None, seed: int, pairs: Sequence[str], workers: Workers, **others: Any) -> None:
        command(given=Given(players, seed, pairs, workers), **others)

    options = [
        click.option("--players", type=int, help="How many players (default: the usual number)."),
        click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games."),
        click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game."),
    ]
    decorated = in_the_lab(called)
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def in_the_lab(command: Callable[..., None]) -> Callable[..., None]:
    """The options of all that plays many games: how many cores, or which cluster. The command is passed their values
    together, as `workers`."""

    @wraps(command)
    def called(*, threads: int | None, cluster: str | None, **others: Any) -> None:
        command(workers=Workers(threads, cluster), **others)

    cores = click.option("--threads", type=click.IntRange(1, 256), help="How many cores (default: all).")
    cluster = click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.5:8786.")
    return cores(cluster(called))


def patient(command: _F) -> _F:
    """The options of all that lets programs play: when they forfeit a game, and when nobody waits for them any more."""
    tries = click.option(
        "--tries", type=int, default=3, show_default=True, help="Invalid answers until a program forfeits a game."
    )
    seconds = click.option(
        "--seconds", type=float, default=60, show_default=True, help="Seconds a program has for an answer."
    )
    return tries(seconds(command))


def resumable(command: _F) -> _F:
    """The option of all that may be interrupted."""
    return click.option("--resume", is_flag=True, help="Continue where the same command was interrupted.")(command)


def for_programs(command: _F) -> _F:
    """The option of all that has a form to print."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")(command)


def executor_for(threads: int | None, cluster: str | None) -> Executor:
    """The workers for a run. Raises `OptionError` where a cluster cannot be reached, or cores are asked for beside it."""
    from tuckbox.errors import OptionError
    from tuckbox.run.run import Threads

    if cluster is None:
        return Threads(threads)
    if threads is not None:
        raise OptionError("--threads is for the cores here; workers of a --cluster have their own number")
    from tuckbox.run.cluster import Cluster

    return Cluster(cluster)


def ready_to_write(folder: Path) -> None:
    """Raise `OptionError` where nothing can be written in a folder, or it cannot be made; nothing is left there.

    What is written at the end should be known to find its place before hours are played.
    """
    from tuckbox.errors import OptionError

    there = folder.absolute()
    while not there.exists():
        there = there.parent
    try:
        with TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise OptionError(f"nothing can be written in {folder}: {error.strerror}") from None


def remark(line: str) -> None:
    """Say on stderr, in a line, what is to be known of the figures that follow."""
    click.echo(f"tuckbox: {line}", err=True)


def leave(status: int = 0) -> NoReturn:
    """End at once, whatever runs in other threads."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def leave_interrupted() -> NoReturn:
    """End at once with the status of what was interrupted: compiled code that is still running hears nothing."""
    leave(INTERRUPTED)


def leave_unfinished(lack: str = "") -> NoReturn:
    """End as `leave_interrupted` does where nothing can be shown yet, or something is lacking; say how to go on."""
    remark(f"interrupted{lack and f', {lack}'}; --resume goes on")
    leave_interrupted()
