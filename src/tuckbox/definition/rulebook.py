"""The rules of a game as people read them, in Markdown: all of them, or the one of a number."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tuckbox.definition.game import Game

_CHECKOUT = Path(__file__).parents[3] / "docs" / "games"
_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
_INSIDE = re.compile(r"\[([^]]*)\]\((?!https?:)[^)]*\)")
_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
_NEXT = re.compile(r"^(?:#|<a id=)", re.MULTILINE)


def rules_text(game: Game, terminal: bool = False) -> str:
    """The rules of a game: `rules.md` in its package, or our own page about it.

    For a `terminal` without pictures and anchors, and without links to what is not on the Web.
    """
    package = game.rules.__name__.rpartition(".")[0] or game.rules.__name__
    places = (
        files(package) / "rules.md",
        files("tuckbox") / "docs" / "games" / f"{game.name}.md",
        _CHECKOUT / f"{game.name}.md",
    )
    text = next((place.read_text("utf-8") for place in places if place.is_file()), None)
    if text is None:
        return f"# {game.title}\n\n*Designed by {game.designers}.*\n\n{game.help_for()}"
    return _plain(text) if terminal else text


def _plain(text: str) -> str:
    return _INSIDE.sub(r"\1", _PICTURE.sub("", _ANCHOR.sub("", text)))


def short_text(game: Game) -> str:
    """The game on two screens, for people: `short.md` in its package; empty where it has none.

    A picture of ``table:7`` is the table of page 7 of the game's first lesson.
    """
    package = game.rules.__name__.rpartition(".")[0] or game.rules.__name__
    path = files(package) / "short.md"
    return path.read_text("utf-8") if path.is_file() else ""


def rule(game: Game, number: str) -> str | None:
    """The rule that errors cite by a number such as ``WL-5.6``, for a terminal; None if the book has no such number.

    >>> from tuckbox.definition.game import game
    >>> rule(game("whiplash"), "wl-2.2")[:26], rule(game("whiplash"), "XX-99.1")
    ('**WL-2.2** Aces are high, ', None)
    """
    text = rules_text(game)
    anchor = re.search(rf'<a id="{re.escape(number)}"></a>', text, re.IGNORECASE)
    if anchor is None:
        return None
    end = _NEXT.search(text, anchor.end())
    return _plain(text[anchor.end() : end.start() if end else None]).strip()
