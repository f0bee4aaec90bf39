"""The commands of exams. Heavy parts are imported when they are needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from tuckbox.definition.finding import GameName
from tuckbox.files import write_bytes
from tuckbox.numbers import counted
from tuckbox.run.options import (
    Count,
    Given,
    Workers,
    for_programs,
    in_the_lab,
    leave_unfinished,
    of_a_game,
    patient,
    ready_to_write,
    remark,
    resumable,
)


@click.command()
@click.argument("game", type=GameName())
@click.option("--bots", default="", help="Bots to examine; also the scripted players first and last-line.")
@click.option(
    "--program", "programs", multiple=True, metavar="COMMAND", help="A program that plays by lines of JSON; may be repeated."
)
@click.option(
    "--against", help="Bots that take all other seats, in turn (default: greedy, and learned if the game ships it)."
)
@click.option(
    "--players", default="", metavar="2,3,4", help="Numbers of players (default: two to four, as the game allows)."
)
@click.option("--deals", type=Count(), default=40, show_default=True, help="Number of deals, each from every seat or team.")
@click.option(
    "--judged", type=click.IntRange(0), default=2, show_default=True, help="Decisions of each game that the coach judges."
)
@click.option(
    "--effort", type=click.IntRange(1), default=200, show_default=True, help="Games simulated for each of these decisions."
)
@click.option("--memory", "files", multiple=True, type=click.Path(dir_okay=False, path_type=Path),
              help="Positions that need memory, as written by `tuckbox recall`.")  # fmt: skip
@click.option("--twin", type=int, help="Ask in other words: by this number all the game's own words are replaced.")
@patient
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same deals.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@in_the_lab
@resumable
@for_programs
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where the report is written.  [exam-GAME]")
def exam(
    game: str,
    bots: str,
    programs: Sequence[str],
    against: str | None,
    players: str,
    deals: int,
    judged: int,
    effort: int,
    files: Sequence[Path],
    twin: int | None,
    tries: int,
    seconds: float,
    seed: int,
    pairs: Sequence[str],
    workers: Workers,
    resume: bool,
    as_json: bool,
    out: Path | None,
) -> None:
    """Examine players: bots, and programs that read and write.

    All play the same deals from every seat or team, among named bots: what does each of them win, and what do its decisions
    cost? The result is one page that opens offline, with its figures beside it as JSON.
    """
    import msgspec

    from tuckbox.definition.game import game as find_game
    from tuckbox.lab.asked import Patience
    from tuckbox.lab.exam.exam import Terms, named, usual_rivals
    from tuckbox.lab.exam.exam import exam as run
    from tuckbox.lab.exam.page import page, show
    from tuckbox.lab.exam.positions import read
    from tuckbox.lab.pages import keep
    from tuckbox.lab.programs import PROGRAM
    from tuckbox.lab.report import watched
    from tuckbox.match.options import read_options
    from tuckbox.run.extras import check_extras
    from tuckbox.run.journal import journals

    which = find_game(game)
    terms = Terms(deals, judged, effort, seed, twin, Patience(tries, seconds), tuple(map(read, files)))
    sizes, settled, folder = _sizes(players), read_options(pairs), out or Path(f"exam-{game}")
    if not as_json:
        check_extras("lab", "matplotlib")
        ready_to_write(folder)
    with watched() as progress:
        found = run(
            which,
            [*map(named, _listed(bots)), *(f"{PROGRAM}{program}" for program in programs)],
            usual_rivals(which, sizes, settled) if against is None else _listed(against),
            workers.executor(),
            terms,
            players=sizes,
            options=settled,
            journal=journals(),
            resume=resume,
            progress=progress,
        )
    if found is None:
        leave_unfinished()
    data = json.dumps(msgspec.to_builtins(found), indent=1)
    if as_json:
        click.echo(data)
        return
    written = keep(folder, game, data, page(which, found))
    show(found)
    click.echo(written)


def _listed(text: str) -> list[str]:
    """Names with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _sizes(text: str) -> list[int] | None:
    """Numbers of players with commas between; None for the usual ones. Raises `OptionError`."""
    from tuckbox.errors import OptionError

    try:
        sizes = [int(size) for size in _listed(text)]
    except ValueError:
        raise OptionError(f"--players are numbers with commas between, such as 2,3, not {text[:40]!r}") from None
    if twice := [size for size in sizes if sizes.count(size) > 1]:
        raise OptionError(f"--players names {twice[0]} twice")
    return sizes or None


@click.command()
@click.argument("game", type=GameName())
@click.option("--games", "number", type=Count(), default=1_000, show_default=True, help="How many games to search.")
@click.option("--bots", "bot", default="greedy", show_default=True, help="The bot that plays them, in every seat.")
@click.option("--effort", type=click.IntRange(1), default=200, show_default=True, help="Games simulated at a first look.")
@of_a_game
@resumable
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
def recall(game: str, number: int, bot: str, effort: int, given: Given, resume: bool, out: Path) -> None:
    """Find positions that need memory.

    The best action there depends on what was shown twenty decisions before. `tuckbox exam --memory FILE` uses them.
    """
    import msgspec

    from tuckbox.definition.game import game as find_game
    from tuckbox.lab.exam.positions import positions as find
    from tuckbox.lab.report import watched
    from tuckbox.run.journal import journals

    ready_to_write(out.parent)
    with watched() as progress:
        found = find(
            find_game(game),
            given.workers.executor(),
            bot=bot,
            players=given.players,
            options=given.options,
            games=number,
            effort=effort,
            seed=given.seed,
            journal=journals(),
            resume=resume,
            progress=progress,
            tell=remark,
        )
    if found is None:
        leave_unfinished()
    out.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(out, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    click.echo(f"{counted(number, 'game')}, positions found: {len(found.found)}. {out}")
