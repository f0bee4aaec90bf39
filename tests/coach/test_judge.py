"""The verdict on a decision: it names blunders, and rests on nothing that the seat could not know."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.bots.outlook import Outlook
from tuckbox.coach.chances import chance
from tuckbox.coach.hands import likely
from tuckbox.coach.judge import Verdict, Worth, judge, played_on
from tuckbox.definition.game import game
from tuckbox.kit.chance import Fast
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, lesson
from tuckbox.view.view import blind

EFFORT = 100


def at(name: str, action: str) -> Match:
    """The lesson's match where this is to be played, by a learner who may do otherwise."""
    guide = Guide(lesson(game(name)))
    while not (guide.page.task and guide.page.task.allowed and guide.page.task.action == action):
        guide.turn()
    return guide.match


def test_a_blunder_is_seen_and_what_is_best_costs_nothing() -> None:
    match = at("whiplash", "take discard")  # the third seven lies open
    view, code = match.view(LEARNER), match.game.actions.code
    blunder, best = (judge(view, code(action), EFFORT, 1) for action in ("draw stock", "take discard"))
    assert blunder.best.action == code("take discard")
    assert blunder.cost > 0.2
    assert blunder.sure > 0.99
    assert (best.cost, best.sure) == (0, 0.5)
    assert best.best == best.played


@pytest.mark.parametrize(
    ("name", "action", "played"),
    [
        ("whiplash", "discard 9S", "discard JD"),
        pytest.param("keywhiz", "step 2-4", "start 1", marks=pytest.mark.slow),
        pytest.param("whipsaw", "put oL", "put kJJ", marks=pytest.mark.slow),
    ],
)
def test_the_verdict_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str, action: str, played: str) -> None:
    match = at(name, action)
    view, code, rng = match.view(LEARNER), match.game.actions.code(played), Fast(3)
    verdict, guess = judge(view, code, EFFORT, 7), likely(view, 7)
    other = 0
    for _ in range(3):
        world, twin = view.redeal(rng), at(name, action)
        other += twin.state != world
        twin._state = world
        assert blind(match.game, world, LEARNER) == view.state
        assert judge(twin.view(LEARNER), code, EFFORT, 7) == verdict
        assert likely(twin.view(LEARNER), 7) == guess
    assert other


@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_search_for_one_action_tries_no_other(mode: str) -> None:
    match = at("whiplash", "take discard")
    view = match.view(LEARNER)
    bot = Bot(Policy.parse("search:60"), match.game, 1, mode)
    for action in view.legal:
        assert bot.weigh(view, action).visits == 60
    assert bot.choose(view) == match.game.actions.code("take discard")
    assert sum(thought.visits for thought in bot.thoughts) == 60


def test_nothing_is_sure_of_what_is_the_same() -> None:
    one = Worth(3, 0.7, 0.1)
    assert (Verdict(one, one).cost, Verdict(one, one).sure) == (0, 0.5)
    better = Verdict(Worth(3, 0.2, 0.03), Worth(4, 0.9, 0.04))
    assert (round(better.cost, 6), round(better.error, 6), better.sure) == (0.7, 0.05, 0.999)


def test_what_all_games_say_is_as_sure_as_can_be() -> None:
    """Without any error the better is surely better, and the worse surely not."""
    one, other = Worth(3, 0.0, 0.0), Worth(4, 1.0, 0.0)
    assert (Verdict(one, other).sure, Verdict(other, one).sure) == (0.999, 0.0)
    assert Verdict(one, Worth(4, 0.0, 0.0)).sure == 0.5


class Always:
    """An outlook by which one action wins every game and any other loses it."""

    def __init__(self, winning: int) -> None:
        self.winning = winning

    def play_on(self, action: int, seed: int, first: int, games: int) -> tuple[NDArray[np.float64], int]:
        return np.full(games, float(action == self.winning)), games


def test_games_that_all_end_alike_leave_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Outlook, "of", lambda view: Always(2))
    view = at("whiplash", "take discard").view(LEARNER)
    clear, same = played_on(view, 1, 2, 100, 1), played_on(view, 1, 3, 100, 1)
    assert clear is not None
    assert same is not None
    assert (clear.cost, clear.sure, same.cost, same.sure) == (1.0, 0.999, 0.0, 0.5)
    assert same.error == pytest.approx(clear.error)
    assert 0 < same.error < 0.02


def test_games_played_on_find_a_blunder_and_say_nothing_of_a_game_without_a_network() -> None:
    match = at("whiplash", "take discard")
    view, code = match.view(LEARNER), match.game.actions.code
    verdict = played_on(view, code("draw stock"), code("take discard"), 300, 1)
    assert verdict is not None
    assert verdict.cost > 4 * verdict.error > 0
    assert played_on(view, code("draw stock"), code("take discard"), 300, 1) == verdict
    other = Match("whiplash", 2, seed=1, options={"ranks": "9"})
    view = other.view(other.waiting[0])
    assert played_on(view, view.legal[0], view.legal[1], 300, 1) is None
    assert chance(view, 0.3) == 0.3


def test_a_verdict_keeps_its_differences_at_another_chance() -> None:
    verdict = Verdict(Worth(1, 0.4, 0.1), Worth(2, 0.7, 0.1))
    for level, played in ((0.2, 0.2), (0.9, 0.7), (0.0, 0.0)):
        moved = verdict.at(level)
        assert moved.played.mean == pytest.approx(played)
        assert moved.cost == pytest.approx(0.3)
