"""People who are muted or blocked, reports to the host, and matches that were left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "aversions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_aversions"),
    )
    op.create_index("ix_aversions_person", "aversions", ["person", "other"])
    op.create_index("ix_aversions_other", "aversions", ["other"])
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("reported", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reports_table"),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
    )
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("ix_reports_reported", "reports", ["reported"])
    op.create_table(
        "desertions",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_desertions_table"),
        sa.PrimaryKeyConstraint("person", "table", name="pk_desertions"),
    )
