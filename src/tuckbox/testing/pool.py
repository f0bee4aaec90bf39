"""Processes that do the jobs of a check, one for each core, since most of a check is plain Python.

A process (`tuckbox.testing.worker`) may die, since compiled code that writes where it must not takes it along: then that is
what its job has found, and another goes on.
"""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from tuckbox.testing.jobs import Job, Outcome

Report = tuple[Job, str | Outcome]
"""A job, and what is being done or what has been found."""


class _Ended(Exception):
    """The pool has ended: nobody waits for a report any more."""


class WorkerPool:
    """Processes for some jobs of one game; iterate over what they report.

    The last of several begins with what has to be compiled, since that takes longest, the others with the jobs in order.
    """

    def __init__(self, name: str, jobs: Sequence[Job], skip: Collection[str], processes: int) -> None:
        self.name, self.skip = name, list(skip)
        self._queues = [job for job in jobs if not job.compiles], [job for job in jobs if job.compiles]
        self._left, self._lock = len(jobs), threading.Lock()
        self._reports: queue.Queue[Report | Exception] = queue.Queue()
        self._children: dict[int, subprocess.Popen[str]] = {}
        self._ended = False
        n = min(processes, len(jobs))
        self._threads = [threading.Thread(target=self._keep_busy, args=(i, i == n - 1 > 0)) for i in range(n)]

    def __iter__(self) -> Iterator[Report]:
        """Reports as they come; the processes live as long as the iteration."""
        try:
            for thread in self._threads:
                thread.start()
            while self._left:
                report = self._reports.get()
                if isinstance(report, Exception):
                    raise report
                self._left -= isinstance(report[1], Outcome)
                yield report
        finally:
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._ended = True
            for child in self._children.values():
                child.kill()
        for thread in self._threads:
            thread.join()

    def _next(self, compiling: bool) -> Job | None:
        plain, compiled = self._queues
        with self._lock:
            mine = compiled or plain if compiling else plain or compiled
            return mine.pop(0) if mine and not self._ended else None

    def _keep_busy(self, number: int, compiling: bool) -> None:
        """Have one process do jobs, and another where it dies, in a thread."""
        try:
            while (job := self._next(compiling)) is not None:
                self._reports.put((job, str(job)))
                self._reports.put((job, self._answer(number, job)))
        except _Ended:
            pass
        except Exception as error:
            self._reports.put(error)
        finally:
            self._dismiss(number)

    def _answer(self, number: int, job: Job) -> Outcome:
        child = self._children.get(number) or self._hire(number)
        assert child.stdin is not None
        assert child.stdout is not None
        with suppress(BrokenPipeError):
            print(json.dumps({**job.data(), "skip": self.skip}), file=child.stdin, flush=True)
        for line in child.stdout:
            said = json.loads(line)
            if "step" not in said:
                return Outcome.of(said)
            self._reports.put((job, f"compiling {said['step']}"))
        return Outcome(findings=[job.failed("rules", self._how_it_ended(number))])

    def _hire(self, number: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tuckbox.testing.worker", self.name]
        with self._lock:
            if self._ended:
                raise _Ended
            child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self._children[number] = child
        return child

    def _dismiss(self, number: int) -> int:
        """Let a process end; its exit status."""
        with self._lock:
            child = self._children.pop(number, None)
        if child is None:
            return 0
        for pipe in (child.stdin, child.stdout):
            with suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]
        return child.wait()

    def _how_it_ended(self, number: int) -> str:
        status = self._dismiss(number)
        how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        return f"the process that checked this ended with {how}"
