"""Errors of a server: refusals of a client, failures of the database, damaged tables."""

from __future__ import annotations

from tuckbox.errors import TuckboxError


class Refused(TuckboxError):
    """A command or a request that was refused. `code` is a word for programs, the message is for people, and `again` the
    number of seconds after which it may be granted, if that is known.

    Nothing has changed, but for a `NotSaved` that says otherwise.
    """

    def __init__(self, code: str, message: str, again: int | None = None) -> None:
        super().__init__(message)
        self.code, self.again = code, again


class NotSaved(Refused):
    """A request could not be saved; the message says whether it is known that nothing has changed."""

    def __init__(self, message: str) -> None:
        super().__init__("storage", message)


class Busy(Refused):
    """There is too much to do, or the server is about to end."""

    def __init__(self, message: str) -> None:
        super().__init__("busy", message, again=1)


class Elsewhere(Refused):
    """The table is with another process, which is to be asked at `address`."""

    def __init__(self, address: str) -> None:
        super().__init__("elsewhere", "this table is on its way from one server to another; try again in a moment")
        self.address = address


class Moved(Refused):
    """The table has gone to another process, or is to be read anew: connect again."""

    def __init__(self) -> None:
        super().__init__("moved", "this table has moved; look again")


class StorageError(TuckboxError):
    """The database cannot be opened or used; nothing was changed by whoever gets this."""


class Conflict(StorageError):
    """An event to be written is there already: somebody's memory of the table is not up to date."""


class NotOurs(Conflict):
    """Another process owns the table; nothing was written."""


class Unsure(StorageError):
    """The database failed in the moment of committing, or does not answer: nobody can know whether it was saved."""


class BrokenTable(TuckboxError):
    """The events of a table cannot be followed: they are of other rules, or damaged."""
