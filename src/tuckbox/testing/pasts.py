"""A world that is dealt anew must have had the past that everybody saw.

A redeal that knows too little of what hidden cards may be is too wide: it deals a hand with which its seat could not have
done what it did. So a walk looks back from such worlds. Where a seat's hidden cards, of which there are no two alike, have
only become fewer since one of its actions, by cards that all may see by now, they are known for that time too: what it has
been dealt anew, and what has left. With these it must have been able to do what it did.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import OWNER, DiceZone
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure, world_for
from tuckbox.view.view import blind, cells, set_cells

MOST = 24
"""Maximum number of actions that a world is looked back from."""

Cards = Counter[int]


class Past:
    """The positions of a walk, to be looked back to."""

    def __init__(self, case: Case) -> None:
        self.case = case
        zones = case.game.layout.zones.items()
        self._zones = [
            name for name, kind in zones if kind.seen == OWNER and len(kind.shape) == 1 and not isinstance(kind, DiceZone)
        ]
        self._steps: list[tuple[int, Any]] = []

    def note(self, match: Match) -> None:
        """Take down where a walk stands, before its next action."""
        if match.over or match.asking:
            self._steps.clear()  # a deal hides all anew; sealed answers are not carried out one by one
        else:
            self._steps.append((match.steps, match.state))

    def impossible(self, match: Match, rng: Fast, chance: random.Random) -> Iterator[Failure]:
        """Check that in a world dealt anew for a seat the others could have done what they did."""
        if not self._zones or len(self._steps) < 2:
            return
        viewer = chance.randrange(match.players)
        world = world_for(match, viewer, rng)
        if world is None:
            return
        lines = match.record().steps
        seen = Counter(cell & 255 for cell in cells(self.case.game, blind(self.case.game, match.state, viewer)))
        for at in range(len(self._steps) - 2, max(-1, len(self._steps) - 2 - MOST), -1):
            number, state = self._steps[at]
            who, _, text = lines[number].partition(" ")
            seat = int(who) if who.isdecimal() else viewer
            if seat == viewer or state.turn != seat:
                continue
            then = self._wound_back(at, seat, viewer, world, seen)
            if then is None:
                continue
            action, moves = match.game.actions.code(text), self.case.plain.moves()
            n = self.case.plain.call(self.case.plain.playout.options, then, moves)
            if action not in moves.action[:n]:
                told = (
                    f"seat {seat} could not have done `{text}` (step {number}) with what a redeal for seat {viewer} gives it"
                )
                cure = "limit the zone by what the action has shown (`limited_by`), or worlds by `possible`"
                yield "past", f"{told}: redeals are too wide; {cure}"
                return

    def _wound_back(self, at: int, seat: int, viewer: int, world: Any, seen: Cards) -> Any:
        """The state of a position in which a seat holds what it must have held if a world were true; None where that is not
        known."""
        found, copies = self._steps[at][1].copy(), self.case.game.layout.deck.copies
        for name in self._zones:
            held = [self._hidden(getattr(state, name)[seat], viewer) for _, state in self._steps[at:]]
            if any(later - earlier for earlier, later in pairwise(held)):
                return None
            if any(copies[card] > 1 for card in held[0]):
                return None
            left = held[0] - held[-1]
            if any(n > seen[card] for card, n in left.items()):
                return None
            dealt = self._hidden(getattr(world, name)[seat], viewer)
            if dealt.total() != held[-1].total():
                return None
            self._give(getattr(found, name)[seat], viewer, [*(left + dealt).elements()])
        return found

    def _hidden(self, zone: Any, viewer: int) -> Cards:
        """The cards of a zone that a viewer does not see."""
        there = set_cells(zone) if hasattr(zone, "cards") else zone.cell[: zone.n]
        return Counter(cell & 255 for cell in there if not cell >> 8 + viewer & 1 and cell & 255 < BACK)

    def _give(self, zone: Any, viewer: int, cards: list[int]) -> None:
        """Put other cards in place of those that a viewer does not see."""
        if hasattr(zone, "cards"):
            zone.cards = zone.cards & zone.known | sum(1 << card for card in cards)
            return
        rest = iter(cards)
        for i in range(zone.n):
            cell = zone.cell[i]
            if not cell >> 8 + viewer & 1:
                zone.cell[i] = cell & ~255 | next(rest)
