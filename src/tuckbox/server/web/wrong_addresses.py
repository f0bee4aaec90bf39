"""The page that a wrong address was probably meant for, if there is one, and its name."""

from __future__ import annotations

from tuckbox.definition.finding import installed
from tuckbox.definition.game import game as find_game
from tuckbox.errors import nearest

PAGES = {
    "settings": "Settings",
    "about": "About Tuckbox",
    "habits": "What your habits cost",
    "account": "Your account",
    "sign-in": "Sign in",
    "me": "My page",
    "find": "Find a game",
    "practice": "Practice",
    "daily": "The deal of the day",
    "competitions": "Competitions",
}
"""Pages by the first word of their addresses."""

_OF_GAMES = {"games": "the rules", "learn": "learn by playing", "daily": "the deal of the day", "exercises": "find the move"}
"""Pages that each game has, by the word before the name of the game."""

_NO_PAGES = ("mail", "name")
"""Words of other addresses of ours that are like one of these."""


def meant(path: str, asked: bool = False) -> tuple[str, str] | None:
    """The address and the title of the page that a path is most like; None if it is like none, or its own,
    unless more is `asked` of it there, such as a page or a day that there is not.

    >>> meant("/mee"), meant("/games/whiplsh"), meant("/practice")
    (('/me', 'My page'), ('/games/whiplash', 'Whiplash: the rules'), None)
    """
    first, _, rest = path.strip("/").partition("/")
    word = nearest(first.lower(), [*PAGES, *_OF_GAMES, *_NO_PAGES])
    named = nearest(rest.split("/")[0].lower(), installed()) if word in _OF_GAMES else ""
    if named:
        found = (f"/{word}/{named}", f"{find_game(named).title}: {_OF_GAMES[word]}")
    elif word in PAGES:
        found = (f"/{word}", PAGES[word])
    else:
        return None
    return found if asked or found[0] != path else None
