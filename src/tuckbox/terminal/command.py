"""The commands ``tuckbox play`` and ``tuckbox learn``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from tuckbox.definition.finding import GameName
from tuckbox.definition.game import game as find_game
from tuckbox.definition.game import installed
from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.match.options import read_options

__all__ = ["learn", "play", "practice"]

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
    from tuckbox.terminal.seats import Wish, bots_of, new_match, unlearnt
    from tuckbox.terminal.spoken import SpokenScreen, SpokenTable
    from tuckbox.terminal.watched import WatchedTable
    from tuckbox.terminal.words import offered

    if speak and watch:
        raise OptionError("--speak and --watch do not go together")
    bots = "greedy" if bots is None and watch and not resume else bots
    path = new_file(save) if save else None
    if resume:
        given: dict[str, object] = {"GAME": game, "--players": players, "--bots": bots, "--people": people, "--seed": seed}
        given |= {"--name": names or None, "--option": pairs or None}
        offer, match = None, _resumed(resume, [name for name, value in given.items() if value is not None])
    else:
        options = read_options(pairs)
        played = find_game(_named(game))
        offer, options = played.first_offer(options), played.with_offer(options)
        wish = Wish(_named(game), players, people, names, () if bots is None else bots.split(","), seed, options)
        match = new_match(wish)
    keeper = Keeper(match, path or resume or default_path(match.game.name), ours=not (path or resume))
    clock = Clock(match)
    seat = SpokenTable if speak else WatchedTable if watch else TerminalTable
    screen = SpokenScreen() if speak else Screen()
    table = seat(match, bots_of(match, "plain" if watch else ""), screen, keeper, clock)
    told = offered(match) if offer else "The clock starts anew." if resume and clock.left else ""
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


def _resumed(path: Path, given: Sequence[str]) -> Match:
    """The match in a file. Raises `OptionError` if more is said about it, `RecordError` or `OSError`."""
    if given:
        raise OptionError(f"a match that is resumed brings its own {', '.join(given)}")
    return Match.load(path)


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
    right, asked = solve(shipped(known), number, f"{known.title}, exercise", speak)
    click.echo(f"{right} of {asked} right.")
