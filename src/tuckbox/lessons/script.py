"""A lesson as text: a deal, what rivals do, and pages, each a few sentences that point at something and may ask for a move.

Lessons lie in a game's folder ``lessons``, named ``NUMBER-name.txt``. One begins with a head and goes on in blocks::

    lesson 1
    title Four cards and a call
    minutes 5
    rival Bo
    option match single
    seed 12

    at stack Stock
    Everybody keeps four cards. Take one more: draw from the stock.
    do draw stock
    but take discard: You may. But what lies open is known to Bo, too.

    1 draw stock
    1 discard 9D

The learner has seat 0, the rivals the others. A block of sentences is a page. Its line ``at`` names what it speaks of (see
`tuckbox.lessons.things`). ``do`` says which action is to be played, ``try`` one that the rules refuse, so that the reason is
read once; a line ``but`` answers another action that would be allowed. Lines that begin with the number of a seat, or
``deal``, happen by themselves. ``#`` begins a line for those who read the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.numbers import counted

LEARNER = 0
"""The seat of who learns."""

LONGEST = 330
"""Maximum number of characters of a page: nobody reads more."""

_DIGITS = 20
"""Maximum number of digits of a number."""

_HEAD = ("lesson", "title", "minutes", "rival", "option", "seed")

_Block = list[tuple[int, str]]
"""Lines that stand together, each with its number from 1."""


class LessonError(TuckboxError):
    """A lesson that cannot be read, or does not play; `line` is where (1-based)."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True)
class Task:
    """The task of a page: an `action`, which the rules refuse unless it is `allowed`; answers to others in `instead`."""

    action: str
    allowed: bool = True
    instead: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Page:
    """Sentences, what they point at (empty: the table as a whole), and what is to be done, if anything."""

    text: str
    at: str = ""
    task: Task | None = None
    line: int = 0


@dataclass(frozen=True)
class Move:
    """A step that happens by itself: the action of a seat, or the next deal (`seat` -1)."""

    seat: int
    action: str = ""
    line: int = 0


@dataclass(frozen=True)
class Lesson:
    """A lesson as data; `steps` are its pages and moves in their order."""

    game: Game
    title: str
    minutes: int
    rivals: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    steps: tuple[Page | Move, ...]

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages alone."""
        return tuple(step for step in self.steps if isinstance(step, Page))


def paths(game: Game) -> list[Path]:
    """The files of a game's lessons in their order."""
    return sorted((game.folder / "lessons").glob("*.txt"))


@cache
def has_lessons(game: Game) -> bool:
    """Whether a game has a lesson."""
    return bool(paths(game))


def lessons(game: Game) -> list[Lesson]:
    """The lessons of a game in their order. Raises `LessonError`."""
    return [load(game, path) for path in paths(game)]


def lesson(game: Game, number: int = 1) -> Lesson:
    """A lesson of a game by its number, from 1. Raises `OptionError` where there is none, `LessonError`."""
    found = lessons(game)
    if not 1 <= number <= len(found):
        has = counted(len(found), "lesson") if found else "no lessons"
        raise OptionError(f"{game.name} has {has}, so there is no lesson {number}")
    return found[number - 1]


def load(game: Game, path: Path) -> Lesson:
    """The lesson in a file. Raises `LessonError`."""
    data = path.read_bytes()
    try:
        return read(game, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise LessonError("this is no text in UTF-8", data.count(b"\n", 0, error.start) + 1) from error


def read(game: Game, text: str) -> Lesson:
    """The lesson of a text. Raises `LessonError` with the line that is wrong; whether it plays, `Guide` finds out."""
    first, *others = _blocks(text)
    head = _head(first)
    options = dict(option.partition(" ")[::2] for option in head["option"])
    if len(options) < len(head["option"]):
        raise LessonError("an option is given once", 1)
    steps = tuple(step for block in others for step in _steps(block))
    minutes, seed = int(head["minutes"][0]), int(head["seed"][0])
    return Lesson(game, head["title"][0], minutes, tuple(head["rival"]), options, seed, steps)


def _blocks(text: str) -> list[_Block]:
    """The blocks of a text, between which there are empty lines. The first is the head, which may be empty."""
    blocks: list[_Block] = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            continue
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return blocks if blocks[-1] or len(blocks) == 1 else blocks[:-1]


def _head(block: _Block) -> dict[str, list[str]]:
    """The values of each word in the head of a lesson. Raises `LessonError`."""
    head: dict[str, list[str]] = {word: [] for word in _HEAD}
    for number, line in block:
        word, _, rest = line.partition(" ")
        if word not in head:
            raise LessonError(f"the head of a lesson has {', '.join(_HEAD)}, not {word[:40]!r}", number)
        head[word].append(rest)
    for word in ("lesson", "title", "minutes", "seed"):
        if len(head[word]) != 1 or (word != "title" and not _is_number(head[word][0])):
            raise LessonError(f"a lesson has one {word}", 1)
    if head["lesson"] != ["1"]:
        raise LessonError("this program reads lessons of the form `lesson 1`", 1)
    return head


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _DIGITS


def _steps(block: _Block) -> list[Page | Move]:
    """The moves of a block, or the page that it is."""
    if all(_moves(line) for _, line in block):
        return [_move(line, number) for number, line in block]
    text: list[str] = []
    at, task = "", None
    for number, line in block:
        word, _, rest = line.partition(" ")
        if _moves(line):
            raise LessonError("what happens by itself stands in a block of its own", number)
        if word == "at" and not (at or text):
            at = rest
        elif word in ("do", "try") and text and not task:
            task = Task(rest, word == "do", {})
        elif word == "but" and task and ": " in rest:
            action, _, said = rest.partition(": ")
            task = Task(task.action, task.allowed, {**task.instead, action: said})
        elif task or word in ("at", "do", "try", "but"):
            raise LessonError("a page is `at`, sentences, `do` or `try`, then `but ACTION: sentence`, in this order", number)
        else:
            text.append(line)
    if not text:
        raise LessonError("this page says nothing", block[0][0])
    page = Page(" ".join(text), at, task, block[0][0])
    if len(page.text) > LONGEST:
        raise LessonError(f"a page has at most {LONGEST} characters, this one {len(page.text)}", page.line)
    return [page]


def _moves(line: str) -> bool:
    word = line.partition(" ")[0]
    return line == "deal" or (word.isdecimal() and len(word) == 1)


def _move(line: str, number: int) -> Move:
    word, _, rest = line.partition(" ")
    return Move(-1, "", number) if line == "deal" else Move(int(word), rest, number)
