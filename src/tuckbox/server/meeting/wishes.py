"""Wishes of people who look for a game, and groups of them that can play together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True)
class Wish:
    """A wish for a game: any of these games, numbers of players and paces, the first ones rather; `counts` for ratings."""

    games: tuple[str, ...]
    players: tuple[int, ...]
    paces: tuple[str, ...]
    counts: bool = False


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks for a game."""

    person: str
    name: str
    wish: Wish


@dataclass(frozen=True)
class Group:
    """People who can play together at once, who came first at the head, and what they will play."""

    seekers: tuple[Seeker, ...]
    game: str
    pace: str


Apart = Collection[frozenset[str]]
"""Pairs of people who are not to meet."""

_LOOKED_AT = 12
"""Maximum number of people among whom company for somebody is sought: all choices of more would take too long."""


def group(
    seekers: Sequence[Seeker],
    playable: Callable[[str, int], bool] = lambda game, players: True,
    apart: Apart = frozenset(),
) -> Group | None:
    """People who can play together, of those who wait, in the order in which they came; nobody waits for a larger group.

    `playable` tells whether a game can be played by a number of people; two who are `apart` are in no group.

    >>> wish = Wish(("whiplash", "keywhiz"), (2, 3), ("quick",))
    >>> ann, bo = Seeker("a", "Ann", wish), Seeker("b", "Bo", Wish(("keywhiz",), (2,), ("days", "quick")))
    >>> found = group([ann, bo])
    >>> found.game, found.pace, group([ann]) is None
    ('keywhiz', 'quick', True)
    """
    for place, first in enumerate(seekers):
        wish, others = first.wish, seekers[place + 1 :]
        for number, game, pace in product(sorted(wish.players, reverse=True), wish.games, wish.paces):
            if not playable(game, number):
                continue
            fit = [other for other in others if _fits(other.wish, wish, number, game, pace)]
            if company := _company((first,), fit, number, apart):
                return Group(company, game, pace)
    return None


def _company(chosen: tuple[Seeker, ...], others: Sequence[Seeker], number: int, apart: Apart) -> tuple[Seeker, ...]:
    """A number of people of whom no two are kept apart, `chosen` among them, those first who came first; empty if there are
    too few."""
    if len(chosen) == number:
        return chosen
    last = chosen[-1].person
    free = [other for other in others if frozenset((last, other.person)) not in apart][:_LOOKED_AT]
    for place in range(len(free) - (number - len(chosen)) + 1):
        if company := _company((*chosen, free[place]), free[place + 1 :], number, apart):
            return company
    return ()


def _fits(other: Wish, wish: Wish, number: int, game: str, pace: str) -> bool:
    return other.counts == wish.counts and number in other.players and game in other.games and pace in other.paces
