"""`tuckbox admin reports`: the queue of what people have reported to the host of the server."""

from __future__ import annotations

import click

from tuckbox.numbers import counted
from tuckbox.server.admin.running import MOST, day, with_database
from tuckbox.server.manners.reports import (
    OUTCOMES,
    REASONS,
    Report,
    close_report,
    find_report,
    list_reports,
)
from tuckbox.server.names import one_line


@click.group()
def reports() -> None:
    """List, show and close the reports that people have made."""


_NUMBER = click.argument("number", type=click.IntRange(0, MOST))


@reports.command("list")
@click.option("--closed", is_flag=True, help="List the closed ones instead, the newest first.")
@click.option("--most", type=click.IntRange(1, MOST), default=50, show_default=True, help="How many to list at most.")
@click.pass_obj
def listed(address: str, closed: bool, most: int) -> None:
    """List the open reports, the oldest first."""
    for report in with_database(address, lambda database: list_reports(database, closed, most)):
        click.echo(_line(report))


@reports.command()
@_NUMBER
@click.pass_obj
def show(address: str, number: int) -> None:
    """Show a report with everything said at the table until then; what was reported is marked."""
    report = with_database(address, lambda database: find_report(database, number))
    click.echo(_line(report))
    click.echo(f"table {report.table}; reported: {report.reported}; by {report.reporter or 'somebody unknown'}")
    if report.text:
        click.echo(f"they say: {one_line(report.text)}")
    for said in report.log:
        click.echo(f"{'>' if said.theirs else ' '} {day(said.at)}  {said.name}: {one_line(said.text)}")


@reports.command()
@_NUMBER
@click.option("--unfounded", is_flag=True, help="There was nothing in it; after three of these its author can make no more.")
@click.pass_obj
def close(address: str, number: int, unfounded: bool) -> None:
    """Close a report. To mute or ban the person, use the commands of these names."""
    outcome = OUTCOMES[unfounded]
    with_database(address, lambda database: close_report(database, number, outcome))
    click.echo(f"closed as {outcome}")


def _line(report: Report) -> str:
    about = f"{report.name!r}, {counted(report.told, 'report')} about them"
    wrong = f", {report.reporter_wrong} unfounded" if report.reporter_wrong else ""
    made = f"by {report.reporter_name or 'somebody unknown'}, who made {report.reporter_told}{wrong}"
    outcome = f" [{report.outcome}]" if report.outcome else ""
    return f"{report.number:>5}  {day(report.at)}  {REASONS.get(report.reason, report.reason)}: {about}; {made}{outcome}"
