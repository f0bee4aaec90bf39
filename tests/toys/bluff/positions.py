"""Positions of Bluff, and a way to play on from them by fixed answers."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.toys.bluff import GAME, rules
from tuckbox.engine.engine import engine
from tuckbox.kit import push
from tuckbox.kit.chance import Fast
from tuckbox.view.view import blind

PLAIN = engine(GAME, "plain")
WORDS = {"T": "tea", "S": "silk", "W": "writ", "G": "gold", "J": "jade", "X": "seal"}


def position(*hands: str, seed: int = 1) -> Any:
    """A game in which the seats hold these cards (letters as in `WORDS`), seat 0 to move; the rest is the deck."""
    state: Any = GAME.blank(len(hands))
    PLAIN.rules.begin(state, Fast(seed))
    left = list(rules.DECK.copies)
    zones = [state.deck, *state.hand]
    for zone in zones:
        zone.n, zone.cell = 0, [0] * len(zone.cell)
    for seat, hand in enumerate(hands):
        for letter in hand:
            card = rules.DECK.card(WORDS[letter])
            left[card] -= 1
            push(state.hand[seat], card)
    assert min(left) >= 0
    for card, n in enumerate(left):
        for _ in range(n):
            push(state.deck, card)
    return state


def apply(state: Any, action: int | str) -> None:
    """Carry an action out."""
    code = GAME.actions.code(action) if isinstance(action, str) else action
    assert code in legal(state)
    PLAIN.rules.apply(state, code, Fast(5))


def legal(state: Any) -> list[int]:
    """The actions of the seat whose turn it is."""
    moves = PLAIN.moves()
    found: list[int] = moves.action[: PLAIN.playout.options(state, moves)]
    return found


def sees(state: Any, viewer: int) -> bytes:
    """All a viewer sees, as bytes."""
    return GAME.layout.pack(blind(GAME, state, None if viewer == 7 else viewer)).tobytes()


def top_level(state: Any) -> Any:
    """The window on top."""
    return state.window.level[state.window.depth - 1]


def play_on(state: Any, answers: Mapping[int, Iterable[int]]) -> None:
    """Play until no window is open: for each kind of window `answers` names the seats that answer with a card if they
    can, all others let it pass."""
    while state.window.depth > 0:
        willing = state.turn in answers[top_level(state).kind]
        apply(state, max(legal(state)) if willing else rules.LET)
