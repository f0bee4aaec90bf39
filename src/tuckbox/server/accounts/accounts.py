"""Accounts: a guest becomes somebody, signs in elsewhere, adds and removes passkeys, comes back by a recovery code."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection
from webauthn.registration.verify_registration_response import VerifiedRegistration

from tuckbox.server.accounts.passkeys import Address, Answer, Ceremonies, credential_of
from tuckbox.server.accounts.sessions import Session, SessionStore
from tuckbox.server.accounts.tickets import Tickets, digest
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.parties import person_mark
from tuckbox.server.storage.schema import passkeys, people, recoveries, sessions

MOST = 20
"""Maximum number of passkeys of a person."""

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_GROUPS, _LONG = 5, 5

_ADD = text(
    "INSERT INTO passkeys (id, person, credential, key, uses, device, created, used) "
    "VALUES (:id, :person, :credential, :key, :uses, :device, :created, :used) ON CONFLICT (id) DO NOTHING"
)


class Passkey(NamedTuple):
    """A passkey: the device it was made on, and when it was made and last used."""

    id: str
    device: str
    created: float
    used: float


class Opened(NamedTuple):
    """A browser that is a person's from now on: the new content of its cookie, empty where the browser's session goes on and
    the cookie stays; and a new recovery code, if there is one."""

    person: str
    token: str
    code: str = ""


class Accounts:
    """The accounts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tickets, self.sessions = Tickets(database), SessionStore(database)
        self._ceremonies = Ceremonies(self.tickets)

    # -- passkeys ------------------------------------------------------------------------------------------------------

    async def ask_for_new(self, person: Person, session: Session | None, address: Address) -> str:
        """The question for a new passkey, to be answered by `add`. Raises `Refused`."""
        may_change(person, session)
        return await self._ceremonies.ask_for_new(person, address, await self._credentials(person.id))

    async def add(
        self, person: Person, session: Session | None, answer: Answer, address: Address, device: str
    ) -> Opened | None:
        """Add a passkey. With the first of them a guest becomes somebody: a session begins. Raises `Refused`.

        A guest's cookie is worth nothing from then on: whoever may have copied it has nothing of it.
        """
        may_change(person, session)
        made = await self._ceremonies.read_new(answer, person, address)
        key, now = digest(made.credential_id), time.time()
        async with self._database.writing() as connection:
            keep = partial(_keep, connection, person, made, device, now)
            begin = partial(self.sessions.begin, connection, person.id, device, key)
            return await add_way_in(connection, person, keep, begin)

    async def remove(self, person: Person, session: Session | None, passkey: str) -> None:
        """Remove a passkey that is not the last, and end the sessions that it began, but this one. Raises `Refused`."""
        here = may_change(person, session)
        if here is None:
            raise Refused("guest", "a guest has no passkeys")
        async with self._database.writing(person.id) as connection:
            gone = delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.person == person.id)
            await connection.execute(gone)
            left = select(func.count()).select_from(passkeys).where(passkeys.c.person == person.id)
            if not await connection.scalar(left):
                raise Refused("last", "this is the only passkey: add another one before it goes")
            begun = delete(sessions).where(sessions.c.person == person.id, sessions.c.passkey == passkey)
            await connection.execute(begun.where(sessions.c.id != here.id))
            await order(connection, "person", person_mark(person.id))

    async def passkeys_of(self, person: Person) -> list[Passkey]:
        """The passkeys of a person, in the order in which they were made."""
        query = select(*(passkeys.c[name] for name in Passkey._fields)).where(passkeys.c.person == person.id)
        return [*map(Passkey._make, await self._database.rows(query.order_by(passkeys.c.created)))]

    async def _credentials(self, person: str) -> list[bytes]:
        query = select(passkeys.c.credential).where(passkeys.c.person == person)
        return [*map(bytes, await self._database.scalars(query))]

    # -- signing in ----------------------------------------------------------------------------------------------------

    async def ask_who(self, address: Address) -> str:
        """The question who somebody is, to be answered by `sign_in`. It is the same for everybody. Raises `Refused`."""
        return await self._ceremonies.ask_for_any("sign in", address)

    async def sign_in(self, answer: Answer, address: Address, device: str, here: Session | None = None) -> Opened:
        """Let a browser, which may have a session (`here`), be of whoever has the passkey. Raises `Refused`."""
        person, passkey = await self._shown("sign in", answer, address)
        async with self._database.writing() as connection:
            return Opened(person, await self.sessions.enter(connection, person, device, here, passkey))

    async def ask_again(self, session: Session, address: Address) -> str:
        """The question whether it is still the same person, to be answered by `prove`. Raises `Refused`."""
        known = await self._credentials(session.person)
        return await self._ceremonies.ask_for_any("prove", address, session.person, known)

    async def prove(self, session: Session, answer: Answer, address: Address) -> None:
        """Show again who one is, by a passkey of the person whose session this is. Raises `Refused`."""
        await self._shown("prove", answer, address, session.person)
        await self.sessions.prove(session)

    async def _shown(self, kind: str, answer: Answer, address: Address, wanted: str = "") -> tuple[str, str]:
        """The person and the id of a passkey that was shown; with `wanted` it must be this person's."""
        key = digest(credential_of(answer))
        query = select(passkeys.c.person, passkeys.c.key, passkeys.c.uses).where(passkeys.c.id == key)
        found = await self._database.row(query)
        if found is None or wanted not in ("", found[0]):
            raise Refused("passkey", "this passkey is not known here: it may have been removed")
        used = await self._ceremonies.read_any(kind, answer, address, bytes(found[1]), found[2], wanted)
        noted = {"used": time.time(), "uses": used.new_sign_count}
        await self._database.execute(update(passkeys).where(passkeys.c.id == key).values(noted))
        return str(found[0]), key

    # -- recovery ------------------------------------------------------------------------------------------------------

    async def new_code(self, person: Person, session: Session | None) -> str:
        """A new recovery code instead of the one before. Raises `Refused`."""
        if may_change(person, session) is None:
            raise Refused("guest", "a guest needs no recovery code")
        async with self._database.writing() as connection:
            return await new_code(connection, person.id)

    async def recover(self, code: str, device: str, here: Session | None = None) -> Opened:
        """Let a browser be of whoever has the recovery code, which is used up; there is a new one. Raises `Refused`."""
        given = "".join(letter for letter in code.upper() if letter.isalnum())
        async with self._database.writing() as connection:
            taken = delete(recoveries).where(recoveries.c.code == digest(given)).returning(recoveries.c.person)
            person = await connection.scalar(taken)
            if person is None:
                raise Refused("no code", "this is no recovery code, or one that has been used or replaced")
            renewed = await new_code(connection, person)
            return Opened(person, await self.sessions.enter(connection, person, device, here), renewed)

    async def code_since(self, person: Person) -> float | None:
        """Time at which a person's recovery code was made."""
        return await self._database.scalar(select(recoveries.c.created).where(recoveries.c.person == person.id))


def may_change(person: Person, session: Session | None) -> Session | None:
    """The session of somebody who may change their account; none of a guest. Raises `Refused`.

    A browser that was left open, or a cookie that was copied, is not enough to lock somebody out.
    """
    if not person.somebody:
        return None
    if session is None or session.person != person.id or not session.fresh:
        raise Refused("prove", "show first that it is you, on the page of your account: that was done too long ago")
    return session


async def add_way_in(
    connection: AsyncConnection, person: Person, keep: Callable[[], Awaitable[None]], begin: Callable[[], Awaitable[str]]
) -> Opened | None:
    """Keep a way into an account, within a transaction. By the first of them a guest becomes somebody: a session begins.

    Of two windows in which that is done at once one is refused (`Refused`).
    """
    if person.somebody:
        await keep()
        return None
    became = update(people).where(people.c.id == person.id, people.c.since.is_(None)).values(since=time.time())
    if (await connection.execute(became)).rowcount != 1:
        raise Refused("somebody", "this was done just now, in another window: sign in there")
    await keep()
    token, code = await begin(), await new_code(connection, person.id)
    await order(connection, "person", person_mark(person.id))
    return Opened(person.id, token, code)


async def _keep(connection: AsyncConnection, person: Person, made: VerifiedRegistration, device: str, now: float) -> None:
    """Keep a new passkey, within a transaction. Raises `Refused`."""
    row: dict[str, object] = {"id": digest(made.credential_id), "person": person.id, "credential": made.credential_id}
    row |= {"key": made.credential_public_key, "uses": made.sign_count, "device": device, "created": now, "used": now}
    if (await connection.execute(_ADD, row)).rowcount != 1:
        raise Refused("passkey", "this passkey is known already")
    count = select(func.count()).select_from(passkeys).where(passkeys.c.person == person.id)
    if (await connection.scalar(count) or 0) > MOST:
        raise Refused("too many", f"a person has at most {MOST} passkeys: remove one first")


async def new_code(connection: AsyncConnection, person: str) -> str:
    """A new recovery code of a person instead of the one before, within a transaction."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_GROUPS * _LONG))
    await connection.execute(delete(recoveries).where(recoveries.c.person == person))
    await connection.execute(insert(recoveries).values(person=person, code=digest(code), created=time.time()))
    return "-".join(code[at : at + _LONG] for at in range(0, len(code), _LONG))
