"""The command ``tuckbox check``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tuckbox.definition.game import game as find_game
from tuckbox.testing import golden
from tuckbox.testing.suite import PROPERTIES, Report, check


@dataclass(frozen=True)
class Wanted:
    """The extent of a check: everything, quickly or thoroughly, or one setting; see `tuckbox.testing.check`."""

    thorough: bool = False
    players: int | None = None
    options: Mapping[str, Any] | None = None
    seed: int = 1
    seeds: int = 2
    steps: int = 40
    processes: int = field(default_factory=lambda: os.cpu_count() or 1)
    native: bool = True
    skip: tuple[str, ...] = ()

    @classmethod
    def quick(cls, players: int | None, options: Mapping[str, Any], seed: int, seeds: int, steps: int) -> Wanted:
        """A check of some seconds: usually one walk for each number of players, nothing compiled, nothing about records."""
        return cls(False, players, options, seed, seeds, steps, 0, native=False, skip=("golden", "reach"))


def check_games(names: Iterable[str], wanted: Wanted, save: Path | None, as_json: bool) -> bool:
    """Check games one after another, printing as it goes; whether all passed."""
    console, reports = Console(), []
    for name in names:
        report = _watched(name, wanted)
        reports.append(report)
        if save is not None:
            _save(report, save)
        if not as_json:
            _show(report, console)
    if as_json:
        print(json.dumps([report.data() for report in reports], indent=2))
    return all(report.passed for report in reports)


def _watched(name: str, wanted: Wanted) -> Report:
    """Check a game behind a progress bar on stderr."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("{task.fields[what]}", style="dim"),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"checking {name}", what="")

        def progress(done: int, of: int, what: str) -> None:
            bar.update(task, completed=done, total=of, what=escape(what))

        return check(find_game(name), **vars(wanted), progress=progress)


def _show(report: Report, console: Console) -> None:
    """Print a report: of each property that does not hold one finding, how to see it again, and how many there are."""

    def say(text: str) -> None:
        console.print(text, highlight=False, soft_wrap=True)

    say(f"[bold]{'passed' if report.passed else 'FAILED'}[/] {escape(report.head)}, {report.seconds:.0f} s")
    if report.reached.missed and not any(finding.name == "reach" for finding in report.findings):
        say(f"  {escape(str(report.reached))}")
    for name in dict.fromkeys(finding.name for finding in report.findings):
        findings = [finding for finding in report.findings if finding.name == name]
        say(f"  [bold]{name}[/] does not hold: {escape(PROPERTIES[name])}")
        say(f"    {escape(findings[0].message)} \\[{escape(findings[0].case)}]")
        say(f"    again: {escape(findings[0].again)}")
        if len(findings) > 1:
            others = ", ".join(dict.fromkeys(finding.case for finding in findings[1:4]))
            say(f"    and {len(findings) - 1} more, in {escape(others)}{' ...' if len(findings) > 4 else ''}")


def _save(report: Report, folder: Path) -> None:
    """Write the record of each failure that has one."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, finding in enumerate(report.findings, 1):
        if finding.record:
            path = folder / f"{report.game}-{number}-{finding.name.replace(' ', '-')}.tuckbox"
            path.write_text(finding.record, "utf-8", newline="\n")


def write_golden(names: Iterable[str]) -> None:
    """Play golden records anew and say where they lie."""
    for name in names:
        for path in golden.write(find_game(name)):
            print(f"wrote {path.parent.name}/{path.name}")
