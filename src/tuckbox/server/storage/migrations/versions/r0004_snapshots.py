"""Snapshots of long matches, to wake them quickly."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table; snapshots come by themselves."""
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_snapshots_table"),
        sa.PrimaryKeyConstraint("table", name="pk_snapshots"),
    )
