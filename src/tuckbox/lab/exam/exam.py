"""Makes an exam: which blocks are to be played, and the figures that come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from tuckbox import __version__
from tuckbox.bots.bots import check_learnt
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lab.asked import Patience
from tuckbox.lab.exam import form
from tuckbox.lab.exam.positions import Positions
from tuckbox.lab.exam.work import is_asked
from tuckbox.lab.programs import PROGRAM, SCRIPT
from tuckbox.lab.scripted import SCRIPTS
from tuckbox.run.blocks import Setting, check_games, check_seed
from tuckbox.run.parts import Part, cut, play_parts
from tuckbox.run.run import Executor
from tuckbox.run.stats import mean_of, wilson
from tuckbox.run.workspace import parsed

SIZES = (2, 3, 4)
"""Numbers of players at which an exam is held, unless it is told others."""
_WORK = "tuckbox.lab.exam.work"
_BLOCKS = 4
"""Number of blocks into which the deals of a setting are cut."""


@dataclass(frozen=True)
class Terms:
    """The terms of an exam: the number of deals, the decisions of each game that the coach judges, the games played in the
    mind for each, the seed of the deals and of a twin, the patience with programs, and positions that ask for memory."""

    deals: int = 40
    judged: int = 2
    effort: int = 200
    seed: int = 0
    twin: int | None = None
    patience: Patience = field(default_factory=Patience)
    memory: tuple[Positions, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "deals", check_games(self.deals, "deals"))
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.judged < 0 or self.effort < 1:
            raise OptionError("judged decisions are none or more, and the effort is at least 1")
        if self.twin is not None:
            object.__setattr__(self, "twin", check_seed(self.twin, "the number of a twin"))

    @property
    def more(self) -> dict[str, Any]:
        """The terms as a block is told them."""
        twin = {} if self.twin is None else {"twin": self.twin}
        return {"judged": self.judged, "effort": self.effort, **twin, **self.patience.more}


def exam(
    game: Game,
    candidates: Sequence[str],
    against: Sequence[str],
    executor: Executor,
    terms: Terms | None = None,
    *,
    players: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> form.Exam | None:
    """The figures of an exam; None if it was interrupted.

    Candidates are bots, ``script:NAME`` or ``program:COMMAND``, rivals are bots. The executor is closed at the end. Raises
    `OptionError`, also for a bot without the weights that its name claims.
    """
    terms = terms or Terms()
    settings = _settings(game, players, options)
    examined = [*settings, *_of_memory(game, terms)]
    candidates = _named(game, examined, candidates, "candidates (--bots, --program)")
    against = _named(game, settings, against, "rivals (--against)")
    if any(is_asked(name) for name in against):
        raise OptionError("the rivals of an exam are bots")
    met = [(setting, rival) for setting in settings for rival in against]
    baselines = {(setting, rival): _deals("baseline", setting, (rival, rival), terms) for setting, rival in met}
    sat = [_deals("examine", setting, (name, rival), terms) for setting, rival in met for name in candidates]
    asked = [_recalling(name, found, terms) for found in terms.memory if found.found for name in candidates]
    if not play_parts([*baselines.values(), *sat, *asked], executor, journal, resume, progress):
        return None
    results = [_result(part, baselines[part.setting, part.bots[1]]) for part in sat]
    recalled = [_remembered(part) for part in asked]
    return form.Exam(
        form.VERSION, __version__, game.name, game.hash, dict(settings[0].options), terms.seed, terms.deals, terms.judged,
        terms.effort, terms.twin, list(candidates), list(against), results, recalled,
    )  # fmt: skip


def usual_rivals(game: Game, players: Iterable[int] | None, options: Mapping[str, Any] | None) -> list[str]:
    """The bots that an exam is held among unless it is told others: `greedy`, and `learned` where the game ships what that
    plays by, at all these tables. Raises `OptionError`."""
    learned = parsed(["learned"])
    for setting in _settings(game, players, options):
        try:
            check_learnt(game, learned, setting.players, dict(setting.options))
        except OptionError:
            return ["greedy"]
    return ["greedy", "learned"]


def _settings(game: Game, players: Iterable[int] | None, options: Mapping[str, Any] | None) -> list[Setting]:
    """The settings of an exam: usual sizes that the game allows, or the asked ones."""
    if players is None:
        sizes = [size for size in SIZES if size in game.players and game.allows(size, options or {})]
    else:
        sizes = sorted(set(players))
    found = [Setting.of(game, size, options) for size in sizes]
    if not found or found[0].players < 2:
        raise OptionError("an exam is for games of two or more players")
    return found


def _named(game: Game, settings: Sequence[Setting], names: Sequence[str], called: str) -> tuple[str, ...]:
    """The names by which players are known, which are `called` candidates or rivals. Raises `OptionError` for a bot that
    would play without what it claims."""
    found = tuple(name if is_asked(name) else parsed([name])[0].name for name in names)
    if not found:
        raise OptionError(f"an exam needs {called}")
    names = [shown(name) for name in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise OptionError(f"there are two {called} by the name {twice[0]}")
    scripts = [name.removeprefix(SCRIPT) for name in found if name.startswith(SCRIPT)]
    if strange := [name for name in scripts if name not in SCRIPTS]:
        raise OptionError(f"there is no scripted player {strange[0][:40]!r}: it is one of {', '.join(SCRIPTS)}")
    policies = parsed([name for name in found if not is_asked(name)])
    for setting in settings:
        if lacks := check_learnt(game, policies, setting.players, dict(setting.options)):
            raise OptionError(f"{lacks[0]}; say :bare after its name if that is meant")
    return found


def _of_memory(game: Game, terms: Terms) -> list[Setting]:
    """The settings of the positions. Raises `OptionError` for those of another game."""
    if other := [found.game for found in terms.memory if found.game != game.name]:
        raise OptionError(f"there are positions of {other[0]}, but the exam is of {game.name}")
    return [found.setting for found in terms.memory]


def _deals(work: str, setting: Setting, names: tuple[str, str], terms: Terms) -> Part:
    """The deals of a setting, played by the first of two names among the second."""
    more = terms.more if work == "examine" else {}
    return cut(f"{_WORK}:{work}", setting, names, terms.seed, terms.deals, ceil(terms.deals / _BLOCKS), more)


def _recalling(name: str, found: Positions, terms: Terms) -> Part:
    """The positions of a file, put before a candidate."""
    told = {**terms.more, "effort": found.effort, "positions": msgspec.to_builtins(found.found)}
    many = len(found.found)
    return cut("tuckbox.lab.exam.memory:ask", found.setting, (name,), found.seed, many, many, told)


def share(hits: float, of: int) -> form.Part:
    """A share with its interval."""
    return form.Part(hits / of if of else 0.0, *wilson(hits, of), of)


def _result(part: Part, baseline: Part) -> form.Result:
    """The result of a candidate, beside the payoffs of the rivals among themselves."""
    payoffs, counts, judged = part.joined("payoffs", 1), part.joined("counts", 1), part.joined("judged")
    decisions, answers, refused, forfeited, told = (int(number) for number in counts.sum(axis=(0, 1)))
    each = payoffs.mean(axis=0)
    seconds = float(part.joined("seconds", 1).sum())
    return form.Result(
        candidate=shown(part.bots[0]),
        against=part.bots[1],
        players=part.setting.players,
        games=payoffs.size,
        payoff=mean_of(each),
        gap=mean_of(each - baseline.joined("payoffs")),
        decisions=decisions,
        answers=answers,
        refused=refused,
        forfeited=forfeited,
        agrees=share(float(judged[:, 3].sum()), len(judged)),
        cost=mean_of(judged[:, 4]),
        words=told / answers if answers else None,
        seconds=seconds / answers if part.bots[0].startswith(PROGRAM) and answers else None,
    )


def _remembered(part: Part) -> form.Remembered:
    """The figures of the positions that ask for memory."""
    rows = part.joined("asked")
    remembered, forgot = (share(float(rows[:, column].sum()), len(rows)) for column in (0, 1))
    return form.Remembered(shown(part.bots[0]), part.setting.players, len(rows), remembered, forgot, mean_of(rows[:, 2]))


def named(text: str) -> str:
    """The name of a candidate that is no program: of a scripted player with what it is."""
    return f"{SCRIPT}{text}" if text in SCRIPTS else text


def shown(name: str) -> str:
    """A candidate's name as people read it; of a program without the folders in its command.

    >>> shown("program:python /home/ann/models/mine.py --fast"), shown("script:first"), shown("search:60")
    ('python mine.py --fast', 'first', 'search:60')
    """
    if not is_asked(name):
        return name
    return " ".join(word.rpartition("/")[2] or word for word in name.partition(":")[2].split())
