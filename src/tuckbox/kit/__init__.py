"""The vocabulary that rules are written in; it knows no game.

``from tuckbox.kit import *`` gives an author all of it; `docs/kit.md` lists the words with examples.
"""

from tuckbox.kit.actions import BACKS, NUMBER, OPEN, SEALED, SEAT, SECRET, Actions, Events, Family, Seats
from tuckbox.kit.choices import choose, choosing, chosen, close_together, together
from tuckbox.kit.deck import BACK, Deck
from tuckbox.kit.dice import clear_dice, reroll, roll, set_aside, showing
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
    Dice,
    Flag,
    Hand,
    Int,
    Listing,
    Long,
    Pile,
    Range,
    Real,
    Small,
    Together,
    Window,
)
from tuckbox.kit.layout import GameState, Layout, state
from tuckbox.kit.lists import is_list, listed
from tuckbox.kit.plain import assign, below, blend, digest, each, lowest, rule, size, table, tell
from tuckbox.kit.reasons import Reasons
from tuckbox.kit.seats import deal_round, first_seat, next_seat, rank_places
from tuckbox.kit.tricks import NO_TRUMPS, as_set, beats, best_place, follow, suited
from tuckbox.kit.types import CardSet, Cells, DiceCells, Moves, Rng
from tuckbox.kit.windows import answer, answerer, ask, asking, clear_windows, close, dismiss, hide_answers, standing, window
from tuckbox.kit.zones import (
    add,
    card_of,
    clear_pile,
    clear_set,
    count,
    draw,
    fill,
    give,
    glimpse,
    has,
    knows,
    lift,
    one,
    peek,
    pop,
    push,
    put,
    remove,
    reveal,
    show,
    show_to,
    shuffle,
    slip,
    take_at,
    top,
    turn_over,
)

__all__ = [
    "ALL", "BACK", "BACKS", "CHOSEN", "COUNTED", "NOBODY", "NO_TRUMPS", "NUMBER", "OPEN", "OTHERS", "OWNER", "PUBLIC",
    "SEALED", "SEAT", "SECRET", "SEEN", "Actions", "CardSet", "Cards", "Cells", "Choice", "Deck", "Dice", "DiceCells",
    "Events", "Family", "Flag", "GameState", "Hand", "Int", "Layout", "Listing", "Long", "Moves", "Pile", "Range", "Real",
    "Reasons", "Rng", "Seats", "Small", "Together", "Window", "add", "answer", "answerer", "as_set", "ask", "asking",
    "assign", "beats", "below", "best_place", "blend", "card_of", "choose", "choosing", "chosen", "clear_dice",
    "clear_pile", "clear_set", "clear_windows", "close", "close_together", "count", "deal_round", "digest", "dismiss",
    "draw", "each", "fill", "first_seat", "follow", "give", "glimpse", "has", "hide_answers", "is_list", "knows",
    "lift", "listed", "lowest", "next_seat", "one", "peek", "pop", "push", "put", "rank_places", "remove", "reroll",
    "reveal", "roll", "rule", "set_aside", "show", "show_to", "showing", "shuffle", "size", "slip", "standing",
    "state", "suited", "table", "take_at", "tell", "together", "top", "turn_over", "window",
]  # fmt: skip
