"""A few small files are tested at once; what takes longer goes to all cores."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DECK = "tests/kit/test_deck.py"


@pytest.mark.parametrize(("places", "workers"), [
    ([DECK], 0),
    ([f"{DECK}::test_names"], 0),
    (["src/tuckbox/kit/deck.py", DECK, "tests/lab/test_seeds.py"], 0),
    (["tests/kit"], None),
    (["tests", "src"], None),
])  # fmt: skip
def test_a_few_files_are_tested_without_workers(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch, places: list[str], workers: int | None
) -> None:
    monkeypatch.chdir(ROOT)
    plugin: Any = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    assert plugin.pytest_xdist_auto_num_workers(SimpleNamespace(args=places)) == workers
