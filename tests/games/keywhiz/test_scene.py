"""The table of Key Whiz: where pieces stand and may go, which doors open, and that it tells nobody more than he may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.keywhiz.positions import PHASES, play, position, seated, stand
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.art import art
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.scene.parts import Board, Card, Door, Panel, Row, Scene, Space
from tuckbox.scene.text import Sheet, draw


def scene_of(s: Any, seat: int | None = 0) -> Scene:
    """The table of a position."""
    return GAME.scene(seated(s).view(seat))


def board_of(scene: Scene, seat: int = 0) -> Board:
    panel = next(panel for panel in scene.panels if panel.seat == seat)
    return next(part for part in panel.parts if isinstance(part, Board))


def spaces(scene: Scene, seat: int = 0) -> dict[str, Space]:
    return {space.name: space for row in board_of(scene, seat).rows for space in row if space}


def doors(scene: Scene, seat: int = 0) -> dict[str, Door]:
    """Doors by the action that passes them."""
    return {door.handles[0]: door for door in board_of(scene, seat).doors}


def goals(scene: Scene) -> set[str]:
    return {name for name, space in spaces(scene).items() if space.goal}


def row(panel: Panel, title: str) -> tuple[Card, ...]:
    return next(part.cards for part in panel.parts if isinstance(part, Row) and part.title.startswith(title))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tables_are_equal_in_all_worlds_a_viewer_cannot_tell_apart(players: int) -> None:
    match = Match(GAME, players, seed=players)
    chance, rng, moved = random.Random(players), Fast(1), 0
    for _ in range(25):
        for seat in (*range(players), None):
            view = match.view(seat)
            world = view.redeal(rng)
            moved += world != match._state
            original, match._state = match._state, world
            again = match.view(seat)
            match._state = original
            assert GAME.scene(again) == GAME.scene(view)
        match.play(chance.choice(match.actions()))
    assert moved > 25 * players / 2


def test_every_piece_stands_on_its_square_and_the_rest_in_start_and_payoff() -> None:
    s = stand(position("2-1 4-11", "4H", home=1), 1, "2-8", 2)
    scene = scene_of(s)
    mine = {name: len(space.tokens) for name, space in spaces(scene).items() if space.tokens}
    theirs = {name: len(space.tokens) for name, space in spaces(scene, 1).items() if space.tokens}
    assert mine == {"START": 1, "2-1": 1, "4-11": 1, "PAYOFF": 1}
    assert theirs == {"START": 1, "2-8": 1, "PAYOFF": 2}
    assert board_of(scene, 1).small
    assert not board_of(scene).small


def test_the_squares_and_doors_where_pieces_may_go_are_marked() -> None:
    scene = scene_of(position("2-5 4-13", "KD", table="KC KH", home=1))
    assert goals(scene) == {"2-1", "2-4", "2-6", "2-8", "PAYOFF", "START"}
    assert {text for text, door in doors(scene).items() if door.open} == {"start 1", "start 2", "open 4-13"}
    assert spaces(scene)["2-8"].handles == ("hop 2-5",)


def test_the_door_whose_key_is_to_be_chosen_is_marked() -> None:
    for s, text in ((position("2-11", "7 7 7"), "open 2-11"), (position("", "7"), "start 1")):
        for seat in (0, 1):
            scene = scene_of(play(s.copy(), text), seat)
            assert [door.handles[0] for door in board_of(scene).doors if door.open] == [text]


MOVES = ("start", "open", "step", "hop", "return", "choose")


def test_goals_are_exactly_where_the_legal_moves_lead() -> None:
    match = Match(GAME, 2, seed=8)
    chance = random.Random(8)
    for _ in range(60):
        if match.over:
            break
        view = match.view(match.turn)
        scene = GAME.scene(view)
        seat = view.seat
        assert seat is not None
        handles = {text for space in spaces(scene, seat).values() if space.goal for text in space.handles}
        moving = {
            text for text in view.legal_texts() if text.split()[0] in ("start", "open", "step", "hop", "return", "choose")
        }
        assert moving <= handles
        passable = {text for text in moving if text.startswith(("open", "start"))}
        if view.state.phase != PHASES.CHOOSING_KEY:
            assert {text for text, door in doors(scene, seat).items() if door.open} == passable
        assert set(scene.notes) == set(view.legal_texts())
        match.play(chance.choice(match.actions()))


def test_a_door_before_a_waiting_piece_says_what_opens_it_or_what_is_lacking() -> None:
    found = doors(scene_of(position("2-11 2-8 2-4", "7H", table="7C 7D")))
    assert found["open 2-11"].note == "DOOR 3 opens with three of a kind; you have a 7 with two 7s of the table"
    assert found["open 2-8"].note == "DOOR 4 opens with four of a kind; you lack one more 7"
    assert found["open 2-4"].note == "the WHIZ DOOR opens with a WHIZ card; you lack a WHIZ card"
    assert found["open 3-4"].note == "opens with any one card"
    assert doors(scene_of(position("2-11", "")))["open 2-11"].note.endswith("you lack a card of your own")


def test_moves_that_hop_return_or_may_go_anywhere_explain_themselves() -> None:
    notes = scene_of(position("2-5", "4H")).notes
    assert notes["hop 2-5"].startswith("hops over the squares between to the DOORWAY 2-8; nothing is drawn; DOOR 4 below")
    notes = scene_of(position("3-4", "")).notes
    assert (
        notes["return 3-4"]
        == "blocked: no piece can step, hop or open a door, so one goes back; from START it needs a key again"
    )
    notes = scene_of(position("2-1 4-13", "KD", table="KC KH")).notes
    assert notes["return 4-13"].startswith("back of your own will")
    notes = scene_of(play(position("3-13", "4H"), "step 3-13")).notes
    assert notes["choose 4-8"] == "the DOORWAY 4-8; no door below"
    assert scene_of(position("", "")).notes == {"miss": "no piece can move"}


def test_steps_say_what_the_square_will_do() -> None:
    notes = scene_of(position("2-1 2-2", "4H")).notes
    assert notes["step 2-2"] == "DRAW WHIZ CARD, 2-3; your first one"
    notes = scene_of(position("2-1", "2 3 4 5 6 7", table="KC")).notes
    assert notes["step 2-1"] == "DRAW OR SWAP, 2-2; only a swap, your hand is full"
    notes = scene_of(position("2-7 2-2", "4H", "9", deck="")).notes
    assert notes["step 2-2"].endswith("the deck is empty")
    assert notes["step 2-7"].startswith("DOORWAY, 2-8; DOOR 4 below")


def test_keys_come_cheapest_first_with_what_the_table_adds() -> None:
    notes = scene_of(play(position("3-8", "7C 7D", table="7S"), "open 3-8")).notes
    assert list(notes) == ["key 7", "key 77"]
    assert notes["key 7"] == "a 7 with a 7 of the table; leaves one card in your hand"


def test_the_table_shows_each_rank_once_with_its_number() -> None:
    scene = scene_of(position("2-1", "7H 2D", table="7C 7D KH 2S"))
    panel = next(panel for panel in scene.panels if panel.seat is None)
    assert [(card.face, card.count) for card in row(panel, "On the table")] == [("2", 1), ("7", 2), ("K", 1)]
    assert [card.note for card in row(panel, "On the table")] == ["you hold one too", "you hold one too", ""]


def test_cards_are_touched_for_what_can_be_done_with_them() -> None:
    s = play(position("2-1", "2C KD", table="KC 5H"), "step 2-1")
    mine = scene_of(s).panels[-1]
    assert {card.face: card.handles for card in row(mine, "Hand")} == {"2": ("give 2",), "K": ("give K",)}
    play(s, "give 2")
    panel = next(panel for panel in scene_of(s).panels if panel.seat is None)
    assert {card.face: card.handles[0] for card in row(panel, "On the table")} == {"2": "-", "5": "take 5", "K": "take K"}
    s = play(position("2-8", "6C 6D", "6H", "6S"), "open 2-8")
    mine = scene_of(s).panels[-1]
    assert {card.handles for card in row(mine, "Hand")} == {("key 6w6", "key 66w6")}
    assert [card.handles for card in row(mine, "WHIZ")] == [("key 6w6", "key 66w6")]


def test_a_rivals_hand_shows_backs_and_faintly_what_everybody_knows() -> None:
    s = play(position("2-1", "2C KD", table="KC 5H", rivals="4"), "step 2-1", "give 2", "take 5")
    scene = scene_of(s, 1)
    theirs = row(next(panel for panel in scene.panels if panel.seat == 0), "Hand")
    assert [(card.face, card.faint, card.hidden) for card in theirs] == [("5", True, False), ("card", False, True)]


@pytest.mark.parametrize(
    ("s", "status"),
    [
        (position("2-1", "4H"), "Move a piece: a step, a hop, or through a door."),
        (position("3-4", ""), "You are blocked: send a piece back to START."),
        (position("", ""), "You cannot move: miss the turn."),
        (play(position("", "4H"), "start 1"), "Present a key for START DOOR 1: any one card."),
        (play(position("2-4", "", "9H"), "open 2-4"), "Present a key for WHIZ DOOR: a WHIZ card."),
        (play(position("2-4", "KC", "9H"), "open 2-4", "key w9"), "Bonus: go on through the door below, or stop."),
        (play(position("2-4", "", "9H"), "open 2-4", "key w9"), "No key for the door below: stop."),
        (play(position("2-1", "4H"), "step 2-1"), "Draw a card."),
        (play(position("2-1", "4H", table="5"), "step 2-1"), "Draw a card, or give one to swap it for another."),
        (play(position("2-1", "4H", table="5", deck=""), "step 2-1"), "Swap: give a card to the table (the deck is empty)."),
        (play(position("2-1", "4H", table="5"), "step 2-1", "give 4"), "Take a card from the table for your 4."),
        (play(position("2-4", "4H"), "step 2-4"), "Go one square on, or hop to the next DOORWAY."),
        (play(position("3-13", "4H"), "step 3-13"), "Choose a DOORWAY, any on the board."),
    ],
)
def test_the_status_says_what_to_do(s: Any, status: str) -> None:
    assert scene_of(s).status == status


def test_the_end_is_told() -> None:
    s = play(position("4-4", "KD", table="KC KH", home=3), "open 4-4", "key K")
    assert scene_of(s).status == "You have all four pieces in PAYOFF and win!"
    assert scene_of(s, 1).status == "Ann has all four pieces in PAYOFF and wins!"
    s = play(position("", "", rivals=""), "miss", "miss")
    assert scene_of(s).status == "Nobody can move: the game is a DRAW."
    s = play(position("2-1", "4H", dry=59), "step 2-1", "draw")
    assert scene_of(s).status == "No key for 30 rounds: the game is a DRAW."
    match = seated(stand(position("4-4", "KD", table="KC KH", home=3, tournament="on", points=(5, 3)), 1, "", 3))
    match.play("open 4-4")
    match.play("key K")
    assert GAME.scene(match.view(1)).status.endswith("Ann wins the tournament, 3 to 1½.")


def test_hints_warn_of_what_matters() -> None:
    def hints(s: Any) -> str:
        return " ".join(scene_of(s).hints)

    assert "Your last card" in hints(position("", "4H"))
    assert "Your last card" not in hints(position("2-1", "4H", home=3))
    assert "two WHIZ cards" in hints(position("2-1", "4H", "5 6"))
    assert "Three cards left in the deck" in hints(position("2-1", "4H", deck="2 3 4"))
    assert "Bo has one piece left." in hints(stand(position("2-1", "4H"), 1, "", 3))
    assert "in the next two rounds" in hints(position("2-1", "4H", dry=57))
    s = stand(position("2-1", "4H", table="7 7", rivals=""), 1, "2-11", 0)
    s.hand[1].cell[0], s.hand[1].n = 5 | 255 << 8, 1
    assert "Bo is known to hold a 7 and waits before a door it opens." in hints(s)


def test_the_last_card_is_not_spent_without_a_warning() -> None:
    assert scene_of(position("", "4H")).notes["start 1"].endswith("It is your last card: you may be locked in START")
    assert "last card" not in scene_of(position("", "4H 5H")).notes["start 1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_terminal_shows_board_hand_and_choices_in_24_lines(players: int) -> None:
    match = Match(GAME, players, seed=players)
    chance = random.Random(players)
    for _ in range(25):
        if match.over:
            break
        view = match.view(match.turn)
        block = draw(Sheet(GAME.scene(view), 80, 24, log=view.log, actions=list(GAME.scene(view).notes)))
        assert len(block) <= 24
        assert max(line.cell_len for line in block) <= 80
        shown = "\n".join(line.plain for line in block)
        assert "START" in shown
        assert "PAYOFF" in shown
        assert "=W=" in shown or "▾W▾" in shown
        match.play(chance.choice(match.actions()))


def test_all_drawings_a_scene_names_exist() -> None:
    scene = scene_of(position("2-1", "4H", "5 6"))
    names = {space.art for space in spaces(scene).values()} | {door.art for door in doors(scene).values()}
    assert {"doorway", "swap", "whiz-closed", "fork", "choice", "door-W", "door-4"} <= names
    for name in names:
        assert art(name).startswith("<")
    with pytest.raises(LookupError):
        art("dragon")
