"""How somebody likes the pages to look: kept in a cookie, so that it holds before the first stroke is painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LOOKS = "looks"
"""The name of the cookie. It holds nothing but the words below, so scripts may read it."""

CHOICES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "theme": (("auto", "Same as my device"), ("light", "Light"), ("dark", "Dark")),
    "skin": (("standard", "Two colours"), ("four", "Four colours"), ("text", "Letters and words only")),
    "motion": (("auto", "Same as my device"), ("off", "Off")),
    "sound": (("off", "Off"), ("on", "On")),
}
"""What can be chosen, each with its usual value first."""


@dataclass(frozen=True)
class Looks:
    """The chosen words; anything else counts as not chosen."""

    theme: str = "auto"
    skin: str = "standard"
    motion: str = "auto"
    sound: str = "off"

    @classmethod
    def read(cls, cookie: str | None) -> Looks:
        """The looks a cookie tells of.

        >>> Looks.read("dark.four.off.on"), Looks.read("<script>.text") == Looks(skin="text")
        (Looks(theme='dark', skin='four', motion='off', sound='on'), True)
        """
        return cls.chosen(dict(zip(CHOICES, (cookie or "")[:80].split("."), strict=False)))

    @classmethod
    def chosen(cls, form: Mapping[str, str]) -> Looks:
        """The looks a form asks for."""
        known = {name: {value for value, _ in choices} for name, choices in CHOICES.items()}
        return cls(**{name: form[name] for name in CHOICES if form.get(name) in known[name]})

    def __str__(self) -> str:
        return ".".join(getattr(self, name) for name in CHOICES)


@dataclass(frozen=True)
class Visitor:
    """Who looks at a page: a name, if one has been given, and the looks."""

    name: str = ""
    looks: Looks = field(default_factory=Looks)


__all__ = ["CHOICES", "LOOKS", "Looks", "Visitor"]
