"""How well the bots of a server play."""

from __future__ import annotations

LEVELS = {"easy": "learned:easy", "normal": "learned", "hard": "search:normal", "master": "search:hard"}
"""The bots people may seat, and how they play: what has been learnt, by somebody who overlooks things or does not, and
searches that go by it, a short and a long one. Where a game ships nothing that has been learnt, `learned` is greedy."""

STAND_IN = "normal"
"""The level of a bot that plays for somebody who is away."""

TEMPOS = {"usual": 1.0, "quick": 0.2, "slow": 3.0}
"""Tempos of bots: the factor by which a move of theirs takes longer at least than the server says."""

SEARCHES = "hard"
"""A level whose bots search: their code is another than that of those which do not."""
