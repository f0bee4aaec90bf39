"""Pairing: nobody is at two tables of a round, nobody meets anybody twice where that can be avoided, byes go around."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tuckbox.server.competitions.competition import Competition, Entrant, Pairing
from tuckbox.server.competitions.pairing import everybody, neighbours, rounds_for_all, spread

PEOPLE = [f"p{number:02}" for number in range(40)]


@given(st.integers(2, 15))
def test_everybody_meets_everybody_once_and_sits_out_once_at_most(number: int) -> None:
    people, met, byes = PEOPLE[:number], Counter[frozenset[str]](), Counter[str]()
    for at in range(1, rounds_for_all(number) + 1):
        tables = everybody(people, at)
        assert sorted(person for table in tables for person in table) == people
        met.update(frozenset(table) for table in tables if len(table) == 2)
        byes.update(table[0] for table in tables if len(table) == 1)
    assert met == Counter(map(frozenset, combinations(people, 2)))
    assert byes == (Counter(people) if number % 2 else Counter())


@settings(deadline=None)  # networkx is loaded by the first
@given(st.integers(2, 16), st.randoms(use_true_random=False))
def test_with_fewer_rounds_nobody_meets_anybody_twice_while_that_can_be_avoided(number: int, chance: Any) -> None:
    people, met, byes = PEOPLE[:number], Counter[frozenset[str]](), Counter[str]()
    for _ in range(number // 2):  # so long there is always somebody new (by Dirac's theorem)
        chance.shuffle(people)
        tables = neighbours(people, met, set(byes))
        assert sorted(person for table in tables for person in table) == sorted(people)
        assert [len(table) for table in tables if len(table) != 2] == [1] * (number % 2)
        met.update(frozenset(table) for table in tables if len(table) == 2)
        byes.update(table[0] for table in tables if len(table) == 1)
    assert max(met.values(), default=1) == 1
    assert max(byes.values(), default=1) == 1


def test_those_meet_who_stand_next_to_each_other_and_a_bye_goes_to_the_last_who_has_had_none() -> None:
    assert neighbours("abcdef", {}, ()) == [("a", "b"), ("c", "d"), ("e", "f")]
    assert neighbours("abcdef", {frozenset("ab"): 1, frozenset("cd"): 1}, ()) == [("a", "c"), ("b", "d"), ("e", "f")]
    assert neighbours("abcde", {}, "e")[-1] == ("d",)
    assert neighbours("ab", {frozenset("ab"): 1}, ()) == [("a", "b")], "nobody else is there"
    last = {frozenset(pair): 1 for pair in ("cd", "ce", "cf", "de", "df", "ef")}  # the last four have all met
    assert {frozenset(table) for table in neighbours("abcdef", last, ())} & set(last) != set(), "two of them meet again"
    assert sum(frozenset(table) in last for table in neighbours("abcdef", last, ())) == 1, "and no more than must"


@given(st.integers(2, 40), st.integers(2, 6))
def test_larger_tables_are_as_equal_as_can_be_and_never_of_one(number: int, size: int) -> None:
    people = PEOPLE[:number]
    tables = spread(people, size)
    assert [person for table in tables for person in table] == people
    sizes = {len(table) for table in tables}
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert max(sizes) <= max(size, 3)


@settings(deadline=None)  # networkx is loaded by the first
@given(st.integers(4, 12), st.randoms(use_true_random=False))
def test_those_who_are_kept_apart_do_not_meet_while_there_is_another_way(number: int, chance: Any) -> None:
    people, met, byes = PEOPLE[:number], Counter[frozenset[str]](), Counter[str]()
    apart = frozenset([frozenset(people[:2])])
    for _ in range(2 * number):  # so often that all others meet again
        chance.shuffle(people)
        tables = neighbours(people, met, set(byes), apart)
        assert sorted(person for table in tables for person in table) == sorted(people)
        met.update(frozenset(table) for table in tables if len(table) == 2)
        byes.update(table[0] for table in tables if len(table) == 1)
    assert not apart & met.keys()
    assert [{*table} for table in neighbours(people[:2], {}, (), [frozenset(people[:2])])] == [{*people[:2]}], "nobody else"


@given(st.integers(6, 20), st.integers(2, 3))
def test_at_larger_tables_they_change_places_with_the_nearest(number: int, size: int) -> None:
    people = PEOPLE[:number]
    apart = [frozenset(pair) for pair in (people[:2], people[1:3])]
    tables = spread(people, size, apart)
    assert sorted(person for table in tables for person in table) == people
    assert [len(table) for table in tables] == [len(table) for table in spread(people, size)]
    assert not [table for table in tables for pair in apart if pair <= {*table}]


def test_who_has_blocked_everybody_changes_nothing_and_all_others_are_kept_apart() -> None:
    people = [f"person {number}" for number in range(240)]
    barred = [frozenset((people[0], other)) for other in people[1:]]
    quarrels = [frozenset(people[number : number + 2]) for number in range(6, 240, 6)]
    tables = spread(people, 6, [*barred, *quarrels])
    assert sorted(person for table in tables for person in table) == sorted(people)
    assert not [table for table in tables for pair in quarrels if pair <= {*table}]
    assert tables[0][0] == people[0]


def competition(people: str, *rounds: Sequence[tuple[str, ...]], points: tuple[float, ...] = ()) -> Competition:
    """A competition in which everybody is to meet everybody, after some rounds; `points` are those of the first seats."""
    entrants = [Entrant(person, person, seed) for seed, person in enumerate(people, 1)]
    pairings = [
        Pairing(number, person, place, f"{number} {place}", seat, points[number - 1] if points and not seat else 0.0)
        for number, tables in enumerate(rounds, 1)
        for place, table in enumerate(tables, 1)
        for seat, person in enumerate(table)
    ]
    plain = (
        "id",
        "game",
        "bout",
        "pace",
        2,
        rounds_for_all(len(people)),
        "title",
        people[0],
        "playing",
        len(rounds),
        0.0,
        0.0,
    )
    return Competition(*plain, tuple(entrants), tuple(pairings))


def test_who_is_no_longer_kept_apart_does_not_have_others_meet_again() -> None:
    first = competition("abcd").next_tables(True, [frozenset("ad")])
    second = competition("abcd", first).next_tables(True)
    third = competition("abcd", first, second).next_tables(True)
    assert Counter(frozenset(table) for table in (*first, *second, *third)) == Counter(
        map(frozenset, combinations("abcd", 2))
    )


def test_equal_points_share_a_place_in_whatever_order_they_were_won() -> None:
    one, other = [("a", "b")], [("b", "a")]
    found = competition("ab", one, one, one, other, other, other, points=(0.1, 0.2, 0.3, 0.3, 0.2, 0.1))
    assert [each.place for each in found.standings] == [1, 1]


@pytest.mark.parametrize("size", [2, 4])
def test_the_best_do_not_always_have_the_first_seat(size: int) -> None:
    people = "abcdefgh"
    found = replace(competition(people), size=size, rounds=6)
    for number in range(1, 7):  # who comes first in the alphabet always wins
        places = [
            Pairing(number, person, 1, f"{number} {table[0]}", seat, float(person == min(table)))
            for table in found.next_tables(size == 2)
            for seat, person in enumerate(table)
        ]
        found = replace(found, round=number, pairings=(*found.pairings, *places))
    for who in people:
        seats = [each.seat for each in found.pairings if each.person == who]
        assert abs(sum(seats) / len(seats) - (size - 1) / 2) <= size / 6, (who, seats)
