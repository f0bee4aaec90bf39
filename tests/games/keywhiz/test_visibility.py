"""Who sees what, and what worlds can be imagined (KW-7.1 to KW-7.6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.keywhiz.positions import legal, names, play, position, seated
from tuckbox.games.keywhiz import GAME
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.view.view import blind

OTHERS = (1, None)


def seen(s: Any, viewer: int | None, zone: str, seat: int = 0) -> str:
    """The cards a viewer sees of a hand or of Whiz cards, and a dot for each they do not."""
    pile = getattr(blind(GAME, s, viewer), zone)[seat]
    faces = sorted(cell & 255 for cell in pile.cell[: pile.n])
    return " ".join("." if face >= BACK else GAME.layout.deck[face] for face in faces)


def test_kw_7_1_what_is_drawn_is_seen_by_its_owner_only() -> None:
    s = play(position("2-1", "4H", deck="Q J", rivals="7"), "step 2-1", "draw")
    assert [seen(s, viewer, "hand") for viewer in (0, *OTHERS)] == ["4 Q", ". .", ". ."]
    s = play(position("2-2", "4H", deck="Q J", rivals="7"), "step 2-2")
    assert [seen(s, viewer, "whiz") for viewer in (0, *OTHERS)] == ["Q", ".", "."]


def test_kw_7_2_a_card_taken_in_a_swap_stays_known_until_it_is_placed_again() -> None:
    s = play(position("2-1 3-4", "2 K", table="5", rivals="7"), "step 2-1", "give K", "take 5")
    assert [seen(s, viewer, "hand") for viewer in (0, *OTHERS)] == ["2 5", "5 .", "5 ."]
    s.turn = 0
    play(s, "open 3-4", "key 5")
    assert [seen(s, viewer, "hand") for viewer in (0, *OTHERS)] == ["2", ".", "."]


def test_kw_7_4_a_square_without_effect_shows_that_the_hand_holds_the_rank_of_the_table_alone() -> None:
    s = play(position("2-1", "KD KH", table="KC", deck=""), "step 2-1")
    assert [seen(s, viewer, "hand") for viewer in OTHERS] == ["K K", "K K"]
    s = play(position("2-1", "KD KH", deck=""), "step 2-1")  # nothing lies there to swap with: the hand may be anything
    assert [seen(s, viewer, "hand") for viewer in OTHERS] == [". .", ". ."]


def test_kw_7_5_at_the_end_of_a_game_nothing_is_turned_up() -> None:
    s = play(position("4-4", "KD 3C", "9H", table="KC KH", home=3, rivals="7 8"), "open 4-4", "key K")
    assert s.over
    assert [(seen(s, viewer, "hand"), seen(s, viewer, "whiz")) for viewer in OTHERS] == [(".", ".")] * 2
    assert seen(s, 0, "hand", seat=1) == ". ."


@pytest.mark.parametrize("viewer", OTHERS)
def test_kw_7_6_whoever_stands_at_a_door_holds_a_key_in_every_world(viewer: int | None) -> None:
    s = play(position("", "2 5 5", table="9", players=3, rivals=""), "start 2")
    for seed in range(30):
        world = seated(s).view(viewer).redeal(Fast(seed))
        ranks = Counter(names(world.hand[0]).split())
        assert max(ranks.values()) > 1 or "9" in ranks
        assert legal(world)


def test_kw_7_6_whoever_is_to_draw_or_swap_can_in_every_world() -> None:
    s = play(position("2-1", "2", table="9", deck="", rivals="9 9 9 3"), "step 2-1")
    worlds = [seated(s).view(1).redeal(Fast(seed)) for seed in range(30)]
    assert all(legal(world) for world in worlds)
    s = play(position("2-1", "2", table="9", deck="", rivals="9"), "step 2-1")
    assert {names(seated(s).view(None).redeal(Fast(seed)).hand[0]) for seed in range(10)} == {"2"}
