"""The vocabulary that rules are written in; it knows no game.

``from tuckbox.kit import *`` gives an author all of it; `docs/kit.md` lists the words with examples.
"""

from tuckbox.kit.actions import BACKS, NUMBER, OPEN, SECRET, Actions, Events, Family, Seats
from tuckbox.kit.deck import BACK, Deck
from tuckbox.kit.fields import (
    ALL,
    CHOSEN,
    COUNTED,
    NOBODY,
    OTHERS,
    OWNER,
    PUBLIC,
    SEEN,
    Cards,
    Choice,
    Flag,
    Hand,
    Int,
    Listing,
    Pile,
    Range,
    Real,
    Small,
    Window,
)
from tuckbox.kit.layout import GameState, Layout, state
from tuckbox.kit.lists import is_list, listed
from tuckbox.kit.plain import assign, below, blend, digest, each, lowest, rule, size, table, tell
from tuckbox.kit.reasons import Reasons
from tuckbox.kit.seats import deal_round, first_seat, next_seat, rank_places
from tuckbox.kit.types import CardSet, Cells, Moves, Rng
from tuckbox.kit.windows import (
    answer,
    answerer,
    ask,
    asking,
    clear_windows,
    close,
    dismiss,
    hide_answers,
    standing,
    window,
)
from tuckbox.kit.zones import (
    add,
    card_of,
    clear_pile,
    clear_set,
    count,
    draw,
    fill,
    give,
    has,
    knows,
    lift,
    one,
    peek,
    pop,
    push,
    put,
    remove,
    show,
    show_to,
    shuffle,
    slip,
    take_at,
    top,
    turn_over,
)

__all__ = [
    "ALL", "BACK", "BACKS", "CHOSEN", "COUNTED", "NOBODY", "NUMBER", "OPEN", "OTHERS", "OWNER", "PUBLIC", "SECRET", "SEEN",
    "Actions", "CardSet", "Cards", "Cells", "Choice", "Deck", "Events", "Family", "Flag", "GameState", "Hand", "Int",
    "Layout", "Listing", "Moves", "Pile", "Range", "Real", "Reasons", "Rng", "Seats", "Small", "Window", "add",
    "answer", "answerer", "ask", "asking", "assign", "below", "blend", "card_of", "clear_pile", "clear_set",
    "clear_windows", "close", "count", "deal_round", "digest", "dismiss", "draw", "each", "fill", "first_seat", "give",
    "has", "hide_answers", "is_list", "knows", "lift", "listed", "lowest", "next_seat", "one", "peek", "pop", "push",
    "put", "rank_places", "remove", "rule", "show", "show_to", "shuffle", "size", "slip", "standing", "state", "table",
    "take_at", "tell", "top", "turn_over", "window",
]  # fmt: skip
