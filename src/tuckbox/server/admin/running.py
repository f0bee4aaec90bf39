"""Shared by the commands of an administrator: work on a database, and times as they are written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from tuckbox.server.admin import keeping
from tuckbox.server.storage.database import Database

T = TypeVar("T")

MOST = 2**31 - 1
"""The greatest number that every database takes."""


class Words(click.ParamType[str]):
    """A name or an id. Bytes that are no UTF-8, which a terminal may pass on, are in no database."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The words as they were given."""
        words = str(value)
        try:
            words.encode()
        except UnicodeEncodeError:
            self.fail(f"{value!r} is not text in UTF-8.", param, ctx)
        return words


def with_database(address: str, work: Callable[[Database], Awaitable[T]], patient: bool = False) -> T:
    """Do something with a database beside the servers that have it open."""

    async def run() -> T:
        async with keeping.opened(address, patient) as database:
            return await work(database)

    return asyncio.run(run())


def day(seconds: float) -> str:
    """A time as it is listed.

    >>> day(0)
    '1970-01-01 00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
