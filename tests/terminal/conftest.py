"""What the tests of the terminal share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    """A file for a match."""
    return tmp_path / "match.tuckbox"
