"""People stand apart from events, rows have sums, and whoever keeps the server can order something."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tuckbox.server.storage.parties import apart, row_sum

revision = "0005"
down_revision = "0004"

_AT_ONCE = 1000


def upgrade() -> None:
    """Make the tables and columns, and take names, ids and words out of the events that are there."""
    op.create_table(
        "parties",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("mark", sa.String(20), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("sum", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_parties_table"),
        sa.PrimaryKeyConstraint("table", "mark", name="pk_parties"),
    )
    op.create_index("ix_parties_person", "parties", ["person"])
    op.create_table(
        "sayings",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sum", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_sayings_table"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_sayings"),
    )
    op.create_table(
        "orders",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_orders"),
    )
    op.add_column("events", sa.Column("sum", sa.BigInteger))
    op.add_column("people", sa.Column("sum", sa.BigInteger))
    op.add_column("people", sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    _sum_people()
    _set_apart()


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *(sa.column(column) for column in columns))


def _sum_people() -> None:
    people, connection = _table("people", "id", "name", "sum"), op.get_bind()
    for key, name in connection.execute(sa.select(people.c.id, people.c.name)).all():
        connection.execute(people.update().where(people.c.id == key).values(sum=row_sum(key, name)))


def _set_apart() -> None:
    """Write the events anew as they are written now, some at a time."""
    events, connection = _table("events", "table", "number", "at", "kind", "data", "sum"), op.get_bind()
    parties = _table("parties", "table", "mark", "person", "name", "sum")
    sayings = _table("sayings", "table", "number", "text", "sum")
    change = (
        events.update()
        .where(events.c.table == sa.bindparam("at_table"), events.c.number == sa.bindparam("at_number"))
        .values(data=sa.bindparam("new"), sum=sa.bindparam("new_sum"))
    )
    known: set[tuple[str, str]] = set()
    while True:
        found = connection.execute(sa.select(events).where(events.c["sum"].is_(None)).limit(_AT_ONCE)).mappings().all()
        if not found:
            return
        rows = apart(("events", {name: row[name] for name in ("table", "number", "at", "kind", "data")}) for row in found)
        changed, said, met = [], [], []
        for name, row in rows:
            if name == "party" and (row["table"], row["mark"]) not in known:
                known.add((row["table"], row["mark"]))
                met.append(row)
            elif name == "saying":
                said.append(row)
            elif name == "events":
                changed.append(
                    {"at_table": row["table"], "at_number": row["number"], "new": row["data"], "new_sum": row["sum"]}
                )
        for into, new in ((parties, met), (sayings, said)):
            if new:
                connection.execute(into.insert(), new)
        connection.execute(change, changed)
