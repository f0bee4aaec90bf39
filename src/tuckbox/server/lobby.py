"""Tables as they are listed: what can be told without looking at a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from tuckbox.server.storage.store import TableRow


@dataclass(frozen=True)
class SeatSummary:
    """A seat in a list: who has it, and whether one may sit down there."""

    kind: str
    name: str
    level: str = ""
    free: bool = False


@dataclass(frozen=True)
class TableSummary:
    """A table in a list. `changed` is when its stage or its seats last changed (seconds since 1970).

    In the list of one's own tables `asked` says whether one is to decide.
    """

    id: str
    game: str
    title: str
    stage: str
    players: int
    options: dict[str, str]
    pace: str
    private: bool
    seats: tuple[SeatSummary, ...]
    created: float
    changed: float
    hosted: bool = False
    asked: bool = False


@dataclass(frozen=True)
class Lobby:
    """The public tables: those that wait for players, and those that can be watched."""

    open: tuple[TableSummary, ...]
    running: tuple[TableSummary, ...]


def summary(row: TableRow, person: str | None = None, asked: bool = False) -> TableSummary:
    """A table of the database as it is listed for a person."""
    seats: list[dict[str, Any]] = msgspec.json.decode(row.seats)
    return TableSummary(
        id=row.id,
        game=row.game,
        title=row.title,
        stage=row.stage,
        players=row.players,
        options=msgspec.json.decode(row.options),
        pace=row.pace,
        private=bool(row.private),
        seats=tuple(SeatSummary(**seat) for seat in seats),
        created=row.created,
        changed=row.changed,
        hosted=row.host == person,
        asked=asked,
    )
