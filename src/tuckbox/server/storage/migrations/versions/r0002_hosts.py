"""Tables are found by their hosts."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add an index."""
    op.create_index("ix_tables_host", "tables", ["host", "stage"])
