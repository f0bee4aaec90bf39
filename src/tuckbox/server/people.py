"""People: a number nobody can guess, and a name."""

from __future__ import annotations

import secrets
import time
import unicodedata
from dataclasses import dataclass, field, replace

from tuckbox.errors import OptionError
from tuckbox.match.letters import shown
from tuckbox.match.record import Seat
from tuckbox.server.errors import Refused
from tuckbox.server.names import piled
from tuckbox.server.storage.store import Store


@dataclass(frozen=True)
class Person:
    """A person who has been here: the `id` is known to their browser and to the server alone. `somebody` has an account: a
    passkey by which they are known on any device; all others are guests. The `unheard` are people whose words and reactions
    they do not want to see."""

    id: str
    name: str
    muted: bool = False
    somebody: bool = False
    unheard: frozenset[str] = field(default=frozenset(), compare=False)


BANNED = "the operator of this server has banned you from it"

_JOINERS = {0x200C: None, 0x200D: None}
"""Unseen letters that keyboards put into Persian names and into emoji: they change no order, so they are not refused."""


def tidy_name(text: str) -> str:
    """A name as it may stand at a table: no control characters, nothing unseen, single spaces, not too long.

    Raises `Refused`.

    >>> tidy_name("  Ann   Lee ")
    'Ann Lee'
    """
    text = unicodedata.normalize("NFC", text[:400])
    plain = " ".join(text.translate(_JOINERS).split())
    if not plain:
        raise Refused("name", "a name has to show something")
    if piled(plain):
        raise Refused("name", "a name must not pile marks upon a letter")
    try:
        Seat(plain)  # a name that could change the order of letters is refused, not mended
        return Seat(shown(text)).name
    except OptionError as error:
        raise Refused("name", str(error)) from None


class People:
    """All who have been here."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def new(self, name: str) -> Person:
        """Somebody new. Raises `Refused` for what is no name."""
        person = Person(secrets.token_hex(16), tidy_name(name))
        await self._store.journal.write(("person", {"id": person.id, "name": person.name, "created": time.time()}))
        return person

    async def get(self, key: str) -> Person | None:
        """The person of an id, if there is one. Raises `Refused` for one who is banned."""
        found = await self._store.person(key)
        if found is None:
            return None
        if found.banned:
            raise Refused("banned", BANNED)
        unheard = frozenset(found.unheard.split(",")) if found.unheard else frozenset[str]()
        return Person(key, found.name, bool(found.muted), found.since is not None, unheard)

    async def rename(self, person: Person, name: str) -> Person:
        """The same person with another name; tables know them by the name under which they sat down."""
        renamed = replace(person, name=tidy_name(name))
        await self._store.journal.write(("name", {"key": person.id, "name": renamed.name}))
        return renamed
