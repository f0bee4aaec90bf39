"""Cards as pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from tests.server.html.models import model_of, motor_model
from tests.server.html.soup import read
from tuckbox import Match
from tuckbox.definition.game import game
from tuckbox.kit.deck import Deck
from tuckbox.scene.parts import Card, Map, Mark, Panel, Row, Scene, Stack
from tuckbox.server.html.art import HOUSE, SHEET, art_files
from tuckbox.server.html.cards import chip, look
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.map import map_fragment
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.scene import parts, pile_fragment, row_fragment
from tuckbox.server.html.table import table_body, table_page
from tuckbox.server.table.view_model import Move


@pytest.mark.parametrize(("face", "large"), [
    ("K", True), ("10", True), ("SM", True), ("W1", True), ("tea", False), ("Öl", False), ("silk", False),
])  # fmt: skip
def test_signs_are_large_and_words_of_any_length_are_of_one_size(face: str, large: bool) -> None:
    assert ("short" in look(Card(face, face))[1].split()) == large


@pytest.mark.parametrize(("name", "face"), [*zip(Deck.standard().names, Deck.standard().faces, strict=True)])
def test_standard_cards_bear_sign_letter_and_word(name: str, face: str) -> None:
    seen = look(Card(face, name))
    root = read(seen.inside)
    assert f"suit{name[1]}" in seen.classes.split()
    drawing = next(element.attrs["href"] for element in root.all() if element.name == "use")
    assert drawing.removeprefix("#a-") in HOUSE.drawings
    assert drawing[-1] == name[1]
    assert next(element.text for element in root.all() if element.name == "text") == face[:-1]
    suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[name[1]]
    assert suit in root.words()
    assert seen.label.endswith(f" of {suit}")


def test_whatever_a_card_points_at_stands_in_the_sheet() -> None:
    sheet = set(re.findall(r' id="([^"]+)"', art_files(game("whiplash"))[SHEET].decode()))
    cards = [Card(face) for face in Deck.standard().faces] + [Card("card", hidden=True), Card("crate", hidden=True)]
    used = {
        element.attrs["href"][1:] for card in cards for element in read(look(card).inside).all() if element.name == "use"
    }
    assert used <= sheet
    assert len(used) == 53


def test_a_card_that_stands_for_another_says_so_and_is_tied_to_it() -> None:
    ace, five = Card("A♣", "AC", copies="5♣"), Card("5♣", "5C")
    assert look(ace).label == "ace of clubs, counts as 5 of clubs"
    assert "5♣" in look(ace).inside
    tied = row_fragment(ClickTargets(), Row("Hand", (five, Card("K♦", "KD"), ace)), "k", mine=True, titled=False).html
    assert 'class="thread of3 off0 over2"' in tied


def test_flags_are_told_in_words_too() -> None:
    assert (
        look(Card("Q♥", "QH", faint=True, fresh=True, note="worth two")).label
        == "queen of hearts, known to all, just taken, worth two"
    )
    assert look(Card("tea", "tea", count=3)).label == "tea, 3 of them"
    assert "×3" in look(Card("tea", "tea", count=3)).inside
    assert {"faint", "fresh"} <= set(look(Card("Q♥", "QH", faint=True, fresh=True)).classes.split())


def test_backs_say_nothing_but_their_own_name() -> None:
    assert look(Card("card", hidden=True)) == look(Card("card", hidden=True, name=""))
    crate, casket = look(Card("crate", hidden=True)), look(Card("casket", hidden=True))
    assert "crate" in crate.inside
    assert crate.classes != casket.classes


def test_rich_cards_show_title_text_and_point_at_the_games_drawing() -> None:
    page = table_page(motor_model(), Visitor("Ann"))
    root = read(page)
    card = next(element for element in root.all() if element.attrs.get("id") == "c-oil")
    assert card.words() == "Oil on the road The next car loses a turn."
    pointed = {element.attrs["href"] for element in root.all() if element.name == "use"}
    assert {"#a-oil", "#a-road", "#a-tyre"} <= pointed


def test_chips_are_coloured_by_suit() -> None:
    assert chip("10♠") == '<b class="chip suitS">10♠</b>'
    assert chip("<b>") == '<b class="chip">&lt;b&gt;</b>'


def test_cards_under_a_pile_are_listed_up_to_a_number() -> None:
    match = Match("whiplash", 2, seed=2)
    for _ in range(12):
        match.play(match.legal()[0])
    under = next(element for element in read(table_body(model_of(match))).all() if element.has("under"))
    pile = match.game.scene(match.view(0)).panels[1].parts[1]
    assert isinstance(pile, Stack)
    assert [element.text for element in under.all() if element.has("chip")] == [card.face for card in pile.under]
    long = replace(pile, under=pile.under * 40)
    assert "and " in pile_fragment(ClickTargets(), long, "k", False).html


@pytest.mark.parametrize("face", "123456")
def test_a_die_shows_as_many_pips_as_it_says(face: str) -> None:
    seen = look(Card(face, face, tone="die"))
    assert seen.inside.count("<circle") == int(face)
    assert "die" in seen.classes.split()


def test_a_die_under_a_cup_is_blank() -> None:
    seen = look(Card("die", hidden=True, tone="die"))
    assert seen.inside == ""
    assert {"die", "back"} <= set(seen.classes.split())


def test_flags_on_a_map_stand_apart_and_pins_keep_their_places() -> None:
    marks = (Mark("a", "a", (50, 50), "A02"), Mark("b", "b", (55, 52), "JV1"), Mark("c", "c", (52, 66), "X", seats=(1,)))
    drawn = map_fragment(Map("New York", "land", (200, 200), marks), "k").html
    assert re.findall(r'<circle cx="52" cy="(\d+)"', drawn) == ["66"]
    assert re.findall(r'<rect x="[\d.]+" y="(\d+)"', drawn) == ["44", "32"], "just above the other flag"


def test_no_flag_is_pushed_off_the_map() -> None:
    """They were stacked below each other, until the last ones lay below the frame."""
    marks = [Mark(f"r{at}", "a", (20, 60 + at), "A11") for at in range(8)]
    drawn = map_fragment(Map("New York", "land", (120, 80), tuple(marks)), "k").html
    boards = [tuple(map(float, one)) for one in re.findall(r'<rect x="([\d.-]+)" y="([\d.-]+)"', drawn)]
    assert all(0 <= x <= 120 - 24 and 0 <= y <= 80 - 12 for x, y in boards)
    assert all(abs(x - u) >= 24 or abs(y - v) >= 12 for (x, y), (u, v) in combinations(boards, 2))


def test_cards_with_names_of_several_words_are_touched_too() -> None:
    """They looked as if nothing could be done with them."""
    names = ("roll 1", "roll 12", "beef")
    hand = Row("Box", tuple(Card(name, name) for name in names))
    moves = tuple(Move(text, text) for text in ("take roll 1", "take beef and roll 1", "take beef"))
    targets = ClickTargets.of(Scene("Box", "", (Panel("Ann", (hand,), 0, mine=True),)), moves)
    assert [targets.touching(card, mine=True) for card in hand.cards] == [[0, 1], [], [1, 2]]
    assert targets.untouched(Row("Rolls", hand.cards[:1])) is None
    assert 'data-moves="0 1"' in row_fragment(targets, hand, "k", mine=True, titled=False).html


def test_cards_of_an_idle_row_are_not_touched_for_those_of_the_hand_that_are_called_alike() -> None:
    hand, kept = Row("Hand", (Card("cake", "cake"),)), Row("Kept", (Card("cake", "cake"), Card("plum", "plum")), idle=True)
    market = Row("Market", (Card("plum", "plum"),))
    panels = (Panel("Table", (market,)), Panel("Ann", (hand, kept), 0, mine=True))
    targets = ClickTargets.of(Scene("Tea", "", panels), (Move("keep cake", "Keep cake"), Move("buy plum", "Buy plum")))
    assert [targets.untouched(row) is None for row in (hand, kept, market)] == [True, False, True]
    (drawn,) = parts(targets, Panel("Ann", (kept,), 0, mine=True), 1)
    assert "data-moves" not in drawn.html
    assert "data-name" not in drawn.html, "nor asked about: the answer would be one for the cards of the hand"
    assert 'data-moves="1"' in parts(targets, panels[0], 0)[0].html, "an idle card of the same name is nothing to play"


@pytest.mark.parametrize(("card", "wordy"), [
    (Card("dumpling"), True), (Card("roll 3"), False), (Card("new potatoes"), True), (Card("salmon"), False),
    (Card("dumpling", title="Dumpling"), False),
])  # fmt: skip
def test_a_long_word_as_a_face_is_smaller(card: Card, wordy: bool) -> None:
    """It was broken within the word: "dumplin" and below it "g"."""
    assert ("wordy" in look(card).classes.split()) == wordy


def test_a_row_of_dice_is_one_of_dice_also_where_none_lie() -> None:
    """It was drawn as a place for a card, and dice were read as cards."""

    def head(row: Row) -> str:
        return row_fragment(ClickTargets(), row, "k", mine=False, titled=True).html.split("</span>")[1].split(">")[0]

    dice = (Card("5", "d5", tone="die"), Card("die", hidden=True, tone="die", count=2))
    assert (
        head(Row("Thrown", (), dice=True))
        == '<div class="cards dice" id="k-cards" role="group" aria-label="Thrown: no dice"'
    )
    assert head(Row("Thrown", dice)).endswith(
        'class="cards dice" id="k-cards" role="group" aria-label="Thrown: 3 dice, 2 covered"'
    )
    assert head(Row("Thrown", dice[:1])).endswith('aria-label="Thrown: 1 die"')
    assert head(Row("Hand", ())) == '<div class="cards" id="k-cards" role="group" aria-label="Hand: no cards"'
    assert head(Row("Both", (*dice, Card("Q♥", "QH")))).endswith(
        'class="cards dice" id="k-cards" role="group" aria-label="Both: 4 cards, 2 face down"'
    )
