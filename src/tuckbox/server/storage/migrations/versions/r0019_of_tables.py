"""Indexes by table, so that an old one goes without a search through what belongs to all the others."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add indexes by table where none begins with it."""
    for name in ("desertions", "looks", "notices", "reports"):
        op.create_index(f"ix_{name}_table", name, ["table"])
