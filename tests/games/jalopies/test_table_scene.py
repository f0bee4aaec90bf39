"""The table as it is shown, and the sentences."""

# mypy: allow-untyped-calls

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.jalopies.positions import play, race
from tests.games.jalopies.reference import reference
from tests.games.questions import Questions
from tests.server.html.models import model_of
from tuckbox.games.jalopies import GAME, cards, words
from tuckbox.match.match import Match
from tuckbox.scene.parts import Board, Card, Panel, Row, Scene
from tuckbox.server.html.table import table_body
from tuckbox.view.view import View, blind

ASK = Questions(GAME)
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")


def look(s: Any, seat: int = 0) -> Scene:
    match = ASK.seated(s)
    return GAME.scene(View(GAME, seat, blind(GAME, s, seat), NAMES[: s.players], match.actions(seat), match.asked))


def row(panel: Panel, title: str) -> Row:
    return next(part for part in panel.parts if isinstance(part, Row) and part.title == title)


def course(scene: Scene) -> Board:
    return next(part for panel in scene.panels for part in panel.parts if isinstance(part, Board))


def test_the_course_shows_roads_terrain_jalopies_and_what_is_to_come() -> None:
    scene = look(race("MH", "", course="CR CR BR", ground={2: "SR"}, pawns=[3, 2]))
    spaces = [space for space in course(scene).rows[0] if space]
    assert [space.face for space in spaces] == ["Start", "1:CR", "2:CR+SR", "3:BR", "4", "5", "6", "7", "Finish"]
    assert [token.seat for token in spaces[2].tokens] == [1]
    assert [space.art for space in spaces[2:5]] == ["lane-CR mark-SR", "lane-BR", "lane-ghost"]
    assert spaces[8].art == "lane-ghost mark-home mark-finish"
    assert spaces[2].title == "2 Widow Pratt's Gate"
    assert spaces[3].tokens[0].art.endswith("jalopy")
    assert "home stretch" in spaces[6].note
    assert "home stretch" not in spaces[5].note
    assert spaces[4].handles == ("road MH",)


@pytest.mark.parametrize(
    ("option", "answered"),
    [("home", "678"), ("all", "12345678"), ("last", "8")],
)
def test_jj_5_70_the_course_shows_where_a_road_can_be_answered(option: str, answered: str) -> None:
    spaces = [space for space in course(look(race("MH", "", road_window=option))).rows[0] if space]
    found = [number for number, space in enumerate(spaces) if "can be answered" in space.note]
    assert found == [int(number) for number in answered]
    full = look(race("MH", "", windows="full"))
    assert not any(space and "can be answered" in space.note for space in course(full).rows[0])


def test_a_trouble_says_exactly_what_cures_it() -> None:
    scene = look(race("SO", "", sides="nh", lying={0: "SP", 1: "NR"}, beneath={1: "SO"}))
    mine, rival = row(scene.panels[-1], "In front of you"), row(scene.panels[0], "In front of them")
    assert (mine.cards[0].note, mine.note) == ("needs any 2 cards", "Speed Trap needs any 2 cards")
    assert rival.cards[0].note == "needs E, then P"
    assert rival.cards[0].text == "to cure: Equipment then Personality; given so far: Step on It!; no driving"


def test_struck_off_requirements_are_shown() -> None:
    scene = look(race("SO", "", sides="hh", sheets=["Hoodini", ""], lying={0: "SP"}))
    assert "to cure: Personality (D struck off)" in row(scene.panels[-1], "In front of you").cards[0].text


def test_a_muted_sheet_is_told_to_be_so() -> None:
    scene = look(race("SO", "", sheets=["Otto", ""], lying={0: "SN"}))
    assert row(scene.panels[-1], "Racer").note.count("not in force") == 2


def test_a_move_says_what_it_costs_before_it_is_made() -> None:
    notes = look(race("CR SO SM TK", "", course="CR", ground={1: "SR"}, lying={0: "FL"})).notes
    assert "drive SO" not in notes
    notes = look(race("CR SO CS SM TK", "", course="BR")).notes
    assert notes["drive SO"] == "Step on It!: costs 2 cards"
    assert look(race("MP SO", "")).notes["road MP"] == "Main Highway on Parade Day: costs 1 Driving"
    notes = look(race("SO TK", "", course="MH", ground={1: "IR"})).notes
    assert notes["drive SO"] == "Step on It!: costs 1 Driving or Equipment"


def test_a_window_is_announced_like_a_title_card() -> None:
    s = play(race("SP TK", "HF TK"), "play SP on 2")
    moment = look(s, 1).moment
    assert moment.startswith("Ann plays Speed Trap on you!\nPERSONALITY for the constable")
    assert look(s, 0).moment.startswith("You play Speed Trap on Bo!\n")
    play(s, "negate HF")
    assert look(s, 0).moment.endswith("Bo answers: Horsefeathers!")


def test_hands_of_others_show_backs_and_of_villains_fiendish_ones() -> None:
    scene = look(race("TK", "SM SO", sides="nv", karma={1: "BB"}))
    assert row(scene.panels[0], "Hand").cards == (Card("card", hidden=True, count=2, art="back-cards"),)
    assert row(scene.panels[0], "Karma hand").cards == (Card("Fiendish Plot", hidden=True, art="back-plots"),)


def test_every_card_racer_stretch_and_trouble_is_drawn() -> None:
    art = GAME.art
    assert art is not None
    letters = {letter: [kind.code for kind in cards.KINDS if letter in kind.types] for letter in "RT"}
    troubles = [cards.KINDS[kind].code for kind in cards.members(cards.TROUBLES)]
    names = [kind.code for kind in cards.KINDS] + [*cards.WORDS, "cover", "back-cards", "back-plots", "jalopy"]
    names += [f"{seat}-{word}" for word in cards.WORDS for seat in ("rider", "partner")]
    names += [f"lane-{road}" for road in letters["R"]] + [f"mark-{ground}" for ground in letters["T"]]
    names += ["lane-start", "lane-ghost", "mark-gate", "mark-home", "mark-finish", *(f"on-{code}" for code in troubles)]
    assert not [name for name in names if art.lacks(name)]
    assert len({art.drawings[name] for name in names}) == len(names)


def test_one_sees_on_a_car_who_drives_and_what_lies_before_them() -> None:
    scene = look(race("SO", "", sheets=["Zeke", "Otto"], sides="nh", lying={0: "FL SP"}))
    token = next(token for space in course(scene).rows[0] if space for token in space.tokens if token.seat == 0)
    assert token.art.split()[0] == "rider-Zeke"
    assert {"on-FL", "on-SP"} <= {*token.art.split()}


def test_racers_are_chosen_from_their_sheets() -> None:
    match = Match(GAME, 2, seed=1)
    first = match.asked[0]
    match.play("racer Zeke", first)
    middle = next(panel for panel in GAME.scene(match.view(match.asked[0])).panels if panel.seat is None)
    sheets = row(middle, "Racers to choose from").cards
    assert len(sheets) == len(cards.WORDS) - 1
    assert all(set(sheet.handles) <= set(match.legal()) for sheet in sheets)


def test_an_attack_is_the_same_card_in_the_air_and_where_it_lies() -> None:
    s = play(race("FL FL TK", "HF TK"), "play FL on 2")
    middle = next(panel for panel in look(s).panels if panel.seat is None)
    flying = row(middle, "Being played").cards[0]
    play(s, "pass")
    assert flying.name == row(look(s).panels[0], "In front of them").cards[0].name == "FL on 2"


def test_every_effect_is_told() -> None:
    texts = [*(kind.effects for kind in cards.KINDS), *(text for r in cards.RACERS for text in (r.effects, r.help))]
    for text in texts:
        clauses = [clause for clause in text.split(";") if clause.strip() not in ("", "rough", "hollow")]
        assert len(words.describe(text).split("; ")) == len(clauses if clauses else [""]), text


DOC = Path(__file__).parents[3] / "docs" / "games" / "jalopies.md"


def test_the_reference_is_that_of_the_data() -> None:
    assert reference() in DOC.read_text("utf-8")


def test_every_rule_cited_is_written() -> None:
    text = DOC.read_text("utf-8")
    written = set(re.findall(r'id="(JJ-\d+\.\d+[a-z]?)"', text))
    files = [*Path(str(GAME.rules.__file__)).parent.glob("*.py"), *Path(__file__).parent.glob("*.py"), DOC]
    cited = {rule for path in files for rule in re.findall(r"JJ-\d+\.\d+[a-z]?", path.read_text("utf-8"))}
    assert cited <= written, sorted(cited - written)


def test_the_story_is_told_in_sentences() -> None:
    match = Match(GAME, 2, seed=4, options={"racers": "Fifi,Otto", "sides": "neutral,villain"})
    log = match.log(match.asked[0])
    assert re.match(r"A standard race is on\. (You|Seat \d) will go first\.", log[0])
    assert any(line.startswith("You draw ") for line in log)
    assert any(line.endswith(" draws a card.") for line in log)


def test_the_story_speaks_to_its_reader() -> None:
    match = ASK.seated(race("FL SR TK", "TK", course="MH MH"))
    match.play("terrain SR @2", 0)
    match.play("play FL on 2", 0)
    match.play("pass", 1)
    assert "You lay Steep Road across section 2." in match.log(0)
    assert "Flat Tire now lies in front of you." in match.log(1)


def test_a_completed_sub_plot_can_be_left_at_that_in_the_browser() -> None:
    """`pass` stands among the buttons, though no window is open (JJ-6.3)."""
    match = ASK.seated(race("SM SM TK", "TK", sides="hn", lying={0: "MA"}))
    for action in ("fix 1 MA", "with SM", "fix 1 MA", "with SM"):
        match.play(action, 0)
    assert match.legal(0) == ["pass"]
    assert 'data-act="pass"' in table_body(model_of(match, 0))


def test_who_can_finish_next_is_told_to_each_in_words_of_their_own() -> None:
    s = race("TK", "TK", "TK", pawns=(0, 0, 0))
    assert look(s).hints == ()
    s = race("TK", "TK", "TK", pawns=(s.sections - 1, 3, s.sections - 1))
    assert look(s, 0).hints == ("You and Cy can finish with the next section.",)
    assert look(s, 1).hints == ("Ann and Cy can finish with the next section.",)


def test_topics_say_once_what_happens_once_and_cite_the_rule_of_what_a_card_is_for() -> None:
    """JJ-5.33, JJ-5.83; In the Ditch has its victim go back when it is played, not as long as it lies there."""
    assert GAME.topics is not None
    topics = GAME.topics({})
    ditch = topics["DI"].lines
    assert "Its victim goes back one section at once." in ditch
    assert "As long as it lies there, its victim cannot lay roads." in ditch
    assert [topics[code].rule for code in ("SM", "TK", "BW")] == ["JJ-5.33"] * 3
    assert [topics[code].rule for code in ("PA", "TR", "RA")] == ["JJ-5.83"] * 3
    assert not any("nothing more" in line for line in topics["MP"].lines), "it needs a Driving card besides"
