"""Pages to read: the rules of a game, the settings, what this is, and what went wrong."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import htpy as h
from markdown_it import MarkdownIt
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.rulebook import rules_text, short_text
from tuckbox.errors import sentence
from tuckbox.server.html.fields import play_form
from tuckbox.server.html.page import cards_path, document, preferences_form, short_path
from tuckbox.server.html.preferences import Visitor

_PICTURES = Path(__file__).parents[4] / "docs" / "pictures"
_PICTURE = re.compile(r'<img src="\.\./pictures/([\w-]+\.svg)" alt="([^"]*)" />')

_REPORT = re.compile(r'<p>[^<]*<a href="\.\./reports/[^"]*">[^<]*</a>\.</p>\n')
_HEADING = re.compile(r"<h([2-6])>(.*?)</h\1>")
_ELSEWHERE = re.compile(r'<a href="(?!#|/|https?:)[^"]*">(.*?)</a>', re.DOTALL)
"""Links to pages of the book that a server does not have: their words stay. Of a report nothing else is said."""


def rules_page(game: Game, visitor: Visitor) -> str:
    """The rules of a game."""
    body = h.main("#main.page")[
        h.p[
            h.a(href="/")["All games"],
            [" · ", h.a(href=short_path(game))["How to play, on two screens"]] if short_text(game) else None,
            " · ",
            h.a(href=cards_path(game.name))["All cards"],
        ],
        h.article(class_="prose")[Markup(_rules_html(game))],
        h.div(class_="orders")[
            play_form(game),
            h.a(class_="order", href=f"/new?game={game.name}")["Open a table"],
        ],
    ]
    return document(f"{game.title}: the rules", body, visitor, back=f"/games/{game.name}")


@lru_cache(maxsize=64)
def _rules_html(game: Game) -> str:
    """The rules as HTML; what stands in them is as trusted as the game's code."""
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(rules_text(game))
    drawn = _PICTURE.sub(lambda found: _drawn(found[1], found[2]), str(html))
    headed = _HEADING.sub(lambda found: f'<h{found[1]} id="{_slug(found[2])}">{found[2]}</h{found[1]}>', drawn)
    return _ELSEWHERE.sub(r"\1", _REPORT.sub("", headed)).replace("<th></th>", "<td></td>")


def _slug(heading: str) -> str:
    """The anchor of a heading, as links in the book use it.

    >>> _slug("The <em>mini</em> version")
    'the-mini-version'
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]*>|&[a-z]+;", "", heading).lower()).strip("-")


def _drawn(name: str, said: str) -> str:
    """A picture of the book, drawn in the page itself; nothing where it is not to be had."""
    path = _PICTURES / name
    if not path.is_file():
        return ""
    return f'<span role="img" aria-label="{said}">{path.read_text("utf-8")}</span>'


def settings_page(visitor: Visitor, back: str) -> str:
    """Choices of how pages look, sound and move, for one who has no room for it beside a table."""
    body = h.main("#main.page")[
        h.h1["Settings"],
        preferences_form(visitor, back),
        h.p[h.a(href=back)["Back without saving"]],
    ]
    return document("Settings", body, visitor, back=back)


def about_page(games: list[Game], visitor: Visitor) -> str:
    """The page about the site and the authors of its games."""
    body = h.main("#main.page")[
        h.article(class_="prose")[
            h.h1["About Tuckbox"],
            h.p[
                "A tuck box is the small box that a deck of cards comes in. This one holds card games that somebody "
                "invented and wrote down, and that you can now play: against bots, or with friends who get a link. "
                "You need no account."
            ],
            h.h2["Fair play"],
            h.p[
                "Your page is only ever sent what you are allowed to know, and the bots know no more than a player in their "
                "seat would. The deal of every match is fixed before it begins, and you can check that afterwards: open "
                "“About this table” at any table to see how."
            ],
            h.h2["Who invented the games"],
            h.ul[
                [
                    h.li[h.a(href=f"/games/{game.name}")[game.title], f", by {game.designers}"]
                    for game in games
                    if game.designers
                ]
            ],
            h.p["The program, the pictures and the texts were made for Tuckbox. It is free software under the MIT licence."],
        ],
    ]
    return document("About", body, visitor, back="/about")


_HOME = ("/", "the games")


def error_page(
    code: int, message: str, visitor: Visitor, back: tuple[str, str] = _HOME, meant: tuple[str, str] | None = None
) -> str:
    """The page of an error, the way `back`, and the page that may have been `meant`, each by its address and how it is
    called."""
    title = {403: "Not allowed", 404: "Not found", 429: "Too many at once"}.get(code, "That did not work")
    guess = h.p["Did you mean ", h.a(href=meant[0])[meant[1]], "?"] if meant else None
    body = h.main("#main.page")[
        h.h1[title],
        h.p(class_="lead")[sentence(message)],
        guess,
        h.p[h.a(class_="order main", href=back[0])[f"Back to {back[1]}"]],
    ]
    return document(title, body, visitor)
