"""People who look for a game, and the tables that were opened for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "seekers",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("players", sa.String(20), nullable=False),
        sa.Column("paces", sa.String(60), nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_seekers"),
    )
    op.create_table(
        "meetings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_meetings"),
    )
