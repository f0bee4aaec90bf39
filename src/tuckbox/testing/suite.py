"""Runs all properties over all settings of a game and gathers what fails."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tuckbox.engine.game import Game
from tuckbox.errors import RulesError, TuckboxError
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.testing import beliefs, golden, lessons, mechanics, parity, reasons, secrets, worlds
from tuckbox.testing.case import Case, Failure, cases, viewers

PROPERTIES = {
    "rules": "the game's rules load and run without faults, in both modes",
    "view": "a seat sees the same in every world it cannot tell apart",
    "legal list": "legal lists are never empty, hold no action twice, and depend on what the seat knows alone",
    "scene": "so do scenes",
    "text": "so do sentences of the log and the reasons of refusals",
    "who is asked": "who is to decide follows from public facts",
    "number": "public numbers follow from public facts",
    "order": "the order of cards in a zone tells nothing of those one does not see",
    "sealed answer": "an answer to a window is invisible until the window is closed",
    "alike": "cards that look alike are one kind, so that no copy number can tell anything",
    "limit": "what the rules say of cards that lie unseen is true, and follows from public facts",
    "redeal": "redeals are possible and really move hidden cards",
    "uniformity": "redeals deal every possible world, each exactly as often as it should come",
    "belief": "what a bot takes to be likely follows from what its seat sees, and looks to the seat like what it sees",
    "conservation": "no card is lost or doubled, no number outgrows its field",
    "pure": "legal and prefer change nothing",
    "prefer": "weights are whole numbers from 1",
    "notation": "every action's text is unique and reads back",
    "reason": "an action is legal if and only if the rules give no reason against it, and the book has the rule cited",
    "refusal": "what is refused raises a typed error and changes nothing",
    "record": "records repeat matches byte for byte, damaged ones are refused cleanly",
    "payoff": "payoffs and places are what the game declares",
    "termination": "every game ends",
    "parity": "plain and native rules are one game",
    "bounds": "no rule reads or writes outside an array",
    "lesson": "lessons play as they are written, and each of their pages points at something that is there",
    "golden": "golden records are there for every number of players, and play as ever",
}


@dataclass(frozen=True)
class Finding:
    """A property that does not hold: where, what is wrong, and the record that leads there (if a match does)."""

    name: str
    case: str
    message: str
    record: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.message} [{self.case}]"


@dataclass
class Report:
    """The outcome of a check."""

    game: str
    settings: int = 0
    positions: int = 0
    distributions: int = 0
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every property holds."""
        return not self.findings

    def data(self) -> dict[str, Any]:
        """The report for programs."""
        found = [vars(finding) for finding in self.findings]
        return {"game": self.game, "passed": self.passed, "settings": self.settings, "positions": self.positions} | {
            "distributions": self.distributions,
            "seconds": self.seconds,
            "findings": found,
        }

    def __str__(self) -> str:
        head = f"{self.game}: {self.settings} settings, {self.positions} positions, {self.distributions} exact distributions"
        return "\n".join([head, *(str(finding) for finding in self.findings)] if self.findings else [f"{head}: all holds"])


def check(
    game: Game,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seeds: int = 2,
    steps: int = 40,
    native: bool = True,
    skip: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Report:
    """Check a game in every player count and with every named value of its options (or the ones given).

    `seeds` walks of `steps` decisions each are made with default options; `native` False leaves out what needs a compiler;
    `skip` names properties not to report. Of each property the first failure in a setting is kept.
    """
    start = time.perf_counter()
    settings = cases(game, seeds, players, options)
    report = Report(game.name, len(settings))
    general = _Gathering(report, game.name, skip)
    general.take(alike(game))
    general.take(golden.golden(game))
    general.take(lessons.played(game))
    general.take(reasons.declared(game))
    for done, case in enumerate(settings):
        progress(done, len(settings))
        gathering = _Gathering(report, str(case), skip)
        gathering.guard(_walk(case, steps, report))
        if native:
            gathering.guard(_compiled(case, steps))
    if native:
        general.guard((f, "") for f in parity.bounds(settings[0], 200))
    progress(len(settings), len(settings))
    report.seconds = time.perf_counter() - start
    return report


class _Gathering:
    """Keeps the first failure of each property in a setting."""

    def __init__(self, report: Report, case: str, skip: Collection[str]) -> None:
        self.report, self.case, self.seen = report, case, set(skip)

    def take(self, failures: Iterable[Failure], record: str = "") -> None:
        for name, message in failures:
            if name not in self.seen:
                self.seen.add(name)
                self.report.findings.append(Finding(name, self.case, message, record))

    def guard(self, failures: Iterator[tuple[Failure, str]]) -> None:
        """Take failures, each with its record; a fault in the rules themselves is a failure too."""
        try:
            for failure, record in failures:
                self.take([failure], record)
        except RulesError as error:
            self.take([(_named(str(error)), str(error))])
        except (TuckboxError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.take([("rules", f"{type(error).__name__}: {error}")])


def _named(fault: str) -> str:
    """The property that a fault the match itself has noticed belongs to."""
    if "the rule legal gives" in fault:
        return "legal list"
    return "conservation" if any(words in fault for words in ("in play", "holds numbers", "outgrew")) else "rules"


def _walk(case: Case, steps: int, report: Report) -> Iterator[tuple[Failure, str]]:
    chance, rng, match = random.Random(case.seed), Fast(case.seed), None
    for number, match in enumerate(case.walk(steps)):
        report.positions += 1
        for failure in _position(case, match, rng, chance, number):
            yield failure, str(match.record())
        for failure in _distribution(case, match, chance, number, report):
            yield failure, str(match.record())
    if match is not None:
        for failure in mechanics.records(case, match):
            yield failure, str(match.record())


def _position(case: Case, match: Match, rng: Fast, chance: random.Random, number: int) -> Iterator[Failure]:
    yield from mechanics.outcome(case, match)
    if match.over:
        return
    yield from mechanics.legal_lists(case, match)
    yield from reasons.reasons(case, match)
    yield from secrets.present(case, match, rng)
    yield from secrets.limits(case, match)
    yield from secrets.after_a_step(case, match, rng)
    yield from secrets.sealed_answers(case, match)
    if number % 4 == 0:
        yield from mechanics.refusals(case, match, chance)
    if number % 8 == 0:
        yield from secrets.redeal_moves(case, match, rng)
    if number % 16 == 8:
        yield from beliefs.believed(case, match, rng)


def _compiled(case: Case, steps: int) -> Iterator[tuple[Failure, str]]:
    for failure in [*parity.lockstep(case, 3 * steps), *parity.termination(case, 300)]:
        yield failure, ""


def _distribution(case: Case, match: Match, chance: random.Random, number: int, report: Report) -> Iterator[Failure]:
    """At every eighth position the redeals for one viewer, followed through all their chance."""
    if match.over or number % 8 != 4:
        return
    viewer = chance.choice(viewers(match))
    seen = worlds.few(case, match.state, viewer, chance)
    if seen is not None:
        report.distributions += 1
        yield from worlds.uniformity(case, seen, viewer)


def alike(game: Game) -> Iterator[Failure]:
    """Two kinds of cards that are shown alike would tell copies apart in secret."""
    faces = list(game.layout.deck.faces)
    double = next((face for face in faces if faces.count(face) > 1), None)
    if double is not None:
        yield "alike", f"two kinds of cards are both shown as {double!r}: make them one kind with copies"
