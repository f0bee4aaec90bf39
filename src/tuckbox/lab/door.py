"""Programs at a door: they play by lines of JSON on their standard input and output. The page of the arena tells how."""

from __future__ import annotations

import json
import logging
import queue
import shlex
import subprocess
import threading
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import numpy as np

from tuckbox.bots.bots import Bot, Policy
from tuckbox.definition.game import Game
from tuckbox.errors import ActionError, OptionError
from tuckbox.kit.plain import blend
from tuckbox.match.answers import chosen
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.view.data import seen

VERSION = 2
"""Version of the lines; 2 added `short`, `table` and `meanings`, and games that are forfeited."""
log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Maximum number of seconds that a program may take for an answer."""
TRIES = 3
"""Number of times it is asked again when its answer is not a legal action."""


class Program:
    """A program that plays a seat; started with the block, ended with it."""

    def __init__(self, command: str, setting: Setting, seed: int) -> None:
        self.command, self.game = command, setting.loaded
        try:
            self._run = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except (OSError, ValueError) as error:
            raise OptionError(f"the program {command!r} does not start: {error}") from None
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        options = {name: str(value) for name, value in setting.options}
        said = {"game": setting.game, "rules": setting.rules, "players": setting.players, "options": options}
        said |= {"short": self.game.help_for(dict(setting.options), typed=True)}
        self.tell({"do": "hello", "version": VERSION, **said, "seed": seed})

    def _listen(self) -> None:
        assert self._run.stdout is not None
        for line in self._run.stdout:
            self._lines.put(line)
        self._lines.put("")

    def tell(self, message: dict[str, Any]) -> None:
        """Send a line. Raises `OptionError` where nobody listens any more."""
        assert self._run.stdin is not None
        try:
            self._run.stdin.write(json.dumps(message) + "\n")
            self._run.stdin.flush()
        except OSError:
            raise OptionError(f"the program {self.command!r} has ended") from None

    def choose(self, match: Match, seat: int) -> int:
        """Ask for an action until it is one; the last `ActionError` is raised where none comes in `TRIES` answers, and
        `OptionError` where there is no answer."""
        view = match.view(seat)
        texts, scene = view.legal_texts(), laid(view)
        message: dict[str, Any] = {"do": "choose", "seat": seat, "legal": texts, "view": seen(view)}
        message |= {"meanings": {text: scene.notes[text] for text in texts if text in scene.notes}}
        message |= {"table": words(scene), "log": list(view.log[-20:])}
        for left in range(TRIES - 1, -1, -1):
            self.tell(message)
            answer = self._answer()
            try:
                return chosen(match, seat, str(answer.get("action", "")))
            except ActionError as error:
                if not left:
                    raise
                message = {**message, "error": str(error)}
        raise AssertionError("a program has tries")

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise OptionError(f"the program {self.command!r} took longer than {PATIENCE:g} seconds") from None
        if not line:
            raise OptionError(f"the program {self.command!r} has ended")
        try:
            answer = json.loads(line)
        except ValueError:
            return {}
        return answer if isinstance(answer, dict) else {}

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Say good-bye, and wait no longer than a moment."""
        assert self._run.stdin is not None
        try:
            self.tell({"do": "bye"})
            self._run.stdin.close()
            self._run.wait(timeout=2)
        except (OptionError, OSError, subprocess.TimeoutExpired):
            self._run.kill()
            self._run.wait()


def bout(block: Block) -> Arrays:
    """As `tuckbox.lab.bouts.bout`, where programs play: matches in plain Python, each seat asked from outside."""
    setting, game = block.setting, block.setting.loaded
    payoffs = np.zeros((len(block.more["orders"]), block.games, setting.players))
    lengths = np.zeros(payoffs.shape[:2], np.int64)
    with ExitStack() as stack:
        doors = {
            place: stack.enter_context(Program(name.removeprefix("door:"), setting, block.seed))
            for place, name in enumerate(block.bots)
            if name.startswith("door:")
        }
        for i, order in enumerate(block.more["orders"]):
            for g in range(block.games):
                payoffs[i, g], lengths[i, g] = _play(block, game, doors, order, block.first + g)
    return {"payoffs": payoffs, "lengths": lengths}


def _play(
    block: Block, game: Game, doors: dict[int, Program], order: list[int], number: int
) -> tuple[tuple[float, ...], int]:
    """The payoffs and the length of one game of a bout. A program that gives no legal action forfeits it."""
    options = dict(block.setting.options)
    match = Match(game, block.setting.players, deal=Deal(seed=block.seed, number=number), options=options)
    bots = {
        seat: Bot(Policy.parse(block.bots[place]), game, blend(blend(block.seed, number), seat))
        for seat, place in enumerate(order)
        if place not in doors
    }
    payoffs: tuple[float, ...] | None = None
    while payoffs is None and not match.over and match.steps <= game.longest:
        for seat in match.waiting:
            bot = bots.get(seat)
            try:
                action = doors[order[seat]].choose(match, seat) if bot is None else bot.choose(match.view(seat, log=False))
            except ActionError as error:
                log.warning("%s forfeits game %d: %s", block.bots[order[seat]].removeprefix("door:"), number, error)
                payoffs = game.pays(match.players, options).forfeited(seat, match.players, *game.utility)
                break
            match.play(action, seat)
    payoffs = match.payoff if payoffs is None else payoffs
    for seat, place in enumerate(order):
        if place in doors:
            doors[place].tell({"do": "end", "seat": seat, "payoffs": list(payoffs)})
    return payoffs, match.steps - 1
