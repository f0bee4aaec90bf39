"""A digest of a position, by which a match that has been played again by other rules is compared with what it was.

It has a short hash of every field of the state but the options, under the field's name. So rules may get new fields, rename
some or drop them, and what both versions know is still compared. It tells hidden cards to whoever tries all there may be:
it is kept beside the secret of the deal, and shown to nobody.
"""

from __future__ import annotations

import hashlib

from tuckbox.kit.layout import Layout
from tuckbox.match.match import Match

_LENGTH = 8
RECORDS = "/bytes"
"""Behind the name of a field that holds records, such as zones, whose bytes are hashed."""

_ALIKE = 0.5
"""Minimum share of a digest's fields that must still exist; below it the states are too different to compare."""


def digest(match: Match) -> str:
    """The digest of a match as it stands: ``name:hash`` of each field and of the number of steps.

    >>> agrees(digest(Match("whiplash", seed=7)), Match("whiplash", seed=7))
    True
    >>> agrees(digest(Match("whiplash", seed=7)), Match("whiplash", seed=8))
    False
    """
    return " ".join(f"{name}:{value}" for name, value in _hashes(match).items())


def agrees(told: str, match: Match) -> bool:
    """Whether a match agrees with a digest in every field that both know."""
    was = dict(part.split(":", 1) for part in told.split(" ") if ":" in part)
    here = _hashes(match)
    if not was.keys() <= here.keys():  # it may have been made by an older version
        here |= _former(match)
    known = [name for name in was if name in here]
    return len(known) >= max(1, _ALIKE * len(was)) and all(was[name] == here[name] for name in known)


def _hashes(match: Match) -> dict[str, str]:
    """The hash of each field: of numbers as text, of records by their bytes, with `RECORDS` behind the name."""
    layout = match.game.layout
    row = layout.pack(match.state)[0]
    numbers = [name for name in layout.fields if name not in layout.options and not _holds_records(layout, name)]
    told = {name: repr(row[name].tolist()).encode() for name in numbers}
    told |= {name + RECORDS: row[name].tobytes() for name in layout.fields if _holds_records(layout, name)}
    told["steps"] = str(match.steps).encode()
    return {name: _hash(data) for name, data in told.items()}


def _former(match: Match) -> dict[str, str]:
    """The hashes of records as they were made at first: of what NumPy prints, which takes a hundred times as long."""
    layout = match.game.layout
    row = layout.pack(match.state)[0]
    return {name: _hash(repr(row[name].tolist()).encode()) for name in layout.fields if _holds_records(layout, name)}


def _holds_records(layout: Layout, name: str) -> bool:
    return layout.dtype[name].base.names is not None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_LENGTH]
