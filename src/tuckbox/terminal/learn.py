"""A lesson in the terminal: the table, an arrow before what is spoken of, and some sentences at a time below it; or told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.text import Text

from tuckbox.errors import ActionError, sentence
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, Lesson
from tuckbox.lessons.things import Thing, marked
from tuckbox.match.match import Match
from tuckbox.match.record import Seat
from tuckbox.scene.blocks import Block, wrap
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.scene.words import panel_words
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.play import LEFT, Leave, TerminalTable
from tuckbox.terminal.saves import Keeper, default_path
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.seats import bots_of, rival, unlearnt
from tuckbox.terminal.spoken import SpokenScreen, SpokenTable
from tuckbox.terminal.typed import Key, Order, find, order
from tuckbox.view.view import View


class Unkept(Keeper):
    """Keeps nothing: a lesson or an exercise can be begun again at any time, as is `said` instead."""

    def __init__(self, match: Match, said: str) -> None:
        super().__init__(match, Path())
        self.said = said

    def keep(self) -> str:
        """Keep nothing, so that nothing goes wrong."""
        return ""

    def copy(self, name: str) -> str:
        """Make no copy; say what is said instead."""
        return self.where()

    def where(self) -> str:
        """The text that stands in for it."""
        return self.said


_UNKEPT = "A lesson is not saved: `u` turns a page back, and `tuckbox learn` begins it again."


class LessonTable(TerminalTable):
    """One lesson, read and played to its last page, or until the person leaves."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        self.guide = Guide(lesson)
        super().__init__(self.guide.match, {}, screen, Unkept(self.guide.match, _UNKEPT), Clock(self.guide.match))
        self.looking = LEARNER

    def lead(self) -> bool:
        """Lead through the lesson; whether its last page has been read."""
        with self.screen.open():
            try:
                while not self.guide.done:
                    self.listen_to_learner()
            except (Leave, EOFError):
                return False
        return True

    def listen_to_learner(self) -> None:
        """Show the page and do what is typed."""
        self.match, number = self.guide.match, self.guide.number
        self.screen.coming = prompt = self._prompt()
        view, length = self.draw(LEARNER), len(self.match.log(LEARNER))
        typed = self.screen.ask(prompt, view.legal_texts())
        try:
            self.notice = self._heed(typed, view)
        except ActionError as error:
            self.notice = sentence(error)
        if self.guide.number > number:
            self.read[LEARNER] = length

    def _prompt(self) -> str:
        place = f"{self.guide.number + 1} of {len(self.guide.lesson.pages)}"
        if self.guide.page.task is None:
            return f"Enter to go on, u for the page before, q to leave ({place}): "
        if not self.guide.page.task.allowed:
            return f"Try `{self.guide.page.task.action}` (? for help, u for the page before; {place}): "
        number = len(self.match.actions(LEARNER))
        return f"Your move (1-{number}, ? for help, u for the page before; {place}): "

    def _heed(self, typed: str, view: View) -> str:
        """Do what is typed; what is to be said of it."""
        asked, task = order(typed, self.match.game), self.guide.page.task
        if asked.key is not None:
            self.notice = ""
            self.key(asked, view)
            return self.notice
        if typed.strip() and view.legal:
            answer = self.guide.act(find(self.match.game, view.legal, typed))
            return answer.text
        if task is None:
            self.guide.turn()
            return ""
        return f"It is for you to do: type `{task.action}`, or the number before it."

    def key(self, asked: Order, view: View) -> bool:
        """Heed a key as at any table, but take back a page."""
        if asked.key is Key.HINT:
            task = self.guide.page.task
            self.notice = f"Type `{task.action}`." if task else "Read on."
            return False
        if asked.key is not Key.UNDO:
            return super().key(asked, view)
        self.guide.go(max(0, self.guide.number - 1))
        self.read.clear()
        return True

    def show(self, view: View, scene: Scene, whole: bool = False) -> None:
        """Show the scene with an arrow before what the page speaks of."""
        super().show(view, marked(scene, self.guide.thing(scene)), whole)

    def below(self) -> Block:
        """The sentences of the page."""
        say, page = self.screen.signs.say, self.guide.page
        text = Text.assemble((say("→ "), "bold cyan"), (say(page.text), "cyan"))
        return [Text(), *(Text(" ").append_text(line) for line in wrap(text, max(20, min(self.screen.width, 100) - 2), 2))]

    def played_on(self) -> Match:
        """The match as it stands, against bots from now on."""
        bot = rival(self.match.game, self.match.players)
        rivals = [Seat(name, bot) for name in self.guide.lesson.rivals]
        return Match.from_record(replace(self.match.record(), seats=(Seat("You"), *rivals)))


class SpokenLesson(LessonTable, SpokenTable):
    """One lesson that is told: what has happened, the sentences of the page, and what can be done where it asks for that."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        super().__init__(lesson, screen)
        self.turned = -1
        """Number of the page that was told last."""

    def show(self, view: View, scene: Scene, whole: bool = False) -> None:
        """Tell what is new, and a page when it is turned."""
        if self.turned != self.guide.number:
            self.turned = self.guide.number
            self.asked.pop(view.seat, None)
        SpokenTable.show(self, view, scene, whole)

    def question(self, view: View) -> list[str]:
        """The sentences of the page, what it points at, and the legal actions where one is to choose among some."""
        page, scene = self.guide.page, laid(view)
        actions = super().question(view) if page.task and page.task.allowed else []
        return [page.text, *_pointed_at(scene, self.guide.thing(scene)), *actions]


def _pointed_at(scene: Scene, thing: Thing | None) -> tuple[str, ...]:
    """A thing in words: all of a place, of a card the row or pile in which it lies.

    Nothing of spaces, doors and actions, which have names by which a page calls them.
    """
    if thing is None or thing.panel < 0 or thing.kind in ("space", "door"):
        return ()
    panels = list(scene.panels)
    if thing.part >= 0:
        panels[thing.panel] = replace(panels[thing.panel], parts=(panels[thing.panel].parts[thing.part],))
    return panel_words(replace(scene, panels=tuple(panels)))[thing.panel].lines


def lead_through(lesson: Lesson, speak: bool = False) -> int:
    """Lead through a lesson, and on from there against bots if that is wanted; the exit status."""
    screen = SpokenScreen() if speak else Screen()
    table = (SpokenLesson if speak else LessonTable)(lesson, screen)
    if not table.lead():
        return LEFT
    match = table.played_on()
    screen.say(f"That was the lesson: {lesson.title}.")
    if match.done:
        screen.say(f"Now play: tuckbox play {match.game.name}")
        return LEFT
    try:
        if screen.ask("Enter to play on from here against bots, q to leave: ").strip():
            return LEFT
    except EOFError:
        return LEFT
    keeper = Keeper(match, default_path(match.game.name), ours=True)
    played = (SpokenTable if speak else TerminalTable)(match, bots_of(match), screen, keeper, Clock(match))
    played.notice = unlearnt(match, played.bots)
    return played.run()
