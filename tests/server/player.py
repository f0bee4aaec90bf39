"""Servers that play by themselves until they are killed, and tell what has been acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection

from tests.server.rooms import Guessers, act, find, found, step
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.people import Person
from tuckbox.server.table.clock import RealClock
from tuckbox.server.table.commands import Agree, Chat, Sit, Start, Takeback
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.table import Table

PEOPLE = ("Ann", "Bo")

LEASE = 1.0
"""Seconds after which a house that has been killed is taken to be gone."""


async def opened(house: House) -> tuple[list[Person], list[Table]]:
    """The people and their tables: those that are there, or new ones."""
    known = [await house.people.get(str(number) * 32) for number in range(2)]
    people = [person for person in known if person is not None]
    if len(people) < 2:
        people = [Person(str(number) * 32, name) for number, name in enumerate(PEOPLE)]
        for person in people:
            await house.store.journal.write(("person", {"id": person.id, "name": person.name, "created": 0.0}))
    tables = [await found(house, listed.id) for listed in await house.lists.tables_of(people[0])]
    return people, [table for table in tables if table.view_model(None).stage == "playing"]


async def begin(house: House, people: list[Person], chance: random.Random) -> Table:
    """One more match."""
    game = chance.choice(("whiplash", "bluff"))
    table = await house.new_table(people[0], TableRequest(game, 3, bots=(None, None, "easy"), chat=True))
    await table.do(people[1], Sit(1))
    await table.do(people[0], Start())
    return table


async def play(house: House, chance: random.Random, told: Connection) -> None:
    """Play at three tables at once for as long as it is let."""
    people, tables = await opened(house)
    told.send("ready")

    async def at(table: Table | None) -> None:
        while True:
            if table is None or table.view_model(None).stage != "playing":
                table = await begin(house, people, chance)
            await step(table, people, chance)
            if chance.random() < 0.01:
                with contextlib.suppress(Refused):  # too often
                    await table.do(people[0], Chat("here I am"))
            told.send((table.id, table.state.count))
            await asyncio.sleep(0)

    await asyncio.gather(*(at(table) for table in (*tables[:3], *[None] * (3 - len(tables[:3])))))


async def ask(house: House, told: Connection) -> None:
    """Three play, and the second asks for a takeback, to which the first agrees; after the next message the third does."""
    people = [await house.people.new(name) for name in ("Ann", "Bo", "Cy")]
    wish = TableRequest("whiplash", 3, {"dealer": "0"}, private=True)
    table = await house.new_table(people[0], wish)
    for seat in (1, 2):
        await table.do(people[seat], Sit(seat))
    await table.do(people[0], Start())
    await act(table, people[1], "take discard")
    await act(table, people[1])
    await table.do(people[1], Takeback(table.view_model(people[1]).version))
    proposal = table.state.proposal
    assert proposal is not None
    await table.do(people[0], Agree(proposal.number))
    told.send((table.id, [person.id for person in people]))
    while not told.poll():
        await asyncio.sleep(0.001)
    told.send("agreeing")
    await table.do(people[2], Agree(proposal.number))
    await asyncio.sleep(60)


def run(address: str, seed: int, told: Connection) -> None:
    """Open the house and play; `told` is sent the id of a table and the number of its events after each move."""
    serve(address, seed, lambda house: play(house, random.Random(seed), told))


def run_asking(address: str, told: Connection) -> None:
    """Open the house and ask for a takeback; `told` is sent the id of the table and those of its people."""
    serve(address, 1, lambda house: ask(house, told))


def serve(address: str, seed: int, work: Callable[[House], Awaitable[None]]) -> None:
    """Do something in a house, in this process."""

    async def main() -> None:
        bots = Guessers(seed)
        async with House.open(address, bot_delay=0.0, clock=RealClock(), bots=bots, find=find, lease=LEASE) as house:
            await work(house)

    asyncio.run(main())
