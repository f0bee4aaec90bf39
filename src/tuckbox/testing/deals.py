"""All that `setup` says in public must follow from the cards and dice that are seen.

A world dealt anew keeps the numbers that `setup` has written, so it cannot show that one of them was worked out from hidden
cards. Here the deal is done again with the same chance, but for kinds of cards that a viewer does not see, which take each
other's places in shuffled piles, and dice that they do not see, which fall otherwise. Whatever else the viewer gets must be
the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from tuckbox.errors import RulesError
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.testing.case import Case, Failure
from tuckbox.testing.secrets import difference, number_of, told_by, visible, who, with_cards_of
from tuckbox.testing.worlds import allowed
from tuckbox.view.view import blind, cells

TRIES = 4
"""Number of times that the deal is done again for each viewer."""

_CARDS = 0x5EED
_DICE = 0xD1CE
"""Numbers by which the seeds of the cards and of the dice differ from that of all other chance."""


class _Deal(Fast):
    """Chance of a deal. Noted are the numbers it was asked for, and each card of a shuffled pile, the top first, with the
    number of cards of its kind from there down."""

    loosens: ClassVar = True
    __slots__ = ("asked", "cards", "dice", "drawn")

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.cards, self.dice = Fast(seed ^ _CARDS), Fast(seed ^ _DICE)
        self.asked: list[int] = []
        self.drawn: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.asked.append(n)
        return super().below(n)

    def loosen(self, pile: Any) -> bool:
        """Put a shuffled pile in order, from the top."""
        for last in range(pile.n - 1, -1, -1):
            kinds = [cell & 255 for cell in pile.cell[: last + 1]]
            place = self._place(kinds)
            self.drawn.append((kinds[place], kinds.count(kinds[place])))
            pile.cell[place], pile.cell[last] = pile.cell[last], pile.cell[place]
        return True

    def throw(self, dice: Any) -> int:
        """A face of a die that is thrown into a zone."""
        return self.dice.below(dice.faces)

    def _place(self, kinds: list[int]) -> int:
        return self.cards.below(len(kinds))


class _Parted(Exception):
    """Raised where a deal goes on otherwise than the one that it is to follow."""


class _Exchanged(_Deal):
    """Chance of the same deal once more, in which kinds that were not `shown` stand for each other where they have the same
    `looks`, and dice that the viewer does not see may fall otherwise. Raises `_Parted` where there is no such kind."""

    __slots__ = ("_chance", "_first", "_free", "_looks", "_stands", "_viewer")

    def __init__(
        self, seed: int, first: _Deal, shown: set[int], looks: Sequence[object], viewer: int | None, chance: Fast
    ) -> None:
        super().__init__(seed)
        self._first, self._looks = iter(first.drawn), looks
        self._viewer, self._chance = number_of(viewer), chance
        self._stands = {kind: kind for kind in shown}
        self._free = [kind for kind in range(len(looks)) if kind not in shown]
        for last in range(len(self._free) - 1, 0, -1):
            other = chance.below(last + 1)
            self._free[last], self._free[other] = self._free[other], self._free[last]

    def throw(self, dice: Any) -> int:
        """The same face, or where the viewer does not see it perhaps another."""
        face = super().throw(dice)
        same = dice.seen >> self._viewer & 1 or self._chance.below(2)
        return face if same else self._chance.below(dice.faces)

    def _place(self, kinds: list[int]) -> int:
        kind, copies = next(self._first, (-1, 0))
        if kind < 0:
            raise _Parted
        if kind not in self._stands:
            fits = (new for new in self._free if self._looks[new] == self._looks[kind] and kinds.count(new) == copies)
            self._stands[kind] = found = next(fits, kind)
            if found not in self._free:
                raise _Parted
            self._free.remove(found)
        if kinds.count(self._stands[kind]) != copies:
            raise _Parted
        return kinds.index(self._stands[kind])


def deals(case: Case, before: Any = None) -> Iterator[Failure]:
    """Check that nobody can tell hidden cards and dice by what `setup` has written, nor by a number that it tells.

    It is done in the first game of a series, or in the one that follows the state `before`.
    """
    if not case.game.layout.zones:
        return
    first, chance = _Deal(case.seed), Fast(case.seed)
    one = _dealt(case, first, before)
    if one is None:
        return
    looks = list(zip(case.game.layout.deck.backs, one.pack, strict=True))
    for viewer in [*range(case.players), None]:
        shown = _shown(case, one, viewer)
        for _ in range(TRIES):
            second = _Exchanged(case.seed, first, shown, looks, viewer, chance)
            other = _dealt(case, second, before)
            if other is None or second.asked != first.asked:
                continue
            failure = _told_apart(case, one, other, viewer)
            if failure is not None:
                yield failure
                break


def _told_apart(case: Case, one: Any, other: Any, viewer: int | None) -> Failure | None:
    """The failure by which a viewer can tell two deals apart in which all cards and dice they see are the same; None if
    there is none."""
    mine, theirs = blind(case.game, one, viewer), blind(case.game, other, viewer)
    told = [_numbers(case, state) for state in (one, other)]
    if visible(case, mine) != visible(case, theirs) or (mine == theirs and told[0] == told[1]):
        return None
    if not allowed(case, mine, with_cards_of(case, one, other)):  # then everybody may know it, and a redeal does too
        return None
    if mine != theirs:
        return told_by(case, viewer, difference(mine, theirs), "after `setup`")
    both = [*told[0], *told[1]]
    event, _ = next((pair for pair in both if told[0].count(pair) != told[1].count(pair)), both[0])
    return "text", f"`setup` tells {who(viewer)} of hidden cards by the number of {case.game.told.name(event)!r}"


def _numbers(case: Case, state: Any) -> list[tuple[int, int]]:
    """The events that `setup` has told with a number."""
    return [(event, what) for event, _, what in state.told if not case.game.told.of_card(event)]


def _shown(case: Case, state: Any, viewer: int | None) -> set[int]:
    """The kinds of cards that a viewer sees after `setup`, or has been told of meanwhile."""
    seen = {cell & 255 for cell in cells(case.game, blind(case.game, state, viewer))} - {*range(BACK, 256)}
    told = (what for event, _, what in state.told if case.game.told.of_card(event) and what >= 0)
    return seen | {what & 255 for what in told if what >> 8 + number_of(viewer) & 1}


def _dealt(case: Case, chance: _Deal, before: Any) -> Any:
    """A game as it begins, with what was told; None where it goes on otherwise than the deal it follows."""
    state: Any = case.game.blank(case.players, case.options) if before is None else before.copy()
    state.told = []
    try:
        case.plain.call(case.plain.rules.begin, state, chance)
    except (_Parted, RulesError):
        return None
    return state
