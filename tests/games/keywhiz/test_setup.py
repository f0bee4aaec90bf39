"""The pack, the board, the options and the deal (KW-2.1 to KW-4.3)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.keywhiz.positions import Stacked, legal, names, on_table, play, position, standing
from tuckbox.errors import OptionError, RulesError
from tuckbox.games.keywhiz import GAME, board
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.board import WHIZ_DOOR, Board, Kind, read_board
from tuckbox.match.match import Match

BOTH = pytest.mark.parametrize("played", [board.STANDARD, board.FIRST], ids=["standard", "first"])
STANDARD = """
2-1 DOORWAY 2-2 . . .
2-2 SWAP 2-3 . . .
2-3 DOORWAY 2-4 . . .
2-4 DOORWAY 2-5 W 3-4 .
2-5 FORK 2-6 . . 2-8
2-6 SWAP 2-7 . . .
2-7 WHIZ 2-8 . . .
2-8 DOORWAY 2-9 W 3-8 .
2-9 SWAP 2-10 . . .
2-10 DOORWAY 2-11 . . .
2-11 DOORWAY . 3 3-11 .
3-4 DOORWAY . 1 4-4 .
3-8 DOORWAY 3-9 2 4-8 .
3-9 WHIZ 3-10 . . .
3-10 SWAP 3-11 . . .
3-11 DOORWAY 3-12 . . .
3-12 SWAP 3-13 . . .
3-13 DOORWAY 3-14 2 4-13 .
3-14 CHOICE . . . .
4-4 DOORWAY 4-5 . . .
4-5 SWAP 4-6 . . .
4-6 DOORWAY 4-7 3 PAYOFF .
4-7 SWAP 4-8 . . .
4-8 DOORWAY 4-9 4 PAYOFF .
4-9 FORK 4-10 . . 4-11
4-10 SWAP 4-11 . . .
4-11 DOORWAY 4-12 2 PAYOFF .
4-12 SWAP 4-13 . . .
4-13 DOORWAY . 3 PAYOFF .
"""
FIRST = """
2-1 DOORWAY 2-2 . . .
2-2 SWAP 2-3 . . .
2-3 WHIZ 2-4 . . .
2-4 DOORWAY 2-5 W 3-4 .
2-5 FORK 2-6 . . 2-8
2-6 SWAP 2-7 . . .
2-7 WHIZ 2-8 . . .
2-8 DOORWAY 2-9 4 3-8 .
2-9 SWAP 2-10 . . .
2-10 SWAP 2-11 . . .
2-11 DOORWAY . 3 3-11 .
3-4 DOORWAY . 1 4-4 .
3-8 DOORWAY 3-9 2 4-8 .
3-9 WHIZ 3-10 . . .
3-10 SWAP 3-11 . . .
3-11 DOORWAY 3-12 . . .
3-12 SWAP 3-13 . . .
3-13 DOORWAY 3-14 2 4-13 .
3-14 CHOICE . . . .
4-4 DOORWAY 4-5 3 PAYOFF .
4-5 SWAP 4-6 . . .
4-6 DOORWAY 4-7 4 PAYOFF .
4-7 SWAP 4-8 . . .
4-8 DOORWAY 4-9 . . .
4-9 FORK 4-10 . . 4-11
4-10 SWAP 4-11 . . .
4-11 DOORWAY 4-12 3 PAYOFF .
4-12 SWAP 4-13 . . .
4-13 DOORWAY . 3 PAYOFF .
"""


def test_kw_2_1_a_pack_of_52_in_which_only_ranks_count() -> None:
    assert PACK.names == tuple("23456789TJQKA")
    assert set(PACK.copies) == {4}
    match = Match(GAME, 2, seed=1)
    assert sum(match.state.pack) == 52


def lines(played: Board) -> list[str]:
    """The squares of a board as the tables above tell them."""
    doors = {0: ".", WHIZ_DOOR: "W"}
    return [
        f"{s.name} {s.kind.name} {s.right or '.'} {doors.get(s.door, s.door)} {s.leads or '.'} {s.hop or '.'}"
        for s in played.squares.values()
    ]


def test_kw_2_4_the_squares_of_the_board() -> None:
    assert lines(board.STANDARD) == STANDARD.split("\n")[1:-1]


def test_kw_2_4_the_squares_of_the_first_board() -> None:
    assert lines(board.FIRST) == FIRST.split("\n")[1:-1]


def test_kw_2_5_the_counts_of_squares_and_doors() -> None:
    kinds, doors = counted(board.STANDARD)
    assert kinds == {Kind.DOORWAY: 15, Kind.SWAP: 9, Kind.WHIZ: 2, Kind.FORK: 2, Kind.CHOICE: 1}
    assert doors == {1: 1, WHIZ_DOOR: 2, 2: 3, 3: 3, 4: 1}


def test_kw_2_5_the_counts_of_the_first_board() -> None:
    kinds, doors = counted(board.FIRST)
    assert kinds == {Kind.DOORWAY: 13, Kind.SWAP: 10, Kind.WHIZ: 3, Kind.FORK: 2, Kind.CHOICE: 1}
    assert doors == {1: 1, WHIZ_DOOR: 1, 2: 2, 3: 4, 4: 2}


def counted(played: Board) -> tuple[Counter[Kind], Counter[int]]:
    """Count the squares of each kind on a board, and the doors of each number below them."""
    squares = played.squares.values()
    return Counter(square.kind for square in squares), Counter(square.door for square in squares if square.door)


@BOTH
def test_kw_2_4_what_the_boards_have_in_common(played: Board) -> None:
    assert len(played.squares) == 29
    assert (played.starts, played.last) == (("2-1", "2-4"), "4-13")


@BOTH
def test_kw_5_3_all_ways_lead_to_the_right_or_down(played: Board) -> None:
    """But for the returns to START and the choice square (KW-5.24)."""
    squares = played.squares
    for square in squares.values():
        ahead = [squares[name] for name in (square.right, square.hop) if name]
        below = [squares[name] for name in [square.leads] if name in squares]
        assert all(other.row == square.row and other.column > square.column for other in ahead)
        assert all((other.row, other.column) == (square.row + 1, square.column) for other in below)


def test_kw_11_1_the_mini_board() -> None:
    mini = board.MINI
    kinds = {name: square.kind for name, square in mini.squares.items()}
    assert [name for name, kind in kinds.items() if kind == Kind.DOORWAY] == ["2-1", "2-4", "3-4", "3-6"]
    assert [name for name, kind in kinds.items() if kind == Kind.SWAP] == ["2-2", "3-5"]
    assert [name for name, kind in kinds.items() if kind == Kind.WHIZ] == ["2-3"]
    doors = {name: (square.door, square.leads) for name, square in mini.squares.items() if square.door}
    assert doors == {"2-4": (WHIZ_DOOR, "3-4"), "3-4": (2, "PAYOFF"), "3-6": (1, "PAYOFF")}
    assert (mini.starts, mini.last) == (("2-1", "2-4"), "3-6")


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        ("  1    2\n [ ]  DS\n  1", "only a DOORWAY or a CH ends a row"),
        ("  1    2\n [ ]  [ ]\n  1\n      [ ]", "a door leads to a DOORWAY"),
        ("  1    2\n [ ]  DS   [ ]\n       1", "a door lies below a DOORWAY"),
        ("  1              2\n [ ]  M1   WZ   [ ]", "an M1 stands before a DS and a DOORWAY"),
        ("  1    2\n [ ]  [ ]  DS   CH", "a CH ends a row after a DOORWAY"),
        ("  1    2\n [ ]  DS   [ ]", "START DOORS 1 and 2 lead to DOORWAYs"),
        ("  1    2\n [ ]  [ ]", "2 pieces need 3 DOORWAYs, not 2"),
        ("  1    2\n [ ]  [ ]  [ ]\n                 3", "a door lies below a square"),
        ("  1    2\n [ ]  [x]  [ ]", "a board has no '[x]'"),
        ("  1    2\n [ ]  [ ]  [ ]\n  7", "a board has no '7'"),
    ],
)
def test_kw_2_4_boards_on_which_the_rules_cannot_be_kept_are_refused(picture: str, said: str) -> None:
    with pytest.raises(RulesError, match=said.replace("[", r"\[")):
        read_board(picture, pieces=2)


@pytest.mark.parametrize(("players", "hand", "pieces", "deck"), [(2, 6, 4, 40), (3, 5, 3, 37), (4, 4, 3, 36)])
def test_kw_2_2_and_kw_4_2_and_kw_4_3_pieces_hands_and_deck(players: int, hand: int, pieces: int, deck: int) -> None:
    s = Match(GAME, players, seed=3).state
    assert [zone.n for zone in s.hand[:players]] == [hand] * players
    assert (s.limit, s.pieces, s.deck.n) == (hand, pieces, deck)
    assert s.start[:players] == [pieces] * players
    assert (on_table(s), [zone.n for zone in s.whiz], [standing(s, seat) for seat in range(players)]) == (
        "",
        [0] * 4,
        [""] * players,
    )


def test_kw_2_3_cards_lie_in_the_deck_in_hands_as_whiz_cards_and_on_the_table_by_rank() -> None:
    """There is no discard pile: these four hold all 52 at any time."""
    match, chance = Match(GAME, 2, seed=23), random.Random(23)
    while not match.over:
        match.play(chance.choice(match.legal()))
        s = match.state
        assert s.deck.n + sum(zone.n for zone in (*s.hand, *s.whiz, *s.table)) == 52
        assert max(zone.n for zone in s.whiz) <= 2
    assert all({*names(zone).split()} <= {PACK[rank]} for rank, zone in enumerate(s.table))
    assert len({*on_table(s).split()}) > 5


def test_kw_4_2_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    order = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D"
    s = Match(GAME, 3, deal=Stacked(seed=0, order=order), dealer=1).state
    assert [names(s.hand[seat]) for seat in (2, 0, 1)] == ["2 5 8 J A", "2 3 6 9 Q", "3 4 7 T K"]
    assert s.turn == 2


def test_kw_4_1_the_dealer_is_drawn_or_given() -> None:
    assert {Match(GAME, 4, seed=seed).state.dealing for seed in range(40)} == {0, 1, 2, 3}
    for dealer in range(4):
        s = Match(GAME, 4, seed=1, dealer=dealer).state
        assert (s.dealing, s.turn) == (dealer, (dealer + 1) % 4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kw_5_6_the_first_turn_of_any_seat(players: int) -> None:
    for seed in range(30):
        match = Match(GAME, players, seed=seed)
        for _ in range(players):
            s = match.state
            held = Counter(names(s.hand[s.turn]).split())
            table = on_table(s).split()
            pair = any(count > 1 or rank in table for rank, count in held.items())
            assert legal(s) == ({"start 1", "start 2"} if pair else {"start 1"})
            match.play("start 1")
            match.play(match.legal()[0])


@pytest.mark.parametrize("played", ["standard", "first"])
def test_kw_2_4_the_second_turn_of_a_seat_offers_a_step_or_another_piece(played: str) -> None:
    """Nobody passes a door then: below 2-1 there is none, and below 2-4 one for a WHIZ card, which nobody has yet."""
    for seed in range(40):
        match, chance = Match(GAME, 2, seed=seed, board=played, dealer=1), random.Random(seed)
        for turn in range(4):
            seat = turn % 2
            if turn > 1:
                texts, piece = match.legal(), standing(match.state, seat)
                assert f"step {piece}" in texts
                assert {text.split()[0] for text in texts} <= {"step", "start"}
            while match.turn == seat:
                match.play(chance.choice(match.legal()))


def test_kw_8_2_tournaments_are_for_two() -> None:
    for players in (3, 4):
        with pytest.raises(OptionError, match=r"tournament is for 2 players.*KW-8.2"):
            Match(GAME, players, tournament="on")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"target": "5"}),
        (2, {"tournament": "on", "target": "0.5"}),
        (2, {"tournament": "on", "target": "20.5"}),
        (2, {"tournament": "on", "target": "2.25"}),
        (2, {"standoff": 2}),
        (2, {"standoff": 101}),
        (2, {"dealer": "2"}),
        (3, {"board": "mini"}),
        (2, {"board": "mini", "tournament": "on"}),
        (2, {"board": "huge"}),
        (2, {"jokers": "on"}),
        (5, {}),
        (1, {}),
    ],
)
def test_kw_3_1_options_that_make_no_sense_are_refused(players: int, options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Match(GAME, players, options=options)


def test_kw_8_3_targets_go_in_steps_of_a_half() -> None:
    values = GAME.layout.options["target"].values
    assert [float(value) for value in values] == [n / 2 for n in range(2, 41)]


def test_kw_5_7_start_doors_land_where_the_board_says() -> None:
    assert standing(play(position("", "4C"), "start 1", "key 4")) == "2-1"
    assert standing(play(position("", "4C 4D"), "start 2", "key 44")) == "2-4"
