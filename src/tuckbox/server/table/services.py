"""Services that all tables of a house share: storage, time, bots, and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tuckbox.server.storage.store import Store
from tuckbox.server.table.bot_runner import BotRunner
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.later import Later

RETRY = 1.0
"""Seconds after a failure, of the storage or our own, until a table retries what it does by itself."""


@dataclass
class Counters:
    """Counts since the house was opened."""

    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    faults: int = 0


@dataclass(frozen=True)
class Services:
    """The part of a house that a table needs.

    `bot_delay` is how long a bot's move takes at least, `floor` when after a restart people may first run out of time. In
    `later` waits what must hold nobody up. `counted` is called when a match is over that counts for ratings, `competed` with
    the id of the competition when one of a competition is.
    """

    store: Store
    clock: Clock
    bots: BotRunner
    bot_delay: float = 0.7
    floor: float = 0.0
    counters: Counters = field(default_factory=Counters)
    later: Later = field(default_factory=Later)
    counted: Callable[[], None] = lambda: None
    competed: Callable[[str], None] = lambda competition: None
