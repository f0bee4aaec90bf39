"""Makes a study: which blocks are to be played, and the figures that come of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from tuckbox import __version__
from tuckbox.definition.game import Game, given_game
from tuckbox.lab.bouts import seat_orders, seated, side_of_each, sides_of
from tuckbox.lab.ratings import ELO, STEP, comparisons, rate
from tuckbox.lab.simulate import seated_bots, thinking_time
from tuckbox.lab.study import figures, form
from tuckbox.lab.tally import Tally
from tuckbox.lab.traces import write
from tuckbox.run.blocks import Setting, check_games, check_seed
from tuckbox.run.parts import Part, cut, play_parts
from tuckbox.run.run import Executor, Threads
from tuckbox.run.workspace import checked, expect_search, parsed, simulator_for

GAMES = 4_000
WORLDS, DRAWS = 64, 2
_RUNGS = (5, 20, 60, 200, 600, 2_000)
_DEAREST, _STRONG, _SECONDS = 0.5, 0.075, 25.0
"""Maximum estimated seconds of a game: of the dearest rung, of the strong player that others are compared with; and those
of all deals of a rung."""
_WORKS = "tuckbox.lab.study.works"
_SKILL = ("rung", "duplicate")
"""The parts of the section on skill, by the first word of their names; they are played last."""


@dataclass(frozen=True)
class StudyPlan:
    """The games to be played for a study."""

    game: Game
    setting: Setting
    bots: tuple[str, ...]
    seed: int
    games: int

    @cached_property
    def length(self) -> float:
        """The mean number of decisions of a few games. They are written down as the others are, so that nothing is compiled
        for them alone."""
        policies = parsed(self.bots)
        return float(np.abs(write(simulator_for(self.setting, policies), self.seed, range(32), policies).lengths).mean())

    def rungs(self, most: float = _DEAREST) -> list[str]:
        """Bots from random to the strongest that takes no longer than `most` seconds a game, or about so."""
        return ["random", "greedy", *(bot for bot in map("search:{}".format, _RUNGS) if self._seconds(bot) <= most)]

    def parts(self) -> dict[str, Part]:
        """The blocks, by what they are for."""
        setting, bots, seed, n = self.setting, self.bots, self.seed, self.games
        size = max(1, int(30_000 / self.length))
        found = {
            "play": cut(f"{_WORKS}:play", setting, bots, seed, n, size),
            "look": cut(f"{_WORKS}:look", setting, bots, seed, max(1, n // 10), max(1, size // 10)),
            "foresee": cut(
                f"{_WORKS}:foresee", setting, bots, seed, max(1, n // 20), max(1, size // 100), {"worlds": WORLDS}
            ),
        }
        for players in self.others:
            other = Setting.of(self.game, players, dict(setting.options))
            found[f"players {players}"] = cut(f"{_WORKS}:play", other, [bots[0]] * players, seed, max(1, n // 4), size)
        if len(self.sides) > 1:
            found |= self._of_skill()
        return found

    @cached_property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats that win together; one side alone has nobody to be better than."""
        return sides_of(self.setting)

    @cached_property
    def places(self) -> list[int]:
        """On a rung of the ladder, whether a seat plays as the lower bot (0) or the upper one (1): sides do by turns."""
        return [side % 2 for side in side_of_each(self.sides)]

    @property
    def others(self) -> list[int]:
        """The other numbers of players that these options allow."""
        usual = [players for players in self.game.players if players != self.setting.players]
        return sorted(players for players in usual if self.game.allows(players, dict(self.setting.options)))

    def _of_skill(self) -> dict[str, Part]:
        """The ladder, and the deals that are played again with seats changed."""
        found, players, rungs = {}, self.setting.players, self.rungs()
        sides = range(len(self.sides))
        turns = [(*sides,), (*sides[1:], 0)] if len(sides) % 2 == 0 else seat_orders([side % 2 for side in sides])[:4]
        orders = [seated(self.sides, order) for order in turns]
        for number, (lower, upper) in enumerate(pairwise(rungs)):
            lineup = [(lower, upper)[place] for place in self.places]
            deals = self._deals(upper, len(orders))
            bout, size = "tuckbox.lab.bouts:bout", ceil(deals / 8)
            more = {"orders": orders, "noted": True}
            found[f"rung {number}"] = cut(bout, self.setting, lineup, self.seed, deals, size, more)
        strong = [*rungs[2:3], *self.rungs(_STRONG)[2:]][-1:]
        for number, (better, other) in enumerate([("greedy", "random"), *((bot, "greedy") for bot in strong)]):
            deals, lineup = self._deals(better, players * DRAWS), [better, *[other] * (players - 1)]
            size, work = ceil(deals / 16), f"{_WORKS}:duplicate"
            found[f"duplicate {number}"] = cut(work, self.setting, lineup, self.seed, deals, size, {"decisions": DRAWS})
        return found

    def _seconds(self, bot: str) -> float:
        """Estimated seconds of a game that a bot plays in all seats."""
        return self.length * thinking_time(parsed([bot])[0], self.length)

    def _deals(self, bot: str, plays: int) -> int:
        """Number of deals, each played several times, that a bot can play in the time for them."""
        most, scale = max(2, self.games // 8), min(1.0, self.games / GAMES)
        return max(2, min(most, int(scale * _SECONDS / (self._seconds(bot) * plays))))


def study(
    game: str | Game,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    bots: str | Sequence[str] = (),
    games: int = GAMES,
    seed: int = 0,
    executor: Executor | None = None,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
    tell: Callable[[str], None] = lambda lack: None,
) -> dict[str, Any] | None:
    """The figures of a game, by section; interrupted when all but ``skill`` was there it is without that, before that None.

    `games` are played for the broad figures, the others take a share of them. Without `bots` all play `greedy`. `tell` hears
    of searches that play without what the game ships. Raises `OptionError` or `UnknownGame`.
    """
    game = given_game(game)
    setting = Setting.of(game, players, options)
    games, seed = check_games(games), check_seed(seed)
    policies = seated_bots(bots or ["greedy"], setting.players)
    checked(setting, policies, tell)
    if setting.players > 1:
        expect_search(game)  # the ladder is of searches
    plan = StudyPlan(game, setting, tuple(policy.name for policy in policies), seed, games)
    parts = plan.parts()
    if play_parts(list(parts.values()), executor or Threads(), journal, resume, progress):
        return _figures(plan, parts)
    broad = {name: part for name, part in parts.items() if name.partition(" ")[0] not in _SKILL}
    return _figures(plan, broad) if all(len(part.tables) == len(part.blocks) for part in broad.values()) else None


def _tally(part: Part) -> Tally:
    """The results of all games of a part."""
    tally = Tally(part.setting.players, part.setting.pays.all_teams(part.setting.players))
    for table in part.tables:
        tally.merge(table)
    return tally


def _figures(plan: StudyPlan, parts: dict[str, Part]) -> dict[str, Any]:
    """All sections."""
    game, setting = plan.game, plan.setting
    play, look, ahead = parts["play"], parts["look"], parts["foresee"]
    tally, lengths = _tally(play), play.joined("lengths")
    sides = {name: look.summed(f"side:{name}") for name in game.sides}
    done = (play.summed("done"), play.summed("phases"), look.summed("held"))
    seen = setting.players, play.summed("seen").tolist(), look.summed("seen").tolist()
    sections = {
        "fair": figures.fair(tally, sides, game),
        "long": figures.long(lengths, look.joined("rounds"), play.joined("minutes")),
        "wide": figures.wide(play.summed("branching"), play.joined("forced"), lengths),
        "tense": figures.tense(ahead.joined("chances"), WORLDS, tally.firsts),
        "matters": figures.matters(*done, *seen, game),
        "end": figures.ends(tally, play.summed("last"), game),
        "others": [_overview(game, parts[f"players {players}"]) for players in plan.others],
    }
    if "rung 0" in parts:
        sections["skill"] = _skill(plan, parts)
    asked = {"players": setting.players, "options": dict(setting.options), "bots": list(plan.bots), "seed": plan.seed}
    said = {"version": form.VERSION, "tuckbox": __version__, "game": game.name, "rules": game.hash, "games": plan.games}
    return form.settled({**said, **asked, **sections})


def _overview(game: Game, part: Part) -> dict[str, Any]:
    """The broad figures with another number of players."""
    tally, lengths = _tally(part), part.joined("lengths")
    fair = figures.fair(tally, {}, game)
    spread = figures.spread(lengths[lengths >= 0])
    minutes = figures.spread(part.joined("minutes")[lengths >= 0])
    void = figures.interval(tally.drawn, tally.games)
    return {"players": part.setting.players, "fair": fair, "decisions": spread, "minutes": minutes, "void": void}


def _skill(plan: StudyPlan, parts: dict[str, Part]) -> dict[str, Any]:
    """The ladder, and what players explain."""
    rungs = plan.rungs()
    deals = []
    for number in range(len(rungs) - 1):
        part = parts[f"rung {number}"]
        lineup = [number + place for place in plan.places]
        orders = part.blocks[0].more["orders"]
        for table in part.tables:
            each = [comparisons([lineup[p] for p in o], table["payoffs"][i], len(rungs)) for i, o in enumerate(orders)]
            deals.append(sum(each))
    ratings = rate(np.concatenate(deals), seed=plan.seed)
    duplicates = [part for name, part in parts.items() if name.startswith("duplicate")]
    explained = [figures.explained(part.joined("duplicates"), *part.bots[:2]) for part in duplicates]
    return {"ladder": figures.ladder(rungs, ratings, ELO * STEP), "explained": explained}
