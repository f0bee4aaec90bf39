"""Exercises of people, and their tries at the deal of a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "exercises",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "key", name="pk_exercises"),
    )
    op.create_index("ix_exercises_due", "exercises", ["person", "due"])
    op.create_table(
        "dailies",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("score", sa.Float),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_dailies_table"),
        sa.PrimaryKeyConstraint("day", "game", "person", name="pk_dailies"),
    )
    op.create_index("ix_dailies_table", "dailies", ["table"])
