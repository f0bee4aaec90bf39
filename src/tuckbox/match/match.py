"""One play of a game: check and play actions, look at it from a seat, take back, save and resume."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.errors import (
    ActionError,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    OptionError,
    RecordError,
    UndoError,
    UnknownAction,
    UnknownGame,
)
from tuckbox.files import write_text
from tuckbox.kit.fields import PUBLIC
from tuckbox.match.deal import Deal
from tuckbox.match.history import History, observation_key
from tuckbox.match.log import CUT, EVERYTHING
from tuckbox.match.record import Record, Seat
from tuckbox.match.transitions import Step, Transitions, asked_in, asking_in
from tuckbox.numbers import is_whole, whole
from tuckbox.view.refusal import refusal
from tuckbox.view.view import View, blind

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")

TIME_UP, MINUTES = "time up", "minutes"
"""A game that can end by time has an outside event and an option of these names."""


def _seat(who: Seat | str) -> Seat:
    """A seat, given as itself or by the name of a person. Raises `OptionError`."""
    return who if isinstance(who, Seat) else Seat(who)


def _reader(seat: int | None) -> int:
    """The reader of a log: a seat, or the public."""
    return PUBLIC if seat is None else seat


class Match:
    """A match, from the first deal to the last result.

    >>> m = Match("whiplash", players=3, edition="royal", seed=7, dealer=2)
    >>> m.legal()
    ['draw stock', 'take discard']
    >>> m.play("take discard"); m.turn, m.legal()[0][:7]
    (0, 'discard')
    >>> m.play("draw stock")
    Traceback (most recent call last):
    tuckbox.errors.IllegalAction: one card a turn: put one down now, or call (WL-5.1)

    A match is a series of games (`over` ends one, `done` the match); between two, `deal` begins the next. It steps in
    plain Python: a refused action raises a typed error and changes nothing.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seed: int | None = None,
        deal: Deal | None = None,
        seats: Iterable[Seat | str] | None = None,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Set up a match and deal its first game.

        `seed` makes an open deal, `deal` is one prepared before; without either a fresh sealed one is drawn. Options are
        given by name. Raises `UnknownGame` or `OptionError`.
        """
        if seed is not None and deal is not None:
            raise OptionError("a match has a seed or a deal, not both")
        self._open(game, players, seed, deal, seats, given_once(options, more))
        self.deal()

    def _open(
        self,
        game: str | Game,
        players: int | None,
        seed: int | None,
        deal: Deal | None,
        seats: Iterable[Seat | str] | None,
        options: Mapping[str, Any],
    ) -> None:
        """Set up the match with nothing dealt yet."""
        self.game = given_game(game)
        self.players, self.options = self.game.settle_options(players, options)
        self.rules = self.game.hash
        """The hash of the rules by which the match was begun: that of the game, unless it goes on from older ones."""
        self._told_options = {name: str(value) for name, value in self.options.items()}
        if not isinstance(deal, Deal | None):
            raise OptionError(f"deal is a Deal, not {repr(deal)[:40]}: a number is given as seed")
        self.source = deal or (Deal.fresh() if seed is None else Deal(seed=seed))
        if len(self.source.salts) not in (0, self.players):
            raise OptionError("either every seat adds to the deal or none does")
        self.seats = self._seated(seats)
        self._transitions = Transitions(self.game, self.source)
        self._state: Any = self.game.blank(self.players, self.options)
        self._legal: tuple[Any, dict[int, tuple[int, ...]]] = self._state, {}  # a state, and what was legal there
        self._history = History(self.game, tuple(seat.name for seat in self.seats), self._transitions.labels)
        self._sealed: dict[int, int] = {}

    def _seated(self, seats: Iterable[Seat | str] | None) -> tuple[Seat, ...]:
        if isinstance(seats, str) or not isinstance(seats, Iterable | None):
            raise OptionError(f"seats are a list of names, not {repr(seats)[:40]}")
        named = NAMES[: self.players] if seats is None else seats
        given = [_seat(seat) for seat in named]
        if len(given) != self.players:
            raise OptionError(f"{self.players} players need {self.players} seats, not {len(given)}")
        return tuple(given)

    # -- what is public of it ------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the seats."""
        return self._history.names

    @property
    def over(self) -> bool:
        """Whether the game in progress has ended; a series may go on with `deal`."""
        return bool(self._state.over)

    @property
    def done(self) -> bool:
        """Whether the match has ended."""
        return bool(self._state.done)

    @property
    def between(self) -> bool:
        """Whether a game of the series has ended and the next waits to be dealt."""
        return self.over and not self.done

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are to decide, as everybody knows them: one, or all that a response window asks."""
        return asked_in(self.game, self._state)

    @property
    def turn(self) -> int | None:
        """The seat that is to decide if it is one alone, else None."""
        return self.asked[0] if len(self.asked) == 1 else None

    @property
    def places(self) -> tuple[int, ...] | None:
        """The final place of each seat, 1 the best, shared ones alike; None while the match runs."""
        return tuple(self._state.place[: self.players]) if self.done else None

    @property
    def payoff(self) -> tuple[float, ...]:
        """The payoff of each seat for the game in progress, once it is over."""
        return tuple(self._state.payoff[: self.players])

    def payoffs(self) -> list[tuple[float, ...]]:
        """The payoffs of the seats in each finished game of the match, in order."""
        ends = [number for number, entry in enumerate(self._history.entries) if number and entry.kind == "deal"]
        paid = [tuple(self._history.past[number].state.payoff[: self.players]) for number in ends]
        return [*paid, self.payoff] if self.over else paid

    def shares(self) -> list[tuple[float, ...]]:
        """The payoffs as shares of what a game can pay, from 0 to 1."""
        low, high = self.game.utility
        return [tuple((each - low) / (high - low) for each in payoffs) for payoffs in self.payoffs()]

    @property
    def asking(self) -> bool:
        """Whether a response window is open: then answers are sealed, even that of a single seat asked."""
        return asking_in(self.game, self._state)

    @property
    def nothing(self) -> str | None:
        """The answer that lets the open response window pass, in notation; it is always legal. None where none is open, and
        where seats decide together, which nobody can let pass."""
        passing = self.asking and not self.game.layout.together
        return self.game.actions.text(self._window.nothing) if passing else None

    @property
    def urgent(self) -> bool:
        """Whether the open response window is of a kind that asks even those who let windows pass until their turn."""
        return self.asking and self._window.kind in self.game.urgent

    @property
    def steps(self) -> int:
        """The number of steps made, including deals and events from outside."""
        return len(self._history.entries)

    @property
    def minutes(self) -> int | None:
        """The minutes after which ``time up`` ends the match; None where there is no such limit."""
        return self.options.get(MINUTES) if TIME_UP in self.game.outside.names else None

    @property
    def commitment(self) -> str | None:
        """The hash that fixes the deal before play (None for an open deal)."""
        return self.source.commitment(self.record().header)

    # -- what the host knows -------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats asked that have not answered yet. In a window this is for the host alone."""
        return tuple(seat for seat in self.asked if seat not in self._sealed)

    @property
    def state(self) -> Any:
        """A copy of the whole state, secrets and all: for the host and for tests, never for a player."""
        return self._state.copy()

    @property
    def _window(self) -> Any:
        """The response window on top."""
        return self._state.window.level[self._state.window.depth - 1]

    # -- actions -------------------------------------------------------------------------------------------------------

    def actions(self, seat: int | None = None) -> tuple[int, ...]:
        """Return the legal actions of a seat, as numbers; None is the seat to decide. Raises as `legal` does."""
        seat = self._acting(seat)
        if seat is None or seat not in self.waiting:
            return ()
        if self._legal[0] is not self._state:
            self._legal = self._state, {}
        known = self._legal[1]
        if seat not in known:
            known[seat] = self._transitions.legal(self._state, seat)
        return known[seat]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the legal actions of a seat in notation; None is the seat to decide.

        Raises `NotYourTurn` where there is no such seat, or where several are asked and none is named.
        """
        return [self.game.actions.text(action) for action in self.actions(seat)]

    def check(self, action: str | int, seat: int | None = None) -> int:
        """Return the number of an action if the seat may play it now.

        Raises `UnknownAction`, `MatchOver`, `NotYourTurn` or `IllegalAction` (with the rule's number where it has one).
        """
        code = self._code(action)
        if isinstance(seat, str):
            raise NotYourTurn(f"a seat is a number, given after the action: there is no seat {seat[:40]!r}")
        if self.done:
            raise MatchOver("the match is over")
        if self.over:
            raise MatchOver("this game is over; the next has not been dealt")
        acting = self._acting(seat)
        if acting not in self.waiting:
            who = " and ".join(self.names[s] for s in self.asked)
            raise NotYourTurn("you have answered already" if acting in self.asked else f"it is {who}'s turn")
        if code not in self.actions(acting):
            why = refusal(self.view(acting), code)
            assert why is not None
            raise IllegalAction(why.text, why.rule)
        return code

    def can(self, action: str | int, seat: int | None = None) -> bool:
        """Whether `play` would accept an action."""
        try:
            self.check(action, seat)
        except ActionError:
            return False
        return True

    def play(self, action: str | int, seat: int | None = None) -> None:
        """Play an action; raises as `check` does, and then nothing has changed.

        In a response window with several seats the answer is sealed until the last is in; then all are carried out in
        the order of the seats.
        """
        code = self.check(action, seat)
        acting = self._acting(seat)
        assert acting is not None
        answers = {**self._sealed, acting: code}
        if self.asking and not answers.keys() >= set(self.asked):
            self._sealed = answers
            return
        self._carry_out([(each, answers[each]) for each in self.asked])

    def _carry_out(self, actions: Sequence[tuple[int, int]]) -> None:
        """Carry actions of seats out one after the other, and cut off a game that has gone on too long: all or nothing."""
        sealed, steps = self._sealed, self.steps
        self._sealed = {}
        try:
            for seat, code in actions:
                self._accept(self._transitions.act(self._state, seat, code))
            if not self.over and self.steps - self._history.dealt >= self.game.longest:
                self._accept(self._transitions.cut(self._state, self.options))
        except Exception:
            self._step_back_to(steps)
            self._sealed = sealed
            raise

    def _accept(self, step: Step) -> None:
        """Make a step: its state takes the place of the present one."""
        self._history.push(self._state, step)
        self._state = step.state

    def _code(self, action: str | int) -> int:
        if isinstance(action, str):
            return self.game.actions.code(action)
        code = whole(action)
        if code is None:
            raise UnknownAction(f"an action is its text or its number, not {repr(action)[:40]}")
        if not 0 <= code < self.game.actions.size:
            raise UnknownAction(f"there is no action number {code}")
        return code

    def _acting(self, seat: int | None) -> int | None:
        if seat is not None:
            return self._check_seat(seat)
        waiting = self.waiting
        if len(waiting) > 1:
            raise NotYourTurn("several seats are asked: say which one answers")
        return waiting[0] if len(waiting) == 1 else None

    def _check_seat(self, seat: int) -> int:
        """The seat, as an int if it is NumPy's. Raises `NotYourTurn` where there is none of this number."""
        if not is_whole(seat, 0, self.players - 1):
            raise NotYourTurn(f"there is no seat {repr(seat)[:40]}; the seats are 0 to {self.players - 1}")
        return int(seat)

    def _check_viewer(self, seat: int | None) -> int | None:
        """The seat that looks on, as `_check_seat` returns it; None is an onlooker."""
        return None if seat is None else self._check_seat(seat)

    def deal(self) -> None:
        """Deal the next game of the series (the first is dealt by itself). Raises `MatchOver` while one is in progress."""
        if self.steps and not self.between:
            raise MatchOver("the match is over" if self.done else "the game in progress is not over")
        self._accept(self._transitions.deal(self._state, first=not self.steps))

    def event(self, name: str) -> None:
        """Play an event from outside, such as ``time up``. Raises `UnknownAction` or `IllegalAction`."""
        answers = bool(self._sealed)
        self._accept(self._transitions.event(self._state, name, answers=answers, onlooker=self.view))

    # -- taking back ---------------------------------------------------------------------------------------------------

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether the last step was this seat's (None: anybody's) and nothing has been drawn, shown or asked since."""
        last, past = self._history.entries[-1], self._history.past
        return len(past) > past.first and last.undoable and not self._sealed and seat in (None, last.seat)

    def undo(self, seat: int | None = None) -> None:
        """Take the last step back. Raises `UndoError` if it was not this seat's, or has told somebody something."""
        if not self.can_undo(seat):
            raise UndoError("only your own last step can be taken back, and only until something was drawn, shown or asked")
        self._step_back_to(self.steps - 1)

    def go_back(self, step: int) -> None:
        """Take back all steps after a number of them, whoever made them: for a host, where all agree and `way_back` says
        that it is fair. Raises `UndoError` for what was before the last deal, or is not known."""
        first = max(self._history.dealt, self._history.past.first, 1)
        if not is_whole(step, first, self.steps - 1):
            raise UndoError("the match cannot go back there")
        self._sealed = {}
        self._step_back_to(step)

    def _step_back_to(self, step: int) -> None:
        """Restore the match as it was after a number of its steps."""
        while self.steps > step:
            before = self._history.pop()
            self._state, self._transitions.rng.counter = before.state, before.drawn

    # -- views ---------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None, *, log: bool = True) -> View:
        """Return what a seat (None: an onlooker) sees; while another seat is amid a sequence, what was seen before it.

        Without `log` the view holds no sentences, which is quicker.
        """
        seat, history = self._check_viewer(seat), self._history
        return View(
            game=self.game,
            seat=seat,
            state=blind(self.game, self._seen_by(seat), seat),
            names=self.names,
            legal=self.actions(seat) if seat is not None else (),
            asked=self.asked,
            log=tuple(self.log(seat)) if log else (),
            news=history.news(seat, history.told(seat)),
            heard=history.heard_by(seat) if seat is not None else 0,
            cut=history.cut(self.steps),
        )

    def view_at(self, seat: int | None, step: int) -> View:
        """Return what a seat (None: an onlooker) saw after a number of the steps it knows of; nothing is legal there.

        The sentences of the log are not in it; `lines` has them.
        """
        seat, history = self._check_viewer(seat), self._history
        self._check_step(step, 1, history.told(seat))
        shown = history.shown_at(step) if history.entries[step - 1].seat != seat else None
        state = self._state_at(step if shown is None else shown)
        news, asked, cut = history.news(seat, step), asked_in(self.game, state), history.cut(step)
        return View(self.game, seat, blind(self.game, state, seat), self.names, asked=asked, news=news, cut=cut)

    def open_view(self, step: int | None = None) -> View:
        """Return the table after a number of steps (None: all) with every card open, for finished matches and their
        hosts."""
        step = self.steps if step is None else step
        self._check_step(step, 1, self.steps)
        state, history = self._state_at(step), self._history
        news, asked, cut = history.open_news(step), asked_in(self.game, state), history.cut(step)
        return View(self.game, None, state.copy(), self.names, asked=asked, news=news, cut=cut)

    def decided_at(self, step: int) -> int:
        """Return the number of steps made when the one after `step` was decided: sealed answers to a response window
        are carried out one after the other, but were all given before the first of them. Raises `OptionError` for a step
        that there is not."""
        self._check_step(step, 0, self.steps)
        first, history = step, self._history
        while first and history.entries[first - 1].sealed:
            first -= 1
        while first < step:
            answers = len(asked_in(self.game, history.past[first].state))
            if first + answers > step:
                break
            first += answers
        return first

    def _check_step(self, step: int, first: int, last: int) -> None:
        if not is_whole(step, first, last):
            raise OptionError(f"there is no step {repr(step)[:40]}; the steps are 1 to {last}")

    def _state_at(self, step: int) -> Any:
        """Return the state after a number of steps."""
        return self._state if step == self.steps else self._history.past[step].state

    def told(self, seat: int | None = None) -> int:
        """Return how many steps a seat (None: an onlooker) knows of: all but those of another's sequence in progress.

        Raises `NotYourTurn` for a seat that there is not, as all do that show what a seat sees.
        """
        return self._history.told(self._check_viewer(seat))

    def acted(self, seat: int, step: int) -> int:
        """Return the last of a number of steps in which a seat acted and was told of it, or the last deal if that is later;
        0 where neither is known."""
        return self._history.acted(self._check_seat(seat), step)

    def log(self, seat: int | None = None) -> list[str]:
        """Return all that has happened, in sentences, as a seat (None: an onlooker) may read it."""
        seat, told = self._check_viewer(seat), self.told(seat)
        return [line for lines in self._history.sentences(_reader(seat))[:told] for line in lines]

    def lines(
        self, seat: int | None = None, most: int = 60, *, step: int | None = None, after: int = 0
    ) -> list[tuple[int, str]]:
        """Return the last sentences of a seat's log up to a step (None: now), each with its step.

        They are those of whole steps, of as few as come to `most` sentences or more, so there may be more than `most`; fewer
        only where the log, or the part of it `after` a step, has no more. Raises `OptionError` for what are no numbers.
        """
        seat, told = self._check_viewer(seat), self.told(seat)
        return self._history.lines(_reader(seat), told, most, step, after)

    def open_lines(self, most: int = 60, *, step: int | None = None) -> list[tuple[int, str]]:
        """The `lines` with every card open: for finished matches and their hosts."""
        return self._history.lines(EVERYTHING, self.steps, most, step)

    def story(self) -> list[str]:
        """Return all that has happened in sentences with every card open, for finished matches and their hosts."""
        return [line for lines in self._history.sentences(EVERYTHING) for line in lines]

    def rename(self, seat: int, who: Seat | str) -> None:
        """Give a seat to somebody else: from now on all sentences use that name. Raises `NotYourTurn` where there is no such
        seat, or `OptionError`."""
        self._check_seat(seat)
        self.seats = (*self.seats[:seat], _seat(who), *self.seats[seat + 1 :])
        self._history.rename(tuple(each.name for each in self.seats))

    def _seen_by(self, seat: int | None) -> Any:
        """Return the state a seat may look at: during another's sequence, the one from before it."""
        return self._state_at(self._history.told(seat))

    def observation_key(self, seat: int | None = None) -> bytes:
        """Return a key of what a seat sees now: equal keys, equal views."""
        seat = self._check_viewer(seat)
        return observation_key(self.game, self._seen_by(seat), seat)

    def information_key(self, seat: int) -> bytes:
        """Return a key of all a seat has seen since the match began, its own actions included (perfect recall).

        Of a rival's sequence it learns the steps with the last of them.
        """
        return self._history.information_key(self._check_seat(seat), self._state)

    # -- records -------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the match as a record: all that is needed to play it again."""
        return Record(
            game=self.game.name,
            rules=self.rules,
            players=self.players,
            options=self._told_options,
            seats=self.seats,
            deal=self.source,
            steps=self._history.recorded(),
            places=self.places,
        )

    def __copy__(self) -> Match:
        """Return a match of its own at the same position; chance goes on from the same place."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))  # no step changes a state or the sealed answers: others take their place
        twin._transitions, twin._history = self._transitions.copy(), self._history.copy()
        return twin

    def __deepcopy__(self, memo: object) -> Match:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Play its record again, and keep the answers that are sealed."""
        return Match.from_record, (str(self.record()), self.game), {"_sealed": dict(self._sealed)}

    @classmethod
    def from_record(cls, record: Record | str, game: Game | None = None) -> Match:
        """Play a record again. Raises `RecordError` with the line that does not fit.

        One of other rules is played by those of here: `rules` tells its own, and its header stays what it was.
        """
        record = Record.read(record) if isinstance(record, str) else record
        if not isinstance(record, Record):
            raise RecordError(f"a match is played again from a Record or its text, not from {repr(record)[:40]}")
        try:
            game = given_game(game or record.game)
        except UnknownGame as error:
            raise RecordError(str(error), 2) from error
        older = record.rules != game.hash
        try:
            return cls._repeated(record, game, older)
        except RecordError as error:
            if older:
                said = f"it was made by other rules of {game.title} ({record.rules}), and by those of here ({game.hash}) it "
                raise RecordError(f"{said}cannot be played: {error.message}", error.line) from error
            raise

    @classmethod
    def _repeated(cls, record: Record, game: Game, older: bool) -> Match:
        options = game.recorded_options(record.options) if older else record.options
        try:
            match = cls(game, record.players, deal=record.deal, seats=record.seats, options=options)
        except OptionError as error:
            raise RecordError(f"the options do not fit: {error}", 4) from error
        if older:
            match.begun_by(record.rules, record.options)
        if match.record().header != record.header:
            raise RecordError("the options are not all there, in their order", 4)
        if record.steps[:1] != ("deal",):
            raise RecordError("the first step of a record is `deal`", record.line_of(0))
        for number, step in enumerate(record.steps[1:], 1):
            try:
                match.repeat(step)
            except (ActionError, RecordError) as error:
                raise RecordError(f"{step[:60]!r}: {error}", record.line_of(number)) from error
        if match.places != record.places or match._sealed or match.record().steps != record.steps:
            raise RecordError("the end of the record does not fit its steps", str(record).count("\n"))
        return match

    def begun_by(self, rules: str, options: Mapping[str, str]) -> None:
        """Set the rules by which the match was begun, and its options as those knew them: a commitment has fixed both."""
        self.rules, self._told_options = rules, dict(options)

    def repeat(self, step: str) -> None:
        """Play a step of a record again. Raises as `play`, `deal` and `event` do, or `RecordError` for what is no step."""
        if not isinstance(step, str):
            raise RecordError(f"a step is a text, not {repr(step)[:40]}")
        word, _, rest = step.partition(" ")
        if step == "deal":
            self.deal()
        elif step == CUT:
            if not self._history.cut(self.steps):
                raise RecordError(f"a game is cut off after {self.game.longest:,} decisions, and this one is not so long")
        elif word == "outside":
            self.event(rest)
        elif word.isascii() and word.isdigit() and len(word) == 1:
            if self.asking and self.waiting[:1] != (int(word),):
                raise RecordError("answers stand in the order of the seats")
            if self.game.actions.text(self.game.actions.code(rest)) != rest:
                raise RecordError("a record writes actions exactly")
            self.play(rest, int(word))
        else:
            raise RecordError("a step is `deal`, `cut`, `outside ...` or a seat and its action")

    def save(self, path: str | Path) -> None:
        """Write the record to a file; the old file stays whole until the new one is."""
        write_text(Path(path), str(self.record()))

    @classmethod
    def load(cls, path: str | Path) -> Match:
        """The match of a saved record. Raises `RecordError`, or `OSError` if there is no such file."""
        return cls.from_record(Record.load(path))
