"""Action families: numbers, notation, and what others see."""

from __future__ import annotations

from typing import Any

import pytest

from tuckbox.errors import RulesError, UnknownAction
from tuckbox.kit import BACKS, SEALED, SECRET, Actions, Deck, Events, Reasons, Seats
from tuckbox.match.log import _word

DECK = Deck(["oL", "oJ", "kL"], backs=[0, 0, 1], back_names=["gold", "black"])
ROADS = ("OP1", "BP2")

act = Actions()
PASS = act("pass")
MOVE = act("move {road} to {seat}", ROADS, ("P1", "P2", "P3"))
PUT = act("put {card} under {road}", DECK, ROADS, others=BACKS)
SWAP = act("swap {mine} for {yours}", DECK, DECK, others=BACKS)
GUESS = act("guess {card} on {road}", DECK, ROADS, others=SECRET)
HIDE = act("hide", others=SECRET)


def test_families_number_their_actions_one_after_another() -> None:
    assert [int(family) for family in (PASS, MOVE, PUT, SWAP, GUESS, HIDE)] == [0, 1, 7, 13, 22, 28]
    assert act.size == 29
    assert [family.size for family in act.families] == [1, 6, 6, 9, 6, 1]


def test_the_last_argument_varies_fastest() -> None:
    assert act.text(MOVE + 3 * 1 + 2) == "move BP2 to P3"
    assert MOVE.arguments(MOVE + 5) == (1, 2)
    assert MOVE.slots == ["road", "seat"]


def test_every_action_reads_back_from_its_own_text() -> None:
    for action in range(act.size):
        assert act.code(act.text(action)) == action
        family = act.family(action)
        assert family <= action < family + family.size
        arguments = family.arguments(action)
        assert act.text(action) == family.text.format(
            **{slot: domain[a] for slot, domain, a in zip(family.slots, family.domains, arguments, strict=True)}
        )


def test_sealed_actions_of_all_families_look_alike() -> None:
    acts = Actions()
    take, both = acts("take {card}", DECK, others=SEALED), acts("take {card} and {second}", DECK, DECK, others=SEALED)
    leave = acts("leave", others=SECRET)
    assert acts.label_text(take + 1) == acts.label_text(both + 2) == "..."
    assert len({*acts.labels()[: int(leave)]}) == 1
    assert acts.labels()[leave] != acts.labels()[take]


@pytest.mark.parametrize("others", ["Secret", "private", "", None])
def test_what_others_see_is_one_of_four_things(others: str) -> None:
    """A misspelt word concealed nothing."""
    acts = Actions()
    with pytest.raises(RulesError, match="none of OPEN, BACKS, SECRET and SEALED"):
        acts("put {card}", DECK, others=others)
    assert acts.size == 0


def test_spacing_and_case_do_not_matter() -> None:
    assert act.code("  PUT   ol\tunder bp2 ") == PUT + 1


@pytest.mark.parametrize("text", ["", "put", "put oL", "put oL under OP1 now", "pass!", "put {card} under OP1", "x" * 5000])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(UnknownAction, match="no action is written") as refused:
        act.code(text)
    assert len(str(refused.value)) < 100


def test_others_see_backs_of_cards_and_all_other_arguments() -> None:
    assert act.label_text(PUT) == act.label_text(PUT + 2) == "put gold under OP1"
    assert act.label_text(PUT + 5) == "put black under BP2"
    assert act.label_text(SWAP + 2) == "swap gold for black"
    assert act.label_words(PUT + 5) == ["black", "BP2"]


def test_of_a_secret_others_see_only_the_family() -> None:
    assert {act.label_text(GUESS + n) for n in range(6)} == {"guess ... on ..."}
    assert act.label_text(HIDE) == "hide"


def test_open_actions_are_labelled_by_themselves_and_hidden_ones_alike_when_they_look_alike() -> None:
    labels = act.labels()
    assert len(labels) == act.size
    assert labels[:PUT] == tuple(range(PUT))
    assert labels[PUT] == labels[PUT + 2] != labels[PUT + 1]
    assert len({labels[GUESS + n] for n in range(6)}) == 1
    for action in range(PUT, act.size):
        assert labels[action] >= act.size
        for other in range(PUT, act.size):
            assert (labels[action] == labels[other]) == (act.label_text(action) == act.label_text(other))


def test_a_hidden_card_that_bears_the_name_of_its_back_is_hidden_all_the_same() -> None:
    actions = Actions()
    put = actions("put {card}", Deck(["card", "fool"]), others=BACKS)
    assert len({actions.labels()[put], actions.labels()[put + 1]}) == 1


@pytest.mark.parametrize("text", ["pass", "PASS", "pass "])
def test_two_actions_cannot_bear_one_text(text: str) -> None:
    actions = Actions()
    actions("pass")
    with pytest.raises(RulesError, match="two actions bear the text"):
        actions(text)


@pytest.mark.parametrize("text", ["", " ", "pass\non"])
def test_an_action_has_a_text_of_one_line(text: str) -> None:
    """Records have a line for each action."""
    with pytest.raises(RulesError, match="the text of an action is a line"):
        Actions()(text)


def test_a_family_needs_a_domain_for_each_argument() -> None:
    with pytest.raises(RulesError, match="one domain for each argument"):
        Actions()("put {card}")


def test_events_have_numbers_and_names() -> None:
    events = Events()
    assert [events("drew"), events("lost")] == [0, 1]
    assert events.names == ("drew", "lost")
    assert events.name(1) == "lost"


def test_seats_are_numbers_in_notation_and_names_in_sentences() -> None:
    acts = Actions()
    hit = acts("hit {seat}", Seats.numbered(3))
    assert acts.text(hit + 2) == "hit 3"
    assert [_word(Seats.numbered(3), 2, viewer, ("Ann", "Bo", "Cy")) for viewer in (0, 2)] == ["Cy", "you"]


def test_a_column_names_an_argument_of_every_action_as_the_whole_deck_counts() -> None:
    few = Actions()
    few("pass")
    give = few("give {card} to {seat}", DECK.only([2, 0]), Seats.numbered(2))
    assert few.column("card") == [-1, 2, 2, 0, 0]
    assert few.column("seat") == [-1, 0, 1, 0, 1]
    with pytest.raises(RulesError, match=r"no action has an argument \{crad\}; did you mean 'card'"):
        few.column("crad")
    assert few.families_of_all() == [0, give, give, give, give]


def test_a_grid_finds_an_action_by_its_arguments() -> None:
    few = Actions()
    few("pass")
    give = few("give {card} to {seat}", DECK.only([2, 0]), Seats.numbered(2))
    assert few.grid(give) == [[3, 4], [-1, -1], [1, 2]]
    assert act.grid(MOVE) == [[1, 2, 3], [4, 5, 6]]
    assert [few.text(action) for action in few.grid(give)[2]] == ["give kL to 1", "give kL to 2"]


@pytest.mark.parametrize("domain", [8, [1, 2], {"red": 1}])
def test_an_argument_without_names_for_its_values_is_refused(domain: Any) -> None:
    with pytest.raises(
        RulesError, match=r"the argument \{card\} of the action 'take \{card\}' takes a Deck or a list of texts"
    ):
        Actions()("take {card}", domain)


@pytest.mark.parametrize("declare", [Actions(), Events(), Reasons()])
def test_what_is_declared_by_a_text_is_not_declared_by_a_function(declare: Any) -> None:
    """A function became a reason, and was found when somebody was refused."""
    with pytest.raises(RulesError, match=r"is a text, such as '.*', not <function"):
        declare(lambda: 1)
