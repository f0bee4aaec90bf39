"""Several processes on one database: which of them live, and which table is whose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the two tables; until somebody claims it a table has no owner."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("address", sa.String(100), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "owners",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_owners_table"),
        sa.PrimaryKeyConstraint("table", name="pk_owners"),
    )
    op.create_index("ix_owners_process", "owners", ["process"])
