"""Surroundings of a table: a banner above, the result below, and beside it all about the table and the way out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import htpy as h
from markupsafe import escape

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.errors import sentence
from tuckbox.scene.parts import Scene, Score
from tuckbox.server.html.buttons import order
from tuckbox.server.html.duplicate import together
from tuckbox.server.html.fields import play_form
from tuckbox.server.html.fragments import Fragment
from tuckbox.server.html.markup import isolated
from tuckbox.server.html.page import game_of
from tuckbox.server.table.view_model import MANY, Practice, SeatView, ViewModel


def banner(model: ViewModel) -> str:
    """The banner of an unusual state: an earlier step, a bot in one's place, a match that cannot go on."""
    if model.fault:
        return str(h.p(".banner", role="alert")[sentence(model.fault)])
    if model.scene is not None and model.looking_back:
        way = h.nav(".banner", aria_label="Looking back")[
            f"Looking back: step {model.step} of {model.steps} ",
            h.a(href=f"?step={max(1, model.step - 1)}")["‹ Earlier"],
            " ",
            h.a(href=f"?step={model.step + 1}")["Later ›"],
            " ",
            h.a(href=f"/tables/{model.table}")["Now"],
        ]
        return str(way)
    if model.driven and model.stage == "playing":
        late = model.seat is not None and model.seats[model.seat].late
        told = "Your time was up: a bot plays on. " if late else "A bot is playing for you. "
        return str(h.p("#driven.banner")[told, order("Take my seat back", "return", "main")])
    return ""


def headline(model: ViewModel, scene: Scene) -> str:
    """The game as it is played, and its terms."""
    terms = {"deal of the day": model.terms.day, "hints allowed": model.terms.hints, "counts": model.terms.counts}
    return " · ".join(filter(None, (scene.headline, *(term for term, holds in terms.items() if holds))))


def practising(practice: Practice) -> str:
    """A sentence that this is only practice, and the way back to its origin."""
    if not practice.table:
        return str(h.fragment[h.b["Practice"], " from the end of the lesson, with its cards; nothing counts · "])
    way = f"{review_path(practice.table, practice.seat)}&step={practice.step}"
    said = f"from step {practice.step} of a finished match, with its cards; nothing counts"
    return str(h.fragment[h.b["Practice"], f" {said} · ", h.a(href=way)["Back to the review"], " · "])


def watching(model: ViewModel) -> str:
    """A sentence for onlookers: they see what everybody may see; empty for who plays, and when the match is over."""
    late = f", {model.terms.delay} steps late" if model.terms.delay else ""
    return f"<b>You are watching{late}</b> " if model.seat is None and model.stage == "playing" else ""


def review_path(table: str, seat: int) -> str:
    """The address of the review of a seat."""
    return f"/tables/{table}/review?seat={seat}"


def result(model: ViewModel) -> Fragment:
    """The places, and what can be done after a match."""
    ranked = sorted((seat for seat in model.seats if seat.place), key=lambda seat: (seat.place or 0, seat.number))
    if model.duplicate and model.duplicate.followed:
        return _between_two(model, ranked)
    path, both = f"/tables/{model.table}", model.duplicate and model.duplicate.scores
    shown = h.fragment[
        _places(ranked),
        together(model.seats, both) if both else None,
        h.div(".bar")[
            _onward(model),
            h.a(".order", href=f"{path}/both")["Both matches"] if both else None,
            _coach(model),
            h.a(".order", href=f"{path}/replay")["Replay"] if model.steps > 1 or not model.past else None,
            h.a(".order", href=f"{path}/record", download=True)["Download"] if ranked else None,
            h.a(".order", href="/")["Home"],
        ],
    ]
    won = " won" if model.seat is not None and model.seats[model.seat].place == 1 else ""
    return Fragment("result", f'<div class="result{won}" id="result">', str(shown), "</div>")


def _onward(model: ViewModel) -> h.Node:
    """The way on from a match that is over: to its competition, the results of the day, or a rematch."""
    if model.terms.competition:
        return h.a(".order.main", href=f"/competitions/{model.terms.competition}")["To the competition"]
    if model.terms.day:
        return h.a(".order.main", href=f"/daily/{model.game}?day={model.terms.day}")["Results of the day"]
    if model.rematch:
        alone = all(seat.kind == "bot" or seat.mine for seat in model.seats)
        way = f"/tables/{model.rematch}{'#start' if alone else ''}"
        return h.a(".order.main", href=way, data_rematch=True)["To the rematch"]
    return order("Rematch", "rematch", "main") if model.seat is not None and model.practice is None else None


def _coach(model: ViewModel) -> h.Node:
    """The way to the coach: back to the review that practice came from, or to that of one's own seat, else the first
    person's. After a lesson a match of one's own comes next."""
    if model.practice is not None and not model.practice.table:
        game = game_of(model)
        return play_form(game) if game else None
    if model.practice is not None:
        return h.a(".order.main", href=review_path(model.practice.table, model.practice.seat))["Back to the review"]
    if model.past:
        return None
    first = next((seat.number for seat in model.seats if seat.kind == "person"), 0)
    return h.a(".order", href=review_path(model.table, first if model.seat is None else model.seat))["Review"]


def _places(ranked: Sequence[SeatView]) -> h.Node:
    return h.ol(".places", aria_label="Places")[[h.li[h.b[f"{seat.place}."], " ", isolated(seat.name)] for seat in ranked]]


def _between_two(model: ViewModel, ranked: Sequence[SeatView]) -> Fragment:
    """The result of a match that is played again on the same deal, and the way to the second."""
    way = h.a(".order.main", href=f"/tables/{model.rematch}")["To the second match"] if model.rematch else None
    told = "The same deal is played again, with seats exchanged. Hands, review and record are shown when both are over."
    shown = h.fragment[_places(ranked), h.p[told], h.div(".bar")[way, h.a(".order", href="/")["Home"]]]
    return Fragment("result", '<div class="result" id="result">', str(shown), "</div>")


def scores(model: ViewModel) -> list[Fragment]:
    """The scores that made up the result of a game, as a table: a column for each seat, or a row where there are more seats
    than lines, since there is little width."""
    found = model.scene.scores if model.scene else ()
    if not found:
        return []
    names = [seat.name for seat in model.seats]
    heads, rows = (
        (names, _by_line(found)) if len(found) >= len(names) else ([score.label for score in found], _by_seat(names, found))
    )
    title = h.h2("#scores-title")["How it came about"]
    table = h.div(".scores", tabindex="0", role="group", aria_labelledby="scores-title")[
        h.table[h.thead[h.tr[h.td, [h.th(scope="col")[head] for head in heads]]], h.tbody[rows]]
    ]
    tag = '<section id="scores" aria-labelledby="scores-title">'
    return [Fragment("scores", tag, str(h.fragment[title, table]), "</section>")]


def _by_line(scores: Sequence[Score]) -> list[h.Node]:
    return [
        h.tr(class_="total" if score.total else None)[
            h.th(scope="row")[score.label], [h.td[value] for value in score.values]
        ]
        for score in scores
    ]


def _by_seat(names: Sequence[str], scores: Sequence[Score]) -> list[h.Node]:
    return [
        h.tr[
            h.th(scope="row")[name],
            [h.td[h.b[score.values[at]] if score.total else score.values[at]] for score in scores],
        ]
        for at, name in enumerate(names)
    ]


def unlearnt(model: ViewModel) -> list[Fragment]:
    """A notice that the bots play without what was learnt, if they do."""
    tag = '<p class="note" id="unlearnt">'
    return [Fragment("unlearnt", tag, str(escape(model.unlearnt)), "</p>")] if model.unlearnt else []


def about(model: ViewModel) -> Fragment:
    """All about this table, folded away."""
    salted = tuple(seat.name for seat in model.seats if seat.salted)
    return _about(game_of(model), model.options, model.terms.time_control.title, model.commitment, salted, model.onlookers)


@lru_cache(maxsize=1024)
def _about(
    game: Game | None,
    options: tuple[tuple[str, str], ...],
    pace: str,
    commitment: str | None,
    salted: tuple[str, ...],
    onlookers: int,
) -> Fragment:
    watching = f"{onlookers}{' or more' * (onlookers >= MANY)} {'is' if onlookers == 1 else 'are'} watching."
    shown = h.fragment[
        h.summary["About this table"],
        _terms(game, options, pace),
        _seal(commitment, salted) if commitment else None,
        h.p[watching] if onlookers else None,
    ]
    return Fragment("about", '<details id="about" class="about">', str(shown), "</details>")


def _terms(game: Game | None, options: tuple[tuple[str, str], ...], pace: str) -> h.Node:
    """The options of the game and the pace."""
    named = [(game.term(name), game.term(name, value)) for name, value in options] if game else options
    pairs = (*named, ("time to think", pace))
    return h.dl[[(h.dt[capitalised(name)], h.dd[value]) for name, value in pairs]]


def _seal(commitment: str, salted: tuple[str, ...]) -> h.Node:
    """A note that the deal is fixed, and who had a hand in it."""
    added = f" {', '.join(salted)} added chance of their own to it." if salted else ""
    return [
        h.p[
            "All the luck of this match was fixed before it began, and this number is its seal.",
            isolated(added),
            " When the match is over, download the record: ",
            h.code["tuckbox verify"],
            " opens the seal and checks every card.",
        ],
        h.p[h.code[commitment]],
    ]


def leaving(model: ViewModel) -> str:
    """The ways out, of somebody who sits at a match that is played; before it, of who may close the table."""
    if model.can_close:
        return _CLOSING
    if model.seat is None or model.stage != "playing" or model.looking_back:
        return ""
    return _leaving(model.driven)


_CLOSING = str(
    h.details("#closing.leaving")[
        h.summary["Close the table"],
        h.p["Nobody can sit down here any more, and it is taken off all lists. ", order("Yes, close it", "close", "danger")],
    ]
)
"""Closing a table before the match asks twice, too."""


@lru_cache(maxsize=2)
def _leaving(driven: bool) -> str:
    """Leaving asks twice, resigning once more: buttons are folded away, and none becomes another under one's finger."""
    pause = h.p("#pausing")["A bot can play for you until you come back. ", order("Let a bot play", "stand")]
    shown = h.details("#leaving.leaving")[
        h.summary["Leave the table"],
        None if driven else pause,
        h.details("#resigning")[
            h.summary["Resign"],
            h.p["You give up your seat for good, and others may take it. ", order("Yes, I resign", "resign", "danger")],
        ],
    ]
    return str(shown)
