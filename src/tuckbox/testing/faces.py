"""A scene shows the cards that its viewer sees, and not the ones which have their numbers in another deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tuckbox.definition.game import Game
from tuckbox.kit.actions import runs_of
from tuckbox.kit.deck import BACK
from tuckbox.match.match import Match
from tuckbox.match.topics import topics_of
from tuckbox.scene.parts import Card
from tuckbox.scene.things import things
from tuckbox.testing.case import Case, Failure
from tuckbox.view.view import View, cells

_MANY = 3
"""Number of cards from which on it is no chance that others are shown: a scene may show a card or two that nobody sees."""


def faces(case: Case, match: Match) -> Iterator[Failure]:
    """Check that a seat which is to decide is shown no card by a name that no card of the deck, action or topic has, nor
    others than those it sees."""
    view = match.view(match.waiting[0])
    names = case.game.layout.deck.names
    shown, seen = _shown(view), {names[cell & 255] for cell in cells(case.game, view.state) if cell & 255 < BACK}
    known = _named(case.game) | set(topics_of(case.game, match.options))
    if names and (strays := sorted(shown - set(names) - known)):
        yield "scene", f"the table shows {strays[0]}, which is no card of the game's deck: {_CURE}"
    others, missing = sorted(shown & set(names) - seen), sorted(seen - shown)
    if min(len(others), len(missing)) >= _MANY and len(others) > len(shown & seen):
        yield "scene", f"the table shows {', '.join(others[:3])} where {', '.join(missing[:3])} lie: {_CURE}"


@cache
def _named(game: Game) -> frozenset[str]:
    """Names of cards that are none of the deck: words of actions, by which they are clicked, or nothing."""
    return frozenset({""}.union(*(runs_of(game.actions.text(action)) for action in range(game.actions.size))))


_CURE = "draw them by your own deck, as `lay.coloured(PACK, card)` does"


def _shown(view: View) -> set[str]:
    """The names of all cards that a scene shows face up."""
    return {thing.name for thing in things(view.game.scene(view)) if isinstance(thing, Card) and not thing.hidden}
