"""What each action would mean, in a few words beside it."""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.engine.view import View
from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz import analysis
from tuckbox.games.keywhiz import reasons as why
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.analysis import Key, Way, key_of, mine, what_opens
from tuckbox.games.keywhiz.board import NO_DOOR, Kind
from tuckbox.games.keywhiz.keys import held, ranks_on_table
from tuckbox.games.keywhiz.legality import can_swap, free, refuse_draw
from tuckbox.games.keywhiz.places import DOOR, HOME, HOP, KIND, RIGHT, START, name_of
from tuckbox.games.keywhiz.state import State
from tuckbox.games.keywhiz.words import KINDS, NUMBERS, door_name, several


def notes(view: View) -> Iterator[tuple[str, str]]:
    """Each legal action with its note: doors first, then other moves; of keys the cheapest first."""
    if view.seat is None:
        return
    for action in sorted(view.legal, key=lambda action: _order(view.state, action)):
        yield view.game.actions.text(action), _note(view, action)


def _order(s: State, action: int) -> tuple[int, int]:
    family = acts.FAMILY[action]
    if family == acts.KEY:
        key = key_of(acts.OWN_CARDS[action])
        return key.held + 2 * key.whiz, action
    return int(family not in (acts.OPEN_AT, acts.START_AT)), action


def _note(view: View, action: int) -> str:
    s, seat, family = view.state, mine(view), acts.FAMILY[action]
    leads = analysis.way(s, action)
    if leads:
        return _move(view, family, leads)
    if family == acts.KEY:
        return _key(s, seat, key_of(acts.OWN_CARDS[action]))
    if family == acts.GIVE:
        rank = acts.CARD[action]
        left = (held(s.hand[seat]) >> 4 * rank & 15) - 1
        return f"you keep {several(left, rank)}" if left else f"your only {PACK.face(rank)}"
    if family == acts.TAKE:
        return _take(s, seat, acts.CARD[action])
    said: dict[int, str] = {
        acts.MISS: "no piece can move",
        acts.STOP: "the turn ends here",
        acts.DRAW: "the top card of the deck",
    }
    return said[family]


def _move(view: View, family: int, leads: Way) -> str:
    s, seat = view.state, mine(view)
    if leads.door:
        where = "into PAYOFF" if leads.to == HOME else f"to {name_of(leads.to)}"
        start = "START " if leads.start == START else ""
        said = f"{start}{door_name(leads.door).removeprefix('the ')} {where}: {what_opens(s, seat, leads.door)}"
        key = analysis.cheapest(s, seat, leads.door)
        return said + (_last_cards(s, seat, leads, key) if key else "")
    if leads.to == START:
        return _return(view)
    if family == acts.HOP_FROM:
        return (
            f"hops over the squares between to the DOORWAY {name_of(leads.to)}; nothing is drawn{_below(s, seat, leads.to)}"
        )
    if family == acts.CHOOSE:
        return f"the DOORWAY {name_of(leads.to)}{_below(s, seat, leads.to)}"
    return _step(s, seat, leads.to)


def _last_cards(s: State, seat: int, leads: Way, key: Key) -> str:
    """A warning before the last cards go while pieces may need one."""
    which = "It is your last card" if key.held + key.whiz == 1 else "They are your last cards"
    return f". {which}: {feared}" if (feared := analysis.danger(s, seat, leads, key)) else ""


def _return(view: View) -> str:
    """Why a piece goes back, by its player's will or not (KW-5.25, KW-5.26)."""
    blocked = all(acts.FAMILY[action] == acts.RETURN_FROM for action in view.legal)
    said = "blocked: no piece can step, hop or open a door, so one goes back" if blocked else "back of your own will"
    return f"{said}; from START it needs a key again"


def _below(s: State, seat: int, place: int) -> str:
    """The door below a DOORWAY, and whether there is a key for it."""
    door = DOOR[s.board][place]
    if door == NO_DOOR:
        return "; no door below"
    return f"; {door_name(door)} below: {what_opens(s, seat, door)}"


def _step(s: State, seat: int, to: int) -> str:
    """What the square entered is, and what is special there now."""
    kind = KIND[s.board][to]
    said = f"{KINDS[kind]}, {name_of(to)}"
    if kind == Kind.DOORWAY:
        return said + _below(s, seat, to)
    if kind == Kind.SWAP:
        return said + _draw_or_swap(s, seat)
    if kind == Kind.FORK:
        return said + _ways_on(s, to)
    if kind == Kind.WHIZ:
        which = "second" if s.whiz[seat].n else "first"
        return f"{said}; the deck is empty" if s.deck.n == 0 else f"{said}; your {which} one"
    return said


def _draw_or_swap(s: State, seat: int) -> str:
    """What cannot be done on DRAW OR SWAP now (KW-5.17 to KW-5.19)."""
    refused = refuse_draw(s)
    if refused == 0:
        return ""
    if can_swap(s):
        return f"; only a swap, {'the deck is empty' if refused == why.DECK_EMPTY else 'your hand is full'}"
    shown = s.hand[seat].n > 0 and ranks_on_table(s)
    return "; nothing can be drawn or swapped" + (", and that shows your hand" if shown else "")


def _ways_on(s: State, fork: int) -> str:
    """Where a piece that comes to MOVE ONE SQUARE OR TO DOORWAY can go on to (KW-5.22)."""
    right, doorway = RIGHT[s.board][fork], HOP[s.board][fork]
    step, hop = free(s, right), free(s, doorway)
    if step and hop:
        return ""
    if step:
        return f"; only one square on, since {name_of(doorway)} is occupied"
    if hop:
        return f"; only to {name_of(doorway)}, since {name_of(right)} is occupied"
    return "; both ways on are occupied, so it stays there"


def _key(s: State, seat: int, key: Key) -> str:
    """What a key is made of, and what it leaves."""
    left = s.hand[seat].n - key.held
    said = f"{analysis.with_table(s.door, key)}; leaves {NUMBERS[left]} card{'' if left == 1 else 's'} in your hand"
    return said + _last_cards(s, seat, analysis.passage(s), key)


def _take(s: State, seat: int, rank: int) -> str:
    """What a card of the table would be good for in the hand."""
    own = (held(s.hand[seat]) >> 4 * rank & 15) + 1 + 2 * (held(s.whiz[seat]) >> 4 * rank & 15)
    together = own + s.table[rank].n - 1
    return (
        f"with {'it' if together == 1 else 'the table'} you have {NUMBERS[together]} of a kind"
        if together > 1
        else "a single card"
    )
