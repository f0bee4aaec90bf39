"""Help at a table: a cheat sheet for the moment, and a hint. Pages of their own, which ``advice.js`` shows on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import htpy as h

from tuckbox.coach.hint import Hint
from tuckbox.definition.sentences import capitalised
from tuckbox.lessons.sheet import Section, sheet
from tuckbox.match.labels import besides
from tuckbox.server.html.action_bar import labelled
from tuckbox.server.html.page import document, game_of, rules_path
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.review import why_list
from tuckbox.server.html.words import phrase, spoken
from tuckbox.server.table.view_model import ViewModel


def sheet_page(model: ViewModel, visitor: Visitor) -> str:
    """The cheat sheet for the viewer of a table."""
    parts: Sequence[Section] = ()
    if model.view is not None and model.scene is not None:
        legal = model.view.legal if model.moves else ()
        parts = sheet(replace(model.view, legal=legal), model.scene)
    game, worded = game_of(model), visitor.preferences.worded
    inside = [
        [_part(model, part, worded) for part in parts] or h.p["The match has not begun."],
        h.p[h.a(href=rules_path(game.name), target="_blank")["Read the full rules"]] if game else None,
    ]
    return _page(model, "What matters now", inside, visitor)


def hint_page(model: ViewModel, found: Hint | None, refused: str, visitor: Visitor) -> str:
    """The page of a hint, or of the reason why there is none."""
    if found is None:
        return _page(model, "A hint", h.p[refused], visitor)
    worded = visitor.preferences.worded
    reasons = why_list(game_of(model), found.reasons, f"“{_called(model, found.other, worded)}”", worded)
    tried = h.p(data_try=found.action)["Try ", _line(model, found.action, found.note, worded), "."]
    return _page(model, "A hint", [tried, reasons], visitor)


def _page(model: ViewModel, title: str, inside: h.Node, visitor: Visitor) -> str:
    path = f"/tables/{model.table}"
    body = h.main("#main.page")[
        h.h1[title], h.div("#counsel.counsel")[inside], h.p[h.a(".order", href=path)["Back to the table"]]
    ]
    return document(title, body, visitor, back=path)


def _part(model: ViewModel, part: Section, worded: bool) -> h.Node:
    """A heading, and its lines."""
    return [h.h2[part.title], h.ul[[h.li[_line(model, *line, worded)] for line in part.lines]]]


def _line(model: ViewModel, action: str, said: str, worded: bool) -> h.Node:
    """A line of advice; of an action, without the part of its note that its label says already."""
    said = besides(labelled(model, action), said) if action else said
    words = phrase(game_of(model), said, worded)
    return [h.b[_called(model, action, worded)], ": " if said else "", words] if action else words


def _called(model: ViewModel, action: str, worded: bool) -> str:
    """An action as its button says it."""
    called = capitalised(labelled(model, action))
    return spoken(game_of(model), called) if worded else called
