"""Digests: one mail in so many hours that says at how many tables it is somebody's turn, for who asked for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable

from sqlalchemy import select, update

from tuckbox.server.errors import StorageError
from tuckbox.server.lobby import TableSummary
from tuckbox.server.notices.mailer import Mailer
from tuckbox.server.notices.quiet import QuietHours
from tuckbox.server.notices.turns import waited_for
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import mailboxes, people
from tuckbox.server.table.table import Table

Listed = Callable[[Person], Awaitable[Iterable[TableSummary]]]
"""Lists the tables of a person, and says at which it is their turn."""


class Digests:
    """Sends digests to those for whom the tables of a process wait."""

    def __init__(self, database: Database, mailer: Mailer, listed: Listed) -> None:
        self._database, self._mailer, self._listed = database, mailer, listed
        self._quiet = QuietHours(database)

    async def tell(self, tables: Collection[Table], now: float) -> int:
        """Send all digests that are due; returns how many."""
        if not self._mailer.possible:
            return 0
        try:
            waited = {person for table in tables for person in waited_for(table, now)}
            return sum([await self._tell(person, now) for person in sorted(waited)])
        except StorageError:
            return 0  # the next time

    async def _tell(self, person: str, now: float) -> bool:
        """Send a digest to a person, unless another process has just done so."""
        mine = mailboxes.c.person == person
        query = select(mailboxes, people.c.name).join(people, people.c.id == mailboxes.c.person).where(mine)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).mappings().first()
        if found is None or not found["hours"] or now - found["told"] < found["hours"] * 3600:
            return False
        if await self._quiet.at(person, now):
            return False
        titles = [table.title for table in await self._listed(Person(person, found["name"])) if table.asked]
        if not titles or not await self._claim(person, found["told"], now):
            return False
        sent = await self._mailer.send(found["address"], *digest_mail(titles, self._mailer.site, found["key"]))
        if not sent:
            await self._claim(person, now, found["told"])
        return sent

    async def _claim(self, person: str, before: float, now: float) -> bool:
        mine = update(mailboxes).where(mailboxes.c.person == person, mailboxes.c.told == before)
        async with self._database.writing() as connection:
            return (await connection.execute(mine.values(told=now))).rowcount == 1


def digest_mail(titles: list[str], site: str, key: str) -> tuple[str, str, str]:
    """Subject and text of a digest, and the address by which one click stops them. No link of a table is in it: that of a
    private one is its key.
    """
    many = f"{len(titles)} tables" if len(titles) > 1 else titles[0]
    lines = "\n".join(f"- {title}" for title in titles)
    text = f"It is your turn at\n\n{lines}\n\n{site}/ leads to them.\n\nNo more of these: {site}/mail/off/{key}\n"
    return f"Your turn at {many}", text, f"{site}/api/mail/off/{key}"


__all__ = ["Digests", "digest_mail"]
