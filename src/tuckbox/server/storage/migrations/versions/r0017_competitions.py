"""Competitions, who takes part in them, and who meets whom in each round."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "competitions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("bout", sa.String(80), nullable=False),
        sa.Column("pace", sa.String(20), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_competitions"),
    )
    op.create_index("ix_competitions_maker", "competitions", ["maker"])
    op.create_index("ix_competitions_stage", "competitions", ["stage"])
    op.create_table(
        "entrants",
        sa.Column("competition", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("out", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_entrants_competition"),
        sa.PrimaryKeyConstraint("competition", "person", name="pk_entrants"),
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
    op.create_table(
        "pairings",
        sa.Column("competition", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("points", sa.Float),
        sa.Column("edge", sa.Float, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_pairings_competition"),
        sa.PrimaryKeyConstraint("competition", "round", "person", name="pk_pairings"),
    )
    op.create_index("ix_pairings_at", "pairings", ["at", "seat"])
    op.create_index("ix_pairings_person", "pairings", ["person"])
