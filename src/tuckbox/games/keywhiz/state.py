"""The state of a game of Key Whiz, and the numbers that its fields speak in."""

from __future__ import annotations

from enum import IntEnum

from tuckbox.games.keywhiz.actions import PACK
from tuckbox.kit import ALL, OWNER, Choice, Flag, GameState, Hand, Int, Pile, Range, Small, state, table

MINI = 1  # board
ON = 1  # tournament

MOST_WHIZ = 2  # KW-5.21
HAND_LIMIT = table([[0, 0, 6, 5, 4], [0, 0, 2, 0, 0], [0, 0, 6, 5, 4]])  # KW-2.2, by board and players
PIECES = table([[0, 0, 4, 3, 3], [0, 0, 1, 0, 0], [0, 0, 4, 3, 3]])
RANKS_IN_PLAY = table([13, 3, 13])

HALVES = tuple(str(n / 2).removesuffix(".0") for n in range(2, 41))
"""The points that may win a tournament; the field holds the index, so 2 less than the half points."""


class Phase(IntEnum):
    """The decision of the seat to move."""

    MOVE = 0
    KEY = 1  # choose the cards for the door that `piece` stands before
    BONUS = 2
    DRAW_OR_SWAP = 3
    TAKE = 4
    FORK = 5  # go on from MOVE ONE SQUARE OR TO DOORWAY
    CHOICE = 6  # choose a DOORWAY


@state(players=(2, 3, 4), deck=PACK)
class State(GameState):
    """One game; the fields that are `kept` belong to the tournament."""

    dealer = Choice("random", "0", "1", "2", "3", default="random", of_match=True)
    tournament = Choice("off", "on", default="off", of_match=True)
    target = Choice(*HALVES, default="3", only=("tournament", "on"), rule="KW-8.3", of_match=True)
    draw_limit = Range(
        1, 20, default=3, off=True, before=3, only=("tournament", "on"), rule="KW-8.5", of_match=True
    )  # fmt: skip
    standoff = Range(3, 100, default=30, off=True, rule="KW-5.32")
    board = Choice("standard", "mini", "first", default="standard")

    deck = Pile(52)
    hand = Hand(6)[4].seen_by(OWNER)
    whiz = Hand(6)[4].seen_by(OWNER)
    table = Hand(6)[13].seen_by(ALL)  # by rank; all zones but the deck are of one kind, which compiles once

    on = Int[4]  # the set of places on which a seat has pieces
    start = Small[4]
    home = Small[4]
    limit = Small
    pieces = Small

    phase = Small
    piece = Small  # the place of the piece that moves, START if it comes from there
    door = Small  # the door it stands before
    given = Small  # the rank given in a swap
    run = Small  # doors passed in this turn

    misses = Small
    dry = Int  # turns in succession without a key
    turns = Int
    exhausted = Flag
    winner = Small

    dealing = Small.kept()
    dealt = Int.kept()
    points = Small[4].kept()  # half points
    draws = Small.kept()  # games drawn in succession
