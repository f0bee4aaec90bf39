"""Hints of `Game.observe` held against play: a number that its encoding does not tell is lost to every learner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tuckbox.definition.encodings import Bag, Bits, Contents, Encoding, OneOf, SeatOf, SeatsOf, Share
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure


def observed(case: Case, match: Match) -> Iterator[Failure]:
    """Numbers and cards of a state that `observe` has no room for."""
    for name, hint in case.game.observe.items():
        value = getattr(match.state, name)
        if isinstance(hint, Contents):
            stray = next((card for zone in _each(value) for card in _cards(zone) if not _may_lie(hint, card)), None)
            if stray is not None:
                what = case.game.layout.deck.name(stray)
                yield "observation", f"`observe` says that {name!r} contains no {what}, but one lies there"
        elif isinstance(hint, Bag):
            continue
        else:
            lost = next((number for number in _each(value) if _lost(hint, number, match.players)), None)
            if lost is not None:
                yield "observation", f"{name!r} is {lost}, which {hint} in `observe` has no room for"


def _each(value: Any) -> Iterator[Any]:
    """Single values of a field."""
    if isinstance(value, list):
        for part in value:
            yield from _each(part)
    else:
        yield value


def _cards(zone: Any) -> list[int]:
    return [cell & 255 for cell in zone.cell[: zone.n]]


def _may_lie(hint: Contents, card: int) -> bool:
    return hint.kinds is None or card in hint.kinds


def _lost(hint: Encoding, number: int, players: int) -> bool:
    """Whether an encoding tells nothing, or something else, of a number."""
    if isinstance(hint, OneOf):
        return not 0 <= number - hint.low < hint.n
    if isinstance(hint, Share):
        return not 0 <= number <= hint.high
    if isinstance(hint, SeatOf):
        return number - hint.low >= players
    return isinstance(hint, Bits | SeatsOf) and not 0 <= number < 1 << hint.size(players)
