"""Our games by TextArena's own registry, wrappers and loop."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

ta = pytest.importorskip("textarena", reason="textarena is not installed (pip install 'tuckbox[textarena]')")

from tuckbox.adapters import textarena  # noqa: E402
from tuckbox.errors import MatchOver, OptionError  # noqa: E402

IDS = {"Whiplash-v0": 3, "KeyWhiz-v0": 2, "Whipsaw-v0": 3, "JauntyJalopies-v0": 4}


@pytest.fixture(autouse=True)
def _registered() -> None:
    textarena.register()


def legal(observation: str) -> list[str]:
    """The actions that an observation offers: those in backticks after its last heading, without the example at the end."""
    offered = observation.rpartition("# You may")[2].rpartition("Answer with one action")[0]
    return re.findall(r"`([^`]+)`", offered)


SLOW = ("KeyWhiz-v0", "Whipsaw-v0", "JauntyJalopies-v0")


@pytest.mark.parametrize("ident", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in IDS])
def test_their_loop_plays_a_game_to_its_end(ident: str) -> None:
    """As their readme has it: make, reset, get_observation, step, close; rewards add up, and every player has decided."""
    chance, env = random.Random(1), ta.make(ident)
    env.reset(num_players=IDS[ident], seed=4)
    done = False
    while not done:
        player, observation = env.get_observation()
        assert observation.startswith("# Rules of ")
        assert 0 <= player < IDS[ident]
        done, info = env.step(action=f"I choose: `{chance.choice(legal(observation))}`")
        assert info == {}
    rewards, info = env.close()
    assert set(rewards) == set(info) == set(range(IDS[ident]))
    assert all(-1 <= reward <= 1 for reward in rewards.values())
    assert all(each["turn_count"] for each in info.values())
    assert not any(each["invalid_move"] for each in info.values())


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    def told() -> list[Any]:
        env = ta.make("Whiplash-v0")
        env.reset(num_players=2, seed=9)
        seen = []
        for _ in range(6):
            seen.append(env.get_observation())
            env.step(legal(seen[-1][1])[0])
        return seen

    assert told() == told()


def test_an_answer_that_is_none_is_refused_with_the_reason_and_the_third_forfeits() -> None:
    env = ta.make("Whiplash-v0")
    env.reset(num_players=2, seed=9)
    player, before = env.get_observation()
    done, info = env.step("call royal")
    assert not done
    assert info["refused"]
    again, after = env.get_observation()
    assert again == player
    assert f"Your answer was refused: {info['refused']}" in after
    assert legal(after) == legal(before)
    env.step("what?")
    done, _ = env.step("what?")
    assert done
    rewards, infos = env.close()
    assert rewards == {player: -1, 1 - player: 1}
    assert infos[player]["invalid_move"]


def faces(told: str) -> set[str]:
    """The cards of the standard pack in a text."""
    return set(re.findall(r"(?:10|[2-9AKQJ])[♣♦♥♠]", told))


def test_a_player_reads_nothing_that_the_rival_alone_sees() -> None:
    env = ta.make("Whiplash-v0")
    env.reset(num_players=2, seed=9)
    player, observation = env.get_observation()
    table = env.env.env.table
    own, rivals = faces(table.table(player)), faces(table.table(1 - player))
    assert len(rivals - own) == 4
    assert not (rivals - own) & faces(observation.partition("# What has happened")[2])


def test_a_game_that_nobody_wins_brings_nothing() -> None:
    env = ta.make("Whiplash-v0", options={"turn_cap": 40, "void_limit": 1, "match": "single"})
    env.reset(num_players=2, seed=3)
    done = False
    while not done:
        _, observation = env.get_observation()
        done, _ = env.step(next(text for text in legal(observation) if not text.startswith("call")))
    assert env.close()[0] == {0: 0.0, 1: 0.0}


def test_games_are_registered_once_and_refuse_players_they_do_not_have() -> None:
    assert textarena.register() == textarena.register()
    with pytest.raises(OptionError):
        ta.make("Whipsaw-v0").reset(num_players=7)


def test_calls_in_the_wrong_order_are_refused_and_change_nothing() -> None:
    env = ta.make("Whiplash-v0")
    for do in (env.get_observation, env.close, lambda: env.step("draw stock")):
        with pytest.raises(MatchOver, match="reset first"):
            do()
    env.reset(num_players=None, seed=7)
    assert env.state.num_players == 2  # the usual number
    for _ in range(3):
        env.step("no idea")
    told = len(env.state.logs)
    with pytest.raises(MatchOver, match="over"):
        env.step("draw stock")
    assert len(env.state.logs) == told


@pytest.mark.parametrize("options", [3, "edition", ["edition"]])
def test_what_are_no_options_is_refused(options: Any) -> None:
    with pytest.raises(OptionError, match="options are given by their names"):
        ta.make("Whiplash-v0", options=options)
