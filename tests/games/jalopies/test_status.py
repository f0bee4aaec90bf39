"""What stands above and below the table: the headline, what to do now or how it ended, and what a move would bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import RULES, play, race
from tests.games.jalopies.test_table_scene import look
from tuckbox.games.jalopies import GAME, state
from tuckbox.match.match import Match
from tuckbox.scene.parts import Fact, Panel, Row
from tuckbox.scene.text import Sheet, draw
from tuckbox.terminal.words import folded, seat_words


def fact(panel: Panel, label: str) -> str | None:
    return next((part.value for part in panel.parts if isinstance(part, Fact) and part.label == label), None)


def ended(s: Any, *ranks: int) -> Any:
    """A race that is over, with these places, and booked."""
    s.over, s.rank[: len(ranks)] = True, ranks
    s.payoff[: len(ranks)] = [(len(ranks) - rank) / (len(ranks) - 1) for rank in ranks]
    RULES.after(s)
    return s


# -- the headline and the end ---------------------------------------------------------------------------------------------


def test_between_two_segments_the_headline_is_still_that_of_the_one_just_run() -> None:
    s = ended(race("", "", race="rally"), 2, 1)
    assert "segment 1 of 3" in look(s).headline
    assert look(s).status == "Bo wins segment 1 of 3."
    assert look(s, 1).status == "You win segment 1 of 3."
    s = ended(ended(s, 1, 2), 1, 2)
    assert s.done
    assert "segment 3 of 3" in look(s).headline
    assert look(s).status == "You win the Rally!"


def test_a_circuit_is_won_by_its_points_and_not_by_its_last_race() -> None:
    """JJ-8.50."""
    s = race("", "", race="circuit", circuit_races="standard,standard,standard")
    for number in (1, 2):
        ended(s, 1, 2)
        assert f"Circuit, race {number}: standard race" in look(s).headline
        assert look(s, 1).status == f"Ann wins race {number} of the Circuit."
    ended(s, 2, 1)
    assert (s.points[:2], s.place[:2], s.rank[:2]) == ([26, 25], [1, 2], [2, 1])
    assert "Circuit, race 3: standard race" in look(s).headline
    assert (look(s, 0).status, look(s, 1).status) == ("You win the Circuit!", "Ann wins the Circuit.")


def test_a_rally_in_a_circuit_has_its_segments_in_the_headline() -> None:
    s = race("", "", race="circuit", circuit_races="rally,standard,standard")
    s.form = state.Form.RALLY
    for segment in (1, 2, 3):
        assert f"race 1: Rally, segment {segment} of 3" in look(s).headline
        ended(s, 1, 2)
        assert f"race 1: Rally, segment {segment} of 3" in look(s).headline
        s.over = False


def test_partners_win_together() -> None:
    s = ended(race("", "", "", "", race="partner"), 1, 3, 1, 3)
    assert look(s, 2).status == "Ann and you win the race!"
    assert look(s, 1).status == "Ann and Cy win the race."


def test_jj_8_2_without_a_curfew_rounds_are_not_counted_down() -> None:
    assert "round 39 of 40" in look(race("", "", round=39)).headline
    assert "Curfew after round 40." in look(race("", "", round=39)).hints
    scene = look(race("", "", round=39, curfew="off"))
    assert "round 39" in scene.headline
    assert "round 39 of" not in scene.headline
    assert not any("Curfew" in hint for hint in scene.hints)


# -- who is who -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["partner", "team"])
def test_everybody_sees_who_drives_with_whom(form: str) -> None:
    panels = {panel.seat: panel for panel in look(race("", "", "", "", race=form)).panels}
    assert [fact(panels[seat], "partner") for seat in range(4)] == ["Cy", "Dee", "Ann", "Bo"]
    assert fact(look(race("", "")).panels[0], "partner") is None


def test_seats_bear_their_numbers_where_the_notation_needs_them() -> None:
    scene = look(race("FL", "", ""))
    sheet = Sheet(scene, actions=["play FL on 2"], seats=seat_words(GAME))
    lines = "\n".join(line.plain for line in draw(sheet))
    assert all(f"seat {number}" in lines for number in (1, 2, 3))
    assert "seat" not in "\n".join(line.plain for line in draw(Sheet(scene)))


# -- what is to be decided ------------------------------------------------------------------------------------------------


def test_what_is_due_is_told_in_grown_up_english() -> None:
    """JJ-5.16."""
    assert look(play(race("BR SM TK VE", ""), "road BR")).status == "Pay for Back Road: 2 cards of any kind."
    assert look(play(race("BR SM TK VE", ""), "road BR", "pay SM")).status == "Pay for Back Road: 1 card of any kind."
    s = play(race("MP SO CS ER TK", "", lying={0: "FL"}), "road MP")
    assert look(s).status == "Pay for Main Highway on Parade Day: 2 Driving cards."


def test_who_is_asked_reads_what_there_is_to_stop() -> None:
    """JJ-5.70."""
    s = play(race("SP HF TK", "HF HF"), "play SP on 2")
    assert look(s, 1).status == "Ann plays Speed Trap on you! Stop it, or pass."
    play(s, "negate HF")
    assert look(s, 0).status == "Bo stops your Speed Trap with Horsefeathers! Counter it, or pass."
    play(s, "negate HF")
    assert look(s, 1).status == "Ann stops your Horsefeathers! with Horsefeathers! Counter it, or pass."
    assert look(s, 0).status == "Bo is thinking."


def test_who_may_counter_reads_whom_a_fall_guy_lets_take_it() -> None:
    """JJ-5.76."""
    s = play(race("FL HF TK", "FA TK", "HF"), "play FL on 2", "frame 3")
    assert look(s, 0).status == "Bo turns your Flat Tire on Cy with Fall Guy! Counter it, or pass."


def test_who_may_counter_a_special_reads_its_name() -> None:
    """JJ-5.78c."""
    s = play(race("SR CR", "CW CR", "HF CR", course="MH", windows="full"), "terrain SR @1", "play CW", "pass")
    assert look(s, 2).status == "Bo answers with The Crowd Roars! Counter it, or pass."


def test_step_on_it_is_shouted_once() -> None:
    s = play(race("SO HF", "HF", course="MH", windows="full"), "drive SO")
    assert look(s, 1).status == "Ann plays Step on It! Stop it, or pass."
    assert look(s, 1).moment.startswith('Ann plays Step on It!\n"The pedal')


# -- what a move would bring ----------------------------------------------------------------------------------------------


def test_a_rescue_says_what_it_spends_and_working_on_a_trouble_does_not() -> None:
    notes = look(race("TK NT", "", sides="hn", lying={0: "FL", 1: "LT"})).notes
    assert (notes["fix 1 FL"], notes["fix 2 LT"]) == ("Flat Tire", "Leaky Tank in front of Bo")
    assert notes["rescue 1 FL"] == "Flat Tire, spending In the Nick of Time"
    assert notes["rescue 2 LT"] == "Leaky Tank in front of Bo, spending In the Nick of Time"


@pytest.mark.parametrize(
    ("hand", "note"),
    [
        ("SM SM", "draw 2, then draw 2"),
        ("SM SM SM", "draw 2, then draw 1; discard first to draw up to 2 and 2"),
        ("SM SM SM TK", "draw 2, then nothing; discard first to draw up to 2 and 2"),
        ("SM SM SM TK TK TK", "draw nothing; discard first to draw up to 2 and 2"),
    ],
)
def test_nobody_is_promised_cards_for_which_the_hand_has_no_room(hand: str, note: str) -> None:
    """JJ-5.7."""
    assert look(race(hand, "")).notes["rest"] == note


def test_ending_a_turn_and_drawing_say_how_much_there_is_room_for() -> None:
    """JJ-5.7."""
    assert look(play(race("SM SM SM SM MH", ""), "road MH")).notes["end"] == "draw 2"
    for round_, brought in (1, "draw 3"), (2, "draw 2"):  # JJ-5.5, a house rule
        s = play(race("", "SM MH", turn=1, round=round_, second_draws="yes"), "road MH")
        assert look(s, 1).notes["end"] == brought
    s = play(race("SM SM SM SM TK TK MH", ""), "road MH")
    assert look(s).notes["end"] == "draw nothing; discard first to draw up to 2"
    play(s, "end", "discard SM")
    assert look(s).notes["draw"] == "draw 1; discard first to draw up to 2"


def test_jj_5_83_a_kept_card_is_spent_by_touching_it_and_removed_by_a_button() -> None:
    s = race("BR SM TK", "", kept={0: "RF TR"})
    lying = next(part for part in look(s).panels[-1].parts if isinstance(part, Row) and part.title == "In front of you")
    assert [card.handles for card in lying.cards] == [("spend TR",), ("spend RF",)]
    assert look(s).notes["remove TR"] == "Steamer Trunk goes to the discards"


def test_mending_is_promised_where_there_is_something_to_mend() -> None:
    """JJ-5.6."""
    assert look(race("SM", "", lying={0: "LT FL"})).notes["rest"] == "draw 2, mend, then draw 1"


# -- the log --------------------------------------------------------------------------------------------------------------


def test_a_villains_laugh_ends_its_line() -> None:
    """What the same racer does next does not run on from a sentence that is over."""
    laugh = GAME.says["plotted"]
    assert isinstance(laugh, str)
    said = [laugh.replace("{who}", "You").replace("draw[s]", "draw").format(card="Anonymous Tip"), "You end the turn."]
    assert folded(said, ["You", "Bo"]) == ["You draw Anonymous Tip. Heh, heh, heh!", "You end the turn."]


def test_horsefeathers_are_cried_once() -> None:
    match = Match(GAME, 2, seed=1, options={"racers": "Fifi,Otto", "sides": "hero,villain"})
    match._state = play(race("SP TK", "HF TK"), "play SP on 2")
    match.play("negate HF", 1)
    assert "Bo answers with Horsefeathers!" in match.log(0)
