"""Leads through a lesson: a match that goes on page by page, and an answer to whatever the learner does.

What the lesson does not ask for is never played: it is told why the rules refuse it, or that it would be allowed, and the
table stays as it was. So where a lesson stands is a number, and any page can be turned back to.
"""

from __future__ import annotations

from dataclasses import dataclass

from tuckbox.errors import ActionError, NotYourTurn, OptionError, sentence
from tuckbox.lessons.script import LEARNER, Lesson, LessonError, Move, Page
from tuckbox.lessons.things import Thing, find
from tuckbox.match.labels import besides, label
from tuckbox.match.match import Match
from tuckbox.match.record import Seat
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


@dataclass(frozen=True)
class Answer:
    """The answer to something the learner has done, and whether the lesson has gone on by it.

    `refused` is true of what the rules forbid."""

    text: str
    on: bool = False
    refused: bool = False


class Guide:
    """One way through a lesson. Raises `LessonError` where the lesson does not play.

    >>> from tuckbox.definition.game import game
    >>> from tuckbox.lessons.script import lessons
    >>> guide = Guide(lessons(game("whiplash"))[0])
    >>> guide.number, guide.page.task is None
    (0, True)
    >>> guide.turn(); guide.number
    1
    """

    def __init__(self, lesson: Lesson, page: int = 0) -> None:
        """Begin a lesson, or go on at a page (counted from 0)."""
        self.lesson = lesson
        self.go(page)

    def go(self, page: int) -> None:
        """Turn to a page, forward or back. Raises `OptionError` if there is none of this number."""
        if not 0 <= page <= len(self.lesson.pages):
            raise OptionError(f"the lesson has no page {page + 1}; the pages are 1 to {len(self.lesson.pages)}")
        lesson = self.lesson
        try:
            seats = [Seat("You"), *(Seat(name, "lesson") for name in lesson.rivals)]
            self.match = Match(lesson.game, len(seats), seed=lesson.seed, seats=seats, options=lesson.options)
        except OptionError as error:
            raise LessonError(str(error), 1) from error
        self.number, self._at = 0, 0
        self._happen()
        while self.number < page:
            self.turn()

    @property
    def done(self) -> bool:
        """Whether all has been said."""
        return self._at == len(self.lesson.steps)

    @property
    def page(self) -> Page:
        """The current page's text. Raises `OptionError` at the end."""
        if self.done:
            raise OptionError("the lesson is over")
        step = self.lesson.steps[self._at]
        assert isinstance(step, Page)
        return step

    def view(self) -> View:
        """The learner's view."""
        return self.match.view(LEARNER)

    def thing(self, scene: Scene) -> Thing | None:
        """Target the page points at in the scene of the learner's view; None where it speaks of the whole table."""
        return find(scene, self.page.at, tuple(self.match.legal(LEARNER))) if self.page.at else None

    def turn(self) -> None:
        """Go on to the next page; what this one asks for is played if it is allowed."""
        page = self.page
        if page.task and page.task.allowed:
            self._play(LEARNER, page.task.action, page.line)
        self._at += 1
        self.number += 1
        self._happen()

    def act(self, action: str | int) -> Answer:
        """Let the learner do something; returns the answer to it."""
        task = None if self.done else self.page.task
        actions = self.match.game.actions
        try:
            text = actions.text(self.match.check(action, LEARNER))
        except NotYourTurn:
            return Answer("It is not your turn yet: read on.")
        except ActionError as error:
            meant = task is not None and not task.allowed and self._same(action, task.action)
            if meant:
                self.turn()
            return Answer(sentence(error), meant, refused=True)
        if task is None:
            return Answer("This is not asked for yet: read on first.")
        if task.allowed and text == task.action:
            self.turn()
            return Answer("", on=True)
        said = f"`{text}` is allowed, too{self._noted(text)}. But for this lesson go on with `{task.action}`."
        return Answer(task.instead.get(text, said if task.allowed else f"First try `{task.action}`, and see what happens."))

    def _noted(self, text: str) -> str:
        """The note of an action after a colon, without what the action is called anyway; empty if it has none."""
        game = self.match.game
        note = besides(label(game, text, self.match.names, LEARNER), game.scene(self.view()).notes.get(text, ""))
        return f": {note.rstrip('.!')}" if note else ""

    def _same(self, action: str | int, asked: str) -> bool:
        try:
            code = self.match.game.actions.code(asked)
            return code == (action if isinstance(action, int) else self.match.game.actions.code(action))
        except ActionError:
            return False

    def _happen(self) -> None:
        """Let happen what happens by itself, up to the next page."""
        steps = self.lesson.steps
        while self._at < len(steps) and isinstance(step := steps[self._at], Move):
            self._play(step.seat, step.action, step.line)
            self._at += 1

    def _play(self, seat: int, action: str, line: int) -> None:
        try:
            if seat < 0:
                self.match.deal()
            else:
                self.match.play(action, seat)
        except ActionError as error:
            raise LessonError(f"{action or 'deal'!r}: {error}", line) from error
