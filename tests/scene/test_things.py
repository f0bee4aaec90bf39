"""Things in a scene by their names."""

from __future__ import annotations

from tuckbox.scene.parts import Board, Card, Door, Map, Mark, Panel, Row, Scene, Space, Stack, Token
from tuckbox.scene.things import find, name_of, standing, things, words_of

TEA = Card("tea", "T", title="A pot of tea", note="still warm")
TROUBLE = Card("cow", "cow on 2", text="needs two more", about=("cow",))
SPACE = Space("2-1", note="a doorway", tokens=(Token("o", note="a piece"),), about=("doorway",))
SCENE = Scene(
    "",
    "",
    (
        Panel("Bo", (Row("Hand", (Card("card", hidden=True), TROUBLE)),), 1),
        Panel(
            "Table",
            (
                Stack("Stock", 3, Card("card", hidden=True), under=(Card("6", "6"),), note="the last round"),
                Board("Way", ((SPACE, None),), doors=(Door(0, 0, "3", "opens with three", ("open 2-1",)),)),
                Map("Land", "land", (10, 10), (Mark("OP1", "road", (1, 1), note="planned"),)),
            ),
        ),
        Panel("You", (Row("Hand", (TEA,)),), 0, mine=True),
    ),
)


def test_all_that_lies_there_has_a_name_by_which_it_is_found() -> None:
    names = [name_of(thing) for thing in things(SCENE)]
    assert names == ["T", "card", "cow on 2", "card", "6", "Stock", "2-1", "open 2-1", "OP1"]
    assert find(SCENE, "T") is TEA
    assert find(SCENE, "open 2-1") == Door(0, 0, "3", "opens with three", ("open 2-1",))
    assert find(SCENE, "nowhere") is None


def test_a_thing_is_about_its_topics_or_else_about_its_names() -> None:
    assert words_of(TEA) == ("T", "A pot of tea", "tea")
    assert words_of(TROUBLE) == ("cow",)
    assert words_of(Card("card", hidden=True)) == ("card",)


def test_how_a_thing_stands_is_what_its_note_says() -> None:
    assert standing(TEA) == "still warm"
    assert standing(TROUBLE) == "needs two more"
    assert standing(SPACE) == "a doorway, a piece"
    assert standing(Space("A01", note="costs L2")) == "", "its topic says so"
    stock = find(SCENE, "Stock")
    assert stock is not None
    assert standing(stock) == "3 cards, the last round"


def test_backs_that_are_counted_are_drawn_as_one() -> None:
    back, blue = Card("card", hidden=True), Card("blue", hidden=True)
    row = Row("Hand", (TEA, back, blue, back, TEA, back), backs="count")
    assert [(card.face, card.count) for card in row.drawn] == [("tea", 1), ("card", 3), ("blue", 1), ("tea", 1)]
    assert Row("Hand", row.cards).drawn == row.cards
