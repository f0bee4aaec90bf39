"""Addresses for mail: confirmed by a link, by which one signs in too, and to which digests go.

Nobody learns from us whether an address is known here: what is asked for is done later, and looks the same. An address is
confirmed in the browser in which it was given, so that nobody binds the address of another to their own account.
"""

from __future__ import annotations

import re
import secrets
import time
from functools import partial
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.accounts.accounts import Opened, add_way_in, may_change
from tuckbox.server.accounts.sessions import Session, SessionStore
from tuckbox.server.accounts.tickets import MINUTES, Tickets, digest
from tuckbox.server.errors import Refused
from tuckbox.server.notices.mailer import Mailer
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import mailboxes, mailings, passkeys, people
from tuckbox.server.tasks import Tasks

CONFIRM, ENTER = "mail confirm", "mail sign-in"
KEPT = {CONFIRM: 60 * MINUTES, ENTER: 15 * MINUTES}
"""Seconds for which a link is good, by its purpose."""

HOURS = (0, 6, 24)
"""Hours between two digests that can be chosen; 0 for none."""

OF_ADDRESS = {3600.0: 3, 86400.0: 8}
"""Maximum numbers of mails with links to one address, on all processes together, by the seconds in which they are
counted."""

OF_ALL = 300
"""Maximum number of mails with links in an hour to all addresses."""

_LOCK = text("SELECT pg_advisory_xact_lock(hashtext('tuckbox counts mails'))")

_NOBODY = "-"
"""Mark before the digest of an address that is nobody's."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class Meant(NamedTuple):
    """The account that a link is about, by its person's id and name, and the address that it was sent to."""

    person: str
    name: str
    address: str


class Mailbox(NamedTuple):
    """An address as its owner sees it, and the hours between two digests (0: none)."""

    address: str
    hours: int


def tidy_address(text: str) -> str:
    """An address as it is kept. Raises `Refused`.

    >>> tidy_address(" Ann@Cards.Example ")
    'ann@cards.example'
    """
    found = text.strip().lower()
    if len(found) > 254 or not _ADDRESS.fullmatch(found):
        raise Refused("options", "this is no address for mail")
    return found


class Mailboxes:
    """The addresses of a database."""

    def __init__(self, database: Database, tickets: Tickets, sessions: SessionStore, mailer: Mailer) -> None:
        self._database, self._tickets, self._sessions, self.mailer = database, tickets, sessions, mailer
        self._sending = Tasks()  # after the answer, so that it tells nothing by its time

    async def of(self, person: Person) -> Mailbox | None:
        """The confirmed address of a person."""
        query = select(mailboxes.c.address, mailboxes.c.hours).where(mailboxes.c.person == person.id)
        found = await self._database.row(query)
        return None if found is None else Mailbox._make(found)

    async def meant(self, kind: str, token: str) -> Meant:
        """The account that a link is about, before anything is done by it. Raises `Refused` for one that is not good."""
        person, address = await self._tickets.look(kind, _secret(token))
        found = select(people.c.name).where(people.c.id == person)
        if kind == ENTER:
            found = found.where(people.c.id == mailboxes.c.person, mailboxes.c.address == address)
        name = await self._database.scalar(found)
        if name is None:
            raise Refused("late", "this address has been removed from the account")
        return Meant(person, name, address)

    # -- an address of one's own ---------------------------------------------------------------------------------------

    def ask_to_confirm(self, person: Person, session: Session | None, address: str, device: str) -> None:
        """Have a link sent to an address by which it becomes a person's. Raises `Refused`."""
        may_change(person, session)
        self._sending.begin(self._send_link(CONFIRM, person.id, tidy_address(address), device))

    async def confirm(self, person: Person, session: Session | None, token: str, device: str) -> Opened | None:
        """Keep the address of a link; a guest becomes somebody, and a session begins. Raises `Refused`."""
        may_change(person, session)
        _, address = await self._tickets.redeem(CONFIRM, _secret(token), person.id)
        async with self._database.writing() as connection:
            owner = await connection.scalar(select(mailboxes.c.person).where(mailboxes.c.address == address))
            if owner not in (None, person.id):
                raise Refused("taken", "this address belongs to an account already: sign in with it")
            begin = partial(self._sessions.begin, connection, person.id, device)
            return await add_way_in(connection, person, partial(_keep, connection, person, address), begin)

    async def remove(self, person: Person, session: Session | None) -> None:
        """Keep no address of a person any more; links that were sent to it let nobody in. Raises `Refused`."""
        may_change(person, session)
        async with self._database.writing() as connection:
            count = select(func.count()).select_from(passkeys).where(passkeys.c.person == person.id)
            if not await connection.scalar(count):
                raise Refused("last", "this address is your only way in: make a passkey before it goes")
            await connection.execute(delete(mailboxes).where(mailboxes.c.person == person.id))

    async def keep_hours(self, person: Person, hours: int) -> None:
        """Send a person at most one digest in this number of hours; 0 for none. Raises `Refused`."""
        if hours not in HOURS:
            raise Refused("options", "choose one of these hours")
        await self._database.execute(update(mailboxes).where(mailboxes.c.person == person.id).values(hours=hours))

    async def stop(self, key: str) -> None:
        """Send no more digests to the mailbox of a key; one that is not known changes nothing, and is not told."""
        await self._database.execute(update(mailboxes).where(mailboxes.c.key == key).values(hours=0))

    # -- signing in ----------------------------------------------------------------------------------------------------

    def ask_to_sign_in(self, address: str, device: str) -> None:
        """Have a link sent to an address, if it is somebody's; whether it is nobody can tell. Raises `Refused`."""
        self._sending.begin(self._send_sign_in(tidy_address(address), device))

    async def _send_sign_in(self, address: str, device: str) -> None:
        person = await self._database.scalar(select(mailboxes.c.person).where(mailboxes.c.address == address))
        await self._send_link(ENTER, person or "", address, device)

    async def sign_in(self, token: str, device: str, here: Session | None = None) -> Opened:
        """Let a browser be of whoever has the link, which is used up by that. Raises `Refused`."""
        person, address = await self._tickets.redeem(ENTER, _secret(token), None)
        async with self._database.writing() as connection:
            mine = select(mailboxes.c.person).where(mailboxes.c.person == person, mailboxes.c.address == address)
            if (await connection.execute(mine)).first() is None:
                raise Refused("late", "this address has been removed from the account")
            return Opened(person, await self._sessions.enter(connection, person, device, here))

    # -- mails ---------------------------------------------------------------------------------------------------------

    async def _send_link(self, kind: str, person: str, address: str, device: str) -> None:
        """Send a link, unless another one would be a nuisance, since many have just been sent there.

        For nobody ("") as much is written, and nothing sent: else whoever writes something at the same time could tell
        by how long that takes whether an address is known.
        """
        if not await self._may_send(address, bool(person)):
            return
        secret = await self._tickets.give(kind, person, address if person else "", KEPT[kind])
        if not person:
            return
        path = "confirm" if kind == CONFIRM else "enter"
        what = "make this address yours" if kind == CONFIRM else "sign in"
        where = "\n\nOpen it in the browser in which you asked for it." if kind == CONFIRM else ""
        told = (
            f"By this link you {what} at {self.mailer.site}:\n\n{self.mailer.site}/mail/{path}/{secret.hex()}{where}\n\n"
            f"It was asked for by {device}, is good once, and for {round(KEPT[kind] / 60)} minutes. "
            "If that was not you, do nothing: without this mail nobody gets any further.\n"
        )
        await self.mailer.send(address, "Confirm your address" if kind == CONFIRM else "Sign in", told)

    async def _may_send(self, address: str, known: bool) -> bool:
        """Count a mail with a link; False if there have been too many to this address, or to all.

        What is asked for an address that is not `known` counts for it alone.
        """
        now, whom = time.time(), digest(address)
        nobodys = _NOBODY + whom[1:]
        count = select(func.count()).select_from(mailings)
        async with self._database.writing() as connection:
            if self._database.shared:  # else two processes, each of which counts before the other has sent
                await connection.execute(_LOCK)
            await connection.execute(delete(mailings).where(mailings.c.at < now - max(OF_ADDRESS)))
            for seconds, most in OF_ADDRESS.items():
                lately = count.where(mailings.c.address.in_((whom, nobodys)), mailings.c.at > now - seconds)
                if (await connection.scalar(lately) or 0) >= most:
                    return False
            sent = count.where(mailings.c.at > now - 3600, mailings.c.address.not_like(f"{_NOBODY}%"))
            if (await connection.scalar(sent) or 0) >= OF_ALL:
                return False
            await connection.execute(insert(mailings).values(address=whom if known else nobodys, at=now))
        return True

    async def sent(self) -> None:
        """Wait until all that was asked for has been sent."""
        await self._sending.finish()  # what failed is asked for again


async def _keep(connection: AsyncConnection, person: Person, address: str) -> None:
    """Keep the address of a person instead of the one before, with what they want to be told."""
    before = delete(mailboxes).where(mailboxes.c.person == person.id).returning(mailboxes.c.hours, mailboxes.c.told)
    hours, told = (await connection.execute(before)).one_or_none() or (0, 0.0)
    row = {"person": person.id, "address": address, "key": secrets.token_hex(32), "hours": hours, "told": told}
    await connection.execute(insert(mailboxes).values(**row, created=time.time()))


def _secret(token: str) -> bytes:
    try:
        return bytes.fromhex(token[:128])
    except ValueError:
        raise Refused("late", "this link is not whole: copy all of it from the mail") from None
