"""Forms of races (JJ-8.1 to JJ-8.53), and what else the book says of setting up (JJ-3.1 to JJ-4.5)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import CHANCE, PLAIN, RULES, ailing, asked, legal, may, names, play, race
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import OptionError
from tuckbox.games.jalopies import GAME, cards, effects_in_play, races, state
from tuckbox.games.jalopies.tournament import TOURNAMENT
from tuckbox.kit.chance import Fast


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (5, {"sets": "1"}),
        (6, {"sets": "1"}),
        (5, {"race": "partner"}),
        (3, {"race": "team"}),
        (2, {"race": "partner"}),
        (3, {"race": "circuit", "circuit_races": "standard,rally"}),
        (3, {"race": "circuit", "circuit_races": "standard,rally,rally,rally,rally,rally"}),
        (3, {"race": "circuit", "circuit_races": "standard,rally,team"}),
        (3, {"circuit_races": "standard,rally,rally"}),
        (2, {"racers": "Angus,Angus"}),
        (2, {"racers": "Angus"}),
        (2, {"racers": "Angus,Nobody"}),
        (2, {"sides": "hero,villain,hero"}),
        (2, {"windows": "full", "road_window": "last"}),
        (2, {"curfew": 201}),
        (2, {"curfew": 0}),
        (3, {"first_racer": "4"}),
        (2, {"first_racer": "0"}),
        (3, {"deck": "mini"}),
        (2, {"deck": "mini", "curfew": 3}),
        (2, {"deck": "mini", "curfew": "off"}),
        (2, {"deck": "mini", "curfew": 2, "race": "rally"}),
        (2, {"deck": "mini", "curfew": 2, "first_racer": "2"}),
    ],
)
def test_cases_67_and_87_refused_options(players: int, options: dict[str, Any]) -> None:
    """JJ-3.1."""
    with pytest.raises(OptionError):
        GAME.settle_options(players, options)


@pytest.mark.parametrize("option", ["flip_first", "second_draws", "stop_early", "crowd_counts"])
def test_jj_3_1_a_house_rule_without_occasion_changes_nothing_and_is_not_refused(option: str) -> None:
    """Every record names them, whatever its race, and older ones mean something by not naming them."""
    for value in GAME.layout.options[option].values:
        assert GAME.settle_options(3, {option: value})[1][option] == value


def test_what_older_records_mean_that_do_not_name_the_house_rules() -> None:
    told = GAME.recorded_options({"race": "endurance"})
    assert {name: told[name] for name in ("flip_first", "second_draws", "stop_early")} == {
        "flip_first": "no",
        "second_draws": "yes",
        "stop_early": "yes",
    }
    assert GAME.settle_options(2, told)


def test_jj_3_2_how_long_a_course_is() -> None:
    lengths = {2: 8, 3: 10, 4: 12, 5: 12, 6: 12}
    for players, sections in lengths.items():
        assert race(*[""] * players).sections == sections
        assert race(*[""] * players, race="rally").sections == 6
    assert race("", "", "", "", race="partner").sections == 12


def test_jj_3_3_two_sets_are_everything_twice() -> None:
    assert sum(race("", "", "", "", "").pack) == 2 * (70 + 8)
    assert sum(race("", "").pack) == 70 + 8
    assert sum(race("", "", sets="2").pack) == 2 * (70 + 8)


def rally(**more: Any) -> Any:
    return race("", "", "", race="rally", sheets=["Fifi", "Angus", "Luigi"], **more)


def next_race(s: Any) -> Any:
    """Book the race that is over and set up the next."""
    RULES.after(s)
    assert not s.done
    PLAIN.rules.begin(s, Fast(3))
    return s


def test_case_68_rally_hands_are_shorter_by_the_place() -> None:
    """JJ-8.11. Luigi's Hand Size was five in the first design."""
    s = rally()
    s.over, s.rank[:3] = True, [1, 2, 3]
    next_race(s)
    assert [s.hand[seat].n for seat in range(3)] == [5, 6, 3]
    assert (s.first, s.turn, s.segment, s.sections) == (0, 0, 1, 6)


def last_two(*hands: str, **more: Any) -> Any:
    """A Rally segment of three in which the second is home and the first one section before the line."""
    s = race(*hands, race="rally", sides="hhn", course="CR CR CR CR CR MH", pawns=[5, 6, 4], **more)
    s.home[1], s.finishers = 1, 1
    return s


def test_jj_8_10_a_segment_runs_until_all_racers_cross() -> None:
    s = play(last_two("MH SM", "", "SO SO HF TK FL"), "drive MH")
    assert (s.over, s.home[:3], s.mover) == (False, [2, 1, 0], 2)
    assert not may(s, "play")  # alone, with nobody to play the Flat Tire on
    play(s, "drive SO", "pay HF", "end")
    assert (s.over, s.mover, s.round) == (False, 2, 3)  # the turn comes round to the only one left
    play(s, "drive SO")
    assert (s.over, s.rank[:3], s.home[:3]) == (True, [2, 1, 3], [2, 1, 3])


def test_jj_8_50_a_race_of_a_circuit_runs_until_the_last_racer_crosses() -> None:
    course = "CR CR CR CR CR CR CR MH"
    for house in (False, True):
        more: Any = {"stop_early": "yes"} if house else {}
        s = play(race("MH", "MH", race="circuit", course=course, pawns=[7, 7], **more), "drive MH")
        assert bool(s.over) is house
    s = play(race("MH", "MH", race="circuit", course=course, pawns=[7, 7]), "drive MH", "drive MH")
    assert (s.over, s.rank[:2]) == (True, [1, 2])


def test_jj_1_5_in_full_windows_who_is_alone_is_asked_nothing() -> None:
    s = play(last_two("MH", "HF", "SO CR HF", windows="full"), "drive MH", "pass", "drive SO", "pay CR")
    assert (s.window.depth, s.mover, s.pawn[2]) == (0, 2, 5)


def test_case_69_a_segment_ends_when_one_is_left() -> None:
    """A house rule (JJ-8.10)."""
    s = last_two("MH SM", "", "TK", karma={0: "NT", 1: "HP"}, lying={0: "LL"}, stop_early="yes")
    play(s, "drive MH")
    assert (s.over, s.rank[:3]) == (True, [2, 1, 3])
    assert (s.hand[0].n, s.front[0].n, names(s.karma[0]), names(s.karma[1])) == (0, 0, "NT", "HP")
    next_race(s)
    assert (names(s.karma[0]), names(s.karma[1]), s.first, s.side[:3]) == ("NT", "HP", 1, [0, 0, 1])
    assert sum(s.pack) == 78


def test_jj_8_10_the_third_segment_decides_a_rally() -> None:
    s = rally()
    for ranks, first in (([1, 2, 3], 0), ([3, 1, 2], 1)):
        s.over, s.rank[:3] = True, ranks
        next_race(s)
        assert s.first == first
    s.over, s.rank[:3] = True, [2, 3, 1]
    RULES.after(s)
    assert (s.done, s.place[:3]) == (True, [2, 3, 1])


def test_jj_8_12_the_winner_of_a_segment_goes_first_and_sheets_and_sides_stay() -> None:
    s = rally(sides="hvn")
    for ranks, first in (([3, 1, 2], 1), ([2, 3, 1], 2)):
        s.over, s.rank[:3] = True, ranks
        next_race(s)
        assert (s.first, s.turn, s.phase) == (first, first, state.Phase.ACT)
        assert (s.sheet[:3], s.side[:3]) == ([4, 1, 8], [state.Side.HERO, state.Side.VILLAIN, state.Side.NEUTRAL])


@pytest.mark.parametrize(("flip", "by_day"), [("no", True), ("yes", False), (None, False)])
def test_case_70_endurance_turns_the_sheet_every_round(flip: str | None, by_day: bool) -> None:
    """JJ-8.20; as printed every time, the first included."""
    chosen: Any = {"flip_first": flip} if flip else {}
    s = race("", "", race="endurance", sheets=["Luigi", ""], round=1, **chosen)
    for round_ in (1, 2, 3):
        day = by_day == (round_ % 2 == 1)
        assert (s.round, effects_in_play.draw_rate(s, 0)) == (round_, 3 if day else 2)
        smile = bool(effects_in_play.counting_as(s, 0, 4) >> cards.DECK.card("SM") & 1)
        assert smile is not day
        for _ in range(2):
            s.turn = s.mover
            races.next_turn(s, CHANCE)


def test_jj_8_20_hands_are_dealt_by_main_abilities() -> None:
    for flip in ("no", "yes"):
        s: Any = GAME.blank(2, {"race": "endurance", "flip_first": flip, "racers": "Angus,Hoodini", "sides": "hero,villain"})
        PLAIN.rules.begin(s, Fast(1))
        assert sorted(s.hand[seat].n for seat in range(2)) == [6, 8]
        assert s.hand[0].n == 8


def test_jj_8_21_what_was_struck_off_stays_so_and_hands_are_not_reduced() -> None:
    full = "SM SM SM TK TK TK CR CR"
    options: Any = {"race": "endurance", "flip_first": "no"}
    s = race("SO", full, sheets=["Hoodini", "Angus"], sides="hn", lying={0: "SP"}, round=1, **options)
    assert (s.asks[0][0], effects_in_play.hand_size(s, 1)) == (1, 8)
    play(s, "rest", "rest", "draw", "draw")
    assert (s.round, s.turn) == (2, 0)
    assert (s.asks[0][0], effects_in_play.hand_size(s, 1), s.hand[1].n) == (1, 6, 8)
    play(s, "rest")
    assert s.hand[1].n == 8


def test_case_71_partners_share_a_pawn_and_no_blows() -> None:
    """JJ-1.5, JJ-8.31."""
    s = race("FL", "", "", "", race="partner", sides="vvvv")
    assert may(s, "play") == {"play FL on 2", "play FL on 4"}
    s = race("", "", "SO", "", race="partner", course="MH", lying={0: "SP"}, turn=2)
    assert play(s, "drive SO").pawn[:4] == [1, 0, 0, 0]
    s = play(race("", "DI", "", "", race="partner", course="MH MH", pawns=[2, 0], turn=1), "play DI on 3")
    assert (s.pawn[0], ailing(s, 2), ailing(s, 0)) == (1, "DI", "")


def test_jj_8_32_a_hero_aids_their_partner() -> None:
    s = race("TK", "", "", "", race="partner", sides="hnnn", lying={2: "FL"}, stock="NT")
    assert names(play(s, "fix 3 FL", "with TK").karma[0]) == "NT"


def test_jj_8_30_sidekicks_stay_at_home_in_partner_and_team_races() -> None:
    for form in ("partner", "team"):
        s = race("", "", "", "", race=form, sheets=["Hoodini", "Angus", "", ""])
        assert [effects_in_play.hand_size(s, seat) for seat in range(2)] == [6, 8]


def test_jj_8_33_the_pair_whose_pawn_finishes_wins() -> None:
    s = race("", "", "MH", "", race="partner", course="CR CR CR CR CR CR CR CR CR BR BR", pawns=[11, 3], turn=2)
    play(s, "road MH")
    assert (s.over, s.rank[:4], s.payoff[:4]) == (True, [1, 3, 1, 3], [1, 0, 1, 0])
    RULES.after(s)
    assert (s.done, s.place[:4]) == (True, [1, 3, 1, 3])


def test_case_72_the_second_pawn_of_a_team_counts() -> None:
    """JJ-8.40."""
    course = "CR CR CR CR CR CR CR CR CR BR BR MH"
    s = race("", "SO", "", "SO", race="team", course=course, pawns=[12, 11, 5, 11], turn=1)
    s.home[0], s.finishers = 1, 1
    play(s, "drive SO")
    assert (s.over, s.turn) == (False, 2)  # the turn of the one who has finished is over
    play(s, "rest", "drive SO")
    assert (s.over, s.rank[:4], s.payoff[:4]) == (True, [3, 1, 3, 1], [0, 1, 0, 1])


def test_case_85_teams_at_curfew() -> None:
    """JJ-8.41."""
    s = race(*[""] * 6, race="team", pawns=[12, 11, 10, 5, 11, 11])
    s.home[0], s.finishers = 1, 1
    s.round, s.mover = 40, 5
    races.next_turn(s, CHANCE)
    assert s.rank == [1, 3, 5, 1, 3, 5]


def test_case_73_a_circuit_is_won_by_points_then_by_races() -> None:
    s = race("", "", "", race="circuit", circuit_races="standard,standard,standard")
    for ranks in ([1, 2, 3], [3, 1, 2], [1, 2, 3]):
        s.over, s.rank[:3] = True, ranks
        RULES.after(s)
        if not s.done:
            s.over = False
    assert (s.points[:3], s.place[:3], s.wins[:3]) == ([25, 25, 22], [1, 2, 3], [2, 1, 0])


def test_jj_8_52_then_the_better_place_in_the_last_race() -> None:
    s = race("", "", race="circuit")
    s.points[:2], s.wins[:2], s.last[:2] = [27, 27], [1, 1], [2, 1]
    assert races.score(s, 1) > races.score(s, 0)


def test_jj_8_53_several_tables_count_the_points_and_then_the_wins_of_all_races() -> None:
    s = race("", "", "", race="circuit", circuit_races="standard,standard,standard")
    s.points[:3], s.wins[:3] = [25, 25, 22], [2, 1, 0]
    assert TOURNAMENT.points(s) == [(25, 2), (25, 1), (22, 0)]
    places = [10 - place for place in (1, 2, 3)]
    assert TOURNAMENT.bye(3, TOURNAMENT.bouts[0].options) == 3 * sum(places) / len(places)
    lengths = [len(bout.options["circuit_races"].split(",")) for bout in TOURNAMENT.bouts]
    assert lengths == [3, 3, 4, 5]


def test_jj_8_50_a_rally_counts_as_one_race_of_a_circuit() -> None:
    s = race("", "", race="circuit", circuit_races="rally,standard,endurance")
    s.form, s.sections = state.Form.RALLY, 6
    for segment in (1, 2):
        s.over, s.rank[:2] = True, [1, 2]
        next_race(s)
        assert (s.segment, s.race_number, s.points[:2], s.phase) == (segment, 0, [0, 0], state.Phase.ACT)
    s.over, s.rank[:2] = True, [2, 1]
    next_race(s)
    assert (s.race_number, s.points[:2], s.form, s.phase, s.turn) == (1, [8, 9], state.Form.STANDARD, state.Phase.SIDE, 0)


def test_case_74_the_curfew() -> None:
    s = race("", "", course="CR CR CR CR CR CR CR", pawns=[7, 7], round=40, turn=1)
    s.arrived[:2] = [9, 8]
    play(s, "rest")
    assert (s.over, s.rank[:2], s.payoff[:2]) == (True, [2, 1], [0, 1])
    s = play(race("", "", "", first=1, round=40), "rest")
    assert (s.over, s.rank[:3]) == (True, [3, 1, 2])
    assert not play(race("", "", round=39, turn=1), "rest").over


def test_jj_8_2_the_latest_curfew_comes() -> None:
    """The greatest number of rounds fits into its field, and is the last."""
    s = race("", "", round=200, turn=1, curfew=200)
    assert record_bytes(GAME, s)
    assert not play(race("", "", round=199, turn=1, curfew=200), "rest").over
    assert play(s, "rest").over


def test_jj_8_2_there_may_be_no_curfew() -> None:
    for round_ in (1, 40, 200, 30_000):
        s = play(race("", "", round=round_, turn=1, curfew="off"), "rest")
        assert (s.over, s.round, s.turn) == (False, round_ + 1, 0)
        assert record_bytes(GAME, s)


def test_case_75_hot_pursuit_may_finish() -> None:
    """JJ-5.81."""
    course = "CR CR CR CR CR CR CR MH"
    s = race("HP SM", "", race="circuit", course=course, pawns=[7, 3], stop_early="yes")
    assert "play HP" in legal(s)
    play(s, "play HP")
    assert (s.over, s.rank[:2]) == (True, [1, 2])


def test_case_86_the_last_of_a_race_goes_first_in_the_next() -> None:
    """JJ-8.51."""
    s = race("", "", "", race="circuit", sides="hvn", karma={0: "NT", 1: "BB"}, sheets=["Fifi", "Otto", "Luigi"])
    s.over, s.rank[:3] = True, [2, 3, 1]
    next_race(s)
    order = []
    while s.phase == state.Phase.SIDE:
        order.append(s.turn)
        play_side(s)
    assert (order, s.turn, s.first) == ([1, 2, 0], 1, 1)
    assert [s.karma[seat].n for seat in range(3)] == [0, 0, 0]
    assert (s.sheet[:3], sum(s.pack)) == ([4, 9, 8], 78)


def play_side(s: Any) -> None:
    assert legal(s) == {"hero", "neutral", "villain"}
    RULES.apply(s, GAME.actions.code("neutral"), CHANCE)


def test_jj_8_2_the_round_ends_at_the_first_seat_even_if_it_has_finished() -> None:
    s = race("", "", "", race="rally", pawns=[6, 0, 0], turn=2, round=3)
    s.home[0], s.finishers = 1, 1
    play(s, "rest")
    assert (s.round, s.mover) == (4, 1)


def test_jj_8_3_who_never_left_ranks_before_who_came_back() -> None:
    s = play(race("SG SM", "", "", sides="vnn", course="MH", pawns=[1, 1, 0]), "play SG on 2", "pay SM")
    assert [races.standing_of(s, seat) for seat in range(3)] == [1, 3, 2]


def test_jj_5_90_finishing_ends_a_turn_without_a_draw() -> None:
    s = race("SO", "", "", race="rally", course="CR CR CR CR CR MH", pawns=[5, 0, 0])
    play(s, "drive SO")
    assert (s.over, s.mover, s.hand[0].n) == (False, 1, 0)


def test_jj_5_91_a_finished_racer_is_no_target() -> None:
    s = race("FL SP", "", "", race="rally", pawns=[0, 6, 0])
    s.home[1], s.finishers = 1, 1
    assert may(s, "play") == {"play FL on 3", "play SP on 3"}
    assert asked(s) == []
