"""How soon a long match wakes: python bench/wake.py [--actions 10000] [--rounds 5]

A table at which much has happened is read from the database as if somebody asked for it: from all of its events, and from
the snapshot and the events since, of which there are as many as there can be. What comes meanwhile in the background, all
the events once more, to see whether the snapshot was true, is told too.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from tuckbox.definition.game import game as find
from tuckbox.server.people import Person
from tuckbox.server.storage.store import Store
from tuckbox.server.table import events as ev
from tuckbox.server.table.decide import start
from tuckbox.server.table.new_table import NewTable, TableRequest
from tuckbox.server.table.reading import read_events, read_table
from tuckbox.server.table.snapshot import EVERY, write
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import event_row

GAMES: dict[str, dict[str, object]] = {
    "whiplash": {"match": "race", "target": 99, "turn_cap": 400, "void_limit": 10},
    "keywhiz": {"tournament": "on", "target": 20},
    "whipsaw": {"match": "rotation"},
    "jalopies": {"race": "circuit"},
}
"""Matches that may be long; where one ends before it is as long as wanted it is measured as long as it is."""

PLAYERS = {"keywhiz": 2}  # a tournament is for two
PEOPLE = [Person(f"{seat}" * 32, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]


def next_event(state: TableState, chance: random.Random) -> ev.Event:
    """Something that can happen now; people call rarely, so that hands are long."""
    match = state.match
    assert match is not None
    if match.between:
        return ev.Dealt()
    if state.window and state.all_answered:
        return ev.Closed()
    seat = chance.choice(state.undecided)
    texts = match.legal(seat)
    long = [text for text in texts if not text.startswith("call")]
    action = chance.choice(long if long and chance.random() < 0.9 else texts)
    return ev.Answered(seat, action) if state.window else ev.Acted(seat, action)


async def fill(store: Store, game: str, actions: int) -> str:
    """The id of a table at which much has happened, with its snapshot."""
    known = find(game)
    options = {name: value for name, value in GAMES[game].items() if name in known.layout.options}
    new = NewTable.requested(TableRequest(game, PLAYERS.get(game, 4), options), PEOPLE[0], find, 1000.0)
    for seat, person in enumerate(PEOPLE[1 : len(new.state.seats)], 1):
        new.seat(seat, person)
    new._add(start(new.state))
    await store.journal.write(*new.rows())
    state, chance, snapshot, rows = new.state, random.Random(1), None, []
    while state.count < actions and state.stage == "playing":
        event = next_event(state, chance)
        rows.append(("events", event_row(state.id, state.count, 1000.0 + state.count, event)))
        state.apply(event, 1000.0 + state.count)
        if state.count % EVERY == 1 and state.count + EVERY <= actions and state.stage == "playing":
            snapshot = write(state) or snapshot
    if state.stage == "finished":
        rows.pop()  # a match that is over does not wake
    await store.journal.write(*rows)
    if snapshot is not None:
        await store.keep_snapshot(state.id, snapshot)
    return state.id


async def measure(game: str, actions: int, rounds: int) -> str:
    """A row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder) / "tables.db"))
        key = await fill(store, game, actions)
        slow, quick, count, size = [], [], 0, len(await store.snapshot(key) or b"")
        for _ in range(rounds):
            began = time.perf_counter()
            await read_events(store, key, find)
            slow.append(time.perf_counter() - began)
            began = time.perf_counter()
            state, in_haste = await read_table(store, key, find)
            quick.append(time.perf_counter() - began)
            count = state.count
            assert in_haste
        await store.close()
    told = [game, f"{count:,}", f"{1000 * statistics.median(slow):,.0f} ms", f"{1000 * statistics.median(quick):.0f} ms"]
    return f"| {' | '.join([*told, f'{1000 * max(quick):.0f} ms', f'{size / 1000:.0f} kB'])} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    asked = parser.parse_args()
    head = ["game", "events", "from all events", "from a snapshot", "slowest", "snapshot"]
    print(f"| {' | '.join(head)} |\n| --- {'| ---: ' * (len(head) - 1)}|")
    for game in asked.games:
        print(asyncio.run(measure(game, asked.actions, asked.rounds)), flush=True)


if __name__ == "__main__":
    main()
