"""Notes: what each action would mean, in a few words beside it, said family by family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tuckbox.errors import RulesError
from tuckbox.kit.actions import Actions, Family
from tuckbox.kit.deck import Deck
from tuckbox.view.view import View

Words = str | Callable[..., str]
Order = Callable[..., Any]


class Notes:
    """The notes of a game, by the texts of its action families, as its sentences are.

    A note is words, or a function that makes them of the view and the arguments of an action: that of
    ``"give {card} to {seat}"`` is asked with view, card and seat. Cards are numbers of the whole deck, all else counts
    from 0. Actions stand in the order of `words`, which should be the one in which people want to read them; those of one
    family by their numbers, or by what its `order` makes of view and arguments. Families without words come last.
    """

    def __init__(self, act: Actions, words: Mapping[str, Words], order: Mapping[str, Order] | None = None) -> None:
        self._words, self._order = words, order or {}
        stray = sorted({*words, *self._order} - {family.text for family in act.families})
        if stray:
            raise RulesError(f"there is a note for {stray[0]!r}, which is no family of actions")
        self._places = {text: place for place, text in enumerate(words)}

    def __call__(self, view: View) -> dict[str, str]:
        """Return the notes of the viewer's legal actions, by notation."""
        found = sorted((self._note(view, action) for action in view.legal), key=lambda note: note[0])
        return {view.game.actions.text(action): words for (*_, action), words in found}

    def _note(self, view: View, action: int) -> tuple[tuple[int, Any, int], str]:
        """Sort key of the note of an action, and its words."""
        family = view.game.actions.family(action)
        values = _arguments(family, action)
        place, order = self._places.get(family.text, len(self._places)), self._order.get(family.text)
        words = self._words.get(family.text, "")
        told = words if isinstance(words, str) else words(view, *values)
        return (place, order(view, *values) if order else 0, action), told


def _arguments(family: Family, action: int) -> list[int]:
    """The arguments of an action; of a card the number it has in the whole deck, whichever of them the family is for."""
    pairs = zip(family.domains, family.arguments(action), strict=True)
    return [domain.kinds[value] if isinstance(domain, Deck) else value for domain, value in pairs]
