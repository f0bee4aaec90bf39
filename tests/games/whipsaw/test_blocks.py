"""Blocks (WS-5.2, WS-5.21)."""

from __future__ import annotations

from typing import Any

from tests.games.whipsaw.positions import legal, names, owners, play, position, refused, road, told

ROW = "OP1 A01 BP1 GC1"


def named(hands: list[str], *texts: str, row: str = ROW, **more: Any) -> Any:
    return play(position(hands, row=row, **more), "no action", "build OP1", *texts)


def test_ws_5_21_the_first_judge_stands_the_second_is_kept_and_not_shown() -> None:
    s = named(["oL", "kJ", "kJJ"], "P2: block with kJ", "P3: block with kJJ")
    assert (s.blocked[road("OP1")], names(s.judges), names(s.hand[2])) == (2, "kJ", "kJJ")
    assert s == named(["oL", "kJ", "kJJ"], "P2: block with kJ", "P3: let pass")
    assert legal(s) == {"no build", "build A01", "build BP1", "build GC1"}
    assert refused(s, "build OP1") == "WS-5.21"


def test_ws_5_21_every_road_that_is_named_may_be_blocked() -> None:
    s = named(["oL", "kJ kJ", ""], "P2: block with kJ", "P3: let pass", "P1: build A01")
    play(s, "P2: block with kJ", "P3: let pass")
    assert (names(s.judges), names(s.hand[0])) == ("kJ kJ", "oL")
    assert legal(s) == {"no build", "build BP1", "build GC1"}


def test_ws_5_21_all_four_blocked() -> None:
    s = position(["oL", "kJ kJ kJ kJ", ""], row=ROW, fronts={"JV1": "P2"})
    play(s, "no action")
    for name in ROW.split():
        play(s, f"build {name}", "P2: block with kJ", "P3: let pass")
    assert legal(s) == {"no build", "offer JV1 to P2", "offer JV1 to P3"}


def test_ws_5_2_a_judge_lies_until_the_blockers_turn() -> None:
    """WS-5.6."""
    s = named(["oL", "oL", "kJ oL"], "P2: let pass", "P3: block with kJ", "P1: no build", "P2: no action")
    assert refused(s, "build OP1") == "WS-5.21"
    assert ("lifted", -1) in [(event, seat) for event, seat, _ in told(s, "no build")]
    assert (s.turn, s.blocked[road("OP1")], names(s.judges), names(s.discards[0])) == (2, 0, "", "kJ")
    play(s, "no action")
    assert "build OP1" in legal(s)
    s = named(["oL", "kJ oL", ""], "P2: block with kJ", "P3: let pass", "P1: no build", "P2: no action")
    assert "build OP1" in legal(s)


def test_ws_5_21_a_blocker_may_only_block_anew() -> None:
    s = named(["oL oL", "", "kJ kJ"], "P2: let pass", "P3: block with kJ", "P1: build A01", "P2: let pass", "P3: let pass")
    play(s, "put oL", "done", "P2: no action", "no build", "P3: no action", "no build", "P1: no action")
    play(s, "build OP1", "P2: let pass")
    assert "block with kJ" in legal(s)


def test_ws_5_23_nobody_is_asked_about_a_venture_or_a_take() -> None:
    s = position(["oL kJ", "kJ oL", "kJ"], fronts={"JV3": "P3"})
    play(s, "no action", "offer JV3 to P2", "put oL", "done", "P2: join", "put oL", "done", "P1: sign")
    assert owners(s, "JV3") == "P1 P2"
    s = position(["oL kJ", "oL", "kJ"], built={"A01": "P2: oL"})
    play(s, "call A01", "spend oL", "P2: no delay", "P1: take", "put kJ", "done", "P1: no build")
    assert owners(s, "A01") == "P1"


def test_ws_5_29_in_the_last_round_only_those_with_a_turn_to_come_are_asked() -> None:
    s = position(["oLL kJ", "kJ", "oLL"], row=ROW, turn="P3", turns_left=1)
    play(s, "no action", "build OP1", "P1: let pass")
    assert legal(s) == {"put oLL"}
    s = position(["oLL", "kJ", "kJ"], row=ROW, turns_left=0)
    play(s, "no action", "build OP1")
    assert (s.turn, legal(s)) == (0, {"put oLL"})
