"""Choices made together: all are asked, all answers count, and nobody knows of another's before all are in."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.testing.test_planted_faults import planted
from tests.toys.guess import GAME as GUESS
from tests.toys.guess import rules as guess
from tuckbox import Match, NotYourTurn
from tuckbox.bots.bots import Bot, Policy
from tuckbox.errors import RulesError
from tuckbox.kit import GameState, Small, Together, choose, choosing, chosen, close_together, state, together
from tuckbox.kit.windows import asked_by
from tuckbox.testing import check
from tuckbox.view.view import blind


@state(players=(4,))
class Four(GameState):
    window = Together()


def four(seats: int = 0b1111) -> Any:
    """Four seats of which some decide."""
    s = Four()
    s.players = 4
    together(s, 3, seats)
    return s


def test_all_are_asked_in_the_order_of_the_seats() -> None:
    assert asked_by(four().window.level[0], 4) == [0, 1, 2, 3]
    assert asked_by(four(0b1010).window.level[0], 4) == [1, 3]
    assert four(0b1010).turn == 1


def test_all_answers_count_in_whatever_order_they_come() -> None:
    for order in permutations(range(4)):
        s = four()
        for place, seat in enumerate(order):
            s.turn = seat
            assert choose(s, 10 + seat) == (place == 3)
        assert [chosen(s, seat) for seat in range(4)] == [10, 11, 12, 13]
        assert choosing(s)
        close_together(s)
        assert not choosing(s)
        assert s.window == Four().window


def test_what_is_chosen_cannot_be_read_before_all_are_in_nor_when_it_is_forgotten() -> None:
    s = four()
    choose(s, 12)
    with pytest.raises(RulesError, match="before all who decide together have chosen"):
        chosen(s, 0)
    close_together(s)
    with pytest.raises(RulesError, match="read what was chosen before `close_together`"):
        chosen(s, 0)


def test_two_at_a_time_are_refused() -> None:
    s = four()
    with pytest.raises(IndexError, match="deciding together already"):
        together(s, 1, 1)


@pytest.mark.parametrize("seats", [0, -1, 0b10000])
def test_seats_that_there_are_not_cannot_decide(seats: int) -> None:
    with pytest.raises(IndexError, match="a mask of seats that there are"):
        four(seats)


def test_of_choices_only_ones_own_is_seen_and_the_others_are_still_to_choose() -> None:
    match = Match(GUESS, 2, seed=1)
    s = match.state
    s.turn = 1
    assert not choose(s, guess.CHOOSE + 1)
    mine, rival, public = (blind(GUESS, s, viewer) for viewer in (1, 0, None))
    assert (mine.window.level[0].answer[1], mine.window.level[0].given, mine.turn) == (1, 0b10, 0)
    assert (rival.window.level[0].answer[1], rival.window.level[0].given, rival.turn) == (0, 0, 0)
    assert (public.window.level[0].given, public.turn) == (0, 0)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_match_asks_all_at_once_and_tells_when_all_are_in(order: tuple[int, int]) -> None:
    match = Match(GUESS, 2, seed=1)
    assert match.asked == (0, 1)
    assert match.nothing is None
    match.play("choose right", order[0])
    assert match.waiting == (order[1],)
    with pytest.raises(NotYourTurn, match="answered already"):
        match.play("choose left", order[0])
    match.play("choose left", order[1])
    assert match.over
    assert match.payoff == (1.0, 0.0)
    sides = ("right", "left") if order == (0, 1) else ("left", "right")
    assert match.record().steps[1:] == (f"0 choose {sides[0]}", f"1 choose {sides[1]}")
    assert Match.from_record(str(match.record()), GUESS).payoff == match.payoff


@pytest.mark.parametrize("seed", range(5))
def test_search_knows_that_nobody_sees_what_it_chooses(seed: int) -> None:
    """Whoever hides wins half the time if the other must guess, and never if the other could see it: then a quarter for
    sure would be better."""
    match = Match(GUESS, 2, seed=1)
    assert Bot(Policy.parse("search:400"), GUESS, seed, "plain").choose(match.view(0)) != guess.CHOOSE + guess.POCKET


def test_actions_that_others_could_hear_of_are_found(tmp_path: Path) -> None:
    """Bots think of what rivals have been told of an action, so it must be declared as secret."""
    game = planted("guess", tmp_path, (", others=SECRET", ""))
    report = check(game, seeds=1, steps=4, native=False, skip=("golden",))
    assert any("others=SECRET" in finding.message for finding in report.findings)


APART = (
    'CHOOSE = act("choose {side}", SIDES, others=SECRET)',
    'CHOOSE = act("choose {side}", SIDES[:2], others=SECRET)\nKEEP = act("keep", others=SECRET)',
)


def test_actions_of_several_families_are_sealed(tmp_path: Path) -> None:
    """Which family a secret action is of rivals know, so that bots would; of a sealed one they know nothing."""
    report = check(planted("guess", tmp_path, APART), seeds=1, steps=4, native=False, skip=("golden",))
    assert any("others=SEALED" in finding.message for finding in report.findings), str(report)
    game = planted("guess", tmp_path, APART, ("SECRET", "SEALED"))
    report = check(game, seeds=2, steps=4, native=False, skip=("golden",))
    assert report.passed, str(report)
    bot = Bot(Policy.parse("search:400"), game, 1, "plain")
    assert bot.choose(Match(game, 2, seed=1).view(0)) != guess.CHOOSE + guess.POCKET


def test_the_toy_conforms() -> None:
    report = check(GUESS, seeds=2, steps=4, native=False, skip=("golden",))
    assert report.passed, str(report)


def test_a_field_of_choices_bears_the_name_of_windows() -> None:
    with pytest.raises(RulesError, match="called `window`"):

        @state(players=(2,))
        class Wrong(GameState):
            choices = Together()
            other = Small
