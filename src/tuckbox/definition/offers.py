"""Matches that a game offers to people who begin a table, each with how long it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tuckbox.errors import RulesError


@dataclass(frozen=True)
class Offer:
    """A match that people may choose: `name` is for forms, `title` is read, `options` make it; others are as usual.

    `minutes` says for each number of players after how long half of such matches are over, as a study estimates it.
    """

    name: str
    title: str
    options: Mapping[str, Any]
    minutes: Mapping[int, int]

    def length(self, players: int) -> str:
        """Duration with a number of players, in words.

        >>> Offer("quick", "Race to 5", {"target": 5}, {2: 13, 3: 20}).length(3)
        'about 20 min with 3 players'
        """
        return f"about {self.minutes[players]} min with {players} players"


def check_offers(game: str, players: Sequence[int], offers: Sequence[Offer]) -> None:
    """Refuse offers of one name, without minutes for every number of players, or not the shortest first."""
    names = [offer.name for offer in offers]
    if len(set(names)) < len(names) or "" in names:
        raise RulesError(f"the offers of {game} need a name each, and no two the same")
    for offer in offers:
        if set(offer.minutes) != set(players):
            numbers = ", ".join(map(str, sorted(players)))
            raise RulesError(f"the offer {offer.name!r} of {game} must say its minutes for {numbers} players")
    shortest = [offer.minutes[min(players)] for offer in offers]
    if shortest != sorted(shortest):
        raise RulesError(f"{game} must offer its shortest match first")
