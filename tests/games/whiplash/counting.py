"""Enumerations over all hands, run as compiled loops around the compiled rules (they are handed in as arguments)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tuckbox.engine.engine import engine
from tuckbox.games.whiplash import GAME

NATIVE = engine(GAME, "native")
COMPILED: Any = NATIVE.loader.modules["tuckbox.games.whiplash.rules"]
Cards = NDArray[np.int64]


class Hands(NamedTuple):
    """All hands of four cards: the cards, what they score, whether they hold three natural cards of a rank."""

    cards: Cards
    score: Cards
    natural: NDArray[np.bool_]


def _four(score: Any, three_alike: Any, cards: Any, scores: Any, natural: Any) -> None:
    i = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    hand = 1 << a | 1 << b | 1 << c | 1 << d
                    cards[i] = hand
                    scores[i] = score(hand)
                    natural[i] = three_alike(hand)
                    i += 1


def _five(legal: Any, three_alike: Any, royal: int, s: Any, moves: Any, found: Any) -> None:
    """Count the hands of five cards that may call: by three natural cards, else; and the Royal sets."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hand = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        s.hand[0].cards = hand
                        moves.n = 0
                        legal(s, moves)
                        last = moves.action[moves.n - 1]
                        found[2] += last == royal
                        if moves.n > 5:
                            found[0 if three_alike(hand) else 1] += 1


def _pairs(cards: Any, scores: Any, found: Any, tied: Any) -> int:
    """Count pairs of hands without a common card; `found`: all, tied; `tied` gets the tied ones. Returns how many."""
    n = 0
    for i in range(len(cards)):
        for j in range(i):
            if cards[i] & cards[j] == 0:
                found[0] += 1
                if scores[i] == scores[j]:
                    tied[n, 0], tied[n, 1] = cards[i], cards[j]
                    n += 1
    return n


def _winners(showdown: Any, s: Any, tied: Any, winners: Any) -> None:
    """Let the seats 1 and 2 hold each tied pair when seat 0 calls."""
    for i in range(len(tied)):
        s.turn = 0
        s.hand[1].cards = tied[i, 0]
        s.hand[2].cards = tied[i, 1]
        showdown(s)
        winners[i] = s.winner


@cache
def four_cards() -> Hands:
    """The table of all hands of four cards."""
    n = 270_725
    hands = Hands(np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.bool_))
    njit(_four)(COMPILED.score, COMPILED.three_alike, *hands)
    return hands


def five_cards(edition: str) -> tuple[int, int, int]:
    """Of all hands of five cards: those with three natural cards of a rank, others that may call, Royal sets."""
    states, _ = NATIVE.states(GAME.blank(2, {"edition": edition}))
    states[0]["phase"], states[0]["turns"] = COMPILED.Phase.DROP, 2
    found = np.zeros(3, np.int64)
    moves, royal = NATIVE.scratches()[0]["moves"], int(COMPILED.CALL_ROYAL)
    njit(_five)(COMPILED.legal, COMPILED.three_alike, royal, states[0], moves, found)
    return int(found[0]), int(found[1]), int(found[2])


@cache
def high_pairs() -> tuple[int, Cards]:
    """The number of pairs of hands without a common card that both count three or more, and the tied ones."""
    hands = four_cards()
    high = hands.score >= 48
    found, tied = np.zeros(1, np.int64), np.zeros((300_000, 2), np.int64)
    n = njit(_pairs)(hands.cards[high], hands.score[high], found, tied)
    return int(found[0]), tied[:n]


def winners(edition: str, pairs: Cards) -> Cards:
    """Return the winner of each tied pair held by the seats 1 and 2, by the compiled showdown."""
    states, _ = NATIVE.states(GAME.blank(3, {"edition": edition}))
    found = np.zeros(len(pairs), np.int64)
    njit(_winners)(COMPILED.showdown, states[0], pairs, found)
    return found


def beaten_by(called: int) -> tuple[int, int]:
    """Count the hands of the other 48 cards that beat a called hand, and those that equal it."""
    hands = four_cards()
    other = hands.score[hands.cards & called == 0]
    score = hands.score[hands.cards == called][0]
    assert len(other) == 194_580
    return int((other > score).sum()), int((other == score).sum())
