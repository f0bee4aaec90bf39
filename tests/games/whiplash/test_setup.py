"""The pack, the options and the deal (WL-2.1 to WL-4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whiplash.positions import (
    EDITIONS,
    PACK,
    PLAIN,
    RANKS,
    RULES,
    SUITS,
    Stacked,
    from_top,
    names,
    pile,
    play,
    position,
)
from tuckbox.errors import OptionError
from tuckbox.games.whiplash import GAME
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match

ORDER = " ".join(rank + suit for rank in RANKS for suit in SUITS)


def dealt(players: int, seed: int, **options: Any) -> Any:
    s: Any = GAME.blank(players, options)
    PLAIN.rules.begin(s, Fast(seed))
    return s


def test_wl_2_1_one_pack_of_52_named_by_rank_and_suit() -> None:
    assert sorted(PACK) == sorted(ORDER.split())
    assert set(PACK.copies) == {1}
    assert (PACK[51], PACK.index("TD")) == ("AS", 33)


def test_wl_2_3_piles_have_an_order_hands_have_none() -> None:
    s = position(["QC 3D 8H JS", "4C 5D 6H 7S"], discards="4S TD 2C", stock="KD 9H")
    assert s.hand[0] == position(["JS QC 8H 3D", "4C 5D 6H 7S"], discards="4S TD 2C", stock="KD 9H").hand[0]
    assert names(play(s.copy(), "draw stock").hand[0].cards) == "3D 8H JS QC KD"
    assert names(play(s.copy(), "take discard").hand[0].cards) == "2C 3D 8H JS QC"
    s = play(s, "draw stock", "discard KD")
    assert (pile(s.discards), from_top(s.stock), s.hand[0].cards.bit_count()) == ("4S TD 2C KD", "9H", 4)


def test_wl_3_the_options_and_what_they_are_unless_told() -> None:
    players, values = GAME.settle_options(None, {})
    assert players == 2
    assert GAME.players == (2, 3, 4)
    told = {"edition": "2023", "match": "race", "target": 21, "turn_cap": 120, "void_limit": 5, "ranks": 13}
    assert values == {**told, "stalemate": "printed", "dealer": "random"}
    assert GAME.settle_options(2, {"match": "hands"})[1]["hands"] == 12
    assert GAME.settle_options(2, {"match": "time"})[1]["minutes"] == 30


@pytest.mark.parametrize(
    ("name", "low", "high", "more"),
    [
        ("target", 1, 99, {}),
        ("hands", 1, 99, {"match": "hands"}),
        ("minutes", 1, 240, {"match": "time"}),
        ("turn_cap", 40, 400, {}),
        ("void_limit", 1, 20, {}),
        ("ranks", 3, 13, {}),
    ],
)
def test_wl_3_1_values_outside_the_range_are_refused(name: str, low: int, high: int, more: dict[str, str]) -> None:
    for value in (low, high):
        assert GAME.settle_options(2, {**more, name: value})[1][name] == value
    for wrong in (low - 1, high + 1, "many", 1.5, -5):
        with pytest.raises(OptionError):
            GAME.settle_options(2, {**more, name: wrong})


@pytest.mark.parametrize("options", [{"edition": "1999"}, {"match": "duel"}, {"jokers": 2}, {"dealer": "7"}], ids=str)
def test_wl_3_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        GAME.settle_options(4, options)


@pytest.mark.parametrize("players", [1, 5, 0])
def test_wl_3_two_to_four_play(players: int) -> None:
    with pytest.raises(OptionError):
        GAME.settle_options(players, {})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("match", ["single", "race", "hands", "time"])
def test_wl_3_3_every_kind_of_match_goes_with_every_edition(match: str, edition: str) -> None:
    assert Match(GAME, 3, seed=1, match=match, edition=edition).legal() == ["draw stock", "take discard"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wl_4_1_the_first_dealer_is_drawn_or_given(players: int) -> None:
    assert {dealt(players, seed).dealing for seed in range(60)} == set(range(players))
    for dealer in range(players):
        assert {dealt(players, seed, dealer=dealer).dealing for seed in range(5)} == {dealer}
    with pytest.raises(OptionError, match=r"WL-4\.1|dealer"):
        GAME.settle_options(players, {"dealer": players})


def test_wl_4_2_one_card_at_a_time_from_the_left_of_the_dealer() -> None:
    match = Match(GAME, 3, dealer=1, deal=Stacked(seed=0, order=ORDER))
    held = [names(zone.cards) for zone in match.state.hand[:3]]
    assert held == ["2D 3C 3S 4H", "2H 3D 4C 4S", "2C 2S 3H 4D"]
    assert pile(match.state.discards) == "5C"
    match.play("draw stock")
    assert names(match.state.hand[2].cards) == "2C 2S 3H 4D 5D"


@pytest.mark.parametrize(("players", "left"), [(2, 43), (3, 39), (4, 35)])
def test_wl_4_3_the_rest_is_the_stock_and_its_top_card_is_turned_up(players: int, left: int) -> None:
    s = dealt(players, 5)
    assert (s.stock.n, s.discards.n, s.turns, s.recycled, s.phase) == (left, 1, 0, 0, RULES.Phase.TAKE)
    assert [zone.cards.bit_count() for zone in s.hand] == [4] * players + [0] * (4 - players)
    lying = [names(zone.cards) for zone in s.hand] + [from_top(s.stock), pile(s.discards)]
    assert sorted(" ".join(lying).split()) == sorted(PACK)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wl_4_4_the_seat_left_of_the_dealer_begins_and_play_goes_clockwise(players: int) -> None:
    for dealer in range(players):
        match = Match(GAME, players, seed=2, dealer=dealer)
        for step in range(2 * players):
            assert match.turn == (dealer + 1 + step) % players
            match.play("draw stock")
            match.play(match.legal()[step % 5])


@pytest.mark.parametrize(("ranks", "players"), [(3, 2), (4, 3), (5, 4)])
def test_wl_3_2_the_highest_ranks_stay_in_a_smaller_pack(ranks: int, players: int) -> None:
    s = dealt(players, 1, ranks=ranks)
    lying = [names(zone.cards) for zone in s.hand] + [from_top(s.stock), pile(s.discards)]
    assert sorted(" ".join(lying).split()) == sorted(rank + suit for rank in RANKS[13 - ranks :] for suit in SUITS)


def test_wl_4_2_every_card_is_as_likely_in_every_hand() -> None:
    where = [0] * 52
    for seed in range(1000):
        held = dealt(2, seed, dealer=0).hand[0].cards
        where = [n + (held >> card & 1) for card, n in enumerate(where)]
    assert sum(where) == 4 * 1000
    assert all(40 <= n <= 115 for n in where)  # 77 expected, deviation 8.4


def test_wl_8_7_people_are_offered_shorter_matches_and_the_printed_race_to_21_stays_the_usual_one() -> None:
    settled = [GAME.settle_options(2, offer.options)[1] for offer in GAME.offers]
    lengths = [(options["match"], options.get("target", options.get("hands"))) for options in settled]
    assert lengths == [("race", 5), ("race", 7), ("hands", 12), ("race", 21)]
    assert settled[-1] == GAME.settle_options(2, {})[1]
