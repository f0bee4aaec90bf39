"""A client that sends commands to a table: its limits, and what counts against them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from tuckbox.errors import TuckboxError
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.settings import Rate
from tuckbox.server.table.commands import AnyCommand, read_command
from tuckbox.server.table.table import Table
from tuckbox.server.web.errors import refusal
from tuckbox.server.web.limits import RateLimiter, TokenBucket
from tuckbox.server.web.metrics import Metrics

Check = Callable[[Table, Person, AnyCommand], Awaitable[None]]
"""Raises `Refused` for what is too much of a person, whatever the table says of it."""


class Client:
    """One who commands a table: checks how often, counts faults, and tells refusals from errors of our own."""

    def __init__(
        self, table: Table, person: Person | None, check: Check, commands: RateLimiter, faults: Rate, metrics: Metrics
    ) -> None:
        self.table, self.person, self.metrics = table, person, metrics
        self._check, self._commands, self._faults = check, commands, TokenBucket(faults)

    async def send(self, message: str | bytes) -> Refused | None:
        """Carry a command out: None if it is committed, else why it is not."""
        try:
            if self.person is None:
                raise Refused("no name", "whoever only looks on cannot do this: give a name first")
            self._commands.take(self.person.id)
            command = read_command(message)
            await self._check(self.table, self.person, command)
            started = time.perf_counter()
            await self.table.do(self.person, command)
        except TuckboxError as error:
            refused = refusal(error)
            if refused is None:
                raise
            return refused
        self._count(command, time.perf_counter() - started)
        return None

    def offends(self) -> bool:
        """Count a refused command; true when there have been too many."""
        return not self._faults.take()

    def _count(self, command: AnyCommand, seconds: float) -> None:
        self.metrics.commands.labels(type(command).__name__.lower()).inc()
        self.metrics.command_seconds.observe(seconds)
