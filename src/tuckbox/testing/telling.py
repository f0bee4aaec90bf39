"""Nothing may go unsaid: two continuations of which somebody reads the same must look the same to them.

So the sentences of the log and the table in words tell all that a seat sees of a game: who reads instead of looking misses
nothing, and neither does a model that is asked in words. It is shown step by step: whoever has been told everything so far,
and reads what tells this step from any other, knows everything after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.match.log import Entry, sentences
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.testing.case import Case, Failure, asked, viewers
from tuckbox.testing.secrets import Stepped, difference, legal_in, number_of, step, who
from tuckbox.view.view import View, blind

_ACTIONS, _SEEDS = 8, 2
"""Maximum number of actions that are compared at a position, and number of ways in which chance goes on after each."""


def told(case: Case, match: Match, seed: int) -> Iterator[Failure]:
    """Check that whoever reads the same after a step sees the same.

    Rivals see and read nothing of a sequence before it ends; and an answer is sealed, so that what others may know of it is
    told when it is carried out. A scene without panels shows nothing that could go unsaid.
    """
    if match.asking or not case.game.scene(match.view(log=False)).panels:
        return
    seat, game = match.waiting[0], case.game
    here = asked(match, seat)
    legal = legal_in(case, here)
    chosen = legal[:: -(-len(legal) // _ACTIONS)]
    ends = [(action, step(case, here, action, Fast(seed + way))) for action in chosen for way in range(_SEEDS)]
    done = [(action, end) for action, end in ends if not case.plain.call(case.plain.rules.continues, end[0])]
    for viewer in viewers(match):
        yield from _compared(game, viewer, seat, ends if viewer == seat else done, match.names)


def _compared(
    game: Game, viewer: int | None, seat: int, ends: list[tuple[int, Stepped]], names: tuple[str, ...]
) -> Iterator[Failure]:
    first: dict[tuple[str, ...], tuple[int, Any]] = {}
    for action, (state, said) in ends:
        read = tuple(sentences(game, Entry("act", seat, action, said), number_of(viewer), names))
        seen = blind(game, state, viewer)
        other, like = first.setdefault(read, (action, seen))
        if seen != like and _table(game, viewer, seen, names) == _table(game, viewer, like, names):
            one, two = game.actions.text(other), game.actions.text(action)
            what = (
                f"reads {' '.join(read) or 'nothing'!r} and the same of the table, but sees another {difference(like, seen)}"
            )
            yield "telling", f"after `{one}` and after `{two}` {who(viewer)} {what}"
            return


def _table(game: Game, viewer: int | None, seen: Any, names: tuple[str, ...]) -> list[str]:
    """The table in words."""
    return words(laid(View(game, viewer, seen, names, asked=() if seen.over else (seen.turn,))))


__all__ = ["told"]
