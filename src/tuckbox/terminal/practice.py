"""Exercises in the terminal: the table as the seat saw it, what one would do there, and the coach's answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tuckbox.coach.exercises import Exercise
from tuckbox.coach.judge import within
from tuckbox.coach.why import told as say_why
from tuckbox.errors import ActionError, sentence
from tuckbox.match.labels import label
from tuckbox.scene.parts import Scene
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.learn import Unkept
from tuckbox.terminal.play import Leave, TerminalTable
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.spoken import SpokenScreen, SpokenTable
from tuckbox.terminal.typed import Key, find, order
from tuckbox.view.view import View

RECENT = 6
"""Number of sentences of the log that are told before an exercise."""

_UNKEPT = "An exercise is not saved: `tuckbox practice` asks it again."


class ExerciseTable(TerminalTable):
    """One exercise: asked until an action is chosen that is legal there."""

    def __init__(self, exercise: Exercise, heading: str, screen: Screen) -> None:
        match = exercise.position()
        super().__init__(match, {}, screen, Unkept(match, _UNKEPT), Clock(match))
        self.exercise, self.heading, self.looking = exercise, heading, exercise.seat

    def choose(self) -> str:
        """The action that is chosen, in notation. Raises `Leave`, or `EOFError` at the end of the input."""
        number = len(self.match.actions(self.exercise.seat))
        self.screen.coming = prompt = f"{self.heading}. What would you do? (1-{number}, ? for help, q to leave): "
        while True:
            view = self.draw(self.exercise.seat)
            typed = self.screen.ask(prompt, view.legal_texts())
            try:
                action = self._heed(typed, view)
            except ActionError as error:
                self.notice = sentence(error)
                continue
            if action is not None:
                return self.match.game.actions.text(action)

    def _heed(self, typed: str, view: View) -> int | None:
        asked = order(typed, self.match.game)
        self.notice = ""
        if asked.key in (Key.UNDO, Key.HINT):
            self.notice = "There is nothing to take back, and a hint would be the answer."
        elif asked.key is not None:
            self.key(asked, view)
        elif typed.strip():
            return self.match.check(find(self.match.game, view.legal, typed), view.seat)
        return None


class SpokenExercise(ExerciseTable, SpokenTable):
    """One exercise that is told: the whole table, what happened last, and the actions to choose from."""

    def show(self, view: View, scene: Scene, whole: bool = False) -> None:
        """Tell where one is at first, and then what is new."""
        first = not self.asked
        if first:
            self.heard[view.seat] = max(0, len(view.log) - RECENT)
        SpokenTable.show(self, view, scene, whole or first)
        if first:
            self.tell(view, self.question(view))


def answer(exercise: Exercise, action: str, view: View) -> Iterator[str]:
    """The coach's answer to an action, in sentences."""
    game, names = view.game, view.names

    def said(text: str) -> str:
        called = label(game, text, names, view.seat)
        return f"`{text}`" if called == text else f"`{text}` ({called})"

    yield f"{'Right' if exercise.solves(action) else 'Not the best'}: {said(action)}."
    points = f"better by {100 * exercise.cost:.0f} points (±{within(exercise.error)}) than {said(exercise.other)}"
    yield f"Best is {said(exercise.best)}: {points}. The coach is {exercise.certainty} of it."
    if exercise.reasons:
        yield say_why(exercise.reasons)


def solve(exercises: Sequence[Exercise], first: int, title: str, speak: bool = False) -> Iterator[bool]:
    """Ask exercises from a number on until the person leaves: whether each answer is right."""
    screen = SpokenScreen() if speak else Screen()
    for number, exercise in enumerate(exercises[first - 1 :], first):
        table = (SpokenExercise if speak else ExerciseTable)(exercise, f"{title} {number} of {len(exercises)}", screen)
        try:
            with screen.open():
                action = table.choose()
            yield exercise.solves(action)
            for line in answer(exercise, action, table.match.view(exercise.seat, log=False)):
                screen.say(line)
            if number == len(exercises) or screen.ask("Enter for the next, q to leave: ").strip():
                return
        except (Leave, EOFError):
            return
