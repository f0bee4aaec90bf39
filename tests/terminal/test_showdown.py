"""The end of a game, told of one seat after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.whiplash.positions import position, seated
from tests.games.whipsaw.positions import position as position_of_whipsaw
from tests.games.whipsaw.positions import seated as seated_at_whipsaw
from tests.terminal.tables import screen_of, table
from tuckbox import Match
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.scene.parts import Fact, Panel, Scene
from tuckbox.scene.text import cards_of
from tuckbox.terminal.showdown import beats
from tuckbox.testing.golden import folder

FOLLOWS = "Enter for what follows, q for the end "


def called() -> Match:
    """A hand that Ann has called with three eights; Bo holds four fives, two of them aces, and Cy nothing."""
    match = seated(position(["8C 8H 8S JD 2D", "5C 5H AC AH", "3S 4S 6S 9S"]))
    match.play("call 2D")
    return match


def hand(scene: Scene, seat: int) -> str:
    """What is seen of a seat's cards."""
    panel = next(panel for panel in scene.panels if panel.seat == seat)
    return " ".join(card.face for card in cards_of(Scene("", "", (panel,))))


def test_one_hand_after_the_other_is_shown_and_the_winner_last() -> None:
    match = called()
    seen = list(beats(match, 2))
    told = [view.log[-1] for view, _ in seen]
    assert told == ["Ann shows three eights.", "Bo shows four fives.", "You show one nine."]
    assert [scene.status for _, scene in seen[:1]] == ["Ann puts down 2♦ and calls! Ann shows three eights."]
    hidden, ann, bo = "card card card card", "8♣ 8♥ 8♠ J♦", "5♣ 5♥ A♣ A♥"
    assert [(hand(scene, 0), hand(scene, 1)) for _, scene in seen] == [(ann, hidden), (ann, bo), (ann, bo)]
    assert [[panel.seat for panel in scene.panels if panel.active] for _, scene in seen] == [[0], [1], [2]]
    for _, scene in seen:
        assert "wins" not in str(scene)
        assert "Bo leads" not in scene.headline
        assert [fact.value for panel in scene.panels for fact in panel.parts if isinstance(fact, Fact)] == ["0", "0", "0"]


def ended(name: str) -> Match:
    """A golden match of three that has come to its end."""
    paths = sorted(folder(game(name)).glob("3*.tuckbox"))
    return next(match for match in map(Match.load, reversed(paths)) if match.over)


def places(panel: Panel) -> list[str]:
    """What lies at a place, each thing for itself."""
    return [str(part) for part in panel.parts]


@pytest.mark.parametrize("name", installed())
def test_nothing_is_shown_that_is_not_seen_before_or_at_the_end(name: str) -> None:
    match = ended(name)
    for viewer in (None, 0, 1):
        end = match.view(viewer)
        there = [match.game.scene(view) for view in (match.view_at(viewer, match.steps - 1), end)]
        known = {thing for scene in there for panel in scene.panels for thing in places(panel)}
        so_far = end.log[: len(end.log) - len(match.lines(viewer, after=match.steps - 1))]
        seen = list(beats(match, viewer))
        assert bool(seen) == (name != "keywhiz")  # where the winner ends it alone
        for view, scene in seen:
            assert view.legal == ()
            assert len(so_far) < len(view.log) < len(end.log)
            assert end.log[: len(view.log)] == view.log
            assert {thing for panel in scene.panels for thing in places(panel)} <= known
            so_far = view.log


def test_where_no_cards_are_turned_over_a_place_shows_at_once_what_is_told_of_it() -> None:
    s = position_of_whipsaw(["oLL", "", ""], row="OP1", built={"A01": "P1: oL"}, turns_left=0, money=(4,), debts=(2,))
    match = seated_at_whipsaw(s)
    for text in ("no action", "build OP1", "put oLL", "done"):
        match.play(text, 0)
    told = {view.log[-1]: scene for view, scene in beats(match, 1)}
    assert "Ann scores 4." in told
    shown = {fact.label: fact.value for fact in told["Ann scores 4."].panels[1].parts if isinstance(fact, Fact)}
    assert (shown["points"], shown["$"], "debts" in shown) == ("4", "2", False)


def test_what_one_seat_alone_brings_about_has_no_beats() -> None:
    match = ended("keywhiz")
    assert len(match.lines(0, after=match.steps - 1)) > 1
    assert list(beats(match, 0)) == []


@pytest.mark.parametrize(("typed", "shown"), [(["", "", ""], 3), (["", "q"], 2)])
def test_at_the_table_enter_leads_from_one_to_the_next(path: Path, typed: list[str], shown: int) -> None:
    match = seated(position(["8C 8H 8S JD 2D", "5C 5H AC AH", "3S 4S 6S 9S"]))
    seat = table(match, ["call 2d", *typed], path, bots={1: "greedy", 2: "greedy"})
    seat.run()
    assert screen_of(seat).prompts.count(FOLLOWS) == shown
    between = [drawn for drawn in screen_of(seat).shown if drawn[-1].startswith(" Bo shows")]
    assert len(between) == 1
    assert "5♣ 5♥ A♣ A♥" in "\n".join(between[0])


def test_where_nobody_looks_there_is_no_showdown(path: Path) -> None:
    match = seated(position(["8C 8H 8S JD 2D", "5C 5H AC AH", "3S 4S 6S 9S"]))
    seat = table(match, ["call 2d"], path, bots={1: "greedy", 2: "greedy"}, alive=False)
    seat.run()
    assert FOLLOWS not in screen_of(seat).prompts
