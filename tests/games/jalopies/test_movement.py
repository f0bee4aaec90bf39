"""Movement and cost (JJ-5.10 to JJ-5.22)."""

# mypy: allow-untyped-calls

from __future__ import annotations

from tests.games.jalopies.positions import hand, legal, may, names, play, race
from tuckbox.games.jalopies import cards, state


def test_case_1_a_road_is_laid_paid_for_and_entered() -> None:
    s = play(race("CR SM", ""), "road CR", "pay SM")
    assert (names(s.course), s.pawn[0], names(s.discards), s.hand[0].n) == ("CR", 1, "SM", 0)


def test_case_2_who_cannot_pay_rests() -> None:
    assert legal(race("CR", "")) == {"rest"}


def test_case_3_the_main_highway_is_free() -> None:
    s = play(race("MH", ""), "road MH")
    assert (s.pawn[0], s.phase, names(s.course)) == (1, state.Phase.ACT, "MH")


def test_case_4_a_road_only_card_needs_a_driving_card() -> None:
    """JJ-5.11."""
    assert not may(race("MP SM", ""), "road")
    s = play(race("MP SO", ""), "road MP")
    assert legal(s) == {"pay SO"}
    assert play(s, "pay SO").pawn[0] == 1


def test_case_5_hollows_need_none() -> None:
    assert play(race("MP", "", sheets=["Zeke", ""]), "road MP").pawn[0] == 1


def test_case_6_roads_are_laid_at_the_front_only() -> None:
    """JJ-5.10."""
    s = race("MH MH", "", course="MH")
    assert may(s, "drive") == {"drive MH"}
    assert not may(s, "road")


def test_case_7_a_driving_card_enters_a_section_and_pays_its_toll() -> None:
    s = play(race("MH TK", "", course="CR"), "drive MH", "pay TK")
    assert (s.pawn[0], hand(s, 0), sorted(names(s.discards).split())) == (1, "", ["MH", "TK"])


def test_case_8_without_the_toll_no_entry() -> None:
    """JJ-5.15."""
    assert not may(race("MH", "", course="CR"), "drive")


def test_case_9_a_steep_road_asks_for_a_second_driving_card() -> None:
    """JJ-5.13."""
    for first, second in (("SO", "CS"), ("CS", "SO")):
        s = play(race("SO CS SM", "", course="CR", ground={1: "SR"}), f"drive {first}")
        assert legal(s) == {f"pay {second}"}
        assert legal(play(s, f"pay {second}")) == {"pay SM"}
        assert play(s, "pay SM").pawn[0] == 1


def test_case_10_dexter_drives_with_equipment_and_pays_no_toll() -> None:
    assert not may(race("SO TK SM", "", course="CR", ground={1: "SR"}), "drive")
    s = race("SO TK SM", "", course="CR", ground={1: "SR"}, sheets=["Dexter", ""])
    assert may(s, "drive") == {"drive SO", "drive TK"}
    assert hand(play(s, "drive SO", "pay TK"), 0) == "SM"


def test_case_11_an_ice_road_takes_chains() -> None:
    s = play(race("SO TK SM", "", course="CR", ground={1: "IR"}), "drive SO")
    assert legal(s) == {"pay TK"}
    assert play(s, "pay TK", "pay SM").pawn[0] == 1


def test_case_12_cliff_minds_neither_ice_nor_country() -> None:
    """In the first design Otto had `sure` too, and stood here."""
    s = race("SO", "", course="CR", ground={1: "IR"}, sheets=["Cliff", ""])
    assert play(s, "drive SO").pawn[0] == 1


def test_case_13_gravel_lowers_the_toll_but_not_below_nothing() -> None:
    """JJ-5.13."""
    for road, sheet in (("CR", ""), ("MH", ""), ("CR", "Otto")):
        s = race("SO", "", course=road, ground={1: "FG"}, sheets=[sheet, ""])
        assert play(s, "drive SO").pawn[0] == 1


def test_case_14_a_flat_tire_asks_for_one_more_driving_card() -> None:
    s = play(race("MH SO SM", "", lying={0: "FL"}), "road MH")
    assert legal(s) == {"pay SO"}
    assert not may(race("MP SO SM", "", lying={0: "FL"}), "road")
    s = play(race("MP SO ER SM", "", lying={0: "FL"}), "road MP", "pay SO", "pay ER")
    assert s.pawn[0] == 1


def test_case_15_a_bent_axle_costs_a_discard_each() -> None:
    assert legal(play(race("MH SM", "", lying={0: "BA"}), "road MH")) == {"pay SM"}
    two = race("MH SM TK", "", lying={0: "BA BA"}, sets="2")
    assert play(two, "road MH", "pay SM", "pay TK").pawn[0] == 1
    assert not may(race("MH SM", "", lying={0: "BA BA"}, sets="2"), "road")


def test_case_16_eyes_on_the_road() -> None:
    assert play(race("ER", "", course="BR", ground={1: "OI"}), "drive ER").pawn[0] == 1
    assert not may(race("ER", "", course="BR", ground={1: "SR"}), "drive")
    steep = play(race("ER SO", "", course="BR", ground={1: "SR"}), "drive ER")
    assert legal(steep) == {"pay SO"}
    assert play(steep, "pay SO").pawn[0] == 1
    hero = play(race("ER SM TK", "", sides="hn", course="BR"), "drive ER", "pay SM", "pay TK")
    assert hero.pawn[0] == 1


def test_case_17_only_the_announced_card_counts_as_eyes_on_the_road() -> None:
    s = play(race("SO ER SM", "", course="CR", ground={1: "SR"}), "drive SO", "pay ER")
    assert legal(s) == {"pay SM"}


def test_case_18_a_hero_who_waves_draws_before_the_pawn_moves() -> None:
    hero = play(race("HO", "", sides="hn", course="MH", stock="NT"), "drive HO")
    assert (names(hero.karma[0]), hero.pawn[0]) == ("NT", 1)
    villain = play(race("HO", "", sides="vn", course="MH"), "drive HO")
    assert (villain.karma[0].n, villain.pawn[0]) == (0, 1)
    cure = play(race("HO", "", sides="hn", lying={0: "SP"}), "fix 1 SP", "with HO")
    assert cure.karma[0].n == 0


def test_case_18_the_waving_card_itself_may_be_reshuffled_and_drawn() -> None:
    s = play(race("HO", "", sides="hn", course="MH", stock=""), "drive HO")
    assert names(s.karma[0]) == "HO"  # it was discarded before the draw (JJ-5.16)


def test_case_19_an_atlas_saves_a_neutral_every_toll_others_the_first() -> None:
    """JJ-5.19."""
    s = play(race("CR CR", "", kept={0: "RA"}), "road CR", "road CR")
    assert s.pawn[0] == 2
    hero = play(race("CR CR SM", "", sides="hn", kept={0: "RA"}), "road CR", "road CR")
    assert legal(hero) == {"pay SM"}


def test_case_20_the_sultan_with_an_atlas() -> None:
    """JJ-5.14."""
    s = play(race("BR BR SM TK", "", sides="hn", sheets=["Sultan", ""], kept={0: "RA"}), "road BR", "road BR")
    assert s.due == [0, 0, 2]


def test_case_21_a_rabbits_foot_pays_up_to_two_discards() -> None:
    s = play(race("SO", "", course="BR", kept={0: "RF"}), "drive SO", "spend RF")
    assert (s.pawn[0], s.front[0].n) == (1, 0)
    s = play(race("SO", "", course="CR", kept={0: "RF"}), "drive SO", "spend RF")
    assert (s.pawn[0], s.phase) == (1, state.Phase.ACT)


def test_case_22_payments_go_in_kind_order() -> None:
    """JJ-6.1."""
    s = play(race("BR SM TK VE", ""), "road BR")
    assert legal(s) == {"pay SM", "pay TK"}
    assert legal(play(s, "pay TK")) == {"pay VE"}


def test_case_23_backward_costs_as_much_and_never_to_the_line() -> None:
    """JJ-5.12, JJ-5.18."""
    s = play(race("SO SM", "", course="CR CR CR", pawns=[3, 0]), "back SO", "pay SM")
    assert s.pawn[0] == 2
    assert not may(race("SO SM", "", course="CR CR CR", pawns=[1, 0]), "back")
    assert not may(race("SO SM", "", course="CR CR CR", pawns=[0, 0]), "back")


def test_case_24_a_boiling_radiator_allows_one_section() -> None:
    """JJ-5.20."""
    s = race("SO SO MH HP", "", course="MH MH MH", lying={0: "BO"})
    play(s, "drive SO")
    assert not may(s, "drive") | may(s, "road") | may(s, "back")
    assert play(s, "play HP").pawn[0] == 2


def test_case_24_a_negated_road_does_not_use_it_up() -> None:
    """JJ-5.20."""
    s = race("MH MH", "HF", course="CR CR CR CR CR", pawns=[5, 0], lying={0: "BO"})
    play(s, "road MH", "negate HF", "pass")
    assert (s.pawn[0], names(s.course)) == (5, "CR CR CR CR CR")
    assert may(s, "road") == {"road MH"}


def test_case_25_a_fiendish_card_pays_and_goes_to_its_own_discards() -> None:
    s = play(race("CR", "", sides="vn", karma={0: "BB"}), "road CR", "pay BB")
    assert (names(s.spent), names(s.discards), s.karma[0].n) == ("BB", "", 0)


def test_case_26_only_oil_lies_on_other_terrain() -> None:
    """JJ-5.21."""
    s = race("IR", "HF", sides="vn", course="CR", ground={1: "SR"}, karma={0: "OI"})
    assert may(s, "terrain") == {"terrain OI @1"}
    play(s, "terrain OI @1")
    assert (names(s.verge), names(s.discards), s.window.depth) == ("OI", "SR", 0)
    assert s.ground[1] - 1 == cards.DECK.card("OI")


def test_case_27_terrain_may_lie_anywhere_on_the_course() -> None:
    s = race("SR", "", course="MH MH MH", pawns=[2, 3])
    assert may(s, "terrain") == {"terrain SR @1", "terrain SR @2", "terrain SR @3"}
    assert play(s, "terrain SR @2").ground[2] == cards.DECK.card("SR") + 1
