"""The matchmaker: which wishes can be fulfilled, and the table for people who were brought together."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

from tuckbox.server.errors import Refused
from tuckbox.server.manners.cooling import Coolings
from tuckbox.server.meeting.wishes import Group, Wish
from tuckbox.server.people import Person
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.decide import check_counting
from tuckbox.server.table.new_table import Finder, NewTable, TableRequest, find_game
from tuckbox.server.table.time_controls import TIME_CONTROLS


class Opener(Protocol):
    """Opens new tables together with some rows, or raises `Conflict` and does none of it."""

    def __call__(self, new: Sequence[NewTable], *rows: tuple[str, dict[str, object]]) -> Awaitable[None]: ...


class Matchmaker:
    """Opens tables for people who look for the same."""

    def __init__(self, find: Finder, clock: Clock, coolings: Coolings, opener: Opener) -> None:
        self._find, self._clock, self._coolings, self._open = find, clock, coolings, opener

    def playable(self, game: str, players: int) -> bool:
        """Whether a game can be played here by this number of players, as it is offered."""
        with contextlib.suppress(Refused):
            return players in find_game(game, self._find).players_as_offered
        return False

    async def check(self, person: Person, wish: Wish) -> None:
        """Refuse what is no wish that can be fulfilled, and who has left too many matches."""
        games = [find_game(name, self._find) for name in wish.games]
        if not any(set(game.players_as_offered) & set(wish.players) for game in games):
            raise Refused("options", "choose a game, and a number of players for which it is made")
        if not wish.paces or not set(wish.paces) <= TIME_CONTROLS.keys() - {"none"}:
            raise Refused("pace", "strangers play with a time limit: choose one")
        if wish.counts:
            check_counting(person)
        await self._coolings.check(person.id)

    async def bring_together(self, found: Group) -> None:
        """Open a table for people who look for the same. Raises `Conflict` where one of them has found another meanwhile."""
        game = find_game(found.game, self._find)
        wish = found.seekers[0].wish
        terms: dict[str, Any] = {"private": True, "counts": wish.counts, "chat": False}
        request = TableRequest(game.name, len(found.seekers), game.with_offer(), found.pace, **terms)
        people = [Person(each.person, each.name, somebody=wish.counts) for each in found.seekers]  # seen to by `check`
        new = NewTable.meeting(request, people, self._find, self._clock.now())
        led: list[dict[str, object]] = [{"person": person.id, "table": new.state.id} for person in people]
        await self._open([new], *[("meeting", row) for row in led])
