"""Shows a simulation on the terminal: its progress, then its report."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from csv import writer as csv_writer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tuckbox.definition.payoffs import SAME
from tuckbox.kit.compiling.watch import watched as compiler_watched
from tuckbox.lab.forms import BotFigures, SeatFigures
from tuckbox.lab.simulate import Report
from tuckbox.numbers import counted
from tuckbox.run.ahead import has_played
from tuckbox.run.lines import progress_bar
from tuckbox.run.stats import SampleMean
from tuckbox.run.workspace import most_decisions


@contextmanager
def watched(games: int = 0, doing: str = "playing") -> Iterator[Callable[..., None]]:
    """A progress bar on stderr, or a line now and then where that is no terminal; yields what to call with the number of
    games or blocks that are done, and of how many, where that is known by then only."""
    described = TextColumn("[progress.description]{task.description}")
    with progress_bar(described, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as show:

        def compiling(step: str, steps: int) -> None:
            show(f"compiling {step}, rule {steps:,}", completed=steps, description=f"compiling {step}")

        def progress(done: int, of: int = games) -> None:
            show(f"{doing}: {done:,} of {of:,}", total=of, completed=done, description=doing)

        with compiler_watched(compiling):
            yield progress


def get_ready(names: Sequence[str]) -> None:
    """Compile all that play and simulation need of some games, and show how it goes on. Raises `RulesError`."""
    from tuckbox.lab.precompile import precompile

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.completed:.0f} rules"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks = {name: bar.add_task(name, total=None) for name in names}

        def progress(name: str, step: str, steps: int) -> None:
            bar.update(tasks[name], completed=steps, description=f"{name}: {step}")

        precompile(names, progress)


def _rows(title: str, rows: Sequence[SeatFigures | BotFigures], wins: bool) -> Table:
    """A table of seats or bots: wins, where there are any to be had, and payoffs."""
    table = Table(title=title, title_justify="left", title_style="bold")
    numbered = isinstance(rows[0], SeatFigures)
    for column in ["seat", "bot"] if numbered else ["bot"]:
        table.add_column(column, overflow="fold")
    for column in [*(("wins", "95% interval") if wins else ()), "payoff", "95% interval", "spread"]:
        table.add_column(column, justify="right")
    for row in rows:
        named = [str(row.seat), row.bot] if isinstance(row, SeatFigures) else [row.bot]
        won = [f"{row.win_rate:.1%}", f"{row.low:.1%} - {row.high:.1%}"] if wins else []
        table.add_row(*named, *won, *_paid(row.payoff))
    return table


def _paid(paid: SampleMean) -> list[str]:
    """A mean payoff with its interval and spread, as far as there are any."""
    if paid.low is None or paid.high is None or paid.spread is None:
        return [f"{paid.mean:z.3f}", "-", "-"]
    return [f"{paid.mean:z.3f}", f"{paid.low:z.3f} to {paid.high:z.3f}", f"{paid.spread:.3f}"]


def _kind(report: Report) -> str:
    """The kind of payoffs, and the partners."""
    teams = [" and ".join(map(str, team)) for team in report.pays.teams]
    return report.pays.kind + (f", in teams: {'; '.join(teams)}" if teams else "")


def show(report: Report, console: Console | None = None) -> None:
    """Print a report."""
    console = console or Console()
    form, length, seconds = report.form, report.length, max(report.seconds, 1e-9)
    one, what = ("match", "matches") if report.whole else ("game", "games")
    which = counted(form.games, one, what)
    if report.interrupted:
        onward = "; --resume goes on" if report.kept else ""
        console.print(f"interrupted after {form.games:,} of {report.asked:,} {what}{onward}", style="bold")
    console.print(f"{report.game.title}, {report.players} players, {which}, seed {report.seed}")
    if not form.games:
        return
    console.print(f"payoffs: {_kind(report)}")
    wins = report.pays.kind != SAME
    console.print(_rows("By seat", form.seats, wins))
    if report.rotated:
        console.print(_rows("By bot", form.bots, wins))
    if form.games == 1:
        console.print(f"{which} alone tells nothing of how far payoffs spread: they have no interval")
    if wins and form.drawn:
        console.print(f"without a winner {form.drawn / max(1, form.games):.1%}")
    if form.unfinished:
        console.print(_cut_off(form.unfinished, most_decisions(report.game, report.whole), one, what))
    spread = f"{length.p5:.0f} / {length.median:.0f} / {length.p95:.0f}"
    console.print(f"decisions in one of them: mean {length.mean:.1f}, 5% / 50% / 95%: {spread}")
    cold = ", with plain Python before the rules were compiled" if has_played(report.game) else ""
    console.print(f"{form.decisions / seconds:,.0f} decisions and {form.games / seconds:,.0f} {what} a second{cold}")


def _cut_off(number: int, most: int, one: str, several: str) -> str:
    """The line about games that were cut off.

    >>> _cut_off(1_200, 30_000, "game", "games")
    '1,200 games were cut off after 30,000 decisions: nobody wins them, and all are paid alike'
    """
    verb, them = ("was", "it") if number == 1 else ("were", "them")
    which = counted(number, one, several)
    return f"{which} {verb} cut off after {most:,} decisions: nobody wins {them}, and all are paid alike"


def csv(report: Report) -> str:
    """The seats and bots of a report as rows for a spreadsheet."""
    rows = io.StringIO()
    writer = csv_writer(rows, lineterminator="\n")
    writer.writerow(
        ["by", "seat", "bot", "win_rate", "low", "high", "payoff", "payoff_low", "payoff_high", "spread", "games"]
    )
    form = report.form
    found: list[SeatFigures | BotFigures] = [*form.seats, *form.bots]
    for row in found:
        seated: list[object] = ["seat", row.seat] if isinstance(row, SeatFigures) else ["bot", ""]
        paid = row.payoff
        writer.writerow(
            [*seated, row.bot, row.win_rate, row.low, row.high, paid.mean, paid.low, paid.high, paid.spread, form.games]
        )
    return rows.getvalue()
