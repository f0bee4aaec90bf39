"""The history of a match: its steps, the states before them, and what each viewer has been told."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import MutableSequence, Sequence
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import record_bytes
from tuckbox.engine.think.equilibrium import UNHEARD, heard_after
from tuckbox.errors import OptionError
from tuckbox.kit.fields import PUBLIC
from tuckbox.match.log import CUT, Entry, sentences
from tuckbox.match.past import Before, Past
from tuckbox.match.tail import Tail, copied
from tuckbox.match.transitions import Step
from tuckbox.numbers import is_whole
from tuckbox.view.view import blind

Viewer = int | None
"""A seat, or None for an onlooker."""


class History:
    """The steps of a match in order; what is made of them for a viewer is kept until a step is taken back."""

    def __init__(self, game: Game, names: tuple[str, ...], labels: Sequence[int]) -> None:
        self.game, self.names = game, names
        self._labels = labels
        self.entries: MutableSequence[Entry] = []
        self.past = Past(game.layout)
        self.dealt = 0
        """The number of steps up to and including the deal of the game in progress."""
        self.shown: int | None = None
        """The number of steps rivals have been told of while a sequence is in progress."""
        self.heard: dict[int, MutableSequence[int]] = {}
        """Hashes, after each step, of what each seat that was asked about has been told since the deal."""
        self._keys: dict[int, list[bytes]] = {}
        self._logs: dict[int, MutableSequence[list[str]]] = {}

    def copy(self) -> History:
        """Return a history of its own with the same steps."""
        twin = History(self.game, self.names, self._labels)
        twin.entries, twin.past, twin.dealt, twin.shown = copied(self.entries), self.past.copy(), self.dealt, self.shown
        twin.heard = {seat: copied(told) for seat, told in self.heard.items()}
        twin._keys = {seat: list(keys) for seat, keys in self._keys.items()}
        twin._logs = {viewer: copied(told) for viewer, told in self._logs.items()}
        return twin

    @property
    def first(self) -> int:
        """The number of first steps that are not known."""
        return self.entries.first if isinstance(self.entries, Tail) else 0

    # -- steps ---------------------------------------------------------------------------------------------------------

    def push(self, before: Any, step: Step) -> None:
        """Append a step that was made from a state."""
        self.past.push(Before(before, step.drawn, self.shown))
        self.entries.append(step.entry)
        if step.entry.kind == "deal":
            self.dealt = len(self.entries)
        if not step.draft:
            self.shown = None
        elif self.shown is None:
            self.shown = len(self.entries) - 1

    def pop(self) -> Before:
        """Remove the last step, and return what was before it."""
        before = self.past.pop()
        self.entries.pop()
        self.shown = before.shown
        memories: list[MutableSequence[Any]] = [*self._keys.values(), *self.heard.values(), *self._logs.values()]
        for memory in memories:
            del memory[len(self.entries) :]
        return before

    def rename(self, names: tuple[str, ...]) -> None:
        """Use other names in all sentences."""
        self.names = names
        self._logs.clear()

    def recorded(self) -> tuple[str, ...]:
        """Return the steps as a record writes them."""
        return tuple(map(self._recorded, self.entries))

    def _recorded(self, entry: Entry) -> str:
        if entry.kind == "act":
            return f"{entry.seat} {self.game.actions.text(entry.code)}"
        return f"outside {self.game.outside.name(entry.code)}" if entry.kind == "outside" else entry.kind

    def cut(self, step: int) -> bool:
        """Whether the last of a number of steps has cut the game off."""
        return self.entries[step - 1].kind == CUT

    def shown_at(self, step: int) -> int | None:
        """Return what `shown` was after a number of steps."""
        return self.shown if step == len(self.entries) else self.past.shown(step)

    # -- what a viewer has been told -----------------------------------------------------------------------------------

    def told(self, viewer: Viewer) -> int:
        """Return how many steps a viewer knows of: all but those of another's sequence in progress."""
        if self.shown is None or self.entries[-1].seat == viewer:
            return len(self.entries)
        return self.shown

    def acted(self, seat: int, step: int) -> int:
        """Return the last of a number of steps in which a seat acted and was told of it, or the last deal if that is later;
        0 where neither is known."""
        told = self.sentences(seat)
        for number in range(step, self.first, -1):
            entry = self.entries[number - 1]
            if entry.kind == "deal" or (entry.seat == seat and told[number - 1]):
                return number
        return 0

    def news(self, viewer: Viewer, step: int) -> tuple[tuple[int, int, int], ...]:
        """Return the cards told in a step that the viewer has seen, with the events and seats they were told of."""
        bit = 8 + (PUBLIC if viewer is None else viewer)
        return tuple((event, by, what & 255) for event, by, what in self._cards_told(step) if what >> bit & 1)

    def open_news(self, step: int) -> tuple[tuple[int, int, int], ...]:
        """Return all cards told in a step, as `news` does."""
        return tuple((event, by, what & 255) for event, by, what in self._cards_told(step))

    def _cards_told(self, step: int) -> list[tuple[int, int, int]]:
        cards = len(self.game.layout.deck)
        return [each for each in self.entries[step - 1].told if self.game.told.of_card(each[0]) and each[2] & 255 < cards]

    def sentences(self, viewer: int) -> MutableSequence[list[str]]:
        """Return the sentences of each step that a seat, `PUBLIC` or `EVERYTHING` reads."""
        told = self._logs.setdefault(viewer, Tail(self.first, ()) if self.first else [])
        told += [sentences(self.game, entry, viewer, self.names) for entry in self.entries[len(told) :]]
        return told

    def lines(self, viewer: int, last: int, most: int, step: int | None, after: int = 0) -> list[tuple[int, str]]:
        """Return the last sentences a viewer reads of the steps up to one, at most of the `last`, each with its step.

        Raises `OptionError` for what are no numbers.
        """
        for name, number in (("most", most), ("step", last if step is None else step), ("after", after)):
            if not is_whole(number, 0):
                raise OptionError(f"{name} is a whole number from 0, not {repr(number)[:40]}")
        step = last if step is None else min(step, last)
        told, found = self.sentences(viewer), deque[tuple[int, str]]()
        while step > max(after, self.first) and len(found) < most:
            found.extendleft((step, line) for line in reversed(told[step - 1]))
            step -= 1
        return list(found)

    # -- keys and hashes -----------------------------------------------------------------------------------------------

    def heard_by(self, seat: int) -> int:
        """Return a hash of everything a seat has been told of the actions since the deal."""
        heard = self.heard.setdefault(seat, [])
        for entry in self.entries[len(heard) :]:
            if entry.kind != "act":
                heard.append(UNHEARD)
                continue
            label = entry.code if entry.seat == seat else -1 if entry.sealed else self._labels[entry.code]
            heard.append(heard_after(heard[-1], entry.seat, label))
        return heard[self.told(seat) - 1]

    def information_key(self, seat: int, state: Any) -> bytes:
        """Return a key of all a seat has seen since the match began, which stands now at a state."""
        keys = self._keys.setdefault(seat, [])
        for step in range(len(keys), len(self.entries)):
            then = self.past[step + 1].state if step + 1 < len(self.entries) else state
            keys.append(self._key(seat, step, then, keys[-1] if keys else b""))
        return keys[-1]

    def _key(self, seat: int, step: int, then: Any, key: bytes) -> bytes:
        """Return a seat's history key, extended by a step as the seat has seen it, and the state after it."""
        entry, first = self.entries[step], step
        if entry.seat != seat and self.shown_at(step + 1) is not None:
            return key
        while entry.seat != seat and self.shown_at(first) is not None:
            first -= 1
        labels = [self._label(self.entries[i], seat).encode() for i in range(first, step + 1)]
        return hashlib.sha256(b"\0".join([key, *labels, observation_key(self.game, then, seat)])).digest()

    def _label(self, entry: Entry, seat: int) -> str:
        """Return a step as a seat has seen it."""
        if entry.kind == "act" and entry.seat == seat:
            return self.game.actions.text(entry.code)
        return self.game.actions.label_text(entry.code) if entry.kind == "act" and not entry.sealed else entry.kind


def observation_key(game: Game, state: Any, viewer: Viewer) -> bytes:
    """Return a key of what a viewer sees in a state."""
    return hashlib.sha256(record_bytes(game, blind(game, state, viewer))).digest()
