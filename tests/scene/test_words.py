"""Tables in words: each thing said once, and nothing of what is seen left out."""

from __future__ import annotations

from tuckbox.scene.parts import Board, Card, Door, Panel, Scene, Space, Stack
from tuckbox.scene.words import panel_words


def lines(part: Board | Stack) -> tuple[str, ...]:
    """The lines of a panel that has this part only."""
    [panel] = panel_words(Scene("A game", "", (Panel("Table", (part,)),)), notation=False)
    return panel.lines


def test_a_door_with_no_place_above_it_is_above_the_one_that_it_leads_to() -> None:
    rows = ((Space("Start", "Start"), None), (Space("1", "1"), Space("2", "2")))
    told = lines(Board("", rows, doors=(Door(0, 0, "A", "shut"), Door(0, 1, "B", "shut"), Door(1, 1, "C", "shut"))))
    assert told[-3:] == ("Door A below Start: shut.", "Door B above 2: shut.", "Door C below 2: shut.")


def test_a_note_does_not_say_the_title_of_its_place_again() -> None:
    [told] = lines(Board("", ((Space("BP5", "BP5", title="Howard Beach", note="Howard Beach, cost 2 judges"),),)))
    assert told == "BP5 Howard Beach (cost 2 judges)."


def test_of_a_stock_whose_cards_are_all_known_that_is_said_once() -> None:
    known = tuple(Card(face, faint=True) for face in ("9", "10", "J"))
    assert lines(Stack("Stock", 3, known[0], under=known[1:])) == (
        "Stock: 3 cards, on top 9, under it 10, J, all face down, but known.",
    )
    bottom = (*known[1:], Card("", hidden=True))
    assert lines(Stack("Stock", 4, known[0], under=bottom)) == (
        "Stock: 4 cards, on top 9 (face down, but known), under it 10 (face down, but known), J (face down, but known), "
        "a hidden card.",
    )
