"""Faces of a table: what each who looks at it is shown.

What is dear, view and scene, is made once for each version of a viewer; what is cheap, once for each change. All onlookers
share theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tuckbox.engine.view import View
from tuckbox.errors import OptionError
from tuckbox.server.table.commands import Refused
from tuckbox.server.table.course import Course, Place, Viewer
from tuckbox.server.table.face import Chair, Face, Line, Move
from tuckbox.server.table.schedule import Schedule

TAIL = 30
"""So many sentences of the log are shown at least."""


@dataclass
class _Shown:
    """What a viewer is shown of the match at a version, as the fields of a face; and the log that led there."""

    version: int = -1
    fields: Mapping[str, Any] = field(default_factory=dict)
    log: deque[Line] = field(default_factory=deque)
    told: int = 0
    rewritten: int = 0

    def read_on(self, course: Course, viewer: Viewer) -> None:
        """Add what has been told since to the log, and let go of its beginning."""
        match = course.match
        assert match is not None
        if self.rewritten != course.rewritten:
            self.log.clear()
            self.told, self.rewritten = 0, course.rewritten
        self.log.extend(Line(*line) for line in match.lines(viewer, TAIL, after=self.told))
        self.told = match.told(viewer)
        while len(self.log) > TAIL and self.log[-TAIL].step > self.log[0].step:
            self.log.popleft()


class Faces:
    """The faces of one table. `present` are the people who have it open."""

    def __init__(self, course: Course, schedule: Schedule) -> None:
        self._course, self._schedule = course, schedule
        self._shown: dict[Viewer, _Shown] = {}
        self._faces: dict[tuple[Viewer, bool], Face] = {}
        self._public: dict[str, Any] = {}

    def forget(self, viewers: Collection[Viewer]) -> None:
        """These viewers have something new to see."""
        if None in viewers:  # onlookers see whatever is public
            self._public = {}
        for viewer in viewers:
            self._faces.pop((viewer, True), None)
            self._faces.pop((viewer, False), None)

    def face(self, person: str | None, present: Collection[str], onlookers: int, step: int | None = None) -> Face:
        """The table as somebody sees it; or as it was after a step, of those he has been told of."""
        viewer = self._course.seat_of(person)
        host = person is not None and person == self._course.opened.host
        face = self._faces.get((viewer, host))
        if face is None:
            face = self._faces[viewer, host] = self._make(viewer, host, present, onlookers)
        if step is None or step == face.steps:
            return face
        return replace(face, **self._earlier(viewer, step))

    def replay(self, step: int | None, present: Collection[str], onlookers: int) -> Face:
        """The table after a step with all hands open. Raises `Refused` before the end."""
        match = self._course.match
        if match is None or not match.done:
            raise Refused("not over", "all hands are opened when the match is over")
        step = match.steps if step is None else step
        try:
            view = match.open_view(step)
        except OptionError as error:
            raise Refused("no step", str(error)) from None
        fields = _table(view) | _log(_lines(match.open_lines(TAIL, step=step)))
        return replace(self.face(None, present, onlookers), **fields, step=step, steps=match.steps)

    # -- the match -----------------------------------------------------------------------------------------------------

    def _match(self, viewer: Viewer) -> Mapping[str, Any]:
        """What a viewer is shown of the match."""
        course, version = self._course, self._course.versions[viewer]
        known = self._shown.setdefault(viewer, _Shown())
        if known.version != version:
            known.read_on(course, viewer)
            known.version, known.fields = version, _present(course, viewer) | _log(known.log)
        return known.fields

    def _earlier(self, viewer: Viewer, step: int) -> Mapping[str, Any]:
        match = self._course.match
        try:
            if match is None:
                raise OptionError("the match has not begun")
            view = match.view_at(viewer, step)
        except OptionError as error:
            raise Refused("no step", str(error)) from None
        return (
            _table(view)
            | _log(_lines(match.lines(viewer, TAIL, step=step)))
            | {"step": step, "moves": (), "can_undo": False}
        )

    # -- all the rest --------------------------------------------------------------------------------------------------

    def _make(self, viewer: Viewer, host: bool, present: Collection[str], onlookers: int) -> Face:
        course = self._course
        public = self._public = self._public or self._for_all(present, onlookers)
        fields = public | {"host": host, "seat": viewer, "version": course.versions[viewer]}
        fields["can_start"] = host and public["can_start"]
        if course.match is not None:
            fields |= self._match(viewer)
        if viewer is None:
            return Face(**fields)
        place, answered, chairs = course.places[viewer], course.answered(viewer), public["chairs"]
        fields["chairs"] = (*chairs[:viewer], replace(chairs[viewer], mine=True), *chairs[viewer + 1 :])
        fields |= {"passing": place.passing, "driven": place.driven, "answered": answered}
        if answered is not None or course.fault or place.driven:
            fields |= {"moves": (), "can_undo": False}
        return Face(**fields)

    def _for_all(self, present: Collection[str], onlookers: int) -> dict[str, Any]:
        """The fields of a face that are the same for everybody."""
        course, opened, schedule, match = self._course, self._course.opened, self._schedule, self._course.match
        asked = match.asked if match is not None else ()
        return {
            "table": course.id,
            "game": course.game.name,
            "title": opened.title or course.game.title,
            "options": tuple(opened.options.items()),
            "stage": course.stage,
            "private": opened.private,
            "pace": course.pace,
            "chairs": tuple(self._chair(seat, place, seat in asked, present) for seat, place in enumerate(course.places)),
            "onlookers": onlookers,
            "chat": tuple(course.chat),
            "can_start": match is None and all(place.kind != "open" for place in course.places),
            "between": match is not None and match.between,
            "window": course.window,
            "window_ends": schedule.window_ends,
            "commitment": course.commitment,
            "rematch": course.rematch,
            "next_at": schedule.next_at,
            "ends_at": schedule.ends_at,
            "fault": course.fault,
        }

    def _chair(self, seat: int, place: Place, asked: bool, present: Collection[str]) -> Chair:
        match = self._course.match
        return Chair(
            seat=seat,
            name=place.name,
            kind=place.kind,
            level=place.level,
            driven=place.driven,
            present=place.kind == "person" and place.person in present,
            asked=asked,
            deadline=self._schedule.deadline(seat) if asked else None,
            place=match.places[seat] if match is not None and match.places else None,
            free=place.free and self._course.stage != "finished",
            salted=bool(place.salt),
        )


def _present(course: Course, viewer: Viewer) -> dict[str, Any]:
    """What a viewer sees of a running match."""
    match = course.match
    assert match is not None
    view = match.view(viewer, log=False)
    fields = _table(view)
    texts = [match.game.actions.text(action) for action in view.legal]
    notes = fields["scene"].notes
    told = match.told(viewer)
    fields |= {"moves": tuple(Move(text, notes.get(text, "")) for text in texts), "step": told, "steps": told}
    return fields | {"can_undo": viewer is not None and match.can_undo(viewer)}


def _table(view: View) -> dict[str, Any]:
    return {"view": view, "scene": view.game.scene(view)}


def _lines(told: list[tuple[int, str]]) -> list[Line]:
    return [Line(step, text) for step, text in told]


def _log(lines: Sequence[Line]) -> dict[str, Any]:
    """The fields of a face that tell the log. Before its first line there are others, if it is as long as it may be."""
    return {"log": tuple(lines), "earlier": len(lines) >= TAIL and lines[0].step > 1}
