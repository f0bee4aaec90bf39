"""The rules of Key Whiz. Numbers such as KW-5.9 point into docs/games/keywhiz.md."""

from __future__ import annotations

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz.actions import PACK, act, told
from tuckbox.games.keywhiz.board import NO_DOOR, Kind
from tuckbox.games.keywhiz.heuristics import prefer, value
from tuckbox.games.keywhiz.keys import lay, ranks_on_table
from tuckbox.games.keywhiz.legality import can_swap, free, legal, possible, refuse, refuse_draw, refuse_step, refuse_way
from tuckbox.games.keywhiz.places import DOOR, HOME, HOP, KIND, LEADS, NOWHERE, RIGHT, START, START_DOORS
from tuckbox.games.keywhiz.reasons import reasons
from tuckbox.games.keywhiz.state import HAND_LIMIT, ON, PIECES, RANKS_IN_PLAY, Phase, State
from tuckbox.kit import Rng, deal_round, draw, first_seat, give, next_seat, push, rank_places, rule, show, shuffle, tell

MANY = 100  # DRAWs in a row, above what limits them
LOW = 10  # number of cards in the deck that is announced, as is an empty one

__all__ = [
    "PACK", "State", "act", "after", "apply", "legal", "possible", "prefer", "reasons", "refuse", "setup", "told", "value",
]  # fmt: skip


@rule
def setup(s: State, rng: Rng) -> None:
    if s.dealt == 0:
        s.dealing = first_seat(s, s.dealer, rng)  # KW-4.1
    s.dealt += 1
    s.limit = HAND_LIMIT[s.board][s.players]
    s.pieces = PIECES[s.board][s.players]
    for rank in range(RANKS_IN_PLAY[s.board]):
        for _ in range(4):
            push(s.deck, rank)
    shuffle(s.deck, rng)
    deal_round(s, s.deck, s.hand, s.dealing, s.limit)  # KW-4.2
    for seat in range(s.players):
        s.start[seat] = s.pieces
    s.winner = -1
    s.given = -1
    tell(s, acts.DEALT, s.dealing)
    s.turn = next_seat(s, s.dealing)


# -- what comes of an action ---------------------------------------------------------------------------------------------


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    family, place = acts.FAMILY[action], acts.PLACE[action]
    s.misses = s.misses + 1 if family == acts.MISS else 0
    if place != NOWHERE:
        move(s, family, place)
    elif family == acts.START_AT:
        approach(s, START, acts.START_DOOR[action] + 1)
    elif family == acts.KEY:
        present(s, acts.OWN_CARDS[action])
    elif family == acts.GIVE:
        s.given = acts.CARD[action]
        give(s.hand[s.turn], s.given, s.table[s.given])
        s.phase = Phase.TAKE
    else:
        if family == acts.DRAW:
            draw_card(s)
        elif family == acts.TAKE:
            rank = acts.CARD[action]
            tell(s, acts.TOOK, s.turn, give(s.table[rank], rank, s.hand[s.turn]))
        elif family == acts.MISS:  # KW-5.27
            tell(s, acts.MISSED, s.turn)
        end_turn(s)


@rule
def move(s: State, family: int, place: int) -> None:
    """A move that names a place: of a new turn, on from a fork, a bonus door, the DOORWAY of choice."""
    if family == acts.STEP_FROM:
        move_piece(s, place, RIGHT[s.board][place])
        tell(s, acts.STEPPED, s.turn, place | s.piece << 6 | KIND[s.board][s.piece] << 12)
        enter(s)
    elif family == acts.OPEN_AT:
        approach(s, place, DOOR[s.board][place])
    else:
        if family == acts.HOP_FROM:
            move_piece(s, place, HOP[s.board][place])
            tell(s, acts.HOPPED, s.turn, place | s.piece << 6)
        elif family == acts.CHOOSE:
            tell(s, acts.CHOSE, s.turn, s.piece | place << 6)
            move_piece(s, s.piece, place)
        else:
            tell(s, acts.RETURNED, s.turn, place)
            s.on[s.turn] ^= 1 << place
            s.start[s.turn] += 1
        end_turn(s)


@rule
def approach(s: State, place: int, door: int) -> None:
    """A piece stands before a door: now the key is to be chosen."""
    s.piece = place
    s.door = door
    s.phase = Phase.KEY


@rule
def move_piece(s: State, place: int, to: int) -> None:
    """Move a piece from a square to another."""
    s.on[s.turn] ^= 1 << place | 1 << to
    s.piece = to


@rule
def enter(s: State) -> None:
    """Follow the directions of the square that the piece has stepped on (KW-5.5)."""
    kind = KIND[s.board][s.piece]
    if kind == Kind.SWAP:
        if refuse_draw(s) == 0 or can_swap(s):
            s.phase = Phase.DRAW_OR_SWAP
            return
        idle(s)
    elif kind == Kind.WHIZ:
        if s.deck.n > 0:
            tell(s, acts.FOUND, s.turn, draw(s.deck, s.whiz[s.turn]))
            count_deck(s)
        else:
            tell(s, acts.NOTHING, s.turn, s.piece | Kind.WHIZ << 6)
    elif kind == Kind.FORK:
        if refuse_step(s, s.piece) == 0 or refuse_way(s, s.piece, HOP[s.board][s.piece]) == 0:  # KW-5.22
            s.phase = Phase.FORK
            return
        tell(s, acts.NOTHING, s.turn, s.piece | Kind.FORK << 6)
    elif kind == Kind.CHOICE:
        s.phase = Phase.CHOICE
        return
    end_turn(s)


@rule
def idle(s: State) -> None:
    """Nothing can be drawn or swapped (KW-5.19).

    If cards lie on the table, everybody now knows that the hand holds no other rank than theirs (KW-7.4); so it is shown.
    """
    tell(s, acts.NOTHING, s.turn, s.piece | Kind.SWAP << 6)
    if ranks_on_table(s) != 0:
        show(s.hand[s.turn])


@rule
def draw_card(s: State) -> None:
    """The top card of the deck goes to the hand."""
    tell(s, acts.DREW, s.turn, draw(s.deck, s.hand[s.turn]))
    count_deck(s)


@rule
def count_deck(s: State) -> None:
    """Announce that the deck runs low or out."""
    if s.deck.n in (0, LOW):
        s.exhausted = s.deck.n == 0
        tell(s, acts.DECK_LEFT, s.turn, s.deck.n)


@rule
def present(s: State, key: int) -> None:
    """Present a key and pass the door; perhaps win by it, perhaps go on to a bonus (KW-5.11, KW-5.14, KW-5.30)."""
    seat = s.turn
    borrowed = lay(s, key)
    s.dry = -1  # the end of this turn makes it 0
    s.run += 1
    came = s.piece + 0
    s.piece = START_DOORS[s.board][s.door - 1] if came == START else LEADS[s.board][came]
    tell(
        s,
        acts.PASSED,
        seat,
        came + 2 | s.piece << 6 | borrowed << 12 | s.door << 15 | s.run << 18 | key << 20,
    )
    if came == START:
        s.start[seat] -= 1
        s.on[seat] |= 1 << s.piece
        end_turn(s)  # KW-5.15
        return
    s.on[seat] ^= 1 << came
    if s.piece == HOME:
        s.home[seat] += 1
        tell(s, acts.ARRIVED, seat, s.home[seat] | s.pieces << 4)
        if s.home[seat] == s.pieces:
            win(s)
        else:
            end_turn(s)
        return
    s.on[seat] |= 1 << s.piece
    s.door = DOOR[s.board][s.piece]
    if s.door != NO_DOOR and free(s, LEADS[s.board][s.piece]):
        s.phase = Phase.BONUS
    else:
        end_turn(s)


# -- the end of turns, games and tournaments ---------------------------------------------------------------------------


@rule
def end_turn(s: State) -> None:
    s.dry += 1
    s.turns += 1
    s.run = 0
    s.given = -1
    s.door = NO_DOOR
    s.piece = NOWHERE
    s.phase = Phase.MOVE
    if s.misses == s.players or (s.standoff > 0 and s.dry == s.standoff * s.players):  # KW-5.31, KW-5.32
        s.over = True
        tell(s, acts.DRAWN, -1, s.misses == s.players)
        for seat in range(s.players):
            s.payoff[seat] = 1.0 / s.players
        return
    s.turn = next_seat(s, s.turn)


@rule
def win(s: State) -> None:
    """All pieces of the seat to move are in PAYOFF. In a tournament a game won for half a point is worth less (KW-8.2)."""
    s.over = True
    s.turns += 1
    s.winner = s.turn
    s.payoff[s.winner] = 1.0
    if s.tournament == ON:
        loser = 1 - s.winner
        s.payoff[s.winner] = 0.5 + 0.25 * points_for(s, loser)
        s.payoff[loser] = 1.0 - s.payoff[s.winner]
    tell(s, acts.WON, s.winner, points_for(s, next_seat(s, s.winner)) if s.tournament == ON else 0)


@rule
def points_for(s: State, loser: int) -> int:
    """The half points of a game won: one if the loser has exactly one piece not in PAYOFF, two if more (KW-8.2)."""
    return 1 if s.home[loser] == s.pieces - 1 else 2


@rule
def after(s: State) -> None:
    """Book the game in the tournament; the deal passes to the left (KW-8.1 to KW-8.5)."""
    s.dealing = next_seat(s, s.dealing)
    s.draws = 0 if s.winner >= 0 else min(s.draws + 1, MANY)
    if s.tournament != ON:
        s.done = True
        rank_places(s, s.payoff)
        return
    if s.winner >= 0:
        s.points[s.winner] += points_for(s, 1 - s.winner)
    if (s.draw_limit > 0 and s.draws == s.draw_limit) or (s.winner >= 0 and s.points[s.winner] >= s.target + 2):
        s.done = True
        rank_places(s, s.points)
