"""Docstrings say what a thing is: none begins as only a riddle would."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RIDDLES = (
    "So many", "So much", "So often", "So long", "Who ", "Whom ", "Whose ", "That ", "How many", "How much", "How often",
    "What ",
)  # fmt: skip
"""Openings that make one read on to learn what is meant: "Maximum number of ...", "The seat that ..." begin with it."""


def docstrings(text: str) -> Iterator[str]:
    """Strings that stand alone: of modules, classes, functions, and behind constants and fields."""
    for node in ast.walk(ast.parse(text)):
        for line in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str):
                yield line.value.value.strip()


def riddles(text: str) -> list[str]:
    return [said.splitlines()[0] for said in docstrings(text) if said.startswith(RIDDLES)]


@pytest.mark.parametrize("folder", ["src", "bench", "examples"])
def test_no_docstring_begins_with_a_riddle(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): riddles(path.read_text("utf-8")) for path in paths}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert len(paths) > 10


def test_they_are_found_wherever_they_stand() -> None:
    text = 'MOST = 3\n"""So many."""\n\nclass A:\n    """Who asks."""\n    x = 1\n    """Seconds."""\n'
    text += '    def f(self):\n        """What it is."""\n'
    assert riddles(text) == ["So many.", "Who asks.", "What it is."]
