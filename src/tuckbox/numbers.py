"""Numbers that commands and functions are given."""

from __future__ import annotations

from math import inf, isnan
from numbers import Integral
from operator import index
from typing import Any, SupportsIndex, cast

import click


def is_whole(number: object, least: int, most: float = inf) -> bool:
    """Whether something is a whole number from `least` to `most`, Python's or NumPy's; True and False are none.

    >>> is_whole(3, 1), is_whole(3.0, 1), is_whole(True, 1), is_whole(9, 1, 8)
    (True, False, False, False)
    """
    if type(number) is not int:  # most are, and an abstract class takes ten times as long to ask
        if isinstance(number, bool) or not isinstance(number, Integral):
            return False
        number = int(number)
    return least <= number <= most


def whole(number: object) -> int | None:
    """The whole number that something is, Python's, NumPy's or an array of one; None for what is none, as True and False.

    >>> whole(3), whole(3.0), whole(True)
    (3, None, None)
    """
    try:
        return None if isinstance(number, bool) else index(cast(SupportsIndex, number))
    except TypeError:
        return None


def counted(number: int, one: str, several: str = "") -> str:
    """A number of things, of which `several` are called so unless an ``s`` is all that is added.

    >>> counted(1, "table"), counted(0, "table"), counted(2_000, "person", "people")
    ('1 table', '0 tables', '2,000 people')
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


class Number(click.FloatRange):
    """A number within bounds. What is no number is within none, though click lets ``nan`` pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number of a text."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found
