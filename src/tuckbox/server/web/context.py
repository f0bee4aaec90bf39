"""Context that all requests of a server share: the house, the caller, and their limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import TypeVar

from starlette.requests import HTTPConnection, Request

from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as installed_game
from tuckbox.errors import RulesError
from tuckbox.lessons.guide import Guide
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.people import Person
from tuckbox.server.preview.pictures import Pictures
from tuckbox.server.settings import Settings
from tuckbox.server.table.commands import AnyCommand, Bot, Sit
from tuckbox.server.table.fair_queue import Asker, FairQueue
from tuckbox.server.table.new_table import TableRequest, find_game
from tuckbox.server.table.table import Table
from tuckbox.server.web.client import Client
from tuckbox.server.web.limits import RateLimits, SharedLimit, TableSockets, network_of
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.middleware import caller
from tuckbox.server.web.sessions import Sessions

T = TypeVar("T")

LONGEST_ACTION = 80
"""No action that anybody means is longer."""

_MOST_PLAYERS = 99
"""No form may name more players; how many a game has it says itself."""


class Context:
    """The house as requests see it; there is one in a server."""

    def __init__(
        self, settings: Settings, house: House, sessions: Sessions, metrics: Metrics, parts: SharedLimit | None
    ) -> None:
        self.settings, self.limits = settings, settings.limits
        self.house, self.sessions, self.metrics = house, sessions, metrics
        self.pictures = Pictures()
        self.beside = FairQueue(1)
        """The turns of what takes long and is done beside the event loop."""
        self.explaining = FairQueue(1)
        """The turns of hints: to explain one takes longer than all else that is done there."""
        self.looking_up = asyncio.Semaphore(4)
        """Held by a front page that looks up one's own tables: many must not take all connections to the database."""
        self.rates = RateLimits(settings.limits, parts)
        """The limits of people and networks; what they limit is counted where it is done."""
        self._sockets = TableSockets(settings.limits)

    async def aside(self, connection: HTTPConnection, work: Callable[[], T], person: Person | None = None) -> T:
        """Return what comes of some work that takes long. It is done beside the event loop, so that tables go on, and one
        such work at a time, since it is pure Python: in turn by networks, and by people where a `person` is given, however
        much one of them asks for. Raises `Refused` where a page was asked for by somebody who has gone meanwhile."""
        return await self._in_turn(self.beside, connection, work, person)

    async def explained(self, connection: HTTPConnection, work: Callable[[], T], person: Person | None) -> T:
        """The same of work on a hint."""
        return await self._in_turn(self.explaining, connection, work, person)

    async def _in_turn(
        self, queue: FairQueue, connection: HTTPConnection, work: Callable[[], T], person: Person | None
    ) -> T:
        """Return what comes of some work, which is not begun for a page that nobody waits for any more. Raises `Refused`.

        What a form asks for is done all the same; to look whether its sender is there would take its body from whoever reads
        it.
        """
        async with queue.turn(self.asker(connection, person)):
            if isinstance(connection, Request) and connection.method == "GET" and await connection.is_disconnected():
                raise Refused("gone", "the client has gone")
            return await asyncio.to_thread(work)

    async def newcomer(self, connection: HTTPConnection, name: str) -> Person:
        """Somebody new, of this name. Raises `Refused`."""
        self.rates.newcomers.take(self.network(connection))
        return await self.house.people.new(name)

    def may_sign(self, connection: HTTPConnection) -> None:
        """Count an attempt to sign in, or to do something with passkeys and codes. Raises `Refused`."""
        self.rates.signings.take(self.network(connection))

    def may_mail(self, connection: HTTPConnection) -> None:
        """Count a mail with a link that somebody asks for. Raises `Refused`."""
        self.rates.mails.take(self.network(connection))

    async def may_make_competition(self, person: Person) -> None:
        """Count a competition that somebody makes. Raises `Refused`."""
        await self.may_compete(person)
        self.rates.competitions.take(person.id)

    async def may_compete(self, person: Person) -> None:
        """Refuse who is in too many competitions."""
        if await self.house.competitions.records.unfinished(person.id) >= self.limits.competing:
            raise Refused("too many", f"you are in {self.limits.competing} competitions: finish or leave one first")

    async def table(self, connection: HTTPConnection) -> Table:
        """The table a path names. Raises `Refused` where there is none."""
        return await self.house.tables.get(connection.path_params["table"], self.asker(connection, None))

    def room_for(self, connection: HTTPConnection, table: Table, person: Person | None) -> AbstractContextManager[None]:
        """Room for a socket at a table. Raises `Refused` on entering."""
        seated = person.id if person is not None and table.state.seat_of(person.id) is not None else None
        may_sit = person is not None and table.open_seats
        return self._sockets.taken(table.id, self.network(connection), seated, may_sit)

    def client(self, table: Table, person: Person | None) -> Client:
        """Return a client at a table, with its limit of commands."""
        return Client(table, person, self._may_command, self.rates.commands, self.limits.faults, self.metrics)

    async def open_table(self, connection: HTTPConnection, person: Person, request: TableRequest) -> Table:
        """A new table. Raises `Refused` or `OptionError`."""
        await self.may_open(person, sum(level is not None for level in request.bots))
        return await self.house.new_table(person, request, self.network(connection))

    async def against_bots(
        self, connection: HTTPConnection, person: Person, game: str, players: int | None = None, level: str = "normal"
    ) -> Table:
        """A table with bots of a level on all other seats; for the fewest players unless a number is given."""
        numbers = known_game(game).players
        bots = (numbers[0] if players is None else players) - 1
        await self.may_open(person, bots if bots < max(numbers) else 0)  # where there are more, the game refuses them
        return await self.house.against_bots(person, game, players, level=level, network=self.network(connection))

    async def daily(self, connection: HTTPConnection, person: Person, game: str) -> str:
        """The table of somebody's try at today's deal. Raises `Refused`."""
        if await self.house.dailies.of(person, game) is None:
            await self.may_open(person, known_game(game).players[0] - 1)
        return await self.house.daily(person, game, self.network(connection))

    async def practise(
        self, connection: HTTPConnection, person: Person, table: Table, seat: int, step: int, action: str
    ) -> Table:
        """A table for practice, from a step of a finished match. Raises `Refused` or an `ActionError`."""
        self.rates.tables.take(person.id)
        aside = partial(self.aside, connection, person=person)
        return await self.house.practise(person, table, seat, step, action, self.network(connection), aside)

    async def go_on_from(self, connection: HTTPConnection, person: Person, guide: Callable[[], Guide]) -> Table:
        """A table for practice, from the end of a lesson. Raises `Refused`."""
        self.rates.tables.take(person.id)
        aside = partial(self.aside, connection, person=person)
        return await self.house.go_on_from(person, lambda: guide().match, self.network(connection), aside)

    def asker(self, connection: HTTPConnection, person: Person | None) -> Asker:
        """On whose account something is worked out."""
        network = self.network(connection)
        return Asker(network, person.id if person else network)

    async def may_open(self, person: Person, bots: int = 0) -> None:
        """Count a table that somebody opens, with this number of bots, or a wish for a game, which may become one.
        Raises `Refused`."""
        mine = await self.house.lists.listed(person)
        hosted, seated = await self.house.lists.bots_of(person)
        if max(hosted, sum(table.stage != "finished" for table in mine)) >= self.limits.unfinished:
            raise Refused("too many", f"you have {self.limits.unfinished} unfinished tables: finish or leave one first")
        self._check_bots(seated, bots)
        self.rates.tables.take(person.id)

    def _check_bots(self, bots: int, more: int) -> None:
        if bots + more > self.limits.bots:
            raise Refused("too many", f"you have seated {bots} bots, of {self.limits.bots}: finish a table with bots first")

    async def _may_command(self, table: Table, person: Person, command: AnyCommand) -> None:
        """Refuse what a table does not know to be too much, or not wanted."""
        if isinstance(command, Sit):
            await self.house.manners.check_seat(person, table.state)
        if isinstance(command, Bot) and command.level is not None:
            there = [place.kind for place in table.state.seats[command.seat : command.seat + 1]]
            _, seated = await self.house.lists.bots_of(person)
            self._check_bots(seated, 0 if there == ["bot"] else 1)  # one there only changes its level

    @staticmethod
    def network(connection: HTTPConnection) -> str:
        """The network that a request comes from, which counts as one caller."""
        return network_of(caller(connection).address)


def context_of(connection: HTTPConnection) -> Context:
    """The context of a request."""
    found: Context = connection.app.state.context
    return found


def step_of(connection: HTTPConnection) -> int | None:
    """The step to look at, if the address names one. Raises `Refused` for what is no step."""
    return named_number(connection.query_params.get("step"), "the step")


def worded(connection: HTTPConnection) -> bool:
    """Whether a program asks for the table in words, too. Raises `Refused` for what is neither 1 nor 0."""
    text = connection.query_params.get("words")
    return text is not None and number_of(text, "words", 1) == 1


def check_parameters(connection: HTTPConnection, taken: Sequence[str]) -> None:
    """Refuse a program's address with a parameter that is not among those it takes, or is given twice."""
    given = [name for name, _ in connection.query_params.multi_items()]
    wrong = next((name for name in given if name not in taken), None)
    if wrong is not None:
        known = f"it takes {', '.join(taken)}" if taken else "it takes none"
        raise Refused("malformed", f"this address has no parameter {wrong[:40]!r}; {known}")
    if len(given) > len(set(given)):
        raise Refused("malformed", "give each parameter of an address once")


def named_number(text: str | None, what: str) -> int | None:
    """The number of something (`what`), if one is named. Raises `Refused` for what is no number."""
    return None if text is None else number_of(text, what)


def number_of(text: str, what: str, most: int = 9_999_999) -> int:
    """The number of something (`what`) in an address or a form. Raises `Refused` for what is none from 0 to `most`.

    >>> number_of("7", "the step")
    7
    >>> number_of("two", "the step")
    Traceback (most recent call last):
    tuckbox.server.errors.Refused: the step is to be a number
    >>> number_of("100", "the seat", 99)
    Traceback (most recent call last):
    tuckbox.server.errors.Refused: the seat is to be a number up to 99
    """
    if not (text.isascii() and text.isdigit()):
        raise Refused("malformed", f"{what} is to be a number")
    if len(text) > len(str(most)) or int(text) > most:
        raise Refused("malformed", f"{what} is to be a number up to {most}")
    return int(text)


def players_of(text: str) -> int:
    """The number of players that a form names. Raises `Refused` for what is none."""
    return number_of(text, "the number of players", _MOST_PLAYERS)


def known_game(name: str) -> Game:
    """The game of a name. Raises `Refused`, in words for people: names of games are for programs."""
    if name not in installed():
        raise Refused("no game", f"there is no game {name[:40]!r} here" if name else "choose a game first")
    return find_game(name, installed_game)


def playable() -> list[Game]:
    """All games that can be loaded: a broken one must not take the others along."""
    games = []
    for name in installed():
        with suppress(RulesError):
            games.append(installed_game(name))
    return games
