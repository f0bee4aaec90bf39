"""Every refusal as a client gets it: a word for programs, a sentence for people, the status of an answer."""

from __future__ import annotations

from tuckbox.errors import (
    ActionError,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    OptionError,
    TuckboxError,
    UndoError,
    UnknownAction,
    UnknownGame,
)
from tuckbox.server.storage.errors import StorageError
from tuckbox.server.table.commands import Refused

_CODES: dict[type[TuckboxError], str] = {
    UnknownAction: "unknown action",
    IllegalAction: "illegal",
    NotYourTurn: "not your turn",
    MatchOver: "over",
    UndoError: "no undo",
    ActionError: "refused",
    OptionError: "option",
    UnknownGame: "no game",
    StorageError: "storage",
}
"""What the match, the options and the storage refuse, by the nearest class."""

STATUS = {
    "wrong host": 421,
    "wrong origin": 403,
    "too fast": 429,
    "too many": 429,
    "too long": 413,
    "too slow": 408,
    "gone": 400,
    "unknown token": 401,
    "no name": 401,
    "no table": 404,
    "no game": 404,
    "not here": 404,
    "no step": 404,
    "not allowed": 403,
    "storage": 503,
    "busy": 503,
}
"""The status of an answer by its code; for any other refusal 409, the state of things does not allow it."""


def refusal(error: TuckboxError) -> Refused | None:
    """The refusal that an error is; None for errors of our own, of which a client must not read."""
    if isinstance(error, Refused):
        return error
    code = next((_CODES[kind] for kind in type(error).__mro__ if kind in _CODES), None)
    return Refused(code, str(error)) if code else None


def status(refused: Refused) -> int:
    """The status of an answer that refuses."""
    return STATUS.get(refused.code, 400 if refused.code in ("malformed", "option") else 409)
