"""The terminal as a place to draw on and to ask at."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.text import Text

from tuckbox.scene.blocks import Block, Signs, signs_for, wrap


class Screen:
    """One terminal. At a real one a drawing takes the place of the last; elsewhere (pipes, files) it follows it."""

    def __init__(self, console: Console | None = None, alive: bool | None = None) -> None:
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.signs: Signs = signs_for(self.console.encoding)
        real = sys.stdin.isatty() and self.console.is_terminal and not self.console.is_dumb_terminal
        self.alive = real if alive is None else alive
        self._completed: Sequence[str] = ()
        self._away = False

    @property
    def width(self) -> int:
        """How wide a drawing may be; the last column stays free, where some terminals break the line."""
        return self.console.width - (1 if self.alive else 0)

    @property
    def height(self) -> int | None:
        """How high a drawing may be so that the line to type in is seen below it; None where it does not matter."""
        if self.alive:
            return self.console.height - 1
        return self.console.height - 2 if self.console.is_terminal else None

    @contextmanager
    def open(self) -> Iterator[None]:
        """Use the whole terminal; what was on it comes back afterwards."""
        with suppress(AttributeError, ValueError):
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        _complete(lambda: self._completed if self.alive else ())
        self._away = self.alive and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            self.close()

    def close(self) -> None:
        """Give the terminal back; what is shown later stays on it."""
        if self._away:
            self.console.set_alt_screen(False)
            self._away = False

    def show(self, block: Block) -> None:
        """Show a drawing: in place of the last one at a real terminal, after an empty line elsewhere."""
        if self._away:
            self.console.clear()
        else:
            self.console.print()
        self.lines(block)

    def lines(self, block: Block) -> None:
        """Print lines as they are."""
        for line in block:
            self.console.print(line, soft_wrap=True)

    def say(self, text: str) -> None:
        """Print a sentence, which the terminal may break (so that what it tells to type can be copied)."""
        self.lines([Text(f" {self.signs.say(text)}" if text else "")])

    def ask(self, prompt: str, completed: Sequence[str] = ()) -> str:
        """A line from the person. Raises `EOFError` at the end of the input."""
        self._completed = completed
        self.console.file.flush()
        typed = input(self.signs.say(f" {prompt}"))
        if not sys.stdin.isatty():
            self.console.print(Text(self.signs.say(typed)), soft_wrap=True)  # as if it had been typed here
        return typed

    def forget_typed(self) -> None:
        """Drop what was typed before it was asked for, at a real terminal."""
        if not self.alive:
            return
        with suppress(ImportError, OSError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def page(self, lines: Sequence[str], title: str, last: bool = False) -> None:
        """Show a longer text, a screen at a time; with `last` from its end backwards."""
        block: Block = []
        for line in lines:
            block += wrap(Text(f" {self.signs.say(line)}"), max(20, self.width), 3 if last else 1)
        tall = len(block) if self.height is None else max(3, self.height - 2)
        pages = [block[start : start + tall] for start in range(0, len(block), tall)] or [[]]
        for number, shown in enumerate(reversed(pages) if last else pages, 1):
            self.show([Text.assemble((f" {self.signs.say(title)}", "bold")), Text(), *shown])
            more = f"Enter for {'what was before' if last else 'more'}, q for the table "
            if self.alive and self.ask(more if number < len(pages) else "Enter for the table ").strip():
                break

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """A sign that something is being worked at, at a real terminal only."""
        if not self.alive:
            yield
            return
        plain = self.signs.encoding == "ascii" or self.signs.back == "?"
        with self.console.status(Text(self.signs.say(text), "italic"), spinner="line" if plain else "dots"):
            yield


def _complete(offered: Any) -> None:
    """Let Tab complete what may be typed, where the system can."""
    try:
        import readline
    except ImportError:
        return

    def completer(text: str, number: int) -> str | None:
        fitting = [option for option in offered() if option.casefold().startswith(text.casefold())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(completer)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    readline.set_auto_history(False)
