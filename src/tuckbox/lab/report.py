"""Shows a simulation on the terminal: its progress, then its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tuckbox.lab.simulate import Report


@contextmanager
def watched(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if that is a terminal; yields what to call with the number of games done."""
    console = Console(stderr=True)
    columns = (
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("compiling", total=games)

        def progress(done: int) -> None:
            bar.update(task, completed=done, description="playing")

        yield progress


def _rows(title: str, rows: list[dict[str, object]], first: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in [first] if first == "bot" else [first, "bot"]:
        table.add_column(column)
    table.add_column("wins", justify="right")
    table.add_column("95% interval", justify="right")
    for row in rows:
        head = [str(row[first])] if first == "bot" else [str(row[first]), str(row["bot"])]
        table.add_row(*head, f"{row['win_rate']:.1%}", f"{row['low']:.1%} - {row['high']:.1%}")
    return table


def show(report: Report, console: Console | None = None) -> None:
    """Print a report."""
    console = console or Console()
    data, length = report.data(), report.length
    what = "matches" if report.whole else "games"
    console.print(f"{report.game.title}, {report.players} players, {data['games']:,} {what}, seed {report.seed}")
    console.print(_rows("By seat", report.seats, "seat"))
    if report.rotated:
        console.print(_rows("By bot", report.bots, "bot"))
    if data["drawn"] or data["unfinished"]:
        console.print(f"without a winner {data['drawn'] / data['games']:.1%}, unfinished {data['unfinished']:,}")
    spread = f"{length['p5']:.0f} / {length['median']:.0f} / {length['p95']:.0f}"
    console.print(f"decisions in one of them: mean {length['mean']:.1f}, 5% / 50% / 95%: {spread}")
    console.print(f"{data['decisions_per_second']:,.0f} decisions and {data['games_per_second']:,.0f} {what} a second")
