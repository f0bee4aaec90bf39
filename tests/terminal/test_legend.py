"""What the cards and places of a table say."""

from __future__ import annotations

import pytest

from tuckbox import Match
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Row, Scene, Space, Stack, Token
from tuckbox.terminal.legend import legend, meaning

SCENE = Scene(
    "Game",
    "",
    (
        Panel(
            "Bo",
            (
                Row("Hand", (Card("card", hidden=True, note="a secret"),)),
                Row("Racer", (Card("An", "Angus", title="Angus McDuff", text="two more cards", note="kept"),)),
            ),
            seat=1,
        ),
        Panel(
            "Table",
            (
                Stack("Pile", 2, Card("Q♥", "QH"), (Card("K♥", "KH", note="seen by all"),)),
                Board(
                    "House",
                    (
                        (
                            Space("2-1", "DS", (Token("●", 0, "a piece"),), note="Draw or Swap"),
                            None,
                            Space("A", "A", title="A"),
                        ),
                    ),
                    doors=(Door(0, 0, "3", "three of a kind"),),
                ),
                Board("Roads", ((Space("HH1", "HH1 Riverside Park · $2", note="costs $2"),),)),
                Fact("round", "3"),
            ),
        ),
        Panel("You", (Row("Hand", (Card("SM:P", "SM", title="Winning Smile"),) * 2),), seat=0, mine=True),
    ),
)


def test_each_thing_stands_there_once_ones_own_first_and_what_says_no_more_than_its_face_not_at_all() -> None:
    assert legend(SCENE) == [
        "  SM:P  Winning Smile",
        "  An    Angus McDuff: two more cards; kept",
        "  K♥    seen by all",
        "  DS    Draw or Swap",
        "  ●     a piece",
        "  =3=   three of a kind",
        "  HH1   costs $2",
    ]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("sm", "SM:P: Winning Smile."),
        ("SM:P", "SM:P: Winning Smile."),
        ("angus", "An: Angus McDuff: two more cards; kept."),
        ("2-1", "DS: Draw or Swap."),
        ("ds", "DS: Draw or Swap."),
        ("hh1", "HH1: costs $2."),
        ("=3=", "=3=: three of a kind."),
        ("QH", ""),
        ("card", ""),
        ("", ""),
        ("2", ""),
    ],
)
def test_a_thing_is_asked_for_by_its_name_or_its_face(asked: str, said: str) -> None:
    assert meaning(SCENE, asked) == said


def test_every_place_of_key_whiz_is_explained() -> None:
    match = Match("keywhiz", seed=1)
    scene = match.game.scene(match.view(0))
    board = next(part for panel in scene.panels if panel.mine for part in panel.parts if isinstance(part, Board))
    places = [space.name for row in board.rows for space in row if space]
    assert len(places) > 30
    assert all(meaning(scene, name) for name in places)


def test_nothing_hidden_is_in_a_legend() -> None:
    match = Match("whiplash", seed=1)
    assert legend(Scene("", "", (Panel("Bo", (Row("Hand", (Card("x", hidden=True, title="X"),)),), seat=1),))) == []
    assert meaning(match.game.scene(match.view(None)), "card") == ""
