"""Coverage of walks through a game: which of its actions, reasons and events they have reached, and which never.

A walk goes on where something rare was last seen, chooses now at random, now by leaning, now what has been played least,
and so comes to what plain play never shows. It is counted in positions, never in seconds, so that it is the same anywhere.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tuckbox.bots.leaning import wrong_weight
from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import Number
from tuckbox.testing.case import Case, Failure

Setting = tuple[int, tuple[tuple[str, Any], ...]]
"""A number of players, and the options that are not as usual."""

MOST_EXCUSED = 10
"""Maximum number of targets that a game may declare unreachable."""

_SHORT, _LONG = 60, 1500
"""Maximum numbers of steps from a saved position and from a deal."""
_AGAIN = 0.6
"""The share of walks that go on from a saved position."""
_OUTSIDE = 0.01
"""The share of steps after which something comes from outside."""
_AMONG = 8
"""Number of saved positions of which the rarest is taken."""
_KEPT = 2000
"""Maximum number of saved positions."""
_LOOKS, _NEW = 0.2, 8
"""The share of positions that are looked at; and the number of those where it is new what can be done that all are."""
_FEW = 32
"""Numbers below this are told apart one by one, others by their number of bits."""


def targets(game: Game) -> tuple[str, ...]:
    """All there is to reach: ``action TEXT``, ``reason TEXT`` and ``event NAME``.

    >>> import tuckbox
    >>> targets(tuckbox.game("whiplash"))[0], targets(tuckbox.game("whiplash"))[-1]
    ('action draw stock', 'event time up')
    """
    found = [f"action {family.text}" for family in game.actions.families]
    found += [f"reason {game.reasons.text(reason)}" for reason in game.reasons]
    found += [f"event {name}" for name in (*game.told.names, *game.outside.names)]
    return tuple(dict.fromkeys(found))


@dataclass
class Reached:
    """Counts of what walks have reached, in each setting, and what the game says cannot be reached."""

    targets: tuple[str, ...] = ()
    excused: Mapping[str, str] = field(default_factory=dict)
    counts: dict[Setting, Counter[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> Reached:
        """The count of a game of which nothing has been reached."""
        return cls(targets(game), game.unreached)

    def note(self, case: Case, reached: Mapping[str, int]) -> None:
        """Add what walks have reached in a setting."""
        self.counts.setdefault((case.players, tuple(case.options.items())), Counter()).update(reached)

    @property
    def never(self) -> list[str]:
        """Targets reached in no setting."""
        found = set[str]().union(*self.counts.values())
        return [target for target in self.targets if target not in found]

    @property
    def missed(self) -> list[str]:
        """Targets reached in no setting although the game does not say that they cannot be."""
        return [target for target in self.never if target not in self.excused]

    def richest(self, most: int) -> list[Setting]:
        """The settings in which the most was reached that few others have, and so perhaps what is near to it."""
        spread = Counter(target for counts in self.counts.values() for target in counts)
        worth = {setting: sum(1 / spread[target] for target in counts) for setting, counts in self.counts.items()}
        return sorted(worth, key=lambda setting: -worth[setting])[:most]

    def faults(self) -> Iterator[str]:
        """Targets that are missed, and excuses for targets that were reached."""
        if self.missed:
            yield f"no walk has reached {_listed(self.missed)}"
        never = self.never
        for target in self.excused:
            if target not in self.targets:
                yield f"`unreached` names {target!r}, which the game does not have"
            elif target not in never:
                yield f"`unreached` names {target!r}, which a walk has reached"
        if len(self.excused) > MOST_EXCUSED:
            yield f"`unreached` names {len(self.excused)}; {MOST_EXCUSED} is the most"

    def __str__(self) -> str:
        reached = f"{len(self.targets) - len(self.never)} of {len(self.targets)} actions, reasons and events reached"
        return f"{reached}; not {_listed(self.missed)}" if self.missed else reached

    def data(self) -> dict[str, Any]:
        """It for programs."""
        settings = [
            {"players": players, "options": dict(options), "reached": {name: counts[name] for name in self.targets}}
            for (players, options), counts in self.counts.items()
        ]
        return {"never": self.never, "excused": dict(self.excused), "settings": settings}


def _listed(names: Sequence[str]) -> str:
    return "; ".join(f"the {name}" for name in names)


@dataclass
class _Saved:
    """A saved position: how many of its sort were seen, and how many walks have gone on from it."""

    state: Any
    seen: int = 0
    taken: int = 0


class Explorer:
    """Walks through one setting that prefer what they have not reached; `reached` counts each target."""

    def __init__(self, case: Case, wanted: Collection[str] = ()) -> None:
        self.case, self.game, self.plain = case, case.game, case.plain
        self.wanted = frozenset(wanted or targets(case.game))
        """Targets; walks end when they have reached all of them."""
        self.reached: Counter[str] = Counter()
        self.positions = 0
        self._chance, self._rng = random.Random(case.seed), Fast(case.seed)
        self._moves = self.plain.moves()
        self._saved: dict[object, _Saved] = {}
        self._wrong = ""  # what was wrong with weights last time that something was
        self._met: Counter[frozenset[int]] = Counter()
        self._names = {int(family): f"action {family.text}" for family in self.game.actions.families}
        self._families = self.game.actions.families_of_all()
        self._numbers = [name for name, kind in self.game.layout.fields.items() if isinstance(kind, Number)]

    def explore(self, positions: int) -> Iterator[Failure]:
        """Walk until all that is wanted is reached, or this many positions are passed; yields what does not hold there."""
        while self.positions < positions and not self.wanted <= self.reached.keys():
            yield from self._walk(positions)

    def _walk(self, positions: int) -> Iterator[Failure]:
        """One walk, from a deal to the end of the match or some steps on from a saved position."""
        state, left = self._start()
        choose = self._chance.choice((self._any, self._leaning, self._favourite, self._rarest))
        anyhow = self._chance.choice((0.0, 0.2, 0.5))
        self._moves.manner[:] = [self._chance.randrange(max(1, len(self.game.manners))) for _ in self._moves.manner]
        while left and self.positions < positions and self._dealt(state):
            self.positions += 1
            left -= 1
            legal = self._legal(state)
            if self._worth_a_look(legal):
                yield from self._look(state, legal)
            if not legal:
                return
            action = (self._any if self._chance.random() < anyhow else choose)(state, legal)
            if self._wrong:
                yield "prefer", self._wrong
            self._play(state, action)
            if state.done or self._chance.random() < _OUTSIDE:
                self._happen(state)

    def _start(self) -> tuple[Any, int]:
        """State to walk from, and the number of steps to go."""
        if self._chance.random() < _AGAIN and self._saved:
            some = self._chance.sample(list(self._saved.values()), min(_AMONG, len(self._saved)))
            rare = min(some, key=lambda saved: saved.seen + _AMONG * saved.taken)
            rare.taken += 1
            return rare.state.copy(), _SHORT
        state: Any = self.game.blank(self.case.players, self.case.options)
        self._deal(state)
        return state, _LONG

    # -- looking -------------------------------------------------------------------------------------------------------

    def _legal(self, state: Any) -> list[int]:
        return list(self._moves.action[: self.plain.call(self.plain.playout.options, state, self._moves)])

    def _worth_a_look(self, legal: list[int]) -> bool:
        """Whether to ask for all reasons here, which takes most of the time: as a rule where it is new what can be done."""
        can = frozenset(self._families[action] for action in legal)
        self._met[can] += 1
        return self._chance.random() < max(_LOOKS, _NEW / self._met[can])

    def _look(self, state: Any, legal: list[int]) -> Iterator[Failure]:
        """Count the reasons given at a position and save it if the like of it is rare; an action is legal or refused."""
        given: set[int] = set()
        if "refuse" in self.game.brings:
            codes = self.plain.call(self._codes, state)
            given.update(codes)
            wrong = next((action for action, code in enumerate(codes) if (code == 0) != (action in legal)), None)
            if wrong is not None:
                why = "legal, but refused" if codes[wrong] else "not legal, but the rules give no reason"
                yield "reason", f"`{self.game.actions.text(wrong)}` is {why}"
        self._give(given)
        self._save(state, self._sorts(state, legal, given))

    def _codes(self, state: Any) -> list[int]:
        """The reason against each action; 0: none."""
        refuse = self.plain.rules.refuse
        return [int(refuse(state, action)) for action in range(self.game.actions.size)]

    def _happen(self, state: Any) -> None:
        """Let everything happen that may from outside, also where it means nothing."""
        for event, name in enumerate(self.game.outside.names):
            reason = self.plain.call(self.plain.rules.event, state, event)
            if reason:
                self._give([reason])
            else:
                self._count([f"event {name}"])
            self._hear(state)

    def _save(self, state: Any, sorts: Iterable[object]) -> None:
        """Keep of each sort of positions one, each as likely."""
        copy = None
        for sort in sorts:
            saved = self._saved.get(sort)
            if saved is None:
                if len(self._saved) >= _KEPT:
                    continue
                saved = self._saved[sort] = _Saved(None)
            saved.seen += 1
            if self._chance.random() * saved.seen < 1:
                saved.state = copy = copy or state.copy()

    def _sorts(self, state: Any, legal: list[int], given: set[int]) -> Iterator[object]:
        """Features that make a position like another: what can be done and what not, or how high one of its numbers is."""
        yield frozenset(self._families[action] for action in legal), frozenset(given)
        for name in self._numbers:
            highest = _highest(getattr(state, name))
            yield name, highest if highest < _FEW else _FEW + highest.bit_length()

    def _count(self, names: Iterable[str]) -> None:
        self.reached.update(names)

    def _give(self, reasons: Iterable[int]) -> None:
        self._count(f"reason {self.game.reasons.text(reason)}" for reason in reasons if reason > 0)

    def _hear(self, state: Any) -> None:
        """Count what the rules have told."""
        self._count(f"event {self.game.told.name(event)}" for event, _, _ in state.told)
        state.told = []

    # -- going on ------------------------------------------------------------------------------------------------------

    def _deal(self, state: Any) -> None:
        state.told = []
        self.plain.call(self.plain.rules.begin, state, self._rng)
        self._hear(state)

    def _dealt(self, state: Any) -> bool:
        """Deal the next game where one is over; False where the match is done."""
        if state.over and not state.done:
            self._deal(state)
        return not state.done

    def _play(self, state: Any, action: int) -> None:
        self._count([self._names[self._families[action]]])
        state.told = []
        self.plain.call(self.plain.rules.apply, state, action, self._rng)
        if state.over:
            self.plain.call(self.plain.rules.after, state)
        self._hear(state)

    def _any(self, state: Any, legal: list[int]) -> int:
        return self._chance.choice(legal)

    def _leaning(self, state: Any, legal: list[int]) -> int:
        return self._by_weight(self.plain.playout.preferred, state, legal)

    def _favourite(self, state: Any, legal: list[int]) -> int:
        return self._by_weight(self.plain.playout.favourite, state, legal)

    def _rarest(self, state: Any, legal: list[int]) -> int:
        """An action of the family that has been played least."""
        least = min(self.reached[self._names[self._families[action]]] for action in legal)
        return self._chance.choice([a for a in legal if self.reached[self._names[self._families[a]]] == least])

    def _by_weight(self, choose: Callable[..., Any], state: Any, legal: list[int]) -> int:
        """An action that is chosen by weights; any where these are none."""
        action = self.case.leaning(choose, state, self._moves, self._rng)
        if action is None or min(self._moves.weight[: len(legal)]) < 1:
            self._wrong = wrong_weight(self.case.plain, state, legal)
        return self._any(state, legal) if action is None else action


def _highest(value: Any) -> int:
    """The highest of a number, or of numbers in rows."""
    return max(map(_highest, value)) if isinstance(value, list) else int(value)
