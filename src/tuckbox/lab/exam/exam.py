"""Makes an exam: which blocks are to be played, and the figures that come of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tuckbox import __version__
from tuckbox.bots.bots import check_learnt
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lab.asked import Patience
from tuckbox.lab.door import DOOR, SCRIPT
from tuckbox.lab.exam import form
from tuckbox.lab.exam.positions import Positions
from tuckbox.lab.exam.work import is_asked
from tuckbox.lab.scripted import SCRIPTS
from tuckbox.run.blocks import Arrays, Block, Setting, check_games, check_seed, key_of
from tuckbox.run.journal import Journal
from tuckbox.run.run import Crew, Run
from tuckbox.run.stats import mean, wilson
from tuckbox.run.workspace import parsed

SIZES = (2, 3, 4)
"""Numbers of players at which an exam is held, unless it is told others."""
_WORK = "tuckbox.lab.exam.work"
_BLOCKS = 4
"""Number of blocks into which the deals of a paper are cut."""


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
        check_games(self.deals)
        check_seed(self.seed)
        if self.judged < 0 or self.effort < 1:
            raise OptionError("judged decisions are none or more, and the effort is at least 1")
        if self.twin is not None:
            check_seed(self.twin)

    @property
    def more(self) -> dict[str, Any]:
        """The same for a block."""
        twin = {} if self.twin is None else {"twin": self.twin}
        return {"judged": self.judged, "effort": self.effort, **twin, **self.patience.more}


@dataclass
class _Part:
    """A paper, or the positions of one size: its blocks, and the tables that come of them."""

    kind: str
    setting: Setting
    names: tuple[str, ...]
    blocks: list[Block]
    tables: list[Arrays] = field(default_factory=list)

    def joined(self, name: str, axis: int = 0) -> NDArray[Any]:
        """The arrays of a name, one after the other."""
        return np.concatenate([table[name] for table in self.tables], axis)


def exam(
    game: Game,
    candidates: Sequence[str],
    against: Sequence[str],
    crew: Crew,
    terms: Terms | None = None,
    *,
    players: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> form.Exam | None:
    """The figures of an exam; None if it was interrupted.

    Candidates are bots, ``script:NAME`` or ``door:COMMAND``, rivals are bots. The crew goes home at the end. Raises
    `OptionError`, also for a bot without the weights that its name claims.
    """
    terms = terms or Terms()
    settings = _settings(game, players, options)
    examined = [*settings, *_of_memory(game, terms)]
    candidates, against = _named(game, examined, candidates), _named(game, settings, against)
    if any(is_asked(name) for name in against):
        raise OptionError("the rivals of an exam are bots")
    parts = [part for setting in settings for part in _parts(setting, candidates, against, terms)]
    parts += [_recalling(name, found, terms) for found in terms.memory if found.found for name in candidates]
    blocks = [block for part in parts for block in part.blocks]
    homes = [part for part in parts for _ in part.blocks]
    with Run(crew, Journal.opened(key_of(blocks), journal, resume)) as run:
        for number, table in run.each(blocks):
            homes[number].tables.append(table)
            progress(number + 1, len(blocks))
    if run.interrupted:
        return None
    bases = {(part.setting.players, part.names[0]): part for part in parts if part.kind == "base"}
    papers = [_paper(part, bases[part.setting.players, part.names[1]]) for part in parts if part.kind == "sit"]
    recalled = [_remembered(part) for part in parts if part.kind == "memory"]
    return form.Exam(
        form.VERSION, __version__, game.name, game.hash, dict(settings[0].options), terms.seed, terms.deals, terms.judged,
        terms.effort, terms.twin, list(candidates), list(against), papers, recalled,
    )  # fmt: skip


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


def _named(game: Game, settings: Sequence[Setting], names: Sequence[str]) -> tuple[str, ...]:
    """The names by which players are known. Raises `OptionError` for a bot that would play without what it claims."""
    found = tuple(name if is_asked(name) else parsed([name])[0].name for name in names)
    if not found or len(set(map(shown, found))) != len(found):
        raise OptionError("an exam has one or more candidates, and rivals; no two by the same name")
    policies = parsed([name for name in found if not is_asked(name)])
    for setting in settings:
        if lacks := check_learnt(game, policies, setting.players, dict(setting.options)):
            raise OptionError(f"{lacks[0]}; say :bare after its name if that is meant")
    return found


def _parts(setting: Setting, candidates: Sequence[str], against: Sequence[str], terms: Terms) -> list[_Part]:
    """The papers of one size, and what the rivals get among themselves."""
    found = []
    for rival in against:
        names = (rival, rival)
        found.append(_Part("base", setting, names, _cut("base", setting, names, terms.deals, terms)))
        for name in candidates:
            names = (name, rival)
            found.append(_Part("sit", setting, names, _cut("sit", setting, names, terms.deals, terms)))
    return found


def _of_memory(game: Game, terms: Terms) -> list[Setting]:
    """The settings of the positions. Raises `OptionError` for those of another game."""
    if other := [found.game for found in terms.memory if found.game != game.name]:
        raise OptionError(f"there are positions of {other[0]}, but the exam is of {game.name}")
    return [found.setting for found in terms.memory]


def _recalling(name: str, found: Positions, terms: Terms) -> _Part:
    """The positions of a file, put before a candidate."""
    told = {**terms.more, "effort": found.effort, "positions": msgspec.to_builtins(found.found)}
    block = Block("tuckbox.lab.exam.memory:ask", found.setting, (name,), found.seed, 0, len(found.found), told)
    return _Part("memory", block.setting, (name,), [block])


def _cut(work: str, setting: Setting, names: tuple[str, ...], deals: int, terms: Terms) -> list[Block]:
    size = ceil(deals / _BLOCKS)
    firsts = range(0, deals, size)
    more = terms.more if work == "sit" else {}
    return [Block(f"{_WORK}:{work}", setting, names, terms.seed, at, min(size, deals - at), more) for at in firsts]


def spread(values: NDArray[Any]) -> Any:
    """The mean of some numbers with its interval."""
    numbers = np.asarray(values, float)
    return mean(float(numbers.sum()), float((numbers**2).sum()), len(numbers))


def share(hits: float, of: int) -> form.Part:
    """A share with its interval."""
    return form.Part(hits / of if of else 0.0, *wilson(hits, of), of)


def _paper(part: _Part, base: _Part) -> form.Paper:
    """The figures of a paper."""
    payoffs, counts, judged = part.joined("payoffs", 1), part.joined("counts", 1), part.joined("judged")
    decisions, answers, refused, forfeited, told = (int(number) for number in counts.sum(axis=(0, 1)))
    each = payoffs.mean(axis=0)
    seconds = float(part.joined("seconds", 1).sum())
    return form.Paper(
        candidate=shown(part.names[0]),
        against=part.names[1],
        players=part.setting.players,
        games=payoffs.size,
        payoff=spread(each),
        gap=spread(each - base.joined("payoffs")),
        decisions=decisions,
        answers=answers,
        refused=refused,
        forfeited=forfeited,
        agrees=share(float(judged[:, 3].sum()), len(judged)),
        cost=spread(judged[:, 4]),
        words=told / answers if answers else None,
        seconds=seconds / answers if part.names[0].startswith(DOOR) and answers else None,
    )


def _remembered(part: _Part) -> form.Remembered:
    """The figures of the positions that ask for memory."""
    rows = part.joined("asked")
    remembered, forgot = (share(float(rows[:, column].sum()), len(rows)) for column in (0, 1))
    return form.Remembered(shown(part.names[0]), part.setting.players, len(rows), remembered, forgot, spread(rows[:, 2]))


def named(text: str) -> str:
    """The name of a candidate that is no program: of a scripted player with what it is."""
    return f"{SCRIPT}{text}" if text in SCRIPTS else text


def shown(name: str) -> str:
    """A candidate's name as people read it; of a program without the folders in its command.

    >>> shown("door:python /home/ann/models/mine.py --fast"), shown("script:first"), shown("search:60")
    ('python mine.py --fast', 'first', 'search:60')
    """
    if not is_asked(name):
        return name
    return " ".join(word.rpartition("/")[2] or word for word in name.partition(":")[2].split())


__all__ = ["SIZES", "Terms", "exam", "named", "shown"]
