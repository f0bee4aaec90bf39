"""Taking back by agreement: what can be taken back has shown nobody anything, and whether it can is no secret either."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.match.worlds import redealt
from tests.toys.parcel import GAME as PARCEL
from tuckbox import Match, UndoError
from tuckbox.engine.engine import record_bytes
from tuckbox.kit.deck import BACK
from tuckbox.match.log import CHOICE, NOTHING
from tuckbox.match.takeback import MOST, unshown, way_back
from tuckbox.view.view import blind, cells

GAMES = [("whiplash", 3, 90), ("keywhiz", 3, 90), ("whipsaw", 3, 150), ("jalopies", 3, 90)]


def course(match: Match, seed: int, steps: int) -> Iterator[tuple[int, int]]:
    """Seats and actions, chosen by chance; each is to be played before the next is asked for."""
    chance = random.Random(seed)
    while match.steps < steps and not match.done:
        if match.between:
            match.deal()
            continue
        seat = match.waiting[0]
        yield seat, chance.choice(match.actions(seat))


def possible(match: Match, seat: int) -> int | None:
    """Where the match can go back to for a seat."""
    try:
        return way_back(match, seat)
    except UndoError:
        return None


def seen(match: Match, viewer: int | None, state: Any) -> Counter[int]:
    """The cards that a viewer sees in a state."""
    return Counter(cell & 255 for cell in cells(match.game, blind(match.game, state, viewer)) if cell & 255 < BACK)


@pytest.mark.parametrize(("game", "players", "steps"), GAMES, ids=[game for game, *_ in GAMES])
def test_what_can_be_taken_back_has_shown_nobody_a_card_but_the_one_chosen(game: str, players: int, steps: int) -> None:
    found = later = 0
    for seed in range(3):
        match = Match(game, players, seed=seed)
        for seat, action in course(match, seed, steps):
            match.play(action, seat)
            for asking in range(players):
                step = possible(match, asking)
                if step is None:
                    continue
                before, entry = match._history.past[step], match._history.entries[step]
                named = match.game.actions.text(entry.code).upper().split()
                assert entry.seat == asking
                for viewer in (*range(players), None):
                    new = seen(match, viewer, match._seen_by(viewer)) - seen(match, viewer, before.state)
                    assert {match.game.layout.deck.name(card).upper() for card in new} <= {*named}
                    assert not (new and viewer == asking)
                found, later = found + 1, later + (step < match.steps - 1)
    assert found > 40
    assert later > 5


@pytest.mark.parametrize(("game", "players", "steps"), GAMES, ids=[game for game, *_ in GAMES])
def test_whether_it_can_be_taken_back_hangs_on_nothing_hidden(game: str, players: int, steps: int) -> None:
    """In a world that looks the same to onlookers an action shows the same: if nothing, all is the same to them. In one that
    looks the same to its seat it shows all others the same, if no more than the card that was chosen."""
    compared: Counter[str] = Counter()
    for seed in range(2):
        match = Match(game, players, seed=seed)
        for number, (seat, action) in enumerate(course(match, seed, steps)):
            comparable = not match.asking and match.told() == match.steps
            twins = [(viewer, redealt(match, viewer, number)) for viewer in (None, seat)] if comparable else []
            match.play(action, seat)
            shows = match._history.entries[-1].shows
            for viewer, twin in twins:
                if match.over or not twin.can(action, seat):
                    continue
                twin.play(action, seat)
                assert twin._history.entries[-1].shows == shows
                if shows == NOTHING or (shows == CHOICE and viewer == seat):
                    assert public(twin) == public(match)
                    compared[shows] += 1
    assert compared[NOTHING] > 20
    assert game in ("keywhiz", "whipsaw") or compared[CHOICE] > 20


def public(match: Match) -> bytes:
    """What onlookers see."""
    return record_bytes(match.game, match.view(log=False).state)


def test_going_back_restores_the_match() -> None:
    match, other = (Match("whiplash", 2, seed=7, dealer=1) for _ in range(2))
    match.play("take discard", 0)
    match.play("discard KH", 0)
    match.play("take discard", 1)
    assert (way_back(match, 0), way_back(match, 1)) == (2, 3)
    other.play("take discard", 0)
    match.go_back(2)
    assert record_bytes(match.game, match.state) == record_bytes(match.game, other.state)
    assert (match.record().steps, match.log(1)) == (other.record().steps, other.log(1))
    for each in (match, other):
        each.play("discard 5C", 0)
        each.play("draw stock", 1)
    assert record_bytes(match.game, match.state) == record_bytes(match.game, other.state)


def test_what_somebody_has_drawn_or_shown_stands() -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    with pytest.raises(UndoError, match="nothing lately"):
        way_back(match, 0)
    match.play("draw stock", 0)
    with pytest.raises(UndoError, match="it stands"):
        way_back(match, 0)
    match.play("discard KH", 0)
    assert way_back(match, 0) == 2
    match.play("take discard", 1)
    match.play("discard QD", 1)  # which nobody else has seen before
    assert (possible(match, 0), possible(match, 1)) == (None, 4)


def test_a_match_goes_back_no_further_than_the_deal_or_some_steps() -> None:
    match = Match("keywhiz", 2, seed=1)
    with pytest.raises(UndoError):
        match.go_back(0)
    with pytest.raises(UndoError):
        match.go_back(match.steps)
    for seat, action in course(match, 2, 60):
        match.play(action, seat)
        assert all(match.steps - step <= MOST for asking in range(2) if (step := possible(match, asking)) is not None)


def test_whether_one_may_ask_does_not_tell_how_far_another_is_with_a_sequence() -> None:
    compared: set[int | None] = set()
    for seed in range(3):
        match, before = Match("whipsaw", 3, seed=seed), dict[int, int | None]()
        for seat, action in course(match, seed, 120):
            match.play(action, seat)
            now = {asking: possible(match, asking) for asking in range(3) if asking != seat}
            if match.told() < match.steps:
                assert not unshown(match)
                assert now.items() <= before.items()
                compared.update(now.values())
            else:
                before = {asking: possible(match, asking) for asking in range(3)}
    assert len(compared) > 1  # it was possible, and it was not


def test_ones_own_sequence_is_taken_back_without_asking() -> None:
    match = Match(PARCEL, seed=3)
    match.play(match.legal()[0])
    with pytest.raises(UndoError, match="only by yourself"):
        way_back(match, 0)
