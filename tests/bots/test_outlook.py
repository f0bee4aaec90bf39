"""Prospects by a game's network: what they are made of, and that games played on are the same in both modes."""

from __future__ import annotations

import numpy as np
import pytest

from tuckbox import Match
from tuckbox.bots.outlook import Outlook
from tuckbox.kit.chance import Fast
from tuckbox.view.view import View


def choice(players: int = 3, **options: str) -> View:
    """The view of a seat in Whiplash that has at least two actions."""
    match = Match("whiplash", players, seed=4, options=options)
    while len(match.actions(match.waiting[0])) < 2:
        match.play(match.actions(match.waiting[0])[0], match.waiting[0])
    return match.view(match.waiting[0])


def outlook(view: View, mode: str = "native") -> Outlook:
    found = Outlook.of(view, mode)
    assert found is not None
    return found


def test_there_is_none_without_a_network_that_fits() -> None:
    assert Outlook.of(choice(ranks="9")) is None


def test_both_modes_expect_the_same_and_play_the_same_games() -> None:
    view = choice()
    native, plain = outlook(view), outlook(view, "plain")
    assert native.chance() == pytest.approx(plain.chance(), abs=1e-12)
    assert 0 < native.chance() < 1
    (shares, made), (others, same) = (each.play_on(view.legal[0], 5, 0, 6) for each in (native, plain))
    assert (shares.tolist(), made) == (others.tolist(), same)


def test_games_of_a_seed_are_the_same_one_by_one_or_together() -> None:
    view = choice()
    found = outlook(view)
    whole, _ = found.play_on(view.legal[1], 9, 0, 8)
    parts = [found.play_on(view.legal[1], 9, first, 4)[0] for first in (0, 4)]
    assert whole.tolist() == np.concatenate(parts).tolist()
    assert set(whole) <= {0.0, 1.0}
    assert found.chance() == outlook(view).chance()


def test_it_rests_on_nothing_but_the_view() -> None:
    view, rng = choice(), Fast(3)
    match = Match("whiplash", 3, seed=4)
    while len(match.actions(match.waiting[0])) < 2:
        match.play(match.actions(match.waiting[0])[0], match.waiting[0])
    world = view.redeal(rng)
    assert world != match.state
    match._state = world
    twin = match.view(match.waiting[0])
    assert outlook(twin).chance() == outlook(view).chance()
    assert (
        outlook(twin).play_on(view.legal[0], 2, 0, 5)[0].tolist()
        == outlook(view).play_on(view.legal[0], 2, 0, 5)[0].tolist()
    )
