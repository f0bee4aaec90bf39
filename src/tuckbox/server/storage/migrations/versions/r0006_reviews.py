"""The coach's reviews are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0002"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reviews_table"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_reviews"),
    )
    op.create_index("ix_reviews_person", "reviews", ["person", "at"])
