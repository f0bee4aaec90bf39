"""Walks find what lies deep in a game, and a check says what none of them has reached."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

from tests.toys import nim
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene
from tuckbox.testing import Report, check
from tuckbox.testing.case import Case
from tuckbox.testing.jobs import REACH, Job, Outcome
from tuckbox.testing.reach import Explorer, Reached, targets

STAIRS = '''"""A tower to climb, from which one may fall at every step; only who stands on its top sees the view."""

from tuckbox.kit import Actions, Events, GameState, Int, Reasons, add, rule, state, tell

TOP = 12

act = Actions()
UP, DOWN, LEAVE, LOOK = act("up"), act("down"), act("leave"), act("look")
told = Events()
SEEN = told("seen", "number")
outside = Events()
GONG = outside("gong")
reasons = Reasons()
ON_TOP = reasons("there is nothing above")
ON_GROUND = reasons("there is nothing below")
WALLS = reasons("here are walls only")
BELOW_GROUND = reasons("the cellar is locked")
RUNG = reasons("the gong has sounded")


@state(players=(2,))
class State(GameState):
    floor = Int
    steps = Int
    rung = Int


@rule
def setup(s, rng):
    s.floor = 0
    s.steps = 0
    s.rung = 0


@rule
def refuse(s, action):
    if s.floor < 0:
        return BELOW_GROUND
    if action == UP:
        return ON_TOP if s.floor == TOP else 0
    if action == DOWN:
        return ON_GROUND if s.floor == 0 else 0
    if action == LOOK:
        return WALLS if s.floor < TOP else 0
    return 0


@rule
def apply(s, action, rng):
    s.steps += 1
    if action == UP:
        s.floor += 1
    if action == DOWN:
        s.floor = 0
    if action == LOOK:
        tell(s, SEEN, s.turn, 1)
    s.over = action == LEAVE or s.steps == 200
    s.turn = 1 - s.turn


@rule
def event(s, code):
    if s.rung:
        return RUNG
    s.rung = 1
    return 0
'''
DEEP = {"reason there is nothing above", "action look", "event seen"}
CELLAR = "reason the cellar is locked"
NUMBERS = count()


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less to walk than in earnest."""
    monkeypatch.setattr("tuckbox.testing.suite._THOROUGHLY", 3000)
    monkeypatch.setattr("tuckbox.testing.suite._POSITIONS", 100)


@pytest.fixture
def tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.syspath_prepend(str(tmp_path))
    return game(tmp_path)


def game(folder: Path, rules: str = STAIRS, unreached: Mapping[str, str] | None = None) -> Game:
    module = nim.write(folder, f"tower_{next(NUMBERS)}", rules)
    return Game(
        name="tower", title="Tower", rules=module, scene=lambda view: Scene("Tower", "", ()), unreached=unreached or {}
    )


def checked(tower: Game, *, thorough: bool = True) -> Report:
    others = {"golden", "termination"}
    return check(tower, thorough=thorough, native=False, seeds=1, steps=2, skip=others)


def test_targets_are_actions_reasons_and_events(tower: Game) -> None:
    assert targets(tower)[:5] == ("action up", "action down", "action leave", "action look", "reason there is nothing above")
    assert targets(tower)[-2:] == ("event seen", "event gong")


def test_walks_go_on_from_saved_positions_to_what_lies_deep(tower: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = Explorer(Case(tower, 2, {}, 1))
    assert not list(explorer.explore(3000))
    assert set(targets(tower)) - explorer.reached.keys() == {CELLAR}
    monkeypatch.setattr("tuckbox.testing.reach._AGAIN", 0)
    monkeypatch.setattr(Explorer, "_rarest", Explorer._any)
    from_the_deal = Explorer(Case(tower, 2, {}, 1))
    list(from_the_deal.explore(3000))
    assert not DEEP & from_the_deal.reached.keys()


def test_walks_end_when_they_have_reached_what_is_wanted(tower: Game) -> None:
    explorer = Explorer(Case(tower, 2, {}, 1), ["action leave"])
    list(explorer.explore(3000))
    assert explorer.reached["action leave"] == 1
    assert explorer.positions < 100


def test_the_same_seed_walks_the_same_way(tower: Game) -> None:
    def walked(seed: int) -> dict[str, int]:
        return Job(REACH, Case(tower, 2, {}, seed), 400).do().reached

    assert walked(1) == walked(1) != walked(2)


def test_a_thorough_check_demands_everything(tower: Game) -> None:
    report = checked(tower)
    (finding,) = report.findings
    assert finding.name == "reach"
    assert finding.message == f"no walk has reached the {CELLAR}"
    assert finding.again == "tuckbox check tower --thorough"


def test_a_quick_check_and_one_of_a_single_setting_tell_it_only(tower: Game) -> None:
    quick, single = checked(tower, thorough=False), check(tower, thorough=True, players=2, native=False, skip=["golden"])
    for report in (quick, single):
        assert report.passed, str(report)
        assert CELLAR in report.reached.missed
        assert CELLAR in str(report.reached)


def test_what_cannot_be_reached_is_excused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    report = checked(game(tmp_path, unreached={CELLAR: "nobody stands below the ground"}))
    assert report.passed, str(report)
    assert report.reached.never == [CELLAR]
    assert report.data()["reach"]["excused"] == {CELLAR: "nobody stands below the ground"}


@pytest.mark.parametrize(
    ("excuse", "message"),
    [
        ("action look", "`unreached` names 'action look', which a walk has reached"),
        ("action jump", "`unreached` names 'action jump', which the game does not have"),
    ],
)
def test_an_excuse_for_nothing_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, excuse: str, message: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    report = checked(game(tmp_path, unreached={CELLAR: "so", excuse: "so"}))
    assert [finding.message for finding in report.findings] == [message]


def test_ten_excuses_are_the_most() -> None:
    many = {f"action {number}": "so" for number in range(11)}
    assert list(Reached(tuple(many), many).faults()) == ["`unreached` names 11; 10 is the most"]


def test_walks_notice_a_reason_against_what_is_legal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    legal = "@rule\ndef legal(s, moves):\n    add(moves, LEAVE)\n    add(moves, UP)\n\n\n@rule\ndef refuse"
    wrong = game(tmp_path, STAIRS.replace("@rule\ndef refuse", legal))
    found = Job(REACH, Case(wrong, 2, {}, 1), 3000).do().findings
    assert [finding.name for finding in found] == ["reason"]
    assert found[0].again == "tuckbox check tower --players 2 --seed 1 --thorough"


def test_what_is_reached_is_counted_in_each_setting(tower: Game) -> None:
    (setting,) = checked(tower).data()["reach"]["settings"]
    assert (setting["players"], setting["options"], setting["reached"][CELLAR]) == (2, {}, 0)
    assert setting["reached"]["action up"] > 10


def test_jobs_and_outcomes_travel_between_processes(tower: Game) -> None:
    job = Job(REACH, Case(tower, 2, {}, 1), 200, wanted=("action look",))
    assert Job.of(tower, json.loads(json.dumps(job.data()))) == job
    outcome = job.do()
    assert Outcome.of(json.loads(json.dumps(outcome.data()))) == outcome
