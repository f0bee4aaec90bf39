"""What pages point at: found in a scene by its words, and marked where it is drawn as text."""

from __future__ import annotations

import pytest

from tuckbox.lessons.things import Thing, find, marked
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Row, Scene, Space, Stack
from tuckbox.scene.text import Sheet, draw

HAND = Row("Hand", (Card("Q♥", "QH"), Card("Q♥", "QH"), Card("card", hidden=True)))
BOARD = Board("", ((Space("1-1", "[ ]"), None, Space("1-3", "[ ]")),), doors=(Door(0, 0, "2"), Door(0, 2, "2")))
SCENE = Scene(
    "A game",
    "Play a card.",
    (
        Panel("Bo", (Row("Hand", (Card("K♠", "KS"),)), Row("Road", (Card("7"),)), Fact("won", "1")), 1),
        Panel("Table", (Stack("Stock", 7, Card("9♣", "9C", title="Nine")), BOARD)),
        Panel("You", (HAND, Fact("won", "3")), 0, mine=True),
    ),
)


@pytest.mark.parametrize(
    ("pointer", "thing"),
    [
        ("place Bo", Thing("place", "Bo", 0)),
        ("row Hand", Thing("row", "Hand", 0, 0)),
        ("row Hand of You", Thing("row", "Hand", 2, 0)),
        ("card Q♥", Thing("card", "Q♥", 2, 0, 0)),
        ("card QH #2 of You", Thing("card", "QH", 2, 0, 1)),
        ("card Nine", Thing("card", "Nine", 1, 0, 0)),
        ("stack Stock", Thing("stack", "Stock", 1, 0)),
        ("fact won of Bo", Thing("fact", "won", 0, 2)),
        ("space 1-3", Thing("space", "1-3", 1, 1, 0, 2)),
        ("door 2 #2", Thing("door", "2", 1, 1, 1)),
        ("action draw stock", Thing("action", "draw stock")),
        ("status", Thing("status", "")),
    ],
)
def test_things_are_found_by_their_words(pointer: str, thing: Thing) -> None:
    assert find(SCENE, pointer, ("draw stock",)) == thing


def test_of_may_be_part_of_a_name() -> None:
    scene = Scene("A game", "", tuple(Panel(who, (Row("In front of all", ()),)) for who in ("Bo", "You")))
    assert find(scene, "row In front of all") == Thing("row", "In front of all", 0, 0)
    assert find(scene, "row In front of all of You") == Thing("row", "In front of all", 1, 0)
    assert find(scene, "row In front of all of Cy") is None


@pytest.mark.parametrize("pointer", ["card card", "card KS of You", "door 2 #3", "action call QH", "status now", "chair Bo"])
def test_what_is_not_there_is_not_found(pointer: str) -> None:
    assert find(SCENE, pointer, ("draw stock",)) is None


@pytest.mark.parametrize(
    ("pointer", "shown"),
    [
        ("place Bo", "→Bo"),
        ("row Hand of You", "→You"),
        ("row Road", "→Road"),
        ("card KS", "→K♠"),
        ("card 9C", "→9♣"),
        ("stack Stock", "→Stock 7"),
        ("fact won of Bo", "→won 1"),
        ("space 1-3", "→[ ]"),
        ("door 2 #2", "→2"),
        ("status", "→Play a card."),
    ],
)
def test_the_text_shows_an_arrow_before_a_thing_and_nowhere_else(pointer: str, shown: str) -> None:
    drawn = "\n".join(line.plain for line in draw(Sheet(marked(SCENE, find(SCENE, pointer)))))
    assert drawn.count("→") == 1
    assert shown in drawn


def test_nothing_is_marked_where_nothing_is_pointed_at() -> None:
    assert marked(SCENE, None) is SCENE
