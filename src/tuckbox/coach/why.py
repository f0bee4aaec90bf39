"""Reasons why an action is better than another: the events that follow it more often, or less, in games that are imagined.

Both actions are played on from the same redealt worlds with the same chance, by the game's own `prefer`; of the events that
the rules tell, and of what rivals do, those are named that the choice changes most. They are said in the sentences of the
game's log, as the seat would read them, so an explanation needs nothing that the game does not say already.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tuckbox.engine.engine import Engine, engine
from tuckbox.kit.chance import Fast
from tuckbox.match.log import Entry, sentences
from tuckbox.view.view import View

GAMES, SECONDS = 120, 0.6
"""Maximum number of worlds, and of seconds, for an explanation."""

_FEWEST = 24
"""Minimum number of worlds from which anything is said."""

_SAME = 0.9
"""The share of the worlds in which either of two events came from which they are one reason if both came."""

_WEIGHED = 8
"""Number of worlds in which actions are weighed against each other."""

_AHEAD = 12
"""Maximum number of decisions looked ahead, for each player."""

_CLEAR, _LARGE, _MOST = 2.6, 0.1, 2
"""Standard errors and size from which on a difference counts; maximum number of reasons given."""

Key = tuple[str, int, int, int]
"""An event or action: its kind ("told" or "act"), its number, its seat, and what it tells."""


@dataclass(frozen=True)
class Reason:
    """An event as a sentence, and how often it comes: after the better action, and after the other one."""

    sentence: str
    after: float
    otherwise: float

    def data(self) -> dict[str, Any]:
        """The reason as data, for programs."""
        return {"sentence": self.sentence, "after": round(self.after, 3), "otherwise": round(self.otherwise, 3)}


def why(view: View, action: int, other: int, seed: int, games: int = GAMES, seconds: float = SECONDS) -> tuple[Reason, ...]:
    """The clearest differences between two legal actions of a view, the greatest first; none where nothing is clear.

    The same view and seed give the same reasons, unless time runs out.
    """
    plain, rng, end = engine(view.game, "plain"), Fast(seed), time.monotonic() + seconds
    came, played, at_once = (defaultdict[Key, int](int), defaultdict[Key, int](int)), 0, set[Key]()
    while played < games and (played < _FEWEST or time.monotonic() < end):
        world, chance = view.redeal(rng), rng.below(1 << 30)
        for worlds, first in zip(came, (action, other), strict=True):
            now, later = _events(plain, world.copy(), view, first, chance)
            at_once |= now
            for key in later:
                worlds[key] |= 1 << played
        played += 1
    counts = tuple(Counter({key: worlds.bit_count() for key, worlds in each.items()}) for each in came)
    clear = (each for each in _clear(counts[0], counts[1], played) if each[1] not in at_once)
    told = [(key, _sentence(view, key)) for _, key in sorted(clear, key=lambda each: (-each[0], each[1]))]
    kept = _apart({key: came[0][key] << played | came[1][key] for key, said in told if said})
    reasons = [Reason(said, counts[0][key] / played, counts[1][key] / played) for key, said in told if key in kept]
    return tuple({reason.sentence: reason for reason in reasons}.values())[:_MOST]


def _apart(came: Mapping[Key, int]) -> list[Key]:
    """The events, by the worlds in which each came, without those that come with an earlier one of the same seat: an answer
    and what is told of it are one reason."""
    kept = list[Key]()
    for key, worlds in came.items():
        alike = (came[one] for one in kept if one[2] == key[2])
        if not any((worlds & other).bit_count() >= _SAME * (worlds | other).bit_count() for other in alike):
            kept.append(key)
    return kept


def tempting(view: View, action: int, seed: int = 1) -> int | None:
    """Another legal action of a view: the one to which the game's `prefer` leans most; None where there is no other.

    It leans in redealt worlds, for it may weigh cards that the view does not show.
    """
    others = [other for other in view.legal if other != action]
    if len(others) < 2:  # nothing to weigh
        return next(iter(others), None)
    plain, rng, leanings = engine(view.game, "plain"), Fast(seed), Counter[int]()
    for _ in range(_WEIGHED):
        world = view.redeal(rng)
        world.turn, world.told = view.seat, None
        leanings.update({other: int(plain.call(plain.rules.lean, world, other, 0)) for other in others})
    return max(others, key=lambda other: (leanings[other], -other))


def told(reasons: Sequence[Reason]) -> str:
    """Reasons as a sentence; empty where there are none.

    >>> told([Reason("You show three queens.", 0.36, 0.16)])
    'Played on by rule of thumb: "You show three queens" in 36% of games, else in 16%.'
    """
    said = [f'"{each.sentence.rstrip(".")}" in {each.after:.0%} of games, else in {each.otherwise:.0%}' for each in reasons]
    return f"Played on by rule of thumb: {'; '.join(said)}." if said else ""


def _events(plain: Engine, world: Any, view: View, first: int, seed: int) -> tuple[set[Key], set[Key]]:
    """The events of a game that goes on with an action: those of the action itself, of which its note tells already (and
    which are no reason for or against another action where they come later), and those that follow, with what the others do.
    """
    rng, told, acts = Fast(seed), list[tuple[int, int, int]](), set[Key]()
    world.told = told
    playout, action, moves = plain.playout, first, plain.moves()
    world.turn = view.seat
    at_once = 0
    for ahead in range(_AHEAD * len(view.names)):
        plain.rules.apply(world, action, rng)
        if ahead == 0 and not world.over:
            at_once = len(told)
        if world.over or not plain.call(playout.options, world, moves):
            break
        action = int(plain.call(playout.preferred, world, moves, rng))
        if world.turn != view.seat:
            acts.add(("act", action, int(world.turn), 0))
    keys: list[Key] = [("told", event, seat, -1 if view.game.told.of_card(event) else what) for event, seat, what in told]
    return {*keys[:at_once]}, acts.union(keys[at_once:])


def _clear(counts: Counter[Key], others: Counter[Key], games: int) -> Iterator[tuple[float, Key]]:
    """The events of which the two actions lead to clearly different numbers."""
    for key in {*counts, *others}:
        after, otherwise = counts[key] / games, others[key] / games
        share = (counts[key] + others[key] + 1) / (2 * games + 2)
        error = sqrt(2 * share * (1 - share) / games)
        if {counts[key], others[key]} == {0, games}:
            continue  # that is what the choice is about
        if abs(after - otherwise) >= _LARGE and abs(after - otherwise) > _CLEAR * error:
            yield abs(after - otherwise) / error, key


def _sentence(view: View, key: Key) -> str:
    """An event as the seat reads it in the log; of cards only that it is one."""
    kind, number, seat, what = key
    viewer = -1 if view.seat is None else view.seat
    entry = Entry("act", seat, number) if kind == "act" else Entry("told", told=((number, seat, what),))
    if kind == "told" and view.game.told.of_card(number):
        return ""
    said = " ".join(sentences(view.game, entry, viewer, view.names))
    return said if any(name in said for name in ("You", *view.names)) else ""  # else it tells of nobody
