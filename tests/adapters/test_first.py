"""The first steps shown in the book."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

FIRST: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "research" / "first.py"))


@pytest.mark.parametrize(
    ("name", "package"), [("with_pettingzoo", "pettingzoo"), ("with_gymnasium", "gymnasium"), ("with_openspiel", "pyspiel")]
)
def test_a_game_is_played_to_its_end(name: str, package: str) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed (pip install 'tuckbox[research]')")
    paid = FIRST[name]()
    each = list(paid.values()) if isinstance(paid, dict) else paid if isinstance(paid, list) else [paid]
    assert sum(each) in (0, 1)  # a void hand, or one winner


def test_many_tables_are_stepped() -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed (pip install 'tuckbox[research]')")
    assert FIRST["with_many_tables"]() >= 0
