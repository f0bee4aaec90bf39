"""The rules of Key Whiz. Numbers such as KW-5.9 point into docs/games/keywhiz.md."""

from tuckbox.games.keywhiz.actions import (
    ARRIVED,
    CHOOSING,
    CHOSE,
    DEALT,
    DECK_LEFT,
    DRAW,
    DRAWN,
    DREW,
    FOUND,
    GIVE,
    HOP_FROM,
    HOPPED,
    HOPPING,
    KEY,
    MISS,
    MISSED,
    NOTHING,
    OPEN_AT,
    OPENING,
    PACK,
    PASSED,
    PLACE,
    RETURN_FROM,
    RETURNED,
    RETURNING,
    START_AT,
    STEP_FROM,
    STEPPED,
    STEPPING,
    STOP,
    TAKE,
    TOOK,
    WON,
    act,
    told,
)
from tuckbox.games.keywhiz.board import CHOICE, FORK, NO_DOOR, SWAP, WHIZ, WHIZ_DOOR
from tuckbox.games.keywhiz.heuristics import prefer, value
from tuckbox.games.keywhiz.keys import add_keys, can_open, lay, ranks_in, ranks_on_table, reach
from tuckbox.games.keywhiz.places import DOOR, DOORWAYS, HOME, HOP, KIND, LAST, LEADS, NOWHERE, RIGHT, START, START_DOORS
from tuckbox.games.keywhiz.state import (
    BONUS,
    CHOOSING_KEY,
    DRAW_OR_SWAP,
    FORKED,
    HAND_LIMIT,
    MOST_WHIZ,
    MOVE,
    ON,
    PIECES,
    RANKS_IN_PLAY,
    TAKING,
    WANDERING,
    State,
)
from tuckbox.kit import add, below, draw, each, give, next_seat, push, rule, show, shuffle, tell

LOW = 10  # so many cards in the deck are announced, and none

__all__ = ["PACK", "State", "act", "after", "apply", "legal", "possible", "prefer", "setup", "told", "value"]


@rule
def setup(s, rng):
    if s.dealt == 0:
        s.dealing = below(rng, s.players) if s.dealer == 0 else s.dealer - 1  # KW-4.1
    s.dealt += 1
    s.limit = HAND_LIMIT[s.board][s.players]
    s.pieces = PIECES[s.board][s.players]
    for rank in range(RANKS_IN_PLAY[s.board]):
        for _ in range(4):
            push(s.deck, rank)
    shuffle(s.deck, rng)
    for _ in range(s.limit):  # KW-4.2
        for step in range(1, s.players + 1):
            draw(s.deck, s.hand[(s.dealing + step) % s.players])
    for seat in range(s.players):
        s.start[seat] = s.pieces
    s.winner = -1
    s.given = -1
    tell(s, DEALT, s.dealing)
    s.turn = next_seat(s, s.dealing)


# -- what is legal -----------------------------------------------------------------------------------------------------


@rule
def legal(s, moves):
    if s.phase == MOVE:
        add_moves(s, moves)
    elif s.phase == CHOOSING_KEY:
        add_keys(s, moves)
    elif s.phase == BONUS:  # asked whether or not there is a key, so that it tells nothing
        add(moves, STOP)
        if can_open(s, s.turn, DOOR[s.board][s.piece]):
            add(moves, OPENING[s.piece])
    elif s.phase == DRAW_OR_SWAP:
        add_draw_or_swap(s, moves)
    elif s.phase == TAKING:
        for rank in each(ranks_on_table(s) & ~(1 << s.given)):
            add(moves, TAKE + rank)
    else:
        add_ways_on(s, moves)


@rule
def add_ways_on(s, moves):
    """From a fork one square on or to the next DOORWAY; from the choice square to any free DOORWAY but the one the piece
    came from, which stands left of it (KW-5.22, KW-5.24)."""
    if s.phase == FORKED:
        if free(s, RIGHT[s.board][s.piece]):
            add(moves, STEPPING[s.piece])
        if free(s, HOP[s.board][s.piece]):
            add(moves, HOPPING[s.piece])
        return
    for place in each(DOORWAYS[s.board] & ~s.on[s.turn]):
        if RIGHT[s.board][place] != s.piece:
            add(moves, CHOOSING[place])


@rule
def free(s, place):
    """Whether a piece of the seat to move may land there: the place is, and none of its own stands on it (KW-5.2)."""
    return place != NOWHERE and s.on[s.turn] >> place & 1 == 0


@rule
def add_moves(s, moves):
    """The moves of a new turn; without any, pieces that may be sent back, else a missed turn (KW-5.25 to KW-5.27)."""
    seat, board = s.turn, s.board
    most = reach(s, seat)
    if s.start[seat] > 0:
        for door in range(1, 3):
            if most >= door and free(s, START_DOORS[board][door - 1]):
                add(moves, START_AT + door - 1)
    for place in each(s.on[seat]):
        add_moves_from(s, place, most, moves)
    if moves.n > 0:
        if s.on[seat] >> LAST[board] & 1:
            add(moves, RETURNING[LAST[board]])
    elif s.on[seat] != 0:
        for place in each(s.on[seat]):
            add(moves, RETURNING[place])
    else:
        add(moves, MISS)


@rule
def add_moves_from(s, place, most, moves):
    """Through the door, a step, a hop; `most` is how many of a kind the seat can present."""
    board, whiz = s.board, s.whiz[s.turn].n
    door, right = DOOR[board][place], RIGHT[board][place]
    has_key = whiz > 0 if door == WHIZ_DOOR else most >= door
    if door != NO_DOOR and has_key and free(s, LEADS[board][place]):
        add(moves, OPENING[place])
    if free(s, right) and not (KIND[board][right] == WHIZ and whiz == MOST_WHIZ):  # KW-5.4
        add(moves, STEPPING[place])
    if free(s, HOP[board][place]):
        add(moves, HOPPING[place])


@rule
def add_draw_or_swap(s, moves):
    """Draw, and give any card that something else on the table can replace (KW-5.17)."""
    if can_draw(s):
        add(moves, DRAW)
    on_table = ranks_on_table(s)
    for rank in each(ranks_in(s.hand[s.turn])):
        if on_table & ~(1 << rank):
            add(moves, GIVE + rank)


@rule
def can_draw(s):
    """Whether there is a card in the deck and room for it in the hand (KW-5.17, KW-5.18)."""
    return s.deck.n > 0 and s.hand[s.turn].n < s.limit


@rule
def can_swap(s):
    """Whether some card of the hand and some card on the table are of two ranks (KW-5.17)."""
    in_hand, on_table = ranks_in(s.hand[s.turn]), ranks_on_table(s)
    return in_hand != 0 and on_table != 0 and (in_hand != on_table or in_hand & in_hand - 1 != 0)


@rule
def possible(s):
    """A seat that is to present a key holds one, and one that is to draw or swap can (KW-7.6)."""
    if s.phase == CHOOSING_KEY:
        return can_open(s, s.turn, s.door)
    if s.phase == DRAW_OR_SWAP:
        return can_draw(s) or can_swap(s)
    return True


# -- what comes of it --------------------------------------------------------------------------------------------------


@rule
def apply(s, action, rng):
    if s.phase == CHOOSING_KEY:
        present(s, action)
    elif s.phase == DRAW_OR_SWAP:
        if action == DRAW:
            draw_card(s)
            end_turn(s)
        else:
            s.given = action - GIVE
            give(s.hand[s.turn], s.given, s.table[s.given])
            s.phase = TAKING
    elif s.phase == TAKING:
        rank = action - TAKE
        tell(s, TOOK, s.turn, give(s.table[rank], rank, s.hand[s.turn]))
        end_turn(s)
    elif s.phase == WANDERING:
        tell(s, CHOSE, s.turn, s.piece | PLACE[action] << 6)
        move_piece(s, s.piece, PLACE[action])
        end_turn(s)
    elif action == STOP:
        end_turn(s)
    else:
        move(s, action)


@rule
def move(s, action):
    """A move of a new turn, the way on from a fork, or a bonus door."""
    if action == MISS:  # KW-5.27
        s.misses += 1
        tell(s, MISSED, s.turn)
        end_turn(s)
        return
    s.misses = 0
    if action < OPEN_AT:
        approach(s, START, action - START_AT + 1)
        return
    place = PLACE[action]
    if action < STEP_FROM:
        approach(s, place, DOOR[s.board][place])
    elif action < HOP_FROM:
        move_piece(s, place, RIGHT[s.board][place])
        tell(s, STEPPED, s.turn, place | s.piece << 6 | KIND[s.board][s.piece] << 12)
        enter(s)
    elif action < RETURN_FROM:
        move_piece(s, place, HOP[s.board][place])
        tell(s, HOPPED, s.turn, place | s.piece << 6)
        end_turn(s)
    else:
        tell(s, RETURNED, s.turn, place)
        s.on[s.turn] ^= 1 << place
        s.start[s.turn] += 1
        end_turn(s)


@rule
def approach(s, place, door):
    """A piece stands before a door: now the key is to be chosen."""
    s.piece = place
    s.door = door
    s.phase = CHOOSING_KEY


@rule
def move_piece(s, place, to):
    """Move a piece from a square to another."""
    s.on[s.turn] ^= 1 << place | 1 << to
    s.piece = to


@rule
def enter(s):
    """Follow the directions of the square that the piece has stepped on (KW-5.5)."""
    kind = KIND[s.board][s.piece]
    if kind == SWAP:
        if can_draw(s) or can_swap(s):
            s.phase = DRAW_OR_SWAP
            return
        idle(s)
    elif kind == WHIZ:
        if s.deck.n > 0:
            tell(s, FOUND, s.turn, draw(s.deck, s.whiz[s.turn]))
            count_deck(s)
        else:
            tell(s, NOTHING, s.turn, s.piece | WHIZ << 6)
    elif kind == FORK:
        if free(s, RIGHT[s.board][s.piece]) or free(s, HOP[s.board][s.piece]):  # KW-5.22
            s.phase = FORKED
            return
        tell(s, NOTHING, s.turn, s.piece | FORK << 6)
    elif kind == CHOICE:
        s.phase = WANDERING
        return
    end_turn(s)


@rule
def idle(s):
    """Nothing can be drawn or swapped (KW-5.19).

    If cards lie on the table, everybody now knows that the hand holds no other rank than theirs (KW-7.4); so it is shown.
    """
    tell(s, NOTHING, s.turn, s.piece | SWAP << 6)
    if ranks_on_table(s) != 0:
        show(s.hand[s.turn])


@rule
def draw_card(s):
    """The top card of the deck goes to the hand."""
    tell(s, DREW, s.turn, draw(s.deck, s.hand[s.turn]))
    count_deck(s)


@rule
def count_deck(s):
    """Announce that the deck runs low or out."""
    if s.deck.n in (0, LOW):
        s.exhausted = s.deck.n == 0
        tell(s, DECK_LEFT, s.turn, s.deck.n)


@rule
def present(s, action):
    """Present a key and pass the door; perhaps win by it, perhaps go on to a bonus (KW-5.11, KW-5.14, KW-5.30)."""
    seat = s.turn
    borrowed = lay(s, action)
    s.dry = -1  # the end of this turn makes it 0
    s.run += 1
    came = s.piece + 0
    s.piece = START_DOORS[s.board][s.door - 1] if came == START else LEADS[s.board][came]
    tell(s, PASSED, seat, came + 2 | s.piece << 6 | borrowed << 12 | s.door << 15 | s.run << 18 | action - KEY << 20)
    if came == START:
        s.start[seat] -= 1
        s.on[seat] |= 1 << s.piece
        end_turn(s)  # KW-5.15
        return
    s.on[seat] ^= 1 << came
    if s.piece == HOME:
        s.home[seat] += 1
        tell(s, ARRIVED, seat, s.home[seat] | s.pieces << 4)
        if s.home[seat] == s.pieces:
            win(s)
        else:
            end_turn(s)
        return
    s.on[seat] |= 1 << s.piece
    s.door = DOOR[s.board][s.piece]
    if s.door != NO_DOOR and free(s, LEADS[s.board][s.piece]):
        s.phase = BONUS
    else:
        end_turn(s)


# -- the end of turns, games and tournaments ---------------------------------------------------------------------------


@rule
def end_turn(s):
    s.dry += 1
    s.turns += 1
    s.run = 0
    s.given = -1
    s.door = NO_DOOR
    s.piece = NOWHERE
    s.phase = MOVE
    if s.misses == s.players or s.dry == s.standoff * s.players:  # KW-5.31, KW-5.32
        s.over = True
        tell(s, DRAWN, -1, s.misses == s.players)
        for seat in range(s.players):
            s.payoff[seat] = 1.0 / s.players
        return
    s.turn = next_seat(s, s.turn)


@rule
def win(s):
    """All pieces of the seat to move are in PAYOFF. In a tournament a game won for half a point is worth less (KW-8.2)."""
    s.over = True
    s.turns += 1
    s.winner = s.turn
    s.payoff[s.winner] = 1.0
    if s.tournament == ON:
        loser = 1 - s.winner
        s.payoff[s.winner] = 0.5 + 0.25 * points_for(s, loser)
        s.payoff[loser] = 1.0 - s.payoff[s.winner]
    tell(s, WON, s.winner, points_for(s, next_seat(s, s.winner)) if s.tournament == ON else 0)


@rule
def points_for(s, loser):
    """The half points of a game won: one if the loser has exactly one piece not in PAYOFF, two if more (KW-8.2)."""
    return 1 if s.home[loser] == s.pieces - 1 else 2


@rule
def after(s):
    """Book the game in the tournament; the deal passes to the left (KW-8.1 to KW-8.5)."""
    s.dealing = next_seat(s, s.dealing)
    s.draws = 0 if s.winner >= 0 else s.draws + 1
    if s.tournament != ON:
        s.done = True
        for seat in range(s.players):
            s.place[seat] = 1 if s.winner < 0 or seat == s.winner else 2
        return
    if s.winner >= 0:
        s.points[s.winner] += points_for(s, 1 - s.winner)
    if s.draws == 3 or (s.winner >= 0 and s.points[s.winner] >= s.target + 2):
        s.done = True
        s.place[0] = 1 + (s.points[0] < s.points[1])
        s.place[1] = 1 + (s.points[1] < s.points[0])
