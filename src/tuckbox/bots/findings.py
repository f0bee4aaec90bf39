"""Findings about a game: what commands have measured of its bots, kept in its folder.

Each is for a setting, and for the rules and weights it was measured with; with others nothing is known.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tuckbox.definition.game import Game
from tuckbox.engine.weights import KINDS, digest_of, path_of
from tuckbox.errors import RulesError
from tuckbox.files import write_text


class Finding(Protocol):
    """Something measured in a setting."""

    @property
    def players(self) -> int:
        """The number of players it is about."""

    @property
    def setting(self) -> Hashable:
        """The setting it is about, number of players included; others sort before or after it."""

    @property
    def played_by(self) -> str:
        """The rules and weights it was measured with."""


Found = TypeVar("Found", bound=Finding)


class Findings(Generic[Found]):
    """The findings of a kind: one for each setting of a game, in the file `name` of its folder."""

    def __init__(self, name: str, kind: type[Found]) -> None:
        self.name, self.kind = name, kind

    def path(self, game: Game) -> Path:
        """The file of a game."""
        return game.folder / self.name

    def of(self, game: Game) -> Sequence[Found]:
        """All findings about a game, be they for today's rules and weights or not. Raises `RulesError` where the file is not
        well made, as all others do."""
        found: Sequence[Found] = _read(self.path(game), self.kind)
        return found

    def valid(self, game: Game, setting: Hashable) -> Found | None:
        """The finding in a setting, if there is one with today's rules and weights."""
        found = next((each for each in self.of(game) if each.setting == setting), None)
        return found if found is not None and found.played_by == played_by(game, found.players) else None

    def keep(self, game: Game, found: Found) -> None:
        """Write down a finding, in the place of what was known of the same setting."""
        others = [each for each in self.of(game) if each.setting != found.setting]
        ordered = sorted([*others, found], key=lambda each: each.setting)  # type: ignore[arg-type,return-value]
        text = msgspec.json.format(msgspec.json.encode(ordered), indent=1).decode() + "\n"
        write_text(self.path(game), text)
        _read.cache_clear()


@cache
def _read(path: Path, kind: Any) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[kind, ...]) if path.exists() else ()
    except msgspec.DecodeError as error:
        raise RulesError(f"{path} cannot be read ({error}); without it `tuckbox calibrate` makes it anew") from error


@cache
def played_by(game: Game, players: int) -> str:
    """The names of the rules of a game and of what it ships for a number of players."""
    paths = [path_of(game, players, kind) for kind in KINDS]
    return " ".join([game.hash, *(digest_of(path.read_bytes()) for path in paths if path.exists())])
