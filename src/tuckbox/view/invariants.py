"""Invariants of every state: no card lost or doubled, no number out of range; and what a step has revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.definition.lint import calling, writers
from tuckbox.errors import FieldError, RulesError
from tuckbox.kit.fields import DiceZone
from tuckbox.kit.plain import check_kind
from tuckbox.view.view import cells, zone_cells, zones

_VIEWERS = range(8)
"""Numbers of viewers, each with a bit of its own in the marks of a cell."""


def check_state(game: Game, state: Any, before: Any = None) -> None:
    """Raise `RulesError` if cards have been lost or doubled, dice lie among cards, a number does not fit its field, or it is
    the turn of no seat.

    `before` is a state that was checked, from which this one has come.
    """
    check_numbers(game, state, before)
    if not state.over and not 0 <= state.turn < state.players:
        said = f"it is the turn of seat {state.turn}, but the seats are 0 to {state.players - 1}"
        raise RulesError(f"{game.name}: {said}{writers(game.rules.__name__, 'turn')}")
    if not game.layout.zones:
        return
    deck = game.layout.deck
    count = [0] * len(deck)
    kinds = [cell & 255 for cell in cells(game, state)]
    try:
        check_kind(state.pack, max(kinds, default=0))
    except RulesError as error:
        raise RulesError(f"{game.name}: {error}") from error
    for kind in _cards(game, state) if game.layout.dice else kinds:
        count[kind] += 1
    if count != state.pack:
        card = next(c for c, (n, m) in enumerate(zip(count, state.pack, strict=True)) if n != m)
        said = f"{count[card]} of {deck.name(card)} lie in the zones, but {state.pack[card]} are in play"
        raise RulesError(f"{game.name}: {said}{_movers(game, count[card] < state.pack[card])}")


def check_numbers(game: Game, state: Any, before: Any = None) -> None:
    """Raise `FieldError` if a number does not fit its field."""
    try:
        game.layout.check_ranges(state, before)
    except FieldError as error:
        raise FieldError(f"{game.name}: {error}{writers(game.rules.__name__, error.field)}", error.field) from error


def _movers(game: Game, lost: bool) -> str:
    """The lines in which rules take cards out of zones, or lay new ones down, as the end of a sentence."""
    places = calling(game.rules.__name__, ("lift", "pop", "remove", "take_at") if lost else ("fill", "push", "put"))
    return f"; cards are {'taken out' if lost else 'laid down'} by {places}" if places else ""


def check_deal(game: Game, state: Any) -> None:
    """Raise `RulesError` if more cards have been put into play than the deck has: a redeal has no room for them."""
    deck = game.layout.deck
    for card, number in enumerate(state.pack if len(deck) else ()):
        if number > deck.copies[card]:
            raise RulesError(
                f"{game.name}: `setup` puts {number} of {deck.name(card)} into play, but the deck has {deck.copies[card]}: "
                "say how many there are of each card, Deck(..., copies=[...])"
            )


def _cards(game: Game, state: Any) -> Iterator[int]:
    """The kinds of all cards in the zones; raises `RulesError` where cards and dice have been mixed up."""
    for (kind, _), lying in zip(zones(game, state), zone_cells(game, state), strict=True):
        dice = isinstance(kind, DiceZone)
        stray = next((cell & 255 for cell in lying if ((cell & 255) >= game.layout.cards) is not dice), None)
        if stray is not None:
            raise RulesError(f"{game.name}: {game.layout.deck.name(stray)} lies among {'dice' if dice else 'cards'}")
        yield from () if dice else (cell & 255 for cell in lying)


def _sightings(cells: Counter[int]) -> Counter[tuple[int, int]]:
    """The number of each card that each viewer sees."""
    seen: Counter[tuple[int, int]] = Counter()
    for cell, number in cells.items():
        for viewer in _VIEWERS:
            if cell >> 8 + viewer & 1:
                seen[cell & 255, viewer] += number
    return seen


def revealed(game: Game, before: Any, after: Any) -> set[tuple[int, int]]:
    """Each card, and who sees it after a step that did not see it before."""
    was, now = Counter[int](), Counter[int]()
    for then, lying in zip(zone_cells(game, before), zone_cells(game, after), strict=True):
        if then != lying:
            was.update(then)
            now.update(lying)
    return set(_sightings(now - was) - _sightings(was - now))
