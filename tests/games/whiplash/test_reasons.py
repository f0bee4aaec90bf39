"""Why something may not be done: each reason at a position of its own, with the number of its rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.whiplash.positions import EDITIONS, RULES, position, seated
from tuckbox import Match
from tuckbox.errors import IllegalAction
from tuckbox.games.whiplash import GAME
from tuckbox.testing.reasons import reached
from tuckbox.view.refusal import Refusal, refusal

HELD = "9C AC AD 5H 7S"
"""A pair of nothing beside two aces."""


def why(s: Any, text: str, seat: int | None = None) -> Refusal:
    """Why an action is refused at a position."""
    match = seated(s)
    told = refusal(match.view(match.turn if seat is None else seat), GAME.actions.code(text))
    assert told is not None
    return told


REASONS: dict[str, tuple[Any, str, str, str]] = {
    "put down before taking": (
        position([None, None]),
        "discard 2C",
        "take a card first, then put one down",
        "WL-5.1",
    ),
    "call before taking": (position(["QC QD QH JS", None]), "call JS", "take a card first, then call", "WL-5.7"),
    "call royal before taking": (position([None, None], edition="royal"), "call royal", "take a card first", "WL-5.7"),
    "no stock": (position([None, None], discards="4S", stock=""), "draw stock", "the stock is empty", "WL-5.14"),
    "a second card": (position([HELD, None]), "draw stock", "one card a turn", "WL-5.1"),
    "a second card from the pile": (position([HELD, None]), "take discard", "one card a turn", "WL-5.1"),
    "not held": (position([HELD, None]), "discard QH", "you do not hold Q♥", "WL-5.3"),
    "call with a card not held": (position([HELD, None]), "call QH", "you do not hold Q♥", "WL-5.3"),
    "first round": (position(["QC QD QH JS 2C", None], turns=1), "call 2C", "in the first round", "WL-5.6"),
    "first round, royal": (
        position(["QC QD QH QS AS", None], turns=1, edition="royal"),
        "call royal",
        "in the first round",
        "WL-5.6",
    ),
    "two aces and no pair": (position([HELD, None]), "call 9C", "hold no three of one rank", "WL-5.8"),
    "two and two": (position(["9C 9D 5H 5S 7S", None]), "call 7S", "hold no three of one rank", "WL-5.8"),
    "a pair and an ace": (position(["KC KD AC 5S 7S", None]), "call 7S", "hold no three of one rank", "WL-5.8"),
    "a pair that is not of kings": (position(["5H 5S AH AS 7C", None]), "call 7C", "only two kings may call", "WL-5.9"),
    "aces of other suits": (
        position(["KC KD AH AS 7C", None], stalemate="copied"),
        "call 7C",
        "only if these copy both",
        "WL-5.9",
    ),
    "no ace of spades": (position(["KC KD AC AD 7C", None]), "call 7C", "one of them is the ace of spades", "WL-5.9"),
    "pile not turned over": (
        position(["5H 5S AH AS 7C", None], edition="classic"),
        "call 7C",
        "once the pile has been turned over",
        "WL-5.9",
    ),
    "five cards elsewhere": (position(["QC QD QH QS AS", None]), "call royal", "this is another edition", "WL-5.10"),
    "five cards elsewhere, before taking": (position([None, None]), "call royal", "this is another edition", "WL-5.10"),
    "five cards elsewhere, first round": (
        position(["QC QD QH QS AS", None], turns=1),
        "call royal",
        "this is another edition",
        "WL-5.10",
    ),
    "no royal five": (
        position(["QC QD QH 7S AS", None], edition="royal"),
        "call royal",
        "not three or more of one rank with aces that copy them",
        "WL-5.10",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_each_refusal_gives_its_reason_and_the_rule(name: str) -> None:
    s, action, text, rule = REASONS[name]
    told = why(s, action)
    assert text in told.text
    assert told.rule == rule
    with pytest.raises(IllegalAction) as refused:
        seated(s).play(action)
    assert refused.value.rule == rule


def test_every_reason_against_an_action_is_reached() -> None:
    by_events = {RULES.NO_CLOCK, RULES.NOT_DEALT, RULES.UP_ALREADY, RULES.ENDED}
    assert reached(seated(s) for s, *_ in REASONS.values()) == {*GAME.reasons} - by_events


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("recycled", [0, 1])
def test_wl_5_9_a_pair_with_two_aces_hears_first_whether_it_is_of_the_right_rank(edition: str, recycled: int) -> None:
    """What the edition excludes for good comes before what another card, or time, could mend."""
    told = why(position(["5C 5D AH AC 7C", None], edition=edition, recycled=recycled, stalemate="copied"), "call 7C")
    assert told.rule == "WL-5.9"
    assert ("kings" in told.text, "copy both" in told.text) == (edition != "classic", edition == "classic")


@pytest.mark.parametrize(
    ("options", "before", "why"),
    [
        ({"match": "race"}, 0, "the match is not played by time"),
        ({"match": "time"}, 1, "the time was up before"),
    ],
)
def test_wl_8_10_the_end_of_the_time_is_refused_with_its_reason(options: dict[str, Any], before: int, why: str) -> None:
    match = Match(GAME, 2, seed=3, **options)
    for _ in range(before):
        match.event("time up")
    steps = match.record().steps
    with pytest.raises(IllegalAction, match=why) as refused:
        match.event("time up")
    assert refused.value.rule == "WL-8.10"
    assert match.record().steps == steps
