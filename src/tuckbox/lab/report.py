"""Shows a simulation on the terminal: its progress, then its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tuckbox.engine.payoffs import SAME
from tuckbox.kit.watch import watched as compiler_watched
from tuckbox.lab.simulate import Report


@contextmanager
def watched(games: int, doing: str = "playing") -> Iterator[Callable[..., None]]:
    """A progress bar on stderr, if that is a terminal; yields what to call with the number of games done (and of how many,
    where that is known by then only)."""
    console = Console(stderr=True)
    columns = (
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("getting ready", total=None)

        def compiling(step: str, steps: int) -> None:
            bar.update(task, completed=steps, description=f"compiling {step}")

        def progress(done: int, of: int = games) -> None:
            bar.update(task, total=of, completed=done, description=doing)

        with compiler_watched(compiling):
            yield progress


def get_ready(names: Sequence[str]) -> None:
    """Compile all that play and simulation need of some games, and show how it goes on. Raises `RulesError`."""
    from tuckbox.lab import elsewhere

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.completed:.0f} rules"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks = {name: bar.add_task(name, total=None) for name in names}

        def progress(name: str, step: str, steps: int) -> None:
            bar.update(tasks[name], completed=steps, description=f"{name}: {step}")

        elsewhere.get_ready(names, progress)


def _rows(title: str, rows: list[dict[str, Any]], first: str, wins: bool) -> Table:
    """A table of seats or bots: wins, where there are any to be had, and payoffs."""
    table = Table(title=title, title_justify="left", title_style="bold")
    heads = [first] if first == "bot" else [first, "bot"]
    for column in heads:
        table.add_column(column)
    for column in [*(("wins", "95% interval") if wins else ()), "payoff", "95% interval", "spread"]:
        table.add_column(column, justify="right")
    for row in rows:
        paid = row["payoff"]
        won = [f"{row['win_rate']:.1%}", f"{row['low']:.1%} - {row['high']:.1%}"] if wins else []
        got = [f"{paid['mean']:.3f}", f"{paid['low']:.3f} to {paid['high']:.3f}", f"{paid['spread']:.3f}"]
        table.add_row(*(str(row[head]) for head in heads), *won, *got)
    return table


def _kind(report: Report) -> str:
    """What payoffs are to each other, and who are partners."""
    teams = [" and ".join(map(str, team)) for team in report.pays.teams]
    return report.pays.kind + (f", in teams: {'; '.join(teams)}" if teams else "")


def show(report: Report, console: Console | None = None) -> None:
    """Print a report."""
    console = console or Console()
    data, length = report.data(), report.length
    what = "matches" if report.whole else "games"
    console.print(f"{report.game.title}, {report.players} players, {data['games']:,} {what}, seed {report.seed}")
    console.print(f"payoffs: {_kind(report)}")
    wins = report.pays.kind != SAME
    console.print(_rows("By seat", report.seats, "seat", wins))
    if report.rotated:
        console.print(_rows("By bot", report.bots, "bot", wins))
    if (wins and data["drawn"]) or data["unfinished"]:
        console.print(f"without a winner {data['drawn'] / data['games']:.1%}, unfinished {data['unfinished']:,}")
    spread = f"{length['p5']:.0f} / {length['median']:.0f} / {length['p95']:.0f}"
    console.print(f"decisions in one of them: mean {length['mean']:.1f}, 5% / 50% / 95%: {spread}")
    console.print(f"{data['decisions_per_second']:,.0f} decisions and {data['games_per_second']:,.0f} {what} a second")
