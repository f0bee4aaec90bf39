"""Drawing, the stalled row, the crash and the last round (WS-5.28 to WS-5.34)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.whipsaw.positions import CARDS, GAME, legal, names, owners, play, position, refused, road, told, under
from tuckbox import Match

SKIP = ("no action", "no build")


def test_ws_5_31_down_to_ten() -> None:
    """WS-5.6."""
    s = position(["kJ kJ kJ kJ kJ kJ kJ kJ oL", "", ""], deck="gB oB oB")
    play(s, *SKIP)
    assert legal(s) == {"discard kJ", "discard oL", "discard gB", "discard oB"}
    play(s, "discard oB")
    assert (s.turn, s.hand[0].n, names(s.discards[0])) == (1, 10, "oB")
    s = play(position(["kJ kJ kJ kJ kJ kJ kJ kJ", "", ""], deck="gB oB oB"), *SKIP)
    assert (s.turn, s.hand[0].n) == (1, 10)


def test_ws_5_1_a_turn_is_action_step_build_step_and_draw_step() -> None:
    s = position(["gB oL", "", ""], row="OP1", deck="kJ kJJ oB")
    assert legal(s) == {"no action", "borrow gB"}
    play(s, "borrow gB")
    assert (legal(s), names(s.hand[0])) == ({"no build", "build OP1"}, "oL")
    play(s, "no build")
    assert (s.turn, names(s.hand[0])) == (1, "oL kJ kJJ")


def test_ws_5_32_first_ventures_expire_then_the_row_is_stirred_then_the_turn_passes() -> None:
    s = position(["", "", ""], row="OP1 BP1 GC1 A01", fronts={"JV2": "P1"}, roads="JV5 A02")
    s.idle = 2
    events = [event for event, _, _ in told(s, *SKIP)]
    assert [event for event in events if event in ("expired", "stalled", "venture", "row")] == [
        "expired", "stalled", "venture", "row",
    ]  # fmt: skip
    assert (names(s.fronts), s.front[road("JV5") - CARDS.FIRST_VENTURE], s.turn) == ("JV5", 1, 1)  # the new one stays


def test_ws_5_31_the_discards_become_the_deck() -> None:
    s = position(["", "", ""], deck="gB", discards="kJ kJ kJJ oL oLL oB")
    assert [event for event, _, _ in told(s, *SKIP)] == ["drew", "renewed", "drew"]
    assert (s.hand[0].n, s.top.n + s.deck[0].n, s.discards[0].n) == (2, 5, 0)
    s = position(["", "", ""], deck="")
    assert [event for event, _, _ in told(s, *SKIP)] == ["no card", "no card"]
    assert (s.turn, s.hand[0].n) == (1, 0)


def test_ws_5_33_a_row_from_which_nobody_builds_may_stay() -> None:
    s = position(["", "", ""], row="OP1 BP1 GC1 A01", roads="A02 A03", deck="", stalled="stays")
    play(s, *SKIP * 60)
    assert (names(s.row), s.idle, s.over) == ("OP1 BP1 GC1 A01", 0, 0)


def test_ws_5_33_the_first_road_goes_after_a_round_without_one() -> None:
    s = position(["", "", ""], row="OP1 BP1 GC1 A01", roads="A02 A03")
    play(s, *SKIP, *SKIP)
    assert names(s.row) == "OP1 BP1 GC1 A01"
    play(s, *SKIP)
    assert (names(s.row), "OP1" in names(s.gone).split()) == ("BP1 GC1 A01 A02", True)
    play(s, *SKIP, *SKIP)
    assert names(s.row) == "BP1 GC1 A01 A02"
    play(s, *SKIP)
    assert names(s.row) == "GC1 A01 A02 A03"


def test_ws_5_33_a_build_from_the_row_counts_a_venture_does_not() -> None:
    s = position(["oL", "oL oL oL", ""], row="OP1 BP1 GC1 A01", fronts={"JV3": "P3"}, roads="A02 A03")
    play(s, *SKIP, "P2: no action", "offer JV3 to P1", "put oL", "done", "P1: join", "done", "P2: sign", *SKIP)
    assert names(s.row) == "BP1 GC1 A01 A02"
    s = position(["oL", "oL oL oL", ""], row="OP1 BP1 GC1 A01", roads="A02 A03")
    play(s, *SKIP, "P2: no action", "build A01", "P3: let pass", "P1: let pass", "put oL", "done", *SKIP)
    assert names(s.row) == "OP1 BP1 GC1 A02"


def test_ws_5_33_a_judge_on_a_stalled_road_is_discarded() -> None:
    s = position(["oL", "", "kJ"], row="OP1 BP1 GC1 A01", roads="A02", deck="oB oB oB")
    s.idle = 2
    play(s, "no action", "build OP1", "P2: let pass", "P3: block with kJ", "P1: no build")
    assert (names(s.row), names(s.discards[0]), names(s.judges), s.blocked[0]) == ("BP1 GC1 A01 A02", "kJ", "", 0)


def crashing(turn: str = "P2", **more: Any) -> Any:
    """The seat P2 builds A01, and the crash comes out."""
    hands = more.pop("hands", ["oL", "oL oL", "oL oLL"])
    s = position(hands, row="OP1 BP1 GC1 A01", roads="CRASH A12 A07", turn=turn, **more)
    return play(s, "no action", "build A01", "P3: let pass", "P1: let pass", "put oL", "done")


def test_ws_5_28_everybody_has_one_more_turn_the_revealer_last() -> None:
    """WS-8.1."""
    s = crashing()
    assert (names(s.row), s.last, s.turn, s.hand[1].n) == ("OP1 BP1 GC1 A12", 1, 2, 3)
    turns = []
    while not s.over:
        turns.append(s.turn)
        play(s, *SKIP)
    assert turns == [2, 0, 1]


def test_ws_5_28_the_crash_drawn_by_the_stalled_row() -> None:
    s = position(["oL", "oL", "oL"], row="OP1 BP1 GC1 A01", roads="CRASH A12 A07", turn="P2")
    s.idle = 2
    turns = []
    while not s.over:
        turns.append(s.turn)
        play(s, *SKIP)
    assert turns == [1, 2, 0, 1]
    assert names(s.row) == "BP1 GC1 A01 A12"


def test_ws_5_28_the_turn_of_the_crash_is_an_ordinary_one() -> None:
    s = crashing(deck="oB oB oLL kJ oB")
    assert s.proof[road("A01")] == 0
    play(s, "P3: no action", "build OP1", "P1: let pass", "P2: let pass")
    assert s.last
    assert legal(s) == {"put oL", "put oLL"}
    play(s, "put oLL", "done")
    assert s.proof[road("OP1")] == 2


def last(hand: str, row: str = "OP1 OP2", **more: Any) -> Any:
    return position(["", "", hand], row=row, turn="P3", turns_left=more.pop("turns_left", 0), **more)


def test_ws_5_19_what_can_be_paid_for_in_full() -> None:
    s = play(last("oL gB"), "no action")
    assert legal(s) == {"no build"}
    assert refused(s, "build OP1") == "WS-5.19"
    s = play(last("gB oL oL"), "no action", "build OP1")
    assert legal(s) == {"put gB", "put oL"}
    play(s, "put oL")
    assert legal(s) == {"put oL"}
    assert refused(s, "done") == "WS-5.19"
    assert refused(s, "put gB") == "WS-6.1"
    play(s, "put oL", "done")
    assert (owners(s, "OP1"), s.over) == ("P3", 1)
    s = play(last("kJ oLL"), "no action", "build OP2")
    assert legal(s) == {"put kJ"}


def test_ws_6_1_only_so_few_tokens_as_cards_can_make_up_for() -> None:
    s = play(last("gB oL", row="HH1", money=(0, 0, 5)), "no action", "build HH1")
    assert legal(s) == {"pay 1", "pay 2"}
    play(s, "pay 1")
    assert legal(s) == {"put gB"}
    s = play(last("oL", row="HH1", money=(0, 0, 5)), "no action", "build HH1")
    assert legal(s) == {"pay 2"}


def test_ws_5_29_who_has_no_turn_to_come_is_not_asked() -> None:
    """WS-5.9."""
    s = position(["", "kJ oL", "oL oLL"], built={"A01": "P2: oL"}, turn="P3", turns_left=1, row="")
    play(s, "call A01", "spend oL")
    assert (s.turn, legal(s)) == (2, {"leave", "take"})
    play(s, "take", "put oLL", "done")
    assert (owners(s, "A01"), s.proof[road("A01")]) == ("P3", 2)
    s = position(["", "kJ oL", "oL oL"], built={"A01": "P2: oL"}, turn="P3", turns_left=1, row="")
    play(s, "call A01", "spend oL")
    assert legal(s) == {"leave"}


def test_ws_5_30_in_the_last_round_a_call_can_be_fixed_openly_but_not_pushed() -> None:
    s = position(["kJ kJ oL", "", "oL"], built={"A01": "P1: oL"}, turn="P3", turns_left=1)
    play(s, "call A01", "spend oL", "P1: delay with kJ", "P3: no build", "P1: no action")
    assert legal(s) == {"no fix", "fix kJ", "fix oL"}
    play(s, "fix oL")
    assert (s.proof[road("A01")], under(s, "A01"), legal(s)) == (1, "oL oL", {"no build"})


def test_ws_5_30_what_nobody_called_is_not_turned_up() -> None:
    s = play(last("", built={"A01": "P2: oL"}), *SKIP)
    assert (s.over, s.total[:3], s.proof[road("A01")]) == (1, [0, 3, 0], 0)
    assert s.payoff[:3] == [0, 1, 0]


def test_ws_5_31_three_decks() -> None:
    s = position(["", "", ""], decks="three", deck="kJ kJ oL", row="OP1")
    play(s, *SKIP)
    assert legal(s) == {"draw k", "draw o"}
    assert refused(s, "draw g") == "WS-5.31"
    play(s, "draw o")
    assert legal(s) == {"draw k"}
    play(s, "draw k")
    assert (names(s.hand[0]), s.turn) == ("oL kJ", 1)
    play(s, *SKIP, "draw k")
    assert (names(s.hand[1]), s.turn) == ("kJ", 2)  # the second draw is lost
    play(s, *SKIP)
    assert (s.turn, s.hand[2].n) == (0, 0)


def test_ws_5_31_discards_lie_by_their_backs() -> None:
    s = position(["gB oL kJ", "", ""], decks="three", deck="", built={"A01": "P2: oL"})
    play(s, "borrow gB", "no build")
    assert [names(pile) for pile in s.discards] == ["", "gB", ""]
    assert legal(s) == {"draw g"}
    play(s, "draw g")
    assert names(s.hand[0]) == "oL kJ gB"


def test_ws_8_7_a_game_that_is_cut_off_is_won_by_nobody() -> None:
    match = Match(replace(GAME, longest=30), 3, seed=1, start_money="true", stalled="stays")
    while not match.over:
        match.play(match.legal(match.waiting[0])[-1], match.waiting[0])
    assert (match.record().steps[-1], match.places, list(match.state.total[:3])) == ("cut", (1, 1, 1), [0, 0, 0])
    assert match.payoff == (1 / 3,) * 3
