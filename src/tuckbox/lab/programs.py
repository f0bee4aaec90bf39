"""External programs: they play by lines of JSON on their standard input and output. The page of the arena tells how."""

from __future__ import annotations

import json
import logging
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import numpy as np

from tuckbox.bots.bots import Bot, Policy
from tuckbox.errors import ActionError, OptionError, reason
from tuckbox.kit.plain import blend
from tuckbox.lab.asked import Asked, Patience
from tuckbox.lab.scripted import Scripted
from tuckbox.lab.traces import match_of
from tuckbox.match.match import Match
from tuckbox.match.twin import Twin
from tuckbox.run.blocks import Arrays, Block, Setting

VERSION = 2
"""Version of the lines; 2 added `short`, `table` and `meanings`, and games that are forfeited."""
PROGRAM, SCRIPT = "program:", "script:"
"""Prefixes of the names of players that are asked: of programs, and of scripted ones."""
MOST_UNREAD = 1_000
"""Maximum number of lines of a program that are kept until they are read; with more it has to wait."""
_MOMENT = 2.0
log = logging.getLogger(__name__)


class Program(Asked):
    """A program that plays a seat; started with the block, ended with it. It is written to and read from by threads of
    their own, so that one that does not read, or says what nobody asked for, holds nobody up. It hears no Ctrl-C of our
    terminal, which would end it in the middle of a game: what is finished then counts."""

    def __init__(
        self, command: str, setting: Setting, seed: int, patience: Patience | None = None, twin: Twin | None = None
    ) -> None:
        super().__init__(patience or Patience(), twin)
        self.command = command
        hello = _hello(setting, twin)
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("there is no command")
            self._run = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise OptionError(f"the program {command!r} does not start: {reason(error)}") from None
        self._told: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lines: queue.Queue[str] = queue.Queue(MOST_UNREAD)
        self._leaving = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._speak, self._listen)]
        for thread in self._threads:
            thread.start()
        self.tell({"do": "hello", "version": VERSION, **hello, "seed": seed})

    def _speak(self) -> None:
        """Hand on what the program is told, until there is nothing more or nobody reads it."""
        assert self._run.stdin is not None
        with suppress(OSError), self._run.stdin as pipe:
            while line := self._told.get():
                pipe.write(line)
                pipe.flush()

    def _listen(self) -> None:
        """Take in what the program says; after its last line an empty one."""
        assert self._run.stdout is not None
        with suppress(OSError), self._run.stdout as pipe:
            for line in pipe:
                if not self._leaving:
                    self._lines.put(line)
        self._lines.put("")

    def tell(self, message: dict[str, Any]) -> None:
        self._told.put(json.dumps(message) + "\n")

    def answer(self, message: dict[str, Any]) -> str:
        self._pass_over()
        self.tell(message)
        seconds = self.patience.seconds
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise OptionError(f"the program {self.command!r} took longer than {seconds:g} seconds") from None
        if not line:
            self._lines.put("")
            raise OptionError(f"the program {self.command!r} has ended")
        try:
            answer = json.loads(line)
        except ValueError:
            return ""
        return str(answer.get("action", "")) if isinstance(answer, dict) else ""

    def _pass_over(self) -> None:
        """Pass over lines that nobody has asked for: each would be taken for the answer to the next question."""
        stray = [self._lines.get() for _ in range(self._lines.qsize())]  # not those that come meanwhile: they may never end
        if "" in stray:
            stray.remove("")
            self._lines.put("")
        if stray:
            log.warning("%s says what nobody has asked for: %.80r, of %d lines", self.command, stray[0], len(stray))

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Say good-bye, and wait no longer than a moment."""
        self._leaving = True
        with suppress(queue.Empty):  # so that whoever takes lines in waits for no room
            while True:
                self._lines.get_nowait()
        self.tell({"do": "bye"})
        self._told.put("")
        try:
            self._run.wait(timeout=_MOMENT)
        except subprocess.TimeoutExpired:
            self._run.kill()
            self._run.wait()
        for thread in self._threads:  # which close the pipes, unless a child of the program's own keeps them open
            thread.join(_MOMENT)


def _hello(setting: Setting, twin: Twin | None) -> dict[str, Any]:
    """The greeting of a program: what is played, and how, perhaps in the words of a twin."""
    options = {name: str(value) for name, value in setting.options}
    said = {"game": setting.game, "rules": setting.rules, "players": setting.players, "options": options}
    said |= {"short": setting.loaded.help_for(dict(setting.options), typed=True)}
    return said if twin is None else twin.message(said)


@contextmanager
def asked_of(block: Block) -> Iterator[dict[int, Asked]]:
    """The players of a block that are asked, by their places; programs run meanwhile."""
    patience, found = Patience.of(block.more), dict[int, Asked]()
    twin = Twin(block.setting.loaded, block.more["twin"]) if "twin" in block.more else None
    with ExitStack() as stack:
        for place, name in enumerate(block.bots):
            if name.startswith(PROGRAM):
                program = Program(name.removeprefix(PROGRAM), block.setting, block.seed, patience, twin)
                found[place] = stack.enter_context(program)
            elif name.startswith(SCRIPT):
                found[place] = Scripted(name.removeprefix(SCRIPT), patience, twin)
        yield found


@dataclass(frozen=True)
class Played:
    """A game as it was played: payoffs, every decision as seat, action and number of choices, and the seat that has
    forfeited it."""

    payoffs: tuple[float, ...]
    rows: list[tuple[int, int, int]] = field(repr=False)
    forfeited: int | None = None


def bout(block: Block) -> Arrays:
    """The work of `tuckbox.lab.bouts.bout` where programs play: matches in plain Python, each seat asked from outside."""
    payoffs = np.zeros((len(block.more["orders"]), block.games, block.setting.players))
    with asked_of(block) as asked:
        for i, order in enumerate(block.more["orders"]):
            for g in range(block.games):
                payoffs[i, g] = play(block, asked, order, block.first + g).payoffs
    return {"payoffs": payoffs}


def play(block: Block, asked: Mapping[int, Asked], order: Sequence[int], number: int) -> Played:
    """One game of a block. A player that gives no legal action forfeits it."""
    setting, match = block.setting, match_of(block.setting, block.seed, number)
    bots = {
        seat: Bot(Policy.parse(block.bots[place]), match.game, blend(blend(block.seed, number), seat))
        for seat, place in enumerate(order)
        if place not in asked
    }
    rows: list[tuple[int, int, int]] = []
    forfeited = _play_on(match, {seat: asked[place] for seat, place in enumerate(order) if place in asked}, bots, rows)
    payoffs = match.payoff
    if forfeited is not None:
        payoffs = setting.pays.forfeited(forfeited, setting.players, *match.game.utility)
        log.warning("%s forfeits game %d", block.bots[order[forfeited]].removeprefix(PROGRAM), number)
    for seat, place in enumerate(order):
        if place in asked:
            asked[place].tell({"do": "end", "seat": seat, "payoffs": list(payoffs)})
    return Played(payoffs, rows, forfeited)


def _play_on(
    match: Match, asked: Mapping[int, Asked], bots: Mapping[int, Bot], rows: list[tuple[int, int, int]]
) -> int | None:
    """Play until the game is over, or a seat has forfeited it, which is returned."""
    while not match.over and match.steps <= match.game.longest:
        for seat in match.waiting:
            choices = len(match.actions(seat))
            try:
                action = bots[seat].choose(match.view(seat, log=False)) if seat in bots else asked[seat].choose(match, seat)
            except ActionError as error:
                log.warning("%s gives no legal action: %s", match.names[seat], error)
                return seat
            rows.append((seat, action, choices))
            match.play(action, seat)
    return None
