"""Programs at a door: they play by lines of JSON on their standard input and output. The page of the arena tells how."""

from __future__ import annotations

import json
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
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import Number, Option, PileZone, SetZone
from tuckbox.kit.plain import blend
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.view.view import View

VERSION = 1
PATIENCE = 60.0
"""Maximum number of seconds that a program may take for an answer."""
TRIES = 3
"""Number of times it is asked again when its answer is not a legal action."""


def seen(view: View) -> dict[str, Any]:
    """The view of a seat as JSON: public numbers by name, and the cards of each zone, hidden ones as null; of sets those
    that are seen, then as many nulls as are hidden."""
    layout = view.game.layout
    found: dict[str, Any] = {"turn": view.state.turn}
    for name, kind in layout.fields.items():
        value = getattr(view.state, name)
        if isinstance(kind, SetZone | PileZone):
            found[name] = _each(value, len(kind.shape), lambda zone: _cards(zone, layout.deck.names))
        elif isinstance(kind, Number) and not isinstance(kind, Option) and name not in ("payoff", "place", "pack", "told"):
            found[name] = value
    return found


def _each(value: Any, depth: int, what: Any) -> Any:
    return what(value) if depth == 0 else [_each(part, depth - 1, what) for part in value]


def _cards(zone: Any, names: tuple[str, ...]) -> list[str | None]:
    if hasattr(zone, "cards"):
        return [*(names[card] for card in range(len(names)) if zone.cards >> card & 1), *[None] * zone.hidden]
    cards = [zone.cell[i] & 255 for i in range(zone.n)]
    return [names[card] if card < BACK else None for card in cards]


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
        """Ask for an action until it is one. Raises `OptionError` where none comes."""
        view = match.view(seat)
        texts = view.legal_texts()
        message = {"do": "choose", "seat": seat, "legal": texts, "view": seen(view), "log": list(view.log[-20:])}
        for _ in range(TRIES):
            self.tell(message)
            answer = self._answer()
            try:
                action = match.check(str(answer.get("action", "")), seat)
                if action in view.legal:
                    return action
                raise OptionError("not legal")
            except (ActionError, OptionError) as error:
                message = {**message, "error": str(error)}
        raise OptionError(f"the program {self.command!r} gave no legal action in {TRIES} answers")

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
                match = _play(block, game, doors, order, block.first + g)
                payoffs[i, g], lengths[i, g] = match.payoff, match.steps - 1
    return {"payoffs": payoffs, "lengths": lengths}


def _play(block: Block, game: Game, doors: dict[int, Program], order: list[int], number: int) -> Match:
    """One game of a bout."""
    options = dict(block.setting.options)
    match = Match(game, block.setting.players, deal=Deal(seed=block.seed, number=number), options=options)
    bots = {
        seat: Bot(Policy.parse(block.bots[place]), game, blend(blend(block.seed, number), seat))
        for seat, place in enumerate(order)
        if place not in doors
    }
    while not match.over and match.steps <= game.longest:
        for seat in match.waiting:
            bot = bots.get(seat)
            action = doors[order[seat]].choose(match, seat) if bot is None else bot.choose(match.view(seat, log=False))
            match.play(action, seat)
    for seat, place in enumerate(order):
        if place in doors:
            doors[place].tell({"do": "end", "seat": seat, "payoffs": list(match.payoff)})
    return match
