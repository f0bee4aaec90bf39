"""Lessons play on today's rules, and every page points at something that is there."""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.definition.game import Game
from tuckbox.errors import ActionError, TuckboxError
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, Lesson, load, paths
from tuckbox.lessons.things import KINDS
from tuckbox.testing.case import Failure


def played(game: Game) -> Iterator[Failure]:
    """Each lesson of a game replays; what its pages point at, ask for and answer is so at the table."""
    for path in paths(game):
        try:
            lesson = load(game, path)
            for line, message in _faults(lesson):
                yield "lesson", f"{path.name}, line {line}: {message}"
        except TuckboxError as error:
            yield "lesson", f"{path.name}: {error}"


def _faults(lesson: Lesson) -> Iterator[tuple[int, str]]:
    guide = Guide(lesson)
    while not guide.done:
        page, scene = guide.page, lesson.game.scene(guide.view())
        if page.at and guide.thing(scene) is None:
            known = "" if page.at.split(" ")[0] in KINDS else f" (one can point at: {', '.join(KINDS)})"
            yield page.line, f"there is no {page.at!r} to point at{known}"
        if page.task:
            yield from ((page.line, message) for message in _task_faults(guide))
        guide.turn()


def _task_faults(guide: Guide) -> Iterator[str]:
    task, match = guide.page.task, guide.match
    assert task is not None
    if task.allowed != match.can(task.action, LEARNER):
        yield f"`{task.action}` is {'not ' if task.allowed else ''}allowed here"
    if not task.allowed:
        try:
            match.game.actions.code(task.action)
        except ActionError as error:
            yield str(error)
    for action in task.instead:
        if action == task.action or not match.can(action, LEARNER):
            yield f"`{action}` is no other action that is allowed here"
