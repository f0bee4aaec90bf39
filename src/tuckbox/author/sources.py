"""The files of a game, and the game anew from them: what is edited is played at once."""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from tuckbox.definition.faults import fault, placed
from tuckbox.definition.game import Game
from tuckbox.errors import RulesError

Stamp = frozenset[tuple[str, int, int]]
"""The path of each file, the time of its last change, and its size."""


def stamp(folder: Path) -> Stamp:
    """The state of all files of a folder, or of one file, but for those that editors and Python write beside them: hidden
    ones, backups (``rules.py~``), bytecode. Raises `OSError` where one goes meanwhile."""
    files = folder.rglob("*") if folder.is_dir() else [folder]
    kept = (path for path in files if not any(map(_is_beside, path.relative_to(folder).parts)) and path.is_file())
    stats = ((path, path.stat()) for path in kept)
    return frozenset((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)


def _is_beside(name: str) -> bool:
    """Whether a file or folder of this name is none of a game's own.

    >>> list(map(_is_beside, ("rules.py", ".rules.py.swp", "rules.py~", "#rules.py#", "4913", "rules.py___jb_tmp___")))
    [False, True, True, True, True, True]
    """
    return name.startswith((".", "#")) or name.endswith(("~", "___jb_tmp___", "___jb_old___")) or name in _TEMPORARY


_TEMPORARY = frozenset({"__pycache__", "4913"})  # the latter by Vim, to see whether it may write


class Sources:
    """The package of a game: its files, and whether one of them has changed since it was last loaded."""

    def __init__(self, game: Game) -> None:
        self.package = game.rules.__name__.partition(".")[0]
        if self.package == "tuckbox":  # a game of Tuckbox: its own folder, not all of it
            self.package = game.rules.__name__.rpartition(".")[0]
        module = sys.modules[self.package]
        file = Path(module.__file__ or "")
        self.folder = file.parent if file.name == "__init__.py" else file
        self._where = next(_names(game, self.package))
        self._loaded = stamp(self.folder)

    @property
    def changed(self) -> list[str]:
        """The names of files that have changed since the game was last loaded."""
        try:
            now = stamp(self.folder)
        except OSError:  # an editor is just putting one file in the place of another
            return []
        return sorted({Path(path).name for path, *_ in now ^ self._loaded})

    def load(self, check: Callable[[Game], object] = lambda game: None) -> Game:
        """The game as its files are now, if a `check` finds nothing wrong with it.

        Raises `RulesError` with file and line; the modules stay then what they were.
        """
        self._loaded = stamp(self.folder)
        name, _, attribute = self._where.rpartition(".")
        importlib.invalidate_caches()
        linecache.checkcache()
        _drop_bytecode(self.folder)
        with _forgotten(self.package):
            try:
                found = getattr(importlib.import_module(name), attribute)
                if not isinstance(found, Game):
                    raise RulesError(f"{self._where} is no Game any more")
                check(found)
            except RulesError as error:
                raise RulesError(placed(error, self.folder)) from error
            except Exception as error:
                raise RulesError(self.told(error) or f"{type(error).__name__}: {error}") from error
        return found

    def told(self, error: Exception) -> str:
        """An error that the files have made, with file and line; empty where they have not."""
        if isinstance(error, RulesError):
            return placed(error, self.folder)
        return fault(error, self.folder)


def _names(game: Game, package: str) -> Iterator[str]:
    """The names under which modules of its package hold a game, the shortest first; only these are loaded anew."""
    own = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    modules = {name: module for name, module in own.items() if isinstance(module, ModuleType)}
    for name in sorted(modules, key=len):
        for attribute, value in list(vars(modules[name]).items()):
            if value is game:
                yield f"{name}.{attribute}"


def _drop_bytecode(folder: Path) -> None:
    """Remove what Python has kept of these files: it overlooks a change that is made within a second and keeps the size."""
    for path in folder.rglob("*.py") if folder.is_dir() else [folder]:
        with suppress(OSError):
            Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)


@contextmanager
def _forgotten(package: str) -> Iterator[None]:
    """Import a package anew; if that fails what was there comes back."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    before, written = {name: sys.modules.pop(name) for name in names}, sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # see `_drop_bytecode`
    try:
        yield
    except BaseException:
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        sys.modules.update(before)
        raise
    finally:
        sys.dont_write_bytecode = written
