"""Notes beside the actions of Whiplash: in a few words, what each would mean."""

from __future__ import annotations

from tuckbox.games.whiplash import rules
from tuckbox.games.whiplash.words import worth
from tuckbox.kit import Cells, each, lowest, one
from tuckbox.kit.deck import BACK
from tuckbox.scene.notes import Notes
from tuckbox.view.view import View


def _hand(view: View) -> int:
    """The viewer's cards."""
    assert view.seat is not None
    hand: int = view.state.hand[view.seat].cards
    return hand


def _taking(view: View, pile: Cells) -> str:
    """The card on top, if it is known, and the better set that it makes, in Royal Whiplash of five."""
    card, hand = pile.cell[pile.n - 1] & 255, _hand(view)
    if card >= BACK:
        return "face down"
    face = rules.PACK.face(card)
    if rules.refuse_royal(view.state, hand | one(card)) == 0:
        return f"{face}: all five would be {worth(hand | one(card))}"
    kept = max((hand & ~one(other) | one(card) for other in each(hand)), key=rules.score)
    better = rules.score(kept) > rules.score(hand) and rules.score(kept) >= 32
    return f"{face}: you could keep {worth(kept)}" if better else face


def _discard(view: View, card: int) -> str:
    """The worth of the four cards left, and whether they are enough to call (WL-5.6 to WL-5.9)."""
    s, kept = view.state, _hand(view) & ~one(card)
    if rules.score(kept) < 48 or rules.CALL + card in view.legal:
        return f"keeps {worth(kept)}"
    soon = rules.first_round(s) and rules.refuse_call(s, kept) == 0
    return f"keeps {worth(kept)}, {'to call next time' if soon else 'cannot call'}"


def _call(view: View, card: int) -> str:
    kept = _hand(view) & ~one(card)
    by_pair = not rules.three_alike(kept)  # a stalemate call, which counts for no aces (WL-8.3)
    return (
        f"puts {rules.PACK.face(card)} down, shows {worth(kept, rules.of_rank(kept, lowest(kept) // 4) if by_pair else 0)}"
    )


def _just_taken(view: View, card: int) -> bool:
    return (view.seat, card) in view.fresh


NOTES = Notes(
    rules.act,
    {
        "draw stock": lambda view: _taking(view, view.state.stock),
        "take discard": lambda view: _taking(view, view.state.discards),
        "discard {card}": _discard,
        "call {card}": _call,
        "call royal": lambda view: f"shows {worth(_hand(view))}: nothing beats that",
    },
    order={"discard {card}": _just_taken},
)
"""Cards to put down stand in the order of the hand, then come the calls."""
