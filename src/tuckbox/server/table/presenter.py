"""The view models of a table: what each who looks at it is shown.

What takes long to make, view and scene, is made once for each version of a viewer; all the rest once for each change. All
onlookers share theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeAlias, TypedDict

from tuckbox.bots.learnt import unfit
from tuckbox.bots.levels import offered
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.server.errors import Refused
from tuckbox.server.table.decide import why_no_hints
from tuckbox.server.table.duplicate import both
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.state import NO_HAND, PAST, SeatState, TableState, Viewer
from tuckbox.server.table.takeback import may_propose
from tuckbox.server.table.view_model import (
    Chat,
    ChatLine,
    Duplicate,
    LogLine,
    Move,
    Practice,
    ProposalView,
    SeatView,
    Takeback,
    Terms,
    ViewModel,
    Window,
    log_lines,
    moves_of,
)
from tuckbox.view.view import View

TAIL = 30
"""Minimum number of sentences of the log that are shown."""

_Key: TypeAlias = tuple[Viewer, bool, int]
"""The viewer of a view model, whether they are a host, and the hand that they have seen and given up."""


class _MatchFields(TypedDict, total=False):
    """The fields of a view model that show the match, by their names."""

    view: View
    scene: Scene | None
    moves: tuple[Move, ...]
    log: tuple[LogLine, ...]
    earlier: bool
    step: int
    steps: int
    acted: int
    can_undo: bool
    takeback: Takeback


@dataclass
class _Shown:
    """The match as a viewer is shown it.

    `fields` are those of `version`. The `log` goes as far as step `told`; `rewritten` is the table's count of takebacks at
    that time, after which the log is read anew.
    """

    version: int = -1
    fields: _MatchFields = field(default_factory=_MatchFields)
    log: deque[LogLine] = field(default_factory=deque)
    told: int = 0
    rewritten: int = 0

    def update_log(self, state: TableState, viewer: Viewer) -> None:
        """Add the lines since the last update, and drop the oldest beyond `TAIL`, whole steps at a time."""
        match = state.match
        assert match is not None
        if self.rewritten != state.rewritten:
            self.log.clear()
            self.told, self.rewritten = 0, state.rewritten
        self.log.extend(log_lines(match.lines(viewer, TAIL, after=self.told)))
        self.told = match.told(viewer)
        while len(self.log) > TAIL and self.log[-TAIL].step > self.log[0].step:
            self.log.popleft()


class Presenter:
    """The view models of one table. `present` are the people who have it open."""

    def __init__(self, state: TableState, schedule: Schedule) -> None:
        self._state, self._schedule, self._terms = state, schedule, _terms(state)
        self._shown: dict[Viewer, _Shown] = {}
        self._models: dict[_Key, ViewModel] = {}
        self._quieter: dict[tuple[_Key, frozenset[str]], ViewModel] = {}
        self._public: ViewModel | None = None
        self._known: tuple[SeatView, ...] = ()

    def forget(self, viewers: Collection[Viewer]) -> None:
        """These viewers have something new to see."""
        if None in viewers:  # onlookers see whatever is public
            self._public = None
        self._quieter.clear()
        self._models = {key: model for key, model in self._models.items() if key[0] not in viewers}

    def view_model(
        self,
        person: str | None,
        present: Collection[str],
        onlookers: int,
        step: int | None = None,
        unheard: frozenset[str] = frozenset(),
    ) -> ViewModel:
        """The table as somebody sees it; or as it was after a step, of those they have been told of. What the `unheard` say
        is not shown.
        """
        viewer = self._state.seat_of(person)
        given_up = self._state.hand_seen(person) if viewer is None else NO_HAND
        key = (viewer, self._state.hosted_by(person), given_up)
        model = self._models.get(key)
        if model is None:
            model = self._models[key] = self._make(*key, present, onlookers)
        muted = unheard.intersection(saying.by for saying in self._state.chat) if unheard else unheard
        if muted:
            model = self._quietened(model, key, muted)
        if viewer is None and self._state.delayed is not None:
            step = None if step is None else min(step, model.steps)
        if step is None or step == model.steps:
            return model
        eyes = None if self._state.put_away else viewer
        return replace(model, **(self._kept(step) if self._state.past else self._earlier(eyes, step)))

    def _quietened(self, model: ViewModel, key: _Key, muted: frozenset[str]) -> ViewModel:
        """A view model without what some people say, made once for all who do not hear the same."""
        if (key, muted) not in self._quieter:
            self._quieter[key, muted] = replace(model, chat=replace(model.chat, lines=_said(self._state, muted)))
        return self._quieter[key, muted]

    def replay(self, model: ViewModel, step: int | None) -> ViewModel:
        """A `model` of the table after a step (None: the last) with all hands open. Raises `Refused` before the end."""
        match = self._state.match
        if match is None or not match.done:
            raise Refused("not over", "all hands are opened when the match is over")
        step = match.steps if step is None else step
        try:
            view = match.open_view(step)
        except OptionError as error:
            raise Refused("no step", str(error)) from None
        fields = _table(view) | _log(log_lines(match.open_lines(TAIL, step=step)))
        fields |= {"step": step, "steps": match.steps}
        return replace(model, **fields)

    def seen(self, model: ViewModel, seat: int, step: int) -> ViewModel:
        """A `model` of a finished match after a step, as a seat saw it then. Raises `Refused` before the end."""
        if self._state.past:
            raise Refused("past", PAST)
        match = self._state.match
        if match is None or not match.done:
            raise Refused("not over", "what others saw is told when the match is over")
        if not 0 <= seat < match.players:
            raise Refused("no seat", f"there is no seat {seat}")
        seats = tuple(replace(each, mine=each.number == seat) for each in model.seats)
        fields = self._earlier(seat, step) | {"steps": match.steps}
        return replace(model, **fields, seat=seat, seats=seats)

    # -- the match -----------------------------------------------------------------------------------------------------

    def _match(self, viewer: Viewer) -> _MatchFields:
        """The match as a viewer is shown it."""
        state, version = self._state, self._state.versions[viewer]
        known = self._shown.get(viewer)
        if known is None:
            known = self._shown[viewer] = _Shown()
        if known.version != version:
            known.update_log(state, viewer)
            known.version, known.fields = version, _present(state, viewer) | _log(known.log)
        return known.fields

    def _earlier(self, viewer: Viewer, step: int) -> _MatchFields:
        match = self._state.match
        try:
            if match is None:
                raise OptionError("the match has not begun")
            view = match.view_at(viewer, step)
        except OptionError as error:
            raise Refused("no step", str(error)) from None
        return (
            _table(view)
            | _log(log_lines(match.lines(viewer, TAIL, step=step)))
            | {"step": step, "moves": (), "can_undo": False, "takeback": Takeback(), "acted": _acted(match, viewer, step)}
        )

    def _kept(self, step: int | None = None) -> _MatchFields:
        """View model of an archived match after a step (None: the last). Raises `Refused`."""
        kept, names = self._state.kept, [seat.name for seat in self._state.seats]
        if kept is None:
            return {}
        step = kept.last if step is None else step
        try:
            scene = kept.scene(step, names)
        except ValueError:  # drawn of parts that are not known any more
            scene = None
        if scene is None and step != kept.last:
            raise Refused("no step", f"there is no step {step}")
        lines = log_lines(kept.lines(step, TAIL, names))
        return {"scene": scene, "step": step, "steps": kept.last} | _log(lines)

    # -- all the rest --------------------------------------------------------------------------------------------------

    def _make(self, viewer: Viewer, host: bool, hand: int, present: Collection[str], onlookers: int) -> ViewModel:
        state = self._state
        public = self._public = self._public or self._for_all(present, onlookers)
        fields: dict[str, Any] = {"host": host, "seat": viewer, "version": state.versions[viewer]}
        closing = host and state.stage == "open" and not (state.fault or state.opened.meet)
        fields |= {
            "can_start": host and public.can_start,
            "can_close": closing,
            "unaided": bool(why_no_hints(state, viewer)),
            "chat": replace(public.chat, open=state.may_chat(viewer) and not state.barred),
            "takeback": _takeback(state, viewer),
        }
        if state.past:
            fields |= self._kept()
        elif state.match is not None:
            eyes = None if state.put_away else viewer
            fields |= self._match(eyes) if viewer is not None or state.delayed is None else self._late(public, state.delayed)
        if hand != NO_HAND:  # with which nobody takes another
            fields["seats"] = tuple(
                replace(seat, free=seat.free and seat.number == hand) for seat in fields.get("seats", public.seats)
            )
        if viewer is not None:
            place, answered = state.seats[viewer], state.answered(viewer)
            fields["seats"] = (*public.seats[:viewer], _own(public.seats[viewer]), *public.seats[viewer + 1 :])
            fields |= {"passing": place.passing, "driven": place.driven}
            fields["window"] = public.window and replace(public.window, answered=answered)
            if answered is not None or state.fault or place.driven:
                fields |= {"moves": (), "can_undo": False}
        return replace(public, **fields)

    def _late(self, public: ViewModel, step: int) -> dict[str, Any]:
        """The match as onlookers see it after an earlier step, and nothing of what is asked, open or running now."""
        seats = tuple(replace(seat, asked=False, deadline=None) for seat in public.seats)
        now = {"window": None, "between": False, "next_at": None}
        return {**self._earlier(None, step), "steps": step, "seats": seats, **now}

    def _for_all(self, present: Collection[str], onlookers: int) -> ViewModel:
        """The table as everybody sees it, without the match."""
        state, opened, schedule, match = self._state, self._state.opened, self._schedule, self._state.match
        asked = match.asked if match is not None else ()
        talking = (
            None if opened.chat or state.barred else tuple(seat for seat, place in enumerate(state.seats) if place.talks)
        )
        return ViewModel(
            table=state.id,
            game=state.game.name,
            title=opened.title or state.game.title,
            options=tuple(opened.options.items()),
            terms=self._terms,
            stage=state.stage,
            host=False,
            version=state.versions[None],
            seat=None,
            seats=self._seats(asked, present),
            onlookers=onlookers,
            can_start=state.stage == "open" and all(place.kind != "open" for place in state.seats),
            window=Window(schedule.window_ends, match.nothing) if match is not None and state.window else None,
            between=match is not None and match.between,
            next_at=schedule.next_at,
            chat=Chat(_said(state), agreed=talking, closed=state.barred),
            commitment=None if state.practice else state.commitment,
            rematch=state.rematch,
            fault=state.fault,
            unlearnt=_unlearnt(state),
            levels=_levels(state),
            practice=practice_of(state),
            duplicate=Duplicate(state.first_of_two, opened.first, both(state)) if opened.twice else None,
            past=state.past,
        )

    def _seats(self, asked: Collection[int], present: Collection[str]) -> tuple[SeatView, ...]:
        """The seats; those that are as they were are the same, since what is drawn of them is kept."""
        places = enumerate(self._state.seats)
        found = [self._seat_view(seat, place, seat in asked, present) for seat, place in places]
        self._known = tuple([was if was == now else now for was, now in zip(self._known or found, found, strict=True)])
        return self._known

    def _seat_view(self, seat: int, place: SeatState, asked: bool, present: Collection[str]) -> SeatView:
        match, kept = self._state.match, self._state.kept
        places = match.places if match is not None else kept.places if kept is not None else None
        return SeatView(
            number=seat,
            name=place.name,
            kind=place.kind,
            level=place.level,
            driven=place.driven,
            late=place.late,
            former=place.former,
            present=place.kind == "person" and place.person in present,
            asked=asked,
            deadline=self._schedule.deadline(seat) if asked else None,
            place=places[seat] if places else None,
            free=self._state.vacant(seat),
            salted=bool(place.salt),
        )


def _said(state: TableState, unheard: Collection[str] = ()) -> tuple[ChatLine, ...]:
    """The words and reactions at a table, but those of some people."""
    lines = enumerate(state.chat, state.chatted - len(state.chat))
    return tuple(
        ChatLine(said.name, said.text, said.at, said.reaction, number) for number, said in lines if said.by not in unheard
    )


def _terms(state: TableState) -> Terms:
    """The terms on which a table was opened."""
    opened = state.opened
    return Terms(
        private=opened.private,
        time_control=state.time_control,
        hints=opened.hints,
        counts=opened.counts,
        earnest=bool(opened.earnest),
        delay=opened.delay,
        competition=opened.competition,
        day=opened.day,
    )


def _takeback(state: TableState, viewer: Viewer) -> Takeback:
    """Takebacks as a viewer sees them now."""
    possible = viewer is not None and not state.seats[viewer].driven and may_propose(state, viewer)
    return Takeback(possible, _proposal(state, viewer), state.rewound)


def _proposal(state: TableState, viewer: Viewer) -> ProposalView | None:
    """The takeback that is asked for."""
    proposal, match = state.proposal, state.match
    if proposal is None or match is None:
        return None
    told = match.lines(viewer, 1, step=proposal.step + 1, after=proposal.step)
    people = tuple(sorted(state.people_besides(proposal.seat)))
    return ProposalView(proposal.seat, proposal.number, told[0][1] if told else "", proposal.agreed, people)


def practice_of(state: TableState) -> Practice | None:
    """The origin of a match that is only practice."""
    if state.practice is None:
        return None
    return Practice(state.practice.of, state.practice.seat, len(state.practice.steps))


def _unlearnt(state: TableState) -> str:
    """Why the bots of a table play without what was learnt of its game, if they do."""
    if state.past or state.stage == "finished" or not any(place.kind == "bot" for place in state.seats):
        return ""
    return _unfit(state.game, len(state.seats), tuple(state.options.items()))


def _levels(state: TableState) -> tuple[str, ...]:
    """The levels of bots that may be seated, as long as they may."""
    return _offered(state.game, len(state.seats), tuple(state.options.items())) if state.stage == "open" else ()


@lru_cache(maxsize=1024)
def _offered(game: Game, players: int, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return offered(game, players, dict(options))


@lru_cache(maxsize=1024)
def _unfit(game: Game, players: int, options: tuple[tuple[str, str], ...]) -> str:
    return unfit(game, players, dict(options))


@lru_cache(maxsize=1024)
def _own(seat: SeatView) -> SeatView:
    """A seat as who sits there sees it."""
    return replace(seat, mine=True)


def _present(state: TableState, viewer: Viewer) -> _MatchFields:
    """A running match as a viewer sees it now, without the log."""
    match = state.match
    assert match is not None
    view, step = match.view(viewer, log=False), match.told(viewer)
    scene = laid(view)
    return {
        "view": view,
        "scene": scene,
        "moves": moves_of(view, scene.notes),
        "step": step,
        "steps": step,
        "can_undo": viewer is not None and match.can_undo(viewer),
        "acted": _acted(match, viewer, step),
    }


def _table(view: View) -> _MatchFields:
    return {"view": view, "scene": laid(view)}


def _acted(match: Match, viewer: Viewer, step: int) -> int:
    """The step from which on things are news to a viewer; 0 for onlookers."""
    return match.acted(viewer, step) if viewer is not None else 0


def _log(lines: Sequence[LogLine]) -> _MatchFields:
    """The fields of a view model that tell the log. Others stand before its first line if it is as long as it may be."""
    return {"log": tuple(lines), "earlier": len(lines) >= TAIL and lines[0].step > 1}
