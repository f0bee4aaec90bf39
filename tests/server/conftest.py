"""What the tests of the server share."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import uuid
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.server.rooms import Room, open_room
from tuckbox.server.storage.database import Database

SERVER = os.environ.get("TUCKBOX_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")
"""A PostgreSQL server on which tests may make databases."""


@pytest.fixture
def anyio_backend() -> str:
    """Tests of the server run in asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(name="room")
async def _room(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Room]:
    """A house of one's own."""
    async with open_room(tmp_path / "house.db") as opened:
        yield opened


async def _run(statement: str) -> None:
    """Tell the PostgreSQL server something."""
    import asyncpg

    connection = await asyncpg.connect(f"{SERVER}/postgres", timeout=3)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@cache
def _blank() -> str:
    """The name of an empty PostgreSQL database, of which tests get copies; it is dropped when this process ends."""

    async def fill(address: str) -> None:
        await (await Database.open(address)).close()

    name = f"tuckbox_blank_{uuid.uuid4().hex[:12]}"
    asyncio.run(_run(f"CREATE DATABASE {name}"))
    atexit.register(lambda: asyncio.run(_run(f"DROP DATABASE {name} WITH (FORCE)")))
    asyncio.run(fill(f"{SERVER}/{name}"))
    return name


@contextlib.contextmanager
def postgres(bare: bool = False) -> Iterator[str]:
    """The address of an empty PostgreSQL database, a `bare` one without tables; without a server the test is skipped."""
    driver = pytest.importorskip("asyncpg", reason="the driver of PostgreSQL is not installed")
    name = f"tuckbox_test_{uuid.uuid4().hex[:12]}"
    try:
        asyncio.run(_run(f"CREATE DATABASE {name} TEMPLATE {'template1' if bare else _blank()}"))
    except (OSError, driver.PostgresError, TimeoutError) as error:
        pytest.skip(f"no PostgreSQL server at {SERVER}: {error}")
    try:
        yield f"{SERVER}/{name}"
    finally:
        asyncio.run(_run(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(name="shared")
def _shared() -> Iterator[str]:
    """The address of a PostgreSQL database of one's own, which several processes may share."""
    with postgres() as found:
        yield found


@pytest.fixture(name="of_file", scope="module")
def _of_file() -> Iterator[str]:
    """The address of a PostgreSQL database for all tests of a file."""
    with postgres() as found:
        yield found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new database of each kind; in tests of the storage it has no tables yet."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    with postgres(bare=request.path.parent.name == "storage") as found:
        yield found
