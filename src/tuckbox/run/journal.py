"""The journal of a run: the table of every block that is finished, so that nothing is played twice after an interruption."""

from __future__ import annotations

import logging
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import platformdirs
from filelock import lock_descriptor

from tuckbox.errors import OptionError
from tuckbox.run.blocks import Arrays, packed, unpacked

log = logging.getLogger("tuckbox.lab")

_HEAD = struct.Struct("<QII")  # the number of a block, the number of its bytes, their checksum


def journals() -> Path:
    """The folder where unfinished runs are remembered: `TUCKBOX_LAB`, else one in the user's folder for states."""
    return Path(os.environ.get("TUCKBOX_LAB") or platformdirs.user_state_path("tuckbox") / "lab")


class JournalBusy(OptionError):
    """Another process writes the journal."""


class Journal:
    """The finished blocks of a run whose list of blocks is named by a key. A record that was cut off is not there."""

    def __init__(self, key: str, folder: Path | None) -> None:
        self.path = (folder or journals()) / f"{key}.blocks"
        self._file: BinaryIO | None = None

    @classmethod
    def opened(cls, key: str, folder: Path | None, resume: bool) -> Journal | None:
        """A journal of this name in a folder, opened. There is none without a folder, or where another run of the same
        question writes it and nobody asks to `resume`. Raises as `open`."""
        if folder is None:
            return None
        journal = cls(key, folder)
        try:
            journal.open(resume)
        except JournalBusy as error:
            if resume:
                raise
            log.warning("%s: this run keeps no journal, so it cannot be resumed", error)
            return None
        return journal

    def open(self, resume: bool) -> None:
        """Begin a fresh journal, or go on with the one that is there. Raises `OptionError` where there is none, and
        `JournalBusy` where another run writes it."""
        if resume and not self.path.exists():
            raise OptionError("there is no interrupted run of just this question to resume")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("r+b" if resume else "a+b")
        try:
            _lock(self._file)
            self._file.truncate(self._whole() if resume else 0)
            self._file.seek(0, os.SEEK_END)
        except BaseException:
            self.close()
            raise

    def _whole(self) -> int:
        """Number of bytes of the file that are whole records."""
        end = 0
        for _, data in self._records():
            end += _HEAD.size + len(data)
        return end

    def _records(self) -> Iterator[tuple[int, bytes]]:
        with self.path.open("rb") as file:
            while len(head := file.read(_HEAD.size)) == _HEAD.size:
                index, size, check = _HEAD.unpack(head)
                data = file.read(size)
                if len(data) < size or zlib.crc32(data) != check:
                    return
                yield index, data

    def tables(self) -> dict[int, Arrays]:
        """The tables of the finished blocks, by their places in the list."""
        return {index: unpacked(data) for index, data in self._records()}

    def add(self, index: int, table: Arrays) -> None:
        """Note a finished block."""
        assert self._file is not None
        data = packed(table)
        self._file.write(_HEAD.pack(index, len(data), zlib.crc32(data)) + data)
        self._file.flush()

    def close(self) -> None:
        """Stop writing."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def forget(self) -> None:
        """Delete the journal of a finished run."""
        self.path.unlink(missing_ok=True)


def _lock(file: BinaryIO) -> None:
    """Keep others out as long as the file is open, where its disk knows locks."""
    with suppress(OSError):
        if not lock_descriptor(file.fileno(), blocking=False):
            raise JournalBusy("the same question is being worked on by another process")
