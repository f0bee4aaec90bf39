"""Joint ventures (WS-5.22 to WS-5.27)."""

from __future__ import annotations

from typing import Any

from tests.games.whipsaw.positions import (
    CARDS,
    TALLY,
    legal,
    names,
    owners,
    play,
    position,
    refused,
    road,
    seen,
    told,
    under,
)


def offered(hands: list[str], name: str, *texts: str, **more: Any) -> Any:
    """P1 offers a venture that lies before P3 to P2."""
    return play(position(hands, fronts={name: "P3"}, **more), "no action", f"offer {name} to P2", *texts)


def test_ws_5_23_any_two_may_build_it_and_one_of_them_needs_a_card() -> None:
    """WS-6.2."""
    s = position(["", "kJ", "oL"], fronts={"JV2": "P3"})
    play(s, "no action")
    assert legal(s) == {"no build", "offer JV2 to P2", "offer JV2 to P3"}
    play(s, "offer JV2 to P2")
    assert legal(s) == {"done"}
    play(s, "done", "P2: join")
    assert legal(s) == {"put kJ"}
    assert refused(s, "done") == "WS-6.3"


def test_ws_5_24_the_partner_pays_what_is_open() -> None:
    s = offered(["kJ", "kJ", ""], "JV1", "pay 2", "put kJ", "done", "P2: join", money=(3, 5))
    assert "put kJ" in legal(s)
    s = offered(["kJ", "kJ", ""], "JV1", "pay 1", "put kJ", "done", "P2: join", money=(3, 5))
    assert legal(s) == {"pay 0", "pay 1"}


def test_ws_5_24_bankers_that_lie_there_change_nothing() -> None:
    s = offered(["gBB", "kJ", ""], "JV1", "pay 0", "put gBB", "done", "P2: join", money=(3, 5))
    assert legal(s) == {"pay 0", "pay 1", "pay 2"}


def test_ws_5_25_a_refusal_gives_everything_back() -> None:
    """WS-6.2."""
    s = offered(["kJ oL", "kJ", ""], "JV1", "pay 1", "put kJ", "done", "P2: decline", money=(3, 5), row="OP1")
    assert (names(s.hand[0]), s.money[:2], under(s, "JV1")) == ("oL kJ", [3, 5], "")
    assert legal(s) == {"no build", "build OP1", "offer JV1 to P3"}
    assert refused(s, "offer JV1 to P2") == "WS-5.25"
    assert s.stack[road("JV1")].seen == 0


def test_ws_6_3_a_card_must_come_from_one_of_the_two() -> None:
    s = offered(["", "kJ", ""], "JV2", "done")
    assert legal(s) == {"decline", "join"}
    s = offered(["kJ", "", ""], "JV2", "done")
    assert legal(s) == {"decline"}
    assert refused(s, "join") == "WS-6.3"


def test_ws_5_25_a_withdrawal_leaves_what_was_seen_known() -> None:
    """WS-5.24, WS-7.3."""
    s = offered(["kJ oL", "oL oJ", ""], "JV3", "put kJ", "done", "P2: join", "put oJ", "done")
    assert [seen(s, viewer, "stack", road("JV3")) for viewer in (0, 1, 2)] == ["kJ oJ", "kJ oJ", "black gold"]
    play(s, "P1: withdraw")
    assert [seen(s, viewer, "hand", 0) for viewer in (1, 2)] == ["kJ gold", "black gold"]
    assert [seen(s, viewer, "hand", 1) for viewer in (0, 2)] == ["oJ gold", "gold gold"]
    assert (s.turn, legal(s)) == (0, {"no build", "offer JV3 to P3"})


def test_ws_7_1_a_card_put_face_down_makes_the_hand_unknown_again() -> None:
    s = offered(["kJ kJJ oL", "", ""], "JV3", "put kJ", "put kJJ", "done", "P2: decline", row="OP1")
    assert seen(s, 1, "hand", 0) == "kJ kJJ gold"
    play(s, "build OP1", "P2: let pass", "P3: let pass", "put kJ", "done", "P2: no action")
    assert seen(s, 1, "stack", road("OP1")) == "black"
    assert "kJJ" not in seen(s, 1, "hand", 0)


def test_ws_7_1_cards_of_other_backs_stay_known() -> None:
    s = offered(["kJ oL oLL", "", ""], "JV3", "put kJ", "put oL", "done", "P2: decline", row="OP1")
    play(s, "build OP1", "P2: let pass", "P3: let pass", "put oLL", "done", "P2: no action")
    assert "kJ" in seen(s, 1, "hand", 0).split()
    assert "oL" not in seen(s, 1, "hand", 0).split()


def test_ws_5_25_both_get_the_money_and_it_was_one_build() -> None:
    s = offered(["kJ oL", "gBB gB", ""], "JV1", "put kJ", "put oL", "done", "P2: join", "put gBB", "done", row="OP1")
    before = s.roads.n
    play(s, "P1: sign")
    assert (s.money[:3], owners(s, "JV1"), s.roads.n) == ([2, 2, 0], "P1 P2", before)
    assert s.turn == 1
    play(s, "no action")
    assert "build OP1" in legal(s)


def test_ws_5_25_the_bridge_is_a_henry_hudson_segment_for_both() -> None:
    s = position(["", "", ""], built={"HH1": "P1: gBB", "JV4": "P1 P2: gBB gB oL"})
    assert [TALLY.points(s, seat) for seat in range(3)] == [4, 1, 0]
    s = position(["", "", ""], built={"A10": "P2: kJJ", "JV4": "P1 P2: gBB gB oL"})
    assert TALLY.points(s, 1) == 1 + 3


def test_ws_5_27_each_has_one_turn_with_it() -> None:
    s = position(["", "oLL", ""], row="OP1 BP1 GC1 A01", roads="JV2 HH1 JV5 HH2", turn="P2")
    play(s, "no action", "build OP1", "P3: let pass", "P1: let pass", "put oLL", "done")
    assert s.front[road("JV2") - CARDS.FIRST_VENTURE] == 2
    play(s, "P3: no action", "no build", "P1: no action", "no build", "P2: no action")
    assert names(s.fronts) == "JV2"
    play(s, "build A01", "P3: let pass", "P1: let pass", f"put {names(s.hand[1]).split()[0]}", "done")
    assert names(s.fronts) == "JV5"  # the old one has had its turn, the new one stays
    assert "JV2" in names(s.gone)


def test_ws_5_22_a_second_venture_is_discarded() -> None:
    s = position(["oLL", "", ""], row="OP1 BP1 GC1 A01", roads="JV3 JV5 OP4")
    happened = told(s, "no action", "build OP1", "P2: let pass", "P3: let pass", "put oLL", "done")
    assert [event for event, _, _ in happened if event in ("venture", "no venture", "row")] == [
        "venture",
        "no venture",
        "row",
    ]
    assert (names(s.fronts), s.front[2], "JV5" in names(s.gone), names(s.row)) == ("JV3", 1, True, "BP1 GC1 A01 OP4")


def test_ws_5_26_in_the_last_round_the_partner_must_complete_it() -> None:
    s = offered(["kJJ oL", "oL gB", ""], "JV3", "put kJJ", "done", turns_left=1)
    assert (s.turn, legal(s)) == (1, {"decline"})
    assert refused(s, "join") == "WS-5.26"
    s = offered(["kJJ oL", "oL gB oL", ""], "JV3", "put kJJ", "done", "P2: join", turns_left=1)
    assert seen(s, None, "stack", road("JV3")) == "kJJ"
    play(s, "put gB", "put oL")
    assert legal(s) == {"put oL"}
    play(s, "put oL", "done", "P1: sign")
    assert (owners(s, "JV3"), s.proof[road("JV3")]) == ("P1 P2", 2)
