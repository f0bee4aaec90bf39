"""OpenSpiel's own tests, as they are, for every game; its solver on small games; and what they do not ask."""

from __future__ import annotations

import contextlib
import io
import random
import re
import unittest
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import tuckbox_hearts
import tuckbox_leduc
import tuckbox_tictactoe

from tests.adapters.subjects import LONG, SOME, Subject
from tests.exact import outcomes as exact_outcomes
from tests.toys.bluff import GAME as BLUFF
from tests.toys.kuhn import GAME as KUHN
from tests.toys.parcel import GAME as PARCEL
from tuckbox import game as find_game
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import IDENTICAL
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.errors import OptionError, UnknownAction, UnknownGame
from tuckbox.kit.chance import Chance, Script
from tuckbox.view.view import blind

pytest.importorskip("pyspiel", reason="open_spiel is not installed (pip install 'tuckbox[openspiel]')")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, get_all_states, ismcts, mcts
from open_spiel.python.policy import UniformRandomPolicy

from tuckbox.adapters import openspiel


def loaded(subject: Subject) -> Any:
    return openspiel.load(subject.game, subject.players, options=subject.options)


# -- their tests -------------------------------------------------------------------------------------------------------


@LONG
def test_random_simulation(subject: Subject) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(loaded(subject), num_sims=1, serialize=True, verbose=False)


def passes(case: type[Any], name: str, game: Any) -> None:
    """Run a test case of theirs with a game of ours."""
    bound = type(f"{case.__name__}_{name}", (case,), {"game_name": name, "game": game})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(bound)
    assert suite.countTestCases() >= 4
    result = unittest.TestResult()
    random.seed(1)  # they sample states by it
    with contextlib.redirect_stdout(io.StringIO()):
        suite.run(result)
    assert result.testsRun == suite.countTestCases()
    assert [text for _, text in (*result.failures, *result.errors)] == []


class PartOfTheTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """Their test, with states from all along a game besides those near the root, which may all be of the deal."""

    __test__ = False  # it is run for each game, by `passes`

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.some_states += along(cls.game, random.Random(1))


class PartOfTheTreeInTheOpen(PartOfTheTree):
    """The same for Goofspiel: nothing private lies on its table, where only bids are hidden until all are in."""

    test_private_information_contents = None


def along(game: Any, chance: random.Random, most: int = 30) -> list[Any]:
    """Some states of a game played at random, in their order."""
    state, passed = game.new_initial_state(), []
    while not state.is_terminal():
        state.apply_action(
            chance.choice(
                [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
        )
        passed.append(state.clone())
    return passed[:: 1 + len(passed) // most]


@LONG
@pytest.mark.slow
def test_their_api_on_a_part_of_the_tree(subject: Subject) -> None:
    test = PartOfTheTreeInTheOpen if subject.game.name == "goofspiel" else PartOfTheTree
    passes(test, subject.game.name, loaded(subject))


@pytest.mark.parametrize("subject", [KUHN, tuckbox_leduc.GAME], ids=["kuhn", "leduc"])
def test_their_api_on_a_part_of_small_trees(subject: Game) -> None:
    passes(api_test.EnforceAPIOnPartialTreeBase, subject.name, openspiel.load(subject))


@pytest.mark.parametrize("subject", [KUHN, pytest.param(tuckbox_leduc.GAME, marks=pytest.mark.slow)], ids=["kuhn", "leduc"])
def test_their_api_on_the_full_tree(subject: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """They expect numbers of nodes and information states: we count both ourselves, without the adapter."""
    nodes, known = counted(subject)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, subject.name, nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, subject.name, known)
    passes(api_test.EnforceAPIOnFullTreeBase, subject.name, openspiel.load(subject))


def counted(game: Game) -> tuple[tuple[int, int, int], int]:
    """Chance nodes, decisions and ends of a game, and its information states, by the rules alone."""
    plain, tally, known = engine(game, "plain"), Counter[str](), set()
    todo: list[tuple[list[int], list[int]]] = [([], [])]
    while todo:
        chance, actions = todo.pop()
        script = Script(chance)
        state: Any = game.blank()
        seen: list[list[Any]] = [[], []]
        try:
            for action in (None, *actions):
                if action is None:
                    plain.rules.begin(state, script)
                else:
                    plain.rules.apply(state, action, script)
                for seat in range(2):
                    seen[seat].append((action, record_bytes(game, blind(game, state, seat))))
        except Chance as stop:
            tally["chance"] += 1
            todo += [([*chance, outcome], actions) for outcome in stop.outcomes]
            continue
        tally["ends" if state.over else "decisions"] += 1
        if not state.over:
            known.add((state.turn, tuple(seen[state.turn])))
            moves = plain.moves()
            n = plain.playout.options(state, moves)
            todo += [(chance, [*actions, action]) for action in moves.action[:n]]
    return (tally["chance"], tally["decisions"], tally["ends"]), len(known)


def test_kuhn_has_the_nodes_it_is_known_for() -> None:
    assert counted(KUHN) == (api_test.TOTAL_NUM_STATES["kuhn_poker"], api_test.PERFECT_RECALL_NUM_STATES["kuhn_poker"])


# -- the same games ----------------------------------------------------------------------------------------------------


def uniform_value(game: Any) -> Any:
    state = game.new_initial_state()
    return expected_game_score.policy_value(state, [UniformRandomPolicy(game)] * 2)


def test_random_players_get_what_they_get_in_their_kuhn() -> None:
    ours, theirs = uniform_value(openspiel.load(KUHN)), uniform_value(pyspiel.load_game("kuhn_poker"))
    assert np.allclose(ours, theirs)


@pytest.mark.slow
def test_random_players_get_what_they_get_in_their_leduc() -> None:
    assert np.allclose(uniform_value(openspiel.load(tuckbox_leduc.GAME)), [-5 / 64, 5 / 64])


def test_cfr_solves_kuhn_as_it_solves_theirs() -> None:
    """Regret minimisation on ours and on theirs gives the same strategies' distance from an equilibrium, step by step."""
    ours, theirs = openspiel.load(KUHN), pyspiel.load_game("kuhn_poker")
    solvers, distances = [cfr.CFRSolver(ours), cfr.CFRSolver(theirs)], []
    for iteration in range(40):
        for solver in solvers:
            solver.evaluate_and_update_policy()
        if iteration in (0, 9, 39):
            pair = [exploitability.nash_conv(g, s.average_policy()) for g, s in zip((ours, theirs), solvers, strict=True)]
            assert pair[0] == pytest.approx(pair[1], abs=1e-9)
            distances.append(pair[0])
    assert distances[0] > 3 * distances[1] > 3 * 1.5 * distances[2]
    assert distances[-1] < 0.06


@pytest.mark.slow
def test_cfr_makes_for_an_equilibrium_of_leduc() -> None:
    game = openspiel.load(tuckbox_leduc.GAME)
    solver, distances = cfr.CFRSolver(game), []
    for iteration in range(8):
        solver.evaluate_and_update_policy()
        if iteration in (0, 7):
            distances.append(exploitability.nash_conv(game, solver.average_policy()))
    assert distances[1] < distances[0] / 2


def test_deals_have_the_probabilities_they_must_have() -> None:
    """Leduc's first two cards, by kind, against every way the shuffle may go."""
    found: Counter[tuple[int, int]] = Counter()
    root = openspiel.load(tuckbox_leduc.GAME).new_initial_state()
    for first, p in root.chance_outcomes():
        for second, q in root.child(first).chance_outcomes():
            found[first, second] += p * q

    def dealt(rng: Any) -> tuple[int, int]:
        state: Any = tuckbox_leduc.GAME.blank()
        engine(tuckbox_leduc.GAME, "plain").rules.begin(state, rng)
        return state.hand[0].cell[0] & 255, state.hand[1].cell[0] & 255

    exact = exact_outcomes(dealt)
    assert {pair: pytest.approx(float(p)) for pair, p in exact.items()} == dict(found)


# -- what seats know ---------------------------------------------------------------------------------------------------


def advanced(game: Any, seed: int, steps: int) -> Any:
    """A state after some random decisions, in which nothing is left to chance and a seat is to decide."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while steps or state.is_chance_node():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=weights)))
            continue
        before = state.clone()
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            return before
        steps -= 1
    return state


@SOME
def test_a_redeal_keeps_what_its_player_knows(subject: Subject) -> None:
    state, rng, worlds = advanced(loaded(subject), 3, 9), np.random.default_rng(1), set()
    player = state.current_player()
    for _ in range(8):
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history() == [], "that of the state names cards its player does not see"
        worlds.add(record_bytes(subject.game, world.node.state))
        while not world.is_terminal() and len(world.history()) < len(state.history()) + 20:
            numbers = [n for n, _ in world.chance_outcomes()] if world.is_chance_node() else world.legal_actions()
            world.apply_action(int(rng.choice(numbers)))
    assert len(worlds) > 1 or not any(kind.seen != "all" for kind in subject.game.layout.zones.values())


def test_a_redealt_state_can_be_saved() -> None:
    game, rng = openspiel.load("whiplash", 3), np.random.default_rng(2)
    state = advanced(game, 1, 7)
    world = state.resample_from_infostate(state.current_player(), rng.random)
    world.apply_action(world.legal_actions()[-1])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, world))
    assert str(again) == str(world)
    for player in range(3):
        assert again.information_state_string(player) == world.information_state_string(player)
        assert again.observation_string(player) == world.observation_string(player)


def test_their_search_plays_with_our_redeals() -> None:
    game = openspiel.load(tuckbox_leduc.GAME)
    state = advanced(game, 5, 0)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 30, random_state=np.random.RandomState(2)
    )
    assert bot.step(state) in state.legal_actions()


def test_answers_of_a_window_stay_sealed() -> None:
    """While a window is open, what a seat has answered changes nothing for the others."""
    game, found = openspiel.load(BLUFF, 4), 0
    for seed in range(40):
        state = advanced(game, seed, 6)
        if state.node.state.window.depth == 0 or len(state.node.tree.setting.asked(state.node.state)) < 2:
            continue
        asked, children = state.current_player(), [state.child(action) for action in state.legal_actions()]
        for player in {0, 1, 2, 3} - {asked}:
            assert len({child.information_state_string(player) for child in children}) == 1
        assert len({child.information_state_string(asked) for child in children}) == len(children)
        found += len(children) > 1
    assert found > 2


def test_rivals_learn_of_a_sequence_when_it_is_complete() -> None:
    state = advanced(openspiel.load(PARCEL), 1, 0)
    player, rival = state.current_player(), 1 - state.current_player()
    before = state.information_state_string(rival)
    while True:
        state.apply_action(state.legal_actions()[0])
        if state.is_chance_node() or state.current_player() != player:
            break
        assert state.information_state_string(rival) == before
    assert state.node.labels(rival) != []


def test_observers_have_planes_by_name() -> None:
    game = openspiel.load(tuckbox_leduc.GAME)
    state = advanced(game, 2, 1)
    observer: Any = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["paid[me]"].tolist() == [np.float32(1 / 13)]
    assert observer.dict["hand[me] cards"].sum() == 0.5
    assert np.allclose(observer.tensor, state.observation_tensor(1))
    public = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, 1)
    assert public.dict["hand[me] cards"].sum() == 0
    assert public.dict["hand[me] hidden"].sum() > 0


# -- perfect recall ----------------------------------------------------------------------------------------------------


def known_along(game: Any, seeds: int) -> dict[tuple[int, bytes], set[str]]:
    """What all seats know at the decisions of games played at random: by its tensor, its texts."""
    found: dict[tuple[int, bytes], set[str]] = {}
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for seed in range(seeds):
        for state in along(game, random.Random(seed), most=10_000):
            for player in range(game.num_players()) if state.current_player() >= 0 else ():
                observer.set_from(state, player)
                found.setdefault((player, observer.tensor.tobytes()), set()).add(observer.string_from(state, player))
    return found


@pytest.mark.parametrize(
    "subject", [KUHN, tuckbox_leduc.GAME, tuckbox_tictactoe.GAME, tuckbox_hearts.GAME], ids=lambda game: game.name
)
def test_tensors_and_texts_of_information_states_tell_the_same_apart(subject: Game) -> None:
    found = known_along(openspiel.load(subject), 3 if subject.name == "hearts" else 60)
    assert all(len(texts) == 1 for texts in found.values())
    assert len({text for texts in found.values() for text in texts}) == len(found)


def test_every_information_state_of_kuhn_has_one_tensor() -> None:
    """By OpenSpiel's own walk through the whole tree: as many information states by tensor as by text."""
    game = openspiel.load(KUHN)
    states = get_all_states.get_all_states(
        game, depth_limit=-1, include_terminals=False, to_string=lambda s: s.history_str()
    )
    decisions = [state for state in states.values() if state.current_player() >= 0]
    pairs = {(s.information_state_string(), tuple(s.information_state_tensor())) for s in decisions}
    assert len(pairs) == len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs}) == 12


def test_what_has_been_seen_and_is_gone_is_recalled() -> None:
    """In Hearts cards are passed on unseen: which they were, no later position tells."""
    observer: Any = openspiel.load(tuckbox_hearts.GAME).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert observer.dict["recall"].shape == (openspiel.DIGEST,)
    short: Any = openspiel.load(tuckbox_leduc.GAME).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert "recall" not in short.dict  # there the actions and the present tell all


def test_public_recall_holds_nothing_that_one_player_alone_knows() -> None:
    """Which card is passed on in Hearts, and what is dealt, a public observer with perfect recall does not tell."""
    game, found = openspiel.load(tuckbox_hearts.GAME), []
    kinds = pyspiel.PrivateInfoType
    observers: list[Any] = [
        game.make_py_observer(pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=kind))
        for kind in (kinds.NONE, kinds.SINGLE_PLAYER)
    ]
    for seed in (1, 2):
        state = advanced(game, seed, 0)
        player = state.current_player()
        for action in state.legal_actions()[:2]:
            after, told = state.child(action), []
            for observer in observers:
                observer.set_from(after, player)
                told.append((observer.string_from(after, player), observer.tensor.tobytes()))
            found.append(told)
    public, own = zip(*found, strict=True)
    assert len(set(public)) == 1
    assert len(set(own)) == 4


# -- loading -----------------------------------------------------------------------------------------------------------


def test_games_are_known_by_name_and_options() -> None:
    game = openspiel.load("whiplash", players=3, edition="royal", ranks=9)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.num_players() == 3
    assert (
        again.setting.options
        == game.setting.options
        == find_game("whiplash").settle_options(3, {"edition": "royal", "ranks": 9})[1]
    )
    assert "tuckbox_whiplash" in openspiel.register_all()
    assert openspiel.load(tuckbox_tictactoe.GAME).get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_the_type_says_what_payoffs_are_to_each_other() -> None:
    kinds = pyspiel.GameType.Utility
    race, pairs, rally = (openspiel.load("jalopies", players=4, race=race) for race in ("standard", "partner", "rally"))
    assert [game.get_type().utility for game in (race, pairs, rally)] == [*[kinds.CONSTANT_SUM] * 2, kinds.GENERAL_SUM]
    assert [game.utility_sum() for game in (race, pairs, rally)] == [1, 2, None]
    leduc = openspiel.load(tuckbox_leduc.GAME)
    assert (leduc.get_type().utility, leduc.utility_sum()) == (kinds.ZERO_SUM, 0)
    together = replace(KUHN, name="together", payoffs=IDENTICAL)
    assert openspiel.load(together).get_type().utility == kinds.IDENTICAL


def test_actions_have_the_texts_of_the_game() -> None:
    state = advanced(openspiel.load("whiplash"), 1, 1)
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert texts[0].startswith("discard ")
    assert [state.string_to_action(text) for text in texts] == state.legal_actions()
    root = openspiel.load("whiplash", dealer="0").new_initial_state()
    assert root.action_to_string(pyspiel.PlayerId.CHANCE, 51) == "chance AS"


@pytest.mark.parametrize("wrong", [{"players": 7}, {"edition": "blue"}, {"colour": "red"}])
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        openspiel.load("whiplash", **wrong)
    with pytest.raises(UnknownGame):
        openspiel.load("patience")


def test_the_number_of_players_may_be_a_number_of_numpy() -> None:
    assert str(openspiel.load("whiplash", np.int64(3))) == str(openspiel.load("whiplash", 3))  # type: ignore[arg-type]


def test_what_nobody_can_be_dealt_or_told_is_refused() -> None:
    game = openspiel.load(tuckbox_leduc.GAME)
    state, chance = advanced(game, 1, 1), np.random.default_rng(1)
    for player in (-1, 2):
        with pytest.raises(OptionError, match="no seat"):
            state.resample_from_infostate(player, chance.random)
    with pytest.raises(OptionError, match="chance decides"):
        game.new_initial_state().resample_from_infostate(0, chance.random)
    for wrong in (lambda: "x", lambda: float("nan"), lambda: 2, lambda: -0.5, None, 0.5):
        with pytest.raises(OptionError, match="a sampler gives numbers from 0 to 1"):
            state.resample_from_infostate(0, wrong)
    for action in (-1, 3):
        with pytest.raises(UnknownAction):
            state.action_to_string(0, action)


@pytest.mark.parametrize("recall", [False, True])
def test_an_observer_reads_states_of_its_game_and_players_that_there_are(recall: bool) -> None:
    game = openspiel.load(tuckbox_leduc.GAME)
    state = advanced(game, 1, 1)
    observer: Any = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
    observer.set_from(state, 1)
    before = observer.tensor.copy()
    for read in (observer.set_from, observer.string_from):
        for player in (-1, 2, "0", None):
            with pytest.raises(OptionError, match="there is no seat"):
                read(state, player)
        with pytest.raises(OptionError, match="an observer of leduc for 2 players reads no state of kuhn for 2"):
            read(advanced(openspiel.load(KUHN), 1, 1), 0)
    assert np.array_equal(observer.tensor, before)


def test_an_observer_of_all_hands_is_refused() -> None:
    """It would show what everybody sees, as if that were all hands."""
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(OptionError, match="not what all do"):
        openspiel.load(tuckbox_leduc.GAME).make_py_observer(kind)


def test_an_information_state_can_be_read() -> None:
    """Whose it is, the cards the player alone sees, what it has been told, and a number for all it has observed."""
    state = openspiel.load(tuckbox_leduc.GAME).new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)  # a queen for each
    for action in (1, 2):
        state.apply_action(action)
    assert re.fullmatch(r"0 \| hand\[0\] queen \| 0 call, 1 raise \| [0-9a-f]{16}", state.information_state_string(0))
    assert state.information_state_string(1).startswith("1 | hand[1] queen | 0 call, 1 raise | ")
