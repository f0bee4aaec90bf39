"""The last look of people at their tables, and the hours in which they want no notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add a table, and a column."""
    op.create_table(
        "looks",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_looks_table"),
        sa.PrimaryKeyConstraint("person", "table", name="pk_looks"),
    )
    op.add_column("people", sa.Column("quiet", sa.String(80)))
