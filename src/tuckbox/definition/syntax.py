"""Python's syntax trees of rules, for threads as well."""

from __future__ import annotations

import ast
import threading
from pathlib import Path

PARSING = threading.Lock()
"""Before 3.11.8 and 3.12.2 Python counts how deep it is for all threads together, and where two parse at a time it may raise
`SystemError` (its issue 106905)."""


def parsed(text: str, name: str = "<unknown>") -> ast.Module:
    """The tree of a text. Raises `SyntaxError`."""
    with PARSING:
        return ast.parse(text, name)


def parsed_file(path: Path) -> ast.Module:
    """The tree of a file, which does not name it. Raises `SyntaxError`, and `OSError`."""
    return parsed(path.read_text("utf-8"))
