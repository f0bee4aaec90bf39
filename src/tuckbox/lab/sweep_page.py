"""The page of a sweep: a curve for each measure, those that move first. It opens offline."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h
import msgspec

from tuckbox.definition.game import Game
from tuckbox.lab import forms
from tuckbox.lab.compare import POINTS
from tuckbox.lab.pages import document, facts, figure, section, table
from tuckbox.lab.study.pictures import curve
from tuckbox.lab.sweep import PLAYERS, moves, said, told_games
from tuckbox.run.stats import Mean

NAMES = {
    "decisions": "Decisions in a game",
    "minutes": "Minutes of a game (an estimate)",
    "choices": "Legal actions at a decision",
    "forced": "Decisions with one legal action",
    "first": "Wins of the first seat",
    "last": "Wins of the last seat",
    "void": "Games that nobody wins",
}


def page(game: Game, form: forms.Sweep, players: int) -> str:
    """The whole page, as text; `players` are those of all points, unless their number is what is varied.

    An interrupted sweep has one of the values that have figures, of which there are at least two.
    """
    form = msgspec.structs.replace(form, points=[point for point in form.points if point.measures])
    moving = moves(form)
    still = [name for name in NAMES if name not in moving]
    even = None if form.varied == PLAYERS else 1 / players
    sections = [_curves("What moves", _title(form, moving), form, moving, even)] if moving else []
    if still:
        title = "These may be the same at all values, as far as so many games can tell"
        sections.append(_curves("What does not", title, form, still, even))
    sections.append(section("All figures", "Means, with their intervals", _table(form)))
    names = [*(["What moves"] if moving else []), *(["What does not"] if still else []), "All figures"]
    values = [point.value for point in form.points]
    given = "; ".join(f"{name} {value}" for name, value in form.options.items()) or "as usual"
    with_players = "" if form.varied == PLAYERS else f"{players} players; "
    top = [
        h.h1[f"{game.title}: {form.varied}"],
        h.p(".lead")[f"The same games with {form.varied} at {len(values)} values, from {values[0]} to {values[-1]}."],
        h.p(".setting")[
            f"{with_players}bots {', '.join(form.bots)}; {told_games(form)} of each, seed {form.seed}",
            h.br, f"Other options: {given}.",
        ],
        _facts(form),
    ]  # fmt: skip
    foot = (
        f"Rules {form.rules}. The same command gives the same figures on any machine; they stand beside this page as JSON. "
        "Intervals are at 95%, wide enough to hold for all values of a measure together (Bonferroni). All of it says how "
        "the game is as these bots play it."
    )
    return document(f"{game.title}: {form.varied}", top, names, sections, foot)


def _title(form: forms.Sweep, moving: Sequence[str]) -> str:
    """The measure that moves most, in words."""

    def stretch(name: str) -> float:
        means = [point.measures[name].mean for point in form.points]
        return (max(means) - min(means)) / (1.0 if name in POINTS else max(means))

    most = max(moving, key=stretch)
    told = [f"{said(most, point.measures[most].mean)} at {point.value}" for point in _ends(form, most)]
    return f"{NAMES[most]}: from {told[0]} to {told[1]}"


def _facts(form: forms.Sweep) -> h.Element:
    """The values at which a game is shortest and longest, has least and most choice, and is kindest to a seat."""
    those = []
    for name in ("minutes", "choices", "first", "void"):
        low, high = _ends(form, name)
        ends = " to ".join(said(name, point.measures[name].mean) for point in (low, high))
        those.append((NAMES[name], ends, f"{form.varied} {low.value} and {high.value}"))
    return facts(those)


def _ends(form: forms.Sweep, name: str) -> tuple[forms.Point, forms.Point]:
    """The points where a measure is least and greatest."""
    ordered = sorted(form.points, key=lambda point: point.measures[name].mean)
    return ordered[0], ordered[-1]


def _curves(name: str, title: str, form: forms.Sweep, measures: Sequence[str], even: float | None) -> h.Element:
    values = [point.value for point in form.points]
    figures = [
        figure(
            curve(
                values, [point.measures[each] for point in form.points], f"{NAMES[each]} by {form.varied}",
                share=each in POINTS, even=even if each in ("first", "last") else None,
            ),
            f"{NAMES[each]}, by {form.varied}.",
        )
        for each in measures
    ]  # fmt: skip
    return section(name, title, h.div(".pair")[figures])


def _table(form: forms.Sweep) -> h.Element:
    def cell(name: str, mean: Mean) -> str:
        return f"{said(name, mean.mean)} ({said(name, mean.low)} to {said(name, mean.high)})"

    rows = [
        [point.value, *(cell(name, point.measures[name]) for name in NAMES), f"{point.games:,}", f"{point.cut:,}"]
        for point in form.points
    ]
    return table([form.varied, *NAMES, "games", "cut off"], rows)
