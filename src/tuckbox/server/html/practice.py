"""The page of practice: exercises that are due, sorted by habit, those of each game, and the way to the deal of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import htpy as h

from tuckbox.definition.game import Game
from tuckbox.server.days import comes
from tuckbox.server.html.habits import told_kinds
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor


@dataclass(frozen=True)
class Group:
    """Exercises of a game that are due and of one habit: the kind of action that was `played`, the kind that is `better`,
    what it has cost in all, and the keys of the exercises."""

    game: Game
    played: str
    better: str
    cost: float
    keys: tuple[str, ...]

    @property
    def told(self) -> str:
        """The habit in words."""
        return "; better: ".join(told_kinds(self.game, self.played, self.better))


@dataclass(frozen=True)
class Stand:
    """The exercises of a visitor: those `due` by habit, the number still being `learnt` and of those `known`, when the
    `next` is due, and the time that it is `now`."""

    due: tuple[Group, ...] = ()
    learnt: int = 0
    known: int = 0
    next: float | None = None
    now: float = 0.0


def practice_page(stand: Stand, games: Sequence[tuple[Game, int]], visitor: Visitor) -> str:
    """The page; `games` are those that ship exercises, with how many."""
    body = h.main("#main.page")[
        h.h1["Practice"],
        h.p(class_="lead")["Five minutes a day with your own mistakes, until you make them no more."],
        _due(stand),
        _known(stand),
        h.section(".person-card", aria_labelledby="find-title")[
            h.h2("#find-title")["Find the move"],
            h.p["Positions in which one move is better by far, whatever the others hold."],
            h.div(".orders")[
                [h.a(".order", href=f"/exercises/{game.name}")[f"{game.title}: {number}"] for game, number in games]
            ],
        ]
        if games
        else None,
        h.div(".orders")[
            h.a(".order", href="/daily")["The deal of the day"],
            h.a(".order", href="/habits")["What my habits cost"],
            h.a(".order", href="/")["Home"],
        ],
    ]
    return document("Practice", body, visitor, back="/practice", styles=("pages.css", "people.css", "practice.css"))


def _due(stand: Stand) -> h.Node:
    if not stand.due:
        return h.section(".person-card", aria_labelledby="due-title")[
            h.h2("#due-title")["Nothing is due"], h.p[_later(stand)]
        ]
    number = sum(len(group.keys) for group in stand.due)
    return h.section(".person-card", aria_labelledby="due-title")[
        h.h2("#due-title")[f"{number} {'exercise is' if number == 1 else 'exercises are'} due"],
        h.div(".orders")[h.a(".order.main", href="/practice/next")["Start"]],
        h.ol(".by-habit")[[_group(group) for group in stand.due]],
    ]


def _group(group: Group) -> h.Node:
    many = len(group.keys)
    label = f"{group.told}: {many} due"
    return h.li[
        h.a(href=f"/practice/{group.keys[0]}", aria_label=f"{group.game.title}: {label}")[
            h.b[group.told], h.small[f"{group.game.title} · {many} due · cost {100 * group.cost:.0f} points in all"]
        ]
    ]


def _later(stand: Stand) -> str:
    if stand.next is not None and stand.next > stand.now:  # else it is of a game that is not here
        return f"The next one is due {comes(stand.next, stand.now)}."
    if stand.known and not stand.learnt:
        return "You know all your exercises. Play a match and ask for its review: what it finds comes here."
    return "Play a match and ask for its review: every mistake the coach is sure of becomes an exercise here."


def _known(stand: Stand) -> h.Node:
    if not (stand.learnt or stand.known):
        return None
    return h.p[f"Being learnt: {stand.learnt}. Known: {stand.known}."]


def shipped_page(game: Game, levels: Sequence[dict[str, float]], visitor: Visitor) -> str:
    """The exercises that a game ships, the easiest first; `levels` has for each how often the levels of bots find it."""
    rows = [
        h.li[
            h.a(".order", href=f"/exercises/{game.name}/{number}", aria_label=f"Exercise {number}")[f"{number}"],
            h.span(".who")[_hard(found)],
            h.span(".state")[", ".join(f"{level} bots {share:.0%}" for level, share in found.items())],
        ]
        for number, found in enumerate(levels, 1)
    ]
    body = h.main("#main.page")[
        h.h1[f"{game.title}: find the move"],
        h.p(class_="lead")["One move is better by far, whatever the others hold. Beside each: how often bots find it."],
        h.ul(".list.shipped")[rows] if rows else h.p["This game ships no exercises."],
        h.p[h.a(".order", href="/practice")["Practice"]],
    ]
    return document(
        f"{game.title}: find the move", body, visitor, back=f"/exercises/{game.name}", styles=("pages.css", "practice.css")
    )


def _hard(found: dict[str, float]) -> str:
    """Difficulty of an exercise, by who finds it.

    >>> _hard({"easy": 0.9, "normal": 1.0}), _hard({"easy": 0.1, "normal": 0.9}), _hard({"easy": 0.0, "normal": 0.1})
    ('easy', 'middling', 'hard')
    """
    shares = list(found.values()) or [1.0]
    if shares[0] >= 0.75:
        return "easy"
    return "middling" if max(shares[:2]) >= 0.5 else "hard"
