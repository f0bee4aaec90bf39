"""What the engine's own rules are given besides states, as type checkers and editors know it.

In plain mode these are records of Python numbers and lists, natively flat NumPy records; see `Engine.scratches`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias

from tuckbox.kit.layout import GameState
from tuckbox.kit.types import Moves, Rng

States: TypeAlias = MutableSequence[GameState]
"""Rows for states; `tuckbox.engine.playout` says which is for what."""

Words: TypeAlias = Any
"""The same memory as 64-bit words; none in plain mode."""

Numbers: TypeAlias = MutableSequence[int]
Shares: TypeAlias = MutableSequence[float]
Flags: TypeAlias = MutableSequence[bool]


class Stream(Rng, Protocol):
    """A fast generator, and the number that is all its state."""

    s: int


class Weighed(Moves, Protocol):
    """The legal actions, how much each is leaned to, and in which manner that is to be judged."""

    manner: int
    weight: list[int]


class Unseen(Protocol):
    """Unseen cards of one back, shuffled."""

    n: int
    card: list[int]


class Pool(Protocol):
    """Scratch for a redeal: how many of each kind are unseen, and rows of them for each back."""

    left: list[int]
    row: list[Unseen]


class Scratch(Protocol):
    """Scratch for one thread of play or search."""

    moves: Weighed
    pool: Pool
    score: list[float]
    slot: list[int]
    path: list[int]
    actor: list[int]
    key: list[int]
    depth: int
    edges: int
    growing: bool


class Edge(Protocol):
    """An action at a node of a search tree: by which key it is found, what it has brought, how often it was tried and
    could have been."""

    key: int
    worth: float
    visits: int
    available: int


Rngs: TypeAlias = Sequence[Stream]
Tree: TypeAlias = Sequence[Edge]
Scratches: TypeAlias = Sequence[Scratch]
