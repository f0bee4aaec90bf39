"""Archive of a match, to be looked at when its rules are gone: what lay on the table, and what was told.

It is made of the record when a match is over, and of the position between two games of a series; reading it needs no rules.
People are named in it by signs of their seats, and get their names, as these are now, when it is shown.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tuckbox.definition.game import Game
from tuckbox.match.match import Match
from tuckbox.match.record import Record, Seat
from tuckbox.scene.data import from_data, to_data
from tuckbox.scene.parts import Scene

FORM = 1
"""Version of the form; another one is not read."""

MOST = 64 << 20
"""Maximum number of bytes of an archive that is read, unpacked."""


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """The table after a step, as the data of a scene, and the sentences of this step."""

    scene: Any
    told: list[str]


class Archive(msgspec.Struct, frozen=True, array_like=True):
    """A match without its rules: the frames of its steps, the final places if it is over, and its record then.

    `steps` is the number of steps that had been made when the first frame was drawn, less one.
    """

    form: int
    steps: int
    frames: list[Frame]
    places: list[int] | None = None
    record: str = ""

    def scene(self, step: int, names: Sequence[str]) -> Scene | None:
        """The scene after a step; None if there is none."""
        place = step - self.steps - 1
        if not 0 <= place < len(self.frames):
            return None
        scene = from_data(_named(self.frames[place].scene, names))
        return scene if isinstance(scene, Scene) else None

    def lines(self, step: int, most: int, names: Sequence[str]) -> list[tuple[int, str]]:
        """The last sentences up to a step, each with its step: at least `most` if there are as many."""
        found: list[tuple[int, str]] = []
        for place in range(step - self.steps - 1, -1, -1):
            if len(found) >= most:
                break
            told = self.frames[place].told if place < len(self.frames) else []
            found[:0] = [(self.steps + 1 + place, _named(line, names)) for line in told]
        return found

    @property
    def last(self) -> int:
        """The last step there is a frame of."""
        return self.steps + len(self.frames)


_encode, _decoder = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Archive)


def of_record(record: Record, game: Game) -> bytes:
    """The archive of a finished match, all hands open. Raises `RecordError`."""
    match = Match.from_record(_anonymous(record), game)
    told: dict[int, list[str]] = {}
    for step, line in match.open_lines(match.steps * 1000):
        told.setdefault(step, []).append(line)
    frames = [Frame(to_data(game.scene(match.open_view(step))), told.get(step, [])) for step in range(1, match.steps + 1)]
    return pack(Archive(FORM, 0, frames, list(match.places or ()) or None, str(match.record())))


def of_standing(match: Match) -> bytes:
    """The public part of a match between two games of its series."""
    signs = tuple(map(_sign, range(match.players)))
    view = replace(match.view(None, log=False), names=signs)
    return pack(Archive(FORM, match.steps - 1, [Frame(to_data(match.game.scene(view)), [])]))


def pack(archive: Archive) -> bytes:
    """An archive as it is stored."""
    return zlib.compress(_encode(archive), 6)


def read(data: bytes) -> Archive | None:
    """The archive that was stored; None where it is damaged or of another form."""
    unpacking = zlib.decompressobj()
    try:
        found = _decoder.decode(unpacking.decompress(data, MOST))
    except (msgspec.DecodeError, zlib.error):
        return None
    return found if found.form == FORM else None


def is_whole(data: bytes | None) -> bool:
    """Whether this is the archive of a finished match, and not what was kept while it was played."""
    archive = None if data is None else read(data)
    return archive is not None and bool(archive.record)


def named_record(archive: Archive, names: Sequence[str]) -> str:
    """The record of an archived match, with names; "" where there is none."""
    if not archive.record:
        return ""
    record = Record.read(archive.record)
    seats = tuple(replace(seat, name=name) for seat, name in zip(record.seats, names, strict=True))
    return str(replace(record, seats=seats))


def _anonymous(record: Record) -> Record:
    return replace(record, seats=tuple(Seat(_sign(seat), each.player) for seat, each in enumerate(record.seats)))


def _sign(seat: int) -> str:
    """Placeholder for the name at a seat."""
    return f"\u27e6{seat}\u27e7"


def _named(data: Any, names: Sequence[str]) -> Any:
    """Data in which the signs of seats are names."""
    if isinstance(data, str):
        for seat, name in enumerate(names):
            data = data.replace(_sign(seat), name)
        return data
    if isinstance(data, dict):
        return {key: _named(value, names) for key, value in data.items()}
    return [_named(value, names) for value in data] if isinstance(data, list) else data
