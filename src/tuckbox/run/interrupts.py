"""Ctrl-C, and SIGTERM, at any time: also while rules are compiled.

The compiler of machine code calls Python back, and Python reports an exception in such a callback and drops it. Most of
the time that compiling takes ends in one, so that nearly every Ctrl-C meanwhile would be lost.

SIGTERM ends a command in the same way, so that it says so and keeps what it keeps at Ctrl-C."""

from __future__ import annotations

import signal
import threading
from types import FrameType

_CALLBACKS = "llvmlite.binding.executionengine"
_MOMENT = 0.05


def listen() -> None:
    """Let Ctrl-C and SIGTERM raise `KeyboardInterrupt` where they are heard. For commands, which own their process."""
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`, in a callback of the compiler a moment later."""
    if not _called_back(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_MOMENT, signal.pthread_kill, (threading.main_thread().ident, number))
    again.daemon = True
    again.start()


def _called_back(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == _CALLBACKS and frame.f_code.co_name.startswith("_raw_"):
            return True
        frame = frame.f_back
    return False
