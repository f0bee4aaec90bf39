"""The command `tuckbox`."""

from __future__ import annotations

import codecs
import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click

from tuckbox import __version__
from tuckbox.definition.finding import GameName, installed
from tuckbox.errors import INTERRUPTED, OptionError, RulesError, TuckboxError, UnknownGame, reason_and_file
from tuckbox.files import nobody_reads
from tuckbox.run import interrupts

if TYPE_CHECKING:
    from tuckbox.kit.fields import Option

USAGE_ERROR = 2


class Group(click.Group):
    """Commands whose slow parts are imported when they are called."""

    lazy: ClassVar = {
        "admin": ("tuckbox.server.admin.commands", "Administer a server: its tables, its people, its data."),
        "arena": ("tuckbox.lab.commands", "Let bots and programs play each other, and rate them."),
        "bundle": ("tuckbox.author.commands", "Write GAME into one file that a friend runs."),
        "calibrate": ("tuckbox.lab.calibrate", "Measure whether the levels of bots differ."),
        "certify": ("tuckbox.honesty.command", "Test whether a game keeps its secrets and redeals correctly."),
        "compare": ("tuckbox.lab.commands", "Compare two variants of a game."),
        "exam": ("tuckbox.lab.exam.commands", "Examine players: bots, and programs that read and write."),
        "exercises": ("tuckbox.lab.exercises", "List the exercises of GAME, or make more of them."),
        "learn": ("tuckbox.terminal.command", "Learn GAME by playing a real match."),
        "mcp": ("tuckbox.adapters.mcp.command", "Let language models play."),
        "new": ("tuckbox.author.commands", "Begin a game: write a project that plays and has tests."),
        "play": ("tuckbox.terminal.command", "Play GAME in the terminal, against bots or each other."),
        "practice": ("tuckbox.terminal.command", "Find the move: solve the exercises of GAME."),
        "print": ("tuckbox.server.paper.command", "Write the rules, cards and boards of GAME as a PDF."),
        "recall": ("tuckbox.lab.exam.commands", "Find positions that need memory."),
        "record": ("tuckbox.lab.commands", "Print the record of a simulated game, to replay and to verify."),
        "redeals": ("tuckbox.author.commands", "Show what each seat may think that others hold."),
        "schema": ("tuckbox.lab.commands", "Print the JSON Schema of a command's output for programs."),
        "serve": ("tuckbox.server.cli", "Run a server for others."),
        "simulate": ("tuckbox.lab.commands", "Play a game by the thousand: who wins, and how long it takes."),
        "study": ("tuckbox.lab.commands", "Write a report on a game."),
        "sweep": ("tuckbox.lab.commands", "Play GAME with one option at many values."),
        "think": ("tuckbox.server.fleet.thinking.command", "Think for the bots of servers that are run with --bots."),
        "train": ("tuckbox.learn.command", "Train a bot by letting it play against itself and others."),
    }
    """Modules of these commands, and their lines in the list of commands: to import them all takes seconds."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Arguments as typed; `help play` is what many people type for `play --help`."""
        return super().parse_args(context, [*args[1:], "--help"] if args[:1] == ["help"] else args)

    def list_commands(self, context: click.Context) -> list[str]:
        """All commands, those not yet imported too."""
        return sorted({*super().list_commands(context), *self.lazy})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A command, imported if need be."""
        if name in self.lazy:
            module = __import__(self.lazy[name][0], fromlist=[name])
            command: click.Command = getattr(module, "printed" if name == "print" else name)  # print is Python's word
            return command
        return super().get_command(context, name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing any."""
        described = {name: click.Command(name, help=line) for name, (_, line) in self.lazy.items()}
        click.Group(commands={**self.commands, **described}).format_commands(context, formatter)

    def resolve_command(self, context: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called. A name of none is answered with the nearest, also of those not yet imported."""
        try:
            return super().resolve_command(context, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self.list_commands(context), ctx=context) from None


@click.group(cls=Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tuckbox")
@click.option("--database", metavar="FILE", help="Where tables are kept.  [a file in the user's data folder]")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port of the tables in the browser.  [8484, or any that is free]"
)
@click.option("--browser/--no-browser", default=True, help="Whether to open the browser.")
@click.pass_context
def cli(context: click.Context, database: str | None, port: int | None, browser: bool) -> None:
    """Newly invented card games: play them, study them, write the next one.

    Without a command it opens tables in the browser, for you and your friends.
    """
    if context.invoked_subcommand is None:
        from tuckbox.server.cli import play_here

        play_here(database, port, browser)
    elif database is not None or port is not None or not browser:
        raise OptionError("--database, --port and --no-browser go with `tuckbox` alone; `tuckbox serve` has its own")


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.option("--compile", "compiled", is_flag=True, help="Compile all of them now, not when somebody first wants to play.")
def games(as_json: bool, compiled: bool) -> None:
    """List the games with their players and options."""
    if compiled:
        from tuckbox.lab.report import get_ready

        get_ready(list(installed()))
        return
    from tuckbox.definition.game import game as find_game

    rows = []
    for name in installed():
        try:
            game = find_game(name)
        except RulesError as error:
            click.echo(f"tuckbox: {error}", err=True)
            continue
        options = [
            {
                "name": key,
                "values": _values(kind),
                "default": kind.default,
                "only": kind.only and "=".join(kind.only),
                "house": kind.house,
            }
            for key, kind in game.layout.options.items()
        ]
        row = {"name": name, "title": game.title, "tagline": game.tagline, "designers": game.designers}
        rows.append({**row, "players": list(game.players), "options": options, "actions": game.actions.size})
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for game_row in rows:
        _print_game(game_row)


def _values(kind: Option) -> Any:
    if isinstance(kind.values, range):
        return {"from": kind.values[0], "to": kind.values[-1], "off": kind.off}
    return list(kind.values)


def _print_game(row: dict[str, Any]) -> None:
    players = ", ".join(map(str, sorted(row["players"])))
    click.echo(f"{row['name']}  {row['title']}, by {row['designers']}; {players} players, {row['actions']} actions")
    click.echo(f"    {row['tagline']}")
    wide = max((len(option["name"]) for option in row["options"]), default=0)
    for option in row["options"]:
        values = option["values"]
        shown = _span(values) if isinstance(values, dict) else _listed(values)
        only = f"  (only with {option['only']})" if option["only"] else ""
        house = f"  house rule: {option['house']}" if option["house"] else ""
        click.echo(f"    {option['name']:<{wide}}  {shown}  [{option['default']}]{only}{house}")


def _span(values: dict[str, Any]) -> str:
    """The values of an option that is a number."""
    return f"{values['from']}-{values['to']}" + (" | off" if values["off"] else "")


def _listed(values: Sequence[str]) -> str:
    """The values of an option; of many the first two and the last.

    >>> _listed(["a", "b"]), _listed([str(n) for n in range(20)])
    ('a | b', '0 | 1 | ... | 19')
    """
    shown = values if len(values) <= 8 else [*values[:2], "...", values[-1]]
    return " | ".join(shown)


@cli.command()
@click.argument("game", type=GameName())
@click.argument("number", required=False)
def rules(game: str, number: str | None) -> None:
    """Read the rules of a game, or one by its NUMBER (WL-5.6)."""
    from rich.console import Console
    from rich.markdown import Markdown

    from tuckbox.definition.game import game as find_game
    from tuckbox.definition.rulebook import rule, rules_text

    text = rules_text(find_game(game), terminal=True) if number is None else rule(find_game(game), number)
    if text is None:
        raise OptionError(f"the rules of {game} have no number {number}")
    console = Console(emoji=False)
    with console.capture() as drawn:
        console.print(Markdown(text, hyperlinks=False))
    if number is None and console.is_terminal:
        click.echo_via_pager(drawn.get())
    else:
        click.echo(drawn.get(), nl=False)


@cli.command()
@click.argument("game", required=False, type=GameName())
@click.option("--all", "every", is_flag=True, help="Check every installed game.")
@click.option("--thorough", is_flag=True, help="Also every pair of values of two options, and more; takes minutes.")
@click.option("--quick", is_flag=True, help="Default options, one walk, nothing compiled: a few seconds, while you write.")
@click.option("--players", type=int, help="Check only this number of players.")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="Check only this setting.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the first walk.")
@click.option("--seeds", type=click.IntRange(1), help="How many walks with default options.  [2, with --quick 1]")
@click.option("--steps", type=click.IntRange(1), default=40, show_default=True, help="How many decisions in a walk.")
@click.option("--processes", type=click.IntRange(1, 256), help="How many cores (default: all).")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write records of failures into this folder.")
@click.option("--write-golden", is_flag=True, help="Write the game's golden records again instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def check(
    game: str | None,
    every: bool,
    pairs: Sequence[str],
    save: Path | None,
    write_golden: bool,
    as_json: bool,
    processes: int | None,
    quick: bool,
    **wanted: Any,
) -> None:
    """Check a game with the conformance suite. The exit status is 1 if a property does not hold."""
    from tuckbox.match.options import read_options
    from tuckbox.testing import command

    if every == (game is not None):
        raise OptionError("say which game to check, or --all")
    names = list(installed()) if game is None else [game]
    if write_golden:
        command.write_golden(names)
        return
    if quick and (wanted["thorough"] or processes):
        raise OptionError("--quick does not go with --thorough or --processes")
    wanted["seeds"] = wanted["seeds"] or (1 if quick else 2)
    if processes:
        wanted["processes"] = processes
    if quick:
        del wanted["thorough"]
        chosen = command.Wanted.quick(options=read_options(pairs), **wanted)
    else:
        chosen = command.Wanted(options=read_options(pairs) if pairs else None, **wanted)
    if not command.check_games(names, chosen, save, as_json):
        raise SystemExit(1)


@cli.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seat", type=int, help="Read it as this seat saw it (default: all hands open).")
def replay(file: Path, seat: int | None) -> None:
    """Describe a recorded match from its first deal to its end."""
    from tuckbox.match.replay import tell

    for line in tell(file, seat):
        click.echo(line)


@cli.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Check the record of a match.

    The deal has to fit the commitment, every action has to be legal, and the end has to follow from the steps."""
    from tuckbox.match.replay import check as examine

    for line in examine(file):
        click.echo(line)


@cli.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seat", type=int, help="The seat whose decisions are judged.  [the first person's]")
@click.option("--effort", type=click.IntRange(20, 100_000), help="How many games are simulated for each decision.  [400]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def review(file: Path, seat: int | None, effort: int | None, as_json: bool) -> None:
    """Judge the decisions of a recorded match. Each is judged by what its seat could know then, and no more."""
    from tuckbox.coach.chances import EFFORT
    from tuckbox.coach.report import told
    from tuckbox.coach.review import review as judge
    from tuckbox.lab.report import watched
    from tuckbox.match.record import Record

    record = Record.load(file)
    people = [number for number, each in enumerate(record.seats) if each.player == "person"]
    with watched(1, "thinking") as progress:
        found = judge(record, (people or [0])[0] if seat is None else seat, effort or EFFORT, progress)
    if as_json:
        click.echo(json.dumps(found.data(), indent=2))
        return
    for line in told(found, shutil.get_terminal_size().columns):
        click.echo(line)


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Stand-ins for signs that the encoding of an output lacks: 6C for 6♣, and question marks."""
    from tuckbox.scene.blocks import PLAIN

    assert isinstance(error, UnicodeEncodeError)
    return PLAIN.say(error.object[error.start : error.end]), error.end


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; errors are one line on stderr, exit status 2."""
    interrupts.listen()
    codecs.register_error("tuckbox", _in_plain_signs)
    with suppress(AttributeError):  # an output of other programs that run this
        sys.stdout.reconfigure(errors="tuckbox")  # type: ignore[union-attr]
    try:
        status = cli.main(
            args=list(arguments) if arguments is not None else None, prog_name="tuckbox", standalone_mode=False
        )
        sys.stdout.flush()
        if type(status) is int and status:  # of a command that has ended itself by click's `exit`
            raise SystemExit(status)
    except click.exceptions.Exit as error:
        raise SystemExit(error.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except (click.Abort, KeyboardInterrupt):
        click.echo("tuckbox: interrupted", err=True)
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        nobody_reads()
        raise SystemExit(1) from None
    except TuckboxError as error:
        unknown = error if isinstance(error, UnknownGame) else error.__cause__
        elsewhere = isinstance(unknown, UnknownGame) and not unknown.meant
        more = "; list the folders of games that are not installed in TUCKBOX_GAMES" if elsewhere else ""
        click.echo(f"tuckbox: {error}{more}", err=True)
        raise SystemExit(USAGE_ERROR) from None
    except OSError as error:
        click.echo(f"tuckbox: {reason_and_file(error)}", err=True)
        raise SystemExit(USAGE_ERROR) from None


if __name__ == "__main__":
    main()
