"""A page for a player: the habits that cost most, over all matches the coach has reviewed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h

from tuckbox.coach.habits import LEAST, Habit, Habits, Mean
from tuckbox.definition.game import Game
from tuckbox.server.html.markup import capitalised
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.surroundings import review_path

_SLOT = re.compile(r"{(\w+)}")
_SHOWN, _UNSURE = 5, 3


@dataclass(frozen=True)
class OfGame:
    """Habits of a player of a game, and of each review behind them its table and the seat."""

    game: Game
    found: Habits
    reviews: tuple[tuple[str, int], ...]


def habits_page(games: Sequence[OfGame], unseen: Sequence[tuple[str, str]], visitor: Visitor) -> str:
    """The page; `unseen` are finished matches that have no review, by their tables, with what they are called."""
    body = h.main("#main.page")[
        h.h1["What your habits cost"],
        h.p(class_="lead")[
            "Based on decisions the coach double-checked, each judged by what you could know. What luck brought is not in "
            "these figures."
        ],
        [_of_game(each) for each in games],
        None if games else h.p["There is no review of a match of yours yet."],
        _unseen(unseen) if unseen else None,
        h.p[h.a(".order", href="/")["Home"]],
    ]
    return document("Your habits", body, visitor, back="/habits", styles=("pages.css", "review.css"))


def _of_game(of: OfGame) -> h.Node:
    found = of.found
    head = h.h2(id=of.game.name)[of.game.title]
    counted = f"{found.matches} match{'' if found.matches == 1 else 'es'} reviewed."
    if found.cost is None:
        more = LEAST - found.matches
        few = f"{counted} From {LEAST} on the coach tells habits from luck: {more} more to go."
        return h.section(".habits", aria_labelledby=of.game.name)[head, h.p[few]]
    sure = [habit for habit in found.habits if habit.sure][:_SHOWN]
    maybe = [habit for habit in found.habits if not habit.sure and habit.cost.mean > 0][:_UNSURE]
    return h.section(".habits", aria_labelledby=of.game.name)[
        head,
        h.p[f"{counted} All that cost you {_cost(found.cost)}."],
        h.ol[[_habit(of, habit) for habit in sure]] if sure else h.p["No single habit is sure to cost you anything."],
        h.details[h.summary["Perhaps"], h.ol[[_habit(of, habit) for habit in maybe]]] if maybe else None,
    ]


def _habit(of: OfGame, habit: Habit) -> h.Node:
    """A habit, what it costs, and the way to where it cost most."""
    at, step = habit.places[0]
    worst = h.a(href=f"{review_path(*of.reviews[at])}&decision={step}")["See where it cost most"]
    told = f"{capitalised(_cost(habit.cost))}; in {habit.matches} of {of.found.matches} matches. "
    return h.li[h.p[h.b[capitalised(said_kind(habit.played))], f" where it is better to {_other(habit)}"], h.p[told, worst]]


def _other(habit: Habit) -> str:
    """The better action; another one of the same kind."""
    return said_kind(habit.better, "another") if habit.better == habit.played else said_kind(habit.better)


def said_kind(kind: str, article: str = "") -> str:
    """The text of a kind of action as words.

    >>> said_kind("discard {card}"), said_kind("discard {card}", "another"), said_kind("offer {road} to {seat}")
    ('discard a card', 'discard another card', 'offer a road to somebody')
    """

    def word(slot: str) -> str:
        if slot == "seat":
            return "somebody else" if article else "somebody"
        return f"{article or ('an' if slot[0] in 'aeiou' else 'a')} {slot}"

    return _SLOT.sub(lambda found: word(found[1]), kind)


def _cost(cost: Mean) -> str:
    """In points: percent of a win."""
    mean, low, high = (100 * max(0.0, each) for each in (cost.mean, cost.low, cost.high))  # a cost is never below 0
    return f"{mean:.1f} points a game ({low:.1f} to {high:.1f})"


def _unseen(tables: Sequence[tuple[str, str]]) -> h.Node:
    paths = [(f"/tables/{table}/review", title) for table, title in tables]
    rows = [
        h.li[h.span(class_="who")[title], h.a(".order", href=path, aria_label=f"Review: {title}")["Review"]]
        for path, title in paths
    ]
    return h.section(aria_labelledby="unseen")[h.h2("#unseen")["Matches without a review"], h.ul(class_="list")[rows]]


__all__ = ["OfGame", "habits_page", "said_kind"]
