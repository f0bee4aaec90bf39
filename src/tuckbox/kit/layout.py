"""The flat record of a state, made from the fields of its class: natively a NumPy record, in plain mode an object."""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable, Iterable
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from tuckbox.errors import FieldError, OptionError, RulesError
from tuckbox.kit.actions import Events
from tuckbox.kit.deck import Deck
from tuckbox.kit.fields import (
    ALL,
    CHOSEN,
    OTHERS,
    OWNER,
    DiceZone,
    Field,
    Flag,
    Number,
    Option,
    Real,
    SetZone,
    Small,
    WindowField,
    Zone,
)
from tuckbox.kit.records import PlainRecord, record_class

MOST_SEATS = 6
MOST_SORTS = 62
"""The most sorts of places, since sets of them are the bits of a number."""
_TAKEN = {"astuple", "copy", "layout", "told"}


class GameState(PlainRecord):
    """The fields every state has besides its game's own; a game derives its state class from this, with `state`.

    `turn` is the seat to decide; `over` ends a game and `done` the match, `payoff` and `place` (1 the best) are by seat;
    `pack` counts the cards of each kind that are in play. `told` collects what rules `tell`, in plain mode only.
    """

    if not TYPE_CHECKING:
        __slots__ = ()  # those of its fields come with the class that `state` makes

    layout: ClassVar[Layout]
    players: int
    turn: int
    over: bool
    done: bool
    payoff: list[float]
    place: list[int]
    pack: list[int]
    told: list[tuple[int, int, int]] | None


def _declared(cls: type) -> dict[str, Any]:
    """The fields a class declares, in their order."""
    annotated = next(iter(inspect.get_annotations(cls)), None)
    if annotated is not None:
        raise RulesError(f"declare the field {annotated!r} of the state as `{annotated} = ...`, with = and not with a colon")
    return {name: kind for name, kind in vars(cls).items() if not (name.startswith("__") and name.endswith("__"))}


class Layout:
    """The layout of a game's state: its fields, its record in both modes, its deck and its seats.

    ``State`` is the class of its plain records.
    """

    def __init__(self, cls: type, players: Iterable[int], deck: Deck | None) -> None:
        self.players = _numbers(players)
        self.seats = max(self.players)
        if not isinstance(deck, Deck | None):
            raise RulesError(f"`deck` of a state is a Deck, not {repr(deck)[:40]}")
        self.deck = deck or Deck(())
        self.cards = len(self.deck)  # kinds of cards; those of dice come behind them
        if min(self.players) < 1 or self.seats > MOST_SEATS:
            raise RulesError(f"a game has 1 to {MOST_SEATS} players")
        own = _declared(cls)
        self.dice = {name: kind for name, kind in own.items() if isinstance(kind, DiceZone)}
        self.deck = self._with_dice()
        self.options = {name: kind for name, kind in own.items() if isinstance(kind, Option)}
        given = self._given()
        for name, kind in own.items():
            if name in given or name in _TAKEN or name.startswith("_"):
                raise RulesError(f"the field {name!r} of the state has a name that is taken; call it something else")
            self._check(name, kind)
        self.fields: dict[str, Field[Any]] = {**given, **own}
        self.zones = {name: kind for name, kind in own.items() if isinstance(kind, Zone)}
        self.windows = "window" in own
        self.together = getattr(own.get("window"), "together", False)
        self.limited, self.sorts = self._sorted()
        rows = [(name, kind.dtype, kind.shape) for name, kind in self.fields.items()]
        numbers = [(name, kind.limits) for name, kind in self.fields.items() if isinstance(kind, Number)]
        self._ranges = [(name, low, high, (int, float) if isinstance(low, float) else int) for name, (low, high) in numbers]
        self.dtype = np.dtype(rows, align=True)  # whole words of eight bytes, because payoffs are
        self.events: Events | None = None  # what rules may `tell`, once the game says so
        self.State: type[PlainRecord] = record_class(self.dtype, "State", extra=("told",), base=GameState)

    def _with_dice(self) -> Deck:
        """The deck, with the faces of the dice behind its cards."""
        kinds = list(self.dice.values())
        if not kinds:
            return self.deck
        if any(kind.names != kinds[0].names for kind in kinds):
            raise RulesError("all dice of a game have the same faces")
        return self.deck.with_dice(kinds[0].names, max(kind.capacity for kind in kinds))

    def _given(self) -> dict[str, Field[Any]]:
        """The fields that come with every state."""
        seats = self.seats
        given: dict[str, Field[Any]] = {"players": Small.kept(), "turn": Small, "over": Flag, "done": Flag.kept()}
        given |= {"payoff": Real[seats], "place": Small[seats].kept()}
        return given | ({"pack": Small[len(self.deck)]} if len(self.deck) else {})

    def _sorted(self) -> tuple[dict[str, int], int]:
        """The number of the first sort of places, from 1, of each zone that a rule limits, and the number of sorts.

        The places of a limited zone are one sort, or in a pile one each; the rest are sort 0.
        """
        first, found = {}, 1
        for name, kind in self.zones.items():
            if kind.limit:
                first[name] = found
                found += prod(kind.shape) * kind.limited_places
        if found > MOST_SORTS:
            raise RulesError(f"rules limit {found - 1} hands and places of piles, but at most {MOST_SORTS - 1} can be")
        return first, found

    def _check(self, name: str, kind: object) -> None:
        """Raise `RulesError` for a field that is declared wrongly."""
        if inspect.isfunction(kind):
            said = f"the field {name!r} of the state is `{kind.__name__}` without what it needs: say {kind.__name__}(...)"
            raise RulesError(said)
        if not isinstance(kind, Field):
            raise RulesError(
                f"the field {name!r} of the state is {kind!r}, which is no kind the kit knows; say Int, Cards or the like"
            )
        if isinstance(kind, WindowField) != (name == "window"):
            raise RulesError(
                "the field of response windows, or of choices together, is called `window`, and nothing else is"
            )
        if isinstance(kind, Option):
            self._check_option(name, kind)
        if isinstance(kind, Zone):
            self._check_zone(name, kind)

    def _check_zone(self, name: str, kind: Zone[Any]) -> None:
        """Raise `RulesError` for a zone that does not go with the deck, the seats or its own limit."""
        if not isinstance(kind, DiceZone) and not self.cards:
            raise RulesError(f"the field {name!r} holds cards, but the state names no deck")
        if isinstance(kind, SetZone):
            copies, backs = self.deck.copies[: self.cards], self.deck.backs[: self.cards]
            if self.cards > 63 or max(copies) != 1 or any(backs):
                raise RulesError(f"{name!r}: Cards hold at most 63 different cards of one back; use Hand or Pile")
            if kind.seen == CHOSEN:
                raise RulesError(f"{name!r}: Cards cannot be shown to chosen seats; use Hand or Pile")
        if kind.seen == ALL and kind.limit:
            raise RulesError(f"the zone {name!r} is seen by all: no card lies there unseen that {kind.limit!r} could limit")
        if kind.seen in (OWNER, OTHERS) and kind.shape[:1] != (self.seats,):
            raise RulesError(f"the zone {name!r} has an owner, so there must be one for each of {self.seats} seats")

    def _check_option(self, name: str, kind: Option) -> None:
        try:
            kind.number(name, kind.default)
            if kind.before is not None:
                kind.number(name, kind.before)
            if kind.only:
                other, value = kind.only
                if other not in self.options:
                    raise OptionError(f"there is no option {other!r}")
                self.options[other].number(other, value)
                if self.options[other].only:
                    raise OptionError(f"{other} is itself `only` for some value of another option")
        except OptionError as error:
            raise RulesError(f"the option {name!r} is declared wrongly: {error}") from error

    def packed(self, record: PlainRecord) -> bytes:
        """The bytes of the native record of a plain one."""
        try:
            return record.packed()
        except struct.error as error:
            raise RulesError(f"a number outgrew its field: {error}") from error

    def pack(self, record: PlainRecord) -> NDArray[Any]:
        """A plain record as an array of one native record."""
        return np.frombuffer(bytearray(self.packed(record)), self.dtype)

    def unpacked(self, raw: bytes) -> Any:
        """The plain record of the bytes of a native one. Raises `ValueError` where they are not as many as it has."""
        if len(raw) != self.dtype.itemsize:
            raise ValueError(f"a state of this game has {self.dtype.itemsize} bytes, not {len(raw)}")
        return self.State.unpacked(raw)

    def unpack(self, array: NDArray[Any], index: int = 0) -> Any:
        """One native record as a plain one."""
        return self.unpacked(array[index].tobytes())

    def check_ranges(self, record: PlainRecord, before: PlainRecord | None = None) -> None:
        """Raise `RulesError` where a number does not fit its field (natively it would wrap in silence).

        Fields that are as they were `before`, in a record that was checked, are not looked at.
        """
        for name, low, high, sort in self._ranges:
            value = getattr(record, name)
            if before is not None and value == getattr(before, name):
                continue
            wrong = _misfit(value, low, high, sort)
            if wrong is not None:
                span = f" from {low} to {high}" if isinstance(low, int) else ""
                raise FieldError(f"the field {name!r} holds numbers{span}, not {wrong[0]!r}", name)


def _numbers(players: object) -> tuple[int, ...]:
    """The numbers of players as they are declared; refused for anything but some different whole numbers."""
    numbers = tuple(players) if isinstance(players, Iterable) else ()
    if {*map(type, numbers)} != {int} or len({*numbers}) < len(numbers):
        raise RulesError(f"`players` of a state are the numbers it can be played with, as (2, 3, 4), not {players!r}")
    return numbers


def _misfit(value: Any, low: float, high: float, sort: Any) -> tuple[Any] | None:
    """The first number of a field (or of a list of them) that does not fit, as a tuple of one; None if all do."""
    if type(value) is not list:
        return None if isinstance(value, sort) and low <= value <= high else (value,)
    if not value:
        return None
    if type(value[0]) is int and {*map(type, value)} <= {int, bool} and low <= min(value) and max(value) <= high:
        return None
    return next(filter(None, (_misfit(part, low, high, sort) for part in value)), None)


_S = TypeVar("_S", bound=GameState)


def state(*, players: Iterable[int], deck: Deck | None = None) -> Callable[[type[_S]], type[_S]]:
    """Class decorator: make the class of a game's states of a class of declared fields.

    Besides its own fields a state has those of `GameState`; ``State.layout`` tells how it lies in memory. In plain mode a
    state is an object of this class; an unknown field is an error there, and to type checkers.

    >>> from tuckbox.kit import Cards, Deck, GameState, OWNER, Pile
    >>> @state(players=(2, 3), deck=Deck.standard())
    ... class State(GameState):
    ...     hand = Cards[3].seen_by(OWNER)
    ...     stock = Pile(52)
    >>> State.layout.seats, State().turn
    (3, 0)

    Raises `RulesError` for what is no field.
    """

    def make(cls: type[_S]) -> type[_S]:
        layout = Layout(cls, players, deck)
        made: Any = layout.State
        made.layout, made.__doc__ = layout, cls.__doc__
        made.__module__, made.__qualname__ = cls.__module__, cls.__qualname__
        return made  # type: ignore[no-any-return]

    return make
