"""Response windows at a table: answers in any order, sealed until the last is in, canonical in the record."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.toys.bluff import GAME
from tuckbox import Match, NotYourTurn, RecordError
from tuckbox.engine.engine import record_bytes


def accused(seed: int = 1) -> Match:
    """A table of four at which seat 0 has loaded a card and three rivals are asked."""
    match = Match(GAME, 4, seed=seed)
    match.play(next(text for text in match.legal() if text.startswith("load")))
    return match


def answers(match: Match) -> dict[int, str]:
    """For each seat asked an answer, a call where it can."""
    return {seat: match.legal(seat)[-1] for seat in match.asked}


def test_all_rivals_are_asked_at_once() -> None:
    match = accused()
    assert match.asked == (1, 2, 3)
    assert match.turn is None
    assert all(match.view(seat).asked == (1, 2, 3) for seat in (0, 1, None))
    with pytest.raises(NotYourTurn):
        match.play("let pass")
    with pytest.raises(NotYourTurn):
        match.play("let pass", seat=0)


def test_the_order_in_which_answers_come_changes_nothing() -> None:
    records = set()
    for order in permutations((1, 2, 3)):
        match = accused()
        chosen = answers(match)
        for seat in order:
            match.play(chosen[seat], seat)
        records.add(str(match.record()))
    assert len(records) == 1


def test_who_has_answered_and_what_cannot_be_seen() -> None:
    untouched, match = accused(), accused()
    chosen = answers(match)
    match.play(chosen[3], seat=3)
    match.play(chosen[1], seat=1)
    for seat in (0, 2, None):
        one, other = untouched.view(seat), match.view(seat)
        assert record_bytes(GAME, one.state) == record_bytes(GAME, other.state)
        assert (one.legal, one.asked, one.log) == (other.legal, other.asked, other.log)
        assert untouched.observation_key(seat) == match.observation_key(seat)
    assert match.waiting == (2,)
    assert not match.can_undo()
    with pytest.raises(NotYourTurn, match="already"):
        match.play("let pass", seat=1)


def test_void_answers_stay_secret_and_are_in_the_record() -> None:
    """Seats 2 and 3 learn of each other's answers only what the rules tell: the first call is revealed, later ones not."""
    for seed in range(40):
        match = accused(seed)
        chosen = answers(match)
        if chosen[1] == chosen[3] == "call with writ":
            break
    for seat in match.asked:
        match.play(chosen[seat], seat)
    assert list(match.record().steps[2:]) == [f"{seat} {chosen[seat]}" for seat in (1, 2, 3)]
    assert match.view(None).state.discards.n == 1
    assert not any("Dee" in line for line in match.log(0)[-1:])


def test_a_record_with_answers_is_read_exactly() -> None:
    match = accused()
    chosen = answers(match)
    for seat in (3, 2, 1):
        match.play(chosen[seat], seat)
    text = str(match.record())
    assert str(Match.from_record(text, GAME).record()) == text
    lines = text.split("\n")
    lines[-4], lines[-3] = lines[-3], lines[-4]
    with pytest.raises(RecordError):
        Match.from_record("\n".join(lines), GAME)


def test_half_answered_windows_are_not_in_the_record() -> None:
    match = accused()
    match.play("let pass", seat=2)
    assert str(match.record()) == str(accused().record())
