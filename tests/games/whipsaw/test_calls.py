"""Calling bluffs (WS-5.7 to WS-5.17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whipsaw.positions import TALLY, legal, names, owners, play, position, refused, road, seen, under

BLUFF = {"A01": "P2: oL"}
"""P2 has put one legislator under a road that costs two."""


def calls(s: Any) -> set[str]:
    return {text for text in legal(s) if text.startswith("call")}


def called(hands: list[str], *texts: str, built: dict[str, str] | None = None, **more: Any) -> Any:
    """P1 has called A01, and spent a gold legislator."""
    s = position(hands, built=built or BLUFF, row=more.pop("row", "OP1"), **more)
    return play(s, "call A01", "spend oL", *texts)


def test_ws_5_7_no_legislator_no_call() -> None:
    s = position(["kJ gB", "", ""], built=BLUFF)
    assert legal(s) == {"no action", "borrow gB"}
    assert refused(s, "call A01") == "WS-5.7"


def test_ws_5_4_a_card_with_two_resources_is_one_action() -> None:
    s = position(["oLB", "kJ", ""], built=BLUFF)
    assert legal(s) == {"no action", "borrow oLB", "call A01"}
    play(s, "borrow oLB")
    assert legal(s) == {"no build"}
    assert refused(s, "no action") == "WS-5.3"


def test_ws_5_7_nobody_calls_their_own_segment() -> None:
    built = {"A01": "P1: oL", "JV3": "P1 P2: oL"}
    assert calls(position(["oL", "", ""], built=built)) == set()
    assert calls(position(["", "", "oL"], built=built, turn="P3")) == {"call A01", "call JV3"}
    assert refused(position(["oL", "", ""], built=built), "call JV3") == "WS-5.7"


def test_ws_5_7_verified_open_and_pending_segments_are_not_called() -> None:
    built = {"A01": "P2: oL oL", "OP1": "P2: oLL", "OP2": "P2: oL"}
    s = position(["oL", "", ""], built=built, proof={"A01": 1, "OP1": 2})
    assert calls(s) == {"call OP2"}
    s.caller[road("OP2")] = 3
    assert calls(s) == set()
    assert [refused(s, f"call {name}") for name in built] == ["WS-5.15", "WS-5.7", "WS-5.7"]


def test_ws_5_16_a_failed_bluff_is_left() -> None:
    """WS-5.6, WS-5.10."""
    s = called(["oL", "kJ", ""], "P2: no delay")
    assert (names(s.discards[0]), owners(s, "A01"), s.lies[1]) == ("oL oL", "", 1)
    assert (s.turn, legal(s)) == (0, {"leave"})
    play(s, "leave")
    assert (names(s.built), names(s.row)) == ("", "OP1")
    assert "A01" in names(s.gone)


def test_ws_5_17_a_failed_bluff_is_taken() -> None:
    """WS-5.16."""
    s = called(["kJ kJ oL", "kJ oL", ""], "P2: no delay", "P1: take", "P1: put kJ", "P1: done")
    assert (owners(s, "A01"), under(s, "A01")) == ("P1", "kJ")
    assert [seen(s, viewer, "stack", road("A01")) for viewer in (0, 1, None)] == ["kJ", "black", "black"]
    assert legal(s) == {"no build", "build OP1"}
    play(s, "no build")
    assert "call A01" in legal(s)


def test_ws_5_17_nothing_to_take_it_with() -> None:
    s = called(["oL", "kJ", ""], "P2: no delay")
    assert refused(s, "take") == "WS-5.18"


def test_ws_5_15_a_true_segment_is_verified() -> None:
    s = position(["oL", "", ""], built={"OP1": "P2: oLL"}, row="OP2")
    play(s, "call OP1", "spend oL", "P2: no delay")
    assert (names(s.discards[0]), owners(s, "OP1"), s.truths[1]) == ("oL", "P2", 1)
    assert [seen(s, viewer, "stack", road("OP1")) for viewer in (0, 2, None)] == ["oLL"] * 3
    assert legal(s) == {"no build"}


@pytest.mark.parametrize("hand", ["oL gB", ""])
def test_ws_6_4_the_owner_is_asked_whatever_they_hold(hand: str) -> None:
    s = called(["oL", hand, ""])
    assert (s.turn, legal(s)) == (1, {"no delay"})


def test_ws_5_8_an_honest_owner_may_delay_too() -> None:
    s = called(["oL", "kJ gB", ""], "P2: delay with kJ", built={"A01": "P2: oLL"})
    assert (s.waiter[road("A01")], names(s.discards[0]), s.phase == s.active) == (2, "oL kJ", False)
    play(s, "no build", "P2: no action", "P2: no fix", "P2: no delay")
    assert s.proof[road("A01")] == 1


def test_ws_5_5_a_pending_segment_is_not_called_again_the_older_call_goes_first() -> None:
    built = {"A01": "P2: oL", "OP1": "P2: oL"}
    s = position(["oL", "kJ kJ kJ gB", "oL"], built=built, row="BP1", turn="P3")
    play(s, "call OP1", "spend oL", "P2: delay with kJ", "no build", "P1: call A01", "spend oL")
    play(s, "P2: delay with kJ", "no build", "P2: no action")
    assert s.road == road("OP1")
    play(s, "no fix", "no delay", "P3: leave")
    assert s.road == road("A01")


def waiting(hand: str, **more: Any) -> Any:
    """P2 delayed the call of A01 and is in the action step."""
    s = called(["oL", f"{hand} kJ".strip(), ""], "P2: delay with kJ", "no build", **more)
    return play(s, "P2: no action")


def test_ws_5_11_a_fix_makes_it_true() -> None:
    s = play(waiting("oL oB"), "P2: fix oL", "P2: no delay")
    assert (under(s, "A01"), s.proof[road("A01")], s.turn) == ("oL oL", 1, 1)
    assert [seen(s, viewer, "stack", road("A01")) for viewer in (0, 1, 2)] == ["oL oL"] * 3


def test_ws_5_12_a_useless_fix_and_another_delay() -> None:
    s = play(waiting("kJ kJJ oL"), "P2: fix kJ", "P2: delay with kJJ", "no build")
    assert (under(s, "A01"), s.waiter[road("A01")]) == ("oL kJ", 2)
    assert seen(s, 0, "stack", road("A01")) == "gold black"
    play(s, "P3: no action", "no build", "P1: no action", "no build", "P2: no action")
    assert "fix oL" in legal(s)
    play(s, "fix oL", "no delay")
    assert (under(s, "A01"), s.proof[road("A01")]) == ("oL kJ oL", 1)


def test_ws_5_13_the_caller_decides_in_the_turn_of_the_called() -> None:
    s = play(waiting("kJ"), "P2: no fix", "P2: no delay")
    assert (s.turn, s.active) == (0, 1)
    play(s, "P1: leave")
    assert (s.turn, legal(s)) == (1, {"no build", "build OP1"})


def test_ws_5_5_an_own_action_does_not_matter() -> None:
    s = called(["oL", "oL oL kJ", ""], "P2: delay with kJ", "no build", built={**BLUFF, "OP2": "P3: kJ"})
    play(s, "P2: call OP2", "spend oL", "P3: no delay", "P2: leave")
    assert "no fix" in legal(s)
    play(s, "no fix")
    assert legal(s) == {"no delay"}


def test_ws_5_12_one_judge_for_two_calls() -> None:
    built = {"A01": "P2: oL", "OP1": "P2: oL"}
    s = position(["oL", "kJ kJ kJ gB", "oL"], built=built, row="BP1", turn="P3")
    play(s, "call OP1", "spend oL", "P2: delay with kJ", "no build", "P1: call A01", "spend oL")
    play(s, "P2: delay with kJ", "no build", "P2: no action", "no fix", "delay with kJ", "no fix")
    assert "kJ" not in names(s.hand[1]).split()
    assert legal(s) == {"no delay"}


def test_ws_5_12_a_fix_that_empties_the_hand_leaves_nothing_to_delay_with() -> None:
    s = called(["oL", "kJ", ""], "P2: delay with kJ", "no build", "P2: no action", deck="oB oB")
    assert (s.turn, "leave" in legal(s)) == (0, True)  # with an empty hand P2 is asked nothing more
    s = called(["oL", "oL kJ", ""], "P2: delay with kJ", "no build", deck="oB oB")
    play(s, "P2: no action", "fix oL")
    assert (s.proof[road("A01")], s.turn, legal(s)) == (1, 1, {"no build"})


def test_ws_5_16_money_a_failed_road_gave_is_kept_and_given_again() -> None:
    s = position(["oL kJ", "", ""], built={"A02": "P2: oL"}, money=(0, 1), row="OP1")
    play(s, "call A02", "spend oL", "P2: no delay", "take", "put kJ", "done")
    assert s.money[:2] == [3, 1]


def test_ws_5_16_tokens_paid_for_a_failed_road_are_lost() -> None:
    s = position(["oL", "", ""], built={"HH4": "P2: oL"}, paid={"HH4": 2}, row="OP1")
    play(s, "call HH4", "spend oL", "P2: no delay")
    assert (s.paid[road("HH4")], s.money[:3]) == (0, [0, 0, 0])


def test_ws_7_5_a_lost_segment_lowers_the_others_at_once() -> None:
    built = {"BP1": "P2: oL kJ", "BP2": "P2: kJJ", "BP3": "P2: oLL kJJ", "BP4": "P2: kJ"}
    s = position(["oL", "", ""], built=built, row="OP1")
    assert TALLY.points(s, 1) == 16
    play(s, "call BP4", "spend oL", "P2: no delay")
    assert TALLY.points(s, 1) == 9


VENTURE = {"JV3": "P1 P2: oL"}


def test_ws_5_8_both_owners_are_asked_clockwise_from_the_caller() -> None:
    s = position(["kJ", "kJ gB", "oL"], built=VENTURE, row="OP1", turn="P3")
    play(s, "call JV3", "spend oL", "P1: no delay", "P2: delay with kJ", "no build")
    assert s.waiter[road("JV3")] == 2
    play(s, "P1: no action")
    assert "no build" in legal(s)
    play(s, "no build", "P2: no action")
    assert "no fix" in legal(s)


def test_ws_5_8_the_second_delay_is_void_and_stays_secret() -> None:

    def after(second: str) -> Any:
        s = position(["kJ", "kJ gB", "oL"], built=VENTURE, row="OP1", turn="P3")
        return play(s, "call JV3", "spend oL", "P1: delay with kJ", f"P2: {second}")

    s = after("delay with kJ")
    assert (s.waiter[road("JV3")], names(s.hand[1]), names(s.discards[0])) == (1, "kJ gB", "oL kJ")
    assert s == after("no delay")


def test_ws_5_17_a_failed_venture_needs_a_partner() -> None:
    s = position(["kJ", "kJ", "oL oL"], built=VENTURE, row="OP1", turn="P3")
    play(s, "call JV3", "spend oL", "P1: no delay", "P2: no delay")
    assert (s.turn, legal(s)) == (2, {"leave", "offer JV3 to P1", "offer JV3 to P2"})
    assert refused(s, "take") == "WS-5.17"
    play(s, "offer JV3 to P1", "done", "P1: decline")
    assert legal(s) == {"leave", "offer JV3 to P2"}
    play(s, "offer JV3 to P2", "put oL", "done", "P2: join", "done", "P3: withdraw")
    assert (s.turn, legal(s), names(s.hand[2])) == (2, {"leave"}, "oL")


def test_ws_5_17_a_failed_venture_is_taken_with_an_old_owner() -> None:
    s = position(["kJ", "oL", "oL oL oL"], built=VENTURE, row="OP1", turn="P3")
    play(s, "call JV3", "spend oL", "P1: no delay", "P2: no delay", "offer JV3 to P1", "put oL", "done")
    before = s.roads.n
    play(s, "P1: join", "put kJ", "done", "P3: sign")
    assert (owners(s, "JV3"), under(s, "JV3"), s.roads.n) == ("P1 P3", "oL kJ", before)
    assert seen(s, 1, "stack", road("JV3")) == "gold black"
    assert (s.turn, legal(s)) == (2, {"no build", "build OP1"})
    play(s, "no build", "P1: no action", "no build")
    assert "call JV3" in legal(s)
