"""What on the table can be touched: the moves that each thing stands for, by its handles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tuckbox.scene.parts import Board, Card, Panel, Row, Scene, Stack
from tuckbox.server.html.markup import esc, slug
from tuckbox.server.table.face import Face, Move


@dataclass
class Handles:
    """The moves of a face by the words that touch them, and which cards can be told apart by name.

    A name that lies in the viewer's own place is touched there and nowhere else: what one puts down is one's own card,
    not the like of it in front of somebody else.
    """

    moves: tuple[Move, ...]
    by_word: dict[str, list[int]] = field(default_factory=dict)
    names: Counter[str] = field(default_factory=Counter)
    own: set[str] = field(default_factory=set)
    used: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, face: Face) -> Handles:
        """The handles of all that a face shows."""
        handles = cls(face.moves)
        for number, move in enumerate(face.moves):
            for word in {move.text, *move.text.split()}:
                handles.by_word.setdefault(word, []).append(number)
        for panel, card in _cards(face.scene) if face.scene else ():
            handles.names[slug(card.name)] += 1
            if panel.mine:
                handles.own.add(card.name)
        return handles

    def identity(self, card: Card, place: str) -> str:
        """The id of a card: its name if only one such card lies here, else its place. A hidden one has only its place."""
        name = slug(card.name)
        return f"c-{name}" if name and self.names[name] == 1 else place

    def touching(self, card: Card, mine: bool, more: tuple[str, ...] = ()) -> list[int]:
        """The numbers of the moves a card is touched for; `more` are the handles of the pile it tops."""
        words = card.handles
        if not words and card.name and (mine or card.name not in self.own):
            words = (card.name,)
        return self.matching((*words, *more))

    def matching(self, words: Iterable[str]) -> list[int]:
        """The numbers of the moves that any of these words touches, in their order."""
        found = sorted({number for word in words for number in self.by_word.get(word, ())})
        self.used.update(found)
        return found

    def button(self, numbers: list[int], label: str, words: Iterable[str] = ()) -> str:
        """The attributes of a thing that is touched for these moves; `label` is what it is called, safe already.

        A single move that means more than its words shows that to who points at the thing.
        """
        does = self._said(numbers, set(words))
        hint = f' title="{does}"' if len(numbers) == 1 and self.moves[numbers[0]].note else ""
        return f'data-moves="{" ".join(map(str, numbers))}" aria-label="{label}, {does}"{hint}'

    def _said(self, numbers: list[int], words: set[str]) -> str:
        """What the moves do, without what is touched for them."""
        if len(numbers) > 3:
            return f"{len(numbers)} moves"
        verbs = [" ".join(word for word in self.moves[n].text.split() if word not in words) for n in numbers]
        note = self.moves[numbers[0]].note if len(numbers) == 1 else ""
        return esc(" or ".join(dict.fromkeys(verbs)) + (f": {note}" if note else ""))


def _cards(scene: Scene) -> Iterator[tuple[Panel, Card]]:
    """All cards that are drawn one by one, with the panel they lie in."""
    for panel in scene.panels:
        for part in panel.parts:
            if isinstance(part, Row):
                yield from ((panel, card) for card in part.cards if card.name)
            elif isinstance(part, Stack):
                yield from ((panel, card) for card in (part.top, *part.under[:1]) if card and card.name)


def deck_of(scene: Scene) -> str:
    """The id of the first pile that lies face down, from which new cards come; empty if there is none."""
    for at, panel in enumerate(scene.panels):
        for number, part in enumerate(panel.parts):
            if panel.seat is None and isinstance(part, Stack) and part.top and (part.top.hidden or part.top.faint):
                return f"k-{at}-{number}"
    return ""


def drawings(scene: Scene) -> set[str]:
    """The names of all drawings of the game that a scene shows."""
    found = {card.art for _, card in _cards(scene)}
    boards = [part for panel in scene.panels for part in panel.parts if isinstance(part, Board)]
    spaces = [space for board in boards for row in board.rows for space in row if space]
    found |= {space.art for space in spaces} | {token.art for space in spaces for token in space.tokens}
    found |= {door.art for board in boards for door in board.doors}
    return found - {""}


__all__ = ["Handles", "deck_of", "drawings"]
