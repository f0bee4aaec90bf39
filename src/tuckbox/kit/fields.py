"""The fields of a state: numbers, sets and piles of cards, windows, options; and who sees the cards.

A field is declared by its kind, ``hand = Cards[4].seen_by(OWNER)``; ``Cards[n]`` is n of a kind. Everything is public but
cards: a zone says who sees what arrives in it, and silence means nobody.

To type checkers and editors a kind is what rules find in the field: ``s.hand[seat]`` is a `CardSet`, ``s.phase`` an int.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self, TypeVar, overload

import numpy as np

from tuckbox.errors import OptionError, RulesError
from tuckbox.kit.types import CardSet, Cells, DiceCells, Windows
from tuckbox.numbers import is_whole

T = TypeVar("T")

NOBODY, OWNER, OTHERS, ALL, CHOSEN = "nobody", "owner", "others", "all", "chosen"
"""The viewers of a zone's cards: nobody; the seat whose index the zone has; all other seats; everybody; the seats that rules
admit with `show_to` (a public choice)."""

EVERYBODY = 255
"""All marks of a cell: one bit for each of up to six seats, and bit 7 for onlookers."""

PUBLIC = 7
"""The number that `blind` gives a viewer who sees only what everybody sees."""


@dataclass(frozen=True)
class Field(Generic[T]):
    """A field: its kind, how many of it, and whether it survives from one game of a series to the next.

    `T` is what rules find in the field.
    """

    shape: tuple[int, ...] = ()
    lives_on: bool = False

    if TYPE_CHECKING:  # replaced by a state's own fields before they are read

        @overload
        def __get__(self, record: None, owner: Any) -> Self: ...
        @overload
        def __get__(self, record: object, owner: Any) -> T: ...
        def __get__(self, record: object, owner: Any) -> Any: ...
        def __set__(self, record: Any, value: T) -> None: ...

    def __call__(self, *given: Any, **named: Any) -> NoReturn:
        """Refused: a kind that needs no more is said without brackets."""
        raise RulesError("a kind of field is said without round brackets: Int, and Int[4] for four of them")

    def _times(self, n: int) -> Any:
        if not isinstance(n, int) or n < 1:
            raise RulesError(f"an array has a whole number of places, from 1, not {n!r}; one of 4 rows of 3 is Small[4][3]")
        return replace(self, shape=(*self.shape, n))

    def kept(self) -> Self:
        """The same, surviving from one game of a series to the next (scores, the dealer)."""
        return replace(self, lives_on=True)

    def seen_by(self, who: str) -> Self:
        """Set the viewers of the cards; refused for anything but cards, since all else is public."""
        raise RulesError("only cards can be hidden: a number is public by construction")

    @property
    def dtype(self) -> np.dtype[Any]:
        """The flat record of one of it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Field[T]):
    """A public number of one NumPy type."""

    code: str = "i4"

    def __getitem__(self, n: int) -> Number[list[T]]:
        return self._times(n)  # type: ignore[no-any-return]

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(self.code)

    @property
    def limits(self) -> tuple[float, float]:
        """The smallest and greatest number it holds."""
        if self.dtype.kind == "f":
            return -np.inf, np.inf
        info = np.iinfo(self.dtype)
        return info.min, info.max


@dataclass(frozen=True)
class Option(Number[int]):
    """A public number fixed before play, one of `values` (texts, or the numbers of a range).

    `only` names another option and the value it must have for this one to be given; `rule` is cited where a value, or
    giving one at all, is refused. One `of_match` only says which games make a match and who begins them, not how one is
    played, so that weights learnt for the game hold for all its values. A range that can be `off` has that
    value too, stored as 0. `house` marks a departure from the printed rules, a switch that is off by default, with a
    sentence on what it changes. `before` is the value meant by records that do not name the option, if not the default.
    """

    code: str = "i2"
    lives_on: bool = True
    values: Sequence[Any] = ()
    default: Any = None
    only: tuple[str, str] | None = None
    rule: str | None = None
    of_match: bool = False
    off: bool = False
    house: str = ""
    before: Any = None

    @property
    def all_values(self) -> Sequence[Any]:
        """Return all values, `OFF` last."""
        return [*self.values, OFF] if self.off else self.values

    def number(self, name: str, value: Any) -> int:
        """Return the number a value is stored as: its index for texts, itself for numbers. Raises `OptionError`."""
        text = str(value)
        if self.off and text == OFF:
            return 0
        if isinstance(self.values, range):
            if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in self.values:
                return int(text)
            low, high, either = self.values[0], self.values[-1], f", or {OFF}" if self.off else ""
            raise OptionError(f"{name} must be a whole number from {low} to {high}{either}, not {text[:40]!r}", self.rule)
        if text in self.values:
            return self.values.index(text)
        raise OptionError(f"{name} must be one of {', '.join(self.values)}, not {text[:40]!r}", self.rule)

    def value(self, number: int) -> Any:
        """Return the value a stored number stands for."""
        if self.off and not number:
            return OFF
        return number if isinstance(self.values, range) else self.values[number]


OFF = "off"
"""The value of a range that sets no limit."""

MOST_OF_RANGE = int(np.iinfo(Option.code).max)
"""The greatest number of a range."""


@dataclass(frozen=True)
class ListOption(Option):
    """A public list fixed before play: one of a few words that stand alone, or up to `most` of `items` in order.

    It is written with commas (``hero,villain``) and stored as one number, which rules read with `listed`. `values` are the
    texts that are offered where nobody wants to type.
    """

    code: str = "i4"
    words: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    most: int = 6

    def number(self, name: str, value: Any) -> int:
        """Return the number of a text: the index of a word, or ``7 | item + 1 << 3, 7, ...``. Raises `OptionError`."""
        text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        if text in self.words:
            return self.words.index(text)
        parts = [part.strip() for part in text.split(",")]
        wrong = next((part for part in parts if part not in self.items), None)
        if wrong is None and len(parts) <= self.most:
            return LISTED | sum(self.items.index(part) + 1 << 3 + 4 * place for place, part in enumerate(parts))
        either = f"{', '.join(self.words)} or " if self.words else ""
        what = f"not {wrong[:40]!r}" if wrong is not None else f"at most {self.most}"
        raise OptionError(f"{name} must be {either}a list of {', '.join(self.items)} with commas between; {what}", self.rule)

    def value(self, number: int) -> str:
        """Return the text a stored number stands for."""
        if number & LISTED != LISTED:
            return self.words[number]
        items = [number >> 3 + 4 * place & 15 for place in range(self.most)]
        return ",".join(self.items[item - 1] for item in items if item)


LISTED = 7
"""The low bits of a list option that holds a list."""


@dataclass(frozen=True)
class Zone(Field[T]):
    """A place for cards. `limit` names the rule that says which cards may lie here unseen, if there is one."""

    seen: str = NOBODY
    limit: str = ""

    def seen_by(self, who: str) -> Self:
        """The same, seen on arrival by `NOBODY`, `OWNER`, `OTHERS`, `ALL` or the seats the rules admit (`CHOSEN`)."""
        if who not in (NOBODY, OWNER, OTHERS, ALL, CHOSEN):
            raise RulesError(f"a zone is seen by NOBODY, OWNER, OTHERS, ALL or CHOSEN, not by {who!r}")
        return replace(self, seen=who)

    def limited_by(self, rule: str) -> Self:
        """The same, with a rule of this name, which says from public facts whether a hidden card may be of a kind.

        It is given the state, the indices of the zone, in a `Pile` the place of the cell, and the card. Raises `RulesError`
        where the zone has such a rule already.
        """
        if self.limit:
            raise RulesError(f"a zone is limited by one rule, not by {self.limit!r} and {rule!r}: let one call the other")
        return replace(self, limit=rule)

    @property
    def limited_places(self) -> int:
        """Return how many places of a zone its rule distinguishes: all in a pile, where places matter; else one."""
        return 1

    def mark(self, index: str) -> str:
        """Program text: the marks a card gets on arrival, `index` being the text of the zone's first index."""
        marks = {NOBODY: "0", ALL: str(EVERYBODY), OWNER: f"1 << {index}", CHOSEN: "0"}
        marks[OTHERS] = f"63 & ~(1 << {index})"  # onlookers see what everybody sees
        return marks[self.seen]


@dataclass(frozen=True)
class SetZone(Zone[T]):
    """A set of different cards of one back, numbered below 63: `cards`, and of these the `known`, seen by everybody.

    In a blind record `hidden` counts the cards that the viewer does not see.
    """

    def __getitem__(self, n: int) -> SetZone[list[T]]:
        return self._times(n)  # type: ignore[no-any-return]

    @property
    def dtype(self) -> np.dtype[Any]:
        return SET_DTYPE


@dataclass(frozen=True)
class PileZone(Zone[T]):
    """A row of at most `capacity` cells; a cell is ``card | marks << 8``, the top is the last.

    Without `order` (hands) a view shows the cells sorted; `counted` says that backs are told by number, not by place. With
    `knowers` whoever sees the zone is aware of those who have been shown its cards there.
    """

    capacity: int = 52
    order: bool = True
    counted: bool = False
    knowers: bool = False

    def __getitem__(self, n: int) -> PileZone[list[T]]:
        return self._times(n)  # type: ignore[no-any-return]

    def backs(self, how: str) -> Self:
        """Set how backs are shown: ``SEEN`` place by place (the default), ``COUNTED`` as numbers only."""
        return replace(self, counted=how == COUNTED)

    def with_knowers(self) -> Self:
        """The same, and whoever sees the zone is aware of the seats that have had a `glimpse` of each card there."""
        return replace(self, knowers=True)

    @property
    def limited_places(self) -> int:
        return self.capacity if self.order and not self.counted else 1

    @property
    def dtype(self) -> np.dtype[Any]:
        if self.knowers:
            return np.dtype([("n", "i2"), ("seen", "u1"), ("aware", "u1"), ("cell", "i4", self.capacity)], align=True)
        return np.dtype([("n", "i2"), ("seen", "u1"), ("cell", "u2", self.capacity)], align=True)


@dataclass(frozen=True)
class DiceZone(PileZone[T]):
    """At most `capacity` dice with faces of these names, whose order means nothing.

    They lie in cells as cards do, and are kinds of the deck behind all cards: the face f is the kind ``first + f``. But they
    are thrown, not dealt: none of them is in the pack, and a redeal throws those that the viewer does not see.
    """

    names: tuple[str, ...] = ()

    def limited_by(self, rule: str) -> Self:
        """Refused: all faces of a die that nobody sees are equally likely."""
        raise RulesError("dice are thrown, not dealt: no rule limits what unseen ones may show")

    def backs(self, how: str) -> Self:
        """Refused: dice have no backs of their own."""
        raise RulesError("dice have no backs to be counted")

    @property
    def dtype(self) -> np.dtype[Any]:
        small = [(name, "u1") for name in ("seen", "first", "faces")]
        return np.dtype([("n", "i2"), *small, ("cell", "u2", self.capacity)], align=True)


@dataclass(frozen=True)
class WindowField(Field[Windows]):
    """The stack of open response windows, see `tuckbox.kit.windows`; or choices made together, see `tuckbox.kit.choices`."""

    levels: int = 3
    together: bool = False

    @property
    def dtype(self) -> np.dtype[Any]:
        small = [(name, "i1") for name in ("kind", "by", "on", "at")]
        masks = [(name, "u1") for name in ("asked", "given")]
        level = np.dtype([*small, *masks, ("subject", "i4"), ("nothing", "i2"), ("answer", "i2", 6)], align=True)
        return np.dtype([("depth", "i1"), ("lazy", "i1"), ("level", level, self.levels)], align=True)


SEEN, COUNTED = "seen", "counted"
SET_DTYPE = np.dtype([("cards", "i8"), ("known", "i8"), ("hidden", "i2"), ("seen", "u1")], align=True)

Cards: SetZone[CardSet] = SetZone()
Small: Number[int] = Number(code="i1")
Flag: Number[bool] = Number(code="i1")
Int: Number[int] = Number(code="i4")
Long: Number[int] = Number(code="i8")
Real: Number[float] = Number(code="f8")


def _room(capacity: object) -> None:
    """Refuse what is no number of cards or dice."""
    if not is_whole(capacity, 1):
        raise RulesError(f"a pile, a hand or a cup has room for a whole number of things, from 1, not for {capacity!r:.40}")


def Pile(capacity: int) -> PileZone[Cells]:  # noqa: N802 - it reads as a type in a state
    """A pile of up to `capacity` cards, in order."""
    _room(capacity)
    return PileZone(capacity=capacity)


def Hand(capacity: int) -> PileZone[Cells]:  # noqa: N802
    """Up to `capacity` cards whose order means nothing."""
    _room(capacity)
    return PileZone(capacity=capacity, order=False)


def Dice(capacity: int, faces: int | Iterable[str] = 6) -> DiceZone[DiceCells]:  # noqa: N802
    """Up to `capacity` dice, which are thrown by `roll`; `faces` is how many each has, or their names.

    >>> Dice(5).names, Dice(2, faces=["miss", "hit"]).names
    (('1', '2', '3', '4', '5', '6'), ('miss', 'hit'))
    """
    _room(capacity)
    names = tuple(str(face + 1) for face in range(faces)) if isinstance(faces, int) else tuple(faces)
    if len(names) < 2:
        raise RulesError("a die has at least two faces")
    return DiceZone(capacity=capacity, order=False, names=names)


def Window(levels: int = 3) -> WindowField:  # noqa: N802
    """The response windows of a game, at most `levels` on top of each other; the field must be called ``window``."""
    return WindowField(levels=levels)


def Together() -> WindowField:  # noqa: N802
    """The decisions that several seats make at once, sealed until all are in; the field must be called ``window``."""
    return WindowField(levels=1, together=True)


def Choice(  # noqa: N802
    *values: str,
    default: str,
    only: tuple[str, str] | None = None,
    rule: str | None = None,
    of_match: bool = False,
    house: str = "",
    before: str | None = None,
) -> Option:
    """Declare an option with named values; a state holds the index of the value.

    With `house`, which says what a house rule changes, there are two values; the first is the printed rule and the default.
    Raises `RulesError` for values that are no texts, or not all different.
    """
    if not all(isinstance(value, str) for value in values) or not 0 < len(values) == len({*values}):
        raise RulesError(f'a choice has texts as values, all different, as Choice("slow", "fast", ...), not {values!r}')
    if house and (len(values) != 2 or default != values[0]):
        raise RulesError("a house rule is a switch: two values, the first as printed and the default")
    return Option(values=values, default=default, only=only, rule=rule, of_match=of_match, house=house, before=before)


def Range(  # noqa: N802
    low: int,
    high: int,
    default: int | str,
    only: tuple[str, str] | None = None,
    rule: str | None = None,
    of_match: bool = False,
    off: bool = False,
    before: int | str | None = None,
) -> Option:
    """Declare an option with the whole numbers from `low` to `high`; where it can be `off`, that is stored as 0.

    Raises `RulesError` for numbers that could not be given or stored.
    """
    if not 0 <= low <= high <= MOST_OF_RANGE:
        raise RulesError(f"a range goes from a number to one not lower, both from 0 to {MOST_OF_RANGE}, not {low} to {high}")
    if off and low < 1:
        raise RulesError("a range that can be off begins at 1 or higher: 0 stands for off")
    return Option(
        values=range(low, high + 1), default=default, only=only, rule=rule, of_match=of_match, off=off, before=before
    )


def Listing(  # noqa: N802
    *words: str,
    of: Iterable[str],
    default: str,
    most: int = 6,
    offer: Iterable[str] = (),
    only: tuple[str, str] | None = None,
    rule: str | None = None,
) -> ListOption:
    """Declare an option that is one of at most seven `words`, or a list of up to six items of `of` (at most 15).

    `offer` names lists worth offering besides the words.

    >>> sides = Listing("pick", of=("hero", "villain"), default="pick")
    >>> sides.value(sides.number("sides", "villain,hero"))
    'villain,hero'
    """
    items = tuple(of)
    if len(words) > LISTED or len(items) > 15 or most > 6 or {*words} & {*items}:
        raise RulesError("a list option has at most 7 words and 15 items, all different, and holds at most 6")
    values = (*words, *offer)
    return ListOption(values=values, default=default, only=only, rule=rule, words=words, items=items, most=most)
