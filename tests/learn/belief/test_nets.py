"""Learning by contrast: right gradients, the same weights for a seed, and more than guessing on games never seen."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from tuckbox_tictactoe import GAME as TICTACTOE

from tests.toys.bluff import GAME as BLUFF
from tuckbox.definition.game import Game
from tuckbox.engine.weights import read
from tuckbox.errors import OptionError, WeightsError
from tuckbox.learn.belief import train as training
from tuckbox.learn.belief.nets import Net, PositionBatch, blank_nets, gradients, losses, weigh
from tuckbox.learn.belief.positions import WORLDS, Positions, gather, split
from tuckbox.learn.belief.train import stamped, train
from tuckbox.learn.course import Course
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Threads


@cache
def positions() -> Positions:
    """Some positions of Bluff."""
    return gather(Setting.of(BLUFF, 3, {}), ["greedy", "random"], executor=Threads(2), seed=3, rows=300, every=3)


@pytest.mark.slow
def test_the_true_world_and_others_have_the_same_cards_in_other_places() -> None:
    found, moved = positions(), 0
    assert len(found) == 300
    for row in range(0, 300, 7):
        places = int(found.places[row])
        assert places > 0
        assert (found.of[row, :places] < found.secrets[row]).all()
        backs = BLUFF.layout.deck.backs
        for world in range(1, WORLDS):
            here, there = (found.worlds[row, w, :places] for w in (0, world))
            assert [backs[card] for card in here] == [backs[card] for card in there]
            moved += (here != there).any()
    assert moved > 300


@pytest.mark.slow
def test_positions_are_the_same_however_many_play_them() -> None:
    again = gather(Setting.of(BLUFF, 3, {}), ["greedy", "random"], executor=Threads(3), seed=3, rows=300, every=3)
    for one, other in zip(positions().arrays(), again.arrays(), strict=True):
        assert (one == other).all()


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [False, True])
def test_gradients_are_those_of_the_losses(drawn: bool) -> None:
    rng = np.random.default_rng(5)
    batch = PositionBatch.of(replace(positions(), common=positions().common.astype(float)), np.arange(40))
    nets: list[Net] = [
        {name: rng.normal(0, 0.3, value.shape) for name, value in net.items()} for net in blank_nets(positions(), rng)
    ]
    before = rng.normal(0, 1, (40, WORLDS)) if drawn else None

    def loss(nets: list[Net]) -> float:
        weights = weigh(nets, batch)[0].astype(float)
        half = WORLDS // 2 + 1
        picked, told, _ = losses(weights, before)
        return picked + told * (1 if drawn else WORLDS - half)

    weights, kept = weigh(nets, batch)
    if before is None:
        near = weights[:, WORLDS // 2 + 1 :] - weights[:, :1]
        assert losses(weights)[1] == pytest.approx(float(np.log1p(np.exp(near)).mean()), rel=1e-5)
    found = gradients(nets, batch, kept, losses(weights, before)[2])
    for name in nets[0]:
        way = [rng.normal(0, 1, net[name].shape) for net in nets]
        ends = []
        for sign in (1, -1):
            moved = deepcopy(nets)
            for net, step in zip(moved, way, strict=True):
                net[name] += sign * 1e-6 * step
            ends.append(loss(moved))
        slope = sum(float((grown[name] * step).sum()) for grown, step in zip(found, way, strict=True))
        assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(slope, rel=1e-3, abs=1e-6)


@pytest.mark.slow
def test_games_are_learnt_from_or_measured_by_never_both() -> None:
    lessons, held = split(positions())
    assert len(lessons) + len(held) == 300
    assert not {*lessons.games} & {*held.games}


@cache
def learnt(seed: int = 1) -> str:
    """A small belief about Bluff, as a file."""
    return train(course(seed=seed, rounds=2, rows=1_200), "a test").text()


def course(**more: Any) -> Course:
    """Three rounds of Bluff with three players."""
    return Course.of(BLUFF, 3, {"rounds": ["3"]}, ["greedy"], **more)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EPOCHS", 12)
    monkeypatch.setattr(training, "EVERY", 4)
    monkeypatch.setattr(training, "MEASURED", 400)


def test_a_seed_gives_the_same_weights_and_they_read_back() -> None:
    weights = read(BLUFF, learnt())
    assert weights.text() == learnt() == train(course(seed=1, rounds=2, rows=1_200), "a test").text()
    assert weights.players == 3
    assert weights.covers({"rounds": 3, "games": 1})
    assert not weights.covers({"rounds": 4, "games": 1})


def test_it_tells_true_worlds_in_games_it_has_not_learnt_from() -> None:
    said = read(BLUFF, learnt()).strength.replace(",", "").split(" ")
    picked, guessed, above = float(said[1]), float(said[3]), float(said[5])
    assert picked < guessed - 0.02
    assert above > 0.52


def test_weights_are_stamped_only_while_they_tell_true_worlds_as_well() -> None:
    weights = read(BLUFF, learnt())
    other = replace(weights, rules="0123456789abcdef")
    with pytest.raises(WeightsError, match="other rules"):
        read(BLUFF, other.text())
    assert stamped(BLUFF, other, Threads(2), ["greedy"]).rules == BLUFF.hash
    lying = replace(other, strength="picked 0.100 of 2.197, above 0.999")
    with pytest.raises(WeightsError, match="train anew"):
        stamped(BLUFF, lying, Threads(2), ["greedy"])


@pytest.mark.parametrize(
    ("game", "players", "options", "rivals", "wrong"),
    [
        (TICTACTOE, None, {}, (), "nothing to believe"),
        (BLUFF, 3, {"rounds": ["99"]}, (), "rounds must be"),
        (BLUFF, 7, {}, (), "players"),
        (BLUFF, 3, {}, ("search:50ms",), "not milliseconds"),
        (BLUFF, 3, {}, ("greedy:sly",), "knows no manner"),
        (BLUFF, 3, {}, ("learned",), "ships no network"),
    ],
)
def test_what_cannot_be_learnt_is_refused(
    game: Game, players: int | None, options: dict[str, list[str]], rivals: tuple[str, ...], wrong: str
) -> None:
    with pytest.raises(OptionError, match=wrong):
        train(Course.of(game, players, options, rivals, rounds=1, rows=500))


def test_what_holds_in_no_other_game_is_no_belief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GUESSED", 0.1)
    with pytest.raises(WeightsError, match="taught nothing"):
        train(course(seed=1, rounds=1, rows=500))
