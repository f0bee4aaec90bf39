"""What can go wrong with a database."""

from __future__ import annotations

from tuckbox.errors import TuckboxError


class StorageError(TuckboxError):
    """The database cannot be opened or used; nothing was changed by whoever gets this."""


class Conflict(StorageError):
    """What was to be written is there already: somebody's memory of the table is not up to date."""
