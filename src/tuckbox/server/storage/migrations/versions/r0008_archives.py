"""Archives of matches, to be looked at when their rules are gone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table; `tuckbox admin upgrade` fills it with the matches that were finished before."""
    op.create_table(
        "archives",
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_archives_table"),
        sa.PrimaryKeyConstraint("table", name="pk_archives"),
    )
