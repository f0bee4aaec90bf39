"""The database that a command is about: by an option, a file or the environment, and passed on where nobody can read it.

The arguments of a process can be read by everybody on its machine (``ps``), its environment only by its own user. So
passwords belong into the environment or a file, and child processes are never given an address as an argument.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tuckbox.errors import OptionError

VARIABLE = "TUCKBOX_DATABASE"
"""The environment variable that holds an address."""


def database_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options by which a command is told its database; `given_address` reads them."""
    from_file = click.option(
        "--database-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A file that contains the value of --database.",
    )
    address = click.option(
        "--database",
        metavar="URL",
        help=f"A file, or postgresql://HOST/NAME.  [the value of {VARIABLE}, else a file in the user's data folder]",
    )
    return address(from_file(command))


def given_address(database: str | None, database_file: Path | None) -> str:
    """The address that options or the environment give, else that of the file in the user's own folder."""
    if database is not None and database_file:
        raise OptionError("--database and --database-file say the same thing: one of them is enough")
    if database is not None:
        if not database.strip():  # such as a variable of the shell that is not set: another database would be used
            raise OptionError("--database is empty: it names a file, or postgresql://HOST/NAME")
        _warn_of_password(database)
        return database
    if database_file:
        try:
            found = database_file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(f"the file of --database-file cannot be read: {error}") from error
        if not found or "\n" in found:
            raise OptionError(f"{database_file} should hold one line, the address of a database")
        return found
    return default_address()


def default_address() -> str:
    """The address in the environment, else that of the file in the user's own folder in which tables are kept."""
    return os.environ.get(VARIABLE) or str(Path(platformdirs.user_data_path("tuckbox", appauthor=False)) / "tables.db")


def without_password(address: str) -> tuple[str, str | None]:
    """An address as others may see it, and the password that it had.

    >>> without_password("postgresql://ann:secret@host/tuckbox"), without_password("tables.db")
    (('postgresql://ann@host/tuckbox', 'secret'), ('tables.db', None))
    """
    try:
        url = make_url(address)
    except ArgumentError:
        return address, None  # the name of a file
    secret = url.password or url.normalized_query.get("password", (None,))[0]
    return str(url.difference_update_query(["password"])._replace(password=None)), secret


def _warn_of_password(database: str) -> None:
    if without_password(database)[1]:
        told = f"everybody on this machine can read the password in --database; {VARIABLE} or --database-file hides it"
        click.echo(f"tuckbox: {told}", err=True)


def pass_on(address: str) -> None:
    """Give the address to all processes that are started from now on."""
    os.environ[VARIABLE] = address


def without_address(arguments: Sequence[str]) -> list[str]:
    """The arguments of a command without those that name its database.

    >>> without_address(["serve", "--database", "x", "--port", "0", "--database=y", "--database-file", "z"])
    ['serve', '--port', '0']
    """
    kept, named = [], False
    for each in arguments:
        option, _, value = each.partition("=")
        if not named and option not in ("--database", "--database-file"):
            kept.append(each)
        named = not named and option in ("--database", "--database-file") and not value
    return kept
