"""The questions of a certificate put to a game of OpenSpiel."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tuckbox.honesty import timing
from tuckbox.honesty.answers import (
    AFTER,
    ALIKE,
    CARRIED,
    CHOICES,
    FREQUENCY,
    MEASURED,
    NOT_ASKED,
    NOT_OFFERED,
    PAST,
    SHOWN,
    TIME,
    VARY,
    Answer,
    Certificate,
    Evidence,
    counted,
)
from tuckbox.honesty.chances import LEAST, LEVEL, Fit, draws, fit, same_share
from tuckbox.honesty.spiel import SpielGame, SpielWorld
from tuckbox.honesty.tree import Exchanges, posterior, walk

TRIES = 60
"""Number of exchanges that are tried for a world that looks the same."""

AGAIN = 12
"""Number of worlds that are dealt again at each position."""

DRAWN = LEAST
"""Number of worlds whose frequencies are compared."""

PLACES = 6
"""Number of positions at which frequencies are compared."""


class View(NamedTuple):
    """A position as one seat sees it: the worlds from the root to it."""

    path: list[SpielWorld]
    seat: int

    @property
    def world(self) -> SpielWorld:
        """The true world."""
        return self.path[-1]

    @property
    def trail(self) -> list[int]:
        """The actions and outcomes that lead there."""
        return list(self.world.state.history())


@dataclass
class _Notes:
    """Questions asked and answered with no."""

    asked: Counter[str] = field(default_factory=Counter)
    against: dict[str, list[Evidence]] = field(default_factory=dict)

    def ask(self, question: str, evidence: Evidence | None) -> None:
        self.asked[question] += 1
        if evidence is not None:
            self.against.setdefault(question, []).append(evidence)

    def answer(self, question: str, what: str) -> Answer:
        return counted(self.asked[question], self.against.get(question, []), what)


def views(game: SpielGame, positions: int, seed: int) -> Iterator[View]:
    """Positions of random games, each as every seat sees it; about one decision in three."""
    found = number = 0
    while found < positions:
        chance = random.Random(seed + number)
        number += 1
        for path in walk(game.root, chance):
            if chance.random() < 1 / 3:
                yield from (View(path, seat) for seat in range(game.players))
                found += game.players
            if found >= positions:
                return


def certified(name: str, positions: int, seed: int, command: str) -> Certificate:
    """The certificate of a game of OpenSpiel. Raises `OptionError` where there is none."""
    start, game = time.perf_counter(), SpielGame(name)
    found, notes, timed = Certificate(f"openspiel:{name}", game.version, command), _Notes(), list[timing.Pair]()
    for number, view in enumerate(views(game, positions, seed)):
        found.positions += 1
        chance = random.Random(seed + number)
        others = Exchanges(view.path, view.trail, view.seat, chance)
        twin = others.world if others.stir(TRIES) else None
        if twin is not None:
            _look(view, twin, others.trail, notes)
            if number % 4 == 0:
                timed.append(_timed(view, twin))
        if game.resamples:
            _again(view, twin, chance, notes)
    channels = ", ".join(game.channels)
    found.answers = {
        SHOWN: notes.answer(SHOWN, f"pairs of worlds compared by {channels}"),
        CHOICES: notes.answer(CHOICES, "pairs of worlds compared"),
        AFTER: Answer(
            NOT_ASKED, "OpenSpiel has no logs for a seat; what it is shown after each step is part of the first question"
        ),
        **_dealt(game, notes, positions, seed),
        TIME: Answer(MEASURED, timing.told(timed)) if timed else Answer(NOT_ASKED, "no other worlds"),
    }
    found.seconds = time.perf_counter() - start
    return found


def _dealt(game: SpielGame, notes: _Notes, positions: int, seed: int) -> dict[str, Answer]:
    """The answers about worlds dealt again."""
    if not game.resamples:
        none = Answer(NOT_OFFERED, "resample_from_infostate is not implemented")
        return dict.fromkeys((VARY, ALIKE, FREQUENCY, PAST, CARRIED), none)
    return {
        VARY: notes.answer(VARY, f"positions, {AGAIN} worlds each, at which another world fits"),
        ALIKE: notes.answer(ALIKE, f"positions, {AGAIN} worlds each"),
        FREQUENCY: frequencies(game, positions, seed),
        PAST: notes.answer(PAST, f"positions, {AGAIN} worlds each, their histories played again"),
        CARRIED: notes.answer(CARRIED, f"positions, {AGAIN} worlds each, their histories played again"),
    }


def _look(view: View, twin: SpielWorld, trail: list[int], notes: _Notes) -> None:
    """Compare what a seat is shown, and its choices, in two worlds."""
    for question, one, other in (
        (SHOWN, view.world.shown(view.seat), twin.shown(view.seat)),
        (CHOICES, view.world.choices(view.seat), twin.choices(view.seat)),
    ):
        odd = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
        if not odd:
            notes.ask(question, None)
            continue
        text = f"{' and '.join(odd)} of seat {view.seat} differs between two worlds of which it has seen the same"
        again = f"{view.world.game.again(view.trail)}\n# and the same with {trail}"
        notes.ask(question, Evidence(text, again))


def _again(view: View, twin: SpielWorld | None, chance: random.Random, notes: _Notes) -> None:
    """Deal worlds again and look at them."""
    world, seat = view.world, view.seat
    lines = world.game.again(view.trail)
    seed = chance.getrandbits(30)
    resample = f"{lines}\nworld = state.resample_from_infostate({seat}, random.Random({seed}).random)"
    try:
        dealt = [world.redealt(seat, random.Random(seed + more)) for more in range(AGAIN)]
    except world.game.pyspiel.SpielError as error:
        notes.ask(ALIKE, Evidence(f"it raises {str(error).splitlines()[0]!r}", resample))
        return
    if twin is not None and twin.held(seat) != world.held(seat):
        same = all(each.held(seat) == world.held(seat) for each in dealt)
        text = f"{AGAIN} of {AGAIN} worlds dealt again for seat {seat} are the true one, though others would fit"
        notes.ask(VARY, Evidence(text, resample) if same else None)
    odd = any(each.known(seat) != world.known(seat) for each in dealt)
    notes.ask(ALIKE, Evidence(f"seat {seat} would see something else in a world dealt again", resample) if odd else None)
    _relived(view, dealt, resample, notes)


def _relived(view: View, dealt: list[SpielWorld], resample: str, notes: _Notes) -> None:
    """Play the histories of worlds dealt again, step by step."""
    past, carried = None, None
    for each in dealt:
        try:
            true = each.relived()
        except ValueError as error:
            past = past or Evidence(f"seat {error} was not allowed in a world dealt again for seat {view.seat}", resample)
            continue
        if true.held(view.seat) != each.held(view.seat):
            text = f"the history of a world dealt again for seat {view.seat} is that of another world"
            if true.held(view.seat) == view.world.held(view.seat):
                text = f"the history of a world dealt again for seat {view.seat} leads to the true one"
            carried = carried or Evidence(text, f"{resample}\nprint(world.history() == state.history())")
    notes.ask(PAST, past)
    notes.ask(CARRIED, carried)


def _timed(view: View, twin: SpielWorld) -> timing.Pair:
    """The time of the mover's actions and of what the seat is shown, in two worlds and in one twice."""

    def work(world: SpielWorld) -> Callable[[], object]:
        return lambda: (world.state.clone().legal_actions(), world.game.channels[world.reference](world.state, view.seat))

    return timing.pair(work(view.world.copy()), work(twin.copy()), work(view.world.copy()))


# -- frequencies -------------------------------------------------------------------------------------------------------


def frequencies(game: SpielGame, positions: int, seed: int) -> Answer:
    """Compare how often worlds come with how likely they are: all of them where they can be counted, else number by number
    of what the other seats see, with worlds made by exchanges."""
    tests: list[tuple[Fit, Evidence]] = []
    exact = 0
    chance = random.Random(seed)
    for view in _chosen(game, positions, seed):
        shares = posterior(view.path, view.trail, view.seat)
        exact += shares is not None
        many = DRAWN if shares is None else draws(len(shares))
        try:
            dealt = [view.world.redealt(view.seat, random.Random(more)) for more in range(many)]
        except game.pyspiel.SpielError:
            continue
        tests += _exact(view, shares, dealt) if shares is not None else _by_numbers(view, dealt, chance)
    if not tests:
        return Answer(NOT_ASKED, "no position at which two worlds can be told apart")
    wrong = [evidence for test, evidence in sorted(tests, key=lambda each: each[0].p) if _is_wrong(test, len(tests))]
    told = counted(
        len(tests),
        wrong,
        f"chi-square tests, together at the level of {LEVEL:.0%} (Bonferroni), {DRAWN} worlds each or more",
    )
    return Answer(told.verdict, f"{told.told}; {exact} positions exact", told.evidence)


def _is_wrong(test: Fit, tests: int) -> bool:
    return test.impossible > 0 or test.p * tests < LEVEL


def _chosen(game: SpielGame, positions: int, seed: int) -> list[View]:
    """Positions spread over what is walked, with seats by turns."""
    found = list(views(game, max(positions, PLACES * game.players), seed))
    decisions = len(found) // game.players
    places = range(0, decisions, max(1, decisions // PLACES))
    return [found[at * game.players + number % game.players] for number, at in enumerate(places)][:PLACES]


def _exact(view: View, shares: Mapping[Hashable, float], dealt: list[SpielWorld]) -> Iterator[tuple[Fit, Evidence]]:
    """One test of all worlds."""
    if len(shares) < 2:
        return
    drawn = Counter(world.held(view.seat) for world in dealt)
    test = fit(drawn, shares)
    text = f"of {len(dealt)} worlds for seat {view.seat}, {test.impossible} cannot be, and of the {len(shares)} that can be "
    text += f"{sum(world in drawn for world in shares)} came (p = {test.p:.2g})"
    lines = f"worlds = [state.resample_from_infostate({view.seat}, random.Random(n).random) for n in range({len(dealt)})]"
    yield test, Evidence(text, f"{view.world.game.again(view.trail)}\n{lines}")


def _by_numbers(view: View, dealt: list[SpielWorld], chance: random.Random) -> Iterator[tuple[Fit, Evidence]]:
    """A test for each number that other seats see: in what share of worlds it is not zero."""
    others = Exchanges(view.path, view.trail, view.seat, chance)
    others.stir(10 * TRIES)

    def fitting() -> Iterator[SpielWorld]:
        for _ in range(DRAWN):
            others.stir(TRIES)
            yield others.world

    for other, here, there in zip(_others(view), _counts(view, dealt), _counts(view, fitting()), strict=True):
        for at in np.flatnonzero(here + there):
            test = same_share(int(here[at]), DRAWN, int(there[at]), DRAWN)
            if test.freedom:
                yield test, _share(view, other, int(at), int(here[at]), int(there[at]), test.p)


def _others(view: View) -> list[int]:
    return [other for other, _ in view.world.numbers(view.seat)]


def _counts(view: View, worlds: Iterable[SpielWorld]) -> list[NDArray[np.int64]]:
    """The number of worlds in which each number of each other seat is not zero."""
    found = [np.zeros(len(tensor), np.int64) for _, tensor in view.world.numbers(view.seat)]
    for world in worlds:
        for counts, (_, tensor) in zip(found, world.numbers(view.seat), strict=True):
            np.add(counts, np.array(tensor) != 0, out=counts)
    return found


def _share(view: View, other: int, at: int, here: int, there: int, p: float) -> Evidence:
    """Evidence about one number of another seat's tensor."""
    game, seat = view.world.game, view.seat
    text = f"{game.tensor}({other})[{at}] is not zero in {here / DRAWN:.1%} of the worlds dealt again for seat {seat}, "
    text += f"and in {there / DRAWN:.1%} of those that fit (p = {p:.1g})"
    lines = f"worlds = [state.resample_from_infostate({seat}, random.Random(n).random) for n in range({DRAWN})]\n"
    lines += f"print(sum(world.{game.tensor}({other})[{at}] != 0 for world in worlds))"
    return Evidence(text, f"{game.again(view.trail)}\n{lines}")
