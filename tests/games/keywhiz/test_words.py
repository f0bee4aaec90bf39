"""The sentences of the log."""

from __future__ import annotations

from tests.games.keywhiz.positions import position, seated, stand


def told(s: object, *texts: str, seat: int | None = 1) -> list[str]:
    """What a seat reads while actions are played, the deal left out."""
    match = seated(s)
    for text in texts:
        match.play(text)
    return match.log(seat)[1:]


def test_doors_tell_the_key_what_the_table_adds_and_where_the_piece_goes() -> None:
    """KW-7.3."""
    log = told(position("2-11", "7H 7D", table="7C"), "open 2-11", "key 77")
    assert log == ["Ann opens door 3 with two 7s, completed by a 7 from the table, and moves to 3-11."]
    log = told(position("", "7H 7D"), "start 2", "key 77", seat=0)
    assert log == ["You open Start door 2 with two 7s, and move to 2-4."]


def test_doors_in_a_row_and_arrivals_are_announced() -> None:
    s = position("2-4", "KD 3C", "9H", "3D 3H", home=2)
    log = told(s, "open 2-4", "key w9", "open 3-4", "key K", "open 4-4", "key 3")
    assert log == [
        "Ann opens the Whiz Door with a Whiz 9, and moves to 3-4.",
        "Ann opens door 1 with a K, and moves to 4-4. That is two doors in a row.",
        "Ann opens door 3 with a 3, completed by two 3s from the table, and brings the piece into Payoff."
        " Three doors in a row!",
        "Ann has three of four pieces in Payoff: one piece left.",
    ]


def test_squares_tell_what_happens_and_hide_what_is_drawn() -> None:
    """KW-7.3."""
    s = position("2-1 2-2", "4H", deck="Q J", rivals="7")
    assert told(s, "step 2-2") == ["Ann moves from 2-2 to 2-3 (Draw Whiz Card).", "Ann draws a card as a Whiz card."]
    assert told(s, "step 2-2", seat=0)[-1] == "You draw Q as a Whiz card."
    s = position("2-1", "4H", table="9", deck="Q J", rivals="7")
    assert told(s, "step 2-1", "draw")[-1] == "Ann draws a card."
    assert told(s, "step 2-1", "give 4", "take 9")[-2:] == ["Ann gives 4 to the table.", "Ann takes 9 from the table."]
    assert told(position("2-1", "", deck=""), "step 2-1")[-1] == "On 2-2 nothing can be drawn or swapped."
    assert told(position("2-2", "4", deck=""), "step 2-2")[-1] == "The deck is empty: no Whiz card on 2-3."


def test_kw_5_22_a_piece_that_can_neither_step_nor_hop_is_said_to_stay() -> None:
    log = told(position("2-4 2-6 2-8", "4H"), "step 2-4")
    assert log[-1] == "Both ways on are occupied: the piece stays on 2-5."


def test_hops_returns_and_the_choice_name_both_ends() -> None:
    assert told(position("2-5", "4H"), "hop 2-5") == ["Ann hops from 2-5 to the next doorway, 2-8."]
    assert told(position("3-4", ""), "return 3-4") == ["Ann sends the piece on 3-4 back to Start."]
    log = told(position("3-13", "4H"), "step 3-13", "choose 4-8")
    assert log[-1] == "Ann chooses a doorway: the piece goes from 3-14 to 4-8."
    assert told(position("", "", rivals="4"), "miss") == ["Ann cannot move and misses the turn."]


def test_ends_and_the_deck_are_announced() -> None:
    assert told(position("", "", rivals=""), "miss", "miss")[-1] == "Nobody can move: the game is a draw."
    assert "presented a key for too long" in told(position("2-1", "4H", dry=59), "step 2-1", "draw")[-1]
    s = position("2-1", "4H", deck="Q")
    assert told(s, "step 2-1", "draw")[-1] == "The deck is used up: nobody draws any more."
    s = position("2-1", "4H", deck="Q 2 3 5 6 7 8 9 T J K")
    assert told(s, "step 2-1", "draw")[-1] == "Only ten cards are left in the deck."
    s = stand(position("4-4", "KD", table="KC KH", home=3, tournament="on"), 1, "", 3)
    assert told(s, "open 4-4", "key K")[-1] == "Ann wins the game and half a point."
