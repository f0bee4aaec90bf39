"""Positions that ask for memory: the best action hangs on cards that were shown long before and now lie face down.

They come from games of bots among themselves. A seat of such a game knows cards that others hold or that lie face down, for
some twenty decisions or more. Where a search that knows them prefers another action than one to which they are backs like
any other, and that action is clearly better for those who know, the position asks for memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from tuckbox.bots.bots import Bot, Policy
from tuckbox.coach.judge import Verdict, weighed
from tuckbox.definition.game import Game
from tuckbox.engine.tables.games import ACTION, CHOICES, SEAT
from tuckbox.errors import OptionError, reason
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import SetZone
from tuckbox.kit.plain import blend
from tuckbox.lab.traces import match_of, played
from tuckbox.match.match import Match
from tuckbox.numbers import counted
from tuckbox.run.blocks import Arrays, Block, Setting, check_games, check_seed
from tuckbox.run.parts import cut, play_parts
from tuckbox.run.run import Executor
from tuckbox.run.workspace import checked, parsed
from tuckbox.view.view import View, cells_in

VERSION = 1
"""Version of the file of positions."""
LONG = 20
"""Number of decisions for which a card has to be known."""
CLEAR, ERRORS = 0.03, 2.0
"""Least difference between the two actions, as a share of the game's payoff, and in standard errors of it."""
CLOSER = 4
"""Factor of the effort with which a position is looked at again, and once more."""
_BLOCK = 20
Place = tuple[str, tuple[int, ...], int]
"""A known card: its zone, the indices of that, and its number."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the number of the game and what was played in it, each ``SEAT ACTION``; the seat that is to decide; what
    is `best` for those who know the cards, what for those who have forgotten them; and what the two are worth, as
    shares of the game's payoff."""

    number: int
    played: list[Annotated[str, msgspec.Meta(pattern=r"^\d+ ")]]
    seat: int
    best: str
    forgetful: str
    best_worth: float
    forgetful_worth: float

    def __post_init__(self) -> None:
        if not self.best_worth > self.forgetful_worth:
            raise ValueError("the best action of a position is worth more than the forgetful one")


class Positions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of positions of a game with one number of players."""

    version: int
    game: str
    rules: str
    players: int
    options: dict[str, Any]
    seed: int
    bot: str
    effort: int
    games: int
    found: list[Position]

    @property
    def setting(self) -> Setting:
        """The setting they come from. Raises `OptionError` or `RulesError`."""
        from tuckbox.definition.game import game as find_game

        setting = Setting.of(find_game(self.game), self.players, self.options)
        if setting.rules != self.rules:
            raise OptionError(f"the positions are of other rules of {self.game}: {self.rules}, not {setting.rules}")
        return setting


def read(path: Path) -> Positions:
    """The positions in a file. Raises `OptionError` for one that holds none, or those of other rules."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Positions)
    except (OSError, msgspec.MsgspecError) as error:
        raise OptionError(f"there are no positions in {str(path)[:80]!r}: {reason(error)}") from None
    if found.version != VERSION:
        raise OptionError(f"the positions are of version {found.version}, not {VERSION}")
    _ = found.setting
    if not found.found:
        raise OptionError(f"there are no positions in {str(path)[:80]!r}: none was found in {counted(found.games, 'game')}")
    return found


def known(view: View) -> set[Place]:
    """Cards that the seat of a view knows though they lie where it does not look: in others' hands, or face down."""
    return {(name, place, card) for name, place, zone, kind in _elsewhere(view) for card in _seen(zone, kind)}


def forgotten(view: View, cards: set[Place]) -> View:
    """The view of a seat to which these cards are backs like any other."""
    state = view.state.copy()
    backs = view.game.layout.deck.backs
    for name, place, zone, kind in _elsewhere(replace(view, state=state)):
        gone = {card for in_zone, at, card in cards if (in_zone, at) == (name, place)}
        if isinstance(kind, SetZone):
            bits = sum(1 << card for card in gone)
            zone.hidden += (zone.cards & bits).bit_count()
            zone.cards &= ~bits
            zone.known &= ~bits
        else:
            for i in range(zone.n):
                card, marks = zone.cell[i] & 255, zone.cell[i] >> 8
                if card in gone:
                    zone.cell[i] = BACK + backs[card] | (marks & zone.seen) << 8
            if not kind.order or kind.counted:
                zone.cell[: zone.n] = sorted(zone.cell[: zone.n], key=lambda cell: cell & 255)
    return replace(view, state=state)


def _elsewhere(view: View) -> Iterator[tuple[str, tuple[int, ...], Any, Any]]:
    """Zones in which the seat of a view does not see what arrives: name, indices, the zone, its kind."""
    assert view.seat is not None
    for name, kind in view.game.layout.zones.items():
        for place in product(*map(range, kind.shape)):
            zone = getattr(view.state, name)
            for index in place:
                zone = zone[index]
            if not zone.seen >> view.seat & 1:
                yield name, place, zone, kind


def _seen(zone: Any, kind: Any) -> Iterator[int]:
    yield from (cell & 255 for cell in cells_in(kind, zone) if cell & 255 < BACK)


def old_cards(match: Match, seat: int, since: Mapping[Place, int]) -> tuple[View, dict[Place, int]]:
    """The view of a seat that is to decide, and its known cards with the step from which on it has known each; `since` is
    the same for its decision before."""
    view = match.view(seat, log=False)
    return view, {place: since.get(place, match.steps) for place in known(view)}


def long_known(match: Match, since: Mapping[Place, int]) -> set[Place]:
    """The cards that are known for long."""
    return {place for place, first in since.items() if match.steps - first >= LONG}


# -- finding them ------------------------------------------------------------------------------------------------------


def find(block: Block) -> Arrays:
    """Positions in some games, one of each at most: rows of game, step, seat, the two actions, and what they are worth."""
    _, games = played(block)
    found, moves = list[tuple[float, ...]](), [np.zeros((0, 2), np.int32)]
    for g, rows in games.each():
        row = _in_game(block, int(games.chances[g]), rows)
        if row is not None:
            found.append(row)
            moves.append(rows[: int(row[1]), [SEAT, ACTION]])
    return {"found": np.array(found, np.float64).reshape(-1, 7), "moves": np.concatenate(moves)}


def _in_game(block: Block, number: int, rows: Any) -> tuple[float, ...] | None:
    """The first position of a game."""
    match, since = match_of(block.setting, block.seed, number), dict[int, dict[Place, int]]()
    for step, row in enumerate(rows):
        seat = int(row[SEAT])
        view, since[seat] = old_cards(match, seat, since.get(seat, {}))
        old = long_known(match, since[seat])
        if old and row[CHOICES] > 1 and (found := _asks(block, number, step, view, old)):
            return found
        match.play(int(row[ACTION]), seat)
    return None


def _asks(block: Block, number: int, step: int, view: View, old: set[Place]) -> tuple[float, ...] | None:
    """The position, if it asks for memory. What looks so is weighed twice by fresh chance: what does so by luck does not
    do so thrice."""
    effort, seed = block.more["effort"], blend(blend(block.seed, number), step) >> 2
    view = replace(view, heard=0)
    policy = Policy.parse(f"search:{effort}")
    best, other = (Bot(policy, view.game, seed).choose(each) for each in (view, forgotten(view, old)))
    if best == other:
        return None
    for look in (1, 2):
        verdict = weighed(view, other, best, effort * CLOSER**look, seed + look)
        if not _clear(verdict):
            return None
    return number, step, view.seat or 0, best, other, verdict.best.mean, verdict.played.mean


def _clear(verdict: Verdict) -> bool:
    """Whether the best action is better, by more than does not matter and more than chance."""
    gap = verdict.best.mean - verdict.played.mean
    return gap > CLEAR and gap > ERRORS * verdict.error


def positions(
    game: Game,
    executor: Executor,
    *,
    bot: str = "greedy",
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    games: int = 1_000,
    effort: int = 200,
    seed: int = 0,
    journal: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] = lambda done, of: None,
    tell: Callable[[str], None] = lambda lack: None,
) -> Positions | None:
    """Positions in games of a bot among its like; None if it was interrupted. The executor is closed at the end. Raises
    `OptionError`."""
    games, seed = check_games(games), check_seed(seed)
    setting = Setting.of(game, players, options)
    policies = parsed([bot] * setting.players)
    checked(setting, policies, tell)
    bots, work = tuple(policy.name for policy in policies), "tuckbox.lab.exam.positions:find"
    part = cut(work, setting, bots, seed, games, _BLOCK, {"effort": effort})
    if not play_parts([part], executor, journal, resume, progress):
        return None
    found = [each for table in part.tables for each in _told(game, table)]
    options_told = {name: str(value) for name, value in setting.options}
    return Positions(VERSION, game.name, game.hash, setting.players, options_told, seed, bots[0], effort, games, found)


def _told(game: Game, table: Arrays) -> Iterator[Position]:
    """The positions of a table, in notation."""
    at, text = 0, game.actions.text
    for row in table["found"]:
        number, step, seat, best, other = (int(value) for value in row[:5])
        played = [f"{by} {text(action)}" for by, action in table["moves"][at : at + step].tolist()]
        at += step
        yield Position(number, played, seat, text(best), text(other), round(float(row[5]), 4), round(float(row[6]), 4))
