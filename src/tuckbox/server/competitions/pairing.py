"""Pairing: who meets whom in a round. Nothing here waits, writes, or draws lots.

Where two play at a table and there are rounds enough, everybody meets everybody, by the circle method; with fewer rounds
those meet who stand next to each other and have not met (the Swiss system in its simplest form). Whoever is left over has a
bye. Larger tables are as equal as can be, and those share one who stand next to each other; there nobody is left over.

Two of whom one has blocked the other ("apart") do not meet while there is another way; then not everybody meets everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

Table = tuple[str, ...]
"""The people of a table; one alone has a bye."""

Pairs = Collection[frozenset[str]]
"""Pairs of people, in whatever order."""

_AGAIN = 10**6
"""The cost of meeting once more: above that of any round in which nobody does."""
_APART = 10**10
"""The cost of meeting somebody from whom one is kept apart: above that of any round in which nobody does."""


def rounds_for_all(people: int) -> int:
    """The number of rounds in which everybody meets everybody.

    >>> rounds_for_all(6), rounds_for_all(5)
    (5, 5)
    """
    return people - 1 + people % 2


def everybody(people: Sequence[str], number: int) -> list[Table]:
    """The tables of a round (from 1) in which, after `rounds_for_all`, everybody has met everybody once.

    All sit in a circle and face each other across it; each round all but the first go one place on. Who starts changes.

    >>> [everybody("abcd", number) for number in (1, 2, 3)]
    [[('a', 'd'), ('b', 'c')], [('c', 'a'), ('d', 'b')], [('a', 'b'), ('c', 'd')]]
    """
    circle: list[str | None] = [*people, None] if len(people) % 2 else [*people]
    shift = (number - 1) % (len(circle) - 1)
    circle = [circle[0], *circle[len(circle) - shift :], *circle[1 : len(circle) - shift]]
    tables = []
    for place in range(len(circle) // 2):
        pair = (circle[place], circle[-1 - place])
        ordered = pair[::-1] if place == 0 and number % 2 == 0 else pair
        tables.append(tuple(person for person in ordered if person is not None))
    return sorted(tables, key=len, reverse=True)


def neighbours(
    standing: Sequence[str], met: Mapping[frozenset[str], int], byes: Collection[str], apart: Pairs = ()
) -> list[Table]:
    """The tables of a round of two, for people in the order in which they stand; `met` tells who has met how often, `byes`
    who has had one, `apart` who is kept apart.

    Of all ways to pair them it is the one with the least cost: meeting somebody from whom one is kept apart costs most, then
    meeting again, then distance in the standing, squared. A bye is a rival who stands behind the last.

    >>> neighbours("abcd", {frozenset("ab"): 1}, ())
    [('a', 'c'), ('b', 'd')]
    >>> neighbours("abc", {}, "c")
    [('a', 'c'), ('b',)]
    """
    from networkx import Graph, max_weight_matching  # slow to load, and needed by the first round

    number = len(standing)
    graph = Graph()
    for one in range(number):
        for other in range(one + 1, number + number % 2):
            pair = frozenset((standing[one], standing[other])) if other < number else None
            again = met.get(pair, 0) if pair else standing[one] in byes
            graph.add_edge(one, other, weight=-(_APART * (pair in apart) + _AGAIN * again + (one - other) ** 2))
    pairs = sorted(tuple(sorted(pair)) for pair in max_weight_matching(graph, maxcardinality=True))
    tables = [tuple(standing[place] for place in pair if place < number) for pair in pairs]
    return sorted(tables, key=len, reverse=True)


def spread(standing: Sequence[str], size: int, apart: Pairs = ()) -> list[Table]:
    """Tables of about `size` people, as equal as can be and never of one, for people in the order in which they stand.

    As long as that leaves fewer pairs at one table who are kept `apart`, one of them changes places with somebody else, the
    nearest in the standing.

    >>> [len(table) for table in spread("abcdefghi", 4)], [len(table) for table in spread("abc", 2)]
    ([3, 3, 3], [3])
    >>> spread("abcdef", 3, [frozenset("ab")])
    [('a', 'd', 'c'), ('b', 'e', 'f')]
    """
    many = max(1, min(-(-len(standing) // size), len(standing) // 2))
    least, more = divmod(len(standing), many)
    sizes = [least + (table < more) for table in range(many)]
    seated, foes = [*standing], _foes(standing, apart)
    at = np.repeat(np.arange(many), sizes)
    while (swap := _swap_apart(at, foes)) is not None:
        at[[*swap]] = at[[*reversed(swap)]]
        places = [seated.index(standing[person]) for person in swap]
        seated[places[0]], seated[places[1]] = seated[places[1]], seated[places[0]]
    rest = iter(seated)
    return [tuple(islice(rest, people)) for people in sizes]


def _foes(standing: Sequence[str], apart: Pairs) -> NDArray[np.int64]:
    """A matrix (n, n) of people by their places in the standing: 1 for those who are kept apart, else 0."""
    place = {person: number for number, person in enumerate(standing)}
    foes = np.zeros((len(standing), len(standing)), np.int64)
    for pair in apart:
        if len(pair) == 2 and pair <= place.keys():
            one, other = (place[person] for person in pair)
            foes[one, other] = foes[other, one] = 1
    return foes


def _swap_apart(at: NDArray[np.int64], foes: NDArray[np.int64]) -> tuple[int, int] | None:
    """The two who stand nearest to each other of those who, by changing places, leave fewer who are kept apart at one table;
    None without such. `at` holds the table of each person. All others are looked at together, since a competition is large
    and somebody may have blocked everybody."""
    there = np.stack([foes[:, at == table].sum(axis=1) for table in range(at.max(initial=0) + 1)], axis=1)
    own = there[np.arange(len(at)), at]
    found: list[tuple[int, int, int]] = []
    for one in np.flatnonzero(own):
        change = there[one, at] + there[:, at[one]] - own[one] - own - 2 * foes[one]
        better = np.flatnonzero((change < 0) & (at != at[one]))
        if len(better):
            other = better[np.abs(better - one).argmin()]
            found.append((abs(int(other - one)), int(one), int(other)))
    return min(found)[1:] if found else None
