"""The verbs for sets of cards, and the little there is of sets as numbers."""

# mypy: allow-untyped-calls

from __future__ import annotations

import pytest

from tests.kit.zones import ALL_SEEN, cards, known, lie, pile
from tuckbox.errors import RulesError
from tuckbox.kit import clear_set, draw, each, give, has, lowest, one, push, put, remove, show, size


def test_a_set_holds_each_card_once_however_it_comes() -> None:
    hand = cards(4, 61, seen=1)
    assert hand.cards == 1 << 4 | 1 << 61
    assert has(hand.cards, 61)
    assert not has(hand.cards, 5)
    with pytest.raises(RulesError, match="in the set already"):
        push(hand, 4)


def test_numbers_as_sets() -> None:
    assert list(each(one(3) | one(0) | one(62))) == [0, 3, 62]
    assert size(one(3) | one(62)) == 2
    assert lowest(one(62) | one(7)) == 7
    assert list(each(0)) == []


def test_a_card_everybody_knows_stays_known_in_a_hand() -> None:
    hand, discards = cards(1, seen=1), pile(2, seen=ALL_SEEN)
    assert draw(discards, hand) == 2 | ALL_SEEN << 8
    assert hand.known == one(2)
    assert remove(hand, 2) == 2 | ALL_SEEN << 8
    assert hand.known == 0
    assert remove(hand, 1) == known(1, 0)


def test_a_set_shown_is_known_as_far_as_it_goes() -> None:
    hand = cards(1, 2, seen=1)
    show(hand)
    push(hand, 3)
    assert hand.known == one(1) | one(2)


def test_a_set_that_all_see_is_known() -> None:
    row = cards(1, 2, seen=ALL_SEEN)
    assert row.known == row.cards


def test_cards_go_from_set_to_set_and_pile() -> None:
    hand, row = cards(1, 2, seen=1), cards(seen=ALL_SEEN)
    give(hand, 2, row)
    assert (hand.cards, row.cards, row.known) == (one(1), one(2), one(2))
    discards = pile(seen=ALL_SEEN)
    give(hand, 1, discards)
    assert lie(discards) == [1 | ALL_SEEN << 8]


def test_a_set_refuses_a_card_that_only_some_seats_know() -> None:
    with pytest.raises(RulesError, match="use Hand instead"):
        put(cards(seen=1), known(2, 1))
    with pytest.raises(RulesError, match="use Hand instead"):
        give(cards(2, seen=1), 2, cards(seen=2))


def test_a_set_gives_only_what_it_holds() -> None:
    with pytest.raises(RulesError, match="card 5 is not in the set"):
        remove(cards(1), 5)


def test_a_cleared_set_is_blank() -> None:
    hand = cards(1, seen=1)
    show(hand)
    hand.hidden = 3
    clear_set(hand, 2)
    assert hand.astuple() == (0, 0, 0, 2)
