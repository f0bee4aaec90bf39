"""Tables to play at in tests: scripted people, bots that need no compiled code, a clock that stands."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.console import Console

from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.scene.blocks import Block
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.play import TerminalTable
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.spoken import SpokenScreen


class Scripted(Screen):
    """A screen of which the person types prepared lines, and what is shown is kept; `alive` as at a real terminal."""

    def __init__(self, lines: Iterable[str] = (), *, alive: bool = True, width: int = 80, height: int = 24) -> None:
        console = Console(file=io.StringIO(), width=width, height=height, force_terminal=alive, color_system=None)
        super().__init__(console, alive)
        self.typed = iter(lines)
        self.shown: list[list[str]] = []
        self.prompts: list[str] = []
        self.said: list[str] = []
        self.offered: list[list[str]] = []

    def show(self, drawing: Callable[[], Block]) -> None:
        self.shown.append([line.plain for line in drawing()])

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, prompt: str, completed: Any = ()) -> str:
        self.prompts.append(prompt)
        self.offered.append(list(completed))
        typed = next(self.typed, None)
        if typed is None:
            raise EOFError
        if typed == "^C":
            raise KeyboardInterrupt
        return typed

    @property
    def last(self) -> str:
        """What is on the screen."""
        return "\n".join(self.shown[-1])


class Heard(SpokenScreen):
    """A screen of which prepared lines are typed, or always the first action, and all that is told is kept."""

    def __init__(self, typed: Iterable[str] | None = None) -> None:
        self.file = io.StringIO()
        super().__init__(Console(file=self.file, width=80, force_terminal=False, color_system=None), alive=True)
        self.typed = None if typed is None else iter(typed)

    def ask(self, prompt: str, completed: Any = ()) -> str:
        self.file.write("> \n")
        if self.typed is None:
            return "1" if completed else ""
        answer = next(self.typed, None)
        if answer is None:
            raise EOFError
        return answer

    @property
    def told(self) -> list[str]:
        """The lines so far."""
        return self.file.getvalue().splitlines()


def table(
    match: Match, lines: Iterable[str], path: Path, *, bots: dict[int, str] | None = None, **options: Any
) -> TerminalTable:
    """A table with scripted lines; the bots are random unless told, and play in plain mode."""
    seated = {seat: Bot(Policy.parse(name), match.game, seed=seat + 1, mode="plain") for seat, name in (bots or {}).items()}
    return TerminalTable(match, seated, Scripted(lines, **options), Keeper(match, path), Clock(match, now=lambda: 0.0))


def screen_of(seat: TerminalTable) -> Scripted:
    """The scripted screen of a table."""
    assert isinstance(seat.screen, Scripted)
    return seat.screen
