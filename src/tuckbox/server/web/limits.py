"""Limits for each client: token buckets, and counts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil, inf

from starlette.requests import HTTPConnection

from tuckbox.server.errors import Refused
from tuckbox.server.settings import Limits, Rate

_MOST_KEPT = 10_000

_MOMENT = 5
"""Number of seconds that is called a moment, and after which something that is open may have been closed."""

_LONGEST_WAIT = 3600


@dataclass
class SharedLimit:
    """Number of processes that share a limit: none knows what the others grant, so each grants its part.

    >>> from tuckbox.server.settings import Rate
    >>> bucket = TokenBucket(Rate(1, 6), parts=SharedLimit(3))
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    number: int = 1


ONE = SharedLimit()


class TokenBucket:
    """Tokens that come back at a steady rate, up to a number.

    >>> from tuckbox.server.settings import Rate
    >>> now = 0.0
    >>> bucket = TokenBucket(Rate(1, 2), lambda: now)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now = 1.5
    >>> bucket.take(), bucket.take()
    (True, False)
    >>> bucket.take(0), bucket.wait()
    (True, 0.5)
    """

    __slots__ = ("_clock", "_parts", "_rate", "_since", "_tokens")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, parts: SharedLimit | None = None) -> None:
        self._rate, self._clock, self._parts = rate, clock, parts or ONE
        self._tokens, self._since = self._most, clock()

    def take(self, tokens: int = 1) -> bool:
        """Take a number of tokens, if there are enough."""
        self._refill()
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def wait(self) -> float:
        """Return the number of seconds after which there is a token again."""
        self._refill()
        rate = self._rate.a_second / self._parts.number
        return max(0.0, 1 - self._tokens) / rate if rate else inf

    @property
    def _most(self) -> float:
        return max(1.0, self._rate.at_once / self._parts.number)

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for so long that it may as well be forgotten."""
        self._refill()
        return self._tokens >= self._most

    def _refill(self) -> None:
        now = self._clock()
        came = (now - self._since) * self._rate.a_second / self._parts.number
        self._tokens = min(self._most, self._tokens + came)
        self._since = now


class RateLimiter:
    """A bucket for each who asks; full ones are forgotten, so that many callers need no more room than a few."""

    def __init__(
        self, rate: Rate, what: str, clock: Callable[[], float] = time.monotonic, parts: SharedLimit | None = None
    ) -> None:
        self._rate, self._what, self._clock, self._parts = rate, what, clock, parts
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._tidy_at = _MOST_KEPT

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable) -> None:
        """Take a token of somebody's. Raises `Refused` when there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._tidy_at:
                self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
                self._tidy_at = max(_MOST_KEPT, 2 * len(self._buckets))  # so that tidying costs little for each
            bucket = self._buckets[key] = TokenBucket(self._rate, self._clock, self._parts)
        if not bucket.take():
            again = max(1, ceil(min(bucket.wait(), _LONGEST_WAIT)))
            pause = "wait a moment" if again <= _MOMENT else f"wait {again} seconds"
            raise Refused("too fast", f"too many {self._what} in a short time: {pause}", again)


class ConcurrencyLimit:
    """Maximum number at a time for each client."""

    def __init__(self, most: int, what: str, parts: SharedLimit | None = None) -> None:
        self._most, self._what, self._parts = most, what, parts or ONE
        self._taken: Counter[Hashable] = Counter()

    @property
    def total(self) -> int:
        """Number taken by all clients together."""
        return self._taken.total()

    def full(self, key: Hashable) -> bool:
        """Whether a client has all it may have."""
        return self._taken[key] >= max(1.0, self._most / self._parts.number)

    @contextmanager
    def taken(self, key: Hashable) -> Iterator[None]:
        """Hold a place. Raises `Refused` when all are taken."""
        if self.full(key):
            raise Refused("too many", f"too many {self._what} at a time", again=_MOMENT)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class RateLimits:
    """The limits of what people and networks may do, by the names of the settings."""

    def __init__(self, limits: Limits, parts: SharedLimit | None) -> None:
        def limiter(rate: Rate, what: str) -> RateLimiter:
            return RateLimiter(rate, what, parts=parts)

        self.commands = limiter(limits.commands, "commands")
        self.newcomers = limiter(limits.newcomers, "new names")
        self.signings = limiter(limits.signings, "attempts")
        self.mails = limiter(limits.mails, "mails")
        self.exports = limiter(limits.exports, "files")
        self.reports = limiter(limits.reports, "reports")
        self.competitions = limiter(limits.competitions, "new competitions")
        self.pictures = limiter(limits.pictures, "pictures")
        self.shares = limiter(limits.shares, "links")
        self.tables = limiter(limits.tables, "new tables")


class TableSockets:
    """Sockets at each table: onlookers cannot take the place of who sits there or may sit down."""

    def __init__(self, limits: Limits) -> None:
        self._seated = ConcurrencyLimit(limits.sockets_of_seat, "of your sockets at this table")
        self._onlookers = ConcurrencyLimit(limits.sockets_of_table, "sockets at this table")
        self._onlookers_near = ConcurrencyLimit(limits.onlookers_of_address, "sockets at this table from one address")
        self._sitters = ConcurrencyLimit(limits.sockets_to_sit, "sockets at this table")
        self._sitters_near = ConcurrencyLimit(2, "sockets at this table from one address")

    @contextmanager
    def taken(self, table: str, network: str, seated: str | None, may_sit: bool) -> Iterator[None]:
        """Hold a place at a table: for a `seated` person, or for somebody from a network who looks on and perhaps may sit
        down. Raises `Refused` on entering."""
        with ExitStack() as taken:
            if seated is not None:
                taken.enter_context(self._seated.taken((table, seated)))
            elif may_sit and self._onlookers.full(table):
                taken.enter_context(self._sitters_near.taken((table, network)))
                taken.enter_context(self._sitters.taken(table))
            else:
                taken.enter_context(self._onlookers_near.taken((table, network)))
                taken.enter_context(self._onlookers.taken(table))
            yield


def waits(connection: HTTPConnection) -> bool:
    """Whether a request may wait for news, and so counts as a socket."""
    return "after" in connection.query_params


def network_of(address: str) -> str:
    """The unit that counts as one caller: an IPv4 address, or the network an IPv6 address belongs to.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
