"""Plain and native rules must be one game: stepped side by side they hold the same bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tuckbox.engine import endless
from tuckbox.engine.engine import Engine, engine, record_bytes
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import PUBLIC
from tuckbox.testing import mechanics
from tuckbox.testing.case import Case, Failure

_BLOCK = 25
"""Number of random games that are played in one call of compiled code."""
_PAUSE = 0.5


class _Side:
    """One mode's rules, driven from outside one call at a time."""

    def __init__(self, e: Engine, case: Case) -> None:
        self.e, self.case = e, case
        blank = case.game.blank(case.players, case.options)
        self.states, self.words = e.states(blank)
        self.rngs, self.scratches = e.rngs(case.seed, 0), e.scratches()

    def __getattr__(self, name: str) -> Any:
        def act(*arguments: Any) -> Any:
            return self.e.call(getattr(self.e.parity, name), self.states, self.rngs, self.scratches, *arguments)

        return act

    def actions(self) -> list[int]:
        n = int(self.legal())
        moves = self.scratches[0]["moves"] if self.e.is_native else self.scratches[0].moves
        return [int(a) for a in (moves["action"] if self.e.is_native else moves.action)[:n]]

    def bytes(self, row: int) -> bytes:
        if self.e.is_native:
            held: bytes = self.states[row].tobytes()
            return held
        return record_bytes(self.case.game, self.states[row])


def lockstep(case: Case, steps: int, checked: bool) -> Iterator[Failure]:
    """The same deals, legal lists, steps, blind records and redeals, byte for byte, through games of one series."""
    yield from _within_bounds(_lockstep(case, steps, engine(case.game, "native", boundscheck=checked)))


def _lockstep(case: Case, steps: int, compiled: Engine) -> Iterator[Failure]:
    native, plain = _Side(compiled, case), _Side(case.plain, case)
    sides, chance = (plain, native), Fast(case.seed)  # a loop without end is told with its line in plain mode alone
    table = plain.e.playout.TABLE
    for side in sides:
        side.deal()
    for _ in range(steps):
        legal, in_native = plain.actions(), native.actions()
        if legal != in_native:
            yield "parity", f"legal gives {in_native} natively and {legal} in plain mode"
            return
        if not legal:
            yield mechanics.nothing_to_do(case, plain.states[table].turn)
            return
        if differing := _differing_for_viewers(case, plain, native):
            yield "parity", differing
            return
        action = legal[chance.below(len(legal))]
        over = [bool(side.step(action)) for side in sides]
        if native.bytes(table) != plain.bytes(table):
            yield "parity", f"after `{case.game.actions.text(action)}` the two hold different states"
            return
        if any(over):
            done = [bool(side.finish()) for side in sides]
            if native.bytes(table) != plain.bytes(table):
                yield "parity", "after the end of a game the two hold different states"
            if any(done):
                return
            for side in sides:
                side.deal()


def _differing_for_viewers(case: Case, plain: _Side, native: _Side) -> str:
    """The first blind record or redeal that is not the same in both modes, in words; empty where there is none."""
    root = plain.e.playout.ROOT
    for viewer in (*range(case.players), PUBLIC):
        for rule, called in (("look", "blind record"), ("sample_world", "redeal")):
            for side in (plain, native):
                getattr(side, rule)(viewer)
            if native.bytes(root) != plain.bytes(root):
                return f"the {called} of viewer {viewer} differs"
    return ""


def termination(case: Case, games: int, checked: bool = False) -> Iterator[Failure]:
    """Random games end within the number of decisions the game gives as its longest, unless a limit is off, and pay what it
    declares; no seat gets stuck in them."""
    yield from _within_bounds(_termination(case, games, engine(case.game, "native", boundscheck=checked)))


def _termination(case: Case, games: int, native: Engine) -> Iterator[Failure]:
    _random_games(case, native, 0, 0)  # compiles what it takes
    played: list[_Played] = []
    for first in range(0, games, _BLOCK):
        wanted = min(_BLOCK, games - first)
        if not _ends(partial(_random_games, case, native, first, wanted), played):
            _random_games(case, case.plain, first, wanted)  # stopped, with the line, by whoever watches for endless loops
            yield "termination", "compiled rules come to no end, where plain ones do"
            return
    count = sum(length == -case.game.longest for length, _ in played)
    if count and not case.unlimited:
        yield "termination", f"{count} of {games} random games are not over after {case.game.longest} decisions"
    stuck = sum(-case.game.longest < length < 0 for length, _ in played)
    if stuck:
        yield "legal list", f"{stuck} of {games} random games come to a seat that is to decide and has no legal action"
    for length, paid in played:
        yield from mechanics.payoffs(case, paid) if length > 0 else ()


_Played = tuple[int, tuple[float, ...]]
"""The length of a game, negative where it is not over, and what it has paid."""


def _random_games(case: Case, e: Engine, first: int, games: int) -> list[_Played]:
    """Some random games, which are the same in both modes."""
    states, _ = e.states(case.game.blank(case.players, case.options))
    lengths, payoffs = np.zeros(games, np.int64), np.zeros((games, case.game.layout.seats))
    room = (states, e.rngs(case.seed), e.scratches())
    e.call(e.playout.playouts, *room, case.seed, first, games, case.game.longest, lengths, payoffs)
    return list(zip(lengths.tolist(), map(tuple, payoffs[:, : case.players].tolist()), strict=True))


def _ends(work: Callable[[], list[_Played]], done: list[_Played]) -> bool:
    """Do some work in a thread, since nothing can interrupt compiled code, and add what it gives; False where it has
    computed for `endless.LIMIT` seconds and not come to an end."""
    found: list[list[_Played] | Exception] = []

    def do() -> None:
        try:
            found.append(work())
        except Exception as error:
            found.append(error)

    thread, start = threading.Thread(target=do, daemon=True), time.process_time()
    thread.start()
    while thread.is_alive() and time.process_time() - start < endless.LIMIT:
        thread.join(_PAUSE)
    if not found:
        return False
    if isinstance(found[0], Exception):
        raise found[0]
    done += found[0]
    return True


def _within_bounds(failures: Iterator[Failure]) -> Iterator[Failure]:
    """Compiled rules check no index, except in a build in which they do, and stop at a wrong one."""
    try:
        yield from failures
    except IndexError as error:
        yield "bounds", f"a rule reads or writes outside an array: {error}"
