"""Positions of Key Whiz laid out by hand, and questions to ask of them.

Cards are written by rank; a suit behind it (``7C``) is read over, since suits mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.games.questions import Questions
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.places import SQUARES
from tuckbox.games.keywhiz.state import HAND_LIMIT, PIECES, RANKS_IN_PLAY, State
from tuckbox.kit import Cells, push, put
from tuckbox.kit.chance import Fast, Script
from tuckbox.match.deal import Deal

RULES = GAME.rules
QUESTIONS = Questions(GAME)
PLAIN = QUESTIONS.plain
legal, seated, refusal = QUESTIONS.legal, QUESTIONS.seated, QUESTIONS.refusal
OPTIONS = frozenset(GAME.layout.options)
CHANCE = Fast(1)
ALL_SEE = 255


def cards(names: str) -> list[int]:
    """Cards by their names, whatever their suits: ``cards("QC AS 7")``."""
    return [PACK.index(name[0]) for name in names.split()]


def position(
    squares: str = "",
    hand: str = "",
    whiz: str = "",
    table: str = "",
    *,
    known: str = "",
    home: int = 0,
    deck: str | None = None,
    players: int = 2,
    rivals: str | None = None,
    board: str = "first",
    **fields: Any,
) -> State:
    """A state in which seat 0 begins a turn: its pieces on `squares`, `home` of them in Payoff, the others in Start.

    `known` are cards of the hand that were taken in a swap. The rivals stand in Start; each holds the cards of `rivals`, or
    a few that nobody has named. Other cards lie in the deck, unless it is given (its top first): then they are out of play.

    The board is the first one unless another is named: the cases of the rules were worked out on it, and rules do not change
    with the board. So they keep their figures however the standard board is tuned.
    """
    options = {name: fields.pop(name) for name in OPTIONS & set(fields)} | {"board": board}
    s: State = GAME.blank(players, options)  # type: ignore[assignment]
    PLAIN.rules.renew(s)
    s.limit, s.pieces = HAND_LIMIT[s.board][players], PIECES[s.board][players]
    s.dealt, s.winner, s.given, s.piece = 1, -1, -1, -1
    rest = [rank for rank in range(RANKS_IN_PLAY[s.board]) for _ in range(4)]
    for zone, names, marks in (
        (s.hand[0], hand, 0),
        (s.hand[0], known, ALL_SEE),
        (s.whiz[0], whiz, 0),
        (s.deck, " ".join((deck or "").split()[::-1]), 0),
    ):
        for card in cards(names):
            rest.remove(card)
            put(zone, card | marks << 8)
    for card in cards(table):
        rest.remove(card)
        push(s.table[card], card)
    for seat in range(1, players):
        held = cards(rivals) if rivals is not None else rest[:: max(1, len(rest) // 3)][:3]
        for card in held:
            rest.remove(card)
            push(s.hand[seat], card)
    for card in rest if deck is None else ():
        push(s.deck, card)
    PLAIN.rules.count_pack(s)
    for seat in range(players):
        s.start[seat] = s.pieces
    stand(s, 0, squares, home)
    for name, value in fields.items():
        assert hasattr(s, name), name
        setattr(s, name, [*value, *[0] * (4 - len(value))] if isinstance(value, tuple) else value)
    return s


def stand(s: State, seat: int, squares: str, home: int = 0) -> State:
    """Put a seat's pieces on squares, some of them in Payoff, the rest in Start."""
    places = [SQUARES.index(name) for name in squares.split()]
    s.on[seat] = sum(1 << place for place in places)
    s.home[seat], s.start[seat] = home, s.pieces - home - len(places)
    assert s.start[seat] >= 0
    return s


def play(s: State, *texts: str) -> State:
    """Play actions, each of them legal, on the state; returns it."""
    for text in texts:
        assert text in legal(s), f"{text} is not among {sorted(legal(s))}"
        RULES.apply(s, GAME.actions.code(text), CHANCE)
    return s


def names(zone: Cells) -> str:
    """The cards of a hand by name, lowest first."""
    return " ".join(PACK[card] for card in sorted(cell & 255 for cell in zone.cell[: zone.n]))


def known_to_all(zone: Cells) -> str:
    """The cards of a hand that everybody knows, lowest first."""
    return " ".join(PACK[card] for card in sorted(cell & 255 for cell in zone.cell[: zone.n] if cell >> 8 == ALL_SEE))


def on_table(s: State) -> str:
    """The cards of the table in their order."""
    return " ".join(names(zone) for zone in s.table if zone.n)


def standing(s: State, seat: int = 0) -> str:
    """The squares on which a seat has pieces."""
    return " ".join(SQUARES[place] for place in range(len(SQUARES)) if s.on[seat] >> place & 1)


@dataclass(frozen=True)
class Stacked(Deal):
    """A deal in which the cards come in a given order, as dealt and drawn."""

    order: str = ""

    def stream(self, counter: int = 0) -> Any:
        """The order as scripted chance."""
        script = Script(cards(self.order))
        script.counter = counter
        return script


def all_of(prefix: str, words: Iterable[str] | str) -> set[str]:
    """Actions that differ in their last word: ``all_of("give", "2 K")``."""
    return {f"{prefix} {word}" for word in (words.split() if isinstance(words, str) else words)}
