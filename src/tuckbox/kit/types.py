"""The types of what rules are given, for type checkers and editors.

In plain mode these are records of Python ints and lists, natively flat NumPy records; rules use what is listed here, which
both have.
"""

from __future__ import annotations

from typing import Protocol


class CardSet(Protocol):
    """The value of a field of `Cards`: the set of its cards, and of these the ones that everybody knows."""

    cards: int
    known: int
    hidden: int
    seen: int


class Cells(Protocol):
    """The value of a field of `Pile` or `Hand`: `n` cells ``card | marks << 8``, the top being the last of them."""

    n: int
    seen: int
    cell: list[int]


class KnownCells(Cells, Protocol):
    """The value of a field `with_knowers`, of whose glimpses the seats `aware` see."""

    aware: int


class DiceCells(Cells, Protocol):
    """The value of a field of `Dice`: its dice as cells; of their `faces` the one numbered 0 is the kind `first`."""

    first: int
    faces: int


class Level(Protocol):
    """One open response window; see `tuckbox.kit.windows`."""

    kind: int
    by: int
    on: int
    at: int
    asked: int
    given: int
    subject: int
    nothing: int
    answer: list[int]


class Windows(Protocol):
    """The value of a field of `Window`: the open windows, `depth` of them."""

    depth: int
    lazy: int
    level: list[Level]


class HasWindow(Protocol):
    """A state with response windows."""

    players: int
    turn: int

    @property
    def window(self) -> Windows:
        """The open windows."""


class Moves(Protocol):
    """The list of legal actions that the rule `legal` adds to."""

    n: int
    action: list[int]


class Rng(Protocol):
    """The source of chance; rules ask ``below(rng, n)``."""

    @property
    def scripted(self) -> bool:
        """Whether it is a script, which has a ``choose`` for what is not equally likely."""

    @property
    def loosens(self) -> bool:
        """Whether it orders shuffled piles in a way of its own, by ``loosen``, and throws dice so, by ``throw``."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
