"""Training: compiled rules and PyTorch mean the same numbers; the same course gives the same weights, and better play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from tuckbox_tictactoe import GAME as TICTACTOE

from tests.toys import nim
from tests.toys.bluff import GAME as BLUFF
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.kuhn import GAME as KUHN
from tuckbox.bots.learnt import pinned
from tuckbox.engine.weights import read, told_options, with_options
from tuckbox.errors import OptionError, WeightsError
from tuckbox.learn.course import Course, Learning
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Run, Threads

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
from tuckbox.learn.network import stamp  # noqa: E402
from tuckbox.learn.network import train as training  # noqa: E402
from tuckbox.learn.network.critic import Critic, descended, mirrored  # noqa: E402
from tuckbox.learn.network.games import BLOCKS, Decisions, Orders, play  # noqa: E402
from tuckbox.learn.network.learner import Hyperparameters, divergence, learn, values_loss  # noqa: E402
from tuckbox.learn.network.model import PRIOR_EXPONENT, Batch, Network, Shape  # noqa: E402
from tuckbox.learn.network.stamp import stamped  # noqa: E402
from tuckbox.learn.network.strength import measured  # noqa: E402
from tuckbox.learn.network.targets import Targets  # noqa: E402
from tuckbox.learn.network.train import Training, TrainingProgress, train  # noqa: E402


def course(**more: object) -> Course:
    asked = {"rows": 800, "rounds": 6, "seed": 3, **more}
    return Course.of(BLUFF, 3, {}, ["greedy", "random"], **asked)


def some(network: Network, threads: int = 2) -> Decisions:
    """A round of Bluff, three and four rounds long by turns."""
    networks = network.packed(), network.packed()
    rivals = ("greedy", "past")
    return play(Run(Threads(threads)), several().told, rivals, Orders(networks, 0, 6), seed=3, rows=400, mixed=50)


def several() -> Course:
    """A course in two settings."""
    return replace(course(), options={"rounds": ["3", "4"]})


def untaught() -> Network:
    """A network that says anything, of the right size."""
    sizes = Training(several(), Threads(1)).sizes
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
        batch = Batch.of(network, decisions, targets, slice(first, last))
        log_policy, values = network(batch)
        chosen = log_policy.gather(1, batch.chosen[:, None])[:, 0].exp().detach().numpy()
        assert chosen == pytest.approx(decisions.probabilities[first:last], abs=1e-4)
        expected = decisions.values[first:last, :3]
        assert torch.sigmoid(values).detach().numpy()[:, :3] == pytest.approx(expected, abs=1e-4)
    assert len(decisions) > 200
    assert set(decisions.settings.tolist()) == {0, 1}


def test_a_training_that_diverges_ends_at_once() -> None:
    with pytest.raises(WeightsError, match=r"diverges in round [1-6]: try a lower rate than 1e\+30"):
        train(course(learning=Learning(rate=1e30)), Threads(2))


def test_a_game_in_which_nobody_has_a_choice_cannot_be_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = nim.NIM.replace("for n in range(MOST):\n        if", "for n in range(1):\n        if")
    forced = nim.game(nim.write(tmp_path, "forced", rules))
    with pytest.raises(OptionError, match=r"in \d+ games of nim nobody had a choice: there is nothing to learn"):
        train(Course.of(forced, 2, {}, [], rows=800, rounds=1, seed=4), Threads(2))


@pytest.mark.slow
def test_who_names_a_seat_counts_it_from_its_own() -> None:
    went = Training(Course.of(ENVOYS, 3, {}, [], rows=2000, rounds=1, seed=4), Threads(2))
    next(went.rounds())
    with torch.no_grad():
        went.network.policy_weights.normal_(0, 0.3, generator=torch.Generator().manual_seed(5))
    networks = went.network.packed(), went.network.packed()
    decisions = play(went.work, went.played, (), Orders(networks, 0, 6), seed=4, rows=400, mixed=0)
    batch = Batch.of(went.network, decisions, Targets.of(decisions, 0.9), slice(0, len(decisions)))
    chosen = went.network(batch)[0].gather(1, batch.chosen[:, None])[:, 0].exp().detach().numpy()
    assert chosen == pytest.approx(decisions.probabilities, abs=1e-4)
    named = {ENVOYS.actions.seats()[row][0] for row in decisions.actions.tolist()}
    assert named == {-1, 1, 2}  # nobody names themself


def test_a_network_is_told_which_options_are_played() -> None:
    network = untaught().net()
    weights = train(replace(several(), rounds=2))[0]
    assert weights.options["rounds"] == ("3", "4")
    assert read(BLUFF, weights.text()).text() == weights.text()
    assert weights.covers({"rounds": 4})
    three, four = (told_options(weights.options, {"rounds": number}) for number in (3, 4))
    assert (three, four) == ([0], [1])
    plays = [with_options(network, told)["bias1"] - network["bias1"] for told in (three, four)]
    assert plays == [pytest.approx(row, abs=1e-6) for row in network["option_weights"]]
    assert "option_weights" not in with_options(network, three)


def test_more_settings_than_a_round_has_blocks_have_their_turn_in_the_next() -> None:
    asked = replace(course(rounds=2), options={"rounds": [str(number) for number in range(1, BLOCKS + 2)]})
    went, seen = Training(asked, Threads(2)), set()
    for _ in went.rounds():
        seen.add(went.orders.turn)
    assert len(went.network.shape.settings) == BLOCKS + 1
    assert seen == {7, 6}  # the look before the first round moved on as well


def test_where_to_learn_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Training(course(), Threads(1), "cpu").device.type == "cpu"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(OptionError, match="no graphics card here"):
        Training(course(), Threads(1), "cuda")


def test_a_pull_keeps_the_policy_near_its_reference() -> None:
    network = untaught()
    decisions = some(network)
    targets, moved = Targets.of(decisions, 0.9), []
    for pull in (0.0, 10.0):
        learner = deepcopy(network)
        adam = torch.optim.Adam(learner.parameters(), lr=0.01)
        learn(learner, network, adam, decisions, targets, Hyperparameters(0.01, 0.0, batch=200, pull=pull), 1)
        batch = Batch.of(network, decisions, targets, slice(0, 200))
        moved.append(divergence(learner(batch)[0], network, batch).item())
    assert 0 < moved[1] < moved[0] / 2


def test_values_are_learnt_from_games_among_equals_alone() -> None:
    network = untaught()
    decisions = some(network)
    batch = Batch.of(network, decisions, Targets.of(decisions, 0.9, bots=1), slice(0, 200))
    values = network(batch)[1].detach()
    assert 0 < batch.equals.sum() < len(batch.equals)
    known = values_loss(values, batch)
    values[~batch.equals] = 9.0
    assert values_loss(values, batch) == known
    values[batch.equals] = 9.0
    assert values_loss(values, batch) > known


@pytest.mark.parametrize("average", [0.0, 0.3])
def test_what_ships_may_be_a_mean_of_the_weights_and_is_else_the_last_ones(average: float) -> None:
    went = Training(course(rounds=3, learning=Learning(average=average)), Threads(2))
    mean = PRIOR_EXPONENT
    for progress in went.rounds():
        kept = min(average, progress.round / (progress.round + training.WARM))
        mean = kept * mean + (1 - kept) * went.network.prior_exponent.item()
    assert went.mean.prior_exponent.item() == pytest.approx(mean)
    assert (went.mean.prior_exponent.item() == went.network.prior_exponent.item()) == (average == 0)


def test_a_tenth_of_the_rate_moves_the_weights_a_tenth_as_far() -> None:
    moved = []
    for rate in (1e-3, 1e-4):
        went = Training(course(rounds=1, learning=Learning(rate=rate)), Threads(2))
        went.look()
        before = [each.detach().clone() for each in went.network.parameters()]
        went._learn(went._play(went.orders))
        moved.append(sum((a - b).abs().sum().item() for a, b in zip(before, went.network.parameters(), strict=True)))
    assert moved[1] == pytest.approx(moved[0] / 10, rel=0.5)


@pytest.mark.slow
def test_a_critic_sees_all_cards_and_judges_better_than_who_sees_its_own() -> None:
    asked = Course.of(
        KUHN, None, {}, [], rows=2000, rounds=60, learning=Learning(mixed=0, entropy=0.2, mirror=0.3, rate=0.003)
    )
    went = Training(asked, Threads(2))
    for _ in went.rounds():
        pass
    decisions = went._play(went.orders)
    seen, opened = (np.diff(each.ends[:, 0], prepend=0) for each in (decisions, decisions.opened()))
    assert (opened > seen).all()
    assert went.critic is not None
    targets = Targets.of(decisions, 1.0)
    chosen = torch.from_numpy(decisions.told[:, 2])[:, None]
    batch = Batch.of(went.critic.network, decisions.opened(), targets, slice(0, len(decisions)))
    shares = went.critic.shares(batch).gather(1, chosen)[:, 0].numpy()
    off = [((each - targets.returns[:, 0]) ** 2).mean() for each in (shares, decisions.values[:, 0])]
    assert off[0] < 0.9 * off[1]


def test_mirror_descent_multiplies_probabilities_by_what_actions_bring_and_is_drawn_to_equal_ones() -> None:
    policy, judged = torch.tensor([[0.6, 0.3, 0.1, 0.0]]), torch.tensor([[0.2, 0.5, 0.5, 0.9]])
    legal = torch.tensor([[True, True, True, False]])
    for mirror, entropy in ((2.0, 0.0), (2.0, 0.5), (2.0, 1e9), (1e-9, 0.5)):
        hyper = Hyperparameters(0.01, entropy, mirror=mirror)
        wanted = (policy * torch.exp(mirror * judged)) ** (1 / (1 + mirror * entropy)) * legal
        found = descended(policy.clamp(min=1e-30).log(), judged, legal, hyper)
        assert torch.allclose(found, wanted / wanted.sum(), atol=1e-6)
        assert found[0, 3] == 0


def test_a_policy_comes_nearer_to_where_mirror_descent_leads() -> None:
    network = untaught()
    decisions = some(network)
    critic, targets = Critic(deepcopy(network), torch.optim.Adam(network.parameters())), Targets.of(decisions, 1.0)
    batch, hyper = Batch.of(network, decisions, targets, slice(0, 200)), Hyperparameters(0.01, 0.1, batch=50, mirror=9.0)
    with torch.no_grad():
        critic.network.policy_bias += torch.arange(len(network.policy_bias))  # so actions are not all judged alike
        wanted = descended(network(batch)[0], critic.judged(decisions, targets, slice(0, 200)), batch.legal, hyper)
    learner = deepcopy(network)
    stats = mirrored(learner, critic, torch.optim.Adam(learner.parameters()), decisions, targets, hyper, 1)
    off = [(each(batch)[0].exp() - wanted).abs().sum(1).mean().item() for each in (network, learner)]
    assert off[1] < 0.7 * off[0]
    assert 0 < stats.entropy < 2


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


def test_where_a_rival_plays_along_it_has_each_number_of_seats_and_each_seat_as_often() -> None:
    networks, played = (untaught().packed(), untaught().packed()), {Setting.of(BLUFF, 3, {}): ()}
    found = play(Run(Threads(1)), played, ("greedy",), Orders(networks, 0, 200), seed=3, rows=4000, mixed=100)
    theirs = found.lineups[:, :3] == 1
    assert set(theirs.sum(1)) == {1, 2}
    assert abs(theirs.mean() - 0.5) < 0.02
    assert np.abs(theirs.mean(0) - 0.5).max() < 0.03


def test_games_for_which_there_is_no_room_are_left_out() -> None:
    networks, played = (untaught().packed(), untaught().packed()), {Setting.of(BLUFF, 3, {}): ()}
    found = play(Run(Threads(1)), played, ("greedy",), Orders(networks, 0, 6), seed=3, rows=30, mixed=0)
    there = found.lineups[:, 0] >= 0
    assert 0 < there.sum() < len(there)
    assert set(found.told[:, 0].tolist()) == set(np.nonzero(there)[0].tolist())


def test_games_of_the_maximum_length_are_learnt_from() -> None:
    asked = Training(Course.of(KUHN, None, {}, [], rows=800, rounds=1), Threads(1))
    found = asked._play(asked.orders)
    assert (found.lineups[:, :2] >= 0).all()
    assert np.bincount(found.told[:, 0]).max() == KUHN.longest


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
    asked = course(learning=Learning(mirror=0.3, rate=0.003))
    kept, whole = tmp_path / "kept", train(asked)[0].text()

    def stop(progress: TrainingProgress) -> None:
        if progress.round == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(asked, kept=kept, progress=stop, clock=count().__next__)
    assert kept.exists()
    with pytest.raises(OptionError, match="otherwise"):
        train(course(seed=4), kept=kept, resume=True)
    rounds: list[int] = []
    weights, _ = train(asked, kept=kept, resume=True, progress=lambda progress: rounds.append(progress.round))
    assert rounds == [5, 6]
    assert weights.text() == whole
    again, _ = train(asked, kept=kept, resume=True, progress=lambda progress: rounds.append(progress.round))
    assert (again.text(), rounds) == (whole, [5, 6]), "what has come to its end is there until its weights are written"


def test_what_cannot_be_read_is_no_training(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"nonsense")
    with pytest.raises(OptionError, match="does not hold a training"):
        train(course(), kept=kept, resume=True)


def test_games_with_a_rival_are_kept_whole() -> None:
    decisions = some(untaught())
    kept = decisions.with_rival(1)
    rows = np.nonzero((decisions.lineups == 1).any(1)[decisions.told[:, 0]])[0]
    assert 0 < len(kept) == len(rows) < len(decisions)
    starts, kept_starts = (np.concatenate(([[0] * 3], each.ends)) for each in (decisions, kept))
    for i, row in enumerate(rows):
        for column, name in enumerate(("inputs", "actions")):
            mine = getattr(kept, name)[kept_starts[i, column] : kept.ends[i, column]]
            theirs = getattr(decisions, name)[starts[row, column] : decisions.ends[row, column]]
            assert mine.tolist() == theirs.tolist()


def test_a_counter_learns_against_what_is_frozen_alone_and_what_it_wins_is_told() -> None:
    went = Training(course(rounds=20, counter=10), Threads(2))
    for _ in went.rounds():
        pass
    counter = training.Counter(went, Threads(2))
    before = {name: row.copy() for name, row in counter.frozen.items()}
    for _ in counter.rounds():
        pass
    assert counter.progress.round == 10
    assert all((row == before[name]).all() for name, row in counter.frozen.items())
    assert any((row != before[name]).any() for name, row in counter.network.packed().items())
    weights, _ = train(course(rounds=20, counter=10))
    assert re.fullmatch(r"wins [0-9.]+% \[.*\] of 3984 games after 10 rounds", weights.counter)
    assert read(BLUFF, weights.text()).counter == weights.counter


def test_a_training_begins_with_weights_in_a_file_be_they_of_other_options(tmp_path: Path) -> None:
    path = tmp_path / "first.txt"
    for first, same in ((course(rounds=2), False), (replace(several(), rounds=2), True)):
        weights = train(first)[0]
        path.write_text(weights.text(), "utf-8")
        went = Training(replace(several(), begin=pinned(str(path))), Threads(2))
        went.look()
        net = went.network.net()
        assert net["option_weights"].any() == same
        assert all(net[name] == pytest.approx(row, abs=1e-6) for name, row in weights.nets[0].items() if len(row))


@pytest.mark.parametrize("rival", ["learned", "learned:easy", "search:50", "search:50:uniform"])
def test_a_rival_that_goes_by_what_is_shipped_finds_no_place(rival: str) -> None:
    with pytest.raises(OptionError, match="no place beside a network in training"):
        Training(Course.of(BLUFF, 3, {}, ["greedy", rival]), Threads(1))
    Course.of(BLUFF, 3, {}, ["search:50:bare"]).check_network()


def test_what_only_ppo_heeds_is_refused_with_mirror_descent() -> None:
    with pytest.raises(OptionError, match="clip, pull means nothing to mirror descent"):
        course(learning=Learning(mirror=0.3, pull=1.0, clip=0.1)).check_network()
    course(learning=Learning(mirror=0.3, entropy=0.1)).check_network()


def test_a_strength_by_a_part_of_its_games_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, network = next(iter(course().told)), Training(course(), Threads(1)).orders.networks[0]

    def interrupted(run: Run, blocks: object) -> Iterator[object]:
        run.interrupted = True
        return iter(())

    monkeypatch.setattr(Run, "each", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measured(setting, network, "greedy", 1, Threads(1), games=24)


def test_minutes_are_made_rounds() -> None:
    went = Training(course(rounds=0, minutes=0.02, rows=500), Threads(2))
    rounds = [progress.round for progress in went.rounds()]
    assert rounds == list(range(1, went.progress.rounds + 1))
    assert len(rounds) >= 10


def test_stamping_keeps_what_still_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = replace(train(course(rounds=12))[0], rules="0123456789abcdef")
    assert stamped(BLUFF, weights, executor=Threads(2)).rules == BLUFF.hash
    older = replace(weights, options={name: values for name, values in weights.options.items() if name != "rounds"})
    assert stamped(BLUFF, older, executor=Threads(2)).options == weights.options  # "rounds" is a new option
    with pytest.raises(WeightsError, match="win less than they did"):
        stamped(BLUFF, replace(weights, strength="wins 99.0% [98%, 99%] of 10 games against greedy"), executor=Threads(2))
    with pytest.raises(WeightsError, match="look at has changed"):
        stamped(BLUFF, replace(weights, inputs="0123456789abcdef"), executor=Threads(2))


def test_stamping_lets_a_network_play_settings_in_which_it_wins_as_well_unlearnt(monkeypatch: pytest.MonkeyPatch) -> None:
    weights, more = train(course(rounds=12))[0], {"rounds": ("3", "4")}
    with pytest.raises(WeightsError, match="win less with rounds=4 than"):
        stamped(BLUFF, weights, executor=Threads(2), options=more)
    monkeypatch.setattr(stamp, "WORSE", 0.5)
    wider = stamped(BLUFF, weights, executor=Threads(2), options=more)
    assert wider.options == {**weights.options, **more}
    assert not wider.nets[0]["option_weights"].any()
    assert re.fullmatch(r"  # not learnt: rounds=4, wins [0-9.]+% \[.*\] of 3984 games against greedy", wider.made)
    assert read(BLUFF, wider.text()).covers({"rounds": "4"})
    with pytest.raises(OptionError, match="no option"):
        stamped(BLUFF, weights, executor=Threads(2), options={"decks": ("two",)})


@pytest.mark.slow
def test_a_game_of_perfect_information_is_learnt_too() -> None:
    asked = Course.of(TICTACTOE, None, {}, ["random"], rows=2000, rounds=100, seed=1)
    weights, _ = train(asked)
    assert float(weights.strength.split()[1][:-1]) > 75
