"""A queue by which bots in other processes are asked. PostgreSQL does not log it: nothing in it would be missed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make it. SQLite, with one process, has no use for it."""
    op.create_table(
        "questions",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("taken", sa.Float, nullable=False, server_default="0"),
        sa.Column("answer", sa.Integer),
        sa.PrimaryKeyConstraint("number", name="pk_questions"),
        sa.UniqueConstraint("key", name="uq_questions_key"),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
