"""What ``tuckbox check`` does."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from tuckbox.engine.game import game as find_game
from tuckbox.testing import golden
from tuckbox.testing.suite import PROPERTIES, Report, check


def check_games(names: Iterable[str], seeds: int, steps: int, save: Path | None, as_json: bool) -> bool:
    """Check games one after another, printing as it goes; whether all passed."""
    console, reports = Console(), []
    for name in names:
        report = _watched(name, seeds, steps)
        reports.append(report)
        if save is not None:
            _save(report, save)
        if not as_json:
            console.print(f"[bold]{'passed' if report.passed else 'FAILED'}[/] {escape(str(report))}", highlight=False)
    if as_json:
        print(json.dumps([report.data() for report in reports], indent=2))
    for name in sorted({finding.name for report in reports for finding in report.findings}) if not as_json else ():
        console.print(f"  {name}: {PROPERTIES[name]}", highlight=False)
    return all(report.passed for report in reports)


def _watched(name: str, seeds: int, steps: int) -> Report:
    """Check a game behind a progress bar on stderr."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"checking {name}")
        return check(
            find_game(name), seeds=seeds, steps=steps, progress=lambda n, of: bar.update(task, completed=n, total=of)
        )


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
