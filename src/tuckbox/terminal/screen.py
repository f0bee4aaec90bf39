"""The terminal as a place to draw on and to ask at."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache, partial
from itertools import dropwhile
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tuckbox.scene.blocks import Block, Signs, signs_for, wrap
from tuckbox.terminal.busy import told

_READABLE = 100
"""Columns of a line that is easily read."""

_WIDE = 80
"""Columns of a terminal in which a prompt takes one line; in a narrower one it may take two."""

_TYPED = 4
"""Columns that a prompt needs besides its words: one before them, and a short answer."""

LISTED = re.compile(r" +\S+(?: \S+)*? {2,}(?=\S)")
"""The beginning of a line of a list: a key or a number, behind which stands a column of what is said of it."""


class Screen:
    """One terminal. At a real one a drawing takes the place of the last; elsewhere (pipes, files) it follows it."""

    def __init__(self, console: Console | None = None, alive: bool | None = None) -> None:
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.signs: Signs = signs_for(self.console.encoding)
        real = sys.stdin.isatty() and self.console.is_terminal and not self.console.is_dumb_terminal
        self.alive = real if alive is None else alive
        self._completed: Sequence[str] = ()
        self._away = False
        self._prompt: str | None = None  # while a person is asked
        self.coming = ""
        """Prompt below the next drawing, where it may take more lines than usual."""
        self._drawing: Callable[[], Block] = list
        self._size = self.console.size

    @property
    def width(self) -> int:
        """The greatest width of a drawing; the last column stays free, where some terminals break the line."""
        return self.console.width - (1 if self.alive else 0)

    @property
    def height(self) -> int | None:
        """The greatest height of a drawing that leaves the line to type in visible; None where it does not matter."""
        if self.alive:
            usual = 1 if self.console.width >= _WIDE else 2
            wide = cell_len(self.signs.say(self.coming)) + _TYPED
            return self.console.height - max(usual, -(-wide // self.console.width))
        return self.console.height - 2 if self.console.is_terminal else None

    @property
    def asking(self) -> bool:
        """Whether a person is asked just now."""
        return self._prompt is not None

    @contextmanager
    def open(self) -> Iterator[None]:
        """Use the whole terminal; what was on it comes back afterwards."""
        with _heeding(self._again) if self.alive else nullcontext():
            self.listen()
            self._away = self.alive and self.console.set_alt_screen(True)
            try:
                yield
            finally:
                self.close()

    def listen(self) -> None:
        """Make ready for what is typed: anything may be, and Tab completes it."""
        with suppress(AttributeError, ValueError):
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        _complete(lambda: self._completed if self.alive else ())

    def close(self) -> None:
        """Give the terminal back; what is shown later stays on it."""
        if self._away:
            self.console.set_alt_screen(False)
            self._away = False

    @property
    def keeps(self) -> bool:
        """Whether this is a terminal from which nothing can be taken that it has shown."""
        return self.console.is_terminal and (self.console.is_dumb_terminal or self.console.legacy_windows)

    def veil(self) -> None:
        """Take from the terminal what one of several people alone was to see, and all before it; where it keeps what it has
        shown, push that off the screen."""
        if self._away or not self.console.is_terminal:
            return
        if self.keeps:
            self.console.print("\n" * self.console.height)
        else:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()

    def show(self, drawing: Callable[[], Block]) -> None:
        """Show a drawing: in place of the last one at a real terminal, after an empty line elsewhere.

        It is made again when the terminal is resized before the next one.
        """
        self._drawing, self._size = drawing, self.console.size
        if self._away:
            self.console.clear()
        else:
            self.console.print()
        self.lines(drawing())

    def _again(self) -> None:
        """Draw once more while a person is asked; at all other times the next drawing comes by itself."""
        prompt, self._prompt = self._prompt, None  # deaf while drawing
        if prompt is None:
            return
        self.show(self._drawing)
        while self.console.size != self._size:
            self.show(self._drawing)
        self.console.file.write(prompt + _begun())
        self.console.file.flush()
        self._prompt = prompt

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
        if self.alive and self.console.size != self._size:
            self.show(self._drawing)
        self.console.file.flush()
        self._prompt = self.signs.say(f" {prompt}")
        try:
            typed = input(self._prompt)
        except (EOFError, KeyboardInterrupt):
            if sys.stdin.isatty():
                self.console.print()  # what is said next has a line of its own
            raise
        finally:
            self._prompt = None
        if not sys.stdin.isatty():
            self.console.print(Text(self.signs.say(typed)), soft_wrap=True)  # as if it had been typed here
        return typed

    def forget_typed(self) -> None:
        """Drop what was typed before it was asked for, at a real terminal."""
        if not self.alive:
            return
        with suppress(ImportError, OSError):
            import termios

            with suppress(termios.error):  # which is no OSError: of a terminal that has gone, whose input ends next
                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def page(self, title: str, text: Callable[[], Block], last: bool = False) -> None:
        """Show a longer text, a screen at a time; with `last` from its end backwards."""

        @lru_cache(maxsize=1)
        def pages(_size: object) -> list[Block]:
            found = self._pages(text())
            return found[::-1] if last else found

        def drawing(number: int) -> Block:
            found = pages(self.console.size)
            return [Text.assemble((f" {self.signs.say(title)}", "bold")), Text(), *found[:number][-1]]

        number = 0
        while number < len(pages(self.console.size)):
            number += 1
            self.show(partial(drawing, number))
            more = f"Enter for {'what was before' if last else 'more'}, q for the table "
            following = number < len(pages(self.console.size))
            if self.alive and self.ask(more if following else "Enter for the table ").strip():
                break

    def _pages(self, block: Block) -> list[Block]:
        """A text in blocks as high as the screen, none of which begins with an empty line."""
        tall = max(3, self.height - 2) if self.height is not None else len(block)
        pages = []
        while block:
            pages.append(block[:tall])
            block = list(dropwhile(lambda line: not line.plain.strip(), block[tall:]))
        return pages or [[]]

    def wrapped(self, lines: Sequence[str], indent: int = 1) -> Block:
        """Lines broken to fit; what is listed stays in its column."""
        block: Block = []
        for line in lines:
            listed = LISTED.match(line)
            block += wrap(Text(f" {self.signs.say(line)}"), max(20, self.width), 1 + listed.end() if listed else indent)
        return block

    def written(self, markdown: str) -> Block:
        """Markdown as lines that fit."""
        room = self.console.options.update(width=max(20, min(self.width, _READABLE) - 2), height=None)
        lines = self.console.render_lines(Markdown(markdown, hyperlinks=False), room, pad=False)
        return [Text.assemble(" ", *((self.signs.say(bit.text), bit.style or "") for bit in line)) for line in lines]

    def busy(self, text: str) -> AbstractContextManager[Callable[[str], None]]:
        """A sign that something is being worked at, elsewhere than at a real terminal a line on stderr if it takes long;
        yields what to call to say it anew."""
        return self._spinning(text) if self.alive else told(text, partial(click.echo, err=True))

    @contextmanager
    def _spinning(self, text: str) -> Iterator[Callable[[str], None]]:
        plain = self.signs.encoding == "ascii" or self.signs.back == "?"
        with self.console.status(Text(self.signs.say(text), "italic"), spinner="line" if plain else "dots") as status:
            yield lambda anew: status.update(Text(self.signs.say(anew), "italic"))


@contextmanager
def _heeding(again: Callable[[], None]) -> Iterator[None]:
    """Call a function when the terminal has got another size, or goes on after Ctrl-Z, on systems that tell.

    To be begun before readline is first imported, which then goes by the new size too.
    """
    told = [getattr(signal, name) for name in ("SIGWINCH", "SIGCONT") if hasattr(signal, name)]
    before = [(number, signal.signal(number, lambda *_: again())) for number in told]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler or signal.SIG_DFL)


def _begun() -> str:
    """The part of a line that the person has typed so far, as far as that is known."""
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()


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
