"""Authors' mistakes: each is told with the game, the rule and the line, in plain mode and when it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from tests.toys.nim import NIM, game, line_of, write
from tuckbox import Match, RulesError
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine

Make = Callable[..., Game]
_NUMBER = count()
TAKEN = "s.taken[s.turn] += number + 1"


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes Nim with some of its text replaced."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(old: str = "", new: str = "") -> Game:
        assert old in NIM
        return game(write(tmp_path, f"nim{next(_NUMBER)}", NIM.replace(old, new)))

    return make


def play_natively(game: Game, boundscheck: bool = False) -> int:
    """Play a game, each step the first legal action; returns the number of steps."""
    e = engine(game, "native", boundscheck)
    states, _ = e.states(game.blank())
    rng, scratch, state, steps = e.rngs(1)[0], e.scratches()[0], states[0], 0
    e.call(e.rules.begin, state, rng)
    while not state["over"]:
        assert e.call(e.playout.options, state, scratch["moves"])
        e.call(e.rules.apply, state, int(scratch["moves"]["action"][0]), rng)
        steps += 1
    return steps


def play_a_match(game: Game) -> tuple[float, ...]:
    """Play the same in plain mode; returns the payoffs."""
    match = Match(game, seed=1)
    while not match.done:
        match.play(match.actions()[0])
    return match.payoff


def test_nim_without_mistakes_plays(nim: Make) -> None:
    good = nim()
    assert play_natively(good) == 7
    assert play_a_match(good) == (1, 0)


@pytest.mark.parametrize(("old", "new", "said"), [
    (TAKEN, "s.takn[s.turn] += 1", "note uses s.takn, which no state has (rules.py, line {line}); did you mean 'taken'?"),
    ("s.left -= WORTH", "s.left -= s.worth + WORTH", "apply uses s.worth, which no state has (rules.py, line {line})"),
    ("note(s, action", "notte(s, action",
     "apply uses notte, which nobody has defined (rules.py, line {line}); did you mean 'note'?"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_misspelt_name_is_found_before_anything_is_played(nim: Make, old: str, new: str, said: str, mode: str) -> None:
    wrong = nim(old, new)
    with pytest.raises(RulesError) as told:
        engine(wrong, mode)
    assert str(told.value) == f"nim: the rule {said.format(line=line_of(new, NIM.replace(old, new)))}"


@pytest.mark.parametrize(("old", "new", "rule", "said"), [
    (TAKEN, "s.taken[s.turn] += number.size", "note", "Unknown attribute 'size'"),
    (TAKEN, "taken = s.taken; taken.more += 1", "note", "Unknown attribute 'more'"),
    ("s.left -= WORTH", "s.left -= 'x' + WORTH", "apply", "No implementation"),
    ("note(s, action - TAKE)", "note(s)", "apply", "Cannot bind"),
    ("s.left = HEAP", "s.left = [HEAP, 'a']", "setup", ""),
])  # fmt: skip
def test_a_wrong_type_is_told_with_rule_and_line_when_compiled(nim: Make, old: str, new: str, rule: str, said: str) -> None:
    with pytest.raises(RulesError) as told:
        play_natively(nim(old, new))
    where = f"nim: the rule {rule} does not compile (rules.py, line {line_of(new, NIM.replace(old, new))}): "
    assert str(told.value).startswith(where)
    assert said in str(told.value)
    assert len(str(told.value)) < 400


@pytest.mark.parametrize(("old", "new", "rule", "said"), [
    ("WORTH[action - TAKE]", "WORTH[action + 2]", "apply", "IndexError"),
    (TAKEN, "s.taken[2 + s.turn] += 1", "note", "IndexError"),
    ("note(s, action - TAKE)", "note(s)", "apply", "TypeError"),
    ("s.payoff[s.turn] = 1", "s.payoff[s.turn] = 1 // (s.left * 0)", "apply", "ZeroDivisionError"),
])  # fmt: skip
def test_a_fault_in_play_is_told_with_rule_and_line(nim: Make, old: str, new: str, rule: str, said: str) -> None:
    with pytest.raises(RulesError) as told:
        play_a_match(nim(old, new))
    where = f"nim: the rule {rule} (rules.py, line {line_of(new, NIM.replace(old, new))}) went wrong: {said}"
    assert str(told.value).startswith(where)


def test_a_fault_in_play_leaves_the_match_as_it_was(nim: Make) -> None:
    match = Match(nim("WORTH[action - TAKE]", "WORTH[action + 2 * (s.left == 3)]"), seed=1)
    while match.state.left > 3:
        match.play(match.actions()[0])
    before = str(match.record())
    with pytest.raises(RulesError):
        match.play(match.actions()[1])
    assert str(match.record()) == before


@pytest.mark.parametrize("rule", ["setup", "legal", "apply"])
def test_a_missing_rule_is_named(nim: Make, rule: str) -> None:
    wrong = nim(f"def {rule}(", f"def my_{rule}(")
    for mode in ("plain", "native"):
        with pytest.raises(RulesError, match=f"nim has no rule '{rule}'"):
            engine(wrong, mode)


def test_a_number_that_outgrows_its_field_is_told(nim: Make) -> None:
    match = Match(nim(TAKEN, "s.taken[0] += 1 << 31"), seed=1)
    with pytest.raises(RulesError, match="'taken' holds numbers from"):
        match.play(match.actions()[0])


def test_compiled_rules_with_checked_indices_find_what_plain_mode_finds(nim: Make) -> None:
    assert play_natively(nim(), boundscheck=True) == 7
    with pytest.raises(IndexError):
        play_natively(nim(TAKEN, "s.taken[2 + s.turn] += 1"), boundscheck=True)
