"""`tuckbox admin`: for those who keep a server."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from tuckbox.definition.game import game as installed_game
from tuckbox.errors import OptionError
from tuckbox.numbers import Number, counted
from tuckbox.server.address import database_options, given_address
from tuckbox.server.admin import keeping
from tuckbox.server.admin.backup import back_up, changed
from tuckbox.server.admin.backup import restore as restore_backup
from tuckbox.server.admin.integrity import problems
from tuckbox.server.admin.reports import reports
from tuckbox.server.admin.running import MOST, Words, day, with_database
from tuckbox.server.fleet.lease import FileLease
from tuckbox.server.fleet.owners import Peer, peers
from tuckbox.server.storage.database import Database, file_of

T = TypeVar("T")

_DAMAGED = 1
"""The status with which a check ends that has found something."""


@click.group()
@database_options
@click.pass_context
def admin(context: click.Context, database: str | None, database_file: Path | None) -> None:
    """Administer a server: its tables, its people, its data. Works while the server runs; see docs/serve.md."""
    context.obj = given_address(database, database_file)


def _with_person(address: str, given: str, work: Callable[[Database, str], Awaitable[T]]) -> T:
    async def run(database: Database) -> T:
        return await work(database, await keeping.person_named(database, given))

    return with_database(address, run)


admin.add_command(reports)

_PERSON = click.argument("person", type=Words(), metavar="PERSON")


@admin.command()
@click.option("--stage", type=click.Choice(["open", "playing", "finished"]), help="List only tables at this stage.")
@click.option("--most", type=click.IntRange(1, MOST), default=50, show_default=True, help="How many to list at most.")
@click.pass_obj
def tables(address: str, stage: str | None, most: int) -> None:
    """List tables, the most recently changed first. The id of a private table is its key: keep it to yourself."""
    for row in with_database(address, lambda database: keeping.list_tables(database, stage, most)):
        names = ", ".join(seat["name"] or "-" for seat in msgspec.json.decode(row.seats))
        private = " private" if row.private else ""
        click.echo(f"{row.id}  {day(row.changed)}  {row.stage:<8}  {row.game}{private}: {names}")


@admin.command()
@click.argument("name", type=Words(), default="")
@click.option("--most", type=click.IntRange(1, MOST), default=50, show_default=True, help="How many to list at most.")
@click.pass_obj
def people(address: str, name: str, most: int) -> None:
    """List people whose name contains NAME, the newest first."""
    for row in with_database(address, lambda database: keeping.list_people(database, name, most)):
        marks = "".join(f" {mark}" for mark in ("muted", "banned") if getattr(row, mark))
        click.echo(f"{row.id}  {day(row.created)}  {row.name}{marks}")


@admin.command()
@click.argument("table", type=Words())
@click.pass_obj
def close(address: str, table: str) -> None:
    """Close a table: nothing more happens there. Everybody sees why."""
    with_database(address, lambda database: keeping.close_table(database, table))
    click.echo("closed")


def _marking(word: str, told: str, mark: str, value: bool) -> None:
    """A command that marks a person."""

    @admin.command(word, help=told)
    @_PERSON
    @click.pass_obj
    def command(address: str, person: str) -> None:
        _with_person(address, person, lambda database, key: keeping.mark_person(database, key, **{mark: value}))
        click.echo("done")


_marking("mute", "Stop a person, given by id or name, from writing at tables.", "muted", True)
_marking("unmute", "Let a person write at tables again.", "muted", False)
_marking("ban", "Ban a person, given by id or name, from the server.", "banned", True)
_marking("unban", "Lift the ban on a person.", "banned", False)


@admin.command()
@_PERSON
@click.argument("name", type=Words())
@click.pass_obj
def rename(address: str, person: str, name: str) -> None:
    """Rename a person, also at the tables where they have been."""
    _with_person(address, person, lambda database, key: keeping.rename_person(database, key, name))
    click.echo("done")


@admin.command()
@_PERSON
@click.confirmation_option(prompt="Nobody can take this back. Go on?")
@click.pass_obj
def forget(address: str, person: str) -> None:
    """Forget a person: delete their id, name and messages. What they played stays, as played by somebody unknown.

    What others have said stays, too, even where they have used the name.
    """
    number = _with_person(address, person, keeping.forget_person)
    click.echo(f"forgotten, at {counted(number, 'table')} too")
    click.echo("The name stays where others have said it in a chat, in records that they keep, and in backups made before.")


@admin.command()
@click.option("--days", type=Number(min=0), required=True, help="Keep what has changed within this many days.")
@click.option("--dry-run", is_flag=True, help="Only count what would be deleted.")
@click.pass_obj
def retain(address: str, days: float, dry_run: bool) -> None:
    """Delete old tables, and people who sat at no other. Old tables are those that are over or were never started."""
    gone = with_database(address, lambda database: keeping.retain(database, days, dry_run))
    told = f"{counted(gone[0], 'table')} and {counted(gone[1], 'person', 'people')}"
    click.echo(f"{told} {'would go' if dry_run else 'are gone'}")


@admin.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.pass_obj
def backup(address: str, target: Path) -> None:
    """Write a copy of the database to TARGET, and its digest beside it. It holds hands and keys."""
    digest = back_up(address, target)
    click.echo(f"{target} and {digest.name}")


@admin.command()
@click.option("--off", is_flag=True, help="Let tables be opened again.")
@click.option("--wait", type=Number(min=0), default=0, help="How many minutes to wait for matches to end.")
@click.pass_obj
def drain(address: str, off: bool, wait: float) -> None:
    """Stop servers from opening new tables, before an upgrade. Matches go on to their end.

    Servers that are started afterwards open tables again. With --wait the exit status is 1 if matches are still going on.
    """
    with_database(address, lambda database: keeping.drain(database, not off))
    if off:
        click.echo("tables can be opened again")
        return
    ends = time.monotonic() + 60 * wait
    while (played := with_database(address, keeping.being_played)) and time.monotonic() < ends:
        time.sleep(5)
    click.echo(f"no new tables; {counted(played, 'match is', 'matches are')} being played")
    if played and wait:
        raise SystemExit(1)


@admin.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.confirmation_option(prompt="Everything since this backup is lost. Go on?")
@click.pass_obj
def restore(address: str, source: Path) -> None:
    """Restore the database from the backup SOURCE. No server may have the database open."""
    _check_unserved(address)
    restore_backup(address, source)
    click.echo("restored")


def _check_unserved(address: str) -> None:
    """Raise `OptionError` where servers have a database of PostgreSQL open, `StorageError` where one has a file."""
    file = file_of(address)
    if file is not None:
        if file.is_file():
            FileLease(file).give_back()
    elif asyncio.run(Database.is_served(address)):
        raise OptionError("servers have this database open: stop them first")


@admin.command()
@click.option("--dry-run", is_flag=True, help="Only say what would become of the tables, by upgrading a copy.")
@click.option(
    "--backup",
    "target",
    type=click.Path(path_type=Path),
    help="The file of the backup.  [beside the database]",
)
@click.option(
    "--former",
    metavar="PYTHON",
    default="",
    help="The Python of the former version: it draws finished matches that the rules of this one cannot replay.",
)
@click.pass_obj
def upgrade(address: str, dry_run: bool, target: Path | None, former: str) -> None:
    """Bring the database to this version, after a backup.

    `tuckbox admin restore` undoes it. No server may be running.

    Running matches continue where the rules of this version lead to the same, and end where they do not; finished matches
    are kept so that they can be viewed without their rules.
    """
    from tuckbox.server.admin import upgrade as upgrading

    if dry_run:
        found = asyncio.run(upgrading.dry_run(address, installed_game, former))
    else:
        _check_unserved(address)
        if former and shutil.which(former) is None:
            raise OptionError(f"{former} cannot be run")
        _check_version(address)
        target = target or _dated(address)
        digest = back_up(address, target)
        click.echo(f"backup: {target} and {digest.name}")
        found = asyncio.run(upgrading.upgrade(address, installed_game, former))
    for line in [*found.lines()] or ["there are no tables"]:
        click.echo(line)


def _check_version(address: str) -> None:
    """Raise `StorageError` where a newer program has made a database, before anything is written beside it."""
    file = file_of(address)
    if file is None or file.is_file():
        asyncio.run(Database.check_version(address))


def _dated(address: str) -> Path:
    """The file for the backup before an upgrade."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    base = file_of(address) or Path("tuckbox")
    return base.with_name(f"{base.name}.before-{moment}")


@admin.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Check that the database is intact. The exit status is 1 if it is not.

    To check a backup of SQLite, give that file to --database."""
    address: str = context.obj
    found = ["this backup is not what it was when it was made"] if _is_changed(address) else []
    found += with_database(address, lambda database: problems(database, installed_game), patient=True)
    for line in found:
        click.echo(line)
    if found:
        context.exit(_DAMAGED)
    click.echo("whole")


def _is_changed(address: str) -> bool:
    file = file_of(address)
    return file is not None and changed(file)


@admin.command()
@click.pass_obj
def metrics(address: str) -> None:
    """Print the metrics of each process on a PostgreSQL database."""
    from tuckbox.server.fleet.peers import metrics_of

    async def read(database: Database) -> list[tuple[Peer, Any]]:
        if not database.shared:
            raise OptionError("a server on a file is one process: ask it itself, at /metrics")
        living = await peers(database)
        return [(peer, await metrics_of(database, peer.address)) for peer in living]

    for peer, text in with_database(address, read):
        click.echo(f"# process {peer.id} at {peer.address}\n{text}")
