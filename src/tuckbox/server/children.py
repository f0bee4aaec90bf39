"""Processes that a server begins for work of its own, and ends."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

ANSWER = 64 << 20
"""Maximum number of bytes of a line that a process answers."""


async def begin(module: str, *words: str, **given: Any) -> Process:
    """Run a module of ours in a process: it ends when we do, as its standard input does, and not by the Ctrl-C we hear."""
    command = (sys.executable, "-m", module, *words)
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, start_new_session=True, **given)


async def end(child: Process) -> None:
    """End a process, if it has not ended, and wait until it has."""
    with contextlib.suppress(ProcessLookupError):
        child.kill()
    await child.wait()
