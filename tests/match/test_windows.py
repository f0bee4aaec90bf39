"""Response windows at a table: answers in any order, sealed until the last is in, canonical in the record."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations
from pathlib import Path

import pytest

from tests.toys.bluff import GAME
from tests.toys.nim import game, write
from tuckbox import Match, NotYourTurn, RecordError, RulesError
from tuckbox.engine.engine import record_bytes
from tuckbox.match import transitions as module


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


def test_where_several_are_asked_legal_wants_a_seat() -> None:
    match = accused()
    for asked in (match.legal, match.actions):
        with pytest.raises(NotYourTurn, match="say which one"):
            asked()
    assert "let pass" in match.legal(1)


def test_a_copy_has_the_answers_that_are_sealed() -> None:
    match = accused()
    match.play("let pass", seat=2)
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin.waiting == (1, 3)
        for seat in twin.waiting:
            twin.play("let pass", seat)
        assert match.waiting == (1, 3)


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


def test_the_answer_that_leads_to_a_fault_of_the_rules_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    match = accused()
    for seat in (1, 2):
        match.play("let pass", seat)
    before = record_bytes(GAME, match.state), match.record()

    def wrong(*_: object) -> None:
        raise RulesError("the rules went wrong")

    with monkeypatch.context() as patched:
        patched.setattr(module, "check_state", wrong)
        with pytest.raises(RulesError, match="went wrong"):
            match.play("let pass", 3)
    assert (record_bytes(GAME, match.state), match.record()) == before
    assert match.waiting == (3,)
    match.play("let pass", 3)
    assert not match.asking


CALLED = """
from tuckbox.kit import (
    SECRET, Actions, GameState, Moves, Rng, Together, add, choose, choosing, chosen, close_together, rule, state, together,
)

act = Actions()
CALL = act("call")
CHOOSE = act("choose {side}", ("left", "right"), others=SECRET)


@state(players=(2,))
class State(GameState):
    window = Together()


@rule
def setup(s: State, rng: Rng) -> None:
    s.turn = 0


@rule
def legal(s: State, moves: Moves) -> None:
    if choosing(s):
        add(moves, CHOOSE)
        add(moves, CHOOSE + 1)
    else:
        add(moves, CALL)


@rule
def apply(s: State, action: int, rng: Rng) -> None:
    if not choosing(s):
        together(s, 1, 0b11)
    elif choose(s, action):
        s.payoff[0] = 1 if chosen(s, 0) == chosen(s, 1) else 0
        close_together(s)
        s.over = True
"""


def test_what_has_asked_others_too_cannot_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    match = Match(game(write(tmp_path, "called", CALLED)), seed=1)
    match.play("call")
    assert match.asked == (0, 1)
    assert not match.can_undo(0)
