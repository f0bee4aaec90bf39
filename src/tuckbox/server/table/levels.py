"""How well the bots of a server play."""

from __future__ import annotations

LEVELS = {"easy": "search:easy", "normal": "search:normal", "hard": "search:hard"}
"""The bots people may seat, and how they play."""

STAND_IN = "normal"
"""The level of a bot that plays for somebody who is away."""
