"""Code of a game that comes to no end: whoever calls it would wait for ever, so a thread looks on and interrupts it."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType

from tuckbox.errors import RulesError

LIMIT = 12.0
"""Seconds of computing that one call of a game's code may take in plain Python."""
_PAUSE = 0.5


class _Interruption(BaseException):
    """Raised in code that goes on for too long; nobody but the watch catches it."""


class EndlessWatch:
    """While this context lasts, code in the folder of a game that this thread calls is interrupted after `LIMIT`.

    Then the context ends with a `RulesError` that names rule, file and line, and `tripped` is true. It is computing that
    counts, of this process, so that a busy machine, or one that sleeps, interrupts nothing.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self.tripped = False
        self._game, self._folder, self._where = game, str(folder), ""
        self._thread, self._caller = threading.get_ident(), sys._getframe(1)
        self._ended = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> EndlessWatch:
        self._looking.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ended.set()
        with suppress(_Interruption):  # it may come so late that what was to be interrupted has just ended by itself
            self._looking.join()
        if isinstance(error, _Interruption):
            said = f"came to no end in {LIMIT:g} seconds: is there a loop that never ends?"
            raise RulesError(f"{self._game}: {self._where} {said}") from None

    def _look(self) -> None:
        lasting: list[FrameType] = []  # the calls that every look has met: the innermost of them is that with the loop
        since = 0.0
        while not self._ended.wait(_PAUSE):
            calls = self._calls()
            if not calls or not lasting or calls[-1] is not lasting[-1]:
                lasting, since = calls, time.process_time()
                continue
            lasting = [call for call in lasting if call in calls]
            if time.process_time() - since >= LIMIT:
                self.tripped, self._where = True, _told(lasting[0])
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_Interruption))
                return

    def _calls(self) -> list[FrameType]:
        """The calls of the game's code that are going on since this context began, the innermost first."""
        found, frame = [], sys._current_frames().get(self._thread)
        while frame is not None and frame is not self._caller:
            if str(Path(frame.f_code.co_filename).parent) == self._folder:
                found.append(frame)
            frame = frame.f_back
        return found


def _told(frame: FrameType) -> str:
    return f"the rule {frame.f_code.co_name} ({Path(frame.f_code.co_filename).name}, line {frame.f_lineno})"
