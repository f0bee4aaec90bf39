"""Orders: something in the database has changed beside the servers that have it open, and is to be looked at anew."""

from __future__ import annotations

import time

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tuckbox.server.fleet.signals import ORDERS, notify
from tuckbox.server.storage.schema import orders

_LOCK = text("SELECT pg_advisory_xact_lock(hashtext('tuckbox orders'))")
"""Has orders committed in the order of their numbers, so that who has read one has read all before it."""


async def order(connection: AsyncConnection, kind: str, *subjects: str) -> None:
    """Order all servers to look anew at some tables ("table"), at people by their marks ("person"), or at themselves.

    That is the last thing in its transaction: other orders wait until it ends, and it must not wait for theirs.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(_LOCK)
    for subject in subjects:
        await connection.execute(insert(orders).values(at=time.time(), kind=kind, subject=subject))
    await notify(connection, ORDERS)
