"""Worlds few enough to count: what a viewer is shown before, and that a redeal which is not uniform is found out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.toys.bluff import GAME as BLUFF
from tuckbox import game
from tuckbox.kit.deck import BACK
from tuckbox.match.match import Match
from tuckbox.testing import check, worlds
from tuckbox.testing.case import Case
from tuckbox.view.view import blind, zone_cells


def hidden(subject: Any, seen: Any) -> list[int]:
    """How many cards are hidden in each zone in which any are."""
    found = [sum(cell & 255 >= BACK for cell in cells) for cells in zone_cells(subject, seen)]
    return [n for n in found if n]


@pytest.mark.parametrize("viewer", [0, 3, None])
def test_a_viewer_is_shown_all_but_a_few_cards_from_as_many_zones_as_there_are(viewer: int | None) -> None:
    subject = game("jalopies")
    match = Match(subject, 6, seed=1, racers="deal", sides="hero,hero,hero,neutral,villain,villain")
    case = Case(subject, 6, match.options, 1)
    assert sum(hidden(subject, blind(subject, match.state, viewer))) >= 150
    seen = worlds.few(case, match.state, viewer, random.Random(1))
    assert hidden(subject, seen) == [1] * worlds.MOST_HIDDEN
    assert not list(worlds.uniformity(case, seen, viewer))


def test_where_all_that_is_hidden_is_alike_there_is_nothing_to_count() -> None:
    match = Match("whiplash", 2, seed=1, ranks=3)
    case = Case(match.game, 2, match.options, 1)
    state = match.state
    for hand in state.hand:
        hand.known = hand.cards
    state.stock.cell[: state.stock.n] = [cell | 255 << 8 for cell in state.stock.cell[: state.stock.n]]
    assert worlds.few(case, state, 0, random.Random(1)) is None


class Lazy:
    """Chance that never picks the last of several: a shuffle with it leaves out some orders."""

    scripted = loosens = False

    def __init__(self, rng: Any) -> None:
        self.rng = rng

    def below(self, n: int) -> int:
        return int(self.rng.below(max(1, n - 1)))


def test_a_redeal_that_is_not_uniform_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Case(BLUFF, 2, {}, 1).plain.rules
    sound = rules.redeal
    monkeypatch.setattr(rules, "redeal", lambda world, rng, pool: sound(world, Lazy(rng), pool))
    report = check(BLUFF, players=2, options={}, seeds=1, steps=8, native=False, skip=("golden",))
    assert [finding.name for finding in report.findings] == ["uniformity"]
    assert report.distributions
