"""The parts of a table, free of any medium: what lies where, what it is called, what one may do.

A game's `scene(view)` returns a `Scene`; `tuckbox.scene.text` draws it for the terminal, other renderers for other media.
It is made from a view and so cannot leak. Nothing here says how a thing looks, only what it is: whatever a flag such as
`faint` or `fresh` means must be told without colour too.

Things that can be touched are tied to actions by their *handles*: each is the whole text of an action (``take 7``) or words
in it (``QH``, ``2-11``, ``roll 1``). A thing without handles of its own has its `name` as its one handle.

Who asks about a thing is told the topics that its `about` names (`Game.topics`), or else that of its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar

from tuckbox.errors import RulesError

T = TypeVar("T")


class Checked:
    """A part that refuses texts and tuples that are none as it is made: there the line is known, and nothing is drawn yet.

    >>> Fact("coins", 5)
    Traceback (most recent call last):
    tuckbox.errors.RulesError: `value` of Fact is a text, not 5
    """

    def __post_init__(self) -> None:
        """Refuse what is not of the kind of its field."""
        held, part = self.__dict__, type(self)
        for name, kind, of in _kinds(part):  # type: ignore[arg-type]
            value = held[name]
            if not isinstance(value, kind):
                self._refuse(name, "a text" if kind is str else f"a tuple of {of or 'texts'}", value)
            if kind is tuple and of and (stray := {*map(type, value)} - _named(of)):
                self._refuse(name, f"a tuple of {of}", next(each for each in value if type(each) in stray), "not of")

    def _refuse(self, name: str, wanted: str, given: object, but: str = "not") -> None:
        wanted = wanted.replace("Part", "Row, Stack, Board, Map or Fact")
        raise RulesError(f"`{name}` of {type(self).__name__} is {wanted}, {but} {repr(given)[:60]}")


@cache
def _kinds(part: Any) -> list[tuple[str, type, str]]:
    """The fields of a part that hold a text, or a tuple, with what is in it where that is a part too."""
    told = [(each.name, str(each.type)) for each in fields(part)]
    texts: list[tuple[str, type, str]] = [(name, str, "") for name, kind in told if kind == "str"]
    rows = [(name, kind.removeprefix("tuple[").removesuffix(", ...]")) for name, kind in told if kind.endswith(", ...]")]
    return texts + [(name, tuple, of if of in globals() else "") for name, of in rows]


@cache
def _named(kind: str) -> set[type]:
    """The classes of parts that a name in an annotation stands for."""
    found = globals()[kind]
    return {*getattr(found, "__args__", (found,))}


def hashed_once(part: type[T]) -> type[T]:
    """A part that counts its hash once: what is drawn from it is kept under it, and much of a table stays as it was."""
    count: Callable[[Any], int] = part.__hash__

    def counted(self: Any) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = count(self)
        return known

    part.__hash__ = counted  # type: ignore[method-assign]
    return part


@hashed_once
@dataclass(frozen=True)
class Card(Checked):
    """A card on the table: `name` as in notation, `face` as shown.

    Of a `hidden` card only the back is seen, and `face` says what the back is called; its `name` is empty. `faint` cards lie
    face down but are known to everybody who has paid attention; a `fresh` one has just been taken. `tone` is a hint for
    colour (``red``, ``black``, or a game's own; of the tone ``die`` is a die), `count` how many alike lie here, `note` says
    more about it.

    One that stands for another card beside it, as an ace may, says with `copies` what the face of that one is.

    Richer cards have a `title`, a `text` that says what they do, and a drawing, `art`, which the game's `art` makes from its
    name; one that is `whole` covers the card, the face with it. Where there is little room the `face` stands for all of it.
    `sort` says of what kind it is, for those who neither see the drawing nor read the face.
    """

    face: str
    name: str = ""
    hidden: bool = False
    faint: bool = False
    fresh: bool = False
    tone: str = ""
    count: int = 1
    note: str = ""
    title: str = ""
    text: str = ""
    art: str = ""
    handles: tuple[str, ...] = ()
    copies: str = ""
    whole: bool = False
    about: tuple[str, ...] = ()
    sort: str = ""


@hashed_once
@dataclass(frozen=True)
class Row(Checked):
    """Cards side by side: a hand, a display. `note` says what they are worth together.

    With `backs` of ``"count"`` those that lie face down and look alike are drawn as one with their number. Cards of a row
    that is `idle` are only looked at: whoever touches one means no card of the same name elsewhere. A row of `dice` is one
    for dice, also where none lie there.
    """

    title: str
    cards: tuple[Card, ...]
    note: str = ""
    backs: str = ""
    idle: bool = False
    dice: bool = False

    @property
    def of_dice(self) -> bool:
        """Whether dice lie there, or will."""
        return self.dice or any(card.tone == "die" for card in self.cards)

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The cards as they are drawn one by one."""
        return _folded(self.cards) if self.backs == "count" else self.cards


def _folded(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards in their order, with the backs that look alike as one that bears their number."""
    counts = Counter(card for card in cards if card.hidden)
    seen: set[Card] = set()
    found: list[Card] = []
    for card in cards:
        if card in seen:
            continue
        if card.hidden:
            seen.add(card)
        found.append(replace(card, count=card.count * counts[card]) if counts[card] > 1 else card)
    return tuple(found)


@hashed_once
@dataclass(frozen=True)
class Stack(Checked):
    """A pile: how many cards, the `top` one (its back, if face down), and what is known to lie `under` it, in order."""

    title: str
    count: int
    top: Card | None = None
    under: tuple[Card, ...] = ()
    note: str = ""
    handles: tuple[str, ...] = ()


@hashed_once
@dataclass(frozen=True)
class Token(Checked):
    """A piece on a board, `seat` its owner's number if it has one, `art` the name of a drawing of the game.

    A card that lies there has the `tone` of its back.
    """

    face: str
    seat: int | None = None
    note: str = ""
    art: str = ""
    tone: str = ""


@hashed_once
@dataclass(frozen=True)
class Space(Checked):
    """A place on a board: `name` as in notation, `face` as shown, and the `tokens` that stand there.

    `wide` is how many columns it takes, `art` the name of a drawing of the game that shows what happens here. Where there is
    room `title` stands for the face in words; `text` says how the place stands. The blank of ``[ ]`` in a face is where
    text puts the token. A piece may go now to a place that is a `goal`.
    """

    name: str
    face: str = ""
    tokens: tuple[Token, ...] = ()
    tone: str = ""
    note: str = ""
    wide: int = 1
    art: str = ""
    handles: tuple[str, ...] = ()
    title: str = ""
    goal: bool = False
    text: str = ""
    about: tuple[str, ...] = ()


@hashed_once
@dataclass(frozen=True)
class Door(Checked):
    """A passage in the lower edge of a row of places, at a column (both counted from 0); `face` is what opens it.

    One that is `open` may be passed now; `art` names a drawing of the game.
    """

    row: int
    column: int
    face: str
    note: str = ""
    handles: tuple[str, ...] = ()
    art: str = ""
    open: bool = False
    about: tuple[str, ...] = ()


@hashed_once
@dataclass(frozen=True)
class Board(Checked):
    """Places in rows; None where there is none. A course is a board of one row, which may be broken to fit.

    A `small` board is one to glance at, such as a rival's. `heads` are the names of the columns, `sides` those of the rows.
    Places that are `loose` merely lie side by side, such as what a player has built.
    """

    title: str
    rows: tuple[tuple[Space | None, ...], ...]
    note: str = ""
    doors: tuple[Door, ...] = ()
    small: bool = False
    loose: bool = False
    heads: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()

    @property
    def course(self) -> bool:
        """Whether it is a course: places in one row, without doors."""
        return len(self.rows) == 1 and not self.doors


@hashed_once
@dataclass(frozen=True)
class Mark(Checked):
    """Something on a map: `art` is its drawing in the frame of the whole map, `at` where its `label` stands in that frame.

    `seats` are the numbers of those whose it is; `state` is a word for how it stands, of which a game's theme may make
    something (``planned``, ``open``, ``built``); `note` says it in words.
    """

    name: str
    art: str
    at: tuple[int, int]
    label: str = ""
    state: str = ""
    seats: tuple[int, ...] = ()
    note: str = ""


@hashed_once
@dataclass(frozen=True)
class Map(Checked):
    """A picture of the land with marks on it, for those who look: `art` is the land, `size` the frame it is drawn in.

    It is there to be looked at. All that it tells lies on the table as other parts too, so text leaves it out.
    """

    title: str
    art: str
    size: tuple[int, int]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Fact(Checked):
    """A line of text with a label: points, money, a state."""

    label: str
    value: str


Part = Row | Stack | Board | Map | Fact


@hashed_once
@dataclass(frozen=True)
class Panel(Checked):
    """A place at the table: a seat's (`seat` its number) or the middle (`seat` None).

    `active` seats are to decide; `badges` are single words such as ``dealer``. `mine` is the viewer's own.
    """

    title: str
    parts: tuple[Part, ...]
    seat: int | None = None
    active: bool = False
    mine: bool = False
    badges: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score(Checked):
    """A line of how a result came about: what is counted, and for each seat what it has of it; empty for nothing.

    The last line may be the `total` of those before it.
    """

    label: str
    values: tuple[str, ...]
    total: bool = False


@dataclass(frozen=True)
class Scene(Checked):
    """A whole table as one viewer sees it, the panels in the order of the table, the viewer's own last.

    `headline` names game, form and progress. `status` is one imperative sentence, what to do now or whom we wait for, or
    how it ended. `notes` says of an action (by its notation) what it would mean; `hints` are lines worth knowing now.
    `moment` is what everybody looks at now, such as an accusation, and `picture` the name of a drawing of it. `scores` say
    when a game is over how its result came about.
    """

    headline: str
    status: str
    panels: tuple[Panel, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    hints: tuple[str, ...] = ()
    moment: str = ""
    picture: str = ""
    scores: tuple[Score, ...] = ()


__all__ = [
    "Board", "Card", "Door", "Fact", "Map", "Mark", "Panel", "Part", "Row", "Scene", "Score", "Space", "Stack", "Token",
]  # fmt: skip
