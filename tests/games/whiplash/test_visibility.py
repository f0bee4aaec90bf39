"""What the others see (WL-7.1 to WL-7.4)."""

from __future__ import annotations

import pytest

from tests.games.whiplash.positions import from_top, held_by, names, pile, position, seated
from tuckbox.kit.deck import BACK
from tuckbox.match.match import Match

OTHERS = (1, 2, None)


def stock_as_seen(match: Match, viewer: int | None) -> tuple[str, int]:
    """The cards of the stock a viewer knows, from the top, and how many lie there."""
    zone = match.view(viewer).state.stock
    known = [cell for cell in zone.cell[: zone.n] if cell & 255 < BACK]
    if not known:
        return "", zone.n
    assert len(known) == zone.n
    return from_top(zone), zone.n


def test_wl_7_2_a_card_drawn_from_the_first_stock_is_the_drawers_secret() -> None:
    match = seated(position(["7D QD TS 9H", None, None], discards="4S TD"))
    drawn = from_top(match.state.stock).split()[0]
    match.play("draw stock")
    shown, hidden = held_by(match.view(0), 0)
    assert (set(shown.split()), hidden) == ({"7D", "QD", "TS", "9H", drawn}, 0)
    for viewer in OTHERS:
        assert held_by(match.view(viewer), 0) == ("", 5)
        assert pile(match.view(viewer).state.discards) == "4S TD"
    match.play("discard QD")
    for viewer in OTHERS:
        assert held_by(match.view(viewer), 0) == ("", 4)
        assert pile(match.view(viewer).state.discards) == "4S TD QD"
        face = match.game.layout.deck.face(match.game.layout.deck.index(drawn))
        assert not any(face in line for line in match.log(viewer))


def test_wl_7_3_a_card_taken_from_the_pile_is_known_as_long_as_it_is_held() -> None:
    match = seated(position(["7D QD TS 9H", None, None], discards="4S TD 2C"))
    match.play("take discard")
    for viewer in OTHERS:
        assert held_by(match.view(viewer), 0) == ("2C", 4)
        assert pile(match.view(viewer).state.discards) == "4S TD"
    match.play("discard 9H")
    for _ in range(5):
        for viewer in OTHERS:
            assert held_by(match.view(viewer), 0)[0].startswith("2C") or viewer == 0
        match.play("draw stock")
        keep = [text for text in match.legal() if text not in ("discard 2C", "discard 7D")]
        match.play(keep[0])
    match.play("draw stock")
    match.play("discard 2C")
    for viewer in OTHERS:
        assert held_by(match.view(viewer), 0) == ("", 4)
        assert pile(match.view(viewer).state.discards).endswith("2C")


def test_wl_7_4_cards_drawn_from_a_renewed_stock_are_known_to_all() -> None:
    """WL-7.4."""
    match = seated(position(["7D QD TS 9C", None, None], discards="4S TD 2C", stock="KD"))
    match.play("draw stock")
    match.play("discard 9C")
    for viewer in (0, 1, 2, None):
        assert stock_as_seen(match, viewer) == ("4S TD 2C", 3)
    assert held_by(match.view(2), 0) == ("", 4)
    match.play("draw stock")
    for viewer in (0, 2, None):
        assert held_by(match.view(viewer), 1) == ("4S", 4)
    for viewer in (0, 1, 2, None):
        assert stock_as_seen(match, viewer) == ("TD 2C", 2)


@pytest.mark.parametrize(
    ("edition", "hand", "call"), [("2023", "7C 7D 7S QD TD", "TD"), ("royal", "JH JD JC AH AD", "royal")]
)
def test_wl_7_2_after_a_call_every_hand_lies_open(edition: str, hand: str, call: str) -> None:
    match = seated(position([hand, None, None], edition=edition))
    match.play(f"call {call}")
    shown = set(hand.split()) - {call}
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert [held_by(view, seat) for seat in range(3)] == [(names(match.state.hand[seat].cards), 0) for seat in range(3)]
        assert set(held_by(view, 0)[0].split()) == shown
        assert pile(view.state.discards).endswith(call) or call == "royal"
        assert stock_as_seen(match, viewer)[0] == ""


def test_wl_7_the_stock_is_a_number_until_it_is_renewed() -> None:
    match = Match("whiplash", 4, seed=11)
    for viewer in (0, 1, 2, 3, None):
        assert stock_as_seen(match, viewer) == ("", 35)
        for seat in range(4):
            assert held_by(match.view(viewer), seat)[1] == (0 if seat == viewer else 4)


def test_wl_7_1_the_whole_pile_and_its_order_are_seen_by_all() -> None:
    match = seated(position([None, None], discards="4S TD 2C KH"))
    assert {pile(match.view(viewer).state.discards) for viewer in (0, 1, None)} == {"4S TD 2C KH"}


def test_wl_7_2_who_takes_what_is_read_by_all_and_draws_only_by_the_drawer() -> None:
    match = seated(position(["7D QD TS 9H", None], discards="4S TD 2C"))
    drawn = match.game.layout.deck.index(from_top(match.state.stock).split()[0])
    match.play("draw stock")
    assert match.game.layout.deck.face(drawn) in match.log(0)[-1]
    assert match.log(1)[-1] == match.log(None)[-1] == "Ann draws a card."
    match.play("discard 9H")
    match.play("take discard")
    assert match.log(0)[-1] == match.log(None)[-1] == "Bo takes 9♥ from the pile."


def test_wl_7_3_after_a_new_deal_nothing_is_known() -> None:
    match = seated(position(["7D QD TS 9H", "9C QC 4D 6S"], discards="2C", turns=118))
    match.play("take discard")
    match.play("discard 9H")
    match.play("take discard")
    assert held_by(match.view(0), 1) == ("9H", 4)
    match.play("discard 4D")
    assert match.between
    assert held_by(match.view(1), 0) == ("2C", 3)
    match.deal()
    for viewer, seat in ((0, 1), (1, 0), (None, 0), (None, 1)):
        assert held_by(match.view(viewer), seat) == ("", 4)
    assert stock_as_seen(match, None) == ("", 43)
