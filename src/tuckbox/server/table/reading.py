"""Reading a table from the store: from its events, or sooner from a snapshot and the events since."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from tuckbox.engine.game import Game
from tuckbox.errors import TuckboxError
from tuckbox.server.errors import BrokenTable, Refused
from tuckbox.server.storage.store import Store, Stored
from tuckbox.server.table import events as ev
from tuckbox.server.table.new_table import find_game
from tuckbox.server.table.snapshot import read
from tuckbox.server.table.state import TableState

if TYPE_CHECKING:
    from tuckbox.server.table.table import Table

_SLICE = 10
"""So many events of a table are replayed in a row; in between others have their turn."""

_CATCH_UP = 0.05
"""So many seconds later a table is looked at again that has moved while its events were read."""


async def read_table(store: Store, key: str, find: Callable[[str], Game]) -> tuple[TableState, bool]:
    """The state of a table, and whether it comes from a snapshot, so that its past is still to be read.

    Raises `Refused`, `BrokenTable`, `StorageError` or `msgspec.DecodeError`.
    """
    data = await store.snapshot(key)
    if data is not None:
        try:
            state = await _from_snapshot(store, key, data, find)
        except TuckboxError:
            state = None  # the events will say what is wrong
        if state is not None and state.stage != "finished":  # who looks back at a match wants its past
            return state, True
    return await read_events(store, key, find), False


async def _from_snapshot(store: Store, key: str, data: bytes, find: Callable[[str], Game]) -> TableState | None:
    first = await store.events(key, 0, 1)
    opened = ev.read_event(first[0].data) if first else None
    state = read(data, key, find_game(opened.game, find)) if isinstance(opened, ev.Opened) else None
    if state is None or state.opened != opened:
        return None
    await _follow(state, await store.events(key, state.count))
    return state


async def read_events(store: Store, key: str, find: Callable[[str], Game]) -> TableState:
    """The state of a table from all of its events, with all its past. Raises as `read_table`."""
    stored = await store.events(key)
    if not stored:
        raise Refused("no table", "there is no such table")
    opened = ev.read_event(stored[0].data)
    if not isinstance(opened, ev.Opened):
        raise BrokenTable("a table begins with its opening")
    state = TableState(key, find_game(opened.game, find), opened, stored[0].at)
    await _follow(state, stored[1:])
    return state


async def read_past(store: Store, table: Table, find: Callable[[str], Game]) -> None:
    """Read all events of a table that goes on already. Raises as `read_table`."""
    again = await read_events(store, table.id, find)
    while again.count != table.state.count:
        if again.count > table.state.count:  # what is saved happens in a moment
            await asyncio.sleep(_CATCH_UP)
        else:
            await _follow(again, await store.events(table.id, again.count))
    table.confirm(again)


async def _follow(state: TableState, stored: list[Stored]) -> None:
    """Let happen what is stored. Long matches are replayed in slices, so that other tables do not wait."""
    for place, each in enumerate(stored, 1):
        if each.number != state.count:
            raise BrokenTable(f"event {state.count} is missing")
        event = ev.read_event(each.data)
        if isinstance(event, ev.Practised):
            await asyncio.to_thread(state.apply, event, each.at)  # many steps in one
        else:
            state.apply(event, each.at)
        if place % _SLICE == 0:
            await asyncio.sleep(0)


__all__ = ["read_events", "read_past", "read_table"]
