"""The state of a table: all that has happened at it, as one state. Events go in, nothing else changes it.

The same events give the same state, so a table that is read from the database is the table that was left. Nothing here
waits, writes, or knows what time it is.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Literal

from tuckbox.bots.levels import bot_of
from tuckbox.definition.game import Game
from tuckbox.errors import IllegalAction, RulesError, TuckboxError
from tuckbox.match.deal import Deal
from tuckbox.match.match import TIME_UP, Match
from tuckbox.match.record import Record, Seat
from tuckbox.server.errors import BrokenTable
from tuckbox.server.table import events as ev
from tuckbox.server.table.archive import Archive
from tuckbox.server.table.levels import STAND_IN
from tuckbox.server.table.time_controls import TIME_CONTROLS
from tuckbox.server.table.view_model import Stage

log = logging.getLogger(__name__)

Viewer = int | None
"""A seat, or None for all who only look on."""

CHAT_KEPT = 200

PAST = "this match was played by rules that are not here any more"
"""Message for a table that cannot go on."""

CHANGED = "this match cannot be continued since the rules have changed"
"""Message for a match that was running when its rules were replaced."""

MOVES = (
    ev.Started, ev.Practised, ev.Acted, ev.Answered, ev.Closed, ev.Undone, ev.Proposed, ev.Agreed, ev.Declined, ev.Rewound,
    ev.Dealt, ev.Happened,
)  # fmt: skip
"""Events of the match itself, which only its rules can follow."""

FUSS = (
    ev.Sat, ev.Stood, ev.Placed, ev.Undone, ev.Proposed, ev.Agreed, ev.Declined, ev.Rewound, ev.Passes, ev.Left, ev.Returned,
    ev.Resigned, ev.Talks,
)  # fmt: skip
"""Events that bring a match no further, and so have no end of themselves. They are counted for each seat."""


NO_HAND = -1
"""The seat, in `TableState.sat`, of a person who stood up before the match, and so has seen no hand."""

ARRIVALS = (ev.Sat, ev.Left, ev.Returned, ev.Resigned, ev.Barred, ev.Ended)
"""Events after which other people play, or none."""


@dataclass
class SeatState:
    """A seat at the table. `driven`: a bot plays for the person, who has left or was `late`; `free`: it can be taken;
    `back`: when they returned; `gave_up` and `former`: the person who has resigned it, and their name; `talks`: they agree
    to a chat."""

    kind: Literal["person", "bot", "open"] = "open"
    person: str = ""
    name: str = ""
    level: str = ""
    salt: str = ""
    driven: bool = False
    passing: bool = False
    back: float = 0.0
    resigned: bool = False
    gave_up: str = ""
    former: str = ""
    talks: bool = False
    late: bool = False

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides here just now."""
        return self.kind == "bot" or self.driven

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.kind == "open" or self.resigned


@dataclass(frozen=True)
class Saying:
    """Something said at the table in the chat, or as a quick reaction: by which person, under what name, and when."""

    by: str
    name: str
    text: str
    at: float
    reaction: bool = False


@dataclass(frozen=True)
class Proposal:
    """A takeback that is asked for: by which seat, to how many steps of the match, when, and which seats agree. Its `number`
    is that of its event."""

    seat: int
    step: int
    number: int
    at: float
    agreed: tuple[int, ...] = ()


@dataclass
class TableState:
    """A table after its events. `versions` counts for each viewer what it has been shown of the match, and before and after
    it who sits here and where it goes on: then no command names a version.

    `since` is when the present decision began, `taken` when a bot last took the place of a person, `position` changes with
    everything that changes the match, and `rewritten` with what changes sentences that have been read already. `fuss` counts
    for each seat what has brought nothing further. `practice` is the origin of a match that is played for practice.

    `proposal` is the takeback that is asked for; `declined` has for each seat the step to which it was not let back, `spent`
    how many seconds its last action took it. `rewound` is the seat that has just taken an action back.

    `sat` has the seat of each person who has sat here, or `NO_HAND`. `stood_in` has the steps of the match at which a bot
    decided for a person, `joined` for a seat that was given up the step at which somebody else took it.

    `rules` are those by which the match is played now. One that is `past` was played by rules that are not here, and could
    not be followed by those that are: only what people did besides playing is known of it, and what was `kept`.
    """

    id: str
    game: Game
    opened: ev.Opened
    at: float
    count: int = 1
    match: Match | None = None
    answers: dict[int, str] = field(default_factory=dict)
    chat: list[Saying] = field(default_factory=list)
    chatted: int = 0
    spoke: dict[str, list[float]] = field(default_factory=dict)
    voices: dict[str, str] = field(default_factory=dict)
    sat: dict[str, int] = field(default_factory=dict)
    versions: dict[Viewer, int] = field(default_factory=dict)
    since: float = 0.0
    taken: float = 0.0
    started: float = 0.0
    position: int = 0
    rewritten: int = 0
    timed_out: bool = False
    rematch: str | None = None
    fault: str = ""
    practice: ev.Practised | None = None
    barred: bool = False
    rules: str = ""
    past: bool = False
    kept: Archive | None = None
    fuss: Counter[int] = field(default_factory=Counter)
    proposal: Proposal | None = None
    declined: dict[int, int] = field(default_factory=dict)
    spent: dict[int, float] = field(default_factory=dict)
    rewound: int | None = None
    stood_in: list[int] = field(default_factory=list)
    joined: dict[int, int] = field(default_factory=dict)
    _furthest: int = 0

    def __post_init__(self) -> None:
        self.rules = self.opened.rules
        self.seats = [SeatState() for _ in range(self.opened.players)]
        self.versions = dict.fromkeys(self.viewers, 0)
        self.time_control = TIME_CONTROLS[self.opened.pace]
        header = Record(self.game.name, self.opened.rules, self.opened.players, self.opened.options, (), self.deal).header
        self.commitment = self.deal.commitment(header)

    @property
    def options(self) -> dict[str, str]:
        """The options of the match as the rules of here know them."""
        told = self.opened.options
        return told if self.opened.rules == self.game.hash else self.game.recorded_options(told)

    @property
    def deal(self) -> Deal:
        """The source of the match's chance, before the seats have added to it."""
        return Deal(secret=bytes.fromhex(self.opened.secret), apart=self.opened.twice)

    # -- what it is ----------------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """All who may see something different."""
        return (*range(self.opened.players), None)

    @property
    def stage(self) -> Stage:
        """Whether the match is still to begin, is played, or has ended."""
        if self.match is None:
            return "finished" if self.past else "open"
        return "finished" if self.match.done else "playing"

    @property
    def first_of_two(self) -> bool:
        """Whether a second match on the same deal follows this one: not where somebody has given up their seat."""
        first = self.opened.twice and not self.opened.first and self.practice is None
        return first and not any(place.resigned for place in self.seats)

    @property
    def put_away(self) -> bool:
        """Whether the match is over and nobody may look up their own cards of it, which lie with their rival now."""
        return self.stage == "finished" and self.first_of_two

    @property
    def second_due(self) -> bool:
        """Whether the second match on the same deal is to begin."""
        over = self.match is not None and self.match.done and not self.fault
        return over and self.first_of_two and self.rematch is None

    @property
    def alone(self) -> bool:
        """Whether no person decides anything."""
        return all(place.by_bot for place in self.seats)

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person."""
        if person is None:
            return None
        of_people = [place.person if place.kind == "person" else None for place in self.seats]
        return of_people.index(person) if person in of_people else None

    def vacant(self, seat: int) -> bool:
        """Whether anybody may sit down at a seat: before the match, or where one was given up that may be handed on."""
        here = self.stage == "open" or (self.stage == "playing" and self.opened.kept is None)
        return here and not self.barred and self.seats[seat].free

    def hand_seen(self, person: str | None) -> int:
        """The seat whose hand a person has seen in the match that is played; `NO_HAND` where there is none."""
        return self.sat.get(person, NO_HAND) if person is not None and self.stage == "playing" else NO_HAND

    def hosted_by(self, person: str | None) -> bool:
        """Whether a person is a host of the table: who opened it, and while these have no seat, also the first who sits,
        so that nobody waits for somebody who has gone."""
        opener = self.opened.host
        if person is None or person == opener:
            return person is not None
        if self.opened.meet or self.opened.competition or self.seat_of(opener) is not None:
            return False
        return person == next((place.person for place in self.seats if place.kind == "person"), None)

    @property
    def chat_open(self) -> bool:
        """Whether there is a chat: the table was opened with one, or all people who sit there agree to it."""
        people = [place for place in self.seats if place.kind == "person"]
        return self.opened.chat or (bool(people) and all(place.talks for place in people))

    @property
    def delayed(self) -> int | None:
        """The last step that onlookers may see of a match that is played, where they see it late; None where they do not."""
        if not self.opened.delay or self.match is None or self.match.done:
            return None
        return max(1, self.match.told(None) - self.opened.delay)

    def may_chat(self, seat: Viewer) -> bool:
        """Whether who looks from there may chat: what was agreed is between those who sit there, and not for onlookers."""
        return self.opened.chat or (seat is not None and self.chat_open)

    def names_besides(self, person: str, seat: Viewer) -> list[str]:
        """The names of all others who sit here, or have spoken. For who takes a `seat` its owner does not count, nor do bots
        that give way."""
        voices = [name for speaker, name in self.voices.items() if speaker != person]
        others = [place for number, place in enumerate(self.seats) if number != seat and place.person != person]
        return [place.name for place in others if place.name and (seat is None or not self.gives_way(place))] + voices

    def gives_way(self, place: SeatState) -> bool:
        """Whether a bot sits there that can still be called otherwise."""
        return place.kind == "bot" and self.stage == "open"

    @property
    def window(self) -> bool:
        """Whether a response window is open."""
        return self.match is not None and not self.match.over and self.match.asking

    @property
    def together(self) -> bool:
        """Whether seats decide together in this game, instead of responding."""
        return self.match is not None and self.match.game.layout.together

    def answered(self, seat: int) -> str | None:
        """Answer of a seat to the open window, or to all that are not urgent."""
        if self.match is None or not self.window or seat not in self.match.asked:
            return None
        passes = self.seats[seat].passing and not self.match.urgent
        return self.answers.get(seat) or (self.match.nothing if passes else None)

    @property
    def all_answered(self) -> bool:
        """Whether the open window waits for nobody."""
        assert self.match is not None
        return all(self.answered(seat) for seat in self.match.asked)

    @property
    def undecided(self) -> list[int]:
        """The seats that have still to decide something."""
        if self.match is None or self.match.over or self.fault:
            return []
        return [seat for seat in self.match.asked if self.answered(seat) is None]

    def people_besides(self, seat: int) -> set[int]:
        """The seats at which other people play themselves."""
        return {other for other, place in enumerate(self.seats) if other != seat and not (place.free or place.by_bot)}

    # -- events --------------------------------------------------------------------------------------------------------

    def apply(self, event: ev.Event, at: float) -> frozenset[Viewer]:
        """Let something happen; tells who has something new to see. Raises `BrokenTable` where it cannot have happened."""
        try:
            shown = self._follow(event, at)
        except RulesError as error:  # a fault in the game, which is there again whenever this is read: the table halts
            log.error("table %s halts: %s", brief(self.id), error)
            self.count += 1
            return self.halt()
        except TuckboxError as error:
            raise BrokenTable(f"event {self.count}, {event.kind}, does not fit what was before it: {error}") from error
        self.count += 1
        if isinstance(event, FUSS):
            self.fuss[event.seat] += 1
        if isinstance(event, ARRIVALS):
            self.proposal = None  # it was put to others than those who sit here now
        return frozenset(shown)

    def halt(self, why: str = "the rules of this game went wrong, so the match cannot go on") -> frozenset[Viewer]:
        """Something went wrong that would go wrong again: nothing happens at this table any more, and all see why."""
        self.fault = why
        return frozenset(self._count(self.viewers))

    def _follow(self, event: ev.Event, at: float) -> Iterable[Viewer]:
        """Effects of each kind of event; each says who has something new to see."""
        if self.past and isinstance(event, MOVES):
            return ()
        return self._happens(event, at)

    @singledispatchmethod
    def _happens(self, event: ev.Event, at: float) -> Iterable[Viewer]:
        raise BrokenTable(f"{event.kind!r} cannot happen twice")

    @_happens.register
    def _sat(self, event: ev.Sat, at: float) -> Iterable[Viewer]:
        place = self.seats[event.seat]
        salt = event.salt or (place.salt if place.person == event.person else "")
        talks = place.talks and place.person == event.person
        self.seats[event.seat] = SeatState("person", event.person, event.name, salt=salt, back=at, talks=talks)
        self.sat[event.person] = event.seat
        if self.match is not None:
            self.joined = {**self.joined, event.seat: self.match.steps}
            self.match.rename(event.seat, Seat(event.name))
            self.rewritten += 1
        return self._count(self.viewers)

    @_happens.register
    def _stood(self, event: ev.Stood, at: float) -> Iterable[Viewer]:
        self.seats[event.seat] = SeatState()
        return self._count(self.viewers)

    @_happens.register
    def _placed(self, event: ev.Placed, at: float) -> Iterable[Viewer]:
        self.seats[event.seat] = SeatState("bot", name=event.name, level=event.level) if event.level else SeatState()
        return self._count(self.viewers)

    @_happens.register
    def _started(self, event: ev.Started, at: float) -> Iterable[Viewer]:
        return self._begin(self.deal.salted(*(bytes.fromhex(salt) if salt else None for salt in event.salts)), at)

    def _begin(self, deal: Deal, at: float) -> Iterable[Viewer]:
        setting = self.game, self.opened.players, self.options
        seats = [Seat(place.name, bot_of(*setting, place.level) if place.level else "person") for place in self.seats]
        self.started = at
        self.sat |= {person: NO_HAND for person in self.sat if self.seat_of(person) is None}

        def deal_first() -> None:
            self.match = Match(self.game, self.opened.players, deal=deal, seats=seats, options=self.options)
            self.match.begun_by(self.opened.rules, self.opened.options)

        return self._move(None, at, deal_first)

    @_happens.register
    def _practised(self, event: ev.Practised, at: float) -> Iterable[Viewer]:
        self.practice = event
        if event.seed is None:
            self._started(ev.Started(event.salts), at)
        else:
            self._begin(Deal(seed=event.seed), at)

        def go_there() -> None:
            for step in event.steps[1:]:
                self._match.repeat(step)

        return self._move(None, at, go_there)

    @_happens.register
    def _acted(self, event: ev.Acted, at: float) -> Iterable[Viewer]:
        self.spent[event.seat] = max(0.0, at - max(self.since, self.seats[event.seat].back))
        step = self._match.steps
        moved = self._move(event.seat, at, lambda: self._match.play(event.action, event.seat))
        self._note_stand_in(event.seat, step)
        return moved

    @_happens.register
    def _answered(self, event: ev.Answered, at: float) -> Iterable[Viewer]:
        self._match.check(event.action, event.seat)
        self.answers[event.seat] = event.action
        return self._count((event.seat,))

    @_happens.register
    def _closed(self, event: ev.Closed, at: float) -> Iterable[Viewer]:
        match = self._match
        nothing = match.nothing
        answers, step = {seat: self.answered(seat) or nothing for seat in match.asked}, match.steps
        self.answers = {}

        def carry_out() -> None:
            for seat, answer in answers.items():
                match.play(str(answer), seat)

        moved = self._move(None, at, carry_out)
        for number, seat in enumerate(answers):
            self._note_stand_in(seat, step + number)
        return moved

    @_happens.register
    def _undone(self, event: ev.Undone, at: float) -> Iterable[Viewer]:
        self.rewritten += 1
        moved = self._move(event.seat, at, lambda: self._match.undo(event.seat))
        self._forget_deciders()
        return moved

    @_happens.register
    def _proposed(self, event: ev.Proposed, at: float) -> Iterable[Viewer]:
        self.proposal = Proposal(event.seat, event.step, self.count, at)
        return self.viewers

    @_happens.register
    def _agreed(self, event: ev.Agreed, at: float) -> Iterable[Viewer]:
        if self.proposal is not None:
            self.proposal = replace(self.proposal, agreed=(*self.proposal.agreed, event.seat))
        return self.viewers

    @_happens.register
    def _declined(self, event: ev.Declined, at: float) -> Iterable[Viewer]:
        if self.proposal is not None:
            self.declined[self.proposal.seat] = self.proposal.step
        self.proposal = None
        return self.viewers

    @_happens.register
    def _rewound(self, event: ev.Rewound, at: float) -> Iterable[Viewer]:
        """The seat decides again, in the time that it had left; the others have theirs anew when it has."""
        self.rewritten += 1
        self.answers = {}
        self._move(event.seat, at, lambda: self._match.go_back(event.step))
        self._forget_deciders()
        self._furthest, self.since = self._match.told(), at - self.spent.get(event.seat, 0.0)
        self.proposal, self.rewound = None, event.seat
        return self.viewers

    @_happens.register
    def _dealt(self, event: ev.Dealt, at: float) -> Iterable[Viewer]:
        return self._move(None, at, self._match.deal)

    @_happens.register
    def _happened(self, event: ev.Happened, at: float) -> Iterable[Viewer]:
        self.timed_out |= event.name == TIME_UP
        try:
            return self._move(None, at, lambda: self._match.event(event.name))
        except IllegalAction:  # it means nothing now
            return ()

    @_happens.register
    def _passes(self, event: ev.Passes, at: float) -> Iterable[Viewer]:
        self.seats[event.seat].passing = event.on
        return self._count((event.seat,))

    @_happens.register
    def _left(self, event: ev.Left, at: float) -> Iterable[Viewer]:
        place = self.seats[event.seat]
        place.driven, place.passing, place.level, place.late = True, False, STAND_IN, event.late
        self.taken = at
        return self.viewers

    @_happens.register
    def _returned(self, event: ev.Returned, at: float) -> Iterable[Viewer]:
        place = self.seats[event.seat]
        place.driven, place.back, place.level, place.late = False, at, "", False
        return self.viewers

    @_happens.register
    def _resigned(self, event: ev.Resigned, at: float) -> Iterable[Viewer]:
        old = self.seats[event.seat]
        name = event.name or old.name  # events of older versions name no bot
        former = old.name if event.name else ""
        self.seats[event.seat] = SeatState("bot", "", name, STAND_IN, resigned=True, gave_up=old.person, former=former)
        if event.name:
            self._match.rename(event.seat, Seat(name, bot_of(self.game, self.opened.players, self.options, STAND_IN)))
            self.rewritten += 1
            self._count(self.viewers)
        self.taken = at
        return self.viewers

    @_happens.register
    def _chatted(self, event: ev.Chatted, at: float) -> Iterable[Viewer]:
        self.voices[event.person] = event.name
        return self._said(Saying(event.person, event.name, event.text, at))

    @_happens.register
    def _reacted(self, event: ev.Reacted, at: float) -> Iterable[Viewer]:
        place = self.seats[event.seat]
        return self._said(Saying(place.person, place.name, ev.REACTIONS.get(event.word, event.word), at, reaction=True))

    def _said(self, saying: Saying) -> Iterable[Viewer]:
        self.chat = [*self.chat[1 - CHAT_KEPT :], saying]
        self.chatted += 1
        self.spoke[saying.by] = [*self.spoke.get(saying.by, [])[-9:], saying.at]
        return self.viewers

    @_happens.register
    def _talks(self, event: ev.Talks, at: float) -> Iterable[Viewer]:
        self.seats[event.seat].talks = event.on
        return self.viewers

    @_happens.register
    def _barred(self, event: ev.Barred, at: float) -> Iterable[Viewer]:
        who = "host of this table" if event.host else "operator of this server"
        self.barred, self.fault = True, f"the {who} has closed {'it' if event.host else 'the table'}"
        return self._count(self.viewers)

    @_happens.register
    def _adopted(self, event: ev.Adopted, at: float) -> Iterable[Viewer]:
        self.rules = event.rules
        return ()

    @_happens.register
    def _ended(self, event: ev.Ended, at: float) -> Iterable[Viewer]:
        self.past, self.match, self.fault = True, None, CHANGED
        return self._count(self.viewers)

    @_happens.register
    def _reopened(self, event: ev.Reopened, at: float) -> Iterable[Viewer]:
        self.rematch = event.table
        return self._count(self.viewers)

    # -- the match -----------------------------------------------------------------------------------------------------

    @property
    def _match(self) -> Match:
        if self.match is None:
            raise BrokenTable("the match has not begun")
        return self.match

    def _told(self) -> dict[Viewer, int]:
        return {viewer: self.match.told(viewer) if self.match else 0 for viewer in self.viewers}

    def _count(self, viewers: Iterable[Viewer]) -> Iterable[Viewer]:
        """Count that these viewers are shown something; they are returned."""
        for viewer in viewers:
            self.versions[viewer] += 1
        return viewers

    def _move(self, actor: Viewer, at: float, step: Callable[[], None]) -> Iterable[Viewer]:
        """Let the match move: all see it who have been told, and the actor.

        Rivals are told nothing of a sequence in progress. Taking steps back and making them again wins no time.
        """
        before = self._told()
        step()
        told = self._told()
        self.position += 1
        moved = {viewer for viewer in self.viewers if told[viewer] != before[viewer]}
        if actor is not None:
            moved.add(actor)
        self._count(moved)
        public = told[None]
        if public > self._furthest:
            self._furthest, self.since = public, at
        if public != before[None]:
            self.proposal = self.rewound = None
        self.declined = {seat: step for seat, step in self.declined.items() if step < self._match.steps}
        self._end_passing()
        return moved

    def _note_stand_in(self, seat: int, step: int) -> None:
        """Note that it was a bot who decided at a step, if one stands in for a person."""
        if self.seats[seat].driven or self.seats[seat].resigned:
            self.stood_in.append(step)

    def _forget_deciders(self) -> None:
        """Forget who decided at steps that are taken back."""
        steps = self._match.steps
        self.stood_in = [step for step in self.stood_in if step < steps]
        self.joined = {seat: min(step, steps) for seat, step in self.joined.items()}

    def decided_by_others(self, seat: int) -> list[int]:
        """Steps of the match at which not the person of a seat has decided there, but a bot or who sat there before."""
        return sorted({*range(self.joined.get(seat, 0)), *self.stood_in})

    def _end_passing(self) -> None:
        """End the automatic passing of the seat whose turn it is."""
        match = self._match
        if not match.over and not match.asking:
            self.seats[match.asked[0]].passing = False


def brief(table: str) -> str:
    """The beginning of a table's id, for the log: the whole of it is the key of a private table."""
    return table[:6]
