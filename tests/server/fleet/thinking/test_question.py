"""What a bot in another process is asked holds what its seat may know, and no more."""

from __future__ import annotations

import random

import pytest

from tests.server.web.test_secrets import OPTIONS, deal_of, twins
from tuckbox import Match
from tuckbox.bots.bots import make_bot
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game as find_game
from tuckbox.server.fleet.thinking.question import read, write


@pytest.mark.parametrize("name", installed())
def test_a_bot_that_is_asked_elsewhere_plays_the_same(name: str) -> None:
    game, chance = find_game(name), random.Random(1)
    match = Match(name, seed=3)
    for _ in range(25):
        if match.over:
            break
        seat = match.waiting[0]
        view = match.view(seat, log=False)
        there = read(write("easy", view, 3.0)).view(game)
        assert (there.seat, there.legal, there.asked, there.news, there.heard) == (
            view.seat, view.legal, view.asked, view.news, view.heard
        )  # fmt: skip
        assert game.layout.packed(there.state) == game.layout.packed(view.state)
        assert there.options == view.options
        match.play(chance.choice(view.legal), seat)


def test_nothing_hidden_and_nobodys_name_is_asked() -> None:
    one, other, _ = twins()
    asked = []
    for number, secret in enumerate((one, other)):
        match = Match("whiplash", 2, deal=deal_of(secret), options=OPTIONS, seats=(f"Ann {number}", "Bo"))
        match.play("draw stock", 1)
        view = match.view(0)
        asked.append(write("easy", view, 3.0))
    assert asked[0] == asked[1]


def test_a_bot_chooses_from_what_it_was_asked() -> None:
    match = Match("whiplash", players=3, seed=3)
    view = match.view(match.turn)
    there = read(write("easy", view, 3.0)).view(match.game)
    bots = [make_bot("greedy", match.game, seed=5) for _ in range(2)]
    assert bots[0].choose(view) == bots[1].choose(there)
