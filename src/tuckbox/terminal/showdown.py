"""The end of a game, told of one seat after the other: at each beat its cards are shown that the end has turned over."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import groupby

from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Fact, Panel, Scene
from tuckbox.scene.text import cards_of
from tuckbox.terminal.words import speaker
from tuckbox.view.view import View


def beats(match: Match, viewer: int | None) -> Iterator[tuple[View, Scene]]:
    """The beats that lead up to the end that the last step has made: views with the log so far, and their scenes.

    The end itself is not among them. Nothing is told or shown before its turn, and nothing that the end does not show.
    """
    end, before = match.view(viewer), match.view_at(viewer, match.steps - 1)
    told = [line for _, line in match.lines(viewer, after=match.steps - 1)]
    groups = [(who, list(lines)) for who, lines in groupby(told, key=lambda line: speaker(line, match.names))]
    first, last = laid(before), laid(end)
    turned = _face_down(first) > _face_down(last)
    log, shown = list(end.log[: len(end.log) - len(told)]), set[int | None]()
    for who, lines in groups[:-1]:
        seat = match.names.index(who) if who in match.names else viewer if who else None
        shown.add(seat)
        log += lines
        panels = tuple(_between(panel, last, shown, seat, turned) for panel in first.panels)
        scene = replace(first, status=" ".join(lines), panels=panels, notes={}, hints=(), moment="")
        yield replace(before, log=tuple(log)), scene


def _face_down(scene: Scene) -> int:
    """Number of cards face down before the players."""
    places = tuple(panel for panel in scene.panels if panel.seat is not None)
    return sum(card.hidden for card in cards_of(replace(scene, panels=places)))


def _between(panel: Panel, last: Scene, shown: Container[int | None], seat: int | None, turned: bool) -> Panel:
    """A place as it was, but as the end leaves it if it has had its turn; where the end has `turned` cards over, what is
    won by them is told last."""
    end = next((each for each in last.panels if (each.seat, each.title) == (panel.seat, panel.title)), panel)
    if panel.seat is not None and panel.seat not in shown:
        return replace(panel, active=False)
    facts = tuple(part for part in (panel if turned else end).parts if isinstance(part, Fact))
    cards = tuple(part for part in end.parts if not isinstance(part, Fact))
    return replace(panel, parts=cards + facts, active=seat is not None and panel.seat == seat)
