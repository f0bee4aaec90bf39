"""Notes beside the actions: in a few words, what each would mean."""

from __future__ import annotations

from collections.abc import Callable

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz import analysis
from tuckbox.games.keywhiz import reasons as why
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.analysis import Key, Way, key_of, mine, what_opens
from tuckbox.games.keywhiz.board import NO_DOOR, Kind
from tuckbox.games.keywhiz.keys import ranks_on_table
from tuckbox.games.keywhiz.legality import can_swap, free, refuse_draw
from tuckbox.games.keywhiz.places import DOOR, HOME, HOP, KIND, RIGHT, START
from tuckbox.games.keywhiz.state import State
from tuckbox.games.keywhiz.words import KINDS, NUMBERS, door_name, several, spot
from tuckbox.kit import Family, count
from tuckbox.scene.notes import Notes
from tuckbox.view.view import View


def _door(view: View, action: int) -> str:
    """Through a door: where to, with what, and what is to be feared."""
    s, seat, leads = view.state, mine(view), analysis.way(view.state, action)
    where = "into Payoff" if leads.to == HOME else f"to {spot(leads.to)}"
    start = "Start " if leads.start == START else ""
    said = f"{start}{door_name(leads.door).removeprefix('the ')} {where}: {what_opens(s, seat, leads.door)}"
    key = analysis.cheapest(s, seat, leads.door)
    return said + (_last_cards(s, seat, leads, key) if key else "")


def _hop(view: View, action: int) -> str:
    to = analysis.way(view.state, action).to
    return f"hops over the squares between to the doorway {spot(to)}; nothing is drawn{_below(view, to)}"


def _choose(view: View, action: int) -> str:
    to = acts.PLACE[action]
    return f"the doorway {spot(to)}{_below(view, to)}"


def _last_cards(s: State, seat: int, leads: Way, key: Key) -> str:
    """A warning before the last cards go while pieces may need one."""
    which = "It is your last card" if key.held + key.whiz == 1 else "They are your last cards"
    return f". {which}: {feared}" if (feared := analysis.danger(s, seat, leads, key)) else ""


def _return(view: View) -> str:
    """Why a piece goes back, by its player's will or not (KW-5.25, KW-5.26)."""
    blocked = all(acts.FAMILY[action] == acts.RETURN_FROM for action in view.legal)
    said = "blocked: no piece can step, hop or open a door, so one goes back" if blocked else "back of your own will"
    return f"{said}; from Start it needs a key again"


def _below(view: View, place: int) -> str:
    """The door below a doorway, and whether there is a key for it."""
    door = DOOR[view.state.board][place]
    return "; no door below" if door == NO_DOOR else f"; {door_name(door)} below: {what_opens(view.state, mine(view), door)}"


def _step(view: View, action: int) -> str:
    """The square entered, and what is special there now."""
    s, seat, to = view.state, mine(view), analysis.way(view.state, action).to
    kind = KIND[s.board][to]
    said = f"{KINDS[kind]}, {spot(to)}"
    if kind == Kind.WHIZ:
        return f"{said}; " + (
            "the deck is empty" if s.deck.n == 0 else f"your {'second' if s.whiz[seat].n else 'first'} one"
        )
    if kind == Kind.SWAP:
        return said + _draw_or_swap(s, seat)
    if kind == Kind.FORK:
        return said + _ways_on(s, to)
    return said + _below(view, to) if kind == Kind.DOORWAY else said


def _draw_or_swap(s: State, seat: int) -> str:
    """Things that are impossible on Draw or Swap now (KW-5.17 to KW-5.19)."""
    refused = refuse_draw(s)
    if refused == 0:
        return ""
    if can_swap(s):
        return f"; only a swap, {'the deck is empty' if refused == why.DECK_EMPTY else 'your hand is full'}"
    shown = s.hand[seat].n > 0 and ranks_on_table(s)
    return "; nothing can be drawn or swapped" + (", and that shows your hand" if shown else "")


def _ways_on(s: State, fork: int) -> str:
    """Where a piece that comes to Move One Square or to Doorway can go on to (KW-5.22)."""
    right, doorway = RIGHT[s.board][fork], HOP[s.board][fork]
    step, hop = free(s, right), free(s, doorway)
    if step and hop:
        return ""
    if step:
        return f"; only one square on, since {spot(doorway)} is occupied"
    if hop:
        return f"; only to {spot(doorway)}, since {spot(right)} is occupied"
    return "; both ways on are occupied, so it stays there"


def _key(view: View, number: int) -> str:
    """The cards of a key, and those it leaves."""
    s, seat, key = view.state, mine(view), key_of(number)
    left = s.hand[seat].n - key.held
    said = f"{analysis.with_table(s.door, key)}; leaves {NUMBERS[left]} card{'' if left == 1 else 's'} in your hand"
    return said + _last_cards(s, seat, analysis.passage(s), key)


def _worth(view: View, number: int) -> int:
    """The sort order of keys, by what they count without the table: the cheapest first."""
    key = key_of(number)
    return key.held + 2 * key.whiz


def _give(view: View, rank: int) -> str:
    left = count(view.state.hand[mine(view)], rank) - 1
    return f"you keep {several(left, rank)}" if left else f"your only {PACK.face(rank)}"


def _take(view: View, rank: int) -> str:
    """The use of a card of the table in the hand."""
    s, seat = view.state, mine(view)
    together = count(s.hand[seat], rank) + 2 * count(s.whiz[seat], rank) + s.table[rank].n
    return f"with the table you have {NUMBERS[together]} of a kind" if together > 1 else "a single card"


def _of(family: Family, said: Callable[[View, int], str]) -> Callable[[View, int], str]:
    """A note that is made of the action, not of its argument."""
    return lambda view, argument: said(view, family + argument)


NOTES = Notes(
    acts.act,
    {
        "start {door}": _of(acts.START_AT, _door),
        "open {square}": _of(acts.OPEN_AT, _door),
        "step {square}": _of(acts.STEP_FROM, _step),
        "hop {square}": _of(acts.HOP_FROM, _hop),
        "return {square}": lambda view, _: _return(view),
        "miss": "no piece can move",
        "key {cards}": _key,
        "stop": "the turn ends here",
        "draw": "the top card of the deck",
        "give {card}": _give,
        "take {card}": _take,
        "choose {square}": _of(acts.CHOOSE, _choose),
    },
    order={"key {cards}": _worth},
)
