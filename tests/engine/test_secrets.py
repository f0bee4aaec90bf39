"""Nothing hidden can be seen, nor inferred from how things go on: in other worlds that look alike all looks alike."""

# mypy: allow-untyped-calls

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.engine.walks import blinded, legal, redealt, sight, stepped, viewers, walk
from tests.toys.bluff import GAME as BLUFF
from tests.toys.bluff import rules as bluff
from tests.toys.cups import GAME as CUPS
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.kit.chance import Fast
from tuckbox.view.invariants import check_state
from tuckbox.view.view import cells, zone_cells

GAMES: list[tuple[Game, int, dict[str, Any]]] = [
    *((BLUFF, players, {"rounds": 6}) for players in (2, 3, 4)),
    *((WHIPLASH, players, {"edition": edition, "match": "single", "turn_cap": 40, "void_limit": 1})
      for players, edition in [(2, "classic"), (3, "2023"), (4, "royal")]),
    (JUMBLE, 3, {}), (SETS, 2, {}), (SETS, 3, {}), (CUPS, 2, {"steps": 40}), (ENVOYS, 3, {}),
]  # fmt: skip


def name(value: object) -> str | None:
    return value.name if isinstance(value, Game) else None


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=name)
def test_worlds_dealt_for_a_viewer_look_to_them_as_the_true_one(game: Game, players: int, options: dict[str, Any]) -> None:
    rng, moved, seen_before = Fast(5), Counter[int](), 0
    for state in walk(game, 11, players, **options):
        for viewer in viewers(state):
            view = sight(game, state, viewer)
            world = redealt(game, state, viewer, rng)
            assert sight(game, world, viewer) == view
            check_state(game, world)
            moved[viewer] += [cell & 255 for cell in cells(game, world)] != [cell & 255 for cell in cells(game, state)]
            if not state.over and viewer == state.turn:
                assert legal(game, world) == legal(game, state)
        seen_before += 1
    assert min(moved[viewer] for viewer in [*range(players), 7]) > seen_before // 3


def shown(game: Game, view: Any) -> list[Counter[int]]:
    """Zone by zone the faces and backs a view shows (a card drawn from a counted deck shows its back only then)."""
    return [Counter(cell & 255 for cell in zone) for zone in zone_cells(game, view)]


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=name)
def test_after_the_same_step_worlds_differ_only_by_cards_that_have_come_to_light(
    game: Game, players: int, options: dict[str, Any]
) -> None:
    chance, compared, rng = random.Random(3), 0, Fast(8)
    for number, state in enumerate(walk(game, 12, players, **options)):
        if state.over or number > 120:
            continue
        for viewer in viewers(state):
            world = redealt(game, state, viewer, rng)
            if game.layout.windows:
                world.window, world.turn = state.window.copy(), state.turn  # answers are not what is dealt anew
            common = sorted(set(legal(game, state)) & set(legal(game, world)))
            if not common:
                continue
            action = chance.choice(common)
            ends = [blinded(game, stepped(game, s, action, Fast(number)), viewer) for s in (state, world)]
            if shown(game, ends[0]) == shown(game, ends[1]) and not ends[0].over:
                assert sight(game, ends[0], viewer) == sight(game, ends[1], viewer), game.actions.text(action)
                compared += 1
    assert compared > 30


def test_hands_hold_cards_that_only_some_know_while_these_things_are_proven() -> None:
    """The walks above would prove little if no seat ever knew a card of another's hand."""
    for game, options in ((BLUFF, {"rounds": 6}), (JUMBLE, {})):
        states = [state for seed in range(6) for state in walk(game, seed, 3, **options)]
        assert sum(bluff.trusted(state, seat) for state in states for seat in range(3)) > 20


def test_a_seat_asked_in_a_window_is_on_turn_in_its_own_view() -> None:
    """Bots decide from a world dealt from the view of the seat that decides."""
    asked = 0
    for seed in range(6):
        for state in walk(BLUFF, seed, 4, rounds=4):
            if not state.over:
                assert blinded(BLUFF, state, state.turn).turn == state.turn
                asked += state.window.depth > 0
    assert asked > 50
