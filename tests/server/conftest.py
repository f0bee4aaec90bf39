"""What the tests of the server share."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.rooms import Room, open_room

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


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty PostgreSQL database; the test is skipped where no server can be reached."""
    psycopg = pytest.importorskip("asyncpg", reason="the driver of PostgreSQL is not installed")
    import asyncio

    name = f"tuckbox_test_{uuid.uuid4().hex[:12]}"

    async def run(statement: str) -> None:
        connection = await psycopg.connect(f"{SERVER}/postgres", timeout=3)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    try:
        asyncio.run(run(f"CREATE DATABASE {name}"))
    except (OSError, psycopg.PostgresError, TimeoutError) as error:
        pytest.skip(f"no PostgreSQL server at {SERVER}: {error}")
    try:
        yield f"{SERVER}/{name}"
    finally:
        asyncio.run(run(f"DROP DATABASE {name} WITH (FORCE)"))


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
    """The address of a new database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    with postgres() as found:
        yield found
