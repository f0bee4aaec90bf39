"""The pieces a check is made of: each can be done by itself, in any order and in any process."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tuckbox.definition.faults import fault, frames, placed
from tuckbox.definition.finding import given_as
from tuckbox.definition.game import Game
from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.engine.endless import EndlessWatch
from tuckbox.errors import RulesError, TuckboxError
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.testing import (
    beliefs,
    deals,
    encodings,
    faces,
    golden,
    lesson_checks,
    meanings,
    mechanics,
    networks,
    packs,
    parity,
    reasons,
    secrets,
    telling,
    unread,
    worlds,
)
from tuckbox.testing.case import Case, Failure, viewers
from tuckbox.testing.pasts import Past
from tuckbox.testing.reach import Explorer

GENERAL, WALK, REACH, COMPILED, BOUNDS = "general", "walk", "reach", "compiled", "bounds"

_WORDS = {
    GENERAL: "declarations, golden records and lessons",
    REACH: "what can be reached, {}",
    COMPILED: "compiled, {}",
    BOUNDS: "checked indices",
}
_OF_A_SETTING = {WALK, REACH, COMPILED}
_GAMES = 300
"""Number of random games that must end."""


@dataclass(frozen=True)
class Finding:
    """A property that does not hold: where, what is wrong, the record that leads there (if a match does), and the command
    that finds it again."""

    name: str
    case: str
    message: str
    record: str = ""
    again: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.message} [{self.case}]"


@dataclass
class Outcome:
    """Findings of a job, how much it has looked at, counts of what its walks have reached, and whether the game's code came
    to no end in it."""

    positions: int = 0
    distributions: int = 0
    reached: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    endless: bool = False

    def data(self) -> dict[str, Any]:
        """It for another process."""
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Outcome:
        """The outcome as another process has sent it."""
        return cls(**{**data, "findings": [Finding(**finding) for finding in data["findings"]]})


@dataclass(frozen=True)
class Job:
    """One piece: `GENERAL` for the game itself, `WALK` through plain rules, `REACH` for walks to what is rare, `COMPILED`
    rules beside plain ones, `BOUNDS` for compiled rules with their indices checked. `checked` says whether compiled rules
    run with checked indices, `wanted` what is to be reached (empty: everything), `quick` whether `--quick` repeats it."""

    kind: str
    case: Case
    steps: int = 40
    checked: bool = False
    wanted: tuple[str, ...] = ()
    quick: bool = False

    def __str__(self) -> str:
        return _WORDS.get(self.kind, "{}").format(self.case)

    @property
    def compiles(self) -> bool:
        """Whether it needs the compiler."""
        return self.kind in {COMPILED, BOUNDS}

    def data(self) -> dict[str, Any]:
        """It for another process, which knows the game."""
        setting = {"players": self.case.players, "options": dict(self.case.options), "seed": self.case.seed}
        how = {"steps": self.steps, "checked": self.checked, "wanted": self.wanted, "quick": self.quick}
        return {"kind": self.kind, **how, **setting}

    @classmethod
    def of(cls, game: Game, data: dict[str, Any]) -> Job:
        """A job from another process."""
        case = Case(game, data["players"], data["options"], data["seed"])
        return cls(data["kind"], case, data["steps"], data["checked"], tuple(data["wanted"]), data["quick"])

    @property
    def again(self) -> str:
        """The command that does it again."""
        words = ["tuckbox", "check", given_as(self.case.game.name)]
        if self.kind in _OF_A_SETTING:
            words += ["--players", str(self.case.players), "--seed", str(self.case.seed)]
            words += [part for name, value in self.case.options.items() for part in ("--option", f"{name}={value}")]
            words += ["--steps", str(self.steps)] if self.steps != 40 and self.kind != REACH else []
        if self.kind in {REACH, BOUNDS} or (self.kind == COMPILED and not self.checked):
            words.append("--thorough")
        elif self.quick:
            words.append("--quick")
        return shlex.join(words)

    def failed(self, name: str, message: str, record: str = "") -> Finding:
        """A finding of this job."""
        where = str(self.case) if self.kind in _OF_A_SETTING else self.case.game.name
        return Finding(name, where, message, record, self.again)

    def do(self, skip: Collection[str] = ()) -> Outcome:
        """Do it; of each property, but for those to skip, the first failure is kept."""
        outcome, seen = Outcome(), set(skip)
        for (name, message), record in _guarded(self._found(outcome), self.case.game):
            if name not in seen:
                seen.add(name)
                outcome.findings.append(self.failed(name, message, record))
        return outcome

    def _found(self, outcome: Outcome) -> Found:
        with EndlessWatch(self.case.game.name, self.case.game.folder) as watch:
            try:
                yield from _DONE[self.kind](self, outcome)
            finally:
                outcome.endless = watch.tripped


Found = Iterator[tuple[Failure, str]]
"""Failures, each with the record that leads there."""


_PYTHONS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of Python's where a game's own files have made something of a wrong kind that is used elsewhere."""


def _guarded(found: Found, game: Game) -> Found:
    """Failures; a fault in the game's own files is one too."""
    try:
        yield from found
    except RulesError as error:
        told = placed(error, game.folder)
        yield ("scene" if _of_scene(error, game) else _named(told), told), ""
    except Exception as error:
        told = fault(error, game.folder)
        if not told and not isinstance(error, (TuckboxError, *_PYTHONS)):
            raise
        yield (_whose(error, game), told or f"{type(error).__name__}: {error}"), ""


def _whose(error: Exception, game: Game) -> str:
    """The property that an error belongs to: whether it was raised in the scene, in the words, or in rules."""
    calls = frames(error, game.folder)
    if _of_scene(error, game):
        return "scene"
    rules = {source_of(module) for module in rules_modules(game.rules.__name__)}
    return "text" if calls and Path(calls[0].filename) not in rules else "rules"


def _of_scene(error: Exception, game: Game) -> bool:
    """Whether an error was raised while the scene was laid out."""
    return any(call.name == getattr(game.scene, "__name__", "") for call in frames(error, game.folder))


def _named(fault: str) -> str:
    """The property that a fault the match itself has noticed belongs to."""
    if "the rule legal gives" in fault or "the rule refuse leaves" in fault:
        return "legal list"
    for words, name in (("the reason ", "reason"), ("`scene` returned", "scene"), ("counts from the end", "bounds")):
        if words in fault:
            return name
    return "conservation" if any(words in fault for words in ("in play", "holds numbers", "outgrew")) else "rules"


def _bare(failures: Iterable[Failure]) -> Found:
    for failure in failures:
        yield failure, ""


def _general(job: Job, outcome: Outcome) -> Found:
    """Check declarations, golden records and lessons."""
    game = job.case.game
    yield from _bare(alike(game))
    yield from _bare(meanings.meanings(game))
    yield from _bare(reasons.declared(game))
    yield from _bare(unread.unread(game))
    yield from _bare(mechanics.unending(game))
    yield from _bare(mechanics.never_passed(game))
    yield from _bare(golden.golden(game))
    yield from _bare(lesson_checks.played(game))


def alike(game: Game) -> Iterator[Failure]:
    """Two kinds of cards that are shown alike would tell copies apart in secret."""
    faces = list(game.layout.deck.faces)
    double = next((face for face in faces if faces.count(face) > 1), None)
    if double is not None:
        yield "alike", f"two kinds of cards are both shown as {double!r}: make them one kind with copies"


def _walk(job: Job, outcome: Outcome) -> Found:
    """Everything that can be looked at at the positions of a match."""
    case = job.case
    yield from _bare(packs.packs(case))
    yield from _bare(deals.deals(case))
    chance, rng, match = random.Random(case.seed), Fast(case.seed), None
    past, back = Past(case), random.Random(case.seed)
    for number, match in enumerate(case.walk(job.steps)):
        outcome.positions += 1
        past.note(match)
        for failure in deals.deals(case, match.state) if match.between else ():
            yield failure, str(match.record())
        for failure in _position(case, match, rng, chance, number):
            yield failure, str(match.record())
        for failure in _distribution(case, match, chance, number, outcome):
            yield failure, str(match.record())
        if number % 2 and not match.over:
            for failure in past.impossible(match, Fast(case.seed + number), back):
                yield failure, str(match.record())
    if match is not None:
        for failure in mechanics.records(case, match):
            yield failure, str(match.record())
    if job.quick:
        yield from mechanics.to_the_end(case)


def _position(case: Case, match: Match, rng: Fast, chance: random.Random, number: int) -> Iterator[Failure]:
    yield from mechanics.outcome(case, match)
    yield from encodings.observed(case, match)
    reasons.outside(case, match)
    if match.over:
        return
    reasons.answers(case, match)
    yield from mechanics.legal_lists(case, match)
    yield from reasons.reasons(case, match)
    dealt = secrets.worlds(match, rng)
    yield from secrets.present(case, match, dealt)
    yield from secrets.limits(case, match)
    yield from secrets.after_a_step(case, match, dealt, rng.s)
    yield from secrets.after_all_answers(case, match, dealt, rng.s)
    yield from secrets.from_outside(case, match, dealt)
    yield from secrets.sealed_answers(case, match)
    if number % 4 == 0:
        yield from mechanics.refusals(case, match, chance)
    if number % 8 == 0:
        yield from secrets.redeal_moves(case, match, rng)
    if number % 4 == 3:
        yield from telling.told(case, match, rng.s)
    if number % 4 == 1:
        yield from faces.faces(case, match)
    if number % 4 == 2:
        yield from beliefs.believed(case, match, rng)
    if number % 8 == 6:
        yield from networks.thought(case, match, rng)


def _distribution(case: Case, match: Match, chance: random.Random, number: int, outcome: Outcome) -> Iterator[Failure]:
    """Failures of the redeals for one viewer, at every eighth position, followed through all their chance."""
    if match.over or number % 8 != 4:
        return
    viewer = chance.choice(viewers(match))
    seen = worlds.few(case, match.state, viewer, chance)
    if seen is not None:
        outcome.distributions += 1
        yield from worlds.uniformity(case, seen, viewer)


def _reach(job: Job, outcome: Outcome) -> Found:
    """Walks towards what is rare."""
    explorer = Explorer(job.case, job.wanted)
    try:
        yield from _bare(explorer.explore(job.steps))
    finally:
        outcome.reached = dict(explorer.reached)


def _compiled(job: Job, outcome: Outcome) -> Found:
    """Compiled rules beside plain ones, and whole games."""
    yield from _bare(parity.lockstep(job.case, 3 * job.steps, job.checked))
    yield from _bare(parity.termination(job.case, _GAMES, job.checked))


def _bounds(job: Job, outcome: Outcome) -> Found:
    """Whole games with checked indices."""
    yield from _bare(parity.termination(job.case, 200, checked=True))


_DONE: dict[str, Callable[[Job, Outcome], Found]] = {
    GENERAL: _general,
    WALK: _walk,
    REACH: _reach,
    COMPILED: _compiled,
    BOUNDS: _bounds,
}
