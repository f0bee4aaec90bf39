"""A table in the terminal: people at one keyboard, bots at the other seats, any game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

from rich.text import Text

from tuckbox.bots.bots import MOMENT, Bot
from tuckbox.coach.hint import hint
from tuckbox.definition.rulebook import rule, rules_text
from tuckbox.engine.endless import EndlessWatch
from tuckbox.errors import INTERRUPTED, ActionError, sentence
from tuckbox.kit.compiling.watch import watched
from tuckbox.match.match import Match
from tuckbox.match.topics import told_of
from tuckbox.scene.blocks import Block
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.scene.text import Sheet, draw
from tuckbox.scene.words import own_words
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.legend import legend, meaning
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.seats import make_ready
from tuckbox.terminal.showdown import beats
from tuckbox.terminal.typed import Key, Order, find, order
from tuckbox.terminal.words import (
    folded,
    help_lines,
    in_order,
    laid_with_names,
    seat_words,
    sheet_lines,
    shortened,
    standing,
)
from tuckbox.view.view import View

LEFT = 0
"""The exit status of a command whose match is over, or was left by its person."""

_KEPT = "This terminal keeps what it has shown: whoever scrolls back can see what others hide."
SLOW = 0.2
"""Seconds that a bot took last from which on it is said to be thinking."""


class Leave(Exception):
    """The person leaves the table."""


class TerminalTable:
    """One match played to its end, or until the person leaves; it is saved after every step."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], screen: Screen, keeper: Keeper, clock: Clock) -> None:
        self.match, self.bots, self.screen, self.keeper, self.clock = match, bots, screen, keeper, clock
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        self.notice = ""
        self.read: dict[int | None, int] = {}
        self.deals: dict[int | None, list[int]] = {}
        self.took: dict[int, float] = {}

    def run(self) -> int:
        """Play; returns the exit status."""
        status = LEFT
        if len(self.people) > 1 and self.screen.keeps:
            self.notice = " ".join(filter(None, (self.notice, _KEPT)))
        with self.screen.open():
            try:
                self.save()
                if not self.match.done:
                    self.make_ready()
                self.go_on()
            except (Leave, EOFError):
                pass
            except KeyboardInterrupt:
                status = INTERRUPTED
            finally:
                self.look_away()
        self.farewell()
        return status

    def go_on(self) -> None:
        """Play until the match is done."""
        while not self.match.done:
            self.step()

    def make_ready(self) -> None:
        """Have the bots' code ready before the first move."""
        with self.busy(f"Getting {self.match.game.title} ready ..."):
            make_ready(self.match, self.bots)
        self.screen.forget_typed()

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """A sign that something is worked at; where a search is compiled for it first, the sign says so, and how far."""
        compiling = f"Compiling {self.match.game.title}, only this once: a minute or so ..."
        with self.screen.busy(text) as say, watched(lambda step, steps: say(f"{compiling} {steps}")):
            yield

    def farewell(self) -> None:
        """The last look, and how to go on."""
        if self.match.done:
            self.draw(self.looking, whole=True)
            for line in standing(self.match, self.looking):
                self.screen.say(line)
        self.screen.say("")
        for line in self.keeper.farewell().splitlines():
            self.screen.say(line)

    # -- steps ---------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One decision, or the next deal."""
        with EndlessWatch(self.match.game.name, self.match.game.folder):
            self._step()

    def _step(self) -> None:
        if self.clock.look():
            self.save()
        elif self.match.between:
            self.between()
        else:
            waiting = self.match.waiting
            seat = next((seat for seat in waiting if seat in self.bots), waiting[0])
            if seat in self.bots:
                self.bot(seat)
            else:
                self.person(seat)
        if self.match.over:
            self.look_away()  # from a turn that was ended by the clock, too
            self.showdown()

    def showdown(self) -> None:
        """A game has ended: where somebody looks, it is told of one seat after the other what it shows."""
        if not self.screen.alive:
            return
        self.screen.forget_typed()
        for view, scene in beats(self.match, self.looking):
            self.show(view, scene)
            if self.screen.ask("Enter for what follows, q for the end ").strip():
                break

    def between(self) -> None:
        """A game of the series is over: look at it, then deal the next."""
        if self.people and self.screen.alive:
            self.listen(self.looking, "Enter to deal again, ? for help, q to leave: ")
        else:
            self.draw(self.looking)
        for viewer in (*self.people, None):
            self.read[viewer] = len(self.match.log(viewer))
            self.deals.setdefault(viewer, []).append(self.read[viewer])
        self.match.deal()
        self.save()
        if self.screen.alive:
            self.draw(self.looking)

    def bot(self, seat: int) -> None:
        """Let a bot move, from what it sees."""
        if not self.people:
            self.watch()
        view, start = self.match.view(seat), time.monotonic()
        slow = self.took.get(seat, SLOW) >= SLOW
        with self.busy(f"{shortened(self.match.names[seat])} is thinking ...") if slow else nullcontext():
            action = self.bots[seat].choose(view, MOMENT)
        self.took[seat] = time.monotonic() - start
        if slow:
            self.screen.forget_typed()
        self.match.play(action, seat)
        self.save()

    def watch(self) -> None:
        """Bots play among themselves: an onlooker sees it step by step."""
        if self.screen.alive:
            self.listen(None, "Enter for the next move, ? for help, q to leave: ")
            self.read[None] = len(self.match.log(None))

    def person(self, seat: int) -> None:
        """Ask a person, alone before the screen, for an action, and play it."""
        if self.looking != seat:
            self.hand_over(seat)
        self.looking = seat
        action = self.listen(seat, self.prompt(seat))
        if action is not None:
            self.match.play(action, seat)
        self.save()
        if seat in self.match.waiting:
            return
        self.read[seat] = len(self.match.log(seat))
        self.look_away()
        if self.screen.alive and not self.match.over:
            self.draw(self.looking)

    def hand_over(self, seat: int) -> None:
        """Hide every hand until the next person is there."""
        self.look_away()
        self.screen.forget_typed()
        self.listen(None, f"{shortened(self.match.names[seat])}, it is your turn: Enter when nobody else is looking ")

    def look_away(self) -> None:
        """Among several people, whoever looked looks no more: nothing that they alone may see stays on the screen."""
        if len(self.people) > 1 and self.looking is not None:
            self.looking = None
            self.screen.veil()

    def prompt(self, seat: int) -> str:
        """The prompt of the line to type in."""
        number = len(self.match.actions(seat))
        choices = f"1-{number}" if number > 1 else "1"
        undo = ", u to take back" if self.match.can_undo(seat) else ""
        left = f", {self.clock.left}" if self.clock.left else ""
        who = f"{shortened(self.match.names[seat])}, your" if len(self.people) > 1 else "Your"
        return f"{who} move ({choices}{undo}, ? for help{left}): "

    def save(self) -> None:
        """Keep the match, and say so if that cannot be done."""
        self.notice = self.keeper.keep() or self.notice

    # -- listening -----------------------------------------------------------------------------------------------------

    def listen(self, seat: int | None, prompt: str) -> int | None:
        """Draw the table and ask until there is an action of the seat, or (where it has none to take) Enter alone."""
        self.screen.coming = prompt
        view = self.draw(seat)
        while True:
            typed = self.screen.ask(prompt, view.legal_texts())
            asked = order(typed, self.match.game)
            try:
                if not typed.strip() and not view.legal:
                    return None
                if asked.key is None and typed.strip() and view.legal:
                    return self.match.check(find(self.match.game, view.legal, typed), seat)
                if self.key(asked, view):
                    return None
            except ActionError as error:
                self.notice = sentence(error)
            if self.screen.alive or not self.notice:
                view = self.draw(seat)
            else:
                self.screen.say(self.notice)
                self.notice = ""

    def key(self, asked: Order, view: View) -> bool:
        """Do what a key asks for; true if the match has changed by it."""
        if asked.key is Key.QUIT:
            raise Leave
        if asked.key is Key.UNDO:
            if view.seat is None:
                self.notice = "There is nothing to take back."
                return False
            self.match.undo(view.seat)
            self.notice = "Taken back."
            return True
        if asked.key is Key.SAVE:
            self.notice = self.keeper.copy(asked.rest)
        elif asked.key is Key.HINT:
            self.notice = self.hint(view)
        elif asked.key is Key.HELP and asked.rest:
            self.look_up(view, asked.rest)
        elif asked.key is not None:
            self.screen.page(*self.reading(asked.key, view), last=asked.key is Key.LOG)
        elif asked.rest:
            self.notice = "Press Enter to go on, ? for help, or q to leave."
        return False

    def reading(self, key: Key, view: View) -> tuple[str, Callable[[], Block]]:
        """The pages that a key asks for: their title, and how their text is made."""
        scene, wrapped = laid(view), self.screen.wrapped
        pages: dict[Key, tuple[str, Callable[[], Block]]] = {
            Key.LOG: ("What has happened", partial(wrapped, self.recent(view)[0], 3)),
            Key.ALL: ("What you may do", partial(wrapped, self.all_actions(view))),
            Key.VIEW: ("The whole table", partial(self.whole, scene)),
            Key.MINE: ("Your place", partial(wrapped, own_words(scene) or ["You have no place here."])),
            Key.SHEET: ("What matters now", partial(wrapped, list(sheet_lines(view, scene)))),
            Key.RULES: ("The rules", lambda: self.screen.written(rules_text(self.match.game, terminal=True))),
        }
        return pages.get(key) or (self.match.game.title, partial(wrapped, list(help_lines(self.match, self.keeper))))

    def hint(self, view: View) -> str:
        """A good player's choice; refused against people."""
        if len(self.people) > 1:
            return "There are no hints where people play each other."
        if not view.legal:
            return "There is nothing to decide just now."
        with self.busy("Thinking ..."):
            return hint(view, laid(view), seconds=MOMENT).sentence

    def look_up(self, view: View, words: str) -> None:
        """Show the rule of a number, or say what a card, a place or an action means."""
        number = rule(self.match.game, words)
        if number is not None:
            self.screen.page(words.upper(), partial(self.screen.written, number))
        else:
            told = told_of(self.match.game, self.match.options, words), meaning(laid(view), words)
            self.notice = " ".join(filter(None, told)) or self.explain(view, words)

    def explain(self, view: View, words: str) -> str:
        """The meaning of an action, or the reason why it is not allowed."""
        if not view.legal:
            return f"Nothing here is called {words[:40]!r}."
        code = find(self.match.game, view.legal, words)
        self.match.check(code, view.seat)
        text = self.match.game.actions.text(code)
        note = laid_with_names(view).notes.get(text, "")
        return f"`{text}` is allowed" + (f": {note}." if note else ".")

    def whole(self, scene: Scene) -> Block:
        """All of the table, however high, and what the things on it say."""
        sheet = Sheet(scene, width=self.screen.width, signs=self.screen.signs, seats=seat_words(self.match.game))
        return [*draw(sheet), Text(), *self.screen.wrapped(legend(scene))]

    def all_actions(self, view: View) -> list[str]:
        """The legal actions with their notes, for a page of their own."""
        notes = laid_with_names(view).notes
        texts = view.legal_texts()
        return [f"{n:>3}  {text}  {notes.get(text, '')}".rstrip() for n, text in enumerate(texts, 1)]

    # -- drawing -------------------------------------------------------------------------------------------------------

    def draw(self, viewer: int | None, whole: bool = False) -> View:
        """Show the table as a seat (None: an onlooker) sees it; returns the view."""
        view = self.match.view(viewer)
        scene: Scene = laid_with_names(view)
        view = replace(view, legal=in_order(view, scene))
        self.show(view, scene, whole)
        return view

    def show(self, view: View, scene: Scene, whole: bool = False) -> None:
        """Show a scene with the log and the actions of a view, as large as the screen is then."""
        log, news = self.recent(view)
        sheet = Sheet(scene, signs=self.screen.signs, log=log, news=news, actions=view.legal_texts(), notice=self.notice)
        sheet = replace(sheet, seats=seat_words(view.game))
        self.notice = ""

        def drawing() -> Block:
            below, height = self.below(), self.screen.height
            left = None if whole or height is None else height - len(below)
            return [*draw(replace(sheet, width=self.screen.width, height=left)), *below]

        self.screen.show(drawing)

    def below(self) -> Block:
        """The block below the table; empty here."""
        return []

    def recent(self, view: View) -> tuple[Sequence[str], int]:
        """The log, a turn a line, and how many of its lines the viewer has not seen yet."""
        read = self.read.get(view.seat, 0)
        breaks = {*self.deals.get(view.seat, ()), read}
        lines = folded(view.log, view.names, breaks)
        return lines, len(lines) - len(folded(view.log[:read], view.names, breaks))
