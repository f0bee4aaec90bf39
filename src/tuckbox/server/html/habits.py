"""A page for a player: the habits that cost most, over all matches the coach has reviewed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h

from tuckbox.coach.habits import LEAST, Habit, Habits, Mean
from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised, said
from tuckbox.kit.actions import slots_of
from tuckbox.numbers import counted
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.surroundings import review_path

_SLOT = re.compile(r"(?:\bthe (?P<thing>\w+) |\b(?P<same>\w+) (?=\{(?P=same)\}))?\{(?P<slot>\w+)\}")
"""A slot of a label, with a noun before it that says the same: ``the doorway {square}``, ``door {door}``."""

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
    reviewed = f"{counted(found.matches, 'match', 'matches')} reviewed."
    if found.cost is None:
        more = LEAST - found.matches
        few = f"{reviewed} From {LEAST} on the coach tells habits from luck: {more} more to go."
        return h.section(".habits", aria_labelledby=of.game.name)[head, h.p[few]]
    sure = [habit for habit in found.habits if habit.sure][:_SHOWN]
    maybe = [habit for habit in found.habits if not habit.sure and habit.cost.mean > 0][:_UNSURE]
    return h.section(".habits", aria_labelledby=of.game.name)[
        head,
        h.p[f"{reviewed} All that cost you {_cost(found.cost)}."],
        h.ol[[_habit(of, habit) for habit in sure]] if sure else h.p["No single habit is sure to cost you anything."],
        h.details[h.summary["Perhaps"], h.ol[[_habit(of, habit) for habit in maybe]]] if maybe else None,
    ]


def _habit(of: OfGame, habit: Habit) -> h.Node:
    """A habit, what it costs, and the way to where it cost most."""
    at, step = habit.places[0]
    worst = h.a(href=f"{review_path(*of.reviews[at])}&decision={step}")["See where it cost most"]
    told = f"{capitalised(_cost(habit.cost))}; in {habit.matches} of {of.found.matches} matches. "
    played, better = told_kinds(of.game, habit.played, habit.better)
    return h.li[h.p[h.b[played], "; better: ", h.b[better]], h.p[told, worst]]


def told_kinds(game: Game, played: str, better: str) -> tuple[str, str]:
    """A kind of action that was played and a better one, by the texts of their families, as buttons call them.

    >>> from tuckbox.games.jalopies import GAME
    >>> told_kinds(GAME, "rest", "terrain {card} {section}")
    ('Rest', 'Lay a card on a section')
    >>> told_kinds(GAME, "fix {seat} {card}", "fix {seat} {card}")
    ("Work on somebody's card", "Work on somebody else's card")
    """
    return _called(game, played), _called(game, better, "another" if better == played else "")


def _called(game: Game, kind: str, article: str = "") -> str:
    """The label of a kind of action, of no card or player in particular."""

    def anything(found: re.Match[str]) -> str:
        thing = found["thing"] or found["slot"]
        if thing == "seat":
            return "somebody else" if article else "somebody"
        if thing.endswith("s"):
            return f"other {thing}" if article else thing
        return f"{article or ('an' if thing[0] in 'aeiou' else 'a')} {thing}"

    slots = {slot: f"{{{slot}}}" for slot in slots_of(kind)}
    told = _SLOT.sub(anything, said(_label(game, kind), "", False, **slots))
    return capitalised(re.sub(r"'s (?:an?|another) ", "'s ", told))


def _label(game: Game, kind: str) -> str:
    """The label of a kind of action; where it is made of the last argument, as much of it as is always the same."""
    label = game.labels.get(kind, kind)
    if not callable(label):
        return label
    family = next(each for each in game.actions.families if each.text == kind)
    same, *others = (label(number) for number in range(len(family.domains[-1])))
    while not all(other.startswith(same) for other in others):
        same = same[:-1]
    return f"{re.sub(r'( an?)? *$', '', same)} {{{family.slots[-1]}}}"


def _cost(cost: Mean) -> str:
    """A cost in points: percent of a win."""
    mean, low, high = (100 * max(0.0, each) for each in (cost.mean, cost.low, cost.high))  # a cost is never below 0
    return f"{mean:.1f} points a game ({low:.1f} to {high:.1f})"


def _unseen(tables: Sequence[tuple[str, str]]) -> h.Node:
    paths = [(f"/tables/{table}/review", title) for table, title in tables]
    rows = [
        h.li[h.span(class_="who")[title], h.a(".order", href=path, aria_label=f"Review: {title}")["Review"]]
        for path, title in paths
    ]
    return h.section(aria_labelledby="unseen")[h.h2("#unseen")["Matches without a review"], h.ul(class_="list")[rows]]
