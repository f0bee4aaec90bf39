"""What the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.web.site import Site, open_site


@pytest.fixture(name="site")
def _site(tmp_path: Path) -> Iterator[Site]:
    """A server of one's own."""
    with open_site(tmp_path / "tables.db") as site:
        yield site
