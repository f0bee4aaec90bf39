"""The schema: people, tables, their events, and a few secrets of the server itself.

The events of a table are the truth; the other columns of its row can be told from them and are there to be searched. Who
people are stands apart from events (`tuckbox.server.storage.parties`). Times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
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
    Column("sum", BigInteger),
    Column("muted", Boolean, nullable=False, server_default=false()),  # may not chat
    Column("banned", Boolean, nullable=False, server_default=false()),  # may do nothing
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
    Column("sum", BigInteger),
)

parties = Table(
    "parties",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("mark", String(20), primary_key=True),  # what stands for a person in the events of the table
    Column("person", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("sum", BigInteger, nullable=False),
    Index("ix_parties_person", "person"),
)

sayings = Table(
    "sayings",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the event
    Column("text", Text, nullable=False),
    Column("sum", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(10), nullable=False),  # "table" or "person": to be looked at anew
    Column("subject", String(32), nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(100), nullable=False),  # where the others reach it
    Column("until", Float, nullable=False),  # so long it is taken to live, by the clock of the database
)

owners = Table(
    "owners",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("process", String(32), nullable=False),  # "" where it was given back
    Column("epoch", Integer, nullable=False),  # one more with each new owner
    Index("ix_owners_process", "process"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # of a long match, to wake it quickly
)

archives = Table(
    "archives",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # what can be looked at without the rules
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

questions = Table(
    "questions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True),
    Column("process", String(32), nullable=False),  # who has asked
    Column("network", String(32), nullable=False),  # on whose account, as digests
    Column("person", String(32), nullable=False),
    Column("rules", String(64), nullable=False),  # the hash of them
    Column("data", LargeBinary, nullable=False),
    Column("taken", Float, nullable=False, server_default="0"),  # when somebody began to think, by the database's clock
    Column("answer", Integer),
)

__all__ = [
    "archives", "events", "metadata", "orders", "owners", "parties", "people", "processes", "questions", "reviews",
    "sayings", "sitters", "snapshots", "tables", "values",
]  # fmt: skip
