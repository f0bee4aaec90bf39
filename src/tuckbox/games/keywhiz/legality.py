"""Legal actions of the seat to move, and the reasons against the others (KW-5.1 to KW-5.29).

Each ``refuse_...`` answers with the reason against one kind of move, or 0; `legal` asks the same ones, but for the moves of
a new turn, which it gathers faster.
"""

from __future__ import annotations

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz import places
from tuckbox.games.keywhiz import reasons as why
from tuckbox.games.keywhiz.board import NO_DOOR, Kind
from tuckbox.games.keywhiz.keys import add_keys, can_open, held, ranks_in, ranks_on_table, reach, refuse_door, refuse_key
from tuckbox.games.keywhiz.places import HOP, KIND, LEADS, NOWHERE, RIGHT, START_DOORS
from tuckbox.games.keywhiz.state import MOST_WHIZ, Phase, State
from tuckbox.kit import Moves, add, each, rule


@rule
def refuse(s: State, action: int) -> int:
    """Return the reason against an action of the seat to move; 0 if it is legal."""
    place = acts.PLACE[action]
    if place != NOWHERE and KIND[s.board][place] == places.ABSENT:
        return why.NO_SQUARE
    if s.phase == Phase.MOVE:
        return refuse_move(s, action)
    if s.phase == Phase.KEY:
        if acts.FAMILY[action] != acts.KEY:
            return why.PRESENT
        return refuse_key(s, s.door, acts.OWN_CARDS[action], held(s.hand[s.turn]), held(s.whiz[s.turn]))
    if s.phase == Phase.DRAW_OR_SWAP:
        return refuse_draw_or_swap(s, action)
    if s.phase == Phase.TAKE:
        return refuse_take(s, acts.CARD[action]) if acts.FAMILY[action] == acts.TAKE else why.MUST_TAKE
    return refuse_way_on(s, action)


@rule
def legal(s: State, moves: Moves) -> None:
    """List the legal actions of the seat to move."""
    if s.phase == Phase.MOVE:
        add_moves(s, moves)
    elif s.phase == Phase.KEY:
        add_keys(s, moves)
    elif s.phase == Phase.BONUS:  # asked whether or not there is a key, so that it tells nothing (KW-6.2)
        add(moves, acts.STOP)
        if refuse_open(s, s.piece, reach(s, s.turn)) == 0:
            add(moves, acts.OPENING[s.piece])
    elif s.phase == Phase.DRAW_OR_SWAP:
        add_draw_or_swap(s, moves)
    elif s.phase == Phase.TAKE:
        for rank in each(ranks_on_table(s)):
            if refuse_take(s, rank) == 0:
                add(moves, acts.TAKE + rank)
    else:
        add_ways_on(s, moves)


# -- a move of a new turn ------------------------------------------------------------------------------------------------


@rule
def refuse_move(s: State, action: int) -> int:
    """Refuse a move that begins a turn."""
    family, place = acts.FAMILY[action], acts.PLACE[action]
    if family == acts.START_AT:
        return refuse_start(s, acts.START_DOOR[action] + 1, reach(s, s.turn))
    if family == acts.OPEN_AT:
        return refuse_open(s, place, reach(s, s.turn))
    if family == acts.STEP_FROM:
        return refuse_step(s, place)
    if family == acts.HOP_FROM:
        return refuse_way(s, place, HOP[s.board][place])
    if family == acts.RETURN_FROM:
        return refuse_return(s, place, can_move(s))
    if family == acts.MISS:
        return refuse_miss(s, can_move(s))
    return refuse_elsewhere(family)


@rule
def refuse_start(s: State, door: int, most: int) -> int:
    """Refuse to move a piece from START through a door, by a seat that can present `most` of a kind (KW-5.6)."""
    if s.start[s.turn] == 0:
        return why.EMPTY_START
    return refuse_landing(s, START_DOORS[s.board][door - 1]) or refuse_door(s, door, most)


@rule
def refuse_open(s: State, place: int, most: int) -> int:
    """Refuse to move a piece through the door below it (KW-5.6)."""
    return refuse_way(s, place, LEADS[s.board][place]) or refuse_door(s, places.DOOR[s.board][place], most)


@rule
def refuse_step(s: State, place: int) -> int:
    """Refuse to move a piece one square to the right (KW-5.4)."""
    right = RIGHT[s.board][place]
    refused = refuse_way(s, place, right)
    if refused == 0 and KIND[s.board][right] == Kind.WHIZ and s.whiz[s.turn].n == MOST_WHIZ:
        return why.CLOSED
    return refused


@rule
def refuse_way(s: State, place: int, to: int) -> int:
    """Refuse to move a piece from one place to another; `NOWHERE` if nothing leads that way from there."""
    if to == NOWHERE:
        return why.NO_WAY
    return refuse_piece(s, place) or refuse_landing(s, to)


@rule
def refuse_piece(s: State, place: int) -> int:
    """Refuse a place on which no piece of the seat to move stands (KW-2.2)."""
    return 0 if s.on[s.turn] >> place & 1 else why.NO_PIECE


@rule
def refuse_landing(s: State, to: int) -> int:
    """Refuse to land on a place that is not free (KW-5.2)."""
    return 0 if free(s, to) else why.OCCUPIED


@rule
def free(s: State, place: int) -> bool:
    """Whether no other piece of the seat to move stands on a place (KW-5.2); PAYOFF is always free."""
    return s.on[s.turn] >> place & 1 == 0


@rule
def refuse_return(s: State, place: int, moving: bool) -> int:
    """Refuse to send a piece back to START; `moving` is whether the seat can make another move (KW-5.25, KW-5.26)."""
    if moving and place != places.LAST[s.board] and s.on[s.turn] >> place & 1:
        return why.NOT_BLOCKED
    return refuse_piece(s, place)


@rule
def refuse_miss(s: State, moving: bool) -> int:
    """Refuse to miss a turn if the seat can move, or must send a piece back (KW-5.26, KW-5.27)."""
    if moving:
        return why.CAN_MOVE
    return why.MUST_RETURN if s.on[s.turn] != 0 else 0


@rule
def refuse_elsewhere(family: int) -> int:
    """Refuse an action that no turn begins with."""
    if family == acts.KEY:
        return why.NOT_AT_A_DOOR
    if family == acts.STOP:
        return why.NO_BONUS
    return why.NOT_CHOOSING if family == acts.CHOOSE else why.NOT_ON_SQUARE


@rule
def can_move(s: State) -> bool:
    """Whether the seat to move has a step, a hop, or a door with a key and a free landing (KW-5.26)."""
    most = reach(s, s.turn)
    for place in each(s.on[s.turn]):
        hop = HOP[s.board][place]
        if refuse_open(s, place, most) == 0 or refuse_step(s, place) == 0 or refuse_way(s, place, hop) == 0:
            return True
    return refuse_start(s, 1, most) == 0 or refuse_start(s, 2, most) == 0


@rule
def add_moves(s: State, moves: Moves) -> None:
    """Add the moves of a new turn; without any, pieces that may be sent back, else a missed turn (KW-5.25 to KW-5.27).

    It finds at once what `refuse_move` would allow one by one, since every turn of a playout begins here.
    """
    seat, board, whiz = s.turn, s.board, s.whiz[s.turn].n
    most = reach(s, seat)
    for door in range(1, 3 if s.start[seat] > 0 else 1):
        if most >= door and free(s, START_DOORS[board][door - 1]):
            add(moves, acts.START_AT + door - 1)
    for place in each(s.on[seat]):
        door, right, hop = places.DOOR[board][place], RIGHT[board][place], HOP[board][place]
        if door != NO_DOOR and can_open(s, seat, door, most) and free(s, LEADS[board][place]):
            add(moves, acts.OPENING[place])
        if right != NOWHERE and free(s, right) and (whiz < MOST_WHIZ or KIND[board][right] != Kind.WHIZ):
            add(moves, acts.STEPPING[place])
        if hop != NOWHERE and free(s, hop):
            add(moves, acts.HOPPING[place])
    if s.on[seat] == 0:
        if moves.n == 0:
            add(moves, acts.MISS)
    elif moves.n == 0:
        for place in each(s.on[seat]):
            add(moves, acts.RETURNING[place])
    elif s.on[seat] >> places.LAST[board] & 1:
        add(moves, acts.RETURNING[places.LAST[board]])


# -- the way on: a bonus, a fork, the choice square ----------------------------------------------------------------------


@rule
def refuse_way_on(s: State, action: int) -> int:
    """Refuse an action that is no next door of a bonus, way on from a fork, or DOORWAY of choice."""
    family, same = acts.FAMILY[action], acts.PLACE[action] == s.piece
    if s.phase == Phase.BONUS:
        if family == acts.OPEN_AT and same:
            return refuse_open(s, s.piece, reach(s, s.turn))
        return 0 if family == acts.STOP else why.IN_BONUS
    if s.phase == Phase.CHOICE:
        return refuse_chosen(s, acts.PLACE[action]) if family == acts.CHOOSE else why.ON_CHOICE
    if family == acts.STEP_FROM and same:
        return refuse_step(s, s.piece)
    return refuse_way(s, s.piece, HOP[s.board][s.piece]) if family == acts.HOP_FROM and same else why.ON_FORK


@rule
def refuse_chosen(s: State, place: int) -> int:
    """Refuse to choose a DOORWAY that is occupied, or that the piece came from: the one to its left (KW-5.24)."""
    if places.DOORWAYS[s.board] >> place & 1 == 0:
        return why.NO_DOORWAY
    return why.CAME_FROM if RIGHT[s.board][place] == s.piece else refuse_landing(s, place)


@rule
def add_ways_on(s: State, moves: Moves) -> None:
    """Add the ways on from a fork, or the DOORWAYs to choose from."""
    if s.phase == Phase.FORK:  # KW-5.22
        if refuse_step(s, s.piece) == 0:
            add(moves, acts.STEPPING[s.piece])
        if refuse_way(s, s.piece, HOP[s.board][s.piece]) == 0:
            add(moves, acts.HOPPING[s.piece])
        return
    for place in each(places.DOORWAYS[s.board]):
        if refuse_chosen(s, place) == 0:
            add(moves, acts.CHOOSING[place])


# -- draw or swap --------------------------------------------------------------------------------------------------------


@rule
def refuse_draw_or_swap(s: State, action: int) -> int:
    """Refuse an action on DRAW OR SWAP."""
    family = acts.FAMILY[action]
    if family == acts.DRAW:
        return refuse_draw(s)
    if family != acts.GIVE:
        return why.DRAW_OR_GIVE
    in_whiz = ranks_in(s.whiz[s.turn])
    return refuse_give(acts.CARD[action], ranks_in(s.hand[s.turn]), in_whiz, ranks_on_table(s))


@rule
def refuse_draw(s: State) -> int:
    """Refuse to draw from an empty deck, or to a full hand (KW-5.17, KW-5.18)."""
    if s.deck.n == 0:
        return why.DECK_EMPTY
    return 0 if s.hand[s.turn].n < s.limit else why.HAND_FULL


@rule
def refuse_give(rank: int, in_hand: int, in_whiz: int, on_table: int) -> int:
    """Refuse to give a card that is not in the hand, or that no other rank on the table can replace (KW-5.17)."""
    if in_hand >> rank & 1 == 0:
        return why.WHIZ_STAYS if in_whiz >> rank & 1 else why.NOT_IN_HAND
    return 0 if on_table & ~(1 << rank) else why.NO_OTHER_RANK


@rule
def refuse_take(s: State, rank: int) -> int:
    """Refuse to take a card of the rank given, or one that is not on the table (KW-5.17)."""
    if rank == s.given:
        return why.SAME_RANK
    return 0 if s.table[rank].n > 0 else why.NOT_ON_TABLE


@rule
def add_draw_or_swap(s: State, moves: Moves) -> None:
    """Add a draw, and every card that may be given."""
    if refuse_draw(s) == 0:
        add(moves, acts.DRAW)
    in_hand, on_table = ranks_in(s.hand[s.turn]), ranks_on_table(s)
    for rank in each(in_hand):
        if refuse_give(rank, in_hand, 0, on_table) == 0:
            add(moves, acts.GIVE + rank)


@rule
def can_swap(s: State) -> bool:
    """Whether some card of the hand can be given for one of the table."""
    in_hand, on_table = ranks_in(s.hand[s.turn]), ranks_on_table(s)
    for rank in each(in_hand):
        if refuse_give(rank, in_hand, 0, on_table) == 0:
            return True
    return False


# -- what a phase promises -----------------------------------------------------------------------------------------------


@rule
def possible(s: State) -> bool:
    """A seat that is to present a key holds one, and one that is to draw or swap can (KW-7.6)."""
    if s.phase == Phase.KEY:
        return can_open(s, s.turn, s.door, reach(s, s.turn))
    if s.phase == Phase.DRAW_OR_SWAP:
        return refuse_draw(s) == 0 or can_swap(s)
    return True
