"""The log: sentences about others, as each of them reads it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tuckbox.definition.game import Game
from tuckbox.errors import RulesError
from tuckbox.kit import SEAT, Events
from tuckbox.kit.fields import PUBLIC
from tuckbox.kit.plain import tell
from tuckbox.match.log import Entry, sentences

NAMES = ("Ann", "Bo", "Cy")
TOLD = Events()
VOTED = TOLD("voted", SEAT)


@pytest.mark.parametrize(
    ("sentence", "voter", "whom", "read"),
    [
        ("{who} vote[s] for {seat}.", 1, 2, {PUBLIC: "Bo votes for Cy.", 1: "You vote for Cy.", 2: "Bo votes for you."}),
        ("{who} look[s] at {seat's}card.", 1, 2, {PUBLIC: "Bo looks at Cy's card.", 2: "Bo looks at your card."}),
        ("{who} look[s] at {seat's}card.", 1, 1, {PUBLIC: "Bo looks at card."}),
        ("{who} vote[s] for {seat}.", 1, 1, {PUBLIC: "Bo votes for Bo.", 1: "You vote for yourself."}),
        ("The trick goes to {seat}.", 1, 1, {PUBLIC: "The trick goes to Bo.", 1: "The trick goes to you."}),
        ("{who} win[s]: {seat} next.", 1, 1, {PUBLIC: "Bo wins: Bo next.", 1: "You win: you next."}),
        ("", 0, 1, {PUBLIC: "Ann: voted Bo."}),
    ],
)
def test_an_event_that_is_told_with_a_seat_names_it(
    sentence: str | None, voter: int, whom: int, read: dict[int, str]
) -> None:
    says: dict[str, Any] = {"voted": sentence} if sentence else {}
    game = cast(Game, SimpleNamespace(told=TOLD, says=says))
    entry = Entry("deal", told=((VOTED, voter, whom),))
    for viewer, said in read.items():
        assert sentences(game, entry, viewer, NAMES) == [said]


def test_a_function_makes_the_sentence_from_the_seat() -> None:
    game = cast(Game, SimpleNamespace(told=TOLD, says={"voted": lambda seat: "{who} vote[s] for {seat}." if seat else ""}))
    assert sentences(game, Entry("deal", told=((VOTED, 1, 2),)), PUBLIC, NAMES) == ["Bo votes for Cy."]
    assert sentences(game, Entry("deal", told=((VOTED, 1, 0),)), PUBLIC, NAMES) == []


def test_a_seat_that_there_is_not_cannot_be_told() -> None:
    state = SimpleNamespace(told=[], players=3, layout=SimpleNamespace(events=TOLD))
    tell(state, VOTED, 1, 2)
    with pytest.raises(RulesError, match="'voted' is told with seat 3, but the seats are 0 to 2"):
        tell(state, VOTED, 1, 3)
    assert state.told == [(VOTED, 1, 2)]
