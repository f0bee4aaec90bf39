"""Pairing: who meets whom in a round. Nothing here waits, writes, or draws lots.

Where two play at a table and there are rounds enough, everybody meets everybody, by the circle method; with fewer rounds
those meet who stand next to each other and have not met (the Swiss system in its simplest form). Whoever is left over has a
bye. Larger tables are as equal as can be, and those share one who stand next to each other; there nobody is left over.

Two of whom one has blocked the other ("apart") do not meet while there is another way; then not everybody meets everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

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
    """Tables of about so many people, as equal as can be and never of one, for people in the order in which they stand.

    As long as that leaves fewer pairs at one table who are kept `apart`, one of them changes places with somebody else, the
    nearest in the standing.

    >>> [len(table) for table in spread("abcdefghi", 4)], [len(table) for table in spread("abc", 2)]
    ([3, 3, 3], [3])
    >>> spread("abcdef", 3, [frozenset("ab")])
    [('a', 'd', 'c'), ('b', 'e', 'f')]
    """
    many = max(1, min(-(-len(standing) // size), len(standing) // 2))
    least, more = divmod(len(standing), many)
    tables, at = [], 0
    for table in range(many):
        end = at + least + (table < more)
        tables.append(tuple(standing[at:end]))
        at = end
    while (better := _further_apart(tables, standing, apart)) is not None:
        tables = better
    return tables


def _further_apart(tables: list[Table], standing: Sequence[str], apart: Pairs) -> list[Table] | None:
    """The tables after the least change of places that leaves fewer who are kept apart at one of them; None without one."""
    now = _together(tables, apart)
    torn = [place for place, person in enumerate(standing) if any(person in pair for pair in now)]
    swaps = ((one, other) for one in torn for other in range(len(standing)) if other != one)
    for one, other in sorted(swaps, key=lambda swap: abs(swap[0] - swap[1])):
        swap = {standing[one]: standing[other], standing[other]: standing[one]}
        changed = [tuple(swap.get(person, person) for person in table) for table in tables]
        if len(_together(changed, apart)) < len(now):
            return changed
    return None


def _together(tables: Iterable[Table], apart: Pairs) -> list[frozenset[str]]:
    """Those who are kept apart and share a table."""
    return [pair for table in tables for pair in apart if pair <= frozenset(table)]


__all__ = ["Pairs", "Table", "everybody", "neighbours", "rounds_for_all", "spread"]
