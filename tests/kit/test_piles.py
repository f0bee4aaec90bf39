"""The verbs for piles and hands: where cells go, and who knows them afterwards."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.kit.zones import ALL_SEEN, faces, known, lie, pile
from tuckbox.errors import RulesError
from tuckbox.kit import (
    card_of,
    clear_pile,
    count,
    draw,
    fill,
    give,
    knows,
    lift,
    peek,
    pop,
    push,
    remove,
    show,
    show_to,
    shuffle,
    slip,
    take_at,
    top,
    turn_over,
)
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import SET_DTYPE
from tuckbox.kit.plain import table
from tuckbox.kit.records import record_class

BACKS = table([0, 0, 0, 0, 1, 1])


def test_a_pushed_card_is_known_to_those_who_see_the_zone_and_nobody_else() -> None:
    hand = pile(seen=1 << 2)
    cell = push(hand, 5)
    assert lie(hand) == [cell] == [known(5, 2)]
    assert [knows(cell, seat) for seat in range(6)] == [False, False, True, False, False, False]
    assert card_of(cell) == 5


def test_the_last_card_put_is_the_top_and_the_first_one_lifted() -> None:
    row = pile(3, 1, 4)
    assert top(row) == 4
    assert lift(row) == 4
    assert top(row) == 1
    assert lie(row) == [3, 1]


def test_marks_travel_with_a_drawn_card_and_the_new_zone_adds_its_own() -> None:
    deck, hand = pile(1, known(2, 0, 3)), pile(seen=1 << 1)
    assert draw(deck, hand) == known(2, 0, 1, 3)
    assert lie(deck) == [1]
    assert lie(hand) == [known(2, 0, 1, 3)]


def test_pop_and_push_forget_who_knew_a_card() -> None:
    deck, row = pile(known(2, 0, 3)), pile()
    assert pop(deck) == 2
    assert push(row, 2) == 2


def test_a_pile_turned_over_lies_upside_down_and_keeps_its_marks() -> None:
    discards, stock = pile(1, 2, 3, seen=ALL_SEEN), pile()
    turn_over(discards, stock)
    assert lie(discards) == []
    assert lie(stock) == [3 | ALL_SEEN << 8, 2 | ALL_SEEN << 8, 1 | ALL_SEEN << 8]


def test_a_shuffle_forgets_every_mark_but_those_of_who_sees_the_pile() -> None:
    deck, rack = pile(known(1, 0), 2 | ALL_SEEN << 8, known(3, 1, 2)), pile(known(1, 0, 4), known(2, 4), seen=1 << 4)
    shuffle(deck, Fast(1))
    shuffle(rack, Fast(1))
    assert sorted(lie(deck)) == [1, 2, 3]
    assert sorted(lie(rack)) == [known(1, 4), known(2, 4)]


def test_a_shuffle_gives_every_order_as_often_as_any_other() -> None:
    rng, orders = Fast(7), Counter[tuple[int, ...]]()
    for _ in range(6000):
        deck = pile(0, 1, 2)
        shuffle(deck, rng)
        orders[tuple(lie(deck))] += 1
    assert len(orders) == 6
    assert all(abs(n - 1000) < 150 for n in orders.values())


def test_fill_lays_one_card_of_each_kind_the_last_on_top() -> None:
    deck = pile()
    fill(deck, 2, 6)
    assert lie(deck) == [2, 3, 4, 5, 6]


def test_a_card_taken_from_the_middle_closes_the_gap() -> None:
    row = pile(5, 6, known(7, 1), 8)
    assert take_at(row, 2) == known(7, 1)
    assert lie(row) == [5, 6, 8]
    assert peek(row, 2) == 8


def test_of_cards_alike_the_one_most_seats_know_goes_first() -> None:
    hand = pile(3, known(3, 1, 2), known(3, 1), seen=1)
    assert remove(hand, 3) == known(3, 0, 1, 2)
    assert lie(hand) == [known(3, 0), known(3, 0, 1)]


def test_of_cards_alike_that_are_known_alike_the_oldest_goes_first() -> None:
    hand = pile(known(3, 1), 4, known(3, 1), 4)
    remove(hand, 4)
    assert lie(hand) == [known(3, 1), known(3, 1), 4]
    remove(hand, 3)
    assert lie(hand) == [known(3, 1), 4]


def test_each_seat_that_knew_a_card_of_a_kind_knows_one_less_when_one_goes() -> None:
    """Seats 1 and 2 know different copies: whichever goes, neither may learn that there is another."""
    hand = pile(known(3, 1), known(3, 2), known(4, 2), seen=1)
    assert remove(hand, 3) == known(3, 0, 1, 2)
    assert lie(hand) == [known(3, 0), known(4, 0, 2)]


def test_a_seat_that_knew_two_cards_of_a_kind_still_knows_one() -> None:
    hand = pile(known(3, 1), known(3, 1, 2), known(3, 2), seen=1)
    remove(hand, 3)
    assert lie(hand) == [known(3, 0, 1), known(3, 0, 2)]


def test_what_a_seat_knows_of_a_hand_does_not_depend_on_what_others_know() -> None:
    """Seat 1's knowledge of what is left is the same for all marks that other seats may have."""
    left = set()
    for others in range(8):
        marks = [(2, 3)[: others & 1], (2, 3)[: others >> 1 & 1], (2, 3)[: (others >> 2) * 2]]
        hand = pile(known(3, *marks[0]), known(3, 1, *marks[1]), known(3, *marks[2]), known(5, 1), seen=1)
        remove(hand, 3)
        left.add(tuple(sorted(cell & 0xFF for cell in lie(hand) if knows(cell, 1))))
    assert left == {(5,)}


def test_give_moves_a_card_with_all_that_is_known_of_it() -> None:
    hand, discards = pile(known(2, 1), 4, seen=1), pile(seen=ALL_SEEN)
    assert give(hand, 2, discards) == 2 | ALL_SEEN << 8
    assert lie(hand) == [known(4, 0)]


def test_slip_hides_which_card_of_a_back_went() -> None:
    hand, stack = pile(known(1, 1), known(2, 1, 2), known(4, 1), known(5, 2), seen=1), pile(seen=1 << 3)
    assert slip(hand, 2, stack, BACKS) == known(2, 0, 3)
    assert lie(hand) == [known(1, 0), known(4, 0, 1), known(5, 0, 2)]  # of the other back all is still known
    assert lie(stack) == [known(2, 0, 3)]


def test_shown_cards_are_known_to_everybody() -> None:
    hand = pile(1, 2, seen=1)
    show(hand)
    assert [cell >> 8 for cell in lie(hand)] == [ALL_SEEN, ALL_SEEN]
    assert push(hand, 3) == known(3, 0)  # only what lay there


def test_a_seat_admitted_to_a_pile_sees_what_lies_there_and_what_arrives() -> None:
    stack = pile(1, known(2, 0))
    show_to(stack, 4)
    push(stack, 3)
    assert lie(stack) == [known(1, 4), known(2, 0, 4), known(3, 4)]


def test_cleared_piles_are_blank() -> None:
    hand = pile(1, 2, 3, seen=4)
    clear_pile(hand, 2)
    assert lie(hand) == []
    assert hand.seen == 2


def test_count_counts_a_kind_whoever_knows_it() -> None:
    assert count(pile(known(2, 0), 2, known(3, 1)), 2) == 2


@pytest.mark.parametrize("wrong", [
    lambda row: peek(row, 2), lambda row: peek(row, -1), lambda row: take_at(row, 2), lambda row: take_at(row, -1),
])  # fmt: skip
def test_a_place_where_no_card_lies_is_refused(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(RulesError, match="no card at place"):
        wrong(pile(1, 2))


@pytest.mark.parametrize("verb", [top, lift, pop])
def test_the_top_of_an_empty_pile_is_refused(verb: object) -> None:
    assert callable(verb)
    with pytest.raises(RulesError, match="empty"):
        verb(pile())


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    hand = pile(1, 2, seen=1)
    for take in (lambda: remove(hand, 3), lambda: give(hand, 3, pile()), lambda: slip(hand, 3, pile(), BACKS)):
        with pytest.raises(RulesError, match="card 3 is not in"):
            take()
    assert faces(lie(hand)) == [1, 2]


def test_a_full_pile_takes_no_more() -> None:
    full = pile(*range(12))
    for lay in (lambda: push(full, 12), lambda: draw(pile(1), full), lambda: fill(full, 12, 12)):
        with pytest.raises(RulesError, match="room for 12 was given one more"):
            lay()


def test_verbs_for_cells_say_that_they_were_given_a_set() -> None:
    """It was the want of a field of a record, without a word of what the verb takes."""
    hand: Any = record_class(SET_DTYPE)()
    hand.cards = 1 << 3
    with pytest.raises(AttributeError, match="a set of Cards has no `n`, but cards, known, hidden"):
        slip(hand, 3, pile(), BACKS)
    with pytest.raises(AttributeError, match="a Hand or Pile has no `cards`, but "):
        pile().cards  # noqa: B018
