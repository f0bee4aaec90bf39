"""Digests: mails, at most one in a number of hours, that say at how many tables it is somebody's turn, for who asked for
them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import select, update

from tuckbox.definition.game import game
from tuckbox.errors import TuckboxError
from tuckbox.server.errors import StorageError
from tuckbox.server.lobby import TableSummary
from tuckbox.server.notices.mailer import Mailer
from tuckbox.server.notices.quiet import QuietHours
from tuckbox.server.notices.waits import Wait
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import mailboxes, people

Listed = Callable[[Person], Awaitable[Iterable[TableSummary]]]
"""Lists the tables of a person, and says at which it is their turn."""

AGAIN = 3600.0
"""Seconds until a digest that the mail server has not taken is tried again: the mailbox may be gone for good."""


class Digests:
    """Sends digests to those for whom the tables of a process wait."""

    def __init__(self, database: Database, mailer: Mailer, listed: Listed, quiet: QuietHours) -> None:
        self._database, self._mailer, self._listed, self._quiet = database, mailer, listed, quiet

    async def tell(self, waits: Collection[Wait], date: float) -> int:
        """Send all digests that are due to those for whom tables have waited long enough; returns how many."""
        if not (waits and self._mailer.possible):
            return 0
        try:
            due = await self._due({wait.person for wait in waits}, date)
            asleep = await self._quiet.among([each.person for each in due], date)
            return sum([await self._tell(each, date) for each in due if each.person not in asleep])
        except StorageError:
            return 0  # the next time

    async def _due(self, waited: Collection[str], date: float) -> Sequence[Any]:
        """Mailboxes of people who are waited for, and whose last digest was long enough ago."""
        query = select(mailboxes, people.c.name).join(people, people.c.id == mailboxes.c.person)
        query = query.where(mailboxes.c.person.in_(waited), mailboxes.c.hours > 0)
        query = query.where(mailboxes.c.told + mailboxes.c.hours * 3600 <= date).order_by(mailboxes.c.person)
        return await self._database.rows(query)

    async def _tell(self, found: Any, date: float) -> bool:
        """Send a digest to a person, unless another process has just done so."""
        person = found.person
        titles = [_title(table.game) for table in await self._listed(Person(person, found.name)) if table.asked]
        if not titles or not await self._claim(person, found.told, date):
            return False
        sent = await self._mailer.send(found.address, *digest_mail(titles, self._mailer.site, found.key))
        if not sent:
            await self._claim(person, date, date - found.hours * 3600 + AGAIN)
        return sent

    async def _claim(self, person: str, before: float, date: float) -> bool:
        mine = update(mailboxes).where(mailboxes.c.person == person, mailboxes.c.told == before)
        return await self._database.execute(mine.values(told=date)) == 1


def _title(name: str) -> str:
    """The title of a game. Those of tables are anybody's words, and none of these goes out in a mail of ours."""
    try:
        return game(name).title
    except TuckboxError:
        return name


def digest_mail(titles: list[str], site: str, key: str) -> tuple[str, str, str]:
    """Subject and text of a digest, and the address by which one click stops them. No link of a table is in it: that of a
    private one is its key.
    """
    many = f"{len(titles)} tables" if len(titles) > 1 else titles[0]
    lines = "\n".join(f"- {title}" for title in titles)
    text = f"It is your turn at\n\n{lines}\n\n{site}/ leads to them.\n\nNo more of these: {site}/mail/off/{key}\n"
    return f"Your turn at {many}", text, f"{site}/api/mail/off/{key}"
