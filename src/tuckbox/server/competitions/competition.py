"""A competition as it stands: who takes part, who has met whom, and who has how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import NamedTuple

from tuckbox.server.competitions.pairing import Pairs, Table, everybody, neighbours, rounds_for_all, spread


class Entrant(NamedTuple):
    """Somebody who takes part, or did until they went `out`; their `seed` is drawn when it begins."""

    person: str
    name: str
    seed: int | None = None
    out: bool = False


class Pairing(NamedTuple):
    """Somebody's place in a round: the `number` of the table and its id (`at`; 0 and "" for a bye), the seat, and once the
    match is over the points, what decides between equal ones, and whether they were `gone` at the end."""

    round: int
    person: str
    number: int
    at: str
    seat: int
    points: float | None = None
    edge: float = 0.0
    gone: bool = False


@dataclass(frozen=True)
class Standing:
    """Somebody's place among all, which equal ones share, the points so far, and how each round went (None: not in it)."""

    place: int
    entrant: Entrant
    points: float
    edge: float
    rounds: tuple[Pairing | None, ...]


@dataclass(frozen=True)
class Competition:
    """A competition: what is played in how many rounds at tables of which `size`, by whom; `round` is the present one, 0
    before the first."""

    id: str
    game: str
    bout: str
    pace: str
    size: int
    rounds: int
    title: str
    maker: str
    stage: str
    round: int
    created: float
    changed: float
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    def entrant(self, person: str) -> Entrant | None:
        """Somebody who takes part."""
        return next((entrant for entrant in self.entrants if entrant.person == person), None)

    def place_of(self, person: str) -> Pairing | None:
        """Somebody's place in the present round."""
        return next((each for each in self.present if each.person == person), None)

    @property
    def present(self) -> list[Pairing]:
        """The places of the present round."""
        return [pairing for pairing in self.pairings if pairing.round == self.round]

    @property
    def active(self) -> list[str]:
        """The people who are still in it, as they stand."""
        return [standing.entrant.person for standing in self.standings if not standing.entrant.out]

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """All who take part, the best first; of equal ones, who was drawn first."""
        of: dict[str, dict[int, Pairing]] = {entrant.person: {} for entrant in self.entrants}
        for pairing in self.pairings:
            if pairing.person in of:
                of[pairing.person][pairing.round] = pairing
        won = {
            person: (fsum(each.points or 0.0 for each in own.values()), fsum(each.edge for each in own.values()))
            for person, own in of.items()
        }
        found = []
        for entrant in sorted(self.entrants, key=lambda each: (*(-part for part in won[each.person]), each.seed or 0)):
            place = 1 + sum(other > won[entrant.person] for other in won.values())
            rounds = tuple(of[entrant.person].get(number) for number in range(1, self.round + 1))
            found.append(Standing(place, entrant, *won[entrant.person], rounds))
        return tuple(found)

    def next_tables(self, pairs: bool, apart: Pairs = ()) -> list[Table]:
        """The tables of the next round, with their people by seat; `pairs` tells that there are tables of two only, `apart`
        who is to share none."""
        active = self.active
        if not pairs:
            return self._seated(spread(active, self.size, apart))
        met = Counter(map(frozenset, self._past()))
        planned = self._everybody(active)
        again = any(len(table) > 1 and met[frozenset(table)] for table in planned)  # rounds before were off the plan
        if self.rounds == rounds_for_all(len(self.entrants)) and not (apart or again):
            return planned
        byes = {people[0] for people in self._past() if len(people) == 1}
        return self._seated(neighbours(active, met, byes, apart))

    def _seated(self, tables: Sequence[Table]) -> list[Table]:
        """Those who have had late seats have the early ones, and lots decide between equals: no seat is a reward."""
        late = Counter[str]()
        for pairing in self.pairings:
            late[pairing.person] += pairing.seat
        lots = {entrant.person: entrant.seed or 0 for entrant in self.entrants}
        turned = -1 if self.round % 2 else 1  # else the first lot would have the first seat in every odd round
        return [tuple(sorted(table, key=lambda who: (-late[who], turned * lots[who]))) for table in tables]

    def _everybody(self, active: Sequence[str]) -> list[Table]:
        """Those of a plan in which everybody meets everybody; who has no rival any more has a bye."""
        plan = sorted(self.entrants, key=lambda each: each.seed or 0)
        tables = everybody([each.person for each in plan], self.round + 1)
        there = [tuple(person for person in table if person in active) for table in tables]
        return sorted(filter(None, there), key=len, reverse=True)

    def _past(self) -> list[list[str]]:
        """The people of each table of all rounds."""
        tables: dict[tuple[int, str], list[str]] = {}
        for pairing in self.pairings:
            tables.setdefault((pairing.round, pairing.at or pairing.person), []).append(pairing.person)
        return list(tables.values())
