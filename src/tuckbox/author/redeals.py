"""Redeals of a position, for the eye: the cards as they lie, and worlds in which each seat could just as well be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import SetZone
from tuckbox.match.match import Match
from tuckbox.view.view import zone_cells, zones


def told(game: Game, players: int | None, options: Mapping[str, Any], seed: int, steps: int, worlds: int) -> Iterator[str]:
    """Lines about a position some random decisions into a match: what is hidden from a seat, in truth and in redeals.

    Raises `OptionError` for a setting that is not allowed, `RulesError` where no redeal is possible.
    """
    match, rng = _position(game, players, options, seed, steps), Fast(seed)
    yield f"{game.title}, seed {seed}, after {match.steps - 1} decisions"
    names = _names(game)
    for seat in range(match.players):
        view = match.view(seat)
        hidden = [names.index(name) for name in _hidden(game, view.state, names)]
        dealt = [view.redeal(rng) for _ in range(worlds)]
        yield f"\n{view.names[seat]} does not see" + (":" if hidden else " anything hidden.")
        for number in hidden:
            yield f"  {names[number]}"
            yield f"    true     {_cards(game, match.state, number)}"
            yield from (f"    redeal {n} {_cards(game, world, number)}" for n, world in enumerate(dealt, 1))


def _hidden(game: Game, seen: Any, names: list[str]) -> Iterator[str]:
    """The names of zones in which something is hidden."""
    for name, (kind, zone) in zip(names, zones(game, seen), strict=True):
        if zone.hidden if isinstance(kind, SetZone) else any(cell & 255 >= BACK for cell in zone.cell[: zone.n]):
            yield name


def _position(game: Game, players: int | None, options: Mapping[str, Any], seed: int, steps: int) -> Match:
    """A match some random decisions on, or before its first game ends."""
    match, chance = Match(game, players, seed=seed, options=options), random.Random(seed)
    for _ in range(steps):
        if match.over:
            return _position(game, players, options, seed, match.steps - 2)
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.actions(seat)), seat)
    return match


def _names(game: Game) -> list[str]:
    """The names of all single zones, in the order of `zones`."""
    return [
        name + "".join(f"[{at}]" for at in place)
        for name, kind in game.layout.zones.items()
        for place in product(*map(range, kind.shape))
    ]


def _cards(game: Game, state: Any, zone: int) -> str:
    deck = game.layout.deck
    names = [deck.name(cell & 255) for cell in zone_cells(game, state)[zone]]
    return " ".join(names[:24]) + (f" ... {len(names)} cards" if len(names) > 24 else "")
