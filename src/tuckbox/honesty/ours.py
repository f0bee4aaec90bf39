"""The questions of a certificate put to a game of Tuckbox: what the suite finds, frequencies as they are drawn, time."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import FrameType
from typing import Any, NamedTuple

from tuckbox import __version__
from tuckbox.definition.faults import tracing
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import OptionError
from tuckbox.honesty import timing
from tuckbox.honesty.answers import (
    AFTER,
    ALIKE,
    CARRIED,
    CHOICES,
    FREQUENCY,
    MEASURED,
    NOT_ASKED,
    PAST,
    SHOWN,
    TIME,
    VARY,
    Answer,
    Certificate,
    Evidence,
    counted,
)
from tuckbox.honesty.chances import LEAST, LEVEL, Fit, draws, fit
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.testing import check, worlds
from tuckbox.testing.case import Case, asked, viewers, world_for
from tuckbox.testing.secrets import legal_in
from tuckbox.testing.suite import Report
from tuckbox.view.view import blind

PROPERTIES = {
    SHOWN: ("view", "scene", "observation", "alike", "sealed answer"),
    CHOICES: ("legal list", "who is asked"),
    AFTER: ("text", "telling", "number", "order"),
    VARY: ("redeal", "pack"),
    ALIKE: ("limit", "belief", "network"),
    PAST: ("past",),
}
"""The properties of the suite that answer a question."""

STEPS = 40
"""Number of decisions in a walk."""


def certified(name: str | Game, positions: int, seed: int, command: str, options: Mapping[str, Any]) -> Certificate:
    """The certificate of a game of Tuckbox, with as many positions for each number of players. Raises `OptionError`."""
    start, game = time.perf_counter(), find_game(name) if isinstance(name, str) else name
    found = Certificate(game.name, f"tuckbox {__version__}, rules {game.hash[:16]}", command)
    if not any(game.allows(players, options) for players in game.players):
        game.settle_options(None, options)  # raises, and says why
    walks = -(-positions // max(1, sum(1 for _ in next(_cases(game, seed, options)).walk(STEPS))))
    kept = ("reach", "golden", "lesson")
    report = check(game, options=options, seed=seed, seeds=walks, steps=STEPS, native=False, skip=kept)
    faults = [finding for finding in report.findings if finding.name == "rules"]
    if faults:
        raise OptionError(f"{game.name} cannot be asked: {faults[0]}")
    found.positions = report.positions
    found.answers = {question: _from_suite(report, question) for question in PROPERTIES}
    pairs = list(_pairs(game, positions, seed, options))
    found.answers[CARRIED] = counted(
        len(pairs), list(_carried(pairs)), "pairs of worlds that look the same, each dealt again"
    )
    found.answers[FREQUENCY] = _frequencies(game, positions, seed, report, options)
    found.answers[TIME] = _time(pairs)
    found.seconds = time.perf_counter() - start
    return found


def _from_suite(report: Report, question: str) -> Answer:
    """An answer from the properties of the suite."""
    names = PROPERTIES[question]
    against = [Evidence(str(each), each.again) for each in report.findings if each.name in names]
    found = counted(report.positions, against, f"positions, each as every seat and an onlooker see it ({', '.join(names)})")
    if not against:
        return found
    told = f"{len(against)} findings at {report.positions} positions ({', '.join(dict.fromkeys(names))})"
    return Answer(found.verdict, told, found.evidence)


def _cases(game: Game, seed: int, options: Mapping[str, Any]) -> Iterator[Case]:
    for number, players in enumerate(game.players):
        if game.allows(players, options):
            yield Case(game, players, options, seed + number)


def _walked(case: Case, positions: int) -> Iterator[tuple[Case, int, Match]]:
    """Positions of walks with one seed after the other, numbered."""
    number = 0
    for seed in range(case.seed, case.seed + positions):
        one = replace(case, seed=seed)
        for match in one.walk(STEPS):
            yield one, number, match
            number += 1
            if number >= positions:
                return


# -- frequencies -------------------------------------------------------------------------------------------------------


def _frequencies(game: Game, positions: int, seed: int, report: Report, options: Mapping[str, Any]) -> Answer:
    """Draw worlds as bots do, and compare with all that fit, counted in another way; the viewer is shown cards until they
    are few."""
    tests: list[tuple[Fit, Evidence]] = []
    wanted = max(4, positions // 10)
    for case in _cases(game, seed, options):
        tests += list(_tests(case, wanted))
    uneven = [Evidence(str(each), each.again) for each in report.findings if each.name == "uniformity"]
    wrong = [evidence for test, evidence in tests if test.impossible or test.p * len(tests) < LEVEL]
    if not tests:
        return Answer(NOT_ASKED, "nothing is hidden of which there are two ways")
    what = f"chi-square tests, together at the level of {LEVEL:.0%} (Bonferroni), {LEAST} worlds each or more"
    found = counted(len(tests), wrong + uneven, what)
    return Answer(found.verdict, f"{found.told}; {report.distributions} distributions exact", found.evidence)


def _tests(case: Case, wanted: int) -> Iterator[tuple[Fit, Evidence]]:
    chance, found = random.Random(case.seed), 0
    for one, number, match in _walked(case, 4 * wanted):
        if match.over or number % 2 or found >= wanted:
            continue
        viewer = chance.choice(viewers(match))
        seen = worlds.few(case, match.state, viewer, chance)
        if seen is None:
            continue
        expected = {world: float(share) for world, share in worlds.expected(case, seen).items()}
        if len(expected) < 2:
            continue
        found += 1
        many = draws(len(expected))
        test = fit(Counter(_drawn(case, seen, case.seed + number, many)), expected)
        text = f"of {many} worlds {test.impossible} cannot be; those that can do not come as they should (p = {test.p:.2g})"
        yield test, Evidence(f"{text} [{one}, after {match.steps - 1} steps]")


def _drawn(case: Case, seen: Any, seed: int, many: int) -> Iterator[bytes]:
    """Worlds as they are dealt, those that rules refuse left out."""
    rng, pool = Fast(seed), case.plain.pool()
    for _ in range(many):
        world = seen.copy()
        while not case.plain.call(case.plain.rules.redeal, world, rng, pool):
            world = seen.copy()
        yield record_bytes(case.game, world)


# -- pairs of worlds ---------------------------------------------------------------------------------------------------


class _Pair(NamedTuple):
    """A true state, and another that looks the same to a seat that waits."""

    case: Case
    state: Any
    seat: int
    other: Any


def _pairs(game: Game, positions: int, seed: int, options: Mapping[str, Any]) -> Iterator[_Pair]:
    for case in _cases(game, seed, options):
        rng = Fast(case.seed)
        for one, number, match in _walked(case, positions):
            others = [seat for seat in range(match.players) if seat not in match.waiting]
            if match.over or not match.waiting or number % 4 or not others:
                continue
            state, seat = asked(match, match.waiting[0]), others[number // 4 % len(others)]
            world = world_for(match, seat, rng)
            if world is None:
                continue
            world.turn = state.turn
            if record_bytes(game, world) != record_bytes(game, state):
                yield _Pair(one, state, seat, world)


def _carried(pairs: list[_Pair]) -> Iterator[Evidence]:
    """Deals that come out otherwise in two worlds that look the same, though chance is the same."""
    for case, state, seat, other in pairs:
        one, two = (_dealt(case, each, seat) for each in (state, other))
        if one != two:
            yield Evidence(
                f"with the same chance seat {seat} is dealt other worlds in two that look the same to it [{case}]"
            )


def _dealt(case: Case, state: Any, seat: int) -> list[bytes]:
    """Some worlds dealt from what a seat sees of a state, by chance that is always the same."""
    rng, pool, found = Fast(1), case.plain.pool(), []
    for _ in range(5):
        world = blind(case.game, state, seat)
        case.plain.call(case.plain.rules.redeal, world, rng, pool)
        found.append(record_bytes(case.game, world))
    return found


def _time(pairs: list[_Pair]) -> Answer:
    """Time what is worked out before a seat may go on: what its rival may do, and what it is shown."""
    timed, lines = [], []
    for case, state, seat, other in pairs:
        one, two, three = (_work(case, each.copy(), seat) for each in (state, other, state))
        timed.append(timing.pair(one, two, three))
        lines.append((_lines(one), _lines(two)))
    if not timed:
        return Answer(NOT_ASKED, "no seat waits while something is hidden from it")
    same = sum(here == there for here, there in lines)
    most = max(abs(here - there) / max(here, there) for here, there in lines)
    counts = f"lines of Python: the same in {same} of {len(lines)} pairs of worlds, at most {most:.0%} apart"
    return Answer(MEASURED, f"{counts}; {timing.told(timed)}")


def _work(case: Case, state: Any, seat: int) -> Callable[[], object]:
    return lambda: (legal_in(case, state), blind(case.game, state, seat))


def _lines(work: Callable[[], object]) -> int:
    """Number of lines of Python that are carried out: a measure of time without a clock."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        count += event == "line"
        return note

    with tracing(note):
        work()
    return count
