"""The deal of the day: the games with today's deals, and what everybody made of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.match.labels import label
from tuckbox.server.days import in_full
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.html.markup import ordinal
from tuckbox.server.html.page import document, name_form
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.sharing import share_button
from tuckbox.server.html.surroundings import review_path
from tuckbox.server.practice.daily import Parting, Try

_STYLES = ("pages.css", "people.css", "practice.css")


@dataclass(frozen=True)
class Dealt:
    """A day's deal of a game: the best `tries`, the best first, one's own (`mine`), where it parts from the best one,
    and the number of all tries (`many`), where that is told."""

    game: Game
    day: date
    tries: Sequence[Try]
    mine: Try | None = None
    parting: Parting | None = None
    past: bool = False
    many: int = 0

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/daily/{self.game.name}" + (f"?day={self.day}" if self.past else "")

    @property
    def told(self) -> bool:
        """Whether the visitor may read what others made of it: not who still plays it, though its day be over."""
        return self.past if self.mine is None else self.mine.over


def dailies_page(dealt: Sequence[Dealt], visitor: Visitor) -> str:
    """Today's deals of all games."""
    body = h.main("#main.page")[
        h.h1["The deal of the day"],
        h.p(class_="lead")["The same deal for everybody, against bots of the same level. You have one try."],
        [_deal(each) for each in dealt],
        h.p[h.a(".order", href="/practice")["Practice"], " ", h.a(".order", href="/")["Home"]],
    ]
    return document("The deal of the day", body, visitor, back="/daily", styles=_STYLES)


def _deal(dealt: Dealt) -> h.Node:
    name, many = f"deal-{dealt.game.name}", dealt.many
    who = {0: "Nobody has", 1: "1 person has"}.get(many, f"{many} people have")
    return h.section(".person-card", aria_labelledby=name)[
        h.h2(id=name)[dealt.game.title], h.p[f"{who} tried it today."], h.div(".orders")[_onward(dealt)]
    ]


def _onward(dealt: Dealt) -> h.Node:
    """The way to play it, to go on, or to the results."""
    if dealt.told:
        return h.a(".order", href=dealt.path, aria_label=f"Results: {dealt.game.title}")["Results"]
    if dealt.mine is not None:
        return h.a(".order.main", href=f"/tables/{dealt.mine.table}", aria_label=f"Go on: {dealt.game.title}")["Go on"]
    return h.form(method="post", action=f"/daily/{dealt.game.name}")[
        h.button(".order.main", aria_label=f"Play it: {dealt.game.title}")["Play it"]
    ]


def daily_page(dealt: Dealt, visitor: Visitor, head: h.Node = None) -> str:
    """Results of a day's deal; while one may still play it, only the way to do so. `head` describes the page to those who
    preview its link."""
    body = h.main("#main.page")[
        h.h1[f"{dealt.game.title}: the deal of {in_full(dealt.day)}"],
        _results(dealt, visitor)
        if dealt.told
        else h.section(".person-card")[
            h.p[
                "What others made of it stands here when you have played it"
                + ("." if dealt.past else ", or when the day is over.")
            ],
            h.div(".orders")[_onward(dealt)],
        ],
        h.p[
            h.a(".order", href="/daily")["All deals of today"],
            " ",
            share_button(f"/daily/{dealt.game.name}?day={dealt.day}"),
        ],
    ]
    title = f"{dealt.game.title}: the deal of the day"
    return document(title, body, visitor, script="daily.js", back=dealt.path, head=head, styles=_STYLES)


def _results(dealt: Dealt, visitor: Visitor) -> h.Node:
    over = [each for each in dealt.tries if each.over]
    if not over:
        return h.p["Nobody has played it to its end."]
    best = dealt.mine is not None and dealt.mine.person == over[0].person
    praise = "Nobody has done better." if len(over) > 1 else "Nobody else has played it to the end yet."
    return [_table(dealt, over), None if best else _best(dealt, over[0]), _own(dealt, praise if best else "", visitor)]


def _table(dealt: Dealt, over: Sequence[Try]) -> h.Node:
    head = [h.th(scope="col")[name] for name in ("", "Who", "Place at the table", "Score")]
    rows = [
        h.tr(aria_current="true" if dealt.mine and each.person == dealt.mine.person else None)[
            h.td["–" if each.gone else f"{_number(over, each)}."],
            h.th(scope="row")[each.name],
            h.td["left" if each.gone else ordinal(each.place or 1)],
            h.td[f"{100 * (each.score or 0):.0f}"],
        ]
        for each in over
    ]
    return h.section(".person-card", aria_labelledby="results")[
        h.h2("#results")["Results"],
        h.table(".figures")[h.thead[h.tr[head]], h.tbody[rows]],
        h.p(".aside")["The score is the share of what its games pay, of 100."],
    ]


def _number(over: Sequence[Try], one: Try) -> int:
    """The place among all tries; equal ones share it."""
    return 1 + sum(each.merit < one.merit for each in over)


def _best(dealt: Dealt, best: Try) -> h.Node:
    """The way to the best try, and where one's own parts from it."""
    return h.section(".person-card", aria_labelledby="best")[
        h.h2("#best")["What the best did"],
        _parted(dealt, dealt.parting, best) if dealt.parting else None,
        h.div(".orders")[
            h.a(".order", href=f"/tables/{best.table}/replay")["Replay"],
            h.a(".order", href=review_path(best.table, 0))["What the coach says of it"],
        ],
    ]


def _parted(dealt: Dealt, parting: Parting, best: Try) -> h.Node:
    seat, _, action = parting.mine.partition(" ")
    theirs = parting.theirs.partition(" ")[2]
    if seat != "0" or not parting.theirs.startswith("0 "):
        return h.p[f"Up to step {parting.step} you played alike; then the bots did not."]
    mine, best_one = _said(dealt.game, action, 0), _said(dealt.game, theirs, None)
    return h.p[
        f"You played alike up to step {parting.step}. Then you played ", h.b[mine], f", {best.name} ", h.b[best_one], ".",
    ]  # fmt: skip


def _said(game: Game, action: str, viewer: int | None) -> Markup:
    """Name of an action of the first seat, as its button has it for a viewer; bots have other names at each table."""
    others = tuple(f"the {ordinal(seat + 1)} player" for seat in range(game.players[-1]))
    return Markup(with_chips(game, capitalised(label(game, action, others, viewer)), shortest=2))


def _own(dealt: Dealt, praise: str, visitor: Visitor) -> h.Node:
    """The way to one's own try, with `praise` ("": none); guests, who may have given no name, can do so here."""
    if dealt.mine is None:
        return None
    return h.section(".person-card", aria_labelledby="own")[
        h.h2("#own")["Yours"],
        h.p[praise] if praise else None,
        None if visitor.somebody else name_form(visitor, dealt.path),
        h.div(".orders")[
            h.a(".order.main", href=review_path(dealt.mine.table, 0))["What the coach says of it"],
            h.a(".order", href=f"/tables/{dealt.mine.table}/replay")["Replay"],
        ],
    ]
