"""Compiled rules on disk, for the next process.

A `Shelf` is a folder for the rules of one game, named by a hash of all that they are made of, so nothing in it is ever
stale. It holds rules as parts, so that another function calling them need not have them read and typed again, and finished
entries. Files appear in it whole, and one process at a time compiles for it: others wait and find what it has made.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from filelock import lock_descriptor
from numba.core.serialize import dumps

from tuckbox.kit.compiling.watch import say


class Shelf:
    """A folder for the compiled rules of one game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, Any] = {}
        self.described: dict[str, Any] = {}
        self._lock: IO[bytes] | None = None

    def key(self, *named: Any) -> str:
        """The name of a file for what is named by some texts, the first of them to be read by people."""
        digest = hashlib.sha256("\0".join(map(str, named)).encode()).hexdigest()
        return f"{re.sub('[^a-zA-Z0-9_.]', '', str(named[0]))}-{digest[:20]}"

    def get(self, name: str) -> Any:
        """Return what is stored under a name; None where nothing can be read."""
        try:
            return pickle.loads((self.folder / name).read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def put(self, name: str, what: Any) -> None:
        """Store something; a disk that refuses it costs only time."""
        with suppress(OSError):
            file, path = tempfile.mkstemp(dir=self.folder, prefix=f"{name}.")
            try:
                with os.fdopen(file, "wb") as out:
                    out.write(dumps(what))
                Path(path).replace(self.folder / name)
            except OSError:
                Path(path).unlink(missing_ok=True)
                raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock under which one process compiles while others wait; it ends with its process, however that ends."""
        if self._lock is not None:  # this thread has it: numba compiles in one thread at a time
            yield
            return
        try:
            self._lock = (self.folder / "lock").open("ab")
            _lock(self._lock)
        except OSError:  # a disk without locks: then two may do the same work
            pass
        try:
            yield
        finally:
            if self._lock is not None:
                self._lock.close()
            self._lock = None


def _lock(file: IO[bytes]) -> None:
    """Lock a file for as long as it is open, waiting for whoever has it."""
    if not lock_descriptor(file.fileno(), blocking=False):
        say("what another process compiles")
        lock_descriptor(file.fileno())
