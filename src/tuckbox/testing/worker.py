"""One process of a check: ``python -m tuckbox.testing.worker GAME``.

It reads jobs from its standard input, a line each, and answers each with what it is compiling meanwhile and what it has
found. It ends with its standard input: however the check ends, nothing stays behind.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import IO, Any

from tuckbox.definition.game import game as find_game
from tuckbox.kit.compiling.watch import watched
from tuckbox.testing.jobs import Job


def answer(name: str, out: IO[str]) -> None:
    """Do the jobs that come in, until no more can."""
    jobs: queue.Queue[dict[str, Any]] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            jobs.put(json.loads(line))
        os._exit(1)

    threading.Thread(target=read, daemon=True).start()
    game = find_game(name)
    with watched(lambda step, steps: print(json.dumps({"step": step}), file=out, flush=True)):
        while True:
            data = jobs.get()
            outcome = Job.of(game, data).do(data["skip"])
            print(json.dumps(outcome.data()), file=out, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts the check ends this one too
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)  # what rules may print is no answer
        answer(sys.argv[1], answers)
