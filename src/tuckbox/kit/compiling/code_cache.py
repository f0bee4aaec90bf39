"""The cache of compiled rules on disk, for the next process.

A `CodeCache` has a folder for the rules of one game, named by a hash of all that they are made of, so nothing in it is ever
stale; finished entries lie there. Parts, rules that a function which calls them need not read and type again, lie in a
folder shared by all versions of all games, each named by what the rule is made of (`tuckbox.kit.compiling.content`). Files
appear whole, each begins with a digest of the rest, so that damaged ones count as none, and one process at a time compiles
for a folder: others wait and find what it has made.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import pickle
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

from filelock import lock_descriptor
from numba.core.serialize import dumps

from tuckbox.kit.compiling.watch import say

log = logging.getLogger(__name__)

_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
"""Errors of a folder that was filled before and is only read from now on."""


_DIGEST = 16
"""Size of the digest before what is stored, in bytes."""


class CodeCache:
    """A folder for the compiled rules of one game, and the one it shares with others.

    `label` names this version of the game in symbols and modules; what is shared names none in particular.
    """

    def __init__(self, folder: Path, shared: Path, label: str) -> None:
        self.folder, self.shared, self.label = folder, shared, label
        self.rules: dict[tuple[str, str], Any] = {}  # by module and qualified name
        self._lock: IO[bytes] | None = None

    def key(self, *values: Any) -> str:
        """A file name for what these values name together; it begins with the first of them, for people to read."""
        digest = hashlib.sha256("\0".join(map(str, values)).encode()).hexdigest()
        return f"{re.sub('[^a-zA-Z0-9_.]', '', str(values[0]))}-{digest[:20]}"

    def get(self, name: str) -> Any:
        """Return what is stored under a name; None where nothing can be read."""
        return _read(self.folder / name)

    def put(self, name: str, what: Any) -> None:
        """Store something; a disk that refuses it costs only time."""
        _write(self.folder / name, dumps(what))

    def get_shared(self, name: str) -> Any:
        """Return what any version of any game has stored under a name; None where nothing can be read."""
        return _read(self.shared / name, lambda text: text.replace(self._any_label, self.label.encode()))

    def put_shared(self, name: str, what: Any) -> None:
        """Store something for all versions of all games."""
        _write(self.shared / name, dumps(what).replace(self.label.encode(), self._any_label))

    @property
    def _any_label(self) -> bytes:
        """Placeholder for the label, as long as it is: pickles and bitcode tell the lengths of names."""
        return b"tuckbox_any_version".ljust(len(self.label), b"_")

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


def _read(path: Path, change: Callable[[bytes], bytes] = bytes) -> Any:
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    text = stored[_DIGEST:]
    return pickle.loads(change(text)) if _digest(text) == stored[:_DIGEST] else None


def _write(path: Path, text: bytes) -> None:
    try:
        file, fresh = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
        try:
            with os.fdopen(file, "wb") as out:
                out.write(_digest(text) + text)
            Path(fresh).replace(path)
        except OSError:
            Path(fresh).unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno not in _READ_ONLY:
            _tell(path.parent.parent, error.strerror)


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=_DIGEST).digest()


@cache
def _tell(folder: Path, why: str) -> None:
    """Say once in the log that compiled code is lost with this process."""
    log.warning("compiled code is not kept for the next time: %s: %s", folder, why)


def _lock(file: IO[bytes]) -> None:
    """Lock a file for as long as it is open, waiting for whoever has it."""
    if not lock_descriptor(file.fileno(), blocking=False):
        say("what another process compiles")
        lock_descriptor(file.fileno())
