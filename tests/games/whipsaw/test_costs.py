"""Cost and payment (WS-5.14, WS-5.18 to WS-5.20)."""

from __future__ import annotations

import pytest

from tests.games.whipsaw.positions import RULES, TALLY, legal, owners, play, position, refused, under
from tuckbox.games.whipsaw import cards

PASS = ("P2: let pass", "P3: let pass")


def true(road: str, laid: str, tokens: int = 0) -> bool:
    s = position(["", "", ""], built={road: f"P1: {laid}"}, paid={road: tokens})
    return bool(TALLY.true(s, cards.IDS.index(road)))


@pytest.mark.parametrize(
    ("road", "laid", "tokens", "passes"),
    [
        ("OP3", "oJL oLB", 0, True),
        ("OP3", "oL kJ", 0, False),
        ("OP3", "oLL oLL kJ", 0, True),
        ("HH4", "gJB kL", 1, True),
        ("HH4", "gJB kL", 0, False),
        ("HH1", "gBB", 0, True),
        ("HH1", "gB", 1, True),
        ("HH1", "kJ", 2, True),
        ("HH1", "gB", 0, False),
        ("JV6", "oLL oLL kJJ kJ", 0, True),
        ("JV6", "oLL oLL kJJ", 0, False),
    ],
)
def test_ws_5_14_the_cost_test(road: str, laid: str, tokens: int, passes: bool) -> None:
    assert true(road, laid, tokens) is passes


def test_ws_5_18_tokens_up_to_the_cost_and_a_card_all_the_same() -> None:
    s = play(position(["kJ", "", ""], row="HH1", money=(5,)), "no action", "build HH1", *PASS)
    assert legal(s) == {"pay 0", "pay 1", "pay 2"}
    assert refused(s, "pay 3") == "WS-5.18"
    play(s, "pay 2")
    assert (s.money[0], legal(s)) == (3, {"put kJ"})
    assert refused(s, "done") == "WS-6.3"
    play(s, "put kJ", "done")
    assert (owners(s, "HH1"), under(s, "HH1"), TALLY.true(s, s.road)) == ("P1", "kJ", True)


@pytest.mark.parametrize(("road", "money"), [("OP1", 4), ("HH1", 0)])
def test_ws_5_18_no_question_about_tokens(road: str, money: int) -> None:
    s = play(position(["kJ", "", ""], row=road, money=(money,)), "no action", f"build {road}", *PASS)
    assert legal(s) == {"put kJ"}


def test_ws_6_1_any_cards_in_canonical_order() -> None:
    s = play(position(["kJ kJ oLL", "", ""], row="OP1"), "no action", "build OP1", *PASS, "put kJ", "put kJ")
    assert legal(s) == {"put oLL", "done"}
    play(s, "put oLL")
    assert legal(s) == {"done"}
    s = play(position(["kJ kJ oLL", "", ""], row="OP1"), "no action", "build OP1", *PASS, "put oLL")
    assert refused(s, "put kJ") == "WS-6.1"


def test_ws_5_18_nothing_to_build_with() -> None:
    s = play(position(["", "oL", ""], row="OP1 OP2 BP1 A01", fronts={"JV2": "P3"}), "no action")
    assert legal(s) == {"no build", "offer JV2 to P2"}
    assert refused(s, "build OP1") == "WS-5.18"


def test_ws_5_19_a_bluff_needs_no_banker_but_for_the_last_round() -> None:
    s = play(position(["kJ", "", ""], row="A04"), "no action")
    assert "build A04" in legal(s)
    s = play(position(["kJ", "", ""], row="A04", turns_left=1), "no action")
    assert legal(s) == {"no build"}
    assert refused(s, "build A04") == "WS-5.19"


def test_ws_5_20_a_road_gives_its_money_when_it_is_finished() -> None:
    s = play(position(["gB", "", ""], row="A04"), "no action", "build A04", *PASS)
    assert legal(s) == {"put gB"}
    play(s, "put gB", "done")
    assert s.money[0] == 5


def test_ws_5_18_a_builder_who_is_blocked_has_shown_nothing() -> None:
    s = play(
        position(["oL", "kJ", ""], row="OP1", money=(2,)), "no action", "build OP1", "P2: block with kJ", "P3: let pass"
    )
    assert (s.hand[0].n, s.money[0], s.stack[0].n) == (1, 2, 0)


def test_ws_6_1_there_are_219_actions() -> None:
    assert RULES.act.size == 219
