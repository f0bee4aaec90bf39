"""The tree of a game with its chance told apart: a node is a decision, a chance event or an end.

Chance costs the rules nothing: they run under a script that stops where it ends, and that is the chance node. Nodes are
never written to; a child shares all it can with its parent. Shuffled piles stay undecided until cards are drawn, so a
deal is one small chance event after the other and alike cards are one outcome.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tuckbox.adapters.position import GameSetup
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import RulesError
from tuckbox.kit.chance import Chance, Fast, Script
from tuckbox.view.view import View, blind

ANSWERS = "answers"
"""Word that rivals are told of an answer to a window."""

ONLOOKER = -1
"""The viewer of a node who is told what everybody is, and no more."""

_TRIES = 10_000

_MOST_KEPT = 4_096
"""Maximum number of nodes of the first deal that are kept with their parents: every game begins with them."""


class _NodeScript(threading.local, Script):
    """A script that is given its outcomes anew for every step; records of a whole tree may point to it. Each thread has
    outcomes of its own."""

    drawing = False

    def pick(self, cells: Any) -> int:
        """The place of the next card of the script among undecided cells."""
        self.drawing = True
        return super().pick(cells)

    def below(self, n: int) -> int:
        """The next number of the script."""
        self.drawing = False
        return super().below(n)


@dataclass(frozen=True)
class Entrance:
    """The entrance of a redeal into a tree: the seat whose information state it keeps, the key of that, what the seat had
    been told of the actions before, and the record."""

    seat: int
    key: bytes
    told: tuple[str, ...]
    record: bytes


class Tree:
    """All nodes of a game in one setting begin here; `node` is their class."""

    def __init__(self, setting: GameSetup, node: type[Node]) -> None:
        self.setting, self.script, self.node, self.kept = setting, _NodeScript(), node, 0

    def root(self) -> Node:
        """The node at which nothing has been dealt."""
        return self.node(self, self.setting.game.blank(self.setting.players, self.setting.options))


class Node:
    """A node; `over` says whether the game has ended there. `state` is None where chance decides; `outcomes` are then its
    numbers with their probabilities, cards where `drawing`. `trail` leads here from where the tree was entered."""

    def __init__(
        self,
        tree: Tree,
        base: Any,
        parent: Node | None = None,
        action: int | None = None,
        drawn: tuple[int, ...] = (),
        trail: tuple[int, ...] = (),
        entry: Entrance | None = None,
        state: Any = None,
    ) -> None:
        """The node that an action (None: the deal) leads to from the state `base`, where chance has brought what is
        `drawn`; or, at an entry, that of a `state`."""
        self.tree, self.parent, self.base, self.action, self.drawn = tree, parent, base, action, drawn
        self.trail, self.entry, self.state = trail, entry, state
        self.dealt: Any = None  # in the middle of the first deal: as far as it has come
        self.outcomes: list[tuple[int, float]] = []
        self.drawing = self.draft = self.sealed = False
        self._keys: dict[int, tuple[bytes, tuple[str, ...]]] = {}
        self._labels: dict[int, str] = {}
        self._children: dict[int, Node] = {}
        self._legal: list[int] | None = None
        if state is None:
            self._go()
        self.over: bool = self.state is not None and bool(self.state.over)

    def _go(self) -> None:
        """Run the step that leads here, as far as chance has been decided."""
        setting, script = self.tree.setting, self.tree.script
        script.outcomes, script.counter = list(self.drawn), 0
        state = self.base.copy()
        try:
            if self.action is None:
                setting.plain.call(setting.rules.begin, state, script)
            else:
                setting.plain.call(setting.rules.apply, state, self.action, script)
        except Chance as chance:
            total = sum(chance.weights)
            self.outcomes = [(n, w / total) for n, w in zip(chance.outcomes, chance.weights, strict=True)]
            self.drawing = script.drawing
            self.dealt = state if self.action is None else None
            return
        self.state = state
        if self.action is not None:
            same = not state.over and state.turn == self.base.turn
            self.draft = same and bool(setting.plain.call(setting.rules.continues, state))
            self.sealed = bool(setting.game.layout.windows) and self.base.window.depth > 0

    def legal(self) -> list[int]:
        """The actions, in ascending order."""
        if self._legal is None:
            self._legal = self.tree.setting.legal(self.state)
        return self._legal[:]

    def child(self, number: int) -> Node:
        """The node after an outcome of chance or an action, which must be one of those there are."""
        if number in self._children:
            return self._children[number]
        tree, trail = self.tree, (*self.trail, number)
        if self.state is not None:
            return tree.node(tree, self.state, self, number, (), trail, self.entry)
        child = tree.node(tree, self.base, self.parent, self.action, (*self.drawn, number), trail, self.entry)
        if self.action is None and tree.kept < _MOST_KEPT:
            self._children[number] = child
            tree.kept += 1
        return child

    def after(self, trail: Iterable[int]) -> Node:
        """The node that outcomes and actions lead to from here."""
        node = self
        for number in trail:
            node = node.child(number)
        return node

    # -- what seats know -----------------------------------------------------------------------------------------------

    def _seen_from(self, seat: int) -> Any:
        """The state as far as a seat may look at it: from before a rival's sequence in progress, or a chance event."""
        node = self
        while node.parent is not None and (node.state is None or (node.draft and node.base.turn != seat)):
            node = node.parent
        return node.state or node.dealt or node.base

    def seen(self, seat: int, viewer: int | None) -> Any:
        """The blind record of a viewer (a seat; None: what everybody sees), at a time when a seat may look."""
        return blind(self.tree.setting.game, self._seen_from(seat), viewer)

    def view(self) -> View:
        """The view of the seat that is to decide."""
        setting, seat = self.tree.setting, self.state.turn
        seen, legal = self.seen(seat, seat), tuple(self.legal())
        return View(setting.game, seat, seen, setting.names, legal, setting.asked(self.state))

    def steps(self) -> list[Node]:
        """The decided nodes from the entry to here."""
        found, node = [], self if self.state is not None else self.parent
        while node is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def label(self, seat: int) -> str:
        """The action that led here, with its seat, as a seat has been told of it."""
        if seat not in self._labels:  # every node after this one asks again
            assert self.action is not None
            actions, own = self.tree.setting.game.actions, self.base.turn == seat
            told = actions.text(self.action) if own else ANSWERS if self.sealed else actions.label_text(self.action)
            self._labels[seat] = f"{self.base.turn} {told}"
        return self._labels[seat]

    def labels(self, seat: int) -> list[str]:
        """Labels of the actions so far as a seat was told them; of a rival's sequence only when it is complete."""
        steps = [node for node in self.steps() if node.action is not None]
        while steps and steps[-1].draft and steps[-1].base.turn != seat:
            steps.pop()
        before = self.entry.told if self.entry is not None and self.entry.seat == seat else ()
        return [*before, *(node.label(seat) for node in steps)]

    def key(self, seat: int) -> bytes:
        """Names all a seat has seen and done since the deal (perfect recall): equal keys, one information state."""
        todo, node = [], self if self.state is not None else self.parent
        while node is not None and seat not in node._keys:
            todo.append(node)
            node = node.parent
        known = node._keys[seat] if node is not None else (bytes([seat % 256]), ())
        for each in reversed(todo):
            known = each._keys[seat] = each._learned(seat, *known)
        return known[0]

    def _learned(self, seat: int, key: bytes, held: tuple[str, ...]) -> tuple[bytes, tuple[str, ...]]:
        """A seat's key led on by the step to here, and the actions of a rival's sequence it is not told of yet."""
        if self.action is not None:
            held = (*held, self.label(seat))
            if self.draft and self.base.turn != seat:
                return key, held
        elif self.entry is not None:
            if seat == self.entry.seat:
                return self.entry.key, ()
            key += b"redealt"
        seen = record_bytes(
            self.tree.setting.game, blind(self.tree.setting.game, self.state, None if seat == ONLOOKER else seat)
        )
        return hashlib.sha256(b"\0".join([key, *(label.encode() for label in held), seen])).digest(), ()

    def redealt(self, seat: int, seed: int) -> Node:
        """A node of another world that a seat cannot tell from this one, each such world being as likely.

        The seat's own information state is the same. What rivals have seen before is not dealt: their information
        begins with what they see now. Raises `RulesError` where no world was possible.
        """
        setting, rng = self.tree.setting, Fast(seed)
        pool = setting.plain.pool()
        for _ in range(_TRIES):
            world = blind(setting.game, self.state, seat)
            if setting.plain.call(setting.rules.redeal, world, rng, pool):
                return self.entered(world, seat, self.key(seat), tuple(self.labels(seat)))
        raise RulesError(f"{setting.game.name}: no world was possible in {_TRIES} deals")

    def entered(self, world: Any, seat: int, key: bytes, told: tuple[str, ...]) -> Node:
        """The tree entered at a redealt world, of which a seat has the key and what it has been told."""
        entry = Entrance(seat, key, told, record_bytes(self.tree.setting.game, world))
        return self.tree.node(self.tree, world, entry=entry, state=world)

    def __deepcopy__(self, memo: Any) -> Node:
        return self  # nodes are never written to
