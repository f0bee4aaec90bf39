"""Why something is refused: each reason of the rules at a position of its own, in its words, with its number."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from tests.games.keywhiz.positions import legal, play, position, refusal, seated
from tuckbox.errors import IllegalAction, UnknownAction
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.state import State
from tuckbox.match.match import Match
from tuckbox.view.refusal import reasons_of


class Refused(NamedTuple):
    """A refusal: the position, the action, the words and the rule."""

    s: State
    action: str
    said: str
    rule: str


MOVES = position("2-1 2-2 2-6 3-8", "4H KC", "5 6", "5 6")  # a new turn, no piece in Start
TWO = position("2-1 2-4", "4H")
KEY = play(position("3-8", "7 7 7 4", "9", "7 2"), "open 3-8")
BONUS = play(position("2-4", "KC", "9"), "open 2-4", "key w9")
SWAP = play(position("2-1", "2 K", "9 3", "K 9"), "step 2-1")
FORK = play(position("2-4 2-6", "4H"), "step 2-4")
CHOICE = play(position("3-13 4-4", "4H"), "step 3-13")
FIRST_CHOICE = play(position("3-13 4-4", "4H", board="first"), "step 3-13")

REFUSED = [
    # the board
    Refused(MOVES, "step 3-5", "This board has no square 3-5", "KW-2.4"),
    Refused(position("", "2 2", board="mini"), "step 2-8", "This board has no square 2-8", "KW-2.4"),
    Refused(CHOICE, "choose 3-6", "This board has no square 3-6", "KW-2.4"),
    Refused(position("3-4", "2"), "step 3-4", "Nothing leads that way from 3-4 on this board", "KW-2.4"),
    Refused(position("2-4", "2", board="mini"), "step 2-4", "Nothing leads that way from 2-4 on this board", "KW-2.4"),
    Refused(MOVES, "open 2-11", "None of your pieces stands on 2-11", "KW-2.2"),
    Refused(MOVES, "hop 2-5", "None of your pieces stands on 2-5", "KW-2.2"),
    Refused(MOVES, "return 3-11", "None of your pieces stands on 3-11", "KW-2.2"),
    # a new turn
    Refused(MOVES, "start 1", "None of your pieces is in Start", "KW-5.6"),
    Refused(TWO, "start 1", "One of your own pieces stands on 2-1", "KW-5.2"),
    Refused(TWO, "start 2", "One of your own pieces stands on 2-4", "KW-5.2"),
    Refused(MOVES, "step 2-1", "One of your own pieces stands on 2-2", "KW-5.2"),
    Refused(position("2-5 2-8", ""), "hop 2-5", "One of your own pieces stands on 2-8", "KW-5.2"),
    Refused(position("2-4 3-4", "", "9"), "open 2-4", "One of your own pieces stands on 3-4", "KW-5.2"),
    Refused(MOVES, "step 2-6", "With two Whiz cards you may not step on Draw Whiz Card", "KW-5.4"),
    Refused(MOVES, "miss", "You can move, so you must", "KW-5.1"),
    Refused(MOVES, "return 2-1", "You can move, and of its own will a piece goes back from 4-13 only", "KW-5.25"),
    Refused(
        position("3-4", "2", board="mini", home=0),
        "return 3-4",
        "You can move, and of its own will a piece goes back from 3-6 only",
        "KW-5.25",
    ),
    Refused(position("3-4", ""), "miss", "You are blocked: send a piece back to Start", "KW-5.26"),
    Refused(MOVES, "key 4", "Go to a door first", "KW-5.6"),
    Refused(MOVES, "stop", "Stop ends a bonus, and there is none", "KW-5.14"),
    Refused(MOVES, "choose 2-4", "Only a piece that steps on Move to Doorway of Choice may do that", "KW-5.24"),
    Refused(MOVES, "draw", "Cards are drawn and swapped by a piece that steps on Draw or Swap", "KW-5.17"),
    Refused(MOVES, "take 5", "Cards are drawn and swapped by a piece that steps on Draw or Swap", "KW-5.17"),
    # doors and keys
    Refused(
        position("2-11", "4"),
        "open 2-11",
        "You have no key for door 3: three of a kind, at least one card of it your own",
        "KW-5.8",
    ),
    Refused(
        position("", "4"), "start 2", "You have no key for Start door 2: a pair, at least one card of it your own", "KW-5.8"
    ),
    Refused(position("2-4", "4"), "open 2-4", "The Whiz Door opens with a Whiz card only, and you have none", "KW-5.7"),
    Refused(KEY, "step 3-8", "First present the key for door 2", "KW-5.6"),
    Refused(play(position("", "4"), "start 1"), "stop", "First present the key for Start door 1", "KW-5.6"),
    Refused(KEY, "key 44", "You do not hold these cards", "KW-5.8"),
    Refused(KEY, "key w7", "You do not hold these cards", "KW-5.8"),
    Refused(KEY, "key 4", "With the table that is not a pair", "KW-5.8"),
    Refused(KEY, "key 777", "One of these cards is needless at door 2", "KW-5.9"),
    Refused(play(position("", "4 4"), "start 1"), "key 44", "One of these cards is needless at Start door 1", "KW-5.9"),
    Refused(play(position("2-4", "4", "9"), "open 2-4"), "key 4", "The Whiz Door opens with one Whiz card", "KW-5.7"),
    Refused(play(position("2-4", "4", "9 9"), "open 2-4"), "key w9w9", "The Whiz Door opens with one Whiz card", "KW-5.7"),
    Refused(BONUS, "start 1", "Pass the door below with the same piece, or stop", "KW-5.14"),
    Refused(
        play(position("2-4", "", "9"), "open 2-4", "key w9"),
        "open 3-4",
        "You have no key for door 1: any one card, at least one card of it your own",
        "KW-5.8",
    ),
    # squares
    Refused(FORK, "step 2-5", "One of your own pieces stands on 2-6", "KW-5.2"),
    Refused(FORK, "step 2-6", "The piece on 2-5 must go one square on or hop to the next doorway", "KW-5.22"),
    Refused(FIRST_CHOICE, "choose 2-3", "2-3 is no doorway on this board", "KW-5.24"),
    Refused(FIRST_CHOICE, "choose 2-10", "2-10 is no doorway on this board", "KW-5.24"),
    Refused(CHOICE, "choose 3-13", "The piece has just come from 3-13", "KW-5.24"),
    Refused(CHOICE, "choose 4-4", "One of your own pieces stands on 4-4", "KW-5.2"),
    Refused(CHOICE, "miss", "The piece on 3-14 must go to a doorway of your choice", "KW-5.24"),
    Refused(SWAP, "step 2-1", "Draw a card, or give one to swap it", "KW-5.17"),
    Refused(SWAP, "give 3", "A Whiz card is never swapped", "KW-5.20"),
    Refused(SWAP, "give 5", "You do not hold 5", "KW-5.17"),
    Refused(
        play(position("2-1", "2 K", table="K"), "step 2-1"),
        "give K",
        "The table has no card of another rank than K",
        "KW-5.17",
    ),
    Refused(play(position("2-1", "2", table="K", deck=""), "step 2-1"), "draw", "The deck is empty: swap", "KW-5.29"),
    Refused(play(position("2-1", "2 3 4 5 6 7", table="K"), "step 2-1"), "draw", "Your hand is full: swap", "KW-5.18"),
    Refused(play(SWAP.copy(), "give 2"), "draw", "Take a card from the table for the 2 you gave", "KW-5.17"),
    Refused(play(SWAP.copy(), "give 2"), "take 2", "You gave 2 yourself: take another rank", "KW-5.17"),
    Refused(play(SWAP.copy(), "give 2"), "take T", "No 10 lies on the table", "KW-5.17"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.rule} {case.action}")
def test_a_refusal_says_why_and_names_its_rule(case: Refused) -> None:
    assert refusal(case.s, case.action) == case.rule
    with pytest.raises(IllegalAction) as refused:
        seated(case.s).play(case.action)
    said = str(refused.value)
    assert f"{said[0].upper()}{said[1:]}" == f"{case.said} ({case.rule})"


def test_every_reason_is_reached() -> None:
    matches = [(seated(case.s), GAME.actions.code(case.action)) for case in REFUSED]
    reached = {reasons_of(match.view(match.turn), [action])[0] for match, action in matches}
    assert reached == set(GAME.reasons)


@pytest.mark.parametrize(
    ("action", "said", "rule"),
    [
        ("open 2-1", "there is no door below 2-1", "KW-2.4"),
        ("step 2-11", "there is no square to the right of 2-11", "KW-2.4"),
        ("hop 2-4", "2-4 is no MOVE ONE SQUARE OR TO DOORWAY", "KW-2.4"),
        ("choose 2-2", "2-2 is no DOORWAY", "KW-5.24"),
    ],
)
def test_what_no_board_allows_is_said_with_its_rule(action: str, said: str, rule: str) -> None:
    with pytest.raises(UnknownAction) as refused:
        seated(MOVES).play(action)
    assert (str(refused.value), refused.value.rule) == (f"{said} ({rule})", rule)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_action_is_legal_if_and_only_if_there_is_no_reason_against_it(players: int) -> None:
    match, chance = Match(GAME, players, seed=players), random.Random(players)
    for _ in range(150):
        if match.over:
            break
        reasons = reasons_of(match.view(match.turn), range(GAME.actions.size))
        assert {action for action, reason in enumerate(reasons) if not reason} == set(match.actions())
        match.play(chance.choice(match.actions()))


def test_kw_5_26_who_is_blocked_may_only_send_a_piece_back() -> None:
    """Not that one can move: KW-5.1 would be a lie."""
    s = position("3-4", "")
    assert legal(s) == {"return 3-4"}
    assert refusal(s, "miss") == "KW-5.26"
