"""New tables: what is asked for, and the events that begin them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.definition.graphemes import beginning
from tuckbox.errors import OptionError, RulesError, UnknownGame
from tuckbox.lessons.script import LEARNER
from tuckbox.match.deal import SECRET_BYTES
from tuckbox.match.match import Match
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table.decide import (
    PEOPLE_ONLY,
    action_event,
    bot_name,
    check_counting,
    check_listed,
    own_name,
    start,
)
from tuckbox.server.table.duplicate import score
from tuckbox.server.table.levels import STAND_IN, TEMPOS
from tuckbox.server.table.state import TableState
from tuckbox.server.table.table import event_row, summary_columns
from tuckbox.server.table.time_controls import TIME_CONTROLS

LONGEST_TITLE = 60


@dataclass(frozen=True)
class TableRequest:
    """A table somebody wants. `bots` names for each seat the level of a bot, or None for people; it may be shorter. `hints`
    allows them against people, too; `tempo` is that of the bots, one of `TEMPOS`; `counts` lets it count for ratings. `chat`
    opens it with a chat: unless told, where it is private, since friends come by its link. Onlookers see the match `delay`
    steps late, one of `DELAYS`. `takeback` lets people take actions back if all agree: unless told, where it is private and
    does not count. `twice` has a match of two played again on the same deal, with seats exchanged."""

    game: str
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    pace: str = "none"
    private: bool = False
    bots: tuple[str | None, ...] = ()
    title: str = ""
    hints: bool = False
    tempo: str = "usual"
    counts: bool = False
    chat: bool | None = None
    delay: int = 0
    takeback: bool | None = None
    twice: bool = False


_ALONE: dict[str, Any] = {"day": "", "competition": "", "first": "", "score": ()}
"""Terms of a table that is neither of a day or a competition nor the second of two matches, whatever it is made from."""

DELAYS = (0, 5, 20)
"""Numbers of steps by which onlookers may see a match late."""

Finder = Callable[[str], Game]
"""Finds a game by its name."""


class NewTable:
    """A table that is being opened: the state so far, and the rows it will be saved as."""

    def __init__(self, game: Game, opened: ev.Opened, at: float) -> None:
        self.state = TableState(secrets.token_hex(12), game, opened, at)
        self._at = at
        self._events: list[ev.Event] = [opened]

    @classmethod
    def requested(cls, request: TableRequest, host: Person, find: Finder, at: float, meet: bool = False) -> NewTable:
        """The table somebody asks for, with the host and the bots on their seats. Raises `Refused`."""
        game = find_game(request.game, find)
        try:
            players, options = game.settle_options(request.players, request.options)
        except OptionError as error:
            raise Refused("options", str(error)) from None
        _check(request, players, host)
        title = beginning(" ".join(request.title.split()), LONGEST_TITLE)
        terms = (game.name, game.hash, players, _texts(options), request.pace, request.private, title)
        chat = request.private if request.chat is None else request.chat
        friends = request.private and not (request.counts or meet)
        takeback = friends if request.takeback is None else request.takeback
        own = (request.hints, request.tempo, request.counts, meet, chat, request.delay)
        opened = ev.Opened(*terms, host.id, _secret(), *own, takeback=takeback, twice=request.twice)
        new = cls(game, opened, at)
        levels = dict(enumerate(request.bots))
        first = next((seat for seat in range(players) if not levels.get(seat)), None)
        if first is not None:
            new.seat(first, host)
        new._place_all(request.bots)
        return new

    @classmethod
    def daily(cls, request: TableRequest, host: Person, find: Finder, at: float, day: str, secret: bytes) -> NewTable:
        """A table with the deal of a day; the match has begun, and nobody adds to the deal. Raises `Refused`."""
        return cls._begun(request, [host], find, at, day=day, secret=secret.hex())

    @classmethod
    def meeting(cls, request: TableRequest, people: Sequence[Person], find: Finder, at: float) -> NewTable:
        """A table for people who were brought together; the match begins by itself. Raises `Refused`."""
        new = cls.requested(request, people[0], find, at, meet=True)
        for seat, person in enumerate(people[1:], 1):
            new.seat(seat, person)
        return new

    @classmethod
    def competing(
        cls, request: TableRequest, people: Sequence[Person], find: Finder, at: float, competition: str
    ) -> NewTable:
        """A table of a round of a competition; the match has begun, whoever is there. Raises `Refused`."""
        return cls._begun(request, people, find, at, host="", competition=competition)

    @classmethod
    def _begun(cls, request: TableRequest, people: Sequence[Person], find: Finder, at: float, **terms: str) -> NewTable:
        """A table that is opened on other terms than people can ask for, the match begun. Raises `Refused`."""
        asked = cls.requested(request, people[0], find, at)
        new = cls(asked.state.game, msgspec.structs.replace(asked.state.opened, takeback=False, **terms), at)
        for seat, person in enumerate(people):
            new.seat(seat, person)
        new._place_all(request.bots)
        new._add(start(new.state))
        return new

    @classmethod
    def rematch(cls, old: TableState, host: Person, coming: Mapping[str, str], at: float) -> NewTable:
        """The same table again, everybody one seat further; `coming` are the people (and their names) who come along.

        Raises `Refused` where its options are none of today's rules.
        """
        try:
            _, options = old.game.settle_options(old.opened.players, old.options)
        except OptionError as error:
            raise Refused("past", f"this cannot be played any more: {error}") from None
        terms = {"rules": old.game.hash, "options": _texts(options), "host": host.id, "secret": _secret()}
        opened = msgspec.structs.replace(old.opened, **terms, **_ALONE)
        new = cls(old.game, opened, at)
        further = {(seat + 1) % len(old.seats): place for seat, place in enumerate(old.seats)}
        for seat, place in further.items():
            if place.kind == "person" and place.person in coming:
                new.seat(seat, Person(place.person, coming[place.person]))
        for seat, place in further.items():
            if place.kind == "bot" and not place.resigned:
                new.place(seat, place.level)
        return new

    @classmethod
    def second(cls, old: TableState, at: float) -> NewTable:
        """The same match on the same deal, with seats exchanged; it has begun. A bot that played for somebody goes on."""
        assert old.match is not None
        terms = {"rules": old.game.hash, "options": _texts(old.match.options), "first": old.id}
        opened = msgspec.structs.replace(old.opened, **terms, score=score(old.match)[::-1])
        new = cls(old.game, opened, at)
        for seat, place in enumerate(reversed(old.seats)):
            if place.kind == "person":
                new._add(ev.Sat(seat, place.person, place.name, place.salt))
            else:
                new._add(ev.Placed(seat, place.level, place.name))
        new._add(ev.Started(_salts(old.match)))
        for seat, place in enumerate(reversed(old.seats)):
            if place.talks:
                new._add(ev.Talks(seat, True))
            if place.driven:
                new._add(ev.Left(seat))
        return new

    @classmethod
    def practice(cls, old: TableState, seat: int, step: int, action: str, person: Person, at: float) -> NewTable:
        """A table that goes on from a position of a finished match, the person at a seat of it, bots at all others; with an
        action that is played at once, unless it is "".

        It has the true deal of that match, which is public now: what lay hidden lies there again. Raises `Refused`, or an
        `ActionError`.
        """
        match = old.match
        if match is None or not match.done:
            raise Refused("not over", "practice begins from matches that are over")
        step = match.decided_at(step) if 1 <= step < match.steps else 0
        if not (step and 0 <= seat < match.players and seat in match.open_view(step).asked):
            raise Refused("no step", "this seat had nothing to decide there")
        names = [place.name for place in old.seats]
        terms: dict[str, Any] = {"rules": old.game.hash, "options": _texts(match.options), "host": person.id, "pace": "none"}
        terms |= {"private": True, "counts": False, "meet": False, "takeback": True}
        opened = msgspec.structs.replace(old.opened, **terms, **_ALONE)
        new = cls(old.game, opened, at)
        for other, name in enumerate(names):
            new._add(ev.Sat(other, person.id, name) if other == seat else ev.Placed(other, STAND_IN, name))
        new._add(ev.Practised(old.id, seat, _salts(match), match.record().steps[:step], match.source.seed))
        if action:
            assert new.state.match is not None
            new._add(action_event(new.state, new.state.match, seat, action))
        return new

    @classmethod
    def after_lesson(cls, taught: Match, person: Person, at: float) -> NewTable:
        """A table that goes on where the match of a lesson has ended, the person at the learner's seat, bots at all others.

        Its deal is the one of the lesson, which everybody may know. Raises `Refused` where that match is over.
        """
        if taught.done:
            raise Refused("over", "the match of this lesson is over")
        terms = (taught.game.name, taught.game.hash, taught.players, _texts(taught.options), "none", True, "")
        new = cls(taught.game, ev.Opened(*terms, person.id, _secret(), takeback=True), at)
        for rival, name in enumerate(taught.names):
            if rival != LEARNER:
                new._add(ev.Placed(rival, STAND_IN, name))
        new.seat(LEARNER, person)
        new._add(ev.Practised("", LEARNER, (), taught.record().steps, taught.source.seed))
        return new

    def seat(self, seat: int, person: Person) -> None:
        """Let somebody sit down."""
        self._add(ev.Sat(seat, person.id, own_name(self.state, person)))

    def place(self, seat: int, level: str) -> None:
        """Set a bot on a seat."""
        self._add(ev.Placed(seat, level, bot_name(self.state, seat)))

    def _place_all(self, levels: Sequence[str | None]) -> None:
        """Set the bots of a request on their seats."""
        for seat, level in enumerate(levels):
            if level is not None:
                self.place(seat, level)

    def _add(self, event: ev.Event) -> None:
        self.state.apply(event, self._at)
        self._events.append(event)

    def rows(self) -> tuple[tuple[str, dict[str, object]], ...]:
        """All that has to be saved, in one piece."""
        state, opened = self.state, self.state.opened
        table: dict[str, object] = {
            "id": state.id,
            "created": self._at,
            "changed": self._at,
            "game": opened.game,
            "players": opened.players,
            "options": msgspec.json.encode(opened.options).decode(),
            "pace": opened.pace,
            "private": opened.private,
            "title": opened.title or state.game.title,
            "host": opened.host,
            "counts": opened.counts,
            **summary_columns(state),
        }
        sitters: list[tuple[str, dict[str, object]]] = [
            ("sitter", {"person": person, "table": state.id}) for person in state.sat
        ]
        events = [("events", event_row(state.id, number, self._at, event)) for number, event in enumerate(self._events)]
        return (("table", table), *sitters, *events)


def find_game(name: str, find: Finder) -> Game:
    """The game of a name. Raises `Refused` if there is none that can be played."""
    try:
        return find(name)
    except (UnknownGame, RulesError) as error:
        raise Refused("no game", str(error)) from None


def _check(request: TableRequest, players: int, host: Person) -> None:
    """Refuse terms that there are not, or that do not go with each other."""
    check_listed("pace", "pace", request.pace, TIME_CONTROLS)
    if len(request.bots) > players:
        raise Refused("no level", f"there are bots for {len(request.bots)} seats, but only {players} seats")
    for level in request.bots:
        if level is not None:
            check_listed("no level", "level of bots", level, LEVELS)
    check_listed("pace", "tempo of bots", request.tempo, TEMPOS)
    if request.delay not in DELAYS:
        late = ", ".join(map(str, DELAYS))
        raise Refused("options", f"the delay for onlookers is one of {late} steps, not {request.delay}")
    if request.counts:
        check_counting(host)
        if request.hints:
            raise Refused("options", "where a match counts nobody has hints")
        if request.takeback:
            raise Refused("options", "where a match counts nothing is taken back by agreement")
    if request.twice:
        _check_twice(request, players)


def _check_twice(request: TableRequest, players: int) -> None:
    if players != 2:
        raise Refused("options", "a match of two can be played twice with seats exchanged, no other")
    if request.counts and any(request.bots):
        raise Refused("twice", PEOPLE_ONLY)


def _texts(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as events keep them."""
    return {name: str(value) for name, value in options.items()}


def _salts(match: Match) -> tuple[str, ...]:
    """The bytes that the seats have added to the deal of a match, in hex, as events keep them."""
    return tuple("" if salt is None else salt.hex() for salt in match.source.salts)


def _secret() -> str:
    return secrets.token_hex(SECRET_BYTES)
