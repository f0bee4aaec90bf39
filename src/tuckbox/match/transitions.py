"""The transition function of a match: what the rules make of a state, checked before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.errors import IllegalAction, RulesError, UnknownAction
from tuckbox.kit.windows import asked_by
from tuckbox.match.deal import Deal
from tuckbox.match.log import CUT, MORE, Entry, shown_by
from tuckbox.view.invariants import check_deal, check_numbers, check_state, revealed
from tuckbox.view.refusal import sentence_outside
from tuckbox.view.view import View


@dataclass(frozen=True)
class Step:
    """A step: its entry, the state after it, how much chance had been drawn before it, and whether it is part of a sequence
    that goes on, of which rivals are told at its end."""

    entry: Entry
    state: Any
    drawn: int
    draft: bool = False


def asking_in(game: Game, state: Any) -> bool:
    """Whether a response window is open in a state."""
    return bool(game.layout.windows) and state.window.depth > 0


def asked_in(game: Game, state: Any) -> tuple[int, ...]:
    """Return the seats to decide in a state."""
    if state.over:
        return ()
    if not asking_in(game, state):
        return (state.turn,)
    return tuple(asked_by(state.window.level[state.window.depth - 1], state.players))


class Transitions:
    """The steps that are possible in a match, each made on a copy of the state it starts from, in plain Python.

    Where one fails, nothing has been drawn, and the state is as it was.
    """

    def __init__(self, game: Game, source: Deal, drawn: int = 0) -> None:
        self.game, self.source = game, source
        self.rng = source.stream(drawn)
        self._plain = engine(game, "plain")
        self._rules = self._plain.rules
        self._moves = self._plain.moves()
        self.labels = self._rules.LABELS
        """The number by which rivals know each action."""

    def copy(self) -> Transitions:
        """Return transitions of its own, for which chance goes on from the same place."""
        return Transitions(self.game, self.source, self.rng.counter)

    def legal(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the legal actions of a seat that is asked. Raises `RulesError` where the rules list none, or one twice."""
        if asking_in(self.game, state):
            state = state.copy()
            state.turn = seat
        n = self._plain.call(self._plain.playout.options, state, self._moves)
        found = tuple(self._moves.action[:n])
        if not found:
            raise self._plain.no_action(seat)
        self._plain.check_list(found, seat)
        if len(set(found)) != n:
            raise RulesError(f"{self.game.name}: the rule legal gives seat {seat} an action twice")
        return found

    def act(self, before: Any, seat: int, code: int) -> Step:
        """A legal action of a seat, and the end of the game if it brings it about."""
        state, drawn, sealed = _copy(before), self.rng.counter, asking_in(self.game, before)
        try:
            self._plain.call(self._rules.apply, state, code, self.rng)
            if state.over:
                check_numbers(self.game, state, before)  # before payoffs are compared
                self._plain.call(self._rules.after, state)
            check_state(self.game, state, before)
            draft = not state.over and bool(self._plain.call(self._rules.continues, state))
        except Exception:
            self.rng.counter = drawn
            raise
        undoable, shows = False, MORE
        if drawn == self.rng.counter and not (state.over or sealed or self.game.actions.family(code).final):
            seen = revealed(self.game, before, state)  # amid a sequence by nobody but its seat
            undoable = asked_in(self.game, state) == (seat,) and not any(viewer == seat or not draft for _, viewer in seen)
            shows = shown_by(self.game, seat, code, seen)
        return Step(Entry("act", seat, code, _told(state), sealed, undoable, shows), state, drawn, draft)

    def cut(self, before: Any, options: Any) -> Step:
        """The end of a game that has gone on for too long: nobody wins it, and rules book it as any other."""
        state, players = _copy(before), before.players
        even = self.game.pays(players, options).even(players)
        if even is not None:
            state.payoff[:players] = [even] * players
        state.over = True
        self._plain.call(self._rules.after, state)
        places = state.place[:players]
        if state.done:  # seats without a place share the one behind those who have one
            state.place[:players] = [place or players - places.count(0) + 1 for place in places]
        check_state(self.game, state)
        return Step(Entry(CUT, told=_told(state)), state, self.rng.counter)

    def deal(self, before: Any, *, first: bool) -> Step:
        """The deal of the first game of a series, or of the next."""
        state, drawn = _copy(before), self.rng.counter
        try:
            if not first:
                self.rng.counter = self.source.next_part(drawn)
            self._plain.call(self._rules.begin, state, self.rng)
            check_state(self.game, state)
            check_deal(self.game, state)
        except Exception:
            self.rng.counter = drawn
            raise
        return Step(Entry("deal", told=_told(state)), state, drawn)

    def event(self, before: Any, name: str, *, answers: bool, onlooker: Callable[[], View]) -> Step:
        """An event from outside, such as ``time up``; it means nothing while there are sealed `answers`.

        Why it means nothing is told from the view of an `onlooker`, since everybody may read it.

        Raises `UnknownAction` or `IllegalAction`.
        """
        outside = self.game.outside
        code = next((c for c, known in enumerate(outside.names) if known == name), None)
        if code is None:
            raise UnknownAction(f"nothing called {repr(name)[:60]} can happen in {self.game.name}")
        state = _copy(before)
        reason = -1 if answers else self._plain.call(self._rules.event, state, code)
        if reason > 0:
            why = sentence_outside(onlooker(), name, reason)
            raise IllegalAction(f"{name!r} means nothing now: {why}", self.game.reasons.rule(reason))
        if reason:
            raise IllegalAction(f"{name!r} means nothing now")
        check_state(self.game, state, before)
        return Step(Entry("outside", code=code, told=_told(state)), state, self.rng.counter)


def _copy(state: Any) -> Any:
    """Return a copy that listens to what the rules tell."""
    copy = state.copy()
    copy.told = []
    return copy


def _told(state: Any) -> tuple[tuple[int, int, int], ...]:
    """Return what the rules have told, and listen no more."""
    told, state.told = tuple(state.told), None
    return told
