"""What scenes are laid out with: places in their order, hands and piles as a viewer knows them, sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.toys.cups import GAME as CUPS
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.sets import GAME as SETS
from tuckbox import Match
from tuckbox import kit as _kit
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import GENERAL_SUM, IDENTICAL
from tuckbox.engine.engine import engine
from tuckbox.errors import RulesError
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import EVERYBODY
from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel
from tuckbox.view.view import View, blind

KIT: Any = _kit  # compiled code has no type hints
NAMES = ("Ann", "Bo", "Cy")
A, B, C, D = range(4)  # of Jumble; d has another back


def empty(game: Game) -> Any:
    """A state of three players with nothing dealt."""
    s: Any = game.blank(3)
    engine(game, "plain").rules.renew(s)
    return s


def seen(game: Game, s: Any, seat: int | None, **more: Any) -> View:
    """A state as a seat sees it."""
    return View(game, seat, blind(game, s, seat), NAMES, **more)


def bare(view: View, seat: int) -> Panel:
    """A place with its number for a part."""
    return lay.place(view, seat, [Fact("seat", str(seat))])


@pytest.mark.parametrize(("seat", "order"), [(0, [1, 2, None, 0]), (2, [0, 1, None, 2]), (None, [0, 1, 2, None])])
def test_the_viewer_sits_last_behind_the_middle(seat: int | None, order: list[int | None]) -> None:
    view = seen(JUMBLE, empty(JUMBLE), seat, asked=(1,))
    panels = lay.panels(view, bare, lambda _: Panel("Table", ()))
    assert [panel.seat for panel in panels] == order
    assert [panel.seat for panel in panels if panel.mine] == [seat] * (seat is not None)
    assert [panel.title for panel in panels if panel.active] == ["Bo"]


def test_a_place_bears_the_badges_that_hold() -> None:
    view = seen(JUMBLE, empty(JUMBLE), 0)
    assert lay.place(view, 1, (), {"dealer": 1, "wins": False, "called": True}).badges == ("dealer", "called")
    assert lay.place(view, 1, ()).badges == ()


@pytest.mark.parametrize(("wrong", "said"), [
    ((Fact("coins", "5"),), "`parts` of Panel is a tuple of Row, Stack, Board, Map or Fact, not Fact"),
    (((), ["dealer"]), r"`badges` of a place say of each whether it holds, {'dealer': True}, not \['dealer'\]"),
])  # fmt: skip
def test_a_place_of_other_things_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        lay.place(seen(SETS, empty(SETS), 0), 1, *wrong)


# -- cards -------------------------------------------------------------------------------------------------------------


def in_hand(*cells: int) -> Any:
    """A state with these cells in the hand of seat 0."""
    s = empty(JUMBLE)
    for cell in cells:
        KIT.put(s.hand[0], cell)
    return s


def shown(cards: tuple[Card, ...]) -> list[str]:
    """Cards in short: what is fresh bears a plus, what is faint stands in brackets, what is noted ends in a dot."""
    return [
        ("+" if card.fresh else "") + (f"({card.face})" if card.faint else card.face) + ("." if card.note else "")
        for card in cards
    ]


def test_the_own_hand_is_sorted_with_what_was_just_taken_last() -> None:
    view = seen(JUMBLE, in_hand(C, A, D, B), 0, news=((0, 0, B), (0, 1, C)))
    assert shown(lay.hand(view, view.state.hand[0], 0)) == ["a", "c", "d", "+b"]
    assert shown(lay.hand(view, view.state.hand[0], 0, fresh=[A])) == ["b", "c", "d", "+a"]


def test_of_cards_alike_as_many_are_fresh_as_were_taken() -> None:
    view = seen(JUMBLE, in_hand(A, A, B), 0, news=((0, 0, A),))
    assert shown(lay.hand(view, view.state.hand[0], 0)) == ["a", "b", "+a"]


def test_of_the_own_cards_those_are_noted_that_everybody_knows() -> None:
    view = seen(JUMBLE, in_hand(A, B | EVERYBODY << 8), 0)
    hand = view.state.hand[0]
    assert shown(lay.hand(view, hand, 0)) == ["a", "b."]
    assert [card.note for card in lay.hand(view, hand, 0)] == ["", "everybody knows it"]
    assert shown(lay.hand(view, hand, 0, shown=True)) == ["a", "b"]


@pytest.mark.parametrize("viewer", [1, None])
def test_of_a_rivals_hand_the_known_cards_are_faint_and_the_others_backs(viewer: int | None) -> None:
    view = seen(JUMBLE, in_hand(C, D, A | EVERYBODY << 8), viewer, news=((0, 0, A),))
    hand = view.state.hand[0]
    cards = lay.hand(view, hand, 0)
    assert shown(cards) == ["+(a)", "red", "blue"]
    assert [(card.hidden, card.name) for card in cards] == [(False, "a"), (True, ""), (True, "")]
    assert shown(lay.hand(view, hand, 0, shown=True))[0] == "+a"


def test_a_hand_may_lie_by_suits() -> None:
    view = Match("whiplash", 2, seed=7).view(0)
    hand = lay.hand(view, view.state.hand[0], 0, lay.suited, order=lay.by_suit)
    places = [("♣♦♠♥".index(card.face[-1]), "234567891JQKA".index(card.face[0])) for card in hand if not card.fresh]
    assert places == sorted(places)
    assert {card.name for card in hand} == {card.name for card in lay.hand(view, view.state.hand[0], 0, lay.suited)}


def test_sets_are_hands_too() -> None:
    s = empty(SETS)
    for card in (5, 2):
        KIT.push(s.hand[0], card)
    s.hand[0].known = 1 << 5
    mine, theirs = seen(SETS, s, 0), seen(SETS, s, 1)
    assert shown(lay.hand(mine, mine.state.hand[0], 0)) == ["c2", "c5."]
    assert shown(lay.hand(theirs, theirs.state.hand[0], 0)) == ["(c5)", "card"]


def test_a_game_draws_its_cards_itself() -> None:
    view = seen(JUMBLE, in_hand(A, B | EVERYBODY << 8), 0)

    def face(card: int) -> Card:
        return Card(f"<{card}>", tone="gold", note="pretty")

    assert [(card.face, card.tone, card.note) for card in lay.hand(view, view.state.hand[0], 0, face)] == [
        ("<0>", "gold", "pretty"),
        ("<1>", "gold", "everybody knows it"),
    ]
    rival = seen(JUMBLE, in_hand(D), 1)
    assert [card.face for card in lay.hand(rival, rival.state.hand[0], 0, face)] == [f"<{BACK + 1}>"]


def test_suited_cards_are_red_or_black() -> None:
    assert [(lay.suited(card).face, lay.suited(card).tone) for card in (0, 1, 2, 51)] == [
        ("2♣", "black"),
        ("2♦", "red"),
        ("2♥", "red"),
        ("A♠", "black"),
    ]
    assert lay.suited(BACK) == Card("card", hidden=True)


def test_cards_of_a_row_keep_their_order_and_backs_come_last() -> None:
    s = empty(JUMBLE)
    for cell in (C | EVERYBODY << 8, D, A | EVERYBODY << 8):
        KIT.put(s.row, cell)
    view = seen(JUMBLE, s, 0, news=((0, -1, C), (0, 0, A)))
    assert shown(lay.cards(view, view.state.row, -1)) == ["+c", "a", "blue"]


def test_of_cards_alike_in_a_row_as_many_are_fresh_as_were_taken() -> None:
    s = empty(JUMBLE)
    for card in (A, A, B, A):
        KIT.put(s.row, card | EVERYBODY << 8)
    view = seen(JUMBLE, s, 0, news=((0, 0, A), (0, 0, A)))
    assert shown(lay.cards(view, view.state.row, 0)) == ["a", "+a", "b", "+a"]


def test_dice_of_nobody_lie_open_and_those_of_rivals_under_cups() -> None:
    view = Match(CUPS, players=2, seed=1).view(0)
    thrown, under = lay.dice(view, view.state.table), lay.dice(view, view.state.cup[1], 1)
    assert [(card.tone, card.hidden, card.faint) for card in thrown] == [("die", False, False)]
    assert [(card.tone, card.hidden) for card in under] == [("die", True)] * 3


def test_a_pile_shows_its_top_and_only_if_told_what_is_known_under_it() -> None:
    s = empty(JUMBLE)
    for cell in (A | EVERYBODY << 8, D, B | EVERYBODY << 8, C):
        KIT.put(s.row, cell)
    view = seen(JUMBLE, s, 0)
    stack = lay.pile(view, "Row", view.state.row, handles=("turn up",), note="mixed")
    assert (stack.title, stack.count, stack.top, stack.under) == ("Row", 4, Card("red", hidden=True), ())
    assert (stack.handles, stack.note) == (("turn up",), "mixed")
    assert [card.face for card in lay.pile(view, "Row", view.state.row, under=True).under] == ["b", "a"]
    assert lay.pile(view, "Open", view.state.open, under=True).top is None


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_a_sentence_is_read_by_whom_it_is_about_and_by_others() -> None:
    sentence = "{who} show[s] {cards}: [{who} has|you have] won."
    views = [seen(JUMBLE, empty(JUMBLE), seat) for seat in (1, 0, None)]
    assert [lay.say(view, 1, sentence, cards="a b") for view in views] == [
        "You show a b: you have won.",
        "Bo shows a b: Bo has won.",
        "Bo shows a b: Bo has won.",
    ]
    assert lay.does(views[0], 1, "play") == "You play"
    assert lay.does(views[1], 1, "play") == "Bo plays"


def test_several_are_named_together() -> None:
    view = seen(JUMBLE, empty(JUMBLE), 1)
    assert lay.people(view, [0, 1, 2]) == "Ann, you and Cy"
    assert lay.won(view, [1, 2]) == "You and Cy share the win"
    assert lay.won(view, [1, 2], "the match") == "You and Cy share the win"
    assert lay.won(view, [1], "the match") == "You win the match"
    assert lay.won(view, [2], "the match") == "Cy wins the match"


def test_partners_win_together() -> None:
    game = replace(JUMBLE, payoffs=GENERAL_SUM.in_teams([(1, 2)]))
    view = seen(game, empty(JUMBLE), 1)
    assert lay.won(view, [1, 2], "the match") == "You and Cy win the match"
    assert lay.won(view, [0, 1], "the match") == "Ann and you share the win"


def test_winners_are_told_by_payoff_and_in_the_end_by_place() -> None:
    s = empty(JUMBLE)
    s.over, s.payoff, s.place = True, [1.0, 0.0, 1.0], [2, 1, 2]
    view = seen(JUMBLE, s, 1)
    assert lay.winners(view) == [0, 2]
    assert lay.status(view, "") == "Ann and Cy share the win."
    s.done = True
    assert lay.winners(seen(JUMBLE, s, 1)) == [1]
    assert lay.status(seen(JUMBLE, s, 1), "") == "You win!"
    assert lay.status(seen(JUMBLE, s, 0), "") == "Bo wins."


def test_a_game_that_pays_all_alike_is_nobodys() -> None:
    s = empty(JUMBLE)
    s.over = True
    assert lay.status(seen(JUMBLE, s, 0), "") == "Nobody wins."


@pytest.mark.parametrize(("viewer", "who"), [(0, "you"), (None, "they")])
def test_what_all_have_scored_together_is_told_to_them_and_of_them(viewer: int | None, who: str) -> None:
    view = seen(JUMBLE, empty(JUMBLE), viewer)
    view.state.over, view.state.payoff[0] = True, 12.0
    together = replace(view, game=replace(JUMBLE, payoffs=IDENTICAL))
    assert lay.status(together, "") == f"Together {who} have scored 12."


def test_the_status_says_what_to_do_or_whom_the_table_waits_for() -> None:
    view = seen(JUMBLE, empty(JUMBLE), 0, asked=(0, 2))
    assert lay.status(view, "Play a card.") == "Play a card."
    assert lay.status(replace(view, seat=1), "Play a card.") == "Ann and Cy are thinking."
    assert lay.status(replace(view, seat=1, asked=(2,)), "Play a card.") == "Cy is thinking."
