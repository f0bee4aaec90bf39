"""Tests that nothing goes unsaid: two continuations of which somebody reads the same must look the same to them.

So the sentences of the log and the table in words tell all that a seat sees of a game: who reads instead of looking misses
nothing, and neither does a model that is asked in words. It is shown step by step: whoever has been told everything so far,
and reads what tells this step from any other, knows everything after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.match.log import Entry, sentences
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.testing.case import Case, Failure, asked, viewers
from tuckbox.testing.secrets import answered, difference, legal_in, number_of, step, who
from tuckbox.view.view import View, blind

_ACTIONS, _SEEDS = 8, 2
"""Maximum number of actions that are compared at a position, and number of ways in which chance goes on after each."""


def told(case: Case, match: Match, seed: int) -> Iterator[Failure]:
    """Check that whoever reads the same after a step sees the same.

    Rivals see and read nothing of a sequence before it ends. Answers are sealed, so others read only what is told when all
    are in. A scene without panels shows nothing that could go unsaid.
    """
    if not case.game.scene(match.view(log=False)).panels:
        return
    if match.asking:
        ends = list(_answers(case, match, seed))
        done = ends
    else:
        ends = list(_actions(case, match, seed))
        done = [end for end in ends if not case.plain.call(case.plain.rules.continues, end.state)]
    for viewer in viewers(match):
        yield from _compared(match, viewer, ends if viewer in match.asked else done)


class _End(NamedTuple):
    """The state after a step, and the step's entries in the log."""

    state: Any
    entries: list[Entry]


def _actions(case: Case, match: Match, seed: int) -> Iterator[_End]:
    """The ends of steps by the seat that is to decide."""
    seat = match.waiting[0]
    here = asked(match, seat)
    legal = legal_in(case, here)
    for action in legal[:: -(-len(legal) // _ACTIONS)]:
        for way in range(_SEEDS):
            state, said = step(case, here, action, Fast(seed + way))
            yield _End(state, [Entry("act", seat, action, said)])


def _answers(case: Case, match: Match, seed: int) -> Iterator[_End]:
    """The ends of steps in which all who are asked answer."""
    for number in range(_ACTIONS):
        if done := answered(case, match, [match.state], number, seed):
            [(state, said)] = done.ends
            *entries, last = [Entry("act", seat, action, sealed=True) for seat, action in done.answers]
            yield _End(state, [*entries, replace(last, told=said)])


def _compared(match: Match, viewer: int | None, ends: list[_End]) -> Iterator[Failure]:
    game, names = match.game, match.names
    first: dict[tuple[str, ...], tuple[_End, Any]] = {}
    for end in ends:
        read = tuple(line for entry in end.entries for line in sentences(game, entry, number_of(viewer), names))
        seen = blind(game, end.state, viewer)
        other, like = first.setdefault(read, (end, seen))
        if seen != like and _table(game, viewer, seen, names) == _table(game, viewer, like, names):
            one, two = (", ".join(f"`{game.actions.text(entry.code)}`" for entry in each.entries) for each in (other, end))
            what = (
                f"reads {' '.join(read) or 'nothing'!r} and the same of the table, but sees another {difference(like, seen)}"
            )
            yield "telling", f"after {one} and after {two} {who(viewer)} {what}"
            return


def _table(game: Game, viewer: int | None, seen: Any, names: tuple[str, ...]) -> list[str]:
    """The table in words."""
    return words(laid(View(game, viewer, seen, names, asked=() if seen.over else (seen.turn,))))
