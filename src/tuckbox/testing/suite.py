"""Holds a game to all properties, job by job, and gathers what fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tuckbox.definition.finding import given_as
from tuckbox.definition.game import Game, given_game
from tuckbox.engine.engine import engine
from tuckbox.errors import OptionError, RulesError, did_you_mean
from tuckbox.numbers import is_whole
from tuckbox.testing.case import Case
from tuckbox.testing.jobs import BOUNDS, COMPILED, GENERAL, REACH, WALK, Finding, Job, Outcome
from tuckbox.testing.pool import WorkerPool
from tuckbox.testing.reach import Reached
from tuckbox.testing.settings import Setting, settings

PROPERTIES = {
    "rules": "the game's rules load and run without faults, in both modes",
    "view": "a seat sees the same in every world it cannot tell apart",
    "legal list": "legal lists are never empty, hold no action twice, let windows pass, and go by what the seat knows alone",
    "scene": "scenes can be laid out, show cards of the game's deck, and depend on what the seat knows alone",
    "text": "so do sentences of the log and the reasons of refusals",
    "telling": "whoever reads the log and the table in words misses nothing that the seat sees",
    "who is asked": "who is to decide follows from public facts, and is not one seat alone",
    "number": "public numbers follow from public facts",
    "order": "the order of cards in a zone tells nothing of those one does not see",
    "sealed answer": "an answer to a window is invisible until the window is closed",
    "alike": "cards that look alike are one kind, so that no copy number can tell anything",
    "limit": "what the rules say of cards that lie unseen is true, and follows from public facts",
    "redeal": "redeals are possible, really move hidden cards, can deal the true ones, and leave the others their moves",
    "pack": "the cards in play after `setup` are the same in every deal with the same options",
    "past": "in a world dealt anew everybody could have done what they did",
    "uniformity": "redeals deal every possible world, each exactly as often as it should come",
    "belief": "what a bot takes to be likely follows from what its seat sees, and looks to the seat like what it sees",
    "network": "the policy and values of a network follow from what its seat sees",
    "observation": "what `observe` says of numbers and piles is true, so that no learner misses any of it",
    "meaning": "a number that rules use as a seat, or as a kind of card, is told to learners as one",
    "conservation": "no card is lost or doubled, no number outgrows its field",
    "pure": "`legal`, `prefer`, `value`, `continues` and `possible` change nothing",
    "prefer": "weights are whole numbers from 1, and depend on what the seat knows alone",
    "notation": "every action's text is unique and reads back",
    "reason": "an action is legal if and only if the rules give no reason against it, and the book has the rule cited",
    "option": "every option makes a difference to the rules",
    "reach": "walks reach every action, reason and event, but for those of which the game says why none can",
    "refusal": "what is refused raises a typed error and changes nothing",
    "record": "records repeat matches byte for byte, damaged ones are refused cleanly",
    "payoff": "payoffs, places and what `value` gives are what the game declares",
    "termination": "every game ends, unless a limit is off",
    "parity": "plain and native rules are one game",
    "bounds": "no rule reads or writes outside an array",
    "lesson": "lessons play as they are written, and each of their pages points at something that is there",
    "golden": "golden records are there for every number of players, and play as ever",
}

_POSITIONS, _THOROUGHLY = 5000, 60_000
"""Numbers of positions, in all settings together, that walks towards what is rare pass in a quick and a thorough check."""
_RICHEST = 6
"""Number of settings in which a thorough check walks on towards what is missing."""

Watcher = Callable[[int, int, str], None]
"""Is told how many jobs are done, of how many, and what is at work."""


@dataclass
class Report:
    """The outcome of a check."""

    game: str
    thorough: bool = False
    settings: int = 0
    positions: int = 0
    distributions: int = 0
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    endless: bool = False
    reached: Reached = field(default_factory=Reached)

    @property
    def passed(self) -> bool:
        """Whether every property holds."""
        return not self.findings

    def data(self) -> dict[str, Any]:
        """The report for programs."""
        found = [vars(finding) for finding in self.findings]
        return {
            "game": self.game,
            "passed": self.passed,
            "thorough": self.thorough,
            "settings": self.settings,
            "positions": self.positions,
            "distributions": self.distributions,
            "seconds": self.seconds,
            "reach": self.reached.data(),
            "findings": found,
        }

    @property
    def head(self) -> str:
        """A line that says what was checked."""
        looked = f"{self.settings} settings, {self.positions} positions, {self.distributions} exact distributions"
        return f"{self.game}: {looked}"

    def __str__(self) -> str:
        return "\n".join([self.head, *map(str, self.findings)]) if self.findings else f"{self.head}: all holds"

    def note(self, outcomes: Iterable[tuple[Job, Outcome]]) -> None:
        """Add what jobs have found."""
        for job, outcome in outcomes:
            self.positions += outcome.positions
            self.distributions += outcome.distributions
            self.findings += outcome.findings
            self.endless |= outcome.endless
            if job.kind == REACH:
                self.reached.note(job.case, outcome.reached)


def check(
    game: str | Game,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    thorough: bool = False,
    seed: int = 1,
    seeds: int = 2,
    steps: int = 40,
    native: bool = True,
    skip: Collection[str] = (),
    processes: int = 0,
    progress: Watcher = lambda done, of, what: None,
) -> Report:
    """Check a game with every number of players and every value of its options, or with the ones given.

    The quick check has each of these in some setting, the `thorough` one each two of them together (see
    `tuckbox.testing.settings`). In every setting a walk of `steps` decisions is made, with options as usual `seeds` walks;
    the first has this `seed`, the next the one after, and so on. `native` False leaves out what needs a compiler; `skip`
    names properties not to report. Of each property the first failure in a walk is kept. With `processes` that many do it,
    for which the game has to be installed; with none it is done in this one. Raises `OptionError` for a setting that is not
    allowed, for properties that there are not, and for what are no numbers; `UnknownGame` for what is no game.

    Only a `thorough` check of all settings demands that everything is reached, and walks on towards what is missing.
    """
    start = time.perf_counter()
    game = given_game(game)
    skip = (skip,) if isinstance(skip, str) else skip
    _check_asked(seed, seeds, steps, skip)
    chosen = settings(game, thorough, players, options)
    report = Report(game.name, thorough, len(chosen))
    quick = not native and "golden" in skip
    jobs = _jobs(game, chosen, thorough, seed, seeds, steps, native, quick)
    unloaded = _does_not_load(jobs[0])
    if unloaded is not None:  # nor could anything else be done
        report.findings.append(unloaded)
        return report
    report.reached = Reached() if "reach" in skip else Reached.of(game)
    if "reach" not in skip:
        jobs += _towards(game, chosen, thorough, seed)

    def do(jobs: Sequence[Job]) -> None:
        report.note(_done(game, jobs, skip, processes, progress))

    do(jobs)
    if "reach" not in skip and thorough and players is None and options is None and not report.endless:
        if report.reached.missed:
            rich = [(number, dict(some)) for number, some in report.reached.richest(_RICHEST)]
            do(_towards(game, rich, thorough, seed + len(chosen), report.reached.missed))
        again = f"tuckbox check {given_as(game.name)} --thorough"
        report.findings += [Finding("reach", game.name, fault, again=again) for fault in report.reached.faults()]
    report.seconds = time.perf_counter() - start
    return report


def _check_asked(seed: int, seeds: int, steps: int, skip: Collection[str]) -> None:
    """Refuse numbers that are none and properties that there are not. Raises `OptionError`."""
    if not is_whole(seed, 0, (1 << 63) - 1):  # walks have the seeds above it, for which there is room
        raise OptionError(f"seed is a whole number from 0 to 2^63 - 1, not {repr(seed)[:40]}")
    for name, number in (("seeds", seeds), ("steps", steps)):
        if not is_whole(number, 1):
            raise OptionError(f"{name} is a whole number from 1, not {repr(number)[:40]}")
    for name in skip:
        if name not in PROPERTIES:
            raise OptionError(
                f"skip names properties of the suite, not {repr(name)[:40]}{did_you_mean(str(name), PROPERTIES)}"
            )


def _jobs(
    game: Game, chosen: Iterable[Setting], thorough: bool, seed: int, seeds: int, steps: int, native: bool, quick: bool
) -> list[Job]:
    """All there is to do, in order of what usually breaks. The quick check compiles once, with checked indices."""
    repeated = [setting for setting in chosen for _ in range(1 if setting[1] else seeds)]
    walks = [Case(game, *setting, seed + number) for number, setting in enumerate(repeated)]
    jobs = [Job(GENERAL, walks[0], quick=quick), *(Job(WALK, case, steps, quick=quick) for case in walks)]
    if native:
        jobs += [Job(COMPILED, case, steps, checked=not thorough) for case in walks]
    if native and thorough:
        jobs += [Job(BOUNDS, case, checked=True) for case in walks if not case.options]
    return jobs


def _towards(game: Game, chosen: Sequence[Setting], thorough: bool, seed: int, wanted: Iterable[str] = ()) -> list[Job]:
    """Walks towards what is wanted, in every setting; usually towards everything."""
    positions = (_THOROUGHLY if thorough else _POSITIONS) // len(chosen)
    cases = [Case(game, *setting, seed + number) for number, setting in enumerate(chosen)]
    return [Job(REACH, case, positions, wanted=tuple(wanted)) for case in cases]


def _done(
    game: Game, jobs: Sequence[Job], skip: Collection[str], processes: int, progress: Watcher
) -> list[tuple[Job, Outcome]]:
    """The jobs with what they have found, in their order; where the game's code comes to no end, those done until then."""
    found: dict[int, Outcome] = {}
    for job, what in WorkerPool(game.name, jobs, skip, processes) if processes else _alone(jobs, skip):
        if isinstance(what, Outcome):
            found[jobs.index(job)] = what
            if what.endless:  # each of the others might take as long
                break
        progress(len(found), len(jobs), str(job) if isinstance(what, Outcome) else what)
    return [(jobs[number], found[number]) for number in sorted(found)]


def _does_not_load(job: Job) -> Finding | None:
    try:
        engine(job.case.game, "plain")
    except RulesError as error:
        return job.failed("rules", str(error))
    return None


def _alone(jobs: Iterable[Job], skip: Collection[str]) -> Iterator[tuple[Job, str | Outcome]]:
    """The jobs one after another, in this process."""
    for job in jobs:
        yield job, str(job)
        yield job, job.do(skip)
