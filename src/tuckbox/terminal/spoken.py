"""A table that is told instead of drawn, for screen readers and voices: only what is new, each thing once, in order.

Nothing is drawn, nothing on the screen is changed afterwards, and every line makes sense by itself. What is not told by
itself is one key away: ``v`` who has what, ``me`` the own place, ``a`` what may be done, ``l`` what has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import groupby

from rich.text import Text

from tuckbox.bots.bots import Bot
from tuckbox.match.labels import besides, in_words, label
from tuckbox.match.match import Match
from tuckbox.scene.blocks import Block
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.scene.speech import aloud
from tuckbox.scene.words import words
from tuckbox.terminal.busy import told
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.play import TerminalTable
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.screen import LISTED, Screen
from tuckbox.terminal.typed import Key
from tuckbox.view.view import View

FEW = 6
"""Maximum number of actions that are read out without being asked for."""


class SpokenScreen(Screen):
    """A terminal to which lines are only added."""

    @contextmanager
    def open(self) -> Iterator[None]:
        """Stay on the screen as it is."""
        self.listen()
        yield

    def show(self, drawing: Callable[[], Block]) -> None:
        """Print what is to be told."""
        self.lines(drawing())

    def lines(self, block: Block) -> None:
        """Print lines that the terminal breaks, with cards as one says them."""
        for line in block:
            if line.plain.strip():
                self.console.print(Text(self.signs.say(aloud(line.plain.strip()))), soft_wrap=True)

    def page(self, title: str, text: Callable[[], Block], last: bool = False) -> None:
        """Print a longer text whole: readers go back in it by their own means."""
        self.lines([Text(f"{title}:"), *text()])

    def wrapped(self, lines: Sequence[str], indent: int = 1) -> Block:
        """Lines as they are; of lists, what stands in columns is told with a colon between."""
        return [Text(" ".join(_parted(line).split())) for line in lines]

    def busy(self, text: str) -> AbstractContextManager[Callable[[str], None]]:
        """Say what is being worked at, if it takes long."""
        return told(text, lambda what: self.lines([Text(what)]))


class SpokenTable(TerminalTable):
    """A match that is told to who plays it."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], screen: Screen, keeper: Keeper, clock: Clock) -> None:
        super().__init__(match, bots, screen, keeper, clock)
        self.heard: dict[int | None, int] = {}
        """Number of sentences of the log that each viewer has been told."""
        self.hinted: dict[int | None, tuple[str, ...]] = {}
        """Hints that each viewer was told last."""
        self.asked: dict[int | None, tuple[int, tuple[int, ...]]] = {}
        """Step at which each viewer was asked last, and the actions to choose from."""

    def show(self, view: View, scene: Scene, whole: bool = False) -> None:
        """Tell what is new to a viewer: what has happened, what is noticed, what is to be done, and by which actions."""
        news = self._news(view)
        told = [*(_times(line, sum(1 for _ in alike)) for line, alike in groupby(news)), *filter(None, [self.notice])]
        status = "" if " ".join(news).endswith(scene.status) else scene.status  # of a showdown it is the news again
        asking = self.match.steps, view.legal
        changed = self.asked.get(view.seat) != asking or len(told) > bool(self.notice)
        self.asked[view.seat], self.notice = asking, ""
        if whole:
            told += words(scene)
        elif changed:
            told += [scene.moment, *self._hints(view, scene), status, *self.question(view)]
        self.tell(view, told)

    def tell(self, view: View, told: Iterable[str]) -> None:
        """Print sentences, with cards as one says them."""
        self.screen.show(lambda: self.screen.wrapped([in_words(view.game, line) for line in _read(told)]))

    def _news(self, view: View) -> Sequence[str]:
        """Sentences of the log that the viewer has not been told."""
        new = view.log[self.heard.get(view.seat, 0) :]
        self.heard[view.seat] = len(view.log)
        return new

    def _hints(self, view: View, scene: Scene) -> list[str]:
        """Hints that did not hold when the viewer was last told any."""
        before = self.hinted.get(view.seat, ())
        self.hinted[view.seat] = scene.hints
        return [hint for hint in scene.hints if hint not in before]

    def question(self, view: View) -> list[str]:
        """The legal actions, or how many there are."""
        if len(view.legal) > FEW:
            return [f"You may do {len(view.legal)} things: a lists them."]
        return self.all_actions(view)

    def all_actions(self, view: View) -> list[str]:
        """The legal actions by number, as they are called, with what each would mean."""
        notes = laid(view).notes
        called = {text: label(view.game, text, view.names, view.seat) for text in view.legal_texts()}
        noted = {text: besides(said, notes.get(text, "")) for text, said in called.items()}
        lines = enumerate(called.items(), 1)
        return [f"{number}: {said}{f', {noted[text]}' if noted[text] else ''}" for number, (text, said) in lines]

    def reading(self, key: Key, view: View) -> tuple[str, Callable[[], Block]]:
        """The pages that a key asks for, the whole table in words."""
        if key is Key.VIEW:
            return "The whole table", partial(self.screen.wrapped, _read(words(laid(view))))
        return super().reading(key, view)


def _parted(line: str) -> str:
    """A line of a list with a colon after its first column; any other as it is."""
    listed = LISTED.match(line)
    return f"{listed[0].rstrip()}: {line[listed.end() :]}" if listed else line


def _times(told: str, number: int) -> str:
    """A sentence and how many times it is true.

    >>> _times("Bo draws a card.", 1), _times("Bo draws a card.", 7), _times("Boo!", 2)
    ('Bo draws a card.', 'Bo draws a card, 7 times.', 'Boo! (2 times)')
    """
    if number == 1:
        return told
    return f"{told[:-1]}, {number} times." if told.endswith(".") else f"{told} ({number} times)"


def _read(lines: Iterable[str]) -> list[str]:
    """Lines without the signs of headings, and without empty ones."""
    return [line.lstrip("# ") for text in lines for line in text.splitlines() if line.strip()]
