"""Scripted players, which read a question but understand nothing: what is above them has understood something."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tuckbox.lab.asked import Asked, Patience
from tuckbox.match.twin import Twin

_WORDS = re.compile(r"\w+")


def first(message: dict[str, Any]) -> str:
    """The first legal action."""
    legal: list[str] = message["legal"]
    return legal[0]


def last_line(message: dict[str, Any]) -> str:
    """The action that shares most words with the last line of what has happened; of several the first.

    >>> last_line({"legal": ["draw stock", "take discard"], "log": ["Ann draws.", "Bo must discard."]})
    'take discard'
    """
    legal: list[str] = message["legal"]
    said = _words((message["log"] or [""])[-1])
    shares = [len(said & _words(f"{text} {message.get('meanings', {}).get(text, '')}")) for text in legal]
    return legal[shares.index(max(shares))]


def _words(text: str) -> set[str]:
    return set(_WORDS.findall(text.casefold()))


SCRIPTS: dict[str, Callable[[dict[str, Any]], str]] = {"first": first, "last-line": last_line}
"""Scripted players by the names with which one asks for them."""


class Scripted(Asked):
    """A player by one of the scripts."""

    def __init__(self, name: str, patience: Patience, twin: Twin | None) -> None:
        super().__init__(patience, twin)
        self._script = SCRIPTS[name]

    def answer(self, message: dict[str, Any]) -> str:
        return self._script(message)
