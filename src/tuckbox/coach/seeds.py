"""Seeds of the coach's searches: the same question is judged alike wherever it is asked, whatever the deal's seed is."""

from __future__ import annotations

import hashlib


def seed_from(text: str) -> int:
    """A seed of 56 bits for a question.

    >>> seed_from("tuckbox coach 3") == seed_from("tuckbox coach 3") != seed_from("tuckbox coach 4")
    True
    """
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
