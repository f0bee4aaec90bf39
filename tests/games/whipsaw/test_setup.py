"""Setting up, options and matches (WS-2.1 to WS-4.7, WS-8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whipsaw.positions import GAME, PACK, PLAIN, names, seen
from tuckbox.errors import OptionError
from tuckbox.games.whipsaw import cards as _cards
from tuckbox.games.whipsaw import decks as _decks
from tuckbox.kit.chance import Chance, Fast, Script
from tuckbox.match.match import Match
from tuckbox.view.view import blind

cards: Any = _cards
decks: Any = _decks


def begun(players: int, seed: int = 1, **options: Any) -> Any:
    state: Any = GAME.blank(players, options)
    PLAIN.rules.begin(state, Fast(seed))
    return state


@pytest.mark.parametrize(
    ("players", "options", "roads", "deck", "money"),
    [
        (3, {}, 36, 75, [0, 0, 0, 0]),
        (4, {}, 36, 70, [0, 0, 0, 0]),
        (2, {"unofficial": "true"}, 30, 80, [0, 0, 0, 0]),
        (3, {"start_money": "true"}, 36, 75, [0, 1, 3, 0]),
        (4, {"start_money": "true"}, 36, 70, [0, 1, 2, 7]),
        (2, {"start_money": "true", "unofficial": "true"}, 30, 80, [0, 2, 0, 0]),
        (3, {"decks": "three"}, 36, 75, [0, 0, 0, 0]),
        (2, {"mini": "true"}, 3, 4, [0, 0, 0, 0]),
    ],
)
def test_ws_4_6_the_table_is_set(players: int, options: dict[str, Any], roads: int, deck: int, money: list[int]) -> None:
    """WS-4.7."""
    s = begun(players, **options)
    assert s.roads.n + s.tail.n == roads
    assert sum(pile.n for pile in s.deck) + s.top.n == deck
    assert list(s.money) == money
    assert "CRASH" in names(s.tail).split()
    assert s.tail.n == (3 if "mini" in options else 6)
    assert s.row.n == (2 if "mini" in options else 4)
    assert all(s.hand[seat].n == (2 if "mini" in options else 5) for seat in range(players))
    assert (s.fronts.n, s.built.n, s.gone.n, s.turn) == (0, 0, 0, 0)
    assert (list(s.debts), [pile.n for pile in s.discards]) == ([0] * 4, [0] * 3)


def test_ws_4_1_the_years_lie_in_order() -> None:
    for seed in range(20):
        s = begun(3, seed)
        years = [cards.YEAR[cards.IDS.index(name)] for name in names(s.roads).split()]
        assert years == sorted(years, reverse=True)
        assert all(name == "CRASH" or cards.YEAR[cards.IDS.index(name)] == 3 for name in names(s.tail).split())


def test_ws_4_2_two_seats_have_no_ventures() -> None:
    s = begun(2, unofficial="true")
    assert all(s.pack[PACK.index(name)] == 0 for name in cards.IDS[cards.FIRST_VENTURE :])


def test_ws_4_5_three_decks_are_sorted_by_backs() -> None:
    s = begun(4, decks="three")
    for back in range(3):
        assert {cards.BACK_OF[cell & 255] for cell in s.deck[back].cell[: s.deck[back].n]} == {back}


def first_cards(wanted: str) -> Any:
    """A game of three whose road deck begins with these cards."""
    s: Any = GAME.blank(3)
    PLAIN.rules.renew(s)
    s.places = 4
    scratch = [name for name in cards.IDS if cards.ROADS[cards.IDS.index(name)][2] == 1 and name not in wanted.split()]
    for name in [*scratch, *reversed(wanted.split())]:
        s.roads.cell[s.roads.n] = PACK.index(name)
        s.roads.n += 1
    decks.first_row(s, Fast(5))
    return s


def test_ws_4_4_ventures_that_turn_up_first_go_back_into_the_first_year() -> None:
    s = first_cards("JV1 OP1 JV2 GC1 HH1 A02")
    assert names(s.row) == "OP1 GC1 HH1 A02"
    assert (s.roads.n, s.fronts.n) == (9, 0)
    assert {"JV1", "JV2"} <= set(names(s.roads).split())


def test_ws_4_4_without_ventures_nothing_is_shuffled() -> None:
    s = first_cards("OP1 JV1 GC1 HH1 A02")
    before = first_cards("OP1 GC1 HH1 A02 JV1")
    assert names(before.roads).split()[-1] == "JV1"
    assert names(s.row) == names(before.row)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (5, {}),
        (3, {"decks": "two"}),
        (3, {"mini": "true"}),
        (4, {"mini": "true"}),
        (3, {"rounds": 2}),
        (3, {"colour": "red"}),
        (3, {"match": "rotation", "rounds": 10}),
    ],
)
def test_ws_3_1_what_is_refused_when_a_game_is_set_up(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Match(GAME, players, options=options)


def ended(s: Any, winners: list[int], totals: list[int]) -> None:
    """The game has ended so; the next is dealt unless the match is done."""
    for seat in range(s.players):
        s.payoff[seat] = 1 / len(winners) if seat in winners else 0
        s.total[seat] = totals[seat]
    s.over = True
    PLAIN.rules.after(s)
    if not s.done:
        PLAIN.rules.begin(s, Fast(1))


def test_ws_8_6_seats_rotate_and_shares_add_up() -> None:
    s = begun(3, match="rotation", start_money="true")
    assert (s.turn, list(s.money[:3])) == (0, [0, 1, 3])
    ended(s, [0], [30, 20, 10])
    assert (s.turn, list(s.money[:3]), s.done) == (1, [3, 0, 1], 0)
    ended(s, [1, 2], [10, 20, 20])
    assert (s.turn, list(s.money[:3]), s.done) == (2, [1, 3, 0], 0)
    ended(s, [0], [30, 29, 29])
    assert (s.done, list(s.wins[:3]), list(s.points[:3])) == (1, [24, 6, 6], [70, 69, 59])
    assert list(s.place[:3]) == [1, 2, 3]


def test_ws_8_6_more_rounds() -> None:
    s = begun(2, unofficial="true", match="rotation", rounds=2)
    for game in range(4):
        assert s.turn == game % 2
        ended(s, [0, 1], [5, 5])
    assert (s.done, s.played, list(s.place[:2])) == (1, 4, [1, 1])


def test_ws_2_1_the_resource_cards() -> None:
    assert sum(cards.KIND.copies) == 90
    units = [sum(row[1] * row[column] for row in cards.RESOURCES) for column in (2, 3, 4)]
    assert units == [49, 49, 32]
    bearing = [sum(row[1] for row in cards.RESOURCES if row[column]) for column in (2, 3, 4)]
    assert bearing == [39, 39, 27]
    assert [len(kinds) for kinds in (cards.L_KINDS, cards.J_KINDS, cards.B_KINDS)] == [10, 10, 10]


def test_ws_2_2_the_roads() -> None:
    assert len(cards.ROADS) == 39
    assert [sum(road[2] == year for road in cards.ROADS) for year in (1, 2, 3)] == [13, 13, 13]
    assert [sum(road[column] for road in cards.ROADS) for column in (3, 4, 5)] == [50, 47, 29]
    amenities = [road[8] for road in cards.ROADS]
    assert [amenities.count(name) for name in cards.AMENITIES] == [7, 7, 7, 6]
    assert max(road[5] for road in cards.ROADS) == 4
    asked = [sum(sum(road[3:6]) for road in cards.ROADS if road[2] == year) / 13 for year in (1, 2, 3)]
    assert [round(units, 1) for units in asked] == [2.3, 3.3, 4.1]


def test_ws_7_the_back_of_the_next_card_is_public() -> None:
    s = begun(3)
    assert seen(s, None, "hand", 0).count(" ") == 4
    assert names(blind(GAME, s, None).top) in {"black", "green", "gold"}
    assert names(blind(GAME, s, None).tail).split().count("crash") == 1


def test_ws_4_3_the_crash_may_be_any_of_the_last_six() -> None:
    places = {names(begun(3, seed).tail).split().index("CRASH") for seed in range(60)}
    assert places == set(range(6))


def test_ws_4_setting_up_under_a_script_asks_for_every_chance() -> None:
    s: Any = GAME.blank(2, {"mini": "true"})
    with pytest.raises(Chance) as chance:
        PLAIN.rules.begin(s, Script([]))
    assert len(chance.value.outcomes) == 4
