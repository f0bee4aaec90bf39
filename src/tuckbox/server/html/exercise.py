"""An exercise: the position as its seat saw it and the question what to do; once it is answered, what the coach holds."""

from __future__ import annotations

from dataclasses import dataclass

import htpy as h
from markupsafe import Markup

from tuckbox.coach.exercises import Exercise
from tuckbox.coach.judge import within
from tuckbox.definition.sentences import capitalised
from tuckbox.server.html.action_bar import labelled
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.markup import classes
from tuckbox.server.html.page import Subject, document, game_of, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.review import why_list, wins_or_loses
from tuckbox.server.html.sharing import Preview, preview_head, share_button
from tuckbox.server.html.solo import solo_body
from tuckbox.server.html.table import status_of
from tuckbox.server.html.words import phrase
from tuckbox.server.table.view_model import ViewModel

_TOLD = 5
"""Maximum number of actions whose values are told."""


@dataclass(frozen=True)
class Posed:
    """An exercise as it is looked at.

    `model` is the table as its seat saw it, `path` the address, `heading` what it is called and `of` where it comes from in
    a sentence. `answered` is the action that was chosen, None while it is asked for; then `fate` says when it comes again,
    `onward` leads to what comes next and is called `next`. `origin` leads to the match in which it was played, "" where
    there is none, and `mine` says that it can be let go. `link` is the address that all may see, "" for one's own, of
    which a copy has to be made first.
    """

    exercise: Exercise
    model: ViewModel
    path: str
    heading: str
    of: str
    answered: str | None = None
    fate: str = ""
    onward: str = "/practice"
    next: str = "Next"
    origin: str = ""
    mine: bool = False
    link: str = ""

    @property
    def right(self) -> bool:
        """Whether it was answered well."""
        return self.answered is not None and self.exercise.solves(self.answered)


def exercise_page(posed: Posed, visitor: Visitor, head: h.Node = None) -> str:
    """The whole document; `head` describes the page to those who preview its link."""
    model, worded = posed.model, visitor.preferences.worded
    return document(
        posed.heading,
        [
            h.main("#live")[Markup(exercise_body(posed, worded))],
            Markup(sheet_html(game_of(model))),
            h.div("#menu", popover=True, role="dialog", aria_label="Which of these?"),
        ],
        visitor,
        subject=Subject.of(model),
        script="exercise.js",
        back=posed.path,
        head=head,
        styles=(*styles_for(model, worded), "lesson.css", "review.css", "practice.css"),
    )


def outdated_page(path: str, said: str, visitor: Visitor) -> str:
    """The page of an exercise of one's own that cannot be shown any more, as `said`, with the way to let go of it."""
    body = h.main("#main.page")[
        h.h1["Practice"],
        h.p(class_="lead")[said],
        h.form(method="post", action=f"{path}/drop")[h.button(".order.main")["Let go of it"]],
        h.p[h.a(".order", href="/practice")["Practice"]],
    ]
    return document("Practice", body, visitor, back="/practice", styles=("pages.css", "practice.css"))


def preview(posed: Posed, picture: str) -> h.Node:
    """The title and the question for those who preview a link to an exercise, and the address of a picture; nothing of the
    answer."""
    return preview_head(Preview(posed.heading, question(posed.model), picture))


def question(model: ViewModel) -> str:
    """The question of an exercise, with what the table says."""
    return f"What would you do? {status_of(model)}"


def exercise_body(posed: Posed, worded: bool) -> str:
    """The part of the document that changes with the answer."""
    asks = posed.answered is None
    said = _question(posed, worded) if asks else _answer(posed, worded)
    return solo_body(posed.model, "exercise", asks, said, worded, {})


def _question(posed: Posed, worded: bool) -> h.Node:
    choices = [h.option(value=move.text)[capitalised(move.label)] for move in posed.model.moves]
    return h.section("#bubble", aria_label="Exercise")[
        h.p(".say")["What would you do?"],
        h.p(".of")[_text(posed, posed.of, worded)],
        h.p[share_button(posed.link, "Share")] if posed.link else None,
        h.noscript[
            h.form(method="post")[
                h.label(for_="action")["Your move"], " ", h.select("#action", name="action")[choices], " ", h.button["Do it"]
            ]
        ],
    ]


def _answer(posed: Posed, worded: bool) -> h.Node:
    exercise, answered = posed.exercise, posed.answered
    other = answered if answered is not None and not posed.right else exercise.other
    verdict = classes("verdict", "right" if posed.right else "wrong")
    return h.section("#bubble", aria_label="Answer")[  # not live: the focus goes to the verdict, and reads it
        h.div("#verdict", class_=verdict, tabindex="-1", data_played=other, data_better=exercise.best)[
            h.p(".answer")[_judged(posed, worded)],
            h.p(".say")[_told(posed, worded)],
            _reasons(posed, worded),
            _values(posed, worded),
            h.p(".of")[posed.fate] if posed.fate else None,
        ],
        h.div(".ways")[
            h.a(".order", href=posed.origin)["See it in the match"] if posed.origin else None,
            _sharing(posed),
            _letting_go(posed) if posed.mine else None,
            h.a("#onward.order.main", href=posed.onward)[posed.next, " ›"],
        ],
    ]


def _judged(posed: Posed, worded: bool) -> h.Node:
    assert posed.answered is not None
    action = _action(posed, posed.answered, worded)
    if not posed.right:
        return ["Not the best: ", action, "."]
    if posed.answered == posed.exercise.best:
        return ["Right: ", action, "."]
    return ["Right: ", action, " is as good as the best, as far as the coach can tell."]


def _told(posed: Posed, worded: bool) -> h.Node:
    """The value of the best action beside the other, and how sure the coach is."""
    exercise = posed.exercise
    points = f"{100 * exercise.cost:.0f} points (±{within(exercise.error)})"
    own = "which you played in the match" if posed.mine else "which was played"
    whose = own if exercise.played else "the next best"
    return [
        "Best is ", _action(posed, exercise.best, worded), f": better by {points} than ",
        _action(posed, exercise.other, worded), f", {whose}. The coach is {exercise.certainty} of it.",
    ]  # fmt: skip


def _reasons(posed: Posed, worded: bool) -> h.Node:
    own = "the action you played" if posed.mine else "the action that was played"
    other = own if posed.exercise.played else "the next best"
    return why_list(game_of(posed.model), posed.exercise.reasons, other, worded)


def _values(posed: Posed, worded: bool) -> h.Node:
    """The values of the actions, the best first."""
    values = sorted(posed.exercise.values.items(), key=lambda each: -each[1][0])
    shown = values[:_TOLD] + [each for each in values[_TOLD:] if each[0] == posed.answered]
    rows = [h.li[_action(posed, action, worded), f": {mean:.0%} (±{within(error)})"] for action, (mean, error) in shown]
    of = "a win" if wins_or_loses(posed.model) else "what the game pays"
    return h.details(".values")[h.summary[f"What each move promises, % of {of}"], h.ul[rows]]


def _sharing(posed: Posed) -> h.Node:
    """The button that shares it; of a mistake of one's own first the one that makes a link, which nothing else does."""
    if posed.link:
        return share_button(posed.link, "Share")
    return h.form(method="post", action=f"{posed.path}/share")[h.button(".order")["Make a link to share"]]


def _letting_go(posed: Posed) -> h.Node:
    return h.form(method="post", action=f"{posed.path}/drop")[h.button(".order.quiet")["Do not ask me this again"]]


def _action(posed: Posed, action: str, worded: bool) -> h.Node:
    return h.b[_text(posed, capitalised(labelled(posed.model, action)), worded)]


def _text(posed: Posed, text: str, worded: bool) -> h.Node:
    return phrase(game_of(posed.model), text, worded, shortest=2)
