"""Who knows what, and what carries over: rules that no other test bears."""

# mypy: allow-untyped-calls

from __future__ import annotations

import pytest

from tests.games.jalopies.positions import QUESTIONS, kinds, legal, names, play, race
from tuckbox.games.jalopies import GAME, state
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.view.view import blind


def test_jj_6_2_the_purse_does_not_open_the_order_of_payment_again() -> None:
    s = play(race("BR SM TK VE", "", kept={0: "RF"}, lying={0: "BA BA"}, sets="2"), "road BR", "pay TK")
    assert legal(s) == {"pay VE", "spend RF"}
    play(s, "spend RF")
    assert legal(s) == {"pay VE"}


def test_jj_7_1_what_is_paid_and_played_is_shown_to_all_what_is_drawn_to_the_drawer() -> None:
    s = play(race("CR SM SO TK", "", stock="NT HP VE"), "road CR", "pay SM", "end")
    for viewer in (0, 1, None):
        seen = blind(GAME, s, viewer)
        assert (names(seen.course), names(seen.discards)) == ("CR", "SM")
        drawn = [cell & 255 for cell in seen.hand[0].cell[:4]]
        assert sorted(drawn) == sorted(kinds("SO TK NT HP")) if viewer == 0 else min(drawn) >= BACK


@pytest.mark.parametrize(
    ("hand", "lying", "steps"),
    [
        ("MH SO SM", "FL", ["road MH"]),  # a Driving card is due
        ("BR SM TK VE", "", ["road BR", "pay TK"]),  # one more card, and none before it in kind order
        ("SM TK", "SP", ["fix 1 SP"]),  # a Personality card is due
        ("TK SM", "BA BA", ["fix 1 BA"]),
    ],
)
def test_jj_7_7_whoever_pays_or_mends_can_in_every_world_imagined(hand: str, lying: str, steps: list[str]) -> None:
    s = play(race(hand, "TK", sides="hn", sets="2", lying={0: lying}, stock="VE VE HF HF CW FL"), *steps)
    for viewer in (1, None):
        view = QUESTIONS.seated(s).view(viewer)
        for seed in range(20):
            assert legal(view.redeal(Fast(seed)))


def test_jj_7_7_an_answer_is_imagined_with_the_hand() -> None:
    """Seat 1 has committed its only Horsefeathers!; to others it may as well have passed, and hold anything."""
    s = play(race("SP CR", "HF CR", "TK", windows="full", stock="TK SM MH MH"), "play SP on 2", "negate HF")
    worlds = [QUESTIONS.seated(s).view(2).redeal(Fast(seed)) for seed in range(20)]
    assert {"HF" in names(world.hand[1]).split() for world in worlds} == {True, False}
    for world in worlds:
        assert world.window.level[0].answer[1] == GAME.actions.code("pass")
        assert play(world.copy(), "pass").turn == 0


def test_jj_7_4_who_is_asked_cannot_be_read_for_what_they_hold() -> None:
    """The attacker sees the same, whether the victim could answer or not."""
    able = play(race("SP TK", "HF SM"), "play SP on 2")
    unable = play(race("SP TK", "VE SM"), "play SP on 2")
    assert legal(able) == {"pass", "negate HF"}
    assert legal(unable) == {"pass"}
    assert blind(GAME, able, 0).hand[1] == blind(GAME, unable, 0).hand[1]


def test_jj_7_5_what_is_shuffled_again_is_known_no_more() -> None:
    s = play(race("MH TK", "TK", stock="", discards="SM SM SO CS"), "road MH", "end")
    seen = blind(GAME, s, 1)
    assert s.stock.n + s.hand[0].n > 2
    assert all(cell & 255 >= BACK for cell in seen.stock.cell[: seen.stock.n])


def test_jj_7_6_partners_do_not_see_each_others_hands() -> None:
    s = race("SM", "TK", "SO CS", "HF", race="partner")
    assert all(cell & 255 >= BACK for cell in blind(GAME, s, 0).hand[2].cell[:2])
    assert blind(GAME, s, 2).hand[2].cell[0] & 255 < BACK


def test_jj_5_1_a_turn_is_start_action_phase_and_draw_phase() -> None:
    """Highwaymen take a card at the start of each of the racer's turns."""
    s = race("MH MH", "SM", stock="CR CR SO SO SM SM", lying={0: "HW"})
    assert s.hand[0].n == 1
    play(s, "road MH", "end")
    assert s.hand[0].n == 2
    assert (s.turn, s.phase, s.acts) == (1, state.Phase.ACT, 0)
    play(s, "rest")
    assert (s.turn, s.hand[0].n) == (0, 1)
