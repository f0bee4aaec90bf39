"""The commands of the lab. What takes long to import is imported when it is needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tuckbox.definition.finding import GameName
from tuckbox.numbers import Number
from tuckbox.run.options import (
    Count,
    Given,
    for_programs,
    leave_interrupted,
    leave_unfinished,
    of_a_game,
    patient,
    ready_to_write,
    remark,
    resumable,
)

if TYPE_CHECKING:
    from tuckbox.lab.compare import Question
    from tuckbox.lab.forms import Comparison


@click.command()
@click.argument("game", type=GameName())
@click.option("--games", "number", type=Count(), default=1_000, show_default=True, help="How many games; also as 1e6.")
@click.option("--bots", default="random", show_default=True, help="One bot for all seats, or one each: greedy,search:easy")
@click.option("--rotate", is_flag=True, help="Let the bots change seats, each order equally often.")
@click.option("--match", "whole", is_flag=True, help="Play whole matches, not single games.")
@of_a_game
@resumable
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Keep all games in this folder, as Parquet.")
@click.option("--observations", is_flag=True, help="With --data: also keep the observation at every decision.")
@for_programs
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, for spreadsheets.")
def simulate(
    game: str,
    number: int,
    bots: str,
    rotate: bool,
    whole: bool,
    given: Given,
    resume: bool,
    data: Path | None,
    observations: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Play a game by the thousand: who wins, and how long it takes.

    Ctrl-C ends it with a report on the finished games; --resume continues.
    """
    from tuckbox.definition.game import game as find_game
    from tuckbox.errors import OptionError
    from tuckbox.lab.report import csv, show, watched
    from tuckbox.lab.simulate import simulate as run
    from tuckbox.run.journal import journals

    if as_json and as_csv:
        raise OptionError("--json does not go with --csv")
    with watched(number) as progress:
        report = run(
            find_game(game),
            bots.split(","),
            players=given.players,
            games=number,
            seed=given.seed,
            options=given.options,
            rotate=rotate,
            whole=whole,
            executor=given.workers.executor(),
            journal=journals(),
            resume=resume,
            data=data,
            observations=observations,
            progress=progress,
            tell=remark,
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
@click.argument("what", type=click.Choice(["arena", "compare", "data", "exam", "recall", "simulate", "study", "sweep"]))
def schema(what: str) -> None:
    """Print the JSON Schema of a command's output for programs."""
    from tuckbox.lab import forms

    click.echo(json.dumps(forms.schema(forms.FORMS[what]), indent=2))


@click.command(context_settings={"ignore_unknown_options": True})  # -1 is a number that no game has, not an option
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("number", type=int)
def record(folder: Path, number: int) -> None:
    """Print the record of a simulated game, to replay and to verify.

    FOLDER is where `tuckbox simulate --data` has kept the games, NUMBER the number of the game."""
    from tuckbox.errors import RecordError
    from tuckbox.lab.data import records

    found = next(records(folder, {number}), None)
    if found is None:
        raise RecordError(f"there is no game {number} in {folder}")
    click.echo(str(found), nl=False)


@click.command()
@click.argument("game", type=GameName())
@click.option(
    "--games", "number", type=Count(), default=4_000, show_default=True, help="How many games; some parts take fewer."
)
@click.option("--bots", default="greedy", show_default=True, help="One bot for all seats, or one each.")
@of_a_game
@resumable
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where the report is written.  [study-GAME]")
def study(game: str, number: int, bots: str, given: Given, resume: bool, out: Path | None) -> None:
    """Write a report on a game. Is it fair, long, wide, tense? What matters in it, and does skill show?

    The result is one page that opens offline, with its figures beside it as JSON. Ctrl-C ends the study with what is
    finished; --resume continues.
    """
    from tuckbox.definition.game import game as find_game
    from tuckbox.definition.payoffs import SAME
    from tuckbox.lab.pages import keep
    from tuckbox.lab.report import watched
    from tuckbox.lab.study.page import page
    from tuckbox.lab.study.study import study as run
    from tuckbox.run.extras import check_extras
    from tuckbox.run.journal import journals

    which, folder = find_game(game), out or Path(f"study-{game}")
    check_extras("lab", "choix", "matplotlib")
    ready_to_write(folder)
    with watched() as progress:
        data = run(
            which,
            players=given.players,
            options=given.options,
            bots=bots.split(","),
            games=number,
            seed=given.seed,
            executor=given.workers.executor(),
            journal=journals(),
            resume=resume,
            progress=progress,
            tell=remark,
        )
    if data is None:
        leave_unfinished()
    click.echo(keep(folder, game, json.dumps(data, indent=1), page(which, data)))
    against = which.pays(data["players"], data["options"]).kind != SAME
    if data["players"] > 1 and against and "skill" not in data:
        leave_unfinished("so the report does not say whether skill shows")


@click.command()
@click.argument("game", type=GameName())
@click.option("--bots", default="random,greedy,search:60", show_default=True, help="The bots that take part.")
@click.option(
    "--program", "programs", multiple=True, metavar="COMMAND", help="A program that plays by lines of JSON; may be repeated."
)
@click.option("--games", "number", type=Count(), default=2_000, show_default=True, help="How many games, at most.")
@click.option("--swiss", is_flag=True, help="Let only neighbours in the ranking play each other.")
@patient
@of_a_game
@resumable
@for_programs
@click.option("--markdown", "as_markdown", is_flag=True, help="Print a table in Markdown.")
def arena(
    game: str,
    bots: str,
    programs: Sequence[str],
    number: int,
    swiss: bool,
    tries: int,
    seconds: float,
    given: Given,
    resume: bool,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Let bots and programs play each other, and rate them.

    More games are played where it is least certain who is stronger. Ctrl-C ends the arena with the results so far;
    --resume continues.
    """
    from tuckbox.definition.game import game as find_game
    from tuckbox.errors import OptionError
    from tuckbox.lab.arena import arena as run
    from tuckbox.lab.arena import data
    from tuckbox.lab.asked import Patience
    from tuckbox.lab.programs import PROGRAM
    from tuckbox.lab.report import watched
    from tuckbox.lab.tables import ladder, show_arena
    from tuckbox.run.extras import check_extras
    from tuckbox.run.journal import journals

    if as_json and as_markdown:
        raise OptionError("--json does not go with --markdown")
    check_extras("lab", "choix")
    names = [*(bot.strip() for bot in bots.split(",") if bot.strip()), *(f"{PROGRAM}{program}" for program in programs)]
    with watched() as progress:
        held = run(
            find_game(game),
            names,
            given.workers.executor(),
            players=given.players,
            options=given.options,
            games=number,
            seed=given.seed,
            swiss=swiss,
            patience=Patience(tries, seconds),
            journal=journals(),
            resume=resume,
            progress=progress,
            tell=remark,
        )
    if held.interrupted and held.silent:
        leave_unfinished(f"before {held.silent[0].removeprefix(PROGRAM)} had played")
    if as_json:
        click.echo(json.dumps(data(held), indent=2))
    elif as_markdown:
        click.echo(ladder(held))
    else:
        show_arena(held)
    if held.interrupted:
        leave_interrupted()


@click.command()
@click.argument("game", type=GameName())
@click.option("--bots", default="greedy", show_default=True, help="One bot for all seats, or one each.")
@click.option(
    "--games", "number", type=Count(), default=20_000, show_default=True, help="How many games of each variant, at most."
)
@click.option("--rules", metavar="VERSION", help="Other rules for the second variant: a folder of the game, or a commit.")
@click.option("--about", metavar="MEASURES", help="What must be decided (default: all measures).")
@click.option(
    "--margin", type=Number(0), default=0.02, show_default=True, help="A smaller difference than this does not matter."
)
@of_a_game
@resumable
@for_programs
def compare(
    game: str,
    bots: str,
    number: int,
    rules: str | None,
    about: str | None,
    margin: float,
    given: Given,
    resume: bool,
    as_json: bool,
) -> None:
    """Compare two variants of a game.

    Both play the same seeds. They differ in an option that is given twice (--option a=1 --option a=2), or by --rules. The
    comparison stops when everything is decided; you may stop it at any time, and the intervals are valid. --resume
    continues.
    """
    from contextlib import ExitStack

    from tuckbox.definition.game import game as find_game
    from tuckbox.errors import OptionError
    from tuckbox.lab.compare import asked, data, two_sets
    from tuckbox.lab.compare import compare as run
    from tuckbox.lab.tables import show_comparison
    from tuckbox.lab.versions import Both, running
    from tuckbox.run.blocks import Setting
    from tuckbox.run.journal import journals

    if rules is not None and given.workers.cluster is not None:
        raise OptionError("--rules plays on this machine, where the other version is: not with --cluster")
    which, (one, other) = find_game(game), two_sets(given.pairs)
    first = Setting.of(which, given.players, one)
    names = [] if about is None else [name.strip() for name in about.split(",")]
    with ExitStack() as stack:
        version = stack.enter_context(running(which, rules)) if rules is not None else None
        if version:
            second = version.setting(given.players, other, bots.split(","))
        else:
            second = Setting.of(which, given.players, other)
        question = asked((first, second), bots.split(","), given.seed, number, margin, names, remark)
        executor = Both(given.workers.threads, version, second.rules) if version else given.workers.executor()
        found = run(question, executor, partial(_tell_needed, question), journal=journals(), resume=resume)
    if found.interrupted and not found.form.games:
        leave_unfinished("before the first games were examined")
    if as_json:
        click.echo(json.dumps(data(found), indent=2))
    else:
        show_comparison(found)
    if found.interrupted:
        leave_interrupted()


def _tell_needed(question: Question, form: Comparison) -> None:
    """Say after the first look how many games a test of fixed size would need."""
    if form.games == question.looks()[0]:
        most = max(row.needed for row in form.measures if row.name in question.about)
        click.echo(f"a test of fixed size would need {most:,} games of each for a difference of the margin", err=True)


@click.command()
@click.argument("game", type=GameName())
@click.argument("varied", metavar="OPTION")
@click.argument("values", default="")
@click.option("--games", "number", type=Count(), default=2_000, show_default=True, help="How many games of each value.")
@click.option("--bots", default="greedy", show_default=True, help="One bot for all seats, or one each.")
@of_a_game
@resumable
@for_programs
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Where the page is written.  [sweep-GAME-OPTION]"
)
def sweep(
    game: str,
    varied: str,
    values: str,
    number: int,
    bots: str,
    given: Given,
    resume: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Play GAME with one option at many values. What changes, and how much?

    VALUES are written as 10,20,off or 10..60:10; without them, all values are played. OPTION may be "players". The result
    is one page that opens offline, with a curve for each measure, and its figures beside it as JSON.
    """
    import msgspec

    from tuckbox.definition.game import game as find_game
    from tuckbox.lab.pages import keep
    from tuckbox.lab.report import watched
    from tuckbox.lab.sweep import asked, read_values
    from tuckbox.lab.sweep import sweep as run
    from tuckbox.lab.sweep_page import page
    from tuckbox.lab.tables import show_sweep
    from tuckbox.run.extras import check_extras
    from tuckbox.run.journal import journals

    which = find_game(game)
    question = asked(
        which, varied, read_values(values), bots.split(","), players=given.players, options=given.options, seed=given.seed,
        games=number, tell=remark,
    )  # fmt: skip
    folder = out or Path(f"sweep-{game}-{varied}")
    if not as_json:
        check_extras("lab", "matplotlib")
        ready_to_write(folder)
    with watched() as progress:
        form = run(question, given.workers.executor(), journal=journals(), resume=resume, progress=progress)
    text = json.dumps(msgspec.to_builtins(form), indent=1)
    if as_json:
        click.echo(text)
    elif any(point.games for point in form.points):
        show_sweep(form)
    if not as_json and sum(bool(point.measures) for point in form.points) > 1:  # of one value there is nothing to draw
        shown = page(which, form, next(iter(question.settings.values())).players)
        click.echo(keep(folder, f"{game}-{varied}", text, shown))
    if any(point.games < form.asked for point in form.points):
        leave_unfinished()
