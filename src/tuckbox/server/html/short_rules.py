"""A game on two screens: what one wants, a turn in pictures of the real table, what is forgotten, the end."""

from __future__ import annotations

import re
from collections.abc import Mapping

import htpy as h
from markdown_it import MarkdownIt
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.rulebook import short_text
from tuckbox.lessons.script import has_lessons
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.fields import play_form
from tuckbox.server.html.markup import esc
from tuckbox.server.html.page import BOARD_SHEETS, Subject, cards_path, document, rules_path, short_path
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.table import felt_classes, scene_html, status_of
from tuckbox.server.table.view_model import ViewModel

SHOT = re.compile(r'<img src="table:(\d+)" alt="([^"]*)" />')
"""A picture of the table of a page of the lesson."""

_ID = re.compile(r' (?:id|aria-labelledby)="[^"]*"')
"""Names of elements, of which there would be several on a page with several tables."""


def shots_of(game: Game) -> list[int]:
    """The pages of the lesson whose tables are shown, counted from 1."""
    return [int(found[1]) for found in SHOT.finditer(_html(game))]


def _html(game: Game) -> str:
    return str(MarkdownIt("commonmark").render(short_text(game)))


def short_rules_page(game: Game, tables: Mapping[int, ViewModel], visitor: Visitor) -> str:
    """The page; `tables` are those of the pages of the lesson that it shows."""
    _, *sections = _html(game).split("<h2>")
    path, title = rules_path(game.name), f"How to play {game.title}"
    options = dict(next(iter(tables.values())).options) if tables else None
    body = h.main("#main.page.wide.short-rules")[
        h.h1[title],
        [_section(f"<h2>{section}", tables) for section in sections],
        h.div(".orders")[
            h.a(".order.main", href=f"/learn/{game.name}")["Learn by playing"] if has_lessons(game) else None,
            play_form(game, main=False),
            h.a(".order", href=cards_path(game.name))["All cards"],
            h.a(".order", href=path)["Every rule, by its number"],
        ],
        Markup(sheet_html(game)),
    ]
    subject, styles = Subject(game, options, drawn=True), ("pages.css", *BOARD_SHEETS)
    return document(title, body, visitor, subject=subject, back=short_path(game), styles=styles)


def _section(html: str, tables: Mapping[int, ViewModel]) -> h.Node:
    """A heading with its text, and beside it the table that is shown there."""
    found = SHOT.search(html)
    told = h.div[Markup(SHOT.sub("", html).replace("<p></p>", ""))]
    return h.section[told, Markup(_shot(tables[int(found[1])], found[2])) if found else None]


def _shot(model: ViewModel, alt: str) -> str:
    """A table as it lies there, to be looked at: nothing in it can be reached or touched."""
    assert model.scene is not None
    felt = _ID.sub("", scene_html(model, model.scene, ClickTargets.of(model.scene)))
    lying = f'<div class="{felt_classes(model, model.scene)}">{felt}</div>'
    inside = f'<div class="shot at-table" aria-hidden="true" inert>{lying}</div>'
    said = f"<figcaption>{alt}. {esc(status_of(model))}</figcaption>"
    return f'<figure><div class="picture" role="img" aria-label="{alt}">{inside}</div>{said}</figure>'
