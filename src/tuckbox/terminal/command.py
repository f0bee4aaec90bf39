"""The commands ``tuckbox play``, ``tuckbox learn`` and ``tuckbox practice``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tuckbox.definition.finding import GameName, installed
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.match.options import read_options

if TYPE_CHECKING:
    from tuckbox.terminal.seats import Wish

_SPEAK = click.option(
    "--speak", is_flag=True, help="Describe what happens line by line and draw nothing, for screen readers."
)


@click.command()
@click.argument("game", required=False, type=GameName())
@click.option("--players", type=int, metavar="N", help="How many players (default: the fewest that seat everybody named).")
@click.option(
    "--bots",
    metavar="BOT,...",
    help="The bots: one for all free seats, or one each: search:normal,greedy  [learned, else search:normal]",
)
@click.option("--people", type=int, metavar="N", help="How many people sit at this keyboard.  [1]")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A person's name; given once for each person.")
@click.option("--seed", type=int, metavar="N", help="A number for the deal: the same number gives the same cards.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game; see `tuckbox games`.")
@click.option("--save", metavar="FILE", type=click.Path(path_type=Path), help="Keep the match in this file.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Continue the match kept in this file.")
@_SPEAK
@click.option("--watch", is_flag=True, help="Follow the game's files while they are edited, for those who write it.")
def play(
    game: str | None,
    players: int | None,
    bots: str | None,
    people: int | None,
    names: Sequence[str],
    seed: int | None,
    pairs: Sequence[str],
    save: Path | None,
    resume: Path | None,
    speak: bool,
    watch: bool,
) -> None:
    """Play GAME in the terminal, against bots or each other.

    All people who play share one keyboard; each is told when to look.

    The match is saved after every action; --resume continues it.

    With --watch an edited rule, sentence or scene is in use within a second, at the same position; bots are greedy, and
    nothing is compiled.
    """
    from tuckbox.definition.faults import faults_told
    from tuckbox.terminal.clock import Clock
    from tuckbox.terminal.play import TerminalTable
    from tuckbox.terminal.saves import Keeper, default_path, new_file
    from tuckbox.terminal.screen import Screen
    from tuckbox.terminal.seats import Wish, bots_of, unlearnt
    from tuckbox.terminal.spoken import SpokenScreen, SpokenTable
    from tuckbox.terminal.watched import WatchedTable

    if speak and watch:
        raise OptionError("--speak and --watch do not go together")
    path = new_file(save) if save else None
    if resume:
        given: dict[str, object] = {"GAME": game, "--players": players, "--bots": bots, "--people": people, "--seed": seed}
        given |= {"--name": names or None, "--option": pairs or None}
        match, told = _resumed(resume, [name for name, value in given.items() if value is not None])
    else:
        named = bots.split(",") if bots is not None else ["greedy"] if watch else []
        match, told = _begun(Wish(_named(game), players, people, names, named, seed, read_options(pairs)))
    keeper = Keeper(match, path or resume or default_path(match.game.name), ours=not (path or resume))
    kind = SpokenTable if speak else WatchedTable if watch else TerminalTable
    screen = SpokenScreen() if speak else Screen()
    table = kind(match, bots_of(match, "plain" if watch else ""), screen, keeper, Clock(match))
    table.notice = " ".join(filter(None, (told, unlearnt(match, table.bots), table.notice)))
    with faults_told(match.game.name, match.game.folder):
        status = table.run()
    raise SystemExit(status)


def _named(game: str | None) -> str:
    from tuckbox.terminal.saves import saves_folder

    if game is None:
        raise OptionError(
            f"say which game to play: {', '.join(installed())}; "
            f"or go on with a match: --resume FILE, they are kept in {saves_folder()}"
        )
    return game


def _resumed(path: Path, given: Sequence[str]) -> tuple[Match, str]:
    """The match in a file, and what is to be told of it. Raises `OptionError` if more is said about it, `RecordError` or
    `OSError`."""
    if given:
        raise OptionError(f"a match that is resumed brings its own {', '.join(given)}")
    match = Match.load(path)
    return match, "The clock starts anew." if match.minutes is not None else ""


def _begun(wish: Wish) -> tuple[Match, str]:
    """A new match, and what is to be told of it. Where the wish leaves open which match it is, it is the one that the game
    offers first. Raises `OptionError`."""
    from tuckbox.terminal.seats import new_match
    from tuckbox.terminal.words import offered

    played = find_game(wish.game)
    match = new_match(replace(wish, options=played.with_offer(wish.options)))
    return match, offered(match) if played.first_offer(wish.options) else ""


@click.command()
@click.argument("game", type=GameName())
@click.argument("number", type=click.IntRange(1), default=1)
@_SPEAK
def learn(game: str, number: int, speak: bool) -> None:
    """Learn GAME by playing a real match. A few sentences at a time stand beside what they explain.

    NUMBER chooses the lesson, if there are several.
    """
    from tuckbox.lessons.script import lesson
    from tuckbox.terminal.learn import lead_through

    raise SystemExit(lead_through(lesson(find_game(game), number), speak))


@click.command()
@click.argument("game", type=GameName())
@click.argument("number", type=click.IntRange(1), default=1)
@_SPEAK
def practice(game: str, number: int, speak: bool) -> None:
    """Find the move: solve the exercises of GAME.

    NUMBER is the exercise to begin with; the easiest come first, and `tuckbox exercises` lists them.
    """
    from tuckbox.coach.exercises import numbered, shipped
    from tuckbox.terminal.practice import solve

    known = find_game(game)
    numbered(known, number)
    answers: list[bool] = []
    try:
        for right in solve(shipped(known), number, f"{known.title}, exercise", speak):
            answers.append(right)
    finally:
        click.echo(f"{sum(answers)} of {len(answers)} right.")
