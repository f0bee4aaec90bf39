"""Who sees what (WS-7.1 to WS-7.6)."""

from __future__ import annotations

from typing import Any

from tests.games.whipsaw.positions import GAME, KIT, STATE, TALLY, legal, names, play, position, road, seated, seen, told
from tuckbox.view.view import blind

VIEWERS = (0, 1, 2, None)


def test_ws_7_hands_show_their_backs() -> None:
    s = position(["oLL kJ gB", "", ""])
    assert [sorted(seen(s, viewer, "hand", 0).split()) for viewer in VIEWERS] == [
        ["gB", "kJ", "oLL"],
        *[["black", "gold", "green"]] * 3,
    ]


def test_ws_7_2_what_is_discarded_spent_or_delayed_with_is_seen_by_all() -> None:
    """WS-5.6."""
    s = position(["oL", "kJ", ""], built={"A01": "P2: oL"}, row="OP1")
    play(s, "call A01", "spend oL", "P2: delay with kJ")
    assert [seen(s, viewer, "discards", 0) for viewer in VIEWERS] == ["oL kJ"] * 4


def test_ws_7_1_a_card_shown_in_an_offer_is_hidden_again_under_a_road() -> None:
    s = position(["oL", "oL", ""], fronts={"JV3": "P3"}, row="OP1")
    play(s, "no action", "offer JV3 to P2", "put oL", "done", "P2: decline")
    assert seen(s, 1, "hand", 0) == "oL"
    play(s, "build OP1", "P2: let pass", "P3: let pass", "put oL", "done")
    assert [seen(s, viewer, "stack", road("OP1")) for viewer in VIEWERS] == ["oL", "gold", "gold", "gold"]


def test_ws_7_6_all_judges_alike_are_one_kind() -> None:
    assert GAME.actions.text(STATE.DISCARD) == "discard kJ"
    assert len(set(GAME.layout.deck.faces)) == len(GAME.layout.deck)


def test_ws_7_the_payment_is_one_sequence_that_others_see_when_it_is_done() -> None:
    match = seated(position(["kJ kJJ", "", ""], row="OP1"))
    for step, seat in (("no action", 0), ("build OP1", 0), ("let pass", 1), ("let pass", 2), ("put kJ", 0)):
        match.play(step, seat)
    for viewer in (1, 2, None):
        assert match.view(viewer).state.stack[road("OP1")].n == 0
        assert match.view(viewer).asked == (0,)
    assert match.can_undo(0)
    match.undo(0)
    match.play("put kJJ", 0)
    match.play("done", 0)
    assert [names(match.view(viewer).state.stack[road("OP1")]) for viewer in VIEWERS] == ["kJJ", *["black"] * 3]


def test_ws_7_a_window_that_has_closed_is_seen_at_once() -> None:
    match = seated(position(["kJ kJJ", "", ""], row="OP1"))
    for step, seat in (("no action", 0), ("build OP1", 0), ("let pass", 1), ("let pass", 2)):
        match.play(step, seat)
    assert match.view(1).state.window.depth == 0


def test_ws_7_a_fix_shows_its_back() -> None:
    s = position(["oL", "kJ oL gB", ""], built={"A01": "P2: oL"}, row="OP1")
    play(s, "call A01", "spend oL", "P2: delay with kJ", "P1: no build", "P2: no action", "fix oL")
    assert [seen(s, viewer, "stack", road("A01")) for viewer in VIEWERS] == ["gold gold", "oL oL", "gold gold", "gold gold"]


def test_ws_7_2_a_resolved_call_turns_up_the_whole_stack() -> None:
    s = position(["oL", "", ""], built={"A01": "P2: oL kJ gB"}, row="OP1")
    turned = [(event, what & 255) for event, _, what in told(s, "call A01", "spend oL", "no delay") if event == "turned"]
    assert [GAME.layout.deck.name(card) for _, card in turned] == ["oL", "kJ", "gB"]
    assert all(KIT.knows(cell, 7) for cell in s.discards[0].cell[: s.discards[0].n])


def test_ws_7_4_who_has_called_what_and_for_whom_it_waits_is_public() -> None:
    s = position(["oL", "kJ", ""], built={"A01": "P2: oL"}, row="OP1")
    play(s, "call A01", "spend oL", "P2: delay with kJ")
    for viewer in VIEWERS:
        view = blind(GAME, s, viewer)
        assert (view.caller[road("A01")], view.waiter[road("A01")]) == (1, 2)


def test_ws_7_5_the_score_of_the_moment_can_be_reckoned_by_all() -> None:
    built = {"A05": "P1: oL kJ", "A01": "P2: oL", "JV4": "P1 P3: kJ gB", "HH1": "P3: gBB"}
    s = position(["oLL", "kJ", "gB"], built=built, money=(3, 1, 4), debts=(3, 0, 5))
    for viewer in VIEWERS:
        view = blind(GAME, s, viewer)
        assert [TALLY.points(view, seat) for seat in range(3)] == [6, 3, 1]


def test_ws_7_road_decks_are_face_down() -> None:
    s = position(["", "", ""], roads="OP1 HH3 A12")
    assert set(names(blind(GAME, s, 0).roads).split()) == {"road", "year-1", "year-2", "year-3"}
    assert not {"OP1", "HH3", "A12"} & set(names(blind(GAME, s, 0).roads).split())


def test_ws_6_5_a_void_answer_is_in_nobodys_log() -> None:
    match = seated(position(["oL", "kJ", "kJJ"], row="OP1"))
    for step, seat in (("no action", 0), ("build OP1", 0), ("block with kJJ", 2), ("block with kJ", 1)):
        match.play(step, seat)
    assert not any("kJJ" in line for viewer in (0, 1, None) for line in match.log(viewer))
    assert any("kJ" in line for line in match.log(None))


def test_ws_6_4_a_builder_has_one_way_on_whether_honest_or_not() -> None:
    for hand in ("oLL", "kJ"):
        s = play(position([hand, "", ""], row="OP1"), "no action", "build OP1", "P2: let pass", "P3: let pass")
        assert legal(s) == {f"put {hand}"}


def test_ws_7_seats_know_only_their_own_ventures() -> None:
    s: Any = position(["", "", ""], built={"JV3": "P1 P3: oL kJ"})
    assert [seen(s, viewer, "stack", road("JV3")) for viewer in VIEWERS] == ["oL kJ", "gold black", "oL kJ", "gold black"]
