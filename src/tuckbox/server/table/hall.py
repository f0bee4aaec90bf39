"""What all tables of a house share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tuckbox.server.storage.store import Store
from tuckbox.server.table.clock import Clock
from tuckbox.server.table.thinkers import Thinkers

if TYPE_CHECKING:
    from tuckbox.server.people import Person
    from tuckbox.server.table.table import Table


@dataclass
class Figures:
    """What has been counted since the house was opened."""

    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    faults: int = 0


@dataclass(frozen=True)
class Hall:
    """Where tables stand: storage, time, bots, and what is counted.

    `bot_delay` is how long a bot's move takes at least, `floor` when after a restart people may first run out of time, and
    `reopen` opens a rematch.
    """

    store: Store
    clock: Clock
    thinkers: Thinkers
    reopen: Callable[[Table, Person], Awaitable[None]]
    bot_delay: float = 0.7
    floor: float = 0.0
    figures: Figures = field(default_factory=Figures)
