"""Encodings: how a public number, or what lies in a zone, is told in an observation.

A row of an observation holds either shares between -1 and 1 or bytes. What a byte stands for is told by its `Scale`, the 256
shares that its values mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

Scale: TypeAlias = tuple[float, ...]
"""The shares that the 256 values of a byte mean."""

HALF, MOST = 8, 191
"""See `tuckbox.engine.worlds.observe`."""


@cache
def shares_of(high: int) -> Scale:
    """Scale of numbers from 0 to `high`; where that does not fit into a byte, of shares of 255.

    >>> shares_of(4)[:5]
    (0.0, 0.25, 0.5, 0.75, 1.0)
    """
    return tuple(byte / (high if high < 256 else 255) for byte in range(256))


SQUASHED: Scale = tuple(n / (HALF + abs(n)) for n in (*range(MOST + 1), *range(MOST - 255, 0)))
"""Scale of numbers of any size: 0 to `MOST`, then the negative ones from -64 to -1."""

NEARNESS: Scale = (0.0, *(1 / depth for depth in range(1, 256)))
"""Scale of the depth of a card in a pile, from 1."""


@dataclass(frozen=True)
class Encoding:
    """Encoding of a public number: squashed between -1 and 1, unless a subclass says better.

    With `per_seat` false an array of as many numbers as there may be seats is not one number for each seat.
    """

    per_seat: bool = field(default=True, kw_only=True, repr=False)

    def size(self, players: int) -> int:
        """Number of values it takes in a row."""
        return 1

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        """Program text that writes a value at `at` of a row and gives the place behind it."""
        return f"put_number({row}, {scaled}, at, {value})"

    def most(self, players: int) -> int:
        """Maximum number of values that are not zero."""
        return 1

    def labels(self, players: int) -> tuple[str, ...]:
        """Label of each number of the row; empty for a single one."""
        return ()

    @property
    def scale(self) -> Scale:
        """Scale of its bytes."""
        return SQUASHED

    def read(self, number: float) -> float:
        """The public number a single number of the row stands for."""
        return round(HALF * number / (1 - abs(number))) if abs(number) < 1 else number


@dataclass(frozen=True)
class Share(Encoding):
    """A number from 0 to `high` (or so), told as its share of it."""

    high: int = 1

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_share({row}, {scaled}, at, {value}, {self.high})"

    @property
    def scale(self) -> Scale:
        return shares_of(self.high)

    def read(self, number: float) -> float:
        return round(number * self.high, 3)


@dataclass(frozen=True)
class Flags(Encoding):
    """An encoding whose numbers are 0 or 1."""

    @property
    def scale(self) -> Scale:
        return shares_of(1)


@dataclass(frozen=True)
class OneOf(Flags):
    """A number that is one of n values, from `low`: a phase, a place on a board."""

    n: int = 2
    low: int = 0

    def size(self, players: int) -> int:
        return self.n

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_one_of({row}, at, {value}{f' - {self.low}' if self.low else ''}, {self.n})"

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(str(self.low + i) for i in range(self.n))


LARGEST_SET = 63
"""Maximum number of things in a set that is a number of 64 bits with a sign."""


@dataclass(frozen=True)
class Bits(Flags):
    """A number used as a set of n things, 63 at most."""

    n: int = 8

    def size(self, players: int) -> int:
        return self.n

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_bits({row}, at, {value}, {self.n})"

    def most(self, players: int) -> int:
        return self.n

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(map(str, range(self.n)))


@dataclass(frozen=True)
class SeatOf(Flags):
    """A number that names a seat, the first being `low`; smaller ones name none: of ``SeatOf(low=1)`` 0 is nobody."""

    low: int = 0

    def size(self, players: int) -> int:
        return players

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_seat({row}, at, s, seat, {value}{f' - {self.low}' if self.low else ''})"

    def labels(self, players: int) -> tuple[str, ...]:
        return seat_labels(players)


@dataclass(frozen=True)
class SeatsOf(Flags):
    """A number used as a set of seats."""

    def size(self, players: int) -> int:
        return players

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_seats({row}, at, s, seat, {value})"

    def most(self, players: int) -> int:
        return players

    def labels(self, players: int) -> tuple[str, ...]:
        return seat_labels(players)


INDICES = "@"
"""Stands in a text for the indices of the value that it writes."""


@dataclass(frozen=True)
class Bag(Encoding):
    """Numbers in a row of slots whose order means nothing, told together: how many slots hold each of n values, from `low`.

    It is for the last axis of an array: ``trouble = Small[6][21]`` is one bag for each of six seats.
    """

    n: int = 2
    low: int = 0
    high: int = 1
    """Maximum number of slots with one value."""

    def size(self, players: int) -> int:
        return self.n

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_bag({row}, {scaled}, at, {value}, {self.low}, {self.n}, {self.high})"

    def most(self, players: int) -> int:
        return self.n

    def labels(self, players: int) -> tuple[str, ...]:
        return tuple(str(self.low + i) for i in range(self.n))

    @property
    def scale(self) -> Scale:
        return shares_of(self.high)

    def read(self, number: float) -> float:
        return round(number * self.high)


@dataclass(frozen=True)
class Sums(Bag):
    """Numbers that go with the values of a bag, slot by slot: for each value their sum, `high` at most.

    `of` names the field of the bag.
    """

    of: str = field(default="", kw_only=True)

    def text(self, value: str, row: str = "out", scaled: str = "scaled") -> str:
        return f"put_sums({row}, {scaled}, at, {value}, s.{self.of}{INDICES}, {self.low}, {self.n}, {self.high})"


@dataclass(frozen=True)
class Untold(Encoding):
    """A number that is not told, since others tell all that matters of it."""

    def size(self, players: int) -> int:
        return 0


@dataclass(frozen=True)
class Contents:
    """The cards that can lie in a pile, where not all of the deck can: the others have no columns.

    `kinds` are the numbers of the kinds that it can hold, and `backs` those of their backs; None is all. With `depth` false
    nothing is told of where in the pile a card lies, with `places` which kind lies in each of so many places, from the
    bottom. With `per_seat` false an array of as many piles as there may be seats is not one for each seat.
    """

    kinds: Sequence[int] | None = None
    backs: Sequence[int] | None = None
    depth: bool = True
    places: int = 0
    per_seat: bool = field(default=True, kw_only=True, repr=False)


Hints: TypeAlias = Mapping[str, Encoding | Contents]
"""Hints of `Game.observe`: the encoding of public numbers and the contents of piles, by the names of fields."""


def seat_labels(players: int) -> tuple[str, ...]:
    """Labels of seats, from the viewer's own.

    >>> seat_labels(3)
    ('me', '+1', '+2')
    """
    return ("me", *(f"+{i}" for i in range(1, players)))
