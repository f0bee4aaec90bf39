"""Snapshot of a table at which much has happened, so that it wakes at once.

The events are the truth, and all of them are played again while the table is awake already: only then is it known whether
the snapshot was true. One that is damaged, or of other rules, or of another table, is never used.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from typing import Any

import msgspec

from tuckbox.definition.game import Game
from tuckbox.match.keeping import Kept, keep, recall, resume
from tuckbox.match.record import Seat
from tuckbox.server.table import events as ev
from tuckbox.server.table.state import Proposal, Saying, SeatState, TableState

FORM = 8
"""Version of the form; another one is not read."""

EVERY, MOST = 50, 64_000
"""Number of events between snapshots, and maximum number of bytes of one."""

_HASH, _UNPACKED = 32, 1_000_000


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A table but for its match."""

    opened: ev.Opened
    at: float
    count: int
    seats: list[SeatState]
    answers: dict[int, str]
    chat: list[Saying]
    chatted: int
    spoke: dict[str, list[float]]
    voices: dict[str, str]
    sat: dict[str, int]
    since: float
    taken: float
    started: float
    position: int
    rewritten: int
    timed_out: bool
    rematch: str | None
    fault: str
    barred: bool
    rules: str
    fuss: dict[int, int]
    proposal: Proposal | None
    declined: dict[int, int]
    spent: dict[int, float]
    rewound: int | None
    stood_in: list[int]
    joined: dict[int, int]
    _furthest: int
    versions: list[int]


_COPIED = tuple(name for name in Told.__struct_fields__ if name not in ("opened", "fuss", "versions"))


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A table and its match, whose chance comes from the secret of the opening and these `salts`."""

    form: int
    table: str
    told: Told
    salts: list[bytes | None]
    players: list[Seat]
    match: Kept


_encode, _decoder = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Snapshot)


def told(state: TableState) -> Told:
    """A table but for its match."""
    copied: dict[str, Any] = {name: getattr(state, name) for name in _COPIED}
    versions = [state.versions[viewer] for viewer in state.viewers]
    return Told(opened=state.opened, fuss=dict(state.fuss), versions=versions, **copied)


def write(state: TableState) -> bytes | None:
    """A snapshot; None where there is none to be had, or needed: practice begins with a past."""
    kept = None if state.match is None or state.practice else keep(state.match)
    if state.match is None or kept is None:
        return None
    snapshot = Snapshot(FORM, state.id, told(state), list(state.match.source.salts), list(state.match.seats), kept)
    data = seal(_encode(snapshot))
    return data if len(data) <= MOST else None


def seal(text: bytes) -> bytes:
    """A snapshot as it is stored: packed, and with a hash, so that what is damaged is seen."""
    packed = zlib.compress(text, 1)
    return hashlib.sha256(packed).digest() + packed


def unseal(data: bytes) -> bytes | None:
    """The stored snapshot; None where it is damaged or too large."""
    if len(data) > MOST or hashlib.sha256(data[_HASH:]).digest() != data[:_HASH]:
        return None
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(data[_HASH:], _UNPACKED)
    return text if unpacking.eof else None


def read(data: bytes, key: str, game: Game) -> TableState | None:
    """The table of a snapshot; None where it is not to be used."""
    try:
        text = unseal(data)
        found = None if text is None else _decoder.decode(text)
    except (msgspec.DecodeError, ValueError, zlib.error):
        return None
    if found is None:
        return None
    opened = found.told.opened
    if (found.form, found.table, found.told.rules, found.match.now.rules) != (FORM, key, game.hash, game.hash):
        return None
    state = TableState(key, game, opened, found.told.at)
    for name in _COPIED:
        setattr(state, name, getattr(found.told, name))
    state.fuss, state.versions = Counter(found.told.fuss), dict(zip(state.viewers, found.told.versions, strict=True))
    deal = state.deal.salted(*found.salts)
    state.match = resume(found.match, game, deal, found.players, state.options)
    state.match.begun_by(opened.rules, opened.options)
    return state


def confirm(state: TableState, again: TableState) -> bool:
    """Give a table that was read from a snapshot the past of the one that has been played again; False if they differ."""
    if state.match is None or again.match is None or told(state) != told(again):
        return False
    return recall(state.match, again.match)
