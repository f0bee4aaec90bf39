"""Finding exercises in games that bots play among themselves: decisions where one action is better by far.

A decision is looked at six times. A glance drops most, a quick search says where something may be; a deeper one by another
seed has to find the same action, better than the next best by a wide margin. Then both are weighed in worlds that fit the
view, each as if all cards lay open: in none of them may the next best be the better one. At last a search of a seed and a
depth of its own has to agree. How hard an exercise is, is how often bots of the levels miss it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import msgspec

from tuckbox.bots.bots import Bot, Policy
from tuckbox.coach.exercises import Exercise, Value, position_of, searched, seed_of, told
from tuckbox.coach.judge import Verdict, weighed, worth_of
from tuckbox.coach.why import why
from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.match.record import Record
from tuckbox.view.view import View

GLANCE, QUICK, DEEP, AGREED = 80, 300, 4_000, 10_000
"""Games of the first search, of the next, of the deeper one, and of the one that is asked whether it agrees."""

BY_FAR, PERHAPS = 0.15, 0.08
"""Minimum difference between the best action and the next best, and at a glance: that keeps 36 of 42 in Key Whiz, at a
third of the cost."""

WORLDS, IN_WORLD = 30, 60
"""Number of worlds in which both are weighed, and games for each of them there."""

REASONED = 400
"""Number of worlds in which the coach looks for why an action is better."""

TRIES = {"easy": ("learned:easy", 20), "normal": ("learned", 20), "hard": ("search:2000", 5)}
"""Levels of bots that try to find the action: their policies, and how often they try."""

PLAYERS = "learned:easy"
"""The bots that play the games: those who overlook things come to positions in which there is something to find."""

_MOST_STEPS, _OF_GAME = 400, 2


@dataclass
class Search:
    """A search for exercises of a game; what it `looked` at, and how many decisions were left after each look."""

    game: Game
    seed: int
    players: int | None = None
    options: Mapping[str, str] | None = None
    looked: int = 0
    seeming: int = 0
    confirmed: int = 0
    found: int = 0

    def exercises(self) -> Iterator[Exercise]:
        """Exercises, at most a few of a game, without end."""
        number = 0
        while True:
            number += 1
            yield from self._of_game(number)

    def _of_game(self, number: int) -> Iterator[Exercise]:
        """The exercises in one game of bots among themselves."""
        match = Match(self.game, self._seats(number), seed=self.seed + number, options=self.options)
        bots = [Bot(Policy.parse(PLAYERS), self.game, self.seed + 100 * number + seat) for seat in range(match.players)]
        here = 0
        while not match.over and match.steps < _MOST_STEPS and here < _OF_GAME:
            seat = match.waiting[0]
            view = match.view(seat, log=False)
            if seat == match.asked[0] and len(view.legal) > 2:
                found = self._look(match, view)
                if found is not None:
                    here += 1
                    yield found
            match.play(bots[seat].choose(match.view(seat, log=False)), seat)

    def _seats(self, number: int) -> int:
        """The number of players of a game: each that the rules allow with these options in turn. Raises `OptionError`."""
        if self.players:
            return self.players
        return self._possible[number % len(self._possible)]

    @cached_property
    def _possible(self) -> list[int]:
        options = self.options or {}
        found = [players for players in self.game.players if self.game.allows(players, options)]
        return found or [self.game.settle_options(None, options)[0]]  # raises: it says what is wrong with them

    def _look(self, match: Match, view: View) -> Exercise | None:
        """The exercise at a decision, if there is one."""
        self.looked += 1
        seed = self.seed + 7 * self.looked
        if lead(searched(view, GLANCE, seed + 5)) < PERHAPS:
            return None
        quick = searched(view, QUICK, seed)
        pair = best_two(quick)
        if pair is None or lead(quick) < BY_FAR:
            return None
        self.seeming += 1
        seat = view.seat
        assert seat is not None
        record = position_of(match, seat, match.steps)
        deep = searched(view, DEEP, seed_of(record))
        again = best_two(deep)
        if again is None or again[0] != pair[0]:
            return None
        verdict = weighed(view, again[1], again[0], DEEP // 2, seed_of(record) + 1)
        if verdict.cost < max(BY_FAR, 4 * verdict.error):
            return None
        self.confirmed += 1
        if not in_every_world(view, again[0], again[1], seed_of(record) + 2):
            return None
        found = self._exercise(record, view, verdict, deep)
        (agreed,) = agreement([found], seed_of(record) + 5)
        self.found += agreed
        return found if agreed else None

    def _exercise(self, record: Record, view: View, verdict: Verdict, values: dict[int, Value]) -> Exercise:
        best, other, text = verdict.best.action, verdict.played.action, view.game.actions.text
        values = values | {worth.action: (worth.mean, worth.error) for worth in (verdict.best, verdict.played)}
        figures = (round(verdict.cost, 4), round(verdict.error, 4), round(verdict.sure, 3))
        shares = {level: share(view, best, *tries, seed_of(record) + 3) for level, tries in TRIES.items()}
        assert view.seat is not None
        found = Exercise(
            str(record), view.seat, text(best), (text(best),), told(view, values, (best, other)), *figures, found=shares
        )  # fmt: skip
        return explained(found)


def explained(exercise: Exercise) -> Exercise:
    """An exercise with the reasons why its answer is better than the next best, where some are clear."""
    match = exercise.position()
    best, other = (match.check(action, exercise.seat) for action in (exercise.best, exercise.other))
    view, seed = match.view(exercise.seat, log=False), seed_of(Record.read(exercise.record)) + 4
    return msgspec.structs.replace(exercise, reasons=why(view, best, other, seed, REASONED, seconds=inf))


def best_two(values: Mapping[int, Value]) -> tuple[int, int] | None:
    """The best action and the next best."""
    ordered = sorted(values, key=lambda action: -values[action][0])
    return (ordered[0], ordered[1]) if len(ordered) > 1 else None


def lead(values: Mapping[int, Value]) -> float:
    """The difference between the best action and the next best; 0 where there is no other."""
    pair = best_two(values)
    return values[pair[0]][0] - values[pair[1]][0] if pair else 0.0


def in_every_world(view: View, best: int, other: int, seed: int) -> bool:
    """Whether in no world that fits the view the other action is the better one, beyond what chance makes of it."""
    rng, bot = Fast(seed), Bot(Policy.parse(f"search:{IN_WORLD}:uniform"), view.game, seed)
    for _ in range(WORLDS):
        world = replace(view, state=view.redeal(rng), heard=0)
        verdict = Verdict(*(worth_of(bot.weigh(world, action)) for action in (best, other)))
        if verdict.cost > 2 * verdict.error:
            return False
    return True


def share(view: View, best: int, policy: str, tries: int, seed: int) -> float:
    """The share of bots of a policy that find an action."""
    bot = Bot(Policy.parse(policy), view.game, seed)
    found = 0
    for trial in range(tries):
        bot.reseed(seed + trial)
        found += bot.choose(view) == best
    return round(found / tries, 2)


def agreement(exercises: Sequence[Exercise], seed: int, effort: int = AGREED) -> list[bool]:
    """Whether a search of its own chance and depth finds an action that counts as the answer, for each exercise."""
    agreed = []
    for number, exercise in enumerate(exercises):
        match = exercise.position()
        values = searched(match.view(exercise.seat, log=False), effort, seed + number)
        best = max(values, key=lambda action: values[action][0])
        agreed.append(exercise.solves(match.game.actions.text(best)))
    return agreed
