"""The view of one seat, or of an onlooker: made from the blind record, so it cannot hold more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import product
from operator import getitem
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.errors import OptionError, RulesError
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import EVERYBODY, PUBLIC, SetZone
from tuckbox.kit.layout import GameState

_TRIES = 10_000


@dataclass(frozen=True)
class View:
    """A seat's view (`seat` None: an onlooker's).

    `state` is the blind record: the game's own fields, hidden cards shown as ``BACK + back class``, sets with a number of
    hidden cards. `legal` are the actions the seat may choose from now; `asked` the seats that are to decide; `log` the
    sentences the seat may read; `news` the event, seat and card of each card the last step has told and the viewer has
    seen; `heard` a number for what the seat has been told of all actions since the deal, 0 where nobody kept it; `cut`
    whether the game has ended because it was cut off.
    """

    game: Game
    seat: int | None
    state: Any
    names: tuple[str, ...]
    legal: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    log: tuple[str, ...] = field(default=(), repr=False)
    news: tuple[tuple[int, int, int], ...] = ()
    heard: int = 0
    cut: bool = False

    @property
    def fresh(self) -> tuple[tuple[int, int], ...]:
        """The seat and card of each card that is news."""
        return tuple((seat, card) for _, seat, card in self.news)

    @property
    def viewer(self) -> int:
        """The viewer's number as rules count viewers: the seat, or `PUBLIC`."""
        return PUBLIC if self.seat is None else self.seat

    @property
    def options(self) -> dict[str, Any]:
        """The options of the match by name."""
        return {name: kind.value(getattr(self.state, name)) for name, kind in self.game.layout.options.items()}

    def legal_texts(self) -> list[str]:
        """The legal actions in notation."""
        return [self.game.actions.text(action) for action in self.legal]

    def redeal(self, rng: Fast) -> Any:
        """A whole state that agrees with this view, every such state being equally likely. Raises `OptionError` for what is
        no chance."""
        if not hasattr(rng, "below"):
            raise OptionError(f"worlds are dealt by a generator, such as Fast(1), not by {repr(rng)[:40]}")
        plain = engine(self.game, "plain")
        pool = plain.pool()
        for _ in range(_TRIES):
            world = self.state.copy()
            if plain.call(plain.rules.redeal, world, rng, pool):
                return world
        raise RulesError(f"{self.game.name}: no world that fits the view was found in {_TRIES} deals")


def blind(game: Game, state: GameState, seat: int | None) -> Any:
    """The blind record of a state for a seat (None: for onlookers)."""
    copy = state.copy()
    plain = engine(game, "plain")
    plain.call(plain.rules.blind, copy, PUBLIC if seat is None else seat)
    copy.told = None
    return copy


def zones(game: Game, state: Any) -> Iterator[tuple[Any, Any]]:
    """Every single zone of a state with its kind, in the order of the declarations."""
    for name, kind in game.layout.zones.items():
        for zone in _single(getattr(state, name), len(kind.shape)):
            yield kind, zone


def _single(zones: Any, depth: int) -> list[Any]:
    """The single zones of a field, whose dimensions are its `depth`."""
    for _ in range(depth - 1):
        zones = [zone for row in zones for zone in row]
    return zones if depth else [zones]


def _places(kind: Any, zone: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every single zone of a field with its indices."""
    for place in product(*map(range, kind.shape)):
        yield place, reduce(getitem, place, zone)


@dataclass(frozen=True)
class Limited:
    """A zone of which a rule of the game says what may lie there unseen."""

    kind: Any
    zone: Any
    given: tuple[int, ...]
    rule: Callable[..., Any] = field(repr=False)

    def may_hold(self, state: Any, place: int, card: int) -> bool:
        """Whether the rule allows a card there, in a pile at a place."""
        return bool(self.rule(state, *self.given, *((place,) if self.kind.limited_places > 1 else ()), card))

    def cards(self) -> list[tuple[int, int, int]]:
        """Its cards with their places, and the marks of who knows them; of a set all places are 0."""
        cells = cells_in(self.kind, self.zone)
        places = [0] * len(cells) if isinstance(self.kind, SetZone) else range(len(cells))
        return [(place, cell & 255, cell >> 8 & EVERYBODY) for place, cell in zip(places, cells, strict=True)]


def limited(game: Game, state: Any) -> Iterator[Limited]:
    """Every single zone of a state that a rule limits."""
    rules = engine(game, "plain").rules
    for name in game.layout.limited:
        kind = game.layout.zones[name]
        for given, zone in _places(kind, getattr(state, name)):
            yield Limited(kind, zone, given, getattr(rules, kind.limit))


def zone_cells(game: Game, state: Any) -> list[list[int]]:
    """The cells of each zone, ``card | marks << 8``."""
    return [cells_in(kind, zone) for kind, zone in zones(game, state)]


def cells(game: Game, state: Any) -> list[int]:
    """All cells of a state."""
    return [cell for zone in zone_cells(game, state) for cell in zone]


def cells_in(kind: Any, zone: Any) -> list[int]:
    """The cells of a single zone of a kind: of a pile from its bottom, of a set lowest card first."""
    found: list[int] = set_cells(zone) if isinstance(kind, SetZone) else zone.cell[: zone.n]
    return found


def set_cells(zone: Any) -> list[int]:
    """The cells of a set of cards, lowest card first."""
    return list(_cells_of(zone.cards, zone.known, zone.seen))


@lru_cache(maxsize=4096)
def _cells_of(cards: int, known: int, seen: int) -> tuple[int, ...]:
    """The cells of these cards, some of which everybody knows and the others those who have seen the set."""
    found = []
    while cards:
        card = (cards & -cards).bit_length() - 1
        cards &= cards - 1
        found.append(card | (255 if known >> card & 1 else seen) << 8)
    return tuple(found)
