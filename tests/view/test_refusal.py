"""Why an action is refused: from the rules' own reasons, in a sentence, with the number of the rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.toys import nim
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.think.playout import TABLE
from tuckbox.errors import IllegalAction, RulesError
from tuckbox.match.match import Match
from tuckbox.scene.parts import Scene
from tuckbox.testing import check
from tuckbox.view.refusal import Refusal, refusal, why_not

LEGAL = """@rule
def legal(s, moves):
    for n in range(MOST):
        if n < s.left:
            add(moves, TAKE + n)
"""
REFUSE = """reasons = Reasons()
TOO_FEW = reasons("{number} of {left} cannot be taken", "NM-2")


@rule
def refuse(s, action):
    if action - TAKE >= s.left:
        return TOO_FEW
    return 0
"""


@pytest.fixture
def refusing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Nim that says only what is refused, and why."""
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = nim.NIM.replace(LEGAL, REFUSE).replace("Actions, ", "Actions, Reasons, ")
    module = nim.write(tmp_path, "refusing", rules)
    facts = {"left": lambda view, action: str(view.state.left)}
    return Game(name="nim", title="Nim", rules=module, scene=lambda view: Scene("Nim", "", ()), facts=facts)


def test_what_is_not_refused_is_legal_in_both_modes(refusing: Game) -> None:
    for mode in ("plain", "native"):
        e = engine(refusing, mode)
        desks = e.scratches()
        for left, actions in [(7, [0, 1]), (1, [0])]:
            s = refusing.blank()
            s.left = left  # type: ignore[attr-defined]
            states, _ = e.states(s)
            states[TABLE] = states[0]
            n = e.parity.legal(states, e.rngs(1), desks)
            assert list(desks[0]["moves"]["action"][:n] if e.is_native else desks[0].moves.action[:n]) == actions


def test_a_refusal_says_why_with_facts_and_number(refusing: Game) -> None:
    match = Match(refusing, seed=1)
    for _ in range(3):
        match.play("take 2")
    assert match.legal() == ["take 1"]
    assert refusal(match.view(match.turn), 1) == Refusal("2 of 1 cannot be taken", "NM-2", 1)
    assert refusal(match.view(match.turn), 0) is None
    with pytest.raises(IllegalAction, match=r"2 of 1 cannot be taken \(NM-2\)") as caught:
        match.play("take 2")
    assert caught.value.rule == "NM-2"


def test_who_is_not_to_decide_is_told_so(refusing: Game) -> None:
    match = Match(refusing, seed=1)
    waiting = refusal(match.view(1 - match.asked[0]), 0)
    assert waiting is not None
    assert waiting.text == "another is to decide now"


def test_a_game_has_one_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(RulesError, match="no rule 'legal' and no rule 'refuse'"):
        engine(nim.game(nim.write(tmp_path, "neither", nim.NIM.replace(LEGAL, ""))), "plain")


def test_a_sentence_that_asks_for_what_there_is_not_is_a_fault_of_the_game(refusing: Game) -> None:
    with pytest.raises(RulesError, match=r"of nim speaks of {left}, which is no argument of an action; `facts` of the Game"):
        replace(refusing, facts={})
    match = Match(refusing, seed=1)
    refusing.facts.pop("left")  # type: ignore[attr-defined]  # as if it were an argument of other actions alone
    for _ in range(3):
        match.play("take 2")
    with pytest.raises(RulesError, match=r"'.*{left}.*' against `take 2` may use {number}; `facts` of the Game are"):
        match.play("take 2")


def test_a_name_of_several_words_is_asked_about_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = nim.NIM.replace(LEGAL, REFUSE).replace("Actions, ", "Actions, Reasons, ")
    rules = rules.replace("[str(n + 1) for n in range(MOST)]", '["one bead", "two beads"]')
    facts = {"left": lambda view, action: str(view.state.left)}
    game = Game("beads", "Beads", nim.write(tmp_path, "beads", rules), lambda view: Scene("Beads", "", ()), facts=facts)
    match = Match(game, seed=1)
    for _ in range(3):
        match.play("take two beads")
    view = match.view(match.turn)
    assert [why.rule for why in why_not(view, "two beads")] == ["NM-2"]
    assert why_not(view, "one bead") == why_not(view, "three beads") == []


CLOCK = """
outside = Events()
TIME_UP = outside("time up")
EARLY = reasons({text!r}, "NM-9")


@rule
def event(s, code):
    return EARLY if s.left > 2 else 0
"""


def clocked(tmp_path: Path, name: str, text: str) -> Game:
    """Nim that says why it is too early to stop; the number of sticks left is a fact."""
    rules = nim.NIM.replace(LEGAL, REFUSE).replace("Actions, ", "Actions, Events, Reasons, ") + CLOCK.format(text=text)
    module = nim.write(tmp_path, name, rules)
    facts = {"left": lambda view, action: f"{view.state.left} of {view.seat} {action}"}
    return Game(name="nim", title="Nim", rules=module, scene=lambda view: Scene("Nim", "", ()), facts=facts)


def test_an_event_is_refused_with_the_facts_an_onlooker_may_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words stood there in braces."""
    monkeypatch.syspath_prepend(str(tmp_path))
    match = Match(clocked(tmp_path, "told_of_facts", "there are {left} left"), players=2)
    left = match.view(None).state.left
    with pytest.raises(IllegalAction, match=rf"'time up' means nothing now: there are {left} of None -1 left"):
        match.event("time up")


def test_the_reason_against_an_event_names_no_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    game = clocked(tmp_path, "told_of_arguments", "{number} is too early")
    wrong = r"the reason '\{number\} is too early' against the event `time up` may use \{left\}, as there is no action"
    with pytest.raises(RulesError, match=wrong):
        Match(game, players=2).event("time up")
    assert wrong.replace("\\", "") in str(check(game, native=False))
