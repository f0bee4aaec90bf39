"""A lesson in the browser: the table as at any match, and a bubble with the sentences of the page beside what they speak of.

Where a lesson stands is a number in the address, so nothing is kept of it: each page is a link, and an action is a link that
answers it. ``lesson.js`` follows these links in place, and moves the bubble to what it speaks of; without it the bubble
stands below the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.lessons.script import Lesson, Page
from tuckbox.lessons.things import Thing
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Row, Scene, Space, Stack
from tuckbox.server.html.action_bar import labelled
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.click_targets import ClickTargets, home_of
from tuckbox.server.html.fields import play_form
from tuckbox.server.html.markup import slug
from tuckbox.server.html.page import Subject, document, rules_path, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.scene import places
from tuckbox.server.html.solo import solo_body
from tuckbox.server.html.words import phrase, spoken
from tuckbox.server.table.view_model import ViewModel


@dataclass(frozen=True)
class Shown:
    """A page of a lesson with its table: `page` None after the last one; `answer` is what is said to the last action."""

    lesson: Lesson
    number: int
    page: Page | None
    thing: Thing | None
    model: ViewModel
    answer: str = ""
    over: bool = False
    """Whether the match is over, so that it cannot be played on."""


def lesson_path(game: Game, page: int = 0, action: str = "") -> str:
    """The address of a page (counted from 0), or of an action tried there."""
    asked = {"page": str(page + 1), **({"try": action} if action else {})}
    return f"/learn/{game.name}" + (f"?{urlencode(asked)}" if page or action else "")


def lesson_page(shown: Shown, visitor: Visitor) -> str:
    """The whole document."""
    game = shown.lesson.game
    return document(
        f"Learn {game.title}",
        [h.main("#live")[Markup(lesson_body(shown, visitor.preferences.worded))], Markup(sheet_html(game))],
        visitor,
        subject=Subject.of(shown.model),
        script="lesson.js",
        back=lesson_path(game, shown.number),
        styles=(*styles_for(shown.model, visitor.preferences.worded), "lesson.css"),
    )


def lesson_body(shown: Shown, worded: bool = False) -> str:
    """The part of the document that changes from page to page."""
    task = shown.page.task if shown.page else None
    data = {"data_page": str(shown.number + 1), "data_task": task.action if task else None}
    return solo_body(shown.model, "lesson", task is not None, _bubble(shown, worded), worded, data, _status(shown))


def _status(shown: Shown) -> str:
    """The prompt while the learner is only to read: that of the match would ask for something, and nothing listens. "" where
    that one is right, since something is to be done or it says what has come of a game."""
    if (shown.page and shown.page.task) or not any(seat.asked for seat in shown.model.seats):
        return ""
    return "Read, then choose Next." if shown.page else "The lesson is over."


def _bubble(shown: Shown, worded: bool) -> h.Node:
    """The sentences, what was said to the last action, and the ways on and back."""
    lesson, scene, pages = shown.lesson, shown.model.scene, len(shown.lesson.pages)
    place = selector(scene, shown.thing, ClickTargets.of(scene)) if scene and shown.thing and not worded else ""
    said = _clicked(shown, shown.page.text if shown.page else _last(shown))
    answer = _clicked(shown, shown.answer)
    return h.section("#bubble", aria_label=lesson.title, aria_live="polite", data_at=place or None)[
        h.p(".answer")[phrase(lesson.game, answer, worded, shortest=2)] if answer else None,
        h.p(".say")[phrase(lesson.game, said, worded, shortest=2)],
        h.div(".ways")[
            h.a("#lesson-back.order", href=lesson_path(lesson.game, shown.number - 1))["‹ Back"] if shown.number else None,
            h.small[f"{min(shown.number + 1, pages)} of {pages}"],
            _onward(shown, worded),
        ],
    ]


def _last(shown: Shown) -> str:
    now = "Now play" if shown.over else "Play on from here, or begin"
    return f"That was the lesson. {now} a match of your own!"


def _clicked(shown: Shown, text: str) -> str:
    """A text of the lesson with its actions as their buttons call them, and without the notation in brackets of the one that
    it asks for, which is for the terminal, where it is typed."""

    def called(action: str) -> str:
        return capitalised(labelled(shown.model, action))

    text = re.sub(r"`([^`]+)`", lambda quoted: f'"{called(quoted[1])}"', text)
    if shown.page is None or shown.page.task is None:
        return text
    action = shown.page.task.action
    return re.sub(rf"(?<=: ){re.escape(action)}(?=[.!])", lambda _: called(action), text.replace(f" ({action})", ""))


def _onward(shown: Shown, worded: bool) -> h.Node:
    """The way on: reading, trying what is forbidden, being shown what to do; after the last page a match."""
    game, page = shown.lesson.game, shown.page
    if page is None:
        on = h.form(method="post", action=f"{lesson_path(game)}/on")[h.button(".order.main")["Play on from here"]]
        return [
            h.a(".order", href=rules_path(game.name))["Rules"],
            play_form(game, main=shown.over),
            None if shown.over else on,
        ]
    onward = lesson_path(game, shown.number + 1)
    if page.task is None:
        return h.a("#lesson-next.order.main", href=onward)["Next ›"]
    if page.task.allowed:
        return h.a("#lesson-next.order.quiet", href=onward)["Do it for me"]
    tried = lesson_path(game, shown.number, page.task.action)
    called = capitalised(labelled(shown.model, page.task.action))
    return h.a("#lesson-next.order.main", href=tried)[f"Try it: {spoken(game, called) if worded else called}"]


# -- what is spoken of -------------------------------------------------------------------------------------------------


def selector(scene: Scene, thing: Thing, targets: ClickTargets) -> str:
    """Selector of the element that shows a thing; what follows a ``^`` is to be found around it."""
    if thing.panel < 0:
        return {"status": "#status", "log": ".log"}.get(thing.kind, f'[data-act="{thing.name}"]')
    panel = scene.panels[thing.panel]
    home = f"#{home_of(panel, thing.panel)}" if panel.seat is None else f"#seat-{panel.seat}"
    if thing.part < 0:
        return home
    part, place = panel.parts[thing.part], f"{home_of(panel, thing.panel)}-{thing.part}"
    if isinstance(part, Fact):
        return f"{home} :nth-child({_nth_fact(panel, thing.part)} of .fact)"
    if isinstance(part, Row):
        return _in_row(part, thing, place, targets)
    if isinstance(part, Stack):
        top = part.top
        return f"#{targets.identity(top, f'{place}-top')}" if top and thing.kind == "card" else f"#{place}"
    return _on_board(part, thing, place) if isinstance(part, Board) else f"#{place}"


def _nth_fact(panel: Panel, at: int) -> int:
    return sum(isinstance(part, Fact) for part in panel.parts[: at + 1])


def _in_row(row: Row, thing: Thing, place: str, targets: ClickTargets) -> str:
    cards: tuple[Card, ...] = row.cards
    item = max(0, thing.item)
    if not cards:
        return f"#{place.rpartition('-')[0]}"
    ident = targets.identity(cards[item], list(places(cards, place))[item])
    return f"#{ident}" if thing.kind == "card" else f"#{ident}^.row"


def _on_board(board: Board, thing: Thing, place: str) -> str:
    if thing.kind == "door":
        door: Door = board.doors[thing.item]
        return f"#{place}-door-{door.row}-{door.column}"
    space: Space | None = board.rows[thing.item][thing.column] if thing.kind == "space" else _first(board)
    assert space is not None
    ident = f"{place}-{slug(space.name)}"
    return f"#{ident}" if thing.kind == "space" else f"#{ident}^.loose, .board"


def _first(board: Board) -> Space | None:
    return next((space for row in board.rows for space in row if space), None)
