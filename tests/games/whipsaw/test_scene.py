"""What players are shown: odds, notes and hints that say what is so, sentences that say it once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.whipsaw.positions import GAME, play, position, road, seated
from tuckbox.games.whipsaw import cards as c
from tuckbox.games.whipsaw import odds
from tuckbox.games.whipsaw.notes import now_worth, percent
from tuckbox.games.whipsaw.odds import MOST, chance_of, possible_with
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.scene.parts import Board, Fact, Map, Panel, Row, Scene, Space
from tuckbox.scene.text import Sheet, draw

ODDS: Any = odds
PASS = ("P2: let pass", "P3: let pass")


def scene_of(s: Any, seat: int | None = 0) -> Scene:
    """The table of a position."""
    return GAME.scene(seated(s).view(seat))


def note(s: Any, text: str) -> str:
    """What the seat to act is told of an action."""
    return scene_of(s, s.turn).notes[text]


def panel(scene: Scene, seat: int | None) -> Panel:
    return next(panel for panel in scene.panels if panel.seat == seat)


def spaces(scene: Scene, seat: int | None, title: str = "Roads") -> dict[str, Space]:
    """The roads of a board that lie before a seat, or in the middle."""
    boards = [part for part in panel(scene, seat).parts if isinstance(part, Board) and part.title == title]
    return {space.name: space for board in boards for row in board.rows for space in row if space}


def facts(scene: Scene, seat: int) -> dict[str, str]:
    return {part.label: part.value for part in panel(scene, seat).parts if isinstance(part, Fact)}


def under_road(scene: Scene) -> Row:
    """Return the cards being put under a road."""
    return next(part for part in panel(scene, None).parts if isinstance(part, Row))


def test_tables_are_equal_in_all_worlds_a_viewer_cannot_tell_apart() -> None:
    match = Match(GAME, 3, seed=3)
    choice, rng, moved = random.Random(3), Fast(1), 0
    for _ in range(40):
        for seat in (0, 1, 2, None):
            view = match.view(seat)
            world = view.redeal(rng)
            moved += world != match._state
            original, match._state = match._state, world
            again = match.view(seat)
            match._state = original
            assert GAME.scene(again) == GAME.scene(view)
        turn = match.waiting[0]
        match.play(choice.choice(match.actions(turn)), turn)
    assert moved > 80


# -- odds --------------------------------------------------------------------------------------------------------------


def test_odds_of_one_card_and_of_many_are_those_one_can_work_out() -> None:
    """Of 36 black cards 7 bear one legislator, and 10 of 36 gold ones bear two (WS-2.1)."""
    seven = sum(n * (7 / 36) ** k * (29 / 36) ** (7 - k) for k, n in ((4, 35), (5, 21), (6, 7), (7, 1)))
    assert chance_of(road("OP4"), [0] * 7, 0) == pytest.approx(seven)
    assert chance_of(road("A01"), [2], 0) == pytest.approx(10 / 36)
    assert chance_of(road("HH1"), [0], 2) == pytest.approx(1)


def test_odds_are_rounded_and_certain_only_where_they_are() -> None:
    assert [percent(chance) for chance in (0.279, 0.2751, 0.004, 0.996, 1.0)] == ["28%", "28%", "<1%", ">99%", "100%"]


@pytest.mark.parametrize(
    ("name", "backs", "paid", "possible"),
    [
        ("OP4", "o", 0, False),
        ("OP4", "oo", 0, True),
        ("JV6", "gggg", 0, False),  # one green card alone bears a judge and a legislator
        ("JV6", "ggggg", 0, True),
        ("JV6", "kkk", 0, False),  # two black ones
        ("HH1", "k", 0, False),
        ("HH1", "k", 1, True),
    ],
)
def test_what_cannot_be_is_told_from_what_hardly_is(name: str, backs: str, paid: int, possible: bool) -> None:
    """WS-2.1."""
    assert possible_with(road(name), ["kgo".index(back) for back in backs], paid) == possible


def test_a_thick_stack_is_not_true_for_being_thick() -> None:
    s = position(["oL", "", ""], built={"OP4": "P2: kJ kJ kJ kJ kJ kJ kJ", "OP3": "P2: kL", "JV6": "P2 P3: gB gBB gB"})
    scene = scene_of(s)
    assert {name: space.text for name, space in spaces(scene, 1).items()} == {
        "OP4": "3%",
        "OP3": "0%",
        "JV6": "0%",
    }
    assert "would be true in 3% of all cases" in spaces(scene, 1)["OP4"].note
    assert "cannot be true" in spaces(scene, 1)["OP3"].note
    assert note(s, "call OP4") == "of Bo, 4 legislators, worth 1 per Ocean segment; by its backs alone 3% true"
    assert note(s, "call JV6") == "of Bo and Cy, 3 legislators, 3 judges, worth 8; cannot be true by its backs"
    assert ODDS.chance(s, road("OP4")) == 30


def test_callers_reckon_with_the_odds_that_are_shown() -> None:
    for backs in ("kJ", "oL oL", "kJ kJ oL oL", "gB gB gBB kJ oL oL oL", "kJ " * 5 + "oL " * 5):
        s = position(["", "", ""], built={"JV6": f"P1 P2: {backs}"})
        shown = chance_of(road("JV6"), ["kgo".index(card[0]) for card in backs.split()], 0)
        assert ODDS.chance(s, road("JV6")) == round(1000 * shown)
        assert len(backs.split()) <= MOST


# -- what an action would bring ----------------------------------------------------------------------------------------


def test_the_worth_of_the_moment_counts_leads_and_debts() -> None:
    """WS-8.3, with the settlement of WS-8.2."""
    fewer = position(["", "", ""], row="A13", built={"BP2": "P1: kJJ", "BP3": "P2: oL", "BP5": "P2: oL"})
    assert now_worth(fewer, 1, 0, road("A13")) == 1
    assert now_worth(fewer, 2, 1, road("A13")) == 6
    owing = position(["", "", ""], row="A03", money=(3,), debts=(3,))
    assert now_worth(owing, 1, 0, road("A03")) == 4
    ahead = position(["", "", ""], row="BP2 OP1", built={"A13": "P1: oL", "A03": "P2: kJ", "OP2": "P1:"}, debts=(1,))
    assert now_worth(ahead, 1, 0, road("BP2")) == 6
    assert now_worth(ahead, 1, 0, road("OP1")) == 3


def test_a_road_to_be_named_says_what_it_costs_and_brings() -> None:
    s = play(position(["kJ oL", "", ""], row="A03 A04", money=(3,), debts=(3,)), "no action")
    assert note(s, "build A03") == "2 judges, worth 4 without debt, else 1, now +4; only as a bluff"
    assert note(s, "build A04") == "1 legislator, $3, worth 2, gives $5, now +2; you can pay"


def test_who_has_called_sees_what_the_road_costs_and_brings_before_they_decide() -> None:
    """WS-5.16."""
    s = position(["oLL oL", "", ""], built={"OP4": "P2: oL", "OP1": "P1: oLL"}, row="BP1")
    play(s, "call OP4", "spend oL", "P2: no delay")
    assert note(s, "take") == "4 legislators, worth 1 per Ocean segment, now +3; only as a bluff"
    assert note(s, "leave") == "Gravesend (OP4) goes out of the game"
    for seat in (0, 1, None):
        lies = spaces(scene_of(s, seat), None, "Found out")["OP4"]
        assert lies.text == "worth 1 per Ocean segment · playground"
        assert lies.art == "poster-OP4 cost-4-0-0"
    play(s, "take")
    assert "OP4" in spaces(scene_of(s), None, "Found out")
    play(s, "put oLL", "done")
    assert not spaces(scene_of(s), None, "Found out")


def test_a_venture_that_is_found_out_says_whom_it_would_serve() -> None:
    s = position(["oL kJ", "kJ", "oL"], built={"JV4": "P2 P3: kJ", "HH1": "P1: gBB", "HH2": "P1: oL"}, row="BP1")
    play(s, "call JV4", "spend oL", "P2: no delay", "P3: no delay")
    assert (
        note(s, "offer JV4 to P3")
        == "for you and Cy each: 1 legislator, $3, worth 1 per Henry Hudson segment, gives $3, now +5"
    )


# -- payments ----------------------------------------------------------------------------------------------------------


def test_a_payment_is_no_bluff_before_it_is_done() -> None:
    s = position(["oL kJ", "kJJ oL", ""], fronts={"JV3": "P3"}, row="OP1")
    play(s, "no action", "offer JV3 to P2", "put oL")
    assert under_road(scene_of(s)).note == "1 legislator, 2 judges still missing"
    play(s, "done")
    for seat in (0, 1):
        assert under_road(scene_of(s, seat)).note == "1 legislator, 2 judges still missing"
    assert under_road(scene_of(s, 2)).note == ""
    assert note(s, "join") == "then add your part: 1 legislator, 2 judges still missing"
    play(s, "join", "put oL", "done")
    assert under_road(scene_of(s)).note == "a bluff, short of 2 judges"
    assert note(s, "sign") == "it belongs to you both: a bluff, short of 2 judges"


def test_cards_that_cannot_follow_are_named_before_and_after() -> None:
    """WS-6.1."""
    s = play(position(["kJ gB oL oLL", "", ""], row="OP1"), "no action", "build OP1", *PASS)
    assert note(s, "put kJ") == "then 2 legislators are missing"
    assert note(s, "put oL") == "then 1 legislator is missing; no kJ or gB after it"
    assert not any("after" in hint or "With" in hint for hint in scene_of(s).hints)
    play(s, "put oL")
    assert "Cards go down in their order: after oL no kJ or gB." in scene_of(s).hints
    assert not any("in their order" in hint for hint in scene_of(s, 1).hints)


def test_cards_that_do_not_help_in_the_last_round_are_named() -> None:
    """WS-6.1."""
    s = position(["kJ oLL", "", ""], row="OP2", turns_left=0)
    play(s, "no action", "build OP2")
    assert "With oLL the cost could not be met." in scene_of(s).hints


def test_backs_are_explained_in_the_first_turns_to_who_may_call_a_road() -> None:
    """They stood in the bar of everybody all the time, four lines on a phone."""

    def explained(seat: int, *texts: str, turns: int = 1) -> bool:
        s = position(["", "oL", "kJ"], built={"A01": "P2: oL"}, row="OP1")
        s.turns = turns
        return any(hint.startswith("Backs under a road") for hint in scene_of(play(s, *texts), seat).hints)

    assert explained(0)
    assert not explained(0, turns=4)
    assert not explained(0, "no action")
    assert not explained(2)
    own = position(["", "oL", "kJ"], built={"A01": "P1: oL"})
    own.turns = 1
    assert not scene_of(own).hints


# -- sentences ---------------------------------------------------------------------------------------------------------


def told(match: Match, viewer: int | None, steps: int) -> list[str]:
    """What a viewer has been told by the last steps."""
    return [text for _, text in match.lines(viewer, after=match.steps - steps)]


def played(s: Any, *texts: str) -> Match:
    match = seated(s)
    for text in texts:
        who, _, what = text.rpartition(": ")
        match.play(what, int(who[1:]) - 1 if who else None)
    return match


def test_ones_own_block_and_delay_are_told_once() -> None:
    match = played(position(["oL", "kJ", ""], row="OP1"), "no action", "build OP1", "P2: block with kJ", "P3: let pass")
    assert told(match, 1, 2) == ["You would block with kJ.", "Prospect Park (OP1) is closed until you move."]
    assert told(match, 0, 2) == ["Bo blocks with kJ.", "Prospect Park (OP1) is closed until Bo moves."]
    match = played(position(["oL", "kJ", ""], built={"A01": "P2: oL"}), "call A01", "spend oL", "P2: delay with kJ")
    assert told(match, 1, 1) == ["You delay the call with kJ.", "The call on Queens Boulevard (A01) waits for you."]
    assert told(match, 2, 1)[0] == "Bo lays down kJ to delay the call."


# -- the end -----------------------------------------------------------------------------------------------------------


def test_after_the_settlement_a_place_shows_what_is_left() -> None:
    """WS-8.2."""
    s = position(["", "", ""], built={"A12": "P1: gB gB", "A07": "P2: oL"}, money=(7, 1), debts=(4, 3), turns_left=0)
    match = played(s, "no action", "no build")
    assert match.over
    end = GAME.scene(match.view(0))
    assert facts(end, 0) == {"points": "10", "$": "3"}
    assert facts(end, 1) == {"points": "3", "$": "0", "debts": "2", "hand": "empty"}
    assert "Bo scores 3." in match.log(0)
    assert end.hints == ("You cancel 4 debts with as many dollars.", "Bo cancels 1 debt with as many dollars.")


def test_the_table_can_be_drawn_at_the_width_of_a_terminal() -> None:
    s = position(["oL", "kJ", ""], built={"OP4": "P2: kJ kJ kJ kJ kJ kJ kJ"}, row="OP1 A13")
    lines = [str(line) for line in draw(Sheet(scene_of(s), width=80))]
    assert max(map(len, lines)) <= 80
    assert any("OP4 L4" in line and "3%" in line for line in lines)


def test_every_card_road_and_verdict_is_drawn() -> None:
    art = GAME.art
    assert art is not None
    names = [*c.KIND.names, *(f"chit-{name}" for name in c.KIND.names), *(f"chit-{back}-back" for back in "kgo")]
    names += [f"back-{back}" for back in (*c.COLOURS, "roads")] + ["map", "stamp-closed", "cover"]
    names += [f"{what}-{road}" for road in c.IDS for what in ("poster", "plate", "road")]
    names += [f"scene-{what}" for what in ("called", "true", "false", "blocked", "delayed", "crash")]
    names += ["cost-" + "-".join(map(str, road.cost)) for road in c.ROADS]
    assert not [name for name in names if art.lacks(name)]
    posters = {art.drawings[f"poster-{road}"] for road in c.IDS}
    assert len(posters) == c.SEGMENTS


def test_the_map_shows_what_is_open_and_whose_the_built_roads_are() -> None:
    s = position(["oL", "", ""], built={"OP1": "P1: oLL", "JV1": "P2 P3: gBB kJ oL"}, row="BP1 A01")
    land = next(part for panel in scene_of(s).panels for part in panel.parts if isinstance(part, Map))
    marks = {mark.name: mark for mark in land.marks}
    assert {*marks} == {*c.IDS}
    assert (marks["OP1"].state, marks["OP1"].seats) == ("built", (0,))
    assert marks["JV1"].seats == (1, 2)
    assert len(marks["JV1"].label) == 2
    assert (marks["BP1"].state, marks["BP1"].label) == ("open", "BP1")
    assert (marks["A13"].state, marks["A13"].label) == ("planned", "")
    width, height = land.size
    assert all(0 < x < width and 0 < y < height for x, y in (mark.at for mark in land.marks))
