"""A network that plays: the same in both modes, by nothing but the view; and what a search makes of its advice."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.engine.walks import blinded, walk
from tests.toys.bluff import GAME as BLUFF
from tests.toys.hints import GAME as HINTS
from tests.toys.sets import GAME as SETS
from tuckbox import Match
from tuckbox.bots import learnt
from tuckbox.bots.bots import make_bot
from tuckbox.definition.game import Game
from tuckbox.engine import weights as files
from tuckbox.engine.engine import engine
from tuckbox.engine.scratch import Workspace
from tuckbox.engine.think.policies import ANY_MANNER, BARE, MANNER, SEARCH
from tuckbox.engine.weights import Net, Weights, blank_net, inputs_hash, load, packed, rounded
from tuckbox.errors import OptionError
from tuckbox.lab.simulate import simulate
from tuckbox.testing.networks import any_network

GAMES = [BLUFF, SETS, pytest.param(HINTS, marks=pytest.mark.slow)]


class Thinker:
    """A network at one position, in one mode."""

    def __init__(self, game: Game, mode: str, view: Any, seat: int, net: Net) -> None:
        self.e = engine(game, mode)
        self.states, self.words = self.e.states(view)
        self.rngs, self.scratches = self.e.rngs(5), self.e.scratches((), [packed(net)])
        self.scratch = self.scratches.view(np.recarray)[0] if self.e.is_native else self.scratches[0]
        self.seat, self.players = seat, view.players
        self.e.put(self.states, self.e.sampling.ROOT, view)

    def decide(self, inverse_temperature: float = 1.0) -> int:
        arguments = (self.states, self.rngs, self.scratches, self.seat, 0, inverse_temperature)
        return int(self.e.call(self.e.policies.learned, *arguments))

    @property
    def policy(self) -> list[float]:
        """What it has decided by."""
        return [float(share) for share in self.scratch.score[: self.scratch.moves.n]]

    @property
    def weights(self) -> list[int]:
        """What `prefer` says."""
        return [int(weight) for weight in self.scratch.moves.weight[: self.scratch.moves.n]]

    @property
    def values(self) -> list[float]:
        out: Any = np.zeros(self.players) if self.e.is_native else [0.0] * self.players
        networks = self.scratches["networks"][0] if self.e.is_native else self.scratch.networks
        self.e.call(self.e.network.compute_values, networks[0], self.seat, self.players, out)
        return [float(value) for value in out]

    def search(self, policy: int) -> list[tuple[int, float]]:
        """How often a search of sixty games has tried each action, and what that brought."""
        e, tree = self.e, self.e.new_tree(512)
        work = Workspace(self.states, self.words, self.rngs, tree, self.scratches)
        for step in (e.policies.START, e.policies.GROW, e.policies.CONCLUDE):
            e.call(e.policies.search_step, work, step, self.seat, policy, 60, 0.0, 1.0)
        rows = tree.view(np.recarray) if e.is_native else tree
        edges = [rows[self.scratch.slot[i]] for i in range(self.scratch.moves.n)]
        return [(int(edge.visits), float(edge.worth)) for edge in edges]


def views(game: Game, seeds: range, every: int) -> Iterator[tuple[Any, int]]:
    """What the seat to move sees, now and then."""
    for seed in seeds:
        for number, state in enumerate(walk(game, seed, 3 if game is BLUFF else None)):
            if number % every == every - 1 and not state.over:
                yield blinded(game, state, state.turn), state.turn


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_plain_and_native_think_the_same_to_the_last_bit(game: Game) -> None:
    net, compared = rounded(any_network(game)), 0
    for view, seat in views(game, range(4), 9):
        plain, native = (Thinker(game, mode, view, seat, net) for mode in ("plain", "native"))
        for inverse_temperature in (1.0, 3.0):
            assert plain.decide(inverse_temperature) == native.decide(inverse_temperature)
            assert plain.policy == native.policy
        assert plain.values == native.values
        compared += 1
    assert compared >= 5


@pytest.mark.slow
def test_plain_and_native_search_the_same_with_advice() -> None:
    net, advised = rounded(any_network(BLUFF)), SEARCH | ANY_MANNER << MANNER
    for view, seat in views(BLUFF, range(2), 13):
        plain, native = (Thinker(BLUFF, mode, view, seat, net).search(advised) for mode in ("plain", "native"))
        assert plain == native
        assert plain != Thinker(BLUFF, "native", view, seat, net).search(advised | BARE)


def test_a_network_that_knows_nothing_goes_by_what_prefer_says_and_values_a_half() -> None:
    net = blank_net(BLUFF, "network")
    net["prior_exponent"][:] = 1.5
    for view, seat in views(BLUFF, range(3), 7):
        thinker = Thinker(BLUFF, "native", view, seat, net)
        thinker.decide()
        powers = [(1 + weight) ** 1.5 for weight in thinker.weights]
        assert thinker.policy == pytest.approx([power / sum(powers) for power in powers], abs=1e-5)
        assert thinker.values == [0.5] * view.players


def test_hopes_are_counted_from_who_sees() -> None:
    net = blank_net(BLUFF, "network")
    net["value_bias"][:3] = [2, 0, -2]
    for view, seat in views(BLUFF, range(2), 7):
        thinker = Thinker(BLUFF, "native", view, seat, net)
        thinker.decide()
        assert [round(thinker.values[(seat + i) % 3], 2) for i in range(3)] == [0.88, 0.5, 0.12]


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Bluff with a folder of its own for weights."""
    monkeypatch.setattr(files, "folder", lambda game: tmp_path)
    for cached in (load, learnt._packed_network):
        cached.cache_clear()
    yield tmp_path / "network-3.txt"
    for cached in (load, learnt._packed_network):
        cached.cache_clear()


def write(path: Path, net: Net, rules: str = BLUFF.hash) -> None:
    """Ship a network."""
    options = {"rounds": ("3",), "games": ("1", "2")}
    head = ("network", BLUFF.name, rules, inputs_hash(BLUFF, "network"), 3)
    path.write_text(Weights(*head, options, "by hand", "none", [rounded(net)]).text(), "utf-8")  # type: ignore[arg-type]


def test_learned_plays_by_what_the_game_ships(shipped: Path) -> None:
    net = blank_net(BLUFF, "network")
    match = Match(BLUFF, 3, seed=4)
    view = match.view(match.waiting[0])
    for wanted in view.legal:
        net["policy_bias"][:] = 0
        net["policy_bias"][wanted] = 20
        write(shipped, net)
        load.cache_clear()
        learnt._packed_network.cache_clear()
        assert make_bot("learned", BLUFF, 1).choose(view) == wanted


@pytest.mark.slow
def test_who_has_learnt_is_not_there_without_a_network_that_fits(shipped: Path) -> None:
    with pytest.raises(OptionError, match="ships no network for 3 players"):
        simulate(BLUFF, ["learned"], players=3, games=50, seed=2, threads=1)
    write(shipped, any_network(BLUFF), rules="0123456789abcdef")
    with pytest.raises(OptionError, match=f"other rules .0123456789abcdef, today's are {BLUFF.hash}"):
        simulate(BLUFF, ["learned"], players=3, games=50, seed=2, threads=1)
    told: list[str] = []
    found = simulate(BLUFF, ["search:5"], players=3, games=50, seed=2, threads=1, tell=told.append)
    assert found.tally.games == 50
    assert [line.partition(":5 ")[2].partition(" (")[0] for line in told] == [
        "plays without a network: the weights of bluff are for other rules"
    ]


def to(action: int) -> Net:
    """A network that likes one action more than all others."""
    net = blank_net(BLUFF, "network")
    net["policy_bias"][action] = 20
    return net


@pytest.mark.slow
def test_bots_play_by_weights_in_files_beside_what_the_game_ships(shipped: Path, tmp_path: Path) -> None:
    match = Match(BLUFF, 3, seed=4)
    view = match.view(match.waiting[0])
    one, other = tmp_path / "One.txt", tmp_path / "other.txt"
    for path, action in zip((one, other), view.legal, strict=False):
        write(path, to(action))
        assert make_bot(f"learned:{path}", BLUFF, 1).choose(view) == action
    write(shipped, to(view.legal[1]))
    reports = [
        simulate(BLUFF, bots, players=3, games=60, seed=2, threads=1).tally
        for bots in ([f"learned:{one}", "learned", "greedy"], [f"learned:{one}", f"learned:{other}", "greedy"])
    ]
    assert (reports[0].wins == reports[1].wins).all()
    searched = [
        simulate(BLUFF, [f"search:20:{path}", "search:20", "greedy"], players=3, games=60, seed=2, threads=1).tally.wins
        for path in (one, other)
    ]
    write(shipped, to(view.legal[0]))
    load.cache_clear()
    learnt._packed_network.cache_clear()
    assert (simulate(BLUFF, ["search:20"], players=3, games=60, seed=2, threads=1).tally.games) == 60
    assert (searched[0] != searched[1]).any()


def test_a_file_that_has_changed_since_it_was_named_is_refused(shipped: Path, tmp_path: Path) -> None:
    match, path = Match(BLUFF, 3, seed=4), tmp_path / "net.txt"
    write(path, to(0))
    name = make_bot(f"learned:{path}", BLUFF).name
    write(path, to(1))
    with pytest.raises(OptionError, match="holds other weights"):
        make_bot(name, BLUFF).choose(match.view(match.waiting[0]))
    with pytest.raises(OptionError, match="no weights in"):
        make_bot(f"learned:{tmp_path / 'none.txt'}", BLUFF)


def test_one_table_has_room_for_two_networks_and_one_belief(shipped: Path, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(3)]
    for number, path in enumerate(paths):
        write(path, to(number))
    with pytest.raises(OptionError, match="2 networks at most, not 3"):
        simulate(BLUFF, [f"learned:{path}" for path in paths], players=3, games=5)


@pytest.mark.slow
def test_a_bare_search_does_not_mind_a_network(shipped: Path) -> None:
    match, thought = Match(BLUFF, 3, seed=4), []
    for _ in range(4):
        match.play(match.actions(match.waiting[0])[0], match.waiting[0])
    view = match.view(match.waiting[0])
    for there in (False, True):
        if there:
            write(shipped, any_network(BLUFF))
        load.cache_clear()
        for name in ("search:80:bare", "search:80"):
            bot = make_bot(name, BLUFF, 1)
            bot.choose(view)
            thought.append(bot.thoughts)
    assert thought[0] == thought[1] == thought[2]
    assert thought[0] != thought[3]
