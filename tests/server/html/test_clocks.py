"""Clocks of a table: where they stand, and what is said when the time is up."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.server.html.models import NOW, model_of, played
from tuckbox.server.html.table import table_body
from tuckbox.server.table.view_model import ViewModel, Window


def timed(seat: int | None, *due: float | None, **more: Any) -> ViewModel:
    """A match of Whiplash as a seat sees it, in which those are to decide who have a time until when."""
    model = model_of(played("whiplash", len(due), 3), seat)
    seats = tuple(
        replace(place, asked=until is not None, deadline=until) for place, until in zip(model.seats, due, strict=True)
    )
    return replace(model, **({"seats": seats, "window": None} | more))


def clock_beside_moves(model: ViewModel) -> float | None:
    """Until when the clock beside what can be done runs."""
    found = re.search(r'<p id="time"><span class="clock" data-until="([\d.]+)"', table_body(model))
    return float(found[1]) if found else None


@pytest.mark.parametrize(
    ("seat", "due", "shown"),
    [
        (0, (NOW + 9, None, None), NOW + 9),
        (1, (NOW + 9, None, None), NOW + 9),
        (None, (None, NOW + 8, NOW + 5), NOW + 5),
        (1, (NOW + 5, NOW + 8, None), NOW + 8),
        (0, (None, None, None), None),
    ],
    ids=["own", "who is waited for", "the first of two", "own before others", "no limit"],
)
def test_the_clock_stands_beside_what_can_be_done(seat: int | None, due: tuple[float | None, ...], shown: float) -> None:
    assert clock_beside_moves(timed(seat, *due)) == shown


def test_an_open_window_and_an_earlier_step_have_no_second_clock() -> None:
    assert clock_beside_moves(timed(0, NOW + 9, None, window=Window(NOW + 4))) is None
    assert clock_beside_moves(timed(0, NOW + 9, None, step=1)) is None


def test_whoever_was_late_reads_why_a_bot_plays() -> None:
    model = timed(0, None, NOW + 9, driven=True)
    late = replace(model, seats=(replace(model.seats[0], driven=True, late=True), *model.seats[1:]))
    assert "Your time was up: a bot plays on." in table_body(late)
    assert "Your time was up" not in table_body(model)
    assert "A bot is playing for you." in table_body(model)


def test_in_words_too_one_reads_how_much_time_one_has_and_that_one_watches() -> None:
    own, other, watching = (table_body(timed(seat, NOW + 9, None), worded=True) for seat in (0, 1, None))
    assert 'id="time">Time left: <span class="clock"' in own
    assert "Time left" not in other
    assert "You are watching" in watching
    assert "You are watching" not in own
