"""Shows what an arena has come to: on the terminal, and as a table for a page."""

from __future__ import annotations

import time
from math import floor, log10

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tuckbox.lab.arena import Arena
from tuckbox.lab.compare import MEASURES, POINTS, Compared
from tuckbox.lab.forms import Arena as ArenaForm
from tuckbox.lab.forms import Sweep
from tuckbox.lab.programs import PROGRAM
from tuckbox.lab.sweep import moves, told_games
from tuckbox.run.stats import Mean, few
from tuckbox.run.workspace import consecutive, parsed, simulator_for

_SECONDS = 0.3


def milliseconds(held: Arena, name: str) -> float | None:
    """About how long a bot thinks over a decision, among its like, on a core of its own; None for a program, which has its
    own clock."""
    if name.startswith(PROGRAM):
        return None
    policies = parsed([name] * held.setting.players)
    simulator, decisions, number = simulator_for(held.setting, policies), 0, 0
    results = simulator.native.results(1)
    simulator.play_compiled(consecutive(held.seed, 0, 1), policies, results)  # compiled, if it was not
    start = time.thread_time()
    while time.thread_time() - start < _SECONDS:
        simulator.play_compiled(consecutive(held.seed, number, 1), policies, results)
        decisions, number = decisions + abs(int(results.lengths[0])), number + 1
    return 1000 * (time.thread_time() - start) / decisions


def _rows(held: Arena, form: ArenaForm) -> tuple[list[str], list[list[str]]]:
    """Heads and cells: ratings, then the cross table."""
    heads = ["", "player", "rating", "95% interval", "games", "ms a move", *(str(i + 1) for i in range(len(form.ranking)))]
    rows = []
    for place, row in enumerate(form.ranking):
        spent = milliseconds(held, row.name)
        cross = [
            f"{each.before / (each.before + each.behind):.0%}" if each.before + each.behind else "" for each in row.against
        ]
        cross.insert(place, "-")
        took = "" if spent is None else f"{spent:.2g}"
        rating = [f"{row.rating:z.0f}", f"{row.low:z.0f} to {row.high:z.0f}"]
        rows.append([str(place + 1), row.name.removeprefix(PROGRAM), *rating, f"{row.games:,}", took, *cross])
    return heads, rows


def show_arena(held: Arena, console: Console | None = None) -> None:
    """Print ratings and cross table."""
    console, form = console or Console(), held.form
    heads, rows = _rows(held, form)
    table = Table(title=f"{held.setting.loaded.title}, {held.setting.players} players", title_justify="left")
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 1 else "right")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    if held.interrupted:
        console.print("interrupted; --resume goes on", style="bold")
    console.print(f"{held.played:,} games, seed {held.seed}; in a cell how often the row comes before the column")
    for line in _apart(form) + few(len(held.deals)):
        console.print(line)


def _apart(form: ArenaForm) -> list[str]:
    """A line about groups of which one won every game against the other, where there are such."""
    named = "; ".join(", ".join(name.removeprefix(PROGRAM) for name in group) for group in form.groups)
    return [f"these groups may be further apart than the games show: {named}"] if len(form.groups) > 1 else []


def show_comparison(found: Compared, console: Console | None = None) -> None:
    """Print what two variants have that is different."""
    console, form = console or Console(), found.form
    table = Table(title=f"{form.games:,} games of each, seed {form.seed}", title_justify="left")
    for head in ("", "first", "second", "second less first", "interval", "so it is"):
        table.add_column(head, justify="left" if head in ("", "so it is") else "right")
    for row in form.measures:
        numbers = [f"{value:.4g}" for value in (row.one, row.other)]
        table.add_row(row.name, *numbers, f"{row.gap:+.2g}", f"{row.low:+.2g} to {row.high:+.2g}", row.verdict)
    console.print(table)
    if any(form.cut):
        told = " and ".join(
            f"{number:,} of the {which}" for number, which in zip(form.cut, ("first", "second"), strict=True)
        )
        console.print(f"cut off since they went on for too long: {told}; nobody wins them")
    if found.interrupted:
        console.print("interrupted; --resume goes on", style="bold")


def show_sweep(form: Sweep, console: Console | None = None) -> None:
    """Print the means at all values, with how far either way they may lie."""
    console = console or Console()
    title = f"{told_games(form)} of each, seed {form.seed}"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(form.varied, no_wrap=True)
    for name in MEASURES:
        table.add_column(f"{name} %" if name in POINTS else name, justify="right", overflow="fold")
    for point in form.points:
        table.add_row(point.value, *(_measured(name, point.measures[name]) for name in MEASURES if point.measures))
    console.print(table)
    cut = sum(point.cut for point in form.points)
    if cut:
        console.print(f"cut off since they went on for too long: {cut:,}; nobody wins them")
    moving = moves(form)
    console.print(f"surely not the same at all values: {', '.join(moving)}" if moving else "nothing surely moves")


def _measured(name: str, mean: Mean) -> str:
    """The mean of a measure, shares in points, with how far it may lie to the side of its interval that reaches further."""
    by, reach = 100 if name in POINTS else 1, max(mean.high - mean.mean, mean.mean - mean.low)
    return _rough(mean.mean * by, reach * by)


def _rough(mean: float, reach: float) -> str:
    """A mean, and in one digit how far either way it may lie; no more digits of the mean than that allows.

    >>> _rough(360.81, 31.4), _rough(49.8, 3.14), _rough(3.6339, 0.0078), _rough(0, 0)
    ('361 ±30', '50 ±3', '3.634 ±0.008', '0 ±0')
    """
    rough = float(f"{reach:.1g}")
    digits = max(0, -floor(log10(rough))) if rough else 0
    return f"{mean:.{digits}f} ±{rough:g}"


def ladder(held: Arena) -> str:
    """Ratings and cross table in Markdown, for a page."""
    form = held.form
    heads, rows = _rows(held, form)
    marks = ["--:" if number != 1 else "---" for number in range(len(heads))]
    lines = [f"| {' | '.join(row)} |" for row in [heads, marks, *rows]]
    return "\n".join([*lines, *(f"\n{line[0].upper()}{line[1:]}." for line in _apart(form))])
