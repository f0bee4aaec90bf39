"""An extension of griffe, which reads our docstrings for the book: conversations with Python become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_SESSION = re.compile(r"(?m)^>>> .*(?:\n(?!\s*$).*)*(?:\n\n>>> .*(?:\n(?!\s*$).*)*)*")
"""From a line that begins a conversation to the blank line after which no more of it follows."""


class Doctests(griffe.Extension):
    """Fences the doctests of all docstrings, which Markdown would take for quotations."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring:
            text = re.sub(r"(?m)::$", ":", obj.docstring.value)
            obj.docstring.value = _SESSION.sub(lambda found: f"\n```python\n{found[0]}\n```\n", text)
