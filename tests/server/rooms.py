"""Houses for tests: a clock turned by hand, bots that need no compiled code, the toy games beside the real ones."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import create_engine, update

from tests.server.clock import HandClock
from tests.server.fleet.gone import LEASE
from tests.toys.bluff import GAME as BLUFF
from tests.toys.guess import GAME as GUESS
from tests.toys.parcel import GAME as PARCEL
from tuckbox.coach.exercises import mistakes
from tuckbox.coach.review import review
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as installed_game
from tuckbox.match.record import Record
from tuckbox.server.errors import Elsewhere
from tuckbox.server.house import House
from tuckbox.server.notices.mailer import MailSettings
from tuckbox.server.people import Person
from tuckbox.server.reviews.reviewer import Reviewed, Watcher
from tuckbox.server.storage import database
from tuckbox.server.storage.schema import people
from tuckbox.server.table.archive import of_record
from tuckbox.server.table.commands import Act, AnyCommand, Next, Sit, Start
from tuckbox.server.table.events import AnyEvent, read_event
from tuckbox.server.table.fair_queue import Asker, Wanted
from tuckbox.server.table.new_table import TableRequest
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import Table
from tuckbox.view.view import View

SHORT = {"match": "single", "ranks": 6, "turn_cap": 40}
"""Options with which a match of Whiplash is soon over, also when it is played at random."""

TOYS = {"bluff": BLUFF, "guess": GUESS, "parcel": PARCEL}


def find(name: str) -> Game:
    """The games of the tests."""
    return TOYS.get(name) or installed_game(name)


class Guessers:
    """Bots that choose at random, at once, or as a number says. While `held`, they think and think."""

    def __init__(self, seed: int = 1) -> None:
        self.chance, self.held = random.Random(seed), asyncio.Event()
        self.held.set()
        self.asked: list[str] = []

    async def choose(self, level: str, view: View, seconds: float, asker: Asker, chance: int | None = None) -> int:
        """Any legal action."""
        self.asked.append(level)
        await self.held.wait()
        return (self.chance if chance is None else random.Random(chance)).choice(view.legal)

    async def ready(self, game: Game) -> None:
        """They need no compiled code."""

    async def close(self) -> None:
        """Nothing is held."""


class QuickReviewer:
    """Makes reviews in this process, with little effort. While `held`, it thinks and thinks."""

    def __init__(self) -> None:
        self.held, self.asked, self.find = asyncio.Event(), 0, find
        self.held.set()

    async def review(self, record: str, seat: int, progress: Watcher, others: Collection[int] = ()) -> Reviewed:
        """The review of a seat."""
        self.asked += 1
        progress(1, 3)
        await self.held.wait()
        found = await asyncio.to_thread(review, Record.read(record), seat, 20, others=others)
        return Reviewed(msgspec.json.encode(found.data()).decode(), tuple(map(str, mistakes(found, 40))))

    async def archive(self, record: str) -> bytes:
        """The archive of a match."""
        read = Record.read(record)
        return await asyncio.to_thread(of_record, read, self.find(read.game))

    async def close(self) -> None:
        """Nothing is held."""


class Room:
    """A house with its clock and its bots, and people to sit in it."""

    def __init__(self, house: House, clock: HandClock, bots: Guessers) -> None:
        self.house, self.clock, self.bots = house, clock, bots

    async def people(self, *names: str) -> list[Person]:
        """Some people."""
        return [await self.house.people.new(name) for name in names]

    async def somebodies(self, *names: str) -> list[Person]:
        """People who are somebody."""
        found = []
        for person in await self.people(*names):
            async with self.house.store.database.writing() as connection:
                await connection.execute(update(people).where(people.c.id == person.id).values(since=1.0))
            found.append(replace(person, somebody=True))
        return found

    async def to_the_end(self, table: Table, *players: Person, seed: int = 1) -> None:
        """Play a match to its end, at random; nobody looks at it, which would take most of the time."""
        chance, state = random.Random(seed), table.state
        while state.stage != "finished":
            for person in players:
                if (command := _command(state, state.seat_of(person.id), chance)) is not None:
                    await table.do(person, command)
                    break
            else:
                await self.quiet()
        await self.quiet()

    async def table(self, *people: Person, bots: int = 0, game: str = "whiplash", begun: bool = True, **wish: Any) -> Table:
        """A table at which these people sit (the first is the host), and bots after them; the match has begun."""
        players = len(people) + bots
        levels = (*[None] * len(people), *["easy"] * bots)
        wish.setdefault("chat", True)  # they are friends
        table = await self.house.new_table(people[0], TableRequest(game, players, bots=levels, **wish))
        for seat, person in enumerate(people[1:], 1):
            await table.do(person, Sit(seat))
        if begun:
            await table.do(people[0], Start())
        return table

    async def quiet(self) -> None:
        """Wait until nothing is being done any more."""
        for _ in range(3):
            await asyncio.sleep(0)
        while self.house.tasks.running or any(table.busy for table in self.house.tables.known.values()):
            await asyncio.sleep(0.001)

    async def turn(self, seconds: float) -> None:
        """Let time pass, and everything happen it is time for."""
        self.clock.turn(seconds)
        await self.quiet()


@cache
def _blank() -> bytes:
    """An empty database of the present schema, as a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            database._migrate(connection)
        engine.dispose()
        return file.read_bytes()


def lay(address: str | Path) -> None:
    """Put an empty database where a file is to be made: to go through all steps of the schema takes most of a short test."""
    file = database.file_of(str(address))
    if file is not None and not file.exists():
        file.write_bytes(_blank())


@contextlib.asynccontextmanager
async def open_room(
    address: str | Path,
    clock: HandClock | None = None,
    seed: int = 1,
    mail: MailSettings | None = None,
) -> AsyncIterator[Room]:
    """An open house; it is taken to be gone only where a test says so."""
    lay(address)
    clock, bots = clock or HandClock(), Guessers(seed)
    own: dict[str, Any] = {"clock": clock, "bots": bots, "find": find, "lease": LEASE, "mail": mail}
    async with House.open(str(address), bot_delay=0.0, **own) as house:
        yield Room(house, clock, bots)


async def until(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait, by the machine's clock, until something is so, however slow the machine is."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.001)


async def act(table: Table, person: Person, action: str | None = None) -> str:
    """Play an action, if none is named the first legal one."""
    model = table.view_model(person)
    text = action or model.moves[0].text
    await table.do(person, Act(model.version, text))
    return text


async def step(table: Table, people: list[Person], chance: random.Random) -> AnyCommand | None:
    """Somebody does something, if anybody can."""
    for person in people:
        model = table.view_model(person)
        command: AnyCommand
        if model.between:
            command = Next(model.version)
        elif model.moves:
            command = Act(model.version, chance.choice(model.moves).text)
        else:
            continue
        await table.do(person, command)
        return command
    return None


def _command(state: TableState, seat: int | None, chance: random.Random) -> AnyCommand | None:
    """Something that a seat can do now."""
    if seat is None or state.match is None:
        return None
    if state.match.between:
        return Next(state.versions[seat])
    legal = state.match.legal(seat) if state.answered(seat) is None else []
    return Act(state.versions[seat], chance.choice(legal)) if legal else None


async def found(house: House, key: str) -> Table:
    """A table, as soon as whoever has had it is taken to be gone."""
    while True:
        try:
            return await house.tables.get(key)
        except Elsewhere:
            await asyncio.sleep(0.05)


async def stored(house: House, table: Table) -> list[AnyEvent]:
    """The events of a table as the database has them."""
    return [read_event(each.data) for each in await house.store.events(table.id)]


async def read_again(house: House, table: Table) -> TableState:
    """The state of a table as a new process would have it."""
    return (await house.tables.load(table.id, Wanted())).state
