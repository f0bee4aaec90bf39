"""The things of a game that its actions speak of: its actions by family, and the cards, roads, squares ... they name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.kit.actions import Seats
from tuckbox.kit.deck import Deck

_MOST_VALUES = 120


@dataclass(frozen=True)
class Things:
    """All things of a game by name, of which kind each is (``action``, or the slot such as ``card``), and for each action
    the things it is about, -1 filling the rows. `cards` are the things of the kinds of the deck, -1 where there is none."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    of_action: NDArray[np.int64]
    cards: NDArray[np.int64]


def spoken(text: str) -> str:
    """The text of a family as people read it.

    >>> spoken("offer {road} to {seat}")
    'offer road to seat'
    """
    return text.replace("{", "").replace("}", "")


@cache
def things_of(game: Game) -> Things:
    """The things of a game."""
    actions, deck = game.actions, game.layout.deck
    numbers: dict[tuple[str, str], int] = {}
    rows: list[list[int]] = []
    for action in range(actions.size):
        family = actions.family(action)
        row = [numbers.setdefault(("action", spoken(family.text)), len(numbers))]
        for slot, domain, value in zip(family.slots, family.domains, family.arguments(action), strict=True):
            if not isinstance(domain, Seats) and 1 < len(domain) <= _MOST_VALUES and not domain[value].isdigit():
                row.append(numbers.setdefault(("card" if isinstance(domain, Deck) else slot, domain[value]), len(numbers)))
        rows.append(row)
    cards = [numbers.setdefault(("card", name), len(numbers)) for name in deck.names] if game.layout.zones else []
    wide = max(map(len, rows))
    of_action = np.array([row + [-1] * (wide - len(row)) for row in rows])
    kinds, names = zip(*numbers, strict=True)
    return Things(names, kinds, of_action, np.array(cards, np.int64))
