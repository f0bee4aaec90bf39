"""Preferences of a visitor: kept in a cookie, so that they hold before the first stroke is painted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

COOKIE = "preferences"
"""The name of the cookie. It holds nothing but the words below, so scripts may read it."""

CHOICES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "theme": (("auto", "Same as my device"), ("light", "Light"), ("dark", "Dark")),
    "skin": (("standard", "Two colours"), ("four", "Four colours"), ("text", "Letters and words only")),
    "motion": (("auto", "Same as my device"), ("off", "Off")),
    "sound": (("off", "Off"), ("on", "On")),
    "table": (("drawn", "Drawn"), ("words", "In words: headings, lists and sentences, for screen readers and large type")),
}
"""Preferences and their values, the default first."""


@dataclass(frozen=True)
class Preferences:
    """The chosen words; anything else counts as not chosen."""

    theme: str = "auto"
    skin: str = "standard"
    motion: str = "auto"
    sound: str = "off"
    table: str = "drawn"

    @property
    def worded(self) -> bool:
        """Whether tables are told in words instead of drawn."""
        return self.table == "words"

    @classmethod
    def read(cls, cookie: str | None) -> Preferences:
        """The preferences a cookie tells of.

        >>> Preferences.read("dark.four.off.on"), Preferences.read("<script>.text") == Preferences(skin="text")
        (Preferences(theme='dark', skin='four', motion='off', sound='on', table='drawn'), True)
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


LESSONS, DONE = "lessons", "done"
"""The name of the cookie that says where lessons stand, and how it says that one is done."""

_LESSON = re.compile(r"([a-z0-9_-]{1,40}):(\d{1,3}|done)")


def lessons_of(cookies: Mapping[str, str]) -> dict[str, str]:
    """The progress of lessons, by game: the number of the page to go on with, or `DONE`. Kept by the browser alone.

    >>> lessons_of({"lessons": "whiplash:7.keywhiz:done.<b>:3"})
    {'whiplash': '7', 'keywhiz': 'done'}
    """
    told = (_LESSON.fullmatch(part) for part in cookies.get(LESSONS, "")[:1000].split("."))
    return {found[1]: found[2] for found in told if found}


def lessons_cookie(stand: Mapping[str, str]) -> str:
    """The value of the cookie."""
    return ".".join(f"{game}:{page}" for game, page in stand.items())


@dataclass(frozen=True)
class Visitor:
    """The visitor of a page: a name, if one has been given, the preferences, where their lessons stand, and whether they are
    `somebody` or a guest."""

    name: str = ""
    preferences: Preferences = field(default_factory=Preferences)
    lessons: Mapping[str, str] = field(default_factory=dict)
    somebody: bool = False
