"""The last actions of a game as further numbers of an observation: what each seat is told of an action.

An action is told by whose it is, counted from the viewer's own seat, by its family, and by the value of each argument. What
`others` conceals of a family, rivals are not told: of ``BACKS`` they see the backs of cards, of ``SECRET`` the family
alone, of ``SEALED`` that something was done. Of a rival's answer to a response window they are told that it was given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.kit.actions import CONCEALED, Seats
from tuckbox.kit.actions import SEALED as UNTOLD

SEALED = "sealed answer"
"""Label of a rival's answer to a window."""

Slot = tuple[str, bool]
"""An argument by its name, and whether it is a seat."""


@cache
def slots(game: Any) -> dict[Slot, tuple[str, ...]]:
    """The arguments of a game's actions, each with all values it has, also with those that rivals see in their place.

    >>> import tuckbox
    >>> [(name, len(values)) for (name, _), values in slots(tuckbox.game("whiplash")).items()]
    [('card', 52)]
    """
    found: dict[Slot, dict[str, None]] = {}
    for action in range(game.actions.size):
        family, labels = game.actions.family(action), game.actions.label_words(action)
        for name, domain, value, label in zip(family.slots, family.domains, family.arguments(action), labels, strict=True):
            words = {domain[value]: None} | ({label: None} if label != CONCEALED else {})
            found.setdefault((name, isinstance(domain, Seats)), {}).update(words)
    return {slot: tuple(values) for slot, values in found.items()}


def kinds(game: Any) -> tuple[str, ...]:
    """Labels of the kinds of actions: the texts of the families, and `SEALED` in a game with response windows."""
    return (*(family.text for family in game.actions.families), *([SEALED] if game.layout.windows else []))


def width(game: Any, players: int) -> int:
    """Number of numbers that tell one action.

    >>> import tuckbox
    >>> width(tuckbox.game("whiplash"), 2)  # 2 seats, 5 families, 52 cards
    59
    """
    return players + len(kinds(game)) + sum(players if seats else len(values) for (_, seats), values in slots(game).items())


@cache
def columns(game: Any, players: int) -> NDArray[np.int32]:
    """Places in an entry that are 1, but for that of its seat: (viewers, 2, actions + 1, 1 + most arguments) int32.

    Where there are fewer, -1 stands. The second axis is 1 for actions of the viewer's own and 0 for those of others; the
    last action is a rival's answer to a window.
    """
    most = max([0, *(len(family.slots) for family in game.actions.families)])
    found = np.full((players, 2, game.actions.size + 1, 1 + most), -1, np.int32)
    for viewer in range(players):
        for action in range(game.actions.size):
            for own in (0, 1):
                told = list(_told(game, players, viewer, action, own=bool(own)))
                found[viewer, own, action, : len(told)] = told
        found[viewer, :, -1, 0] = players + len(kinds(game)) - 1 if game.layout.windows else -1
    return found


def _told(game: Any, players: int, viewer: int, action: int, own: bool) -> Iterator[int]:
    """The numbers of an entry that are 1 for an action: its kind, and the value of each argument that the viewer sees."""
    family = game.actions.family(action)
    if own or family.others != UNTOLD:
        yield players + game.actions.families.index(family)
    words: Sequence[str] = game.actions.label_words(action)
    if own:
        words = [domain[value] for domain, value in zip(family.domains, family.arguments(action), strict=True)]
    starts, at = {}, players + len(kinds(game))
    for slot, values in slots(game).items():
        starts[slot] = at
        at += players if slot[1] else len(values)
    for name, domain, value, word in zip(family.slots, family.domains, family.arguments(action), words, strict=True):
        seats = isinstance(domain, Seats)
        start = starts[name, seats]
        if word == CONCEALED or (seats and value >= players):
            continue
        yield start + ((value - viewer) % players if seats else slots(game)[name, seats].index(word))
