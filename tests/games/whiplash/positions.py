"""Positions of Whiplash laid out by hand: the cards that matter by name, the rest of the pack wherever it fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.questions import Questions
from tuckbox import kit as _kit
from tuckbox.engine.view import View
from tuckbox.games.whiplash import GAME
from tuckbox.kit.chance import Fast, Script
from tuckbox.match.deal import Deal

RULES: Any = GAME.rules
KIT: Any = _kit
PACK: Any = RULES.PACK
QUESTIONS = Questions(GAME)
PLAIN = QUESTIONS.plain
legal, seated, refusal = QUESTIONS.legal, QUESTIONS.seated, QUESTIONS.refusal
RANKS, SUITS = "23456789TJQKA", "CDHS"
EDITIONS = ("classic", "2023", "royal")
OPTIONS = frozenset(GAME.layout.options)
CHANCE = Fast(1)


def cards(names: str) -> int:
    """A set of cards: ``cards("QC AS")``."""
    return sum(1 << PACK.index(name) for name in names.split())


def names(held: int) -> str:
    """A set of cards as text, lowest first."""
    return " ".join(name for card, name in enumerate(PACK) if held >> card & 1)


def rated(text: str) -> int:
    """The score that ``3 x Q`` names."""
    count, rank = text.split(" x ")
    return 16 * int(count) + RANKS.index(rank)


class _Rest:
    """The cards of the pack that nobody has named, suit by suit, so that neighbours make no set."""

    def __init__(self, ranks: int, used: Iterable[str]) -> None:
        taken = list(used)
        assert len(set(taken)) == len(taken), "a card lies in two places"
        self.names = [rank + suit for suit in SUITS for rank in RANKS[13 - ranks :] if rank + suit not in taken]

    def take(self, n: int) -> list[str]:
        taken, self.names = self.names[:n], self.names[n:]
        return taken


def position(hands: Sequence[str | None], /, *, discards: str | None = None, stock: str | None = None, **fields: Any) -> Any:
    """A state in the middle of a hand, in the third round unless told, seat 0 to act: DROP if that seat holds five cards.

    `hands` go from seat 0 (None: any four cards); `discards` from bottom to top, `stock` from top to bottom. Without
    `stock` all other cards lie there; with it they are out of play. `fields` are options or fields of the state.
    """
    s: Any = GAME.blank(len(hands), {name: fields.pop(name) for name in OPTIONS & set(fields)})
    PLAIN.rules.renew(s)
    named = [(hand or "").split() for hand in hands]
    piles = [(discards or "").split(), (stock or "").split()]
    rest = _Rest(s.ranks, [card for zone in (*named, *piles) for card in zone])
    for seat, hand in enumerate(named):
        _lay(s.hand[seat], hand or rest.take(4))
    _lay(s.discards, piles[0] or rest.take(1))
    _lay(s.stock, list(reversed(piles[1])) if stock is not None else rest.names)
    PLAIN.rules.count_pack(s)
    s.caller = s.winner = -1
    s.dealt, s.turns = 1, 2 * s.players
    for name, value in fields.items():
        assert hasattr(s, name), name
        setattr(s, name, [*value, *[0] * (4 - len(value))] if isinstance(value, tuple) else value)
    s.phase = RULES.Phase.DROP if s.hand[s.turn].cards.bit_count() == 5 else RULES.Phase.TAKE
    return s


def _lay(zone: Any, names_: Iterable[str]) -> None:
    for name in names_:
        KIT.push(zone, PACK.index(name))


def calls(s: Any) -> set[str]:
    """The calls among what is legal."""
    return {text for text in legal(s) if text.startswith("call")}


def play(s: Any, *texts: str) -> Any:
    """Play actions, each of them legal, on the state; returns it."""
    for text in texts:
        assert text in legal(s), text
        RULES.apply(s, GAME.actions.code(text), CHANCE)
    return s


def pile(zone: Any) -> str:
    """The cards of a pile, from bottom to top."""
    return " ".join(PACK[cell & 255] for cell in zone.cell[: zone.n])


def from_top(zone: Any) -> str:
    """The cards of a pile, from top to bottom."""
    return " ".join(reversed(pile(zone).split()))


def showdown(hands: Sequence[str], /, caller: int = 0, fifth: str | None = None, **fields: Any) -> Any:
    """The end of a hand in which the caller keeps its four cards and calls with some fifth."""
    rest = _Rest(13, " ".join(hands).split())
    fifth = fifth or rest.take(1)[0]
    held = [f"{hand} {fifth}" if seat == caller else hand for seat, hand in enumerate(hands)]
    s = play(position(held, turn=caller, **fields), f"call {fifth}")
    RULES.after(s)
    return s


def held_by(view: View, seat: int) -> tuple[str, int]:
    """What a viewer sees of a hand: the cards they know, and how many more there are."""
    zone = view.state.hand[seat]
    return names(zone.cards), zone.hidden


@dataclass(frozen=True)
class Stacked(Deal):
    """A deal in which the cards come in a given order, as dealt and drawn."""

    order: str = ""

    def stream(self, counter: int = 0) -> Any:
        """The order as scripted chance."""
        script = Script(PACK.index(name) for name in self.order.split())
        script.counter = counter
        return script
