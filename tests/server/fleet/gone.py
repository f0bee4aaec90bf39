"""Processes that are taken to be gone when a test says so, however busy the machine is."""

from __future__ import annotations

from sqlalchemy import text

from tuckbox.server.fleet.owners import Owners

LEASE = 600.0
"""Seconds without a sign of life that no test takes."""

_EXPIRE = text("UPDATE processes SET until = EXTRACT(EPOCH FROM clock_timestamp()) + :left WHERE id = :me")


async def stand_still(owners: Owners | None, left: float = 0.0) -> None:
    """Give no sign of life any more, and be taken to be gone after so many seconds, as a process that has been stopped."""
    assert owners is not None
    owners.stand_still()
    async with owners._database.writing() as connection:
        await connection.execute(_EXPIRE, {"me": owners.me, "left": left})
