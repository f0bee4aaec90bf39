"""The table of Whiplash: what is said at it, and that it tells nobody more than they may know."""

from __future__ import annotations

import random

import pytest

from tests.games.whiplash.positions import cards, position, seated, showdown
from tuckbox import Match
from tuckbox.kit.chance import Fast
from tuckbox.scene.parts import Fact, Panel, Row, Scene, Stack


def scene_of(s: object, seat: int | None = 0) -> Scene:
    """The table of a position."""
    match = seated(s)
    return match.game.scene(match.view(seat))


def row(panel: Panel) -> Row:
    """The hand of a place."""
    return next(part for part in panel.parts if isinstance(part, Row))


def faces(panel: Panel) -> list[str]:
    """The faces of a hand."""
    return [card.face for card in row(panel).cards]


def stacks(scene: Scene) -> dict[str, Stack]:
    """The piles in the middle."""
    return {part.title: part for panel in scene.panels for part in panel.parts if isinstance(part, Stack)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["classic", "2023", "royal"])
def test_tables_are_equal_in_all_worlds_a_viewer_cannot_tell_apart(players: int, edition: str) -> None:
    match = Match("whiplash", players=players, seed=players, edition=edition, turn_cap=40)
    chance, rng, moved = random.Random(players), Fast(1), 0
    for _ in range(100):
        if match.between:
            match.deal()
            continue
        for seat in (*range(players), None):
            view = match.view(seat)
            world = view.redeal(rng)
            moved += world != match._state
            original, match._state = match._state, world
            again = match.view(seat)
            match._state = original
            assert match.game.scene(again) == match.game.scene(view)
            assert (again.fresh, again.log) == (view.fresh, view.log)
        match.play(chance.choice(match.actions()))
    assert moved > 100 * players / 2


def test_no_card_is_on_the_table_that_the_viewer_does_not_know() -> None:
    match = Match("whiplash", players=3, seed=5)
    chance = random.Random(5)
    for _ in range(30):
        if match.over:
            break
        for seat in (*range(3), None):
            known = match.view(seat).state
            for panel in match.game.scene(match.view(seat)).panels:
                if panel.seat is not None:
                    shown = cards(" ".join(card.name for card in row(panel).cards if not card.hidden))
                    assert shown == known.hand[panel.seat].cards
        match.play(chance.choice(match.actions()))


def test_rivals_sit_in_their_order_after_the_viewer_who_is_last() -> None:
    scene = scene_of(position([None, None, None, None]), seat=2)
    assert [panel.seat for panel in scene.panels] == [3, 0, 1, None, 2]
    assert [panel.mine for panel in scene.panels] == [False, False, False, False, True]
    onlooker = scene_of(position([None, None, None, None]), seat=None)
    assert [panel.seat for panel in onlooker.panels] == [0, 1, 2, 3, None]
    assert not any(panel.mine for panel in onlooker.panels)


def test_a_rivals_hand_shows_backs_and_faintly_what_everybody_knows() -> None:
    match = Match("whiplash", seed=3, dealer=1)
    match.play("take discard")
    taken = match.view(0).fresh
    assert len(taken) == 1
    rival = match.game.scene(match.view(1)).panels[0]
    known, *rest = row(rival).cards
    assert (known.faint, known.fresh, known.hidden) == (True, True, False)
    assert [card.hidden for card in rest] == [True] * 4
    match.play(next(text for text in match.legal() if text.split()[1] != known.name))
    known = row(match.game.scene(match.view(1)).panels[0]).cards[0]
    assert (known.faint, known.fresh) == (True, False)


def test_the_card_just_taken_lies_last_in_the_own_hand_and_nobody_else_sees_it() -> None:
    match = Match("whiplash", seed=3, dealer=1)
    match.play("draw stock")
    mine = row(match.game.scene(match.view(0)).panels[-1]).cards
    assert [card.fresh for card in mine] == [False] * 4 + [True]
    assert match.log(0)[-1] == f"You draw {mine[-1].face}."
    for seat in (1, None):
        theirs = match.game.scene(match.view(seat))
        assert not any(card.fresh for panel in theirs.panels if panel.seat == 0 for card in row(panel).cards)
        assert match.view(seat).fresh == ()


def test_actions_are_noted_in_the_order_of_the_hand_and_calls_last() -> None:
    match = Match("whiplash", seed=3, dealer=1)
    match.play("draw stock")
    scene = match.game.scene(match.view(0))
    names = [card.name for card in row(scene.panels[-1]).cards]
    assert list(scene.notes) == [f"discard {name}" for name in names]
    scene = scene_of(position(["QC QD QH QS AH", None], edition="royal"))
    assert [text.split()[0] for text in scene.notes] == ["discard"] * 5 + ["call"] * 6


def test_what_each_card_put_down_would_leave() -> None:
    notes = scene_of(position(["QC QD AD 7H 7S", None])).notes
    assert notes["discard 7H"] == "keeps three queens (A♦ copies Q♦), cannot call"
    assert notes["discard AD"] == "keeps two queens"
    notes = scene_of(position(["QC QD QH 7H 7S", None])).notes
    assert notes["discard 7H"] == "keeps three queens"
    assert notes["call 7H"] == "puts 7♥ down, shows three queens"
    notes = scene_of(position(["2C 2D AC AD TS", None])).notes
    assert notes["discard TS"] == "keeps four twos (A♣ A♦ copy 2♣ 2♦), cannot call"


def test_in_the_first_round_it_says_that_nobody_may_call() -> None:
    scene = scene_of(position(["QC QD QH 7H 7S", None], turns=1))
    assert scene.notes["discard 7H"] == "keeps three queens, to call next time"
    assert scene.hints == ("Nobody may call in the first round.",)
    assert scene.status == "Put a card down."


def test_taking_says_which_card_and_what_it_could_make() -> None:
    notes = scene_of(position(["QC QD 7H 8S", None], discards="4S QH")).notes
    assert notes == {"draw stock": "face down", "take discard": "Q♥: you could keep three queens"}
    notes = scene_of(position(["QC QD 7H 8S", None], discards="QH 4S")).notes
    assert notes["take discard"] == "4♠"


def test_wl_5_10_taking_says_which_card_makes_a_five_where_these_may_call() -> None:
    s = position(["QC QD QH AD", None], discards="4S AH", edition="royal")
    assert scene_of(s).notes["take discard"] == "A♥: all five would be five queens (A♦ A♥ copy Q♦ Q♥)"
    s = position(["QC QD QH AD", None], discards="4S AH")
    assert scene_of(s).notes["take discard"] == "A♥"


def test_a_renewed_stock_shows_its_order_to_all() -> None:
    match = seated(position(["QC QD 7H 8S", None], discards="4S TD 2C", stock="9H"))
    match.play("draw stock")
    match.play("discard 9H")
    scene = match.game.scene(match.view(1))
    stock = stacks(scene)["Stock"]
    assert stock.top is not None
    assert [card.face for card in (stock.top, *stock.under)] == ["4♠", "10♦", "2♣"]
    assert stock.top.faint
    assert "everybody knows the order of the stock" in " ".join(scene.hints)
    assert scene.notes["draw stock"].startswith("4♠")


def test_the_pile_shows_its_top_and_what_lies_under_it() -> None:
    scene = scene_of(position([None, None], discards="4S TD 2C"))
    pile = stacks(scene)["Pile"]
    assert (pile.count, pile.top and pile.top.face, [card.face for card in pile.under]) == (3, "2♣", ["10♦", "4♠"])
    stock = stacks(scene)["Stock"]
    assert stock.top is not None
    assert stock.top.hidden
    assert stock.under == ()


@pytest.mark.parametrize(
    ("hands", "caller", "edition", "status", "why"),
    [
        (["4C 4D 4H 7C", "AC AD 5H 5S"], 0, "2023", "You called and win with three fours.", ""),
        (["QC QD QH JS", "2S 2D AS AD"], 0, "2023", "Whiplash! Bo beats your three queens with four twos.", ""),
        (["2S 2D AS AD", "QC QD QH JS"], 1, "2023", "Whiplash! You beat Bo's three queens with four twos.", ""),
        (
            ["KH KS AH AS", "KC KD AC AD"],
            0,
            "2023",
            "You called and win with four kings.",
            "You and Bo both show four kings: the ace of spades decides.",
        ),
        (
            ["KH KS AH AS", "KC KD AC AD"],
            0,
            "classic",
            "You called and win with four kings.",
            "You and Bo both show four kings: the caller wins.",
        ),
        (
            ["3C 3D 3H 8S", "QD QH AH 5C", "QC QS AC 7D"],
            0,
            "2023",
            "Whiplash! Bo beats your three threes with three queens.",
            "Bo and Cy both show three queens: the ace of hearts decides.",
        ),
    ],
)
def test_the_end_of_a_hand_says_who_wins_and_why(hands: list[str], caller: int, edition: str, status: str, why: str) -> None:
    scene = scene_of(showdown(hands, caller, edition=edition, recycled=1))
    assert scene.status == status
    assert (why in scene.hints) == bool(why)
    winners = [panel for panel in scene.panels if "wins" in panel.badges]
    assert len(winners) == 1
    assert all(
        not card.hidden and not card.faint for panel in scene.panels if panel.seat is not None for card in row(panel).cards
    )


def test_the_end_shows_what_the_hands_were_worth() -> None:
    scene = scene_of(showdown(["QC QD QH JS", "2S 2D AS AD"]))
    assert [row(panel).note for panel in scene.panels if panel.seat is not None] == [
        "four twos (A♦ A♠ copy 2♦ 2♠)",
        "three queens",
    ]
    assert "called" in scene.panels[-1].badges


def test_the_headline_tells_edition_form_and_lead() -> None:
    assert scene_of(position([None, None])).headline == "Whiplash 2023 · hand 1 · first to win 21"
    scene = scene_of(position([None, None], points=(3, 5), edition="classic", target=7, dealt=9))
    assert scene.headline == "Whiplash classic · hand 9 · first to win 7 · Bo leads, 2 to go"
    assert scene_of(position([None, None], points=(5, 3))).headline.endswith("You lead, 16 to go")
    assert scene_of(position([None, None], points=(4, 4))).headline.endswith("4 all, 17 to go")
    assert scene_of(position([None, None, None], points=(4, 4))).headline.endswith("4 each lead, 17 to go")
    assert scene_of(position([None, None], match="hands", hands=8)).headline == "Whiplash 2023 · hand 1 of 8"
    assert "30 min" in scene_of(position([None, None], match="time")).headline
    assert "the last hand" in scene_of(position([None, None], match="time", time_up=1)).headline


def test_points_and_the_dealer_stand_at_the_seats() -> None:
    scene = scene_of(position([None, None, None], points=(3, 5), dealing=1))
    assert [panel.badges for panel in scene.panels] == [("dealer",), (), (), ()]
    assert [part for part in scene.panels[0].parts if isinstance(part, Fact)] == [Fact("won", "5")]


def test_the_end_of_a_match_names_the_winners() -> None:
    s = showdown(["4C 4D 4H 7C", "AC AD 5H 5S"], points=(20, 18))
    assert scene_of(s).status == "You win the match 21–18!"
    assert scene_of(s, 1).status == "Ann wins the match 21–18!"
    assert scene_of(s, 1).hints[0] == "Ann called and wins with three fours."
    s = showdown(["4C 4D 4H 7C", "AC AD 5H 5S"], match="hands", hands=1, points=(4, 5))
    assert scene_of(s).status == "You and Bo share the win."


def test_a_void_hand_and_the_way_to_it_are_told() -> None:
    hints = scene_of(position([None, None], turns=118)).hints
    assert hints == ("If nobody calls, the hand is void after 2 more turns.",)
    match = Match("whiplash", seed=1, turn_cap=40, void_limit=2)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice([text for text in match.legal() if "call" not in text]))
    scene = match.game.scene(match.view(0))
    assert scene.status == "Nobody has called in 40 turns: the hand is void."
    assert scene.hints == ("Void hands in a row: 1. After 2 the match ends.",)
    assert any(card.hidden for card in row(scene.panels[0]).cards)


def test_wl_8_9_a_match_that_void_hands_end_says_so() -> None:
    match = Match("whiplash", seed=1, turn_cap=40, void_limit=1)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice([text for text in match.legal() if "call" not in text]))
    scene = match.game.scene(match.view(0))
    assert scene.status == "You and Bo share the win."
    assert scene.hints[-1] == "Void hands in a row: 1, and so the match ends."
