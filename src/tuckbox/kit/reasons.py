"""Reasons for refusing an action: a number for each condition, with its sentence and the rule it cites."""

from __future__ import annotations

from tuckbox.errors import RulesError
from tuckbox.kit.actions import slots_of


class Reasons:
    """The reasons of a game, numbered from 1 as they are declared; 0 is no reason: the action is allowed.

    A rule ``refuse(s, action)`` answers with one of these, for the seat whose turn it is; each stands for one condition.
    In the text ``{card}``, ``{seat}`` and other arguments of the action are put in as players call them, and what
    `Game.facts` tells by a name.

    >>> reasons = Reasons()
    >>> NOT_BUILT = reasons("nobody has built {road}", "WS-5.7")
    >>> NOT_BUILT, reasons.text(NOT_BUILT), reasons.rule(NOT_BUILT), len(reasons)
    (1, 'nobody has built {road}', 'WS-5.7', 1)
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._rules: list[str | None] = []

    def __call__(self, text: str, rule: str | None = None) -> int:
        """Declare a reason; `rule` is the number of the paragraph in the book of the game."""
        if not isinstance(text, str):
            raise RulesError(f"a reason is a text, such as 'you have no {{card}}', not {repr(text)[:40]}")
        self._texts.append(text)
        self._rules.append(rule)
        return len(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(range(1, len(self) + 1))

    def text(self, reason: int) -> str:
        """Return the sentence of a reason, with its slots."""
        return self._texts[reason - 1]

    def rule(self, reason: int) -> str | None:
        """Return the number of the rule that a reason cites."""
        return self._rules[reason - 1]

    def slots(self, reason: int) -> list[str]:
        """Return the names of the sentence's slots."""
        return slots_of(self.text(reason))
