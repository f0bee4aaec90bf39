"""Games that a network plays against itself and others, in blocks, here or on a cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from tuckbox.bots.bots import INVERSE_TEMPERATURE, Policy
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import DecisionNotes
from tuckbox.engine.think.policies import LEARNED, NETWORK
from tuckbox.engine.traits import widths
from tuckbox.engine.weights import Net, with_options
from tuckbox.run.blocks import Array, Arrays, Block, Setting
from tuckbox.run.run import Run
from tuckbox.run.workspace import consecutive

PAST = "past"
"""The name of a former self among the rivals."""

FROZEN = "frozen"
"""The name, among the rivals, of a network that learns no more and plays as it would ship."""

BLOCKS = 8
"""Number of blocks of a round, whoever plays."""

_SEEN, _MAY = 600, 40
"""Numbers and legal actions of a decision for which a block has room, on average."""

_WORK = "tuckbox.learn.network.games:played"


@dataclass(frozen=True)
class Decisions:
    """Decisions of some games; see `tuckbox.engine.tables.selfplay` for the arrays. `settings` has the number of each game's
    setting."""

    ends: Array
    inputs: Array
    numbers: Array
    open_inputs: Array
    open_numbers: Array
    actions: Array
    log_priors: Array
    told: Array
    probabilities: Array
    values: Array
    lineups: Array
    payoffs: Array
    settings: Array

    def __len__(self) -> int:
        return len(self.told)

    def table(self) -> Arrays:
        """The arrays by name, as a block comes to."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def joined(cls, tables: Sequence[Arrays]) -> Decisions:
        """Those of several blocks, one behind the other."""
        arrays = {each.name: np.concatenate([table[each.name] for table in tables]) for each in fields(cls)}
        row, base, games = 0, np.zeros(3, np.int64), 0
        for table in tables:
            rows = len(table["told"])
            arrays["ends"][row : row + rows] += base
            arrays["told"][row : row + rows, 0] += games
            row, games = row + rows, games + len(table["lineups"])
            base = arrays["ends"][row - 1] if rows else base
        return cls(**arrays)

    def with_rival(self, rival: int) -> Decisions:
        """Those of games in which this rival sat, by its place among policies."""
        rows = (self.lineups == rival).any(1)[self.told[:, 0]]
        sizes = np.diff(self.ends, axis=0, prepend=0)
        seen, may, opened = (np.repeat(rows, sizes[:, i]) for i in range(3))
        columns = {"inputs": seen, "numbers": seen, "actions": may, "log_priors": may}
        columns |= {"open_inputs": opened, "open_numbers": opened}
        columns |= dict.fromkeys(("told", "probabilities", "values"), rows)
        kept = {name: getattr(self, name)[which] for name, which in columns.items()}
        return replace(self, ends=np.cumsum(sizes[rows], axis=0), **kept)

    def opened(self) -> Decisions:
        """The same, seen with all cards open."""
        return replace(self, ends=self.ends[:, [2, 1, 2]], inputs=self.open_inputs, numbers=self.open_numbers)

    def among_equals(self, bots: int) -> Array:
        """Whether each was taken in a game without any of the bots, which stand at the first places behind the learner's."""
        met: Array = np.any((self.lineups > 0) & (self.lineups <= bots), axis=1)
        return ~met[self.told[:, 0]]

    def score(self, rival: int) -> tuple[float, float, int]:
        """Against a rival, by its place among policies: the learner's mean payoff, the rival's, and in how many games."""
        among = (self.lineups == rival).any(1) & (self.lineups == 0).any(1)
        lineups, payoffs = self.lineups[among], self.payoffs[among]
        if not among.any():
            return 0.0, 0.0, 0
        return float(payoffs[lineups == 0].mean()), float(payoffs[lineups == rival].mean()), int(among.sum())


def played(block: Block) -> Arrays:
    """The work of a block. ``more["networks"]`` are the networks, the learner's and that of its former self, told of the
    options ``more["told"]``; the bots are the rivals, among them perhaps ``past``; ``more["mixed"]`` of a hundred games are
    played with them. What decisions look like with all cards open is noted where ``more["critic"]`` is to learn from it."""
    game, more = block.setting.loaded, block.more
    native, seats = engine(game, "native"), game.layout.seats
    codes, efforts, edges = zip((LEARNED, 1, 0), *(_rival(name, game) for name in block.bots), strict=True)
    blank = game.blank(block.setting.players, dict(block.setting.options))
    work = native.workspace(blank, edges=max(edges), networks=_told_options(block))
    notes = _room(game, more["rows"], block.games, more["critic"])
    games, mixed = (block.seed, block.first, block.games, game.longest), (more["mixed"], np.zeros(seats, np.int64))
    n = native.play(native.selfplay.play_and_note, work, native.lineup(codes, efforts), *games, *mixed, notes)
    settings = np.full(block.games, more["setting"])
    return {"settings": settings, **{name: array.copy() for name, array in _filled(notes, n).items()}}


def _room(game: Game, rows: int, games: int, critic: bool) -> DecisionNotes:
    """Room for the decisions of some games, and with all cards open for a critic."""
    seats, seen, may = game.layout.seats, rows * _SEEN + widths(game).inputs, rows * _MAY + game.actions.size
    opened = seen if critic else 0
    return DecisionNotes(
        ends=np.zeros((rows, 3), np.int64),
        inputs=np.zeros(seen, np.int32),
        numbers=np.zeros(seen, np.float32),
        open_inputs=np.zeros(opened, np.int32),
        open_numbers=np.zeros(opened, np.float32),
        actions=np.zeros(may, np.int16),
        log_priors=np.zeros(may, np.float32),
        told=np.zeros((rows, 3), np.int64),
        probabilities=np.zeros(rows),
        values=np.zeros((rows, seats), np.float32),
        lineups=np.full((games, seats), -1, np.int8),
        payoffs=np.zeros((games, seats)),
    )


def _filled(notes: DecisionNotes, rows: int) -> Arrays:
    """The part of the room that a number of decisions has filled."""
    seen, may, opened = notes.ends[rows - 1] if rows else (0, 0, 0)
    ends = dict.fromkeys(("ends", "told", "probabilities", "values"), rows)
    ends |= dict.fromkeys(("inputs", "numbers"), seen) | dict.fromkeys(("actions", "log_priors"), may)
    ends |= dict.fromkeys(("open_inputs", "open_numbers"), opened)
    return {name: array[: ends.get(name)] for name, array in notes._asdict().items()}


def _told_options(block: Block) -> list[Net]:
    return [with_options(network, block.more["told"]) for network in block.more["networks"]]


def _rival(name: str, game: Game) -> tuple[int, int, int]:
    """Code, effort and edges of a rival: a bot, or the second network."""
    if name in (PAST, FROZEN):
        return LEARNED | 1 << NETWORK, INVERSE_TEMPERATURE if name == FROZEN else 1, 0
    policy = Policy.parse(name)
    return policy.code(game), policy.effort, policy.edges


@dataclass(frozen=True)
class Orders:
    """The next round: its networks, its first game, the number of games of a block, and the setting whose turn it is."""

    networks: tuple[Net, Net]
    first: int
    games: int
    turn: int = 0


def play(
    work: Run, played: Mapping[Setting, Sequence[int]], rivals: Sequence[str], orders: Orders, *,
    seed: int, rows: int, mixed: int, critic: bool = False,
) -> Decisions:  # fmt: skip
    """Play a round of `BLOCKS` blocks, by turns in each of the settings; `played` says what the networks are told of each.
    In `mixed` games of a hundred the rivals play, too. A block has room for `rows` decisions; games for which there is none
    are left out. For a `critic` decisions are noted with all cards open, too."""
    more = {"networks": [dict(network) for network in orders.networks], "mixed": mixed, "rows": rows, "critic": critic}
    settings, todo = list(played), []
    for i in range(BLOCKS):
        place = (orders.turn + i) % len(settings)
        setting = settings[place]
        also = {**more, "setting": place, "told": list(played[setting])}
        first = orders.first + orders.games * i
        todo.append(Block(_WORK, setting, tuple(rivals), seed, first, orders.games, also))
    return Decisions.joined(work.whole(todo))


def met(block: Block) -> Arrays:
    """The work of a measurement: the first network of ``more["networks"]`` sits at one seat after the other, the rival at
    all others. ``wins[seat]`` and ``paid[seat]`` are the sums of its games, a shared win counting in parts."""
    game, (bot,) = block.setting.loaded, block.bots
    players, native = block.setting.players, engine(game, "native")
    mine, theirs = (LEARNED, INVERSE_TEMPERATURE, 0), _rival(bot, game)
    work = native.workspace(game.blank(players, dict(block.setting.options)), edges=theirs[2], networks=_told_options(block))
    deals, wins, paid = consecutive(block.seed, block.first, block.games), np.zeros(players), np.zeros(players)
    for seat in range(players):
        codes, efforts, _ = zip(*(mine if other == seat else theirs for other in range(players)), strict=True)
        results = native.results(block.games)
        lineup = native.lineup(codes, efforts)
        native.play(native.games.play_games, work, lineup, deals, game.longest, False, results, None)
        payoffs = results.payoffs
        best = payoffs[:, :players] == payoffs[:, :players].max(1, keepdims=True)
        wins[seat], paid[seat] = (best[:, seat] / best.sum(1)).sum(), payoffs[:, seat].sum()
    return {"wins": wins, "paid": paid}
