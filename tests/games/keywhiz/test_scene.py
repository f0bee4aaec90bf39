"""The table of Key Whiz: where pieces stand and may go, which doors open, and that nobody learns more than they may."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.keywhiz.positions import ALL_SEE, cards, play, position, seated, stand
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.state import Phase
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


def hints(s: Any, seat: int | None = 0) -> str:
    return " ".join(scene_of(s, seat).hints)


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


ROWS = [
    "Start",
    "[ ] DS [ ] [ ] M1 DS WZ [ ] DS [ ] [ ] . . .",
    ". . . [ ] . . . [ ] WZ DS [ ] DS [ ] CH",
    ". . . [ ] DS [ ] DS [ ] M1 DS [ ] DS [ ] .",
    "Payoff",
]


def test_kw_2_4_the_standard_board_is_shown_row_by_row_with_its_doors() -> None:
    match = Match(GAME, 2, seed=1)
    for seat in (0, 1):
        shown = board_of(GAME.scene(match.view(0)), seat)
        assert [" ".join(space.face if space else "." for space in row) for row in shown.rows] == ROWS
        found = {(door.row, door.column + 1): door.face for door in shown.doors}
        assert found == (
            {(0, 1): "1", (0, 4): "2"}
            | {(1, 4): "W", (1, 8): "W", (1, 11): "3"}
            | {(2, 4): "1", (2, 8): "2", (2, 13): "2"}
            | {(3, 6): "3", (3, 8): "4", (3, 11): "2", (3, 13): "3"}
        )


def test_the_ways_of_a_position_on_the_standard_board_are_marked() -> None:
    scene = scene_of(position("2-8 4-8 4-4", "7 7 K", "9", table="7 7", board="standard"))
    assert goals(scene) == {"2-1", "2-4", "2-9", "3-8", "4-5", "4-9", "Payoff"}
    assert {text for text, door in doors(scene).items() if door.open} == {"start 1", "start 2", "open 2-8", "open 4-8"}
    assert scene.notes["step 4-4"] == "Draw or Swap, 4-5"
    assert scene.notes["open 4-8"] == "door 4 into Payoff: you have two 7s with two 7s of the table"


def test_every_piece_stands_on_its_square_and_the_rest_in_start_and_payoff() -> None:
    s = stand(position("2-1 4-11", "4H", home=1), 1, "2-8", 2)
    scene = scene_of(s)
    mine = {name: len(space.tokens) for name, space in spaces(scene).items() if space.tokens}
    theirs = {name: len(space.tokens) for name, space in spaces(scene, 1).items() if space.tokens}
    assert mine == {"Start": 1, "2-1": 1, "4-11": 1, "Payoff": 1}
    assert theirs == {"Start": 1, "2-8": 1, "Payoff": 2}
    assert board_of(scene, 1).small
    assert not board_of(scene).small


def test_the_squares_and_doors_where_pieces_may_go_are_marked() -> None:
    scene = scene_of(position("2-5 4-13", "KD", table="KC KH", home=1))
    assert goals(scene) == {"2-1", "2-4", "2-6", "2-8", "Payoff", "Start"}
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
        if view.state.phase != Phase.KEY:
            assert {text for text, door in doors(scene, seat).items() if door.open} == passable
        assert set(scene.notes) == set(view.legal_texts())
        match.play(chance.choice(match.actions()))


def test_a_door_before_a_waiting_piece_says_what_opens_it_or_what_is_lacking() -> None:
    found = doors(scene_of(position("2-11 2-8 2-4", "7H", table="7C 7D")))
    assert found["open 2-11"].note == "door 3 opens with three of a kind; you have a 7 with two 7s of the table"
    assert found["open 2-8"].note == "door 4 opens with four of a kind; you lack one more 7"
    assert found["open 2-4"].note == "the Whiz Door opens with a Whiz card; you lack a Whiz card"
    assert found["open 3-4"].note == "opens with any one card"
    assert doors(scene_of(position("2-11", "")))["open 2-11"].note.endswith("you lack a card of your own")


@pytest.mark.parametrize(
    ("hand", "whiz", "table", "strength", "lack"),
    [
        ("7", "", "", "up to door 1", "three more 7s"),
        ("7 K", "", "", "up to door 1", "three more 7s or Ks"),
        ("7 K 2", "", "", "up to door 1", "three more of a kind"),
        ("7 K 2", "", "7 K", "up to door 2 (7 K)", "two more 7s or Ks"),
        ("7 K", "7", "K K", "up to door 3 (7 K)", "one more 7 or K"),
        ("7 K 2", "7", "K K 2 2", "up to door 3 (2 7 K)", "one more of a kind"),
    ],
)
def test_kw_5_8_all_ranks_that_reach_as_far_are_named(hand: str, whiz: str, table: str, strength: str, lack: str) -> None:
    s = position("2-8", hand, whiz, table)
    scene = scene_of(s)
    hands = [part for part in scene.panels[-1].parts if isinstance(part, Row) and part.title == "Hand"]
    assert [part.note for part in hands] == [strength]
    assert doors(scene)["open 2-8"].note == f"door 4 opens with four of a kind; you lack {lack}"


def test_moves_that_hop_return_or_may_go_anywhere_explain_themselves() -> None:
    notes = scene_of(position("2-5", "4H")).notes
    assert notes["hop 2-5"].startswith("hops over the squares between to the doorway 2-8; nothing is drawn; door 4 below")
    notes = scene_of(position("3-4", "")).notes
    assert (
        notes["return 3-4"]
        == "blocked: no piece can step, hop or open a door, so one goes back; from Start it needs a key again"
    )
    notes = scene_of(position("2-1 4-13", "KD", table="KC KH")).notes
    assert notes["return 4-13"].startswith("back of your own will")
    notes = scene_of(play(position("3-13", "4H"), "step 3-13")).notes
    assert notes["choose 4-8"] == "the doorway 4-8; no door below"
    assert scene_of(position("", "")).notes == {"miss": "no piece can move"}


def test_steps_say_what_the_square_will_do() -> None:
    notes = scene_of(position("2-1 2-2", "4H")).notes
    assert notes["step 2-2"] == "Draw Whiz Card, 2-3; your first one"
    notes = scene_of(position("2-1", "2 3 4 5 6 7", table="KC")).notes
    assert notes["step 2-1"] == "Draw or Swap, 2-2; only a swap, your hand is full"
    notes = scene_of(position("2-7 2-2", "4H", "9", deck="")).notes
    assert notes["step 2-2"].endswith("the deck is empty")
    assert notes["step 2-7"].startswith("doorway, 2-8; door 4 below")


@pytest.mark.parametrize(
    ("squares", "said"),
    [
        ("2-4", "Move One Square or to Doorway, 2-5"),
        ("2-4 2-6", "Move One Square or to Doorway, 2-5; only to 2-8, since 2-6 is occupied"),
        ("2-4 2-8", "Move One Square or to Doorway, 2-5; only one square on, since 2-8 is occupied"),
        ("2-4 2-6 2-8", "Move One Square or to Doorway, 2-5; both ways on are occupied, so it stays there"),
    ],
)
def test_kw_5_22_a_step_to_a_fork_says_where_it_can_go_on(squares: str, said: str) -> None:
    assert scene_of(position(squares, "4H")).notes["step 2-4"] == said


@pytest.mark.parametrize(
    ("hand", "table", "said"),
    [
        ("4", "", "nothing can be drawn or swapped"),
        ("", "K", "nothing can be drawn or swapped"),
        ("K K", "K", "nothing can be drawn or swapped, and that shows your hand"),
        ("K K", "K 5", "only a swap, the deck is empty"),
    ],
)
def test_kw_5_19_a_step_says_if_nothing_will_happen(hand: str, table: str, said: str) -> None:
    s = position("2-1", hand, table=table, deck="")
    assert scene_of(s).notes["step 2-1"] == f"Draw or Swap, 2-2; {said}"


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
    assert [card.handles for card in row(mine, "Whiz")] == [("key 6w6", "key 66w6")]


def test_a_rivals_hand_shows_backs_and_faintly_what_everybody_knows() -> None:
    s = play(position("2-1", "2C KD", table="KC 5H", rivals="4"), "step 2-1", "give 2", "take 5")
    scene = scene_of(s, 1)
    theirs = row(next(panel for panel in scene.panels if panel.seat == 0), "Hand")
    assert [(card.face, card.faint, card.hidden) for card in theirs] == [("5", True, False), ("card", False, True)]


def fresh(match: Match, seat: int | None, title: str) -> list[str]:
    """The cards of a row of seat 0 as a viewer sees them, a plus before the one just taken, a ! behind known ones."""
    panel = next(panel for panel in GAME.scene(match.view(seat)).panels if panel.seat == 0)
    return ["+" * card.fresh + card.face + "!" * bool(card.faint or card.note) for card in row(panel, title)]


def test_the_card_just_taken_is_marked_and_no_other_of_its_rank() -> None:
    match = seated(position("2-1", "9 K", "9", "7", known="9", deck="Q 9", rivals="4"))
    match.play("step 2-1")
    match.play("draw")
    assert fresh(match, 0, "Hand") == ["9", "9!", "K", "+Q"]
    match = seated(position("2-1", "9 K", known="9", deck="9", rivals="4"))
    match.play("step 2-1")
    match.play("draw")
    assert fresh(match, 0, "Hand") == ["9", "9!", "K", "+9"]
    match = seated(position("2-1", "9 K", table="9", rivals="4"))
    for text in ("step 2-1", "give K", "take 9"):
        match.play(text)
    assert fresh(match, 0, "Hand") == ["9", "+9!"]
    assert fresh(match, 1, "Hand") == ["+9!", "card"]


def test_a_whiz_card_just_drawn_is_marked_and_none_of_the_hand() -> None:
    match = seated(position("2-2", "9 K", deck="9", rivals="4"))
    match.play("step 2-2")
    assert fresh(match, 0, "Hand") == ["9", "K"]
    assert fresh(match, 0, "Whiz") == ["+9"]
    match = seated(position("2-1", "K", "9", deck="9", rivals="4"))
    match.play("step 2-1")
    match.play("draw")
    assert (fresh(match, 0, "Hand"), fresh(match, 0, "Whiz")) == (["K", "+9"], ["9"])


@pytest.mark.parametrize(
    ("s", "status"),
    [
        (position("2-1", "4H"), "Move a piece: a step, a hop, or through a door."),
        (position("3-4", ""), "You are blocked: send a piece back to Start."),
        (position("", ""), "You cannot move: miss the turn."),
        (play(position("", "4H"), "start 1"), "Present a key for Start door 1: any one card."),
        (play(position("2-4", "", "9H"), "open 2-4"), "Present a key for the Whiz Door below 2-4: a Whiz card."),
        (play(position("2-4", "KC", "9H"), "open 2-4", "key w9"), "Bonus: go on through the door below, or stop."),
        (play(position("2-4", "", "9H"), "open 2-4", "key w9"), "No key for the door below: stop."),
        (play(position("2-1", "4H"), "step 2-1"), "Draw a card."),
        (play(position("2-1", "4H", table="5"), "step 2-1"), "Draw a card, or give one to swap it for another."),
        (play(position("2-1", "4H", table="5", deck=""), "step 2-1"), "Swap: give a card to the table (the deck is empty)."),
        (play(position("2-1", "4H", table="5"), "step 2-1", "give 4"), "Take a card from the table for your 4."),
        (play(position("2-4", "4H"), "step 2-4"), "Go one square on, or hop to the next doorway."),
        (play(position("3-13", "4H"), "step 3-13"), "Choose a doorway, any on the board."),
    ],
)
def test_the_status_says_what_to_do(s: Any, status: str) -> None:
    assert scene_of(s).status == status


def test_the_end_is_told() -> None:
    s = play(position("4-4", "KD", table="KC KH", home=3), "open 4-4", "key K")
    assert scene_of(s).status == "You have all four pieces in Payoff and win!"
    assert scene_of(s, 1).status == "Ann has all four pieces in Payoff and wins!"
    s = play(position("", "", rivals=""), "miss", "miss")
    assert scene_of(s).status == "Nobody can move: the game is a draw."
    s = play(position("2-1", "4H", dry=59), "step 2-1", "draw")
    assert scene_of(s).status == "No key for 30 rounds: the game is a draw."
    match = seated(stand(position("4-4", "KD", table="KC KH", home=3, tournament="on", points=(5, 3)), 1, "", 3))
    match.play("open 4-4")
    match.play("key K")
    assert GAME.scene(match.view(1)).status.endswith("Ann wins the tournament, 3 to 1½.")


def test_hints_warn_of_what_matters() -> None:
    assert "two Whiz cards" in hints(position("2-1", "4H", "5 6"))
    assert "Three cards left in the deck" in hints(position("2-1", "4H", deck="2 3 4"))
    assert "Bo has one piece left." in hints(stand(position("2-1", "4H"), 1, "", 3))


@pytest.mark.parametrize(
    ("players", "dry", "said"),
    [
        (2, 57, "Without a key in the next two rounds the game is a draw."),
        (2, 58, "Without a key in the next round the game is a draw."),
        (2, 59, "Without a key in this turn the game is a draw."),
        (4, 117, "Without a key in the next round the game is a draw."),
        (4, 119, "Without a key in this turn the game is a draw."),
    ],
)
def test_kw_5_32_the_rounds_left_before_a_stand_off_are_counted(players: int, dry: int, said: str) -> None:
    assert said in scene_of(position("2-1", "4H", players=players, dry=dry)).hints


def threatened(squares: str, known: str, table: str) -> Any:
    """Seat 1 stands on squares, and everybody knows its hand."""
    s = stand(position("2-1", "4H K", table=table, rivals=""), 1, squares)
    for card in cards(known):
        s.hand[1].cell[s.hand[1].n] = card | ALL_SEE << 8
        s.hand[1].n += 1
    return s


def test_a_rival_known_to_hold_the_key_of_a_door_is_announced() -> None:
    s = threatened("2-11", "7", "7 7")
    said = "Bo waits on 2-11 before door 3 and is known to hold a 7, which opens it."
    assert said in hints(s)
    assert said in hints(play(s, "step 2-1"))  # a swap could spoil it
    assert said in hints(play(s, "give K"))
    said = "Bo waits on 3-8 before door 2 and is known to hold two 9s, which open it."
    assert said in hints(threatened("3-8", "9 9", "7 7"))


@pytest.mark.parametrize(
    ("squares", "known", "table"),
    [
        ("2-11 3-11", "7", "7 7"),  # the landing is occupied
        ("2-11", "7", "7"),
        ("2-11", "8", "7 7 7"),
        ("2-10", "7", "7 7 7"),
        ("3-4", "7", "7 7 7"),  # any card opens door 1
    ],
)
def test_kw_5_6_no_threat_without_a_key_or_a_free_landing(squares: str, known: str, table: str) -> None:
    assert "known to hold" not in hints(threatened(squares, known, table))


def test_a_threat_is_told_of_the_door_that_is_free() -> None:
    s = threatened("2-11 3-11 2-8", "7", "7 7 7")
    assert "Bo waits on 2-8 before door 4" in hints(s)


LOCKED = "you may be locked in Start"
STRANDED = "no square ahead gives another, and whoever goes back to Start stays there"


@pytest.mark.parametrize(
    ("s", "action", "warning"),
    [
        (position("", "4H"), "start 1", f"It is your last card: {LOCKED}"),
        (position("2-1", "4H", home=2, table="4"), "start 2", ""),  # no piece stays behind, and 2-2 gives a card
        (position("2-4 2-11", "4H", home=1), "start 1", ""),
        (position("3-4", "4H", home=3), "open 3-4", ""),  # 4-5 lies ahead
        (position("3-4", "4H", home=3, deck=""), "open 3-4", f"It is your last card: {STRANDED}"),
        (position("3-13", "4H", table="4", home=3), "open 3-13", f"It is your last card: {STRANDED}"),
        (position("3-13 3-11", "4H", table="4", home=2), "open 3-13", ""),  # 3-12 lies ahead of the other piece
        (position("3-8", "4H 4D"), "open 3-8", f"They are your last cards: {LOCKED}"),
        (position("3-8", "4H 4D", table="4"), "open 3-8", ""),  # one card is enough
        (position("2-4", "", "4H"), "open 2-4", f"It is your last card: {LOCKED}"),
        (position("4-4", "4H", table="4 4", home=3), "open 4-4", ""),  # this wins
        (position("4-4", "4H", table="4 4", home=2), "open 4-4", f"It is your last card: {LOCKED}"),
        (position("", "4H 5H"), "start 1", ""),
        (play(position("3-8", "4H 4D", table="4"), "open 3-8"), "key 44", f"They are your last cards: {LOCKED}"),
        (play(position("3-8", "4H 4D", table="4"), "open 3-8"), "key 4", ""),
        (play(position("2-4", "4", "4"), "open 2-4", "key w4"), "open 3-4", f"It is your last card: {LOCKED}"),
    ],
)
def test_kw_5_28_the_last_cards_are_not_spent_without_a_warning(s: Any, action: str, warning: str) -> None:
    note = scene_of(s).notes[action]
    assert note.endswith(warning)
    assert ("last card" in note) == bool(warning)


def test_kw_5_28_a_last_card_is_hinted_at_while_a_piece_may_need_it() -> None:
    said = "Your last card: with none you cannot leave Start."
    assert said in hints(position("", "4H"))
    assert said in hints(position("4-13", "4H", home=3))  # it may be sent back
    assert said not in hints(position("2-1", "4H", home=3))
    assert said not in hints(position("", "4H 5H"))


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
        assert "Start" in shown
        assert "Payoff" in shown
        assert "=W=" in shown or "▾W▾" in shown
        match.play(chance.choice(match.actions()))


def test_all_drawings_a_scene_names_exist() -> None:
    scene = scene_of(position("2-1", "4H", "5 6"))
    names = {space.art for space in spaces(scene).values()} | {door.art for door in doors(scene).values()}
    assert {"doorway", "swap", "whiz-closed", "fork", "choice", "door-W", "door-4"} <= names
    assert GAME.art is not None
    assert not [name for name in names if GAME.art.lacks(name)]
    assert GAME.art.lacks("dragon")
