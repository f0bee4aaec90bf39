"""A table wakes from a snapshot as the table it was; one that lies is found out, and no other is ever used."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.clock import HandClock
from tests.server.rooms import Room, act, open_room, step, stored
from tests.server.table.walks import GAMES, again, begun, models, walk
from tuckbox.server.errors import Refused, StorageError, Unsure
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table import snapshot as module
from tuckbox.server.table.snapshot import Snapshot, confirm, read, seal, unseal, write
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import Table


def long(game: str, players: int, options: dict[str, Any], steps: int) -> tuple[TableState, list[tuple[ev.Event, float]]]:
    """A table at which much has happened, and what."""
    state, before = begun(game, players, options)
    happened = [(event, 1000.0) for event in before]
    for event, at in walk(state, 7, steps):
        state.apply(event, at)
        happened.append((event, at))
    return state, happened


def changed(data: bytes, **more: Any) -> bytes:
    """A snapshot that says something else, and bears the hash of that."""
    return seal(msgspec.msgpack.encode(msgspec.structs.replace(opened(data), **more)))


def opened(data: bytes) -> Snapshot:
    """What a snapshot says."""
    text = unseal(data)
    assert text is not None
    return msgspec.msgpack.decode(text, type=Snapshot)


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_a_table_from_a_snapshot_is_the_table_it_was(game: str, players: int, options: dict[str, Any]) -> None:
    state, happened = long(game, players, options, 60)
    data = write(state)
    assert data is not None
    other = read(data, state.id, state.game)
    assert other is not None
    assert models(other) == models(state)
    for event, at in walk(state, 8, 20):
        assert other.apply(event, at) == state.apply(event, at)
        happened.append((event, at))
    assert models(other) == models(state)
    assert confirm(other, again(state, happened))
    assert other.match is not None
    assert state.match is not None
    assert other.match.record() == state.match.record()


def test_a_snapshot_that_lies_is_found_out() -> None:
    state, happened = long("whiplash", 3, {"match": "race", "target": 9}, 60)
    data = write(state)
    assert data is not None
    found = opened(data)
    kept = found.match
    for lie in (
        changed(data, told=msgspec.structs.replace(found.told, since=1.0)),
        changed(data, match=replace(kept, now=replace(kept.now, drawn=kept.now.drawn + 1))),
    ):
        other = read(lie, state.id, state.game)
        assert other is not None
        assert not confirm(other, again(state, happened))


def test_no_snapshot_is_used_that_is_damaged_or_of_something_else() -> None:
    state, _ = long("whiplash", 3, {"match": "race", "target": 9}, 60)
    data = write(state)
    assert data is not None
    kept = opened(data).match
    assert read(data, state.id, state.game) is not None
    assert read(data, "another", state.game) is None
    assert read(data[:-1], state.id, state.game) is None
    assert read(b"", state.id, state.game) is None
    assert read(data[:100] + bytes([data[100] ^ 1]) + data[101:], state.id, state.game) is None
    assert read(changed(data, form=module.FORM + 1), state.id, state.game) is None
    other = replace(kept, now=replace(kept.now, rules="0" * 16))
    assert read(changed(data, match=other), state.id, state.game) is None
    assert read(seal(msgspec.msgpack.encode(["no", "snapshot"])), state.id, state.game) is None
    assert read(seal(bytes(2_000_000)), state.id, state.game) is None


def test_a_snapshot_has_a_greatest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = long("whiplash", 3, {"match": "race", "target": 9}, 60)
    data = write(state)
    assert data is not None
    monkeypatch.setattr(module, "MOST", len(data) - 1)
    assert write(state) is None


# -- in a house --------------------------------------------------------------------------------------------------------


async def played(room: Room, moves: int) -> tuple[Table, list[Person]]:
    """A table of two at which so many moves have been made."""
    people = await room.people("Ann", "Bo")
    table = await room.table(*people, options={"match": "race", "target": 9})
    chance = random.Random(1)
    for _ in range(moves):
        await step(table, people, chance)
    await room.quiet()
    return table, people


@pytest.mark.anyio
async def test_a_long_match_wakes_from_a_snapshot_and_then_has_its_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, applied = HandClock(), 0
    async with open_room(tmp_path / "x.db", clock) as room:
        table, people = await played(room, 120)
        then, count = {person.id: table.view_model(person) for person in people}, table.state.count
        assert await room.house.store.snapshot(table.id)
    apply = TableState.apply

    def counted(self: TableState, event: ev.Event, at: float) -> Any:
        nonlocal applied
        applied += 1
        return apply(self, event, at)

    async with open_room(tmp_path / "x.db", clock) as room:
        await room.quiet()
        room.house.tables.kept.clear()
        room.house.tables.known.clear()
        monkeypatch.setattr(TableState, "apply", counted)
        woken = await room.house.tables.get(table.id)
        assert applied <= module.EVERY
        assert {person.id: woken.view_model(person) for person in people} == then
        with pytest.raises(Refused, match="not known yet"):
            woken.view_model(people[0], 3)
        await room.quiet()
        assert applied >= count - 1
        assert woken.view_model(people[0], 3).step == 3
        asked = next(person for person in people if woken.view_model(person).moves)
        await act(woken, asked)
        assert woken.state.count == count + 1


@pytest.mark.anyio
async def test_the_past_is_read_though_what_was_saved_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost just after a commit, and nobody tries again: the pasts of all other tables would wait."""
    clock = HandClock()
    async with open_room(tmp_path / "x.db", clock) as room:
        table, people = await played(room, 120)
    async with open_room(tmp_path / "x.db", clock) as room:
        await room.quiet()
        room.house.tables.kept.clear()
        room.house.tables.known.clear()
        journal = room.house.store.journal
        honest = journal._commit

        async def commit(batch: list[Any]) -> StorageError:
            await honest(batch)
            return Unsure("nobody can know")

        async with room.house.tables._reading:  # the past waits for that of another table
            woken = await room.house.tables.get(table.id)
            monkeypatch.setattr(journal, "_commit", commit)
            with pytest.raises(Refused, match="nobody can know"):
                await act(woken, next(person for person in people if woken.view_model(person).moves))
            monkeypatch.setattr(journal, "_commit", honest)
        async with asyncio.timeout(20):
            await room.quiet()
        assert woken.view_model(people[0], 3).step == 3
        assert woken.state.count == len(await stored(room.house, woken))


@pytest.mark.anyio
async def test_a_table_with_a_snapshot_that_lies_becomes_what_its_events_say(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_room(tmp_path / "x.db", clock) as room:
        table, people = await played(room, 120)
        truth, store = {person.id: table.view_model(person) for person in people}, room.house.store
        data = await store.snapshot(table.id)
        assert data is not None
        told = opened(data).told
        await store.keep_snapshot(table.id, changed(data, told=msgspec.structs.replace(told, chatted=7, started=5.0)))
    async with open_room(tmp_path / "x.db", clock) as room:
        await room.quiet()
        woken = await room.house.tables.get(table.id)
        assert woken.state.chatted == 0
        assert room.house.statistics()["faults"] == 1
        for person in people:
            model = woken.view_model(person)
            assert model.version > truth[person.id].version  # what was chosen from the lie is refused
            assert model.scene == truth[person.id].scene
