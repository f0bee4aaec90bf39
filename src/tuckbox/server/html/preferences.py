"""Preferences of a visitor: kept in a cookie, so that they hold before the first stroke is painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

COOKIE = "preferences"
"""The name of the cookie. It holds nothing but the words below, so scripts may read it."""

CHOICES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "theme": (("auto", "Same as my device"), ("light", "Light"), ("dark", "Dark")),
    "skin": (("standard", "Two colours"), ("four", "Four colours"), ("text", "Letters and words only")),
    "motion": (("auto", "Same as my device"), ("off", "Off")),
    "sound": (("off", "Off"), ("on", "On")),
}
"""Preferences and their values, the default first."""


@dataclass(frozen=True)
class Preferences:
    """The chosen words; anything else counts as not chosen."""

    theme: str = "auto"
    skin: str = "standard"
    motion: str = "auto"
    sound: str = "off"

    @classmethod
    def read(cls, cookie: str | None) -> Preferences:
        """The preferences a cookie tells of.

        >>> Preferences.read("dark.four.off.on"), Preferences.read("<script>.text") == Preferences(skin="text")
        (Preferences(theme='dark', skin='four', motion='off', sound='on'), True)
        """
        return cls.chosen(dict(zip(CHOICES, (cookie or "")[:80].split("."), strict=False)))

    @classmethod
    def of(cls, cookies: Mapping[str, str]) -> Preferences:
        """The preferences that come with a request."""
        return cls.read(cookies.get(COOKIE))

    @classmethod
    def chosen(cls, form: Mapping[str, str]) -> Preferences:
        """The preferences a form asks for."""
        known = {name: {value for value, _ in choices} for name, choices in CHOICES.items()}
        return cls(**{name: form[name] for name in CHOICES if form.get(name) in known[name]})

    def __str__(self) -> str:
        return ".".join(getattr(self, name) for name in CHOICES)


@dataclass(frozen=True)
class Visitor:
    """The visitor of a page: a name, if one has been given, and the preferences."""

    name: str = ""
    preferences: Preferences = field(default_factory=Preferences)


__all__ = ["CHOICES", "COOKIE", "Preferences", "Visitor"]
