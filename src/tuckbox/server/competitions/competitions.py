"""Competitions of a house: made, joined and begun by people, and led from round to round by the house.

Each step that is due follows from the database alone, and may be taken twice: what a table has brought is written with the
end of its match; a round with all its tables is written in one transaction, in which everybody has one place. So processes
need not agree on who takes it. If two do at once, or one of them dies, it has been taken once or not at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from tuckbox.definition.graphemes import beginning
from tuckbox.definition.tournament import Bout, Tournament
from tuckbox.match.letters import seen
from tuckbox.server.competitions.competition import Competition, Pairing
from tuckbox.server.competitions.pairing import Pairs, Table
from tuckbox.server.competitions.records import Records
from tuckbox.server.errors import Conflict, Refused, StorageError, Unsure
from tuckbox.server.manners.aversions import Aversions
from tuckbox.server.meeting.matchmaker import Opener
from tuckbox.server.meeting.watch import Watch
from tuckbox.server.names import one_line
from tuckbox.server.people import Person
from tuckbox.server.storage.database import Database
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.new_table import LONGEST_TITLE, Finder, NewTable, TableRequest, find_game
from tuckbox.server.table.time_controls import TIME_CONTROLS

log = logging.getLogger(__name__)

MOST_ROUNDS = 15
"""Maximum number of rounds."""

PACES = tuple(name for name, control in TIME_CONTROLS.items() if control.decision is not None)
"""The paces of competitions: nobody may keep all others waiting for ever."""


_NEVER = ("options", "no game")
"""Refusals of a round that no later version of it would be spared: what is played there is no more."""

Wake = Callable[[str], Awaitable[None]]
"""Lets a table go on that is in the database, and perhaps not in memory."""


class Competitions:
    """All competitions of a house."""

    def __init__(
        self, database: Database, aversions: Aversions, find: Finder, clock: Clock, opener: Opener, wake: Wake
    ) -> None:
        self.records, self._aversions = Records(database), aversions
        self._find, self._clock, self._open, self._wake = find, clock, opener, wake
        self._one = asyncio.Lock()
        self._unsure: set[str] = set()  # competitions with a round that may be stored, but has no tables in memory
        self._watches: WeakValueDictionary[str, Watch[Competition | None]] = WeakValueDictionary()

    # -- what people do ------------------------------------------------------------------------------------------------

    async def make(self, person: Person, game: str, bout: str, size: int, rounds: int, pace: str, title: str = "") -> str:
        """Make a competition, in which its maker takes part; its id. Raises `Refused`."""
        self.check(game, bout, size, rounds, pace)
        tournament = self.tournament(game)
        title = beginning(one_line(title), LONGEST_TITLE).strip()
        if not seen(title):
            title = f"{tournament.title} of {find_game(game, self._find).title}"
        row = {"game": game, "bout": bout, "size": size, "rounds": rounds, "pace": pace, "title": title}
        return await self.records.make(row, person, self._clock.now())

    def check(self, game: str, bout: str, size: int, rounds: int, pace: str) -> None:
        """Refuse what is no competition."""
        tournament = self.tournament(game)
        if tournament.bout(bout) is None or size not in tournament.tables:
            sizes = ", ".join(map(str, sorted(tournament.tables)))
            raise Refused("options", f"choose what is played, and how many share a table: {sizes}")
        if not 1 <= rounds <= MOST_ROUNDS:
            raise Refused("options", f"a competition has 1 to {MOST_ROUNDS} rounds")
        if pace not in PACES:
            raise Refused("pace", "a competition has a time limit, so that nobody waits for ever: choose one")

    async def join(self, key: str, person: Person, most: int) -> None:
        """Let somebody take part in a competition, which has room for `most` people. Raises `Refused`."""
        await self.records.join(key, person, most, self._clock.now())

    async def leave(self, key: str, person: Person) -> None:
        """Let somebody go. Raises `Refused`."""
        await self.records.leave(key, person)
        await self.lead(key)

    async def start(self, key: str, person: Person) -> None:
        """Begin, if it is the maker who asks. Raises `Refused`."""
        pairs = self.tournament((await self.of(key)).game).tables == (2,)
        await self.records.start(key, person, pairs, self._clock.now())
        await self.lead(key)

    async def of(self, key: str) -> Competition:
        """The competition of an id. Raises `Refused`."""
        found = await self.records.of(key)
        if found is None:
            raise Refused("no competition", "there is no such competition")
        return found

    def watch(self, key: str) -> Watch[Competition | None]:
        """A competition as it is now, for all who watch it at this process."""
        watch = self._watches.get(key)
        if watch is None:
            watch = self._watches[key] = Watch(lambda: self.records.of(key), None)
        return watch

    def tournament(self, game: str) -> Tournament:
        """The tournament of a game. Raises `Refused` where it has none."""
        found = find_game(game, self._find).tournament
        if found is None:
            raise Refused("options", "this game has no tournament")
        return found

    # -- what the house does -------------------------------------------------------------------------------------------

    async def lead_all(self) -> None:
        """Take whatever step is due in any competition; one that goes wrong holds no other up."""
        for key in await self.records.playing():
            try:
                await self.lead(key)
            except StorageError:
                raise
            except Exception:
                log.exception("competition %s cannot go on", key[:6])

    async def lead(self, key: str) -> None:
        """Take the steps that are due in a competition: count what ended without a result, open a round, or let it be over.

        A step that cannot be taken now is due again later.
        """
        async with self._one:
            try:
                while await self._step(key):
                    pass
            except Refused as refused:
                log.warning("competition %s waits: %s", key[:6], refused)

    async def _step(self, key: str) -> bool:
        """Take a step; tells whether there may be another one."""
        found = await self.records.of(key)
        if found is None or found.stage != "playing":
            return False
        waiting = {each.at for each in found.present if each.points is None}
        if key in self._unsure:
            for table in waiting:
                await self._wake(table)
            self._unsure.discard(key)
        ended = waiting - await self.records.still_played(sorted(waiting))
        if ended:  # a result is written together with the end, so these have none
            for table in ended:
                await self.records.give(found, table, self._bye(found, sum(each.at == table for each in found.present)))
            return True
        if waiting:
            return False
        if found.round >= found.rounds or len(found.active) < 2:
            await self.records.end(found, self._clock.now())
            return False
        try:
            await self._open_round(found)
        except Refused as refused:
            if refused.code not in _NEVER:
                raise
            log.warning("competition %s ends: %s", key[:6], refused)
            await self.records.end(found, self._clock.now())
        return True

    def _bout(self, found: Competition) -> Bout:
        """The match of each table. Raises `Refused` where the game has it no more."""
        bout = self.tournament(found.game).bout(found.bout)
        if bout is None:
            raise Refused("past", "what is played in this competition is no more")
        return bout

    def _bye(self, found: Competition, players: int) -> float:
        return self.tournament(found.game).bye(players, self._bout(found).options)

    async def _open_round(self, found: Competition) -> None:
        """Write the next round and open its tables, all at once."""
        apart = await self._aversions.apart(found.active)
        tables, new = await asyncio.to_thread(self._next_round, found, apart)
        rows: list[tuple[str, dict[str, Any]]] = []
        number = found.round + 1
        for place, (people, opened) in enumerate(zip(tables, new, strict=True), 1):
            for seat, person in enumerate(people):
                pairing = Pairing(number, person, place if opened else 0, opened.state.id if opened else "", seat)
                if opened is None:
                    pairing = pairing._replace(points=self._bye(found, 2))
                rows.append(("pairing", {"competition": found.id, **pairing._asdict()}))
        rows.append(("round", {"key": found.id, "number": number, "now": self._clock.now()}))
        with contextlib.suppress(Conflict):  # another process was faster
            try:
                await self._open([each for each in new if each], *rows)
            except Unsure:
                self._unsure.add(found.id)
                raise

    def _next_round(self, found: Competition, apart: Pairs) -> tuple[list[Table], list[NewTable | None]]:
        """The people of each table of the next round, and the table; none for a bye. Raises `Refused`."""
        tables, options = found.next_tables(self.tournament(found.game).tables == (2,), apart), self._bout(found).options
        names = {entrant.person: entrant.name for entrant in found.entrants}
        new: list[NewTable | None] = []
        for number, people in enumerate(tables, 1):
            if len(people) == 1:
                new.append(None)
                continue
            title = f"{beginning(found.title, LONGEST_TITLE - 20)}, round {found.round + 1}, table {number}"
            request = TableRequest(found.game, len(people), options, found.pace, private=True, title=title, chat=False)
            sitting = [Person(person, names[person]) for person in people]
            new.append(NewTable.competing(request, sitting, self._find, self._clock.now(), found.id))
        return tables, new
