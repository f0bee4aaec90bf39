"""The suite's property of beliefs holds for toys that hide cards in every way, and is broken by a bot that peeks."""

from __future__ import annotations

import pytest

from tests.toys.bluff import GAME as BLUFF
from tests.toys.hints import GAME as HINTS
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.testing import beliefs
from tuckbox.testing.case import Case, Failure
from tuckbox.view.view import blind


def found(game: Game, players: int, steps: int = 40) -> list[Failure]:
    """What the property says along a walk."""
    case, rng = Case(game, players, {}, 3), Fast(4)
    return [
        failure
        for match in case.walk(steps)
        if not match.over and not match.between
        for failure in beliefs.believed(case, match, rng)
    ]


@pytest.mark.parametrize(
    ("game", "players"), [(BLUFF, 3), (HINTS, 2), (SETS, 2)], ids=lambda given: getattr(given, "name", "")
)
def test_what_is_believed_follows_from_what_is_seen(game: Game, players: int) -> None:
    assert found(game, players) == []


def test_a_bot_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "blind", lambda game, state, seat: state.copy())
    assert {name for name, _ in found(BLUFF, 3)} == {"belief"}


def test_a_bot_that_believes_in_worlds_it_can_rule_out_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "_drawn", lambda case, view, seat, seed: [blind(case.game, view, None)])
    assert {name for name, _ in found(BLUFF, 3)} == {"belief"}
