"""How tests are spread over the cores."""

from __future__ import annotations

from pathlib import Path

import pytest

FEW = 3
"""So many files are tested sooner in one process than by workers, each of which first imports and collects them all."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """How many workers ``-n auto`` means: none for a few files, else what pytest-xdist thinks right."""
    places = [Path(place.partition("::")[0]) for place in config.args]
    files = sum(1 if place.is_file() else sum(1 for _ in place.rglob("*.py")) for place in places)
    return 0 if files <= FEW else None
