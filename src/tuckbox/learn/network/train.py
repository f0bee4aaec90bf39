"""Training a network: rounds of play and learning, each on games never seen before, against itself and a league."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from copy import deepcopy
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tuckbox.bots.learnt import weights_in
from tuckbox.engine.engine import engine
from tuckbox.engine.traits import widths
from tuckbox.engine.weights import Net, Weights, inputs_hash, retold, rounded
from tuckbox.errors import OptionError, WeightsError
from tuckbox.files import written
from tuckbox.learn.course import Course, values_of
from tuckbox.learn.network.critic import Critic, mirrored
from tuckbox.learn.network.games import BLOCKS, FROZEN, PAST, Decisions, Orders, play
from tuckbox.learn.network.learner import Hyperparameters, RoundStats, learn
from tuckbox.learn.network.model import Network, Shape
from tuckbox.learn.network.strength import measured
from tuckbox.learn.network.targets import Targets
from tuckbox.run.run import Executor, Run, Threads

CHECKPOINT = 60.0
"""Seconds between two checkpoints."""

EVERY, KEPT = 10, 20
"""Number of rounds between two entries of the network into the league, and number of former selves in the league."""

TAIL = 0.05
"""Part of the learning rate and of the weight of the entropy that is left at the end."""

SLOWER = 0.5
"""Power of that part by which steps of mirror descent, and what entropy is worth to them, become smaller."""

ADOPTED, MOST_COUNTERS = 1.1, 4
"""Multiple of its fair share that a counter has to win to take the place of what it counters, and number of counters looked
for."""

WARM = 5
"""Number by which a mean of weights is slowed at first: after n rounds it keeps n / (n + `WARM`) of itself at most."""

LAMBDA = 0.95
"""Lambda of the advantages: 1 counts the payoff alone, 0 the value of the seat's next decision."""

ON_A_CARD = "  # on a graphics card, so not the same weights twice"
"""Comment behind the command that made weights, where it does not make the same ones again."""

TIMED = 5
"""Number of first rounds that are timed where minutes are given, to see how many there can be; without decay."""


@dataclass
class TrainingProgress:
    """Progress of a training: ``scores`` are what the learner got, what its first rival got, and in how many games,
    round by round."""

    rounds: int = 0
    round: int = 0
    seconds: float = 0.0
    scores: list[tuple[float, float, int]] = field(default_factory=list)
    learnt: list[RoundStats] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share that is done, from 0 to 1."""
        return self.round / self.rounds if self.rounds else 0.0

    @property
    def said(self) -> str:
        """The progress in words."""
        return f"round {self.round} of {self.rounds or '?'}, {self.score():.0%} beside the rival"

    def score(self, many: int = 20) -> float:
        """The learner's part of what it and its first rival got, seat for seat, in the last rounds: a half is as
        good as the rival."""
        found = np.array([row for row in self.scores[-many:] if row[2]] or [(0.5, 0.5, 1)])
        mine, theirs = (float((found[:, i] * found[:, 2]).sum()) for i in (0, 1))
        return mine / (mine + theirs) if mine + theirs > 0 else 0.5


class Training:
    """One network being trained, and the `mean` of its weights that is to ship: where nothing is averaged, the last ones.

    It learns on the `device` that is named, "cpu" or "cuda", or on a graphics card where there is one. `rounds` goes on with
    it; `keep` and `resume` let it be interrupted. Raises `OptionError`.
    """

    def __init__(self, course: Course, executor: Executor, device: str = "") -> None:
        course.check_network()
        if device == "cuda" and not torch.cuda.is_available():
            raise OptionError("PyTorch finds no graphics card here: learn on cpu")
        self.course, self.work = course, Run(executor)
        self.progress, self.played = TrainingProgress(course.rounds), course.told
        engine(course.game, "native")
        torch.set_num_threads(1)  # small sums are added faster, and always in the same order
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        game = course.game
        self.sizes = (widths(game).inputs, game.actions.size, game.layout.seats, tuple(self.played.values()))
        self.network = self._network(Shape((), (), *self.sizes))
        self.adam, self.league = _adam(self.network), list[Net]()
        self.reference = self.network
        self.mean = self.network
        self.critic: Critic | None = None
        self.orders = Orders((self.network.packed(), self.network.packed()), 0, 8)

    def _network(self, shape: Shape) -> Network:
        """An untaught network, where it is to learn."""
        network = Network(shape, self.course.seed)
        network.to(self.device)
        return network

    def rounds(self) -> Iterator[TrainingProgress]:
        """Go on round by round until there are none left. While it learns from one the next is being played, so a policy is
        one round older than what it teaches."""
        if self.progress.round == 0:
            self.look()
        start = time.monotonic() - self.progress.seconds
        with ThreadPoolExecutor(1) as ahead:
            coming = None
            while (left := self._left) > 0:
                decisions = (coming or ahead.submit(self._play, self.orders)).result()
                self.orders = self._next(decisions)
                coming = ahead.submit(self._play, self.orders) if left > 1 else None
                self._learn(decisions)
                self.progress.seconds = time.monotonic() - start
                if self.progress.round == TIMED and not self.progress.rounds:
                    self.progress.rounds = max(2 * TIMED, int(self.course.minutes * 60 * TIMED / self.progress.seconds))
                yield self.progress

    @property
    def _left(self) -> float:
        """Number of rounds to come; infinite as long as nobody knows."""
        progress = self.progress
        return progress.rounds - progress.round if progress.rounds else math.inf

    def look(self) -> None:
        """Play a round before the first, to see which numbers of an observation are worth reading and how long games are."""
        turns = range(0, len(self.played), BLOCKS)
        looks = [self._play(replace(self.orders, first=self.orders.games * turn, turn=turn)) for turn in turns]
        decisions = Decisions.joined([look.table() for look in looks])
        begin = begun_with(self.course)
        known = np.nonzero(begin["weights1"].any(1))[0].tolist() if begin else ()
        self.network = self._network(Shape.of(decisions, *self.sizes, known))
        if begin:
            self.network.begin_with(begin)
        self.adam, self.league = _adam(self.network), [self.network.packed()]
        self.reference, self.mean = deepcopy(self.network), deepcopy(self.network)
        if self.course.learning.mirror:
            critic = self._network(Shape.of(decisions.opened(), *self.sizes))
            self.critic = Critic(critic, _adam(critic))
        self.orders = self._next(decisions)

    def _play(self, orders: Orders) -> Decisions:
        """Play a round; nothing that is being learnt meanwhile is looked at."""
        course, learning = self.course, self.course.learning
        return play(
            self.work, self.played, self._rivals(), orders, seed=course.seed, rows=2 * course.rows // BLOCKS + 64,
            mixed=learning.mixed, critic=learning.mirror > 0,
        )  # fmt: skip

    def _rivals(self) -> tuple[str, ...]:
        """The rivals at some seats of the mixed games: bots first, then networks."""
        return (*self.course.rivals, PAST)

    def _former(self) -> Net:
        """The former self of the next round, drawn from the league."""
        chance = np.random.default_rng([self.course.seed, self.progress.round])
        return self.league[chance.integers(len(self.league))]

    def _next(self, decisions: Decisions) -> Orders:
        """The games to be played after a round. Raises `OptionError` where nothing can be learnt from such games."""
        there = int((decisions.lineups[:, 0] >= 0).sum())
        if not there:
            raise OptionError(f"games of {self.course.game.name} are longer than a round of {self.course.rows} decisions")
        if not len(decisions):
            raise OptionError(f"in {there} games of {self.course.game.name} nobody had a choice: there is nothing to learn")
        games = max(1, round(self.course.rows / BLOCKS * there / len(decisions)))
        turn = (self.orders.turn + BLOCKS) % len(self.played)
        return Orders((self.network.packed(), self._former()), self.orders.first + self.orders.games * BLOCKS, games, turn)

    def _learn(self, decisions: Decisions) -> None:
        """Learn from a round, and note how it went. Raises `WeightsError` where it diverges."""
        course, how, progress = self.course, self.course.learning, self.progress
        done = max(0, progress.round - TIMED) / max(1, progress.rounds - TIMED) if progress.rounds else 0.0
        left = TAIL + (1 - TAIL) * (1 - min(1.0, done))
        seed = course.seed * 4096 + progress.round
        if progress.round % how.refresh == 0:
            self.reference = deepcopy(self.network)
        batch = min(2048, max(256, course.rows // 16))
        hyper = Hyperparameters(how.rate * left, how.entropy * left, batch=batch, clip=how.clip, pull=how.pull)
        bots = sum(name not in (PAST, FROZEN) for name in self._rivals())
        targets = Targets.of(decisions, LAMBDA, bots)
        if self.critic:
            hyper = replace(hyper, entropy=how.entropy * left**SLOWER, mirror=how.mirror * left**SLOWER)
            self.critic.learn(decisions, targets, hyper, seed)
            stats = mirrored(self.network, self.critic, self.adam, decisions, targets, hyper, seed)
        else:
            stats = learn(self.network, self.reference, self.adam, decisions, targets, hyper, seed)
        progress.learnt.append(stats)
        if not math.isfinite(progress.learnt[-1].value_loss):
            raise WeightsError(f"the training diverges in round {progress.round + 1}: try a lower rate than {how.rate:g}")
        progress.scores.append(decisions.score(1))
        progress.round += 1
        self._average(min(how.average, progress.round / (progress.round + WARM)))
        if progress.round % EVERY == 0:
            self.league = [*self.league, self.network.packed()][-KEPT:]

    def _average(self, kept: float) -> None:
        """Keep a part of the mean, and take the rest from the present weights."""
        with torch.no_grad():
            for mean, value in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(value, 1 - kept)

    # -- interruptions -------------------------------------------------------------------------------------------------

    def keep(self, path: Path) -> None:
        """Write down all that is needed to go on, whole at once."""
        progress, orders = self.progress, self.orders
        told = {
            "course": self.course.key,
            "network": _told(self.network, self.adam),
            "critic": _told(self.critic.network, self.critic.adam) if self.critic else None,
            "reference": self.reference.state_dict(),
            "mean": self.mean.state_dict(),
            "league": [_tensors(network) for network in self.league],
            "networks": [_tensors(network) for network in orders.networks],
            "orders": [orders.first, orders.games, orders.turn],
            "progress": [progress.rounds, progress.round, progress.seconds],
            "scores": progress.scores,
            "learnt": [astuple(each) for each in progress.learnt],
        }
        with written(path) as fresh:
            torch.save(told, fresh)

    def resume(self, path: Path) -> None:
        """Go on from what was kept. Raises `OptionError` where it is of another course, or cannot be read."""
        try:
            told = torch.load(path, weights_only=True, map_location="cpu")
        except Exception as error:  # whatever the file holds
            raise OptionError(f"{path.name} does not hold a training: {type(error).__name__}") from None
        if told.get("course") != self.course.key:
            raise OptionError(f"{path.name} holds a training that was asked for otherwise")
        self.network, self.adam = self._resumed(*told["network"])
        self.reference, self.mean = deepcopy(self.network), deepcopy(self.network)
        self.reference.load_state_dict(told["reference"])
        self.mean.load_state_dict(told["mean"])
        self.critic = Critic(*self._resumed(*told["critic"])) if told["critic"] else None
        self.league = [_arrays(network) for network in told["league"]]
        mine, former = (_arrays(network) for network in told["networks"])
        self.orders = Orders((mine, former), *told["orders"])
        learnt = [RoundStats(*each) for each in told["learnt"]]
        rounds, at, seconds = told["progress"]
        self.progress = TrainingProgress(rounds, at, seconds, [tuple(row) for row in told["scores"]], learnt)

    def _resumed(self, shape: Sequence[Sequence[float]], network: Any, adam: Any) -> tuple[Network, torch.optim.Adam]:
        """A network and its optimizer as `_told` tells them."""
        reads, most = shape
        found = self._network(Shape(tuple(map(int, reads)), tuple(most), *self.sizes))
        found.load_state_dict(network)
        optimizer = _adam(found)
        optimizer.load_state_dict(adam)
        return found, optimizer


class Counter(Training):
    """A copy of a network that goes on learning against nothing but that network, as it would ship: how often it wins in the
    end is what somebody gains who studies it."""

    def __init__(self, training: Training, executor: Executor) -> None:
        course, learning = training.course, replace(training.course.learning, pull=0.0, mixed=100, mirror=0.0)
        course = replace(course, rounds=course.counter, seed=course.seed + 2, learning=learning)
        super().__init__(course, executor, training.device.type)  # by the seed between the two it is measured
        self.network = deepcopy(training.mean)
        self.frozen = training.mean.packed()
        self.adam, self.reference, self.mean = _adam(self.network), deepcopy(self.network), deepcopy(self.network)

    def _rivals(self) -> tuple[str, ...]:
        return (FROZEN,)

    def _former(self) -> Net:
        return self.frozen

    def look(self) -> None:
        self.orders = replace(self.orders, networks=(self.frozen, self.frozen))
        self.orders = self._next(self._play(self.orders))

    def _learn(self, decisions: Decisions) -> None:
        super()._learn(decisions.with_rival(1))


def begun_with(course: Course) -> Net:
    """The network with which a course begins, told of its options; empty where it begins with none. Raises `OptionError`."""
    if not course.begin:
        return {}
    weights = weights_in(course.game, course.begin)
    return retold(weights.nets[0], weights.options, values_of(course.game, course.played))


def _adam(network: Network) -> torch.optim.Adam:
    return torch.optim.Adam(network.parameters(), eps=1e-5)  # each step says its rate


def _told(network: Network, adam: torch.optim.Adam) -> tuple[list[list[float]], dict[str, Any], dict[str, Any]]:
    """All that is needed to go on with a network: its shape, its parameters, and the state of its optimizer."""
    shape: list[list[float]] = [list(network.shape.reads), list(network.shape.most)]
    return shape, network.state_dict(), adam.state_dict()


def _tensors(network: Net) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(values) for name, values in network.items()}


def _arrays(network: Mapping[str, torch.Tensor]) -> Net:
    return {name: values.numpy() for name, values in network.items()}


def train(
    course: Course,
    executor: Executor | None = None,
    made: str = "",
    device: str = "",
    kept: Path | None = None,
    resume: bool = False,
    progress: Callable[[TrainingProgress], None] = lambda progress: None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Weights, TrainingProgress]:
    """Train a network, and measure it; the `executor` (all cores here, if none is given) is closed at the end.

    The same course gives the same weights, if it says the rounds and the `device` on which it learns is the processor; a
    graphics card, which learns where there is one and none is named, adds in no fixed order.
    Once a minute, and at the end of the last round, all that is needed to go on is written to the file `kept`; `resume` goes
    on with that. It is left there: whoever has written the weights needs it no more. `made` is the command that makes the
    same weights, where ``{rounds}`` stands for the number of rounds.
    Raises `OptionError`, also where there is nothing to resume, `WeightsError` where it diverges, and
    `KeyboardInterrupt`, also amid a measurement.
    """
    with closing(executor or Threads()) as workers:
        training = Training(course, workers, device)
        if resume and kept is not None:
            training.resume(kept)
        last = clock()
        for state in training.rounds():
            progress(state)
            if kept is not None and clock() - last >= CHECKPOINT:
                training.keep(kept)
                last = clock()
        if kept is not None:
            training.keep(kept)
        game, (net, counter) = course.game, _shipped(training, workers, progress)
        setting, told = next(iter(training.played.items()))
        strength = measured(setting, net, course.rivals[0], course.seed, workers, told=told)
    made = made.replace("{rounds}", str(training.progress.rounds)) + (ON_A_CARD if training.device.type != "cpu" else "")
    head = (game.name, game.hash, inputs_hash(game, "network"), course.players, values_of(game, course.played))
    return Weights("network", *head, made, strength.text, [net], counter), training.progress


def _shipped(training: Training, executor: Executor, progress: Callable[[TrainingProgress], None]) -> tuple[Net, str]:
    """The network that comes of a training, and what is told of its best counter. A counter that wins clearly, and does no
    worse against the first rival, takes the place of what it counters."""
    course, net, said = training.course, rounded(training.mean.net()), ""
    setting, told = next(iter(training.played.items()))
    for _ in range(MOST_COUNTERS if course.counter else 0):
        counter = Counter(training, executor)
        for state in counter.rounds():
            progress(state)
        better = rounded(counter.mean.net())
        gain = measured(setting, better, FROZEN, course.seed, executor, told=told, frozen=[net])
        before, after = (
            measured(setting, each, course.rivals[0], course.seed, executor, told=told) for each in (net, better)
        )
        said = f"{gain.text.removesuffix(f' against {FROZEN}')} after {course.counter} rounds"
        if gain.low * setting.players < ADOPTED or after.share < before.low:
            break
        training.mean, net = counter.mean, better
    return net, said
