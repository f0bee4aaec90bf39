"""Two matches on the same deal: what they have brought together, and what of it was luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import htpy as h

from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.table.duplicate import whole
from tuckbox.server.table.view_model import Score, SeatView, ViewModel

PARTS = (("The deal", "deal"), ("Decisions", "decisions"), ("Luck and rivals", "luck"))
"""The parts of a result: how they are called, and their names in a review."""
_NAMES = ("First match", "Second match")
_WON = {1.0: "won", 0.5: "tied", 0.0: "lost"}


def together(seats: Sequence[SeatView], scores: tuple[Score, Score]) -> h.Node:
    """The result of both matches in a sentence, under that of the second."""
    first, second = sorted(range(2), key=lambda seat: whole(scores, seat), reverse=True)
    ahead, behind = whole(scores, first), whole(scores, second)
    if ahead == behind:
        return h.p[f"Both matches together: a tie, {_told(ahead)} each."]
    return h.p["Both matches together: ", h.b[seats[first].name], f" comes first, {_told(ahead)} to {_told(behind)}."]


def _told(score: tuple[float, float]) -> str:
    """A score in words.

    >>> _told((1.5, 3.25)), _told((1.0, 1.0))
    ('1½ matches and 3.25 points', '1 match and 1 point')
    """
    won, points = f"{score[0]:g}".replace("0.5", "½").replace(".5", "½"), f"{score[1]:.2f}".rstrip("0").rstrip(".")
    return f"{won} match{'' if score[0] in (0.5, 1) else 'es'} and {points} point{'' if points == '1' else 's'}"


def duplicate_page(model: ViewModel, seat: int, reviews: Sequence[Mapping[str, Any] | None], visitor: Visitor) -> str:
    """Both matches, the first and the second, and the luck of who sat at a `seat` of the second, as their `reviews` say."""
    assert model.duplicate is not None
    scores, tables, seats = model.duplicate.scores, (model.duplicate.first, model.table), (1 - seat, seat)
    assert scores is not None
    name, at = model.seats[seat].name, list(zip(_NAMES, tables, seats, reviews, strict=True))
    body = h.main("#main.page")[
        h.h1[f"{model.title}: two matches, one deal"],
        h.section(".person-card", aria_label="Results")[_results(model.seats, scores), together(model.seats, scores)],
        h.section(".person-card", aria_labelledby="luck")[
            h.h2("#luck")[f"Luck and skill of {name}"],
            h.p(".aside")[
                "What a game brought on average beside an even share, in points of 100. Who has the better hand once has "
                "the worse one the other time: so what the deals have brought should come to little."
            ],
            _luck(at),
            h.p["The same of ", h.a(href=f"?seat={1 - seat}")[model.seats[1 - seat].name], "."],
        ],
        h.ul(".list")[[_ways(title, table) for title, table, _, _ in at]],
    ]
    return document(
        "Two matches, one deal", body, visitor, back=f"/tables/{model.table}/both", styles=("pages.css", "people.css")
    )


def _results(seats: Sequence[SeatView], scores: tuple[Score, Score]) -> h.Node:
    rows = [
        h.tr[
            h.th(scope="row")[seat.name],
            [h.td[f"{_WON[each[seat.number][0]]}, {each[seat.number][1]:g}"] for each in scores],
            h.td[h.b[f"{whole(scores, seat.number)[1]:g}"]],
        ]
        for seat in seats
    ]
    head = h.tr[h.td, [h.th(scope="col")[title] for title in (*_NAMES, "Points")]]
    return h.table(".figures")[h.thead[head], h.tbody[rows]]


def _luck(at: Sequence[tuple[str, str, int, Mapping[str, Any] | None]]) -> h.Node:
    """A row for each match that has been reviewed, and the way to the review of the other."""
    head = h.tr[h.td, [h.th(scope="col")[title] for title, _ in PARTS]]
    return h.table(".figures")[h.thead[head], h.tbody[[_brought(*each) for each in at]]]


def _brought(title: str, table: str, seat: int, review: Mapping[str, Any] | None) -> h.Node:
    way = f"/tables/{table}/review?seat={seat}"
    if review is None:
        return h.tr[h.th(scope="row")[title], h.td(colspan="3")[h.a(href=way)[f"Have the coach review the {title.lower()}"]]]
    games = review["accounts"] or [dict.fromkeys((name for _, name in PARTS), 0.0)]
    name = h.th(scope="row")[h.a(href=way)[title]]
    return h.tr[name, [h.td[f"{100 * sum(each[name] for each in games) / len(games):+.0f}"] for _, name in PARTS]]


def _ways(title: str, table: str) -> h.Node:
    path = f"/tables/{table}"
    return h.li[
        h.b[title],
        h.span(".orders")[
            h.a(".order", href=f"{path}/replay", aria_label=f"Replay: {title}")["Replay"],
            h.a(".order", href=f"{path}/record", download=True, aria_label=f"Download: {title}")["Download"],
        ],
    ]
