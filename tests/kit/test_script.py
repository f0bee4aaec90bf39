"""Chance by the book: scripts, and piles that stay undecided until their cards are drawn."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tests.exact import Numbers, outcomes
from tests.kit.zones import cards, faces, lie, pile
from tuckbox.errors import RulesError
from tuckbox.kit import (
    below,
    clear_pile,
    count,
    draw,
    lift,
    peek,
    pop,
    push,
    remove,
    shuffle,
    take_at,
    top,
    turn_over,
)
from tuckbox.kit.chance import Chance, Fast, Script


def shuffled(script: Any, *held: int) -> Any:
    """A pile of these cards, shuffled by a script."""
    deck = pile(*held)
    shuffle(deck, script)
    return deck


def test_a_script_gives_its_numbers_and_then_asks_for_chance() -> None:
    script = Script([4, 0])
    assert [below(script, 6), below(script, 2)] == [4, 0]
    with pytest.raises(Chance) as asked:
        below(script, 3)
    assert (asked.value.outcomes, asked.value.weights) == ((0, 1, 2), (1, 1, 1))
    assert script.counter == 2


def test_a_script_refuses_what_cannot_happen() -> None:
    with pytest.raises(ValueError, match="only"):
        below(Script([6]), 6)
    with pytest.raises(ValueError, match="only"):
        pop(shuffled(Script([9]), 1, 2))


def test_where_there_is_no_choice_the_script_is_not_consumed() -> None:
    script = Script([])
    assert below(script, 1) == 0
    assert [pop(shuffled(script, 5)), pop(shuffled(script, 7, 7))] == [5, 7]
    assert script.counter == 0


def test_a_shuffle_draws_nothing_and_each_card_drawn_is_one_outcome() -> None:
    script = Script([3, 1])
    deck = shuffled(script, 1, 2, 3)
    assert script.counter == 0
    assert [pop(deck), pop(deck), pop(deck)] == [3, 1, 2]  # the last needs no chance


def test_alike_cards_are_one_outcome_weighed_by_their_number() -> None:
    with pytest.raises(Chance) as asked:
        pop(shuffled(Script(), 4, 2, 4, 4))
    assert (asked.value.outcomes, asked.value.weights) == ((2, 4), (1, 3))


def test_a_card_looked_at_stays_on_top() -> None:
    script = Script([2, 3])
    deck = shuffled(script, 1, 2, 3)
    assert [top(deck), top(deck), lift(deck)] == [2, 2, 2]
    assert script.counter == 1
    assert top(deck) == 3


def test_a_card_put_on_top_of_undecided_ones_is_decided() -> None:
    deck = shuffled(Script([2]), 1, 2, 3)
    assert pop(deck) == 2
    push(deck, 9)
    assert pop(deck) == 9
    with pytest.raises(Chance) as asked:
        top(deck)
    assert asked.value.outcomes == (1, 3)


def test_undecided_piles_lead_to_the_same_deals_as_shuffled_ones() -> None:
    """All orders of drawing from 1 1 2 3, exactly: loose, and shuffled number by number."""

    def deal(script: Any) -> tuple[int, ...]:
        deck = shuffled(script, 1, 1, 2, 3)
        first = pop(deck)
        push(deck, first)
        assert top(deck) == first
        return tuple(pop(deck) for _ in range(4))

    counted = Counter(permutations([1, 1, 2, 3]))
    expected = {order: Fraction(n, 24) for order, n in counted.items()}
    assert outcomes(deal) == outcomes(deal, Numbers) == expected


def test_a_pile_turned_over_is_decided_card_by_card() -> None:
    deck, row = shuffled(Script([2, 1]), 1, 2, 3), pile()
    turn_over(deck, row)
    assert lie(row) == [2, 1, 3]
    assert top(row) == 3


def test_cards_of_a_kind_can_be_searched_for_in_an_undecided_pile() -> None:
    deck = shuffled(Script([1, 3]), 1, 2, 3, 2)
    assert count(deck, 2) == 2
    assert remove(deck, 2) == 2
    push(deck, 9)
    assert [pop(deck) for _ in range(4)] == [9, 1, 3, 2]


def test_an_undecided_pile_must_not_be_looked_into() -> None:
    deck = shuffled(Script([2]), 1, 2, 3)
    top(deck)
    assert peek(deck, 2) == 2
    for look in (peek, take_at):
        with pytest.raises(RulesError, match="was looked into"):
            look(deck, 0)


def test_a_pile_decided_anew_forgets_the_script() -> None:
    deck = shuffled(Script(), 1, 2, 3)
    shuffle(deck, Fast(1))
    assert sorted(pop(deck) for _ in range(3)) == [1, 2, 3]
    deck = shuffled(Script(), 1, 2, 3)
    clear_pile(deck, 0)
    push(deck, 5)
    push(deck, 6)
    assert pop(deck) == 6


def test_cards_drawn_from_an_undecided_pile_go_where_they_should() -> None:
    deck, hand, held = shuffled(Script([3, 2]), 1, 2, 3), pile(seen=2), cards(seen=2)
    draw(deck, hand)
    draw(deck, held)
    assert (faces(lie(hand)), held.cards) == ([3], 1 << 2)


def test_a_copy_of_a_pile_is_decided_by_the_same_script() -> None:
    deck = shuffled(Script([1, 2]), 1, 2, 3)
    copy = deck.copy()
    assert pop(copy) == 1
    assert pop(deck) == 2
    assert (sorted(lie(deck)), sorted(lie(copy))) == ([1, 3], [2, 3])
