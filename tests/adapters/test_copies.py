"""Copies: what can be stepped can be pickled and copied in the middle of a game, and goes on alike."""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

import tuckbox
from tests.toys.bluff import GAME as BLUFF
from tests.toys.kuhn import GAME as KUHN
from tuckbox.adapters import vector
from tuckbox.definition.game import game
from tuckbox.errors import IllegalAction, MatchOver, OptionError

Copy = Callable[[Any], Any]


def adapter(name: str) -> Any:
    """An adapter; the test is skipped where the library that it is for is not installed."""
    return pytest.importorskip(f"tuckbox.adapters.{name}", exc_type=ImportError)


def pickled(thing: Any) -> Any:
    """A copy that has been pickled."""
    return pickle.loads(pickle.dumps(thing))


COPIES = pytest.mark.parametrize("copied", [pickled, deepcopy], ids=["pickled", "copied"])


def turns(env: Any, steps: int, chance: random.Random) -> list[str]:
    """What is observed on the way of an `AECEnv`."""
    seen = []
    for _ in range(steps):
        look = env.observe(env.agent_selection)
        env.step(int(chance.choice(look["action_mask"].nonzero()[0])))
        seen.append(env.describe("player_0"))
    return seen


def decisions(env: Any, steps: int, chance: random.Random) -> list[str]:
    """What is observed on the way of a `gymnasium.Env`; another game is dealt where one ends."""
    seen = []
    for _ in range(steps):
        _, _, over, cut, _ = env.step(int(chance.choice(env.action_masks().nonzero()[0])))
        seen.append(env.describe())
        if over or cut:
            env.reset()
    return seen


@COPIES
@pytest.mark.parametrize("mode", ["plain", pytest.param("native", marks=pytest.mark.slow)])
def test_a_copy_of_an_environment_goes_on_alike(mode: str, copied: Copy) -> None:
    alone = adapter("gymnasium").env(BLUFF, players=3, bots="greedy", mode=mode)
    alone.reset(seed=5)
    decisions(alone, 3, random.Random(1))
    together = adapter("pettingzoo").env(BLUFF, players=3, mode=mode)
    together.reset(seed=5)
    turns(together, 6, random.Random(1))
    twins = copied(alone), copied(together)
    assert decisions(twins[0], 12, random.Random(2)) == decisions(alone, 12, random.Random(2))
    assert turns(twins[1], 4, random.Random(2)) == turns(together, 4, random.Random(2))


@COPIES
def test_a_copy_of_a_match_is_independent_of_it(copied: Copy) -> None:
    match, chance = tuckbox.Match(BLUFF, players=3, seed=4), random.Random(3)
    for _ in range(60):
        twin = copied(match)
        assert [twin.observation_key(seat) for seat in range(3)] == [match.observation_key(seat) for seat in range(3)]
        assert (twin.asked, str(twin.record())) == (match.asked, str(match.record()))
        if match.done:
            break
        before = str(match.record())
        for each in (twin, match):
            if each.between:
                each.deal()
            else:
                seat = each.waiting[0]
                each.play(chance.choice(each.actions(seat)), seat)
            if each is twin:
                assert str(match.record()) == before


@COPIES
def test_there_is_one_of_each_game(copied: Copy) -> None:
    assert copied(BLUFF) is BLUFF
    assert copied(game("whiplash")) is game("whiplash")


@pytest.mark.parametrize("copied", [pickled, deepcopy, copy], ids=["pickled", "copied", "shallow"])
def test_copies_for_openspiel(copied: Copy) -> None:
    openspiel = adapter("openspiel")
    loaded, chance = openspiel.load("whiplash", players=2, edition="royal"), random.Random(2)
    state = loaded.new_initial_state()
    while state.is_chance_node() or len(state.history()) < 40:
        state.apply_action(chance.choice(state.legal_actions()))
    twin = copied(state)
    assert (str(twin), twin.legal_actions()) == (str(state), state.legal_actions())
    assert str(copied(loaded)) == str(loaded)
    assert copied(loaded).setting.options == loaded.setting.options
    twin.apply_action(twin.legal_actions()[0])
    assert len(twin.history()) == len(state.history()) + 1


def test_openspiel_refuses_what_is_not_legal() -> None:
    openspiel = adapter("openspiel")
    state = openspiel.load("whiplash", players=2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before, wrong = str(state), next(action for action in range(99) if action not in state.legal_actions())
    for action in (wrong, 9999):
        with pytest.raises(IllegalAction, match="is not legal now"):
            state.apply_action(action)
    with pytest.raises(IllegalAction, match=r"take a card first.*\(WL-5\.1\)"):
        state.apply_action(state.get_game().setting.game.actions.code("discard 2S"))
    assert str(state) == before
    with pytest.raises(IllegalAction, match="no outcome of chance"):
        openspiel.load("whiplash", players=2).new_initial_state().apply_action(9999)
    kuhn = openspiel.load(KUHN).new_initial_state()
    while not kuhn.is_terminal():
        kuhn.apply_action(kuhn.legal_actions()[0])
    with pytest.raises(MatchOver):
        kuhn.apply_action(0)


def test_bots_are_given_by_seat() -> None:
    env = adapter("gymnasium").env(BLUFF, players=3, seat=1, bots={0: "greedy", 2: "random"}, mode="plain")
    assert {seat: bot.name for seat, bot in env._bots.items()} == {0: "greedy", 2: "random"}
    with pytest.raises(OptionError, match=r"bots are given for seats \[0, 1\]"):
        adapter("gymnasium").env(BLUFF, players=3, seat=1, bots={0: "greedy", 1: "random"}, mode="plain")


def test_slips_are_told() -> None:
    env = adapter("gymnasium").env(BLUFF, players=3, mode="plain")
    with pytest.raises(MatchOver, match="no game has been dealt: reset first"):
        env.step(0)
    env.reset(seed=1)
    for wrong in (0.9, "0", None, True):
        with pytest.raises(OptionError, match=f"an action is a whole number, not {wrong!r}"):
            env.step(wrong)
    for given in (5, "edition", [1]):
        with pytest.raises(OptionError, match="options are given by their names, not as "):
            env.reset(options=given)
    with pytest.raises(OptionError, match="many tables at once"):
        adapter("pettingzoo").env(BLUFF, players=3, dtype="uint8")


@pytest.mark.slow
@COPIES
def test_tables_say_why_they_have_no_copies(copied: Copy) -> None:
    tables = vector.make(BLUFF, tables=2, players=3)
    with pytest.raises(TypeError, match="make them where they are stepped"):
        copied(tables)
    tables.close()


def test_numpy_names_of_types_are_taken() -> None:
    import numpy as np

    assert vector.form_of(BLUFF, 3, np.uint8, "dense", None).dtype == "uint8"
    with pytest.raises(OptionError, match="float32 or uint8"):
        vector.form_of(BLUFF, 3, np.float64, "dense", None)


@pytest.mark.parametrize(
    ("name", "maker"),
    [
        ("vector", "make"),
        ("gymnasium", "env"),
        ("gymnasium", "vector_env"),
        ("pettingzoo", "env"),
        ("pettingzoo", "parallel_env"),
        ("openspiel", "load"),
    ],
)
def test_an_option_given_twice_is_refused(name: str, maker: str) -> None:
    make = getattr(adapter(name), maker)
    with pytest.raises(OptionError, match="edition is given twice"):
        make("whiplash", players=2, options={"edition": "royal"}, edition="classic")


def test_copies_are_played_in_threads_of_their_own() -> None:
    """Compiled rules run in several threads at once: each has its scratch."""
    one = adapter("position").Position(adapter("position").GameSetup(KUHN, None, {}), 1)
    twin, rooms = deepcopy(one), list[Any]()
    threads = [threading.Thread(target=lambda: rooms.append(twin.setting.scratches)) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert len({id(room) for room in (one.setting.scratches, *rooms)}) == 3
    assert one.setting.scratches is one.setting.scratches


def test_states_of_one_game_are_stepped_in_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a step of the rules another thread deals cards from the same tree."""
    openspiel, nodes = adapter("openspiel"), adapter("nodes")
    game = openspiel.load("whiplash", players=2)
    pick, dealt = nodes._NodeScript.pick, list[str]()

    def deal(place: int) -> str:
        state = game.new_initial_state()
        for _ in range(5):
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(outcomes[place])
        return str(state)

    alone = deal(0), deal(-1)

    def interrupted(script: Any, cells: Any) -> int:
        if threading.current_thread() is threading.main_thread() and script.counter < len(script.outcomes) and not dealt:
            dealt.append("")
            thread = threading.Thread(target=lambda: dealt.append(deal(-1)))
            thread.start()
            thread.join()
        return int(pick(script, cells))

    monkeypatch.setattr(nodes._NodeScript, "pick", interrupted)
    game.root.tree.kept, game.root._children = 0, {}
    assert (deal(0), dealt[-1]) == alone
