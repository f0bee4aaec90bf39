"""Confirmed addresses for mail, and how many mails went to each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("hours", sa.Integer, nullable=False),
        sa.Column("told", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_mailboxes"),
        sa.UniqueConstraint("address", name="uq_mailboxes_address"),
        sa.UniqueConstraint("key", name="uq_mailboxes_key"),
    )
    op.create_table(
        "mailings",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_mailings"),
    )
    op.create_index("ix_mailings_address", "mailings", ["address", "at"])
