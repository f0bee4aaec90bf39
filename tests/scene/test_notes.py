"""Notes beside actions, family by family."""

from __future__ import annotations

import pytest

from tests.toys.jumble import GAME as JUMBLE
from tuckbox.errors import RulesError
from tuckbox.kit.actions import Actions
from tuckbox.kit.deck import Deck
from tuckbox.scene.notes import Notes
from tuckbox.view.view import View

NAMES = ("Ann", "Bo", "Cy")
CODE = JUMBLE.actions.code


def view_of(*texts: str) -> View:
    """A view in which these actions are legal."""
    state = JUMBLE.blank(3)
    return View(JUMBLE, 0, state, NAMES, legal=tuple(CODE(text) for text in texts))


def to(view: View, card: int, seat: int) -> str:
    """The note of a card that goes to somebody."""
    return f"{JUMBLE.layout.deck.face(card)} for {view.names[seat]}"


def test_a_note_is_words_or_made_of_the_arguments() -> None:
    notes = Notes(JUMBLE.actions, {"draw": "the top card", "give {card} to {seat}": to})
    assert notes(view_of("give c to right", "draw")) == {"draw": "the top card", "give c to right": "c for Cy"}


def test_actions_stand_in_the_order_of_the_words_and_those_without_words_last() -> None:
    notes = Notes(JUMBLE.actions, {"stir": "x", "lay {card}": lambda view, card: "y", "draw": "z"})
    told = notes(view_of("draw", "lay b", "pop", "lay a", "stir", "fetch"))
    assert list(told) == ["stir", "lay a", "lay b", "draw", "fetch", "pop"]
    assert (told["fetch"], told["pop"]) == ("", "")


def test_a_family_may_have_an_order_of_its_own() -> None:
    notes = Notes(JUMBLE.actions, {"lay {card}": "y", "stir": "x"}, order={"lay {card}": lambda view, card: -card})
    assert list(notes(view_of("lay a", "lay b", "stir", "lay c"))) == ["lay c", "lay b", "lay a", "stir"]


def test_cards_a_family_chooses_from_are_told_by_their_numbers_in_the_deck() -> None:
    """An action for some of the cards numbers them anew; a note is not to know of that."""
    acts = Actions()
    acts("open {card}", JUMBLE.layout.deck.only([4, 5]))
    acts("roll {face}", Deck(["one", "two"]))
    notes = Notes(acts, dict.fromkeys(["open {card}", "roll {face}"], lambda view, value: str(value)))

    class Other:
        """A game with these actions."""

        actions, layout = acts, JUMBLE.layout

    told = notes(View(Other, 0, None, NAMES, legal=(0, 1, 2, 3)))  # type: ignore[arg-type]
    assert told == {"open e": "4", "open f": "5", "roll one": "0", "roll two": "1"}


@pytest.mark.parametrize("part", ["words", "order"])
def test_a_note_for_what_is_no_family_is_a_mistake(part: str) -> None:
    stray = {"lie {card}": "y"} if part == "words" else {"lie {card}": lambda view, card: card}
    with pytest.raises(RulesError, match="which is no family of actions"):
        Notes(JUMBLE.actions, **{"words": {}, part: stray})  # type: ignore[arg-type]
