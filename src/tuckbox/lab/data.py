"""Games as Parquet: a row a game in ``games-*.parquet``, a row a decision in ``decisions-*.parquet``.

A block writes a file of each, so that what is there is whole whenever the work stops; when all is done they are merged into
few. `forms.Data` describes the rows. The metadata of every file says, as JSON under ``tuckbox``, the version of this form,
the game, its rules by their hash, players, options, seed and bots.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.definition.planes import planes
from tuckbox.engine.tables.games import ACTION, CHOICES, SEAT, THOUGHTS
from tuckbox.errors import OptionError, RecordError
from tuckbox.files import write_bytes
from tuckbox.lab.tally import tallied
from tuckbox.lab.traces import Games, legal_in, observed, played
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.match.record import Record, Seat
from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.extras import extra
from tuckbox.run.workspace import Simulator

VERSION = 1
_GAMES, _DECISIONS = "games", "decisions"
_MOST_BYTES = 1 << 28  # the most that is held in memory for one file


def write_games(block: Block) -> Arrays:
    """The work of a simulation that keeps its games: besides the sums two files of Parquet, as bytes."""
    simulator, games = played(block)
    files = {_GAMES: _games(block, games), _DECISIONS: _decisions(block, simulator, games)}
    made = {f"file:{name}": _bytes(block, columns) for name, columns in files.items()}
    return {**tallied(block, games.lengths, games.payoffs).table(), **made}


def _games(block: Block, games: Games) -> dict[str, Any]:
    """The columns of a row a game."""
    pa, players = extra("pyarrow", "lab"), block.setting.players
    n = len(games.lengths)
    each = np.arange(n + 1, dtype=np.int32) * players
    return {
        "game": games.chances,
        "seed": np.full(n, block.seed, np.int64),
        "decisions": np.abs(games.lengths),
        "finished": games.lengths >= 0,
        "bots": pa.ListArray.from_arrays(each, pa.array(list(block.bots) * n)),
        "payoffs": pa.ListArray.from_arrays(each, games.payoffs[:, :players].ravel()),
        "places": pa.ListArray.from_arrays(each, games.places[:, :players].ravel()),
        "actions": pa.ListArray.from_arrays(games.starts.astype(np.int32), games.rows[:, ACTION]),
        "seats": pa.ListArray.from_arrays(games.starts.astype(np.int32), games.rows[:, SEAT].astype(np.int8)),
    }


def _decisions(block: Block, simulator: Simulator, games: Games) -> dict[str, Any]:
    """The columns of a row a decision."""
    pa, rows, actions = extra("pyarrow", "lab"), games.rows, simulator.game.actions
    lengths = np.abs(games.lengths)
    of_game = np.repeat(np.arange(len(lengths)), lengths)
    texts = pa.array([actions.text(action) for action in range(actions.size)])
    bounds = np.concatenate([[0], np.cumsum(rows[:, THOUGHTS])]).astype(np.int32)
    columns = {
        "game": games.chances[of_game],
        "step": np.arange(len(rows)) - games.starts[:-1][of_game],
        "seat": rows[:, SEAT].astype(np.int8),
        "action": rows[:, ACTION],
        "text": texts.take(pa.array(rows[:, ACTION])),
        "choices": rows[:, CHOICES],
        "legal": _legal(block, simulator, games),
        "payoff": games.payoffs[of_game, rows[:, SEAT]],
        "thought_actions": pa.ListArray.from_arrays(bounds, games.thoughts[:, 0]),
        "thought_visits": pa.ListArray.from_arrays(bounds, games.thoughts[:, 1]),
        "thought_worths": pa.ListArray.from_arrays(bounds, games.worths),
    }
    if block.more.get("observations"):
        columns["observation"] = _observations(block, simulator, games)
    return columns


def _legal(block: Block, simulator: Simulator, games: Games) -> Any:
    """The legal actions of each decision."""
    pa, bounds = extra("pyarrow", "lab"), np.concatenate([[0], np.cumsum(games.rows[:, CHOICES])]).astype(np.int32)
    found = [legal_in(simulator, block.seed, int(games.chances[g]), rows) for g, rows in games.each()]
    return pa.ListArray.from_arrays(bounds, np.concatenate(found))


def _observations(block: Block, simulator: Simulator, games: Games) -> Any:
    """The observation at each decision, as lists of one size."""
    pa, size = extra("pyarrow", "lab"), sum(plane.size for plane in planes(simulator.game, block.setting.players))
    chances = games.chances.tolist()
    seen = [observed(simulator, block.seed, chances[g], rows, size).astype(np.float32) for g, rows in games.each()]
    return pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(seen).ravel()), size)


def _bytes(block: Block, columns: dict[str, Any]) -> NDArray[np.uint8]:
    """Columns as a file of Parquet."""
    pa, parquet = extra("pyarrow", "lab"), extra("pyarrow.parquet", "lab")
    setting = block.setting
    said = {
        "version": VERSION,
        "game": setting.game,
        "rules": setting.rules,
        "players": setting.players,
        "options": dict(setting.options),
        "whole_match": setting.whole,
        "seed": block.seed,
        "bots": list(block.bots),
    }
    if "observation" in columns:
        named = [[plane.name, plane.start, plane.size] for plane in planes(setting.loaded, setting.players)]
        said["planes"] = named
    table = pa.table(columns).replace_schema_metadata({"tuckbox": json.dumps(said)})
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    return np.frombuffer(sink.getvalue(), np.uint8)


def _path(folder: str | Path) -> Path:
    """A folder that is given by its path. Raises `OptionError` for what is none."""
    if not isinstance(folder, str | Path):
        raise OptionError(f"a folder of games is given by its path, not as {repr(folder)[:40]}")
    return Path(folder)


class Folder:
    """A folder of such files, written block by block. Raises `OptionError` for what is no path."""

    def __init__(self, path: str | Path) -> None:
        self.path = _path(path)

    def prepare(self, resume: bool) -> None:
        """Raise `OptionError` where other data would be mixed with this."""
        self.path.mkdir(parents=True, exist_ok=True)
        if not resume and any(self.path.glob("*.parquet")):
            raise OptionError(f"{self.path} holds data already: name another folder, or remove it first")

    def check(self, finished: Iterable[int]) -> None:
        """Raise `OptionError` where the files of finished blocks are not here, as when a run goes on in another folder."""
        if not all((self.path / f"{_DECISIONS}-{index:06}.parquet").exists() for index in finished):
            raise OptionError(f"{self.path} does not hold what is finished of this run: go on in the folder where it began")

    def store(self, index: int, table: Arrays) -> Arrays:
        """Write the files of a block; what is left are its sums."""
        kept = dict(table)
        for name in (_GAMES, _DECISIONS):
            path = self.path / f"{name}-{index:06}.parquet"
            write_bytes(path, kept.pop(f"file:{name}").tobytes())
        return kept

    def merge(self) -> None:
        """Merge the files of all blocks of the same metadata into few, in the order of the blocks."""
        for name in (_GAMES, _DECISIONS):
            parts = _Parts(self.path, name)
            for path in sorted(self.path.glob(f"{name}-*.parquet")):
                parts.add(path)
            parts.end()


class _Parts:
    """Files of blocks that are merged. All are written before the first of the old goes, so that hardly anything can come
    between: whoever is killed earlier has all files of the blocks."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._open: dict[bytes, list[Any]] = {}
        self._old: list[Path] = []
        self._new: list[Path] = []

    def add(self, path: Path) -> None:
        """Take a file in."""
        table = extra("pyarrow.parquet", "lab").read_table(path)
        parts = self._open.setdefault(table.schema.metadata[b"tuckbox"], [])
        parts.append(table)
        self._old.append(path)
        if sum(part.nbytes for part in parts) >= _MOST_BYTES:
            self._write(parts)

    def _write(self, parts: list[Any]) -> None:
        path = self._folder / f"{self._name}-{len(self._new):06}.new"
        extra("pyarrow.parquet", "lab").write_table(extra("pyarrow", "lab").concat_tables(parts), path, compression="zstd")
        self._new.append(path)
        parts.clear()

    def end(self) -> None:
        """Write what is left, and put the merged files in the place of the old."""
        for parts in self._open.values():
            if parts:
                self._write(parts)
        for path in self._old:
            path.unlink()
        for path in self._new:
            path.rename(path.with_suffix(".parquet"))


def records(folder: str | Path, numbers: set[int] | None = None) -> Iterator[Record]:
    """The games of a folder, or those of these `numbers`, as records that replay. Raises `RecordError`, or `OptionError` for
    what is no path."""
    files = sorted(_path(folder).glob(f"{_GAMES}-*.parquet"))
    if not files:
        raise RecordError(f"there are no games in {folder}")
    for path in files:
        said, table = _read(path)
        if said["version"] != VERSION:
            raise RecordError(f"{path.name} is of version {said['version']}; this program reads version {VERSION}")
        for row in table.to_pylist():
            if numbers is None or row["game"] in numbers:
                yield _record(said, row)


def _read(path: Path) -> tuple[dict[str, Any], Any]:
    """The metadata of a file of games, and its rows. Raises `RecordError` for any other file."""
    try:
        table = extra("pyarrow.parquet", "lab").read_table(path)
        return json.loads(table.schema.metadata[b"tuckbox"]), table
    except (extra("pyarrow", "lab").ArrowException, KeyError, TypeError):  # without metadata there is no dict of it
        raise RecordError(f"{path.name} is no file of games that `tuckbox simulate --data` has kept") from None


def _record(said: dict[str, Any], row: dict[str, Any]) -> Record:
    """One game, played again."""
    game: Game = find_game(said["game"])
    if game.hash != said["rules"]:
        raise RecordError(f"the data is of other rules of {game.name} ({said['rules']}, here {game.hash})")
    seats = [Seat(f"{bot} {number}", bot) for number, bot in enumerate(row["bots"], 1)]
    deal = Deal(seed=row["seed"], number=row["game"])
    match = Match(game, said["players"], deal=deal, seats=seats, options=said["options"])
    for seat, action in zip(row["seats"], row["actions"], strict=True):
        if match.between:
            match.deal()
        match.play(action, seat)
    return match.record()
