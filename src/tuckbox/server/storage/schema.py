"""What is kept: people, tables, what has happened at them, and a few secrets of the server itself.

The events of a table are the truth; the other columns of its row can be told from them and are there to be searched.
Times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("changed", Float, nullable=False),  # when the stage or the seats last changed
    Column("game", String(60), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", String(20), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("title", String(80), nullable=False),
    Column("host", String(32), nullable=False),
    Column("seats", Text, nullable=False),
    Index("ix_tables_stage", "stage", "private", "changed"),
    Index("ix_tables_host", "host", "stage"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Index("ix_sitters_table", "table"),
)

events = Table(
    "events",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # of a long match, to wake it quickly
)

values = Table(
    "values",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),  # who sat there at the end; "" for bots
    Column("game", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("data", Text, nullable=False),
    Index("ix_reviews_person", "person", "at"),
)

__all__ = ["events", "metadata", "people", "reviews", "sitters", "snapshots", "tables", "values"]
