"""Click targets on the table: the moves that each thing stands for, by its handles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from tuckbox.kit.actions import runs_of
from tuckbox.match.labels import besides
from tuckbox.scene.parts import Board, Card, Panel, Part, Row, Scene, Stack
from tuckbox.scene.things import Thing, name_of
from tuckbox.server.html.markup import esc, slug
from tuckbox.server.table.view_model import Move


@dataclass
class ClickTargets:
    """The moves of a view model by the words that touch them, and what lies `inside` the panels of its scene.

    The `twins` are names of which there is more than one card: such cards cannot be told apart by name.

    A name that lies in the viewer's own place is touched there and nowhere else: what one puts down is one's own card,
    not the like of it in front of somebody else.
    """

    moves: tuple[Move, ...] = ()
    twins: frozenset[str] = frozenset()
    inside: list[Contents] = field(default_factory=list)
    by_word: dict[str, list[int]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    used: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, scene: Scene | None, moves: tuple[Move, ...] = ()) -> ClickTargets:
        """The targets of all that lies in a scene, for these moves."""
        panels = scene.panels if scene else ()
        inside = [contents(panel) for panel in panels]
        targets = cls(moves, _twins(list(chain.from_iterable([each.slugs for each in inside]))), inside)
        if not moves:
            return targets
        targets.own.update(*(each.names for panel, each in zip(panels, inside, strict=True) if panel.mine))
        long = {word for each in inside for word in each.words if " " in word}
        for number, move in enumerate(moves):
            named = long & runs_of(move.text) if long else long  # seldom any, and this is at every move of a table
            for word in {move.text, *move.text.split()} | named:
                targets.by_word.setdefault(word, []).append(number)
        return targets

    def untouched(self, thing: Panel | Part) -> frozenset[str] | None:
        """The cards with twins in a panel or part where nothing can be touched; None if something can."""
        inside = contents(thing)
        if self.by_word and not self.by_word.keys().isdisjoint(inside.words):
            return None
        return self.twins.intersection(inside.slugs) if self.twins else self.twins

    def identity(self, card: Card, place: str) -> str:
        """The id of a card: its name if only one such card lies here, else its place. A hidden one has only its place."""
        name = slug(card.name)
        return f"c-{name}" if name and name not in self.twins else place

    def touching(self, card: Card, mine: bool, more: tuple[str, ...] = ()) -> list[int]:
        """The numbers of the moves a card is touched for; `more` are the handles of the pile it tops."""
        return self.matching(self.words(card, mine, more))

    def words(self, card: Card, mine: bool, more: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The words that touch a card."""
        words = card.handles
        if not words and card.name and (mine or card.name not in self.own):
            words = (card.name,)
        return (*words, *more)

    @staticmethod
    def named(words: Iterable[str]) -> str:
        """The attribute by which a thing that cannot be touched now is asked about: why not?"""
        said = esc("|".join(words))
        return f' data-name="{said}"' if said else ""

    def matching(self, words: Iterable[str]) -> list[int]:
        """The numbers of the moves that any of these words touches, in their order."""
        found = sorted({number for word in words for number in self.by_word.get(word, ())})
        self.used.update(found)
        return found

    def button(self, numbers: list[int], label: str, face: str = "") -> str:
        """The attributes of a thing that is touched for these moves; `label` is what it is called, safe already.

        A single move that means more than its words shows that to who points at the thing.
        """
        does = self._said(numbers, face)
        hint = f' title="{does}"' if len(numbers) == 1 and _note(self.moves[numbers[0]]) else ""
        return f'data-moves="{" ".join(map(str, numbers))}" aria-label="{label}, {does}"{hint}'

    def _said(self, numbers: list[int], face: str) -> str:
        """Labels of the moves, without the face of the card that is touched for them."""
        if len(numbers) > 3:
            return f"{len(numbers)} moves"
        named = re.compile(rf"(?<!\w){re.escape(face)}(?!\w)") if face else re.compile(r"(?!)")
        labels = [" ".join(named.sub("", self.moves[number].label).split()) for number in numbers]
        note = _note(self.moves[numbers[0]]) if len(numbers) == 1 else ""
        return esc(" or ".join(dict.fromkeys(labels)) + (f": {note}" if note else ""))


def _note(move: Move) -> str:
    """Note of a move, less what its label says."""
    return besides(move.label, move.note)


@lru_cache(maxsize=16_384)
def asked(thing: Thing) -> str:
    """The attribute by which one asks what a thing is: its name, and the topics that it is about."""
    about: tuple[str, ...] = getattr(thing, "about", ())
    return f' data-of="{esc("|".join((name_of(thing), *about)))}"'


def _twins(names: list[str]) -> frozenset[str]:
    """The names that stand there more than once."""
    if len(set(names)) == len(names):
        return frozenset()
    return frozenset([name for name, count in Counter(names).items() if count > 1])


@dataclass(frozen=True, eq=False)
class Contents:
    """Contents of a place: the names of cards drawn one by one, but for those of idle rows, the slugs of all names, and the
    words that may touch anything.
    """

    names: tuple[str, ...]
    slugs: tuple[str, ...]
    words: frozenset[str]


@lru_cache(maxsize=8192)
def contents(thing: Panel | Part) -> Contents:
    """Contents of a panel, or of a part."""
    parts = thing.parts if isinstance(thing, Panel) else (thing,)
    cards = list(_cards([part for part in parts if not _is_idle(part)]))
    names = tuple([card.name for card in cards if card.name])
    slugs = tuple([slug(card.name) for card in _cards(parts) if card.name])
    handles = [card.handles for card in cards]
    handles += [part.handles for part in parts if isinstance(part, Stack)]
    for board in (part for part in parts if isinstance(part, Board)):
        spaces = [space for row in board.rows for space in row if space]
        if not board.small:
            handles += [space.handles or (space.name,) for space in spaces]
            handles += [door.handles for door in board.doors]
    return Contents(names, slugs, frozenset(names).union(*handles))


def _is_idle(part: Part) -> bool:
    return isinstance(part, Row) and part.idle


def _cards(parts: Iterable[Part]) -> Iterator[Card]:
    """All cards that are drawn one by one."""
    for part in parts:
        if isinstance(part, Row):
            yield from part.cards
        elif isinstance(part, Stack):
            yield from (card for card in (part.top, *part.under[:1]) if card)


def home_of(panel: Panel, at: int) -> str:
    """The beginning of the ids of all that lies in a panel: the same for all viewers, wherever they sit."""
    return f"k-{at}" if panel.seat is None else f"k-s{panel.seat}"


def deck_of(scene: Scene) -> str:
    """The id of the first pile that lies face down, from which new cards come; empty if there is none."""
    for at, panel in enumerate(scene.panels):
        for number, part in enumerate(panel.parts):
            if panel.seat is None and isinstance(part, Stack) and part.top and (part.top.hidden or part.top.faint):
                return f"k-{at}-{number}"
    return ""
