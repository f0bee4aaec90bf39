"""Views: what a seat sees is the same in every world it cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.match.test_match import play_on
from tuckbox import Match, NotYourTurn
from tuckbox.engine.engine import record_bytes
from tuckbox.kit.chance import Fast
from tuckbox.view.view import blind


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["classic", "2023", "royal"])
def test_views_texts_and_legal_lists_are_equal_over_redeals(players: int, edition: str) -> None:
    match = Match("whiplash", players=players, seed=players, edition=edition)
    chance, rng, moved = random.Random(players), Fast(1), 0
    for _ in range(40):
        if match.between:
            match.deal()
            continue
        for seat in (*range(players), None):
            view = match.view(seat)
            world = view.redeal(rng)
            moved += world != match._state
            assert record_bytes(match.game, blind(match.game, world, seat)) == record_bytes(match.game, view.state)
            original, match._state = match._state, world
            again = match.view(seat)
            match._state = original
            assert (again.legal_texts(), again.asked, again.log) == (view.legal_texts(), view.asked, view.log)
        match.play(chance.choice(match.actions()))
    assert moved > 40 * players / 2


def test_a_rival_is_told_that_a_card_was_drawn_but_not_which() -> None:
    match = Match("whiplash", seed=3, dealer=0)
    match.play("draw stock")
    assert match.log(0)[-1] == "Bo draws a card."
    assert match.log(None)[-1] == "Bo draws a card."
    assert match.log(1)[-1].startswith("You draw ")
    assert match.log(1)[-1] != "You draw a card."
    assert "a card" not in match.story()[-1]


@pytest.mark.parametrize("seat", [-1, 2, 7, "0", 0.5])
def test_a_seat_that_there_is_not_sees_nothing(seat: Any) -> None:
    match = play_on(Match("whiplash", seed=3), 7)
    looks: list[Callable[[Any], object]] = [match.log, match.lines, match.view, match.told, match.observation_key]
    looks += [match.information_key, lambda seat: match.view_at(seat, 2), lambda seat: match.acted(seat, 2)]
    for look in looks:
        with pytest.raises(NotYourTurn, match=f"there is no seat {seat!r}"):
            look(seat)
    with pytest.raises(NotYourTurn, match="there is no seat"):
        match.rename(seat, match.seats[0])
    assert len(match.names) == 2


def test_a_view_holds_no_way_back_to_the_state() -> None:
    match = play_on(Match("whiplash", seed=3), 7)
    view = match.view(0)
    assert view.state.hand[1].cards & ~view.state.hand[1].known == 0
    assert all(cell & 255 >= 240 for cell in view.state.stock.cell[: view.state.stock.n])
    view.state.hand[0].cards = 0
    assert match.view(0).state.hand[0].cards != 0


def test_only_the_seat_to_decide_has_legal_actions_in_its_view() -> None:
    match = Match("whiplash", players=3, seed=3, dealer=2)
    assert [len(match.view(seat).legal) for seat in range(3)] == [2, 0, 0]
    assert match.view(None).legal == ()
    assert match.view(None).asked == (0,)
