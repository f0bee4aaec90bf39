"""The levels of the bots of a server: their strength, and the time that they take."""

from __future__ import annotations

STAND_IN = "normal"
"""The level of a bot that plays for somebody who is away."""

TEMPOS = {"usual": 1.0, "quick": 0.2, "slow": 3.0}
"""Tempos of bots: the factor by which a move of theirs takes longer at least than the server says."""

SEARCHES = "hard"
"""A level whose bots search: their code is another than that of those which do not."""
