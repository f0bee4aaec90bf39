"""Reading a table from the store: from its events, or sooner from a snapshot and the events since."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.match.digest import agrees
from tuckbox.server.errors import BrokenTable, Refused
from tuckbox.server.storage.store import Store, Stored
from tuckbox.server.table import events as ev
from tuckbox.server.table.archive import read as read_archive
from tuckbox.server.table.new_table import find_game
from tuckbox.server.table.snapshot import read
from tuckbox.server.table.state import TableState

if TYPE_CHECKING:
    from tuckbox.server.table.table import Table

log = logging.getLogger(__name__)

_SLICE = 10
"""Number of events of a table replayed in a row; in between others have their turn."""

_CATCH_UP = 0.05
"""Seconds until a table that has moved while its events were read is looked at again."""


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
        if state is not None and state.stage != "finished":  # people who look back at a finished match want its past
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
    """The state of a table from all of its events, with all its past. Raises as `read_table`.

    One that was played by other rules is followed by those of here, if they lead to the same; else it is `past`.
    """
    stored = await store.events(key)
    if not stored:
        raise Refused("no table", "there is no such table: its link may have lost a letter, or it has been forgotten")
    opened = ev.read_event(stored[0].data)
    if not isinstance(opened, ev.Opened):
        raise BrokenTable("a table begins with its opening")
    game = find_game(opened.game, find)
    state = TableState(key, game, opened, stored[0].at)
    if rules_of(stored) == game.hash:
        await _follow(state, stored[1:])
        return state
    try:
        return await follow_by_other_rules(state, stored[1:])
    except BrokenTable as error:
        log.info("table %s cannot be played by the rules of here: %s", key[:6], error)
    state = TableState(key, game, opened, stored[0].at, past=True)
    await _follow(state, stored[1:])
    data = await store.archive(key)
    state.kept = None if data is None else read_archive(data)
    return state


def rules_of(stored: Sequence[Stored]) -> str:
    """The hash of the rules by which a table is played now; "" where it was ended since they had changed."""
    for each in reversed(stored):
        if each.kind in ("opened", "adopted", "ended"):
            event = ev.read_event(each.data)
            return event.rules if isinstance(event, ev.Opened | ev.Adopted) else ""
    return ""


def change_of_rules(state: TableState) -> ev.Adopted | ev.Ended | None:
    """Event by which an unfinished table takes the rules of this version; None where it has them."""
    if state.past:
        return ev.Ended(state.game.hash)
    return ev.Adopted(state.game.hash) if state.rules != state.game.hash else None


async def follow_by_other_rules(state: TableState, stored: Sequence[Stored]) -> TableState:
    """Let happen what is stored, by rules by which it was not played. Raises `BrokenTable` where they lead elsewhere.

    A match that is over has its end to show that they do not, one that is played its digests.
    """
    if any(each.kind == "ended" for each in stored):
        raise BrokenTable("it was ended since its rules had changed")
    try:
        state.game.settle_options(state.opened.players, state.options)
    except OptionError as error:
        raise BrokenTable(f"the options do not fit: {error}") from error
    await _follow(state, stored, compare=True)
    if state.fault and not state.barred:
        raise BrokenTable("the rules went wrong")
    compared = any('"digest"' in each.data for each in stored)
    if not (compared or state.stage != "playing" or state.opened.rules in state.game.former):
        raise BrokenTable("nothing tells whether the match is what it was")
    return state


async def read_past(store: Store, table: Table, find: Callable[[str], Game]) -> None:
    """Read all events of a table that goes on already, unless it is closed meanwhile. Raises as `read_table`."""
    again = await read_events(store, table.id, find)
    while again.count != table.state.count and not table.closed:
        if again.count > table.state.count:  # what is saved happens in a moment, or when the table looks
            await asyncio.sleep(_CATCH_UP)
            await table.save_summary()
        else:
            await _follow(again, await store.events(table.id, again.count))
    if not table.closed:
        table.confirm(again)


async def _follow(state: TableState, stored: Sequence[Stored], compare: bool = False) -> None:
    """Let happen what is stored. Long matches are replayed in slices, so that other tables do not wait.

    With `compare` the match is to be where the digests tell that it was. Raises `BrokenTable`.
    """
    for place, each in enumerate(stored, 1):
        if each.number != state.count:
            raise BrokenTable(f"event {state.count} is missing")
        event = ev.read_event(each.data)
        told = getattr(event, "digest", "") if compare else ""
        if told and not (state.match and agrees(told, state.match)):
            raise BrokenTable(f"before event {state.count} the match is not what it was")
        if isinstance(event, ev.Practised):
            await asyncio.to_thread(state.apply, event, each.at)  # many steps in one
        else:
            state.apply(event, each.at)
        if place % _SLICE == 0:
            await asyncio.sleep(0)
