"""One game in progress as the environments show it: observations, masks, typed refusals."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Bot
from tuckbox.definition import past
from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.definition.planes import describe, planes
from tuckbox.engine.engine import Engine, engine
from tuckbox.engine.tables.environment import BEFORE, DRAFT, OVER
from tuckbox.engine.think.playout import ROOT, TABLE
from tuckbox.errors import IllegalAction, MatchOver, OptionError
from tuckbox.kit.plain import blend
from tuckbox.kit.windows import asked_by
from tuckbox.numbers import is_whole, whole
from tuckbox.view.refusal import refusal
from tuckbox.view.view import View

RAISE, END, RANDOM = "raise", "end", "random"
ILLEGAL = (RAISE, END, RANDOM)
"""Ways to treat an action that is not legal: raise `IllegalAction` and stay as it was; end the episode, the
seat getting the least a game can pay; or play a legal one at random instead, and say so in ``info["replaced"]``."""


class _Rooms(threading.local):
    """Room that rules work in, for each thread its own: positions of a setting are copied, and copies are played at the
    same time."""

    def __init__(self, game: Game, mode: str) -> None:
        self._game, self._mode = game, mode
        self.moves = engine(game, "plain").moves()

    @cached_property
    def scratches(self) -> Any:
        """Scratch of the mode."""
        return engine(self._game, self._mode).scratches()


class GameSetup:
    """A game with its players and options, and what is the same in all its positions."""

    def __init__(
        self, game: str | Game, players: int | None, options: Mapping[str, Any], mode: str = "native",
        history: int = 0,
    ) -> None:  # fmt: skip
        """Positions are stepped in a mode, ``"native"`` or ``"plain"``; observations end with the last `history` actions.
        Raises `UnknownGame` or `OptionError`."""
        if mode not in ("native", "plain"):
            raise OptionError(f"mode is native or plain, not {str(mode)[:40]!r}")
        self.game = given_game(game)
        small = sorted({"dtype", "observe"} & {*options} - {*self.game.layout.options})
        if small:
            raise OptionError(
                f"{small[0]} is for many tables at once, `tuckbox.adapters.vector.make`: here rows are float32"
            )
        self.players, self.options = self.game.settle_options(players, options)
        self.history = check_history(self.game, history)
        self.planes = planes(self.game, self.players, history)
        self.size, self.present = self.planes[-1].slice.stop, planes(self.game, self.players)[-1].slice.stop
        self.plain = engine(self.game, "plain")
        self.rules = self.plain.rules
        self.mode = mode
        self._rooms = _Rooms(self.game, mode)
        self.names = tuple(f"player_{seat}" for seat in range(self.players))

    def __deepcopy__(self, memo: object) -> GameSetup:
        """Return the setting itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Make it anew from what it was made from."""
        return GameSetup, (self.game, self.players, self.options, self.mode, self.history)

    @property
    def engine(self) -> Engine:
        """The rules in the mode positions are stepped in."""
        return engine(self.game, self.mode)

    @cached_property
    def rows(self) -> Any:
        """States from which a position begins."""
        return self.engine.states(self.game.blank(self.players, self.options))[0]

    @cached_property
    def window_class(self) -> Any:
        """The plain class of the response window, in a game that has one."""
        blank: Any = self.game.blank()
        return type(blank.window)

    @property
    def scratches(self) -> Any:
        """Scratch, shared by all positions of a thread: none keeps anything in it between calls."""
        return self._rooms.scratches

    def deal(self, rng: Any) -> Any:
        """A state in which a game has been dealt."""
        state: Any = self.game.blank(self.players, self.options)
        self.plain.call(self.rules.begin, state, rng)
        return state

    def legal(self, state: Any) -> list[int]:
        """The actions of the seat whose turn it is, in ascending order. Raises `RulesError` where there are none."""
        moves = self._rooms.moves
        n = self.plain.call(self.plain.playout.options, state, moves)
        if n == 0:
            raise self.plain.no_action(state.turn)
        return sorted(moves.action[:n])

    def asked(self, state: Any) -> tuple[int, ...]:
        """The seats that are to decide: one, or all that an open response window asks, in their order."""
        if state.over:
            return ()
        return self.asked_in(state.window if self.game.layout.windows else None, state.turn)

    def asked_in(self, window: Any, turn: int) -> tuple[int, ...]:
        """The same, while the game goes on, from the window of a state (None in a game without) and whose turn it is."""
        if window is None or window.depth == 0:
            return (turn,)
        level = window.level[window.depth - 1]
        return tuple(seat for seat in asked_by(level, self.players) if not level.given >> seat & 1)

    def row(self, seen: Any, seat: int) -> NDArray[np.float32]:
        """The observation (k,) of a seat, from what it sees."""
        out = [0.0] * self.size
        self.plain.call(self.rules.observe, seen, seat, out, True)
        return np.array(out, np.float32)

    def describe(self, row: NDArray[np.float32]) -> str:
        """An observation in words."""
        return describe(self.game, self.players, row.tolist(), self.history)


class Position:
    """A game from its deal to its end. The same seed and the same actions give the same game, in both modes."""

    def __init__(self, setting: GameSetup, seed: int) -> None:
        e = self._engine = setting.engine
        self.setting, self.seed = setting, seed
        self._played: list[int] = []
        self._states = _copied(setting.rows)
        self._told: list[tuple[int, int, bool]] = []  # if any are observed: seat, action, whether it answered a window
        self._undrafted = 0  # the number of actions before the sequence in progress
        self._rngs = e.rngs(blend(blend(seed & (1 << 63) - 1, 0), 0))
        self._note(e.call(e.environment.deal, self._states, self._rngs))

    def _note(self, status: int) -> None:
        """Take down what a step has come to."""
        self.turn, self.over, self._draft = int(status) & 15, bool(status & OVER), bool(status & DRAFT)
        self._masks: dict[int, NDArray[np.int8]] = {}
        self._asked: tuple[int, ...] | None = () if self.over else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Play it again from its deal."""
        return _played, (self.setting, self.seed, self._played)

    def __deepcopy__(self, memo: object) -> Position:
        """Return an independent twin."""
        return self.copy()

    @property
    def decisions(self) -> int:
        """Number of decisions so far."""
        return len(self._played)

    @property
    def too_long(self) -> bool:
        """Whether the game goes on though it has had all its decisions; but nobody sees the middle of a sequence."""
        return not self.over and not self._draft and self.decisions >= self.setting.game.longest

    def copy(self) -> Position:
        """An independent twin."""
        twin = Position.__new__(Position)
        vars(twin).update(vars(self), _played=self._played[:], _told=self._told[:])
        twin._states, twin._rngs, twin._masks = _copied(self._states), deepcopy(self._rngs), dict(self._masks)
        return twin

    @property
    def state(self) -> Any:
        """A copy of the whole state as a plain record, secrets and all."""
        return self._engine.get(self._states, TABLE)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are to decide now; in a response window all that have not answered."""
        if self._asked is None:
            self._asked = self.setting.asked_in(self._window, self.turn)
        return self._asked

    @property
    def _window(self) -> Any:
        """The response window, not to be changed; None in a game without. To read a whole state for it takes 15 to 50 times
        as long."""
        if not self.setting.game.layout.windows:
            return None
        if not self._engine.is_native:
            return self._states[TABLE].window
        return self.setting.window_class.unpacked(self._states["window"][TABLE].tobytes())

    @property
    def payoff(self) -> tuple[float, ...]:
        """Payoff of each seat; zero before the end."""
        paid = np.zeros(self.setting.players)
        if self.over:
            self._engine.call(self._engine.environment.pay, self._states, paid)
        return tuple(paid.tolist())

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """The legal actions (a,) of a seat (None: of whoever is to decide): 1, the others 0."""
        return self._mask(self.turn if seat is None else seat).copy()

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """The same, kept until the next action: not to be changed."""
        if seat not in self._masks:
            mask = np.zeros(self.setting.game.actions.size, np.int8)
            if (seat == self.turn and not self.over) or seat in self.asked:
                e = self._engine
                if e.call(e.environment.allow, self._states, self.setting.scratches, seat, mask) == 0:
                    raise e.no_action(seat)
            self._masks[seat] = mask
        return self._masks[seat]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat (None: of whoever is to decide), in ascending order."""
        return np.flatnonzero(self._mask(self.turn if seat is None else seat)).tolist()

    def _row(self, seat: int) -> int:
        """The row a seat looks at: during another's sequence that from before it."""
        return BEFORE if self._draft and seat != self.turn else TABLE

    def seen(self, seat: int) -> Any:
        """The blind record of a seat."""
        self._engine.call(self._engine.environment.hide, self._states, self._row(seat), seat)
        return self._engine.get(self._states, ROOT)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """The observation (k,) of a seat."""
        out: Any = np.zeros(self.setting.size, np.float32)
        self._engine.call(self._engine.environment.look, self._states, self._row(seat), seat, out)
        if self.setting.history:
            self._tell(out, seat)
        return out  # type: ignore[no-any-return]

    def _tell(self, row: NDArray[np.float32], viewer: int) -> None:
        """Write the last actions into a row, as a viewer knows them: as `tuckbox.engine.tables.history` does, all at once,
        since number by number takes Python ten times as long."""
        setting, k = self.setting, self.setting.history
        known = self._undrafted if self._draft and viewer != self.turn else len(self._told)
        last = self._told[max(0, known - k) : known][::-1]
        if not last:
            return
        seats, actions, sealed = np.array(last).T
        own = seats == viewer
        columns = past.columns(setting.game, setting.players)[viewer]
        told = columns[own.astype(np.intp), np.where(own | (sealed == 0), actions, -1)]
        entries = row[setting.present :].reshape(k, -1)
        entries[np.arange(len(last)), (seats - viewer) % setting.players] = 1
        number, part = np.nonzero(told >= 0)
        entries[number, told[number, part]] = 1

    def view(self, seat: int) -> View:
        """The view of a seat, as bots and screens get it."""
        return View(self.setting.game, seat, self.seen(seat), self.setting.names, tuple(self.legal(seat)), self.asked)

    def check(self, action: int) -> int:
        """The action, if it is legal now. Raises `IllegalAction` or `MatchOver`, or `OptionError` for no whole number."""
        if self.over:
            raise MatchOver("the game is over")
        number = whole(action)
        if number is None:
            raise OptionError(f"an action is a whole number, not {repr(action)[:40]}")
        if not 0 <= number < self.setting.game.actions.size or not self._mask(self.turn)[number]:
            raise illegal_action(self.view(self.turn), number)
        return number

    def play(self, action: int) -> None:
        """Carry out an action of the seat whose turn it is. Raises `IllegalAction` or `MatchOver` and changes nothing."""
        self.carry_out(self.check(action))

    def carry_out(self, action: int) -> None:
        """Carry out an action that is legal, as `check` returns it."""
        e = self._engine
        if self.setting.history:
            window = self._window
            self._told.append((self.turn, action, window is not None and window.depth > 0))
        if not self._draft:
            self._undrafted = len(self._played)
        self._note(e.call(e.environment.act, self._states, self._rngs, action, self._draft))
        self._played.append(action)

    def let_play(self, bot: Bot) -> None:
        """Let a bot decide for the seat whose turn it is. One that needs no view is given the seat's blind record alone."""
        if not bot.decides_from_records or bot.mode != self.setting.mode:
            self.play(bot.choose(self.view(self.turn)))
            return
        self._engine.call(self._engine.environment.hide, self._states, self._row(self.turn), self.turn)
        self.carry_out(bot.decide(self._states[ROOT], self.turn))


class InProgress:
    """Base of environments that play one game after the other."""

    setting: GameSetup
    _dealt: Position | None = None

    @property
    def planes(self) -> Any:
        """Meaning of the numbers of an observation."""
        return self.setting.planes

    @property
    def _position(self) -> Position:
        """The game in progress. Raises `MatchOver` before the first one."""
        if self._dealt is None:
            raise MatchOver("no game has been dealt: reset first")
        return self._dealt


def illegal_action(view: View, action: int) -> IllegalAction:
    """The error for an action that the seat of a view may not do now, with the reason of the rules."""
    actions = view.game.actions
    if not 0 <= action < actions.size:
        return IllegalAction(f"action {action} is not legal now: there is none of this number")
    why, said = refusal(view, action), f"`{actions.text(action)}` is not legal now"
    return IllegalAction(f"{said}: {why.text}" if why and why.text != said else said, why.rule if why else None)


def unknown_options(options: Mapping[str, Any] | None) -> str:
    """Text of the refusal of options of a `reset`, which knows none; empty where none are given. Raises `OptionError` for
    what are no options."""
    options = given_once(options, {})
    return f"reset knows no option {next(iter(options))!r}: options are given when an environment is made" if options else ""


def _played(setting: GameSetup, seed: int, actions: Sequence[int]) -> Position:
    """The position that these actions lead to."""
    position = Position(setting, seed)
    for action in actions:
        position.play(action)
    return position


def _copied(rows: Any) -> Any:
    """Rows of states of either mode, copied: compiled ones as bytes, for NumPy copies records field by field."""
    if isinstance(rows, list):
        return [row.copy() for row in rows]
    return np.frombuffer(bytearray(rows.view(np.uint8)), rows.dtype)


def obey(position: Position, action: int, illegal: str, chance: int) -> tuple[int | None, str]:
    """The legal action to carry out: the given one, another in its place, drawn by `chance`, the seed of an episode, or None
    to end that; and why, where the given one is not legal."""
    try:
        return position.check(action), ""
    except IllegalAction as error:
        if illegal == RAISE:
            raise
        if illegal == END:
            return None, str(error)
        return random.Random(blend(chance, position.decisions)).choice(position.legal()), str(error)


def check_history(game: Game, k: int) -> int:
    """Refuse a number of last actions that is none, or longer than a game. Raises `OptionError`."""
    if not is_whole(k, 0, game.longest):
        raise OptionError(f"history is a number of actions from 0 to {game.longest}, not {str(k)[:40]!r}")
    return int(k)


def check_cycles(most: int | None) -> int | None:
    """Refuse what is no maximum number of decisions. Raises `OptionError`."""
    if most is not None and not is_whole(most, 1):
        raise OptionError(f"max_cycles is a whole number, at least 1, not {repr(most)[:40]}")
    return most


def seed_of(seed: Any) -> Any:
    """The seed, as an int if it is NumPy's, which Gymnasium refuses."""
    number = whole(seed)
    return seed if number is None else number


def check_illegal(illegal: str) -> str:
    """Refuse what is no way to treat illegal actions. Raises `OptionError`."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal is one of {', '.join(ILLEGAL)}, not {str(illegal)[:40]!r}")
    return illegal


def drawn(view: View) -> str:
    """A view as a text, the table as its seat sees it."""
    from tuckbox.scene.lay import laid
    from tuckbox.scene.text import Sheet, draw

    return "\n".join(line.plain.rstrip() for line in draw(Sheet(laid(view), actions=view.legal_texts())))
