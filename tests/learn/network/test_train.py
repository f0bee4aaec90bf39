"""Training: compiled rules and PyTorch mean the same numbers; the same course gives the same weights, and better play."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from tuckbox_tictactoe import GAME as TICTACTOE

from tests.toys.bluff import GAME as BLUFF
from tuckbox.engine.weights import read
from tuckbox.errors import OptionError, WeightsError
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Run, Threads

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
from tuckbox.learn.network import train as training  # noqa: E402
from tuckbox.learn.network.games import BLOCKS, Decisions, play  # noqa: E402
from tuckbox.learn.network.model import Batch, Network, Shape  # noqa: E402
from tuckbox.learn.network.stamp import stamped  # noqa: E402
from tuckbox.learn.network.targets import Targets  # noqa: E402
from tuckbox.learn.network.train import Course, Training, TrainingProgress, train  # noqa: E402


def course(**more: object) -> Course:
    asked = {"rows": 800, "rounds": 6, "seed": 3, **more}
    return Course.of(BLUFF, 3, {}, ["greedy", "random"], **asked)


def some(network: Network, threads: int = 2) -> Decisions:
    """A round of Bluff."""
    networks = [network.packed()] * 2
    rivals = ("greedy", "past")
    return play(Run(Threads(threads)), [Setting.of(BLUFF, 3, {})], rivals, networks, 3, 0, 6, 400, 50)


def untaught() -> Network:
    """A network that says anything, of the right size."""
    sizes = Training(course(), Threads(1)).sizes
    network = Network(Shape.of(some(Network(Shape((), (), *sizes), 1)), *sizes), 1)
    with torch.no_grad():
        for row in network.parameters():
            row.add_(0.1 * torch.randn(row.shape, generator=torch.Generator().manual_seed(5)))
    return network


def test_pytorch_and_compiled_rules_mean_the_same_numbers() -> None:
    network = untaught()
    decisions = some(network)
    targets = Targets.of(decisions, 0.9)
    for first in range(0, len(decisions), 100):
        last = min(first + 100, len(decisions))
        batch = Batch.of(network, decisions, targets, first, last)
        log_policy, values = network(batch)
        chosen = log_policy.gather(1, batch.chosen[:, None])[:, 0].exp().detach().numpy()
        assert chosen == pytest.approx(decisions.probabilities[first:last], abs=1e-4)
        expected = decisions.values[first:last, :3]
        assert torch.sigmoid(values).detach().numpy()[:, :3] == pytest.approx(expected, abs=1e-4)
    assert len(decisions) > 200


def test_rounds_are_the_same_however_many_play_them_and_seats_are_told_apart() -> None:
    network = untaught()
    one, other = some(network), some(network, threads=3)
    for name, row in one.table().items():
        assert (row == other.table()[name]).all(), name
    seats, games = one.told[:, 1], one.told[:, 0]
    assert (one.lineups[games, seats] == 0).all()
    assert {-1, 0, 1, 2} == {int(which) for which in np.unique(one.lineups)}  # a fourth seat stays empty
    assert len(one.lineups) == 6 * BLOCKS
    mine, theirs, among = one.score(1)
    assert 0 < among < len(one.lineups)
    assert 0 <= mine <= 1
    assert 0 <= theirs <= 1


def test_games_for_which_there_is_no_room_are_left_out() -> None:
    networks = [untaught().packed()] * 2
    found = play(Run(Threads(1)), [Setting.of(BLUFF, 3, {})], ("greedy",), networks, 3, 0, 6, 30, 0)
    there = found.lineups[:, 0] >= 0
    assert 0 < there.sum() < len(there)
    assert set(found.told[:, 0].tolist()) == set(np.nonzero(there)[0].tolist())


def test_the_same_course_gives_the_same_weights_and_beats_those_it_began_with() -> None:
    weights, _ = train(course(rounds=40), Threads(2), "by hand --rounds {rounds}")
    again, _ = train(course(rounds=40), Threads(1), "by hand --rounds {rounds}")
    assert weights.text() == again.text()
    assert weights.made == "by hand --rounds 40"
    assert read(BLUFF, weights.text()).text() == weights.text()
    assert weights.strength.startswith("wins ")
    assert float(weights.strength.split()[1][:-1]) > 40  # a third would be as good as greedy


def test_an_interrupted_training_goes_on_as_if_it_had_not_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EVERY", 2)
    monkeypatch.setattr(training, "CHECKPOINT", 2.0)
    kept, whole = tmp_path / "kept", train(course())[0].text()

    def stop(progress: TrainingProgress) -> None:
        if progress.round == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(course(), kept=kept, progress=stop, clock=count().__next__)
    assert kept.exists()
    with pytest.raises(OptionError, match="otherwise"):
        train(course(seed=4), kept=kept, resume=True)
    rounds: list[int] = []
    weights, _ = train(course(), kept=kept, resume=True, progress=lambda progress: rounds.append(progress.round))
    assert rounds == [5, 6]
    assert weights.text() == whole
    assert not kept.exists()


def test_what_cannot_be_read_is_no_training(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"nonsense")
    with pytest.raises(OptionError, match="does not hold a training"):
        train(course(), kept=kept, resume=True)


def test_minutes_are_made_rounds() -> None:
    went = Training(course(rounds=0, minutes=0.02, rows=500), Threads(2))
    rounds = [progress.round for progress in went.rounds()]
    assert rounds == list(range(1, went.progress.rounds + 1))
    assert len(rounds) >= 10


def test_stamping_keeps_what_still_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = replace(train(course(rounds=12))[0], rules="0123456789abcdef")
    assert stamped(BLUFF, weights, crew=Threads(2)).rules == BLUFF.hash
    older = replace(weights, options={name: values for name, values in weights.options.items() if name != "rounds"})
    assert stamped(BLUFF, older, crew=Threads(2)).options == weights.options  # "rounds" is a new option
    with pytest.raises(WeightsError, match="win less"):
        stamped(BLUFF, replace(weights, strength="wins 99.0% [98%, 99%] of 10 games against greedy"), crew=Threads(2))
    with pytest.raises(WeightsError, match="look at has changed"):
        stamped(BLUFF, replace(weights, inputs="0123456789abcdef"), crew=Threads(2))


def test_a_game_of_perfect_information_is_learnt_too() -> None:
    asked = Course.of(TICTACTOE, None, {}, ["random"], rows=2000, rounds=100, seed=1)
    weights, _ = train(asked)
    assert float(weights.strength.split()[1][:-1]) > 75
