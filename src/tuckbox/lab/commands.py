"""The commands of the lab. What takes long to import is imported when it is needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from tuckbox.lab.asked import Count, crew_for, leave_interrupted, of_a_game


@click.command()
@click.argument("game")
@click.option("--games", "number", type=Count(), default=1_000, show_default=True, help="How many games; 1e6 is understood.")
@click.option("--bots", default="random", show_default=True, help="One bot for all seats, or one each: greedy,search:easy")
@click.option("--rotate", is_flag=True, help="Let the bots change seats, each seating as often.")
@click.option("--match", "whole", is_flag=True, help="Play whole matches, not single games.")
@of_a_game
@click.option("--resume", is_flag=True, help="Go on where the same question was interrupted.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Keep all games in this folder, as Parquet.")
@click.option("--observations", is_flag=True, help="With --data: also what was observed at every decision.")
@click.option("--json", "as_json", is_flag=True, help="Print for programs.")
@click.option("--csv", "as_csv", is_flag=True, help="Print for spreadsheets.")
def simulate(
    game: str,
    number: int,
    bots: str,
    rotate: bool,
    whole: bool,
    players: int | None,
    seed: int,
    pairs: Sequence[str],
    threads: int | None,
    cluster: str | None,
    resume: bool,
    data: Path | None,
    observations: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Play a game by the thousand: who wins, and how long it takes.

    Ctrl-C ends it with the report of what is finished; --resume goes on.
    """
    from tuckbox.engine.game import game as find_game
    from tuckbox.lab.journal import journals
    from tuckbox.lab.report import csv, show, watched
    from tuckbox.lab.simulate import simulate as run
    from tuckbox.match.options import read_options

    with watched(number) as progress:
        report = run(
            find_game(game),
            bots.split(","),
            players=players,
            games=number,
            seed=seed,
            options=read_options(pairs),
            rotate=rotate,
            whole=whole,
            crew=crew_for(threads, cluster),
            journal=journals(),
            resume=resume,
            data=data,
            observations=observations,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(report.data(), indent=2))
    elif as_csv:
        click.echo(csv(report), nl=False)
    else:
        show(report)
    if report.interrupted:
        leave_interrupted()


@click.command()
@click.argument("what", type=click.Choice(["simulate"]))
def schema(what: str) -> None:
    """Print the JSON Schema of what a command tells programs."""
    from tuckbox.lab import forms

    click.echo(json.dumps(forms.schema({"simulate": forms.Simulation}[what]), indent=2))


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("number", type=int)
def record(folder: Path, number: int) -> None:
    """Print the record of a simulated game. It is that of a NUMBER in the data kept, to replay and to verify."""
    from tuckbox.errors import RecordError
    from tuckbox.lab.data import records

    found = next(records(folder, {number}), None)
    if found is None:
        raise RecordError(f"there is no game {number} in {folder}")
    click.echo(str(found), nl=False)
