"""Tables stepped in compiled code: the same games as in plain mode, whatever the threads; refusals that change nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
import tuckbox_eights
import tuckbox_leduc

from tests.adapters.subjects import COMPILED, SOME, Subject
from tests.toys.parcel import GAME as PARCEL
from tests.toys.parcel.rules import SEAL
from tuckbox.adapters.position import GameSetup
from tuckbox.adapters.vector import Batch, Tables, make
from tuckbox.bots.bots import Policy
from tuckbox.engine.tables.batch import FIRST
from tuckbox.errors import IllegalAction, OptionError, UnknownGame
from tuckbox.view.view import blind


def chosen(env: Tables, rng: Any) -> Any:
    """A legal action at each table."""
    return np.where(env.masks, rng.random(env.masks.shape), -1).argmax(axis=1)


def same(a: Iterable[Any], b: Iterable[Any]) -> bool:
    return all(np.array_equal(mine, yours) for mine, yours in zip(a, b, strict=True))


def tables(subject: Subject, mode: str, bots: dict[int, str] | None = None, threads: int = 1) -> Tables:
    policies = {seat: Policy.parse(name) for seat, name in (bots or {}).items()}
    return Tables(subject.game, subject.players, subject.options, 6, 5, policies, threads, subject.game.longest, mode)


@COMPILED
def test_both_modes_play_the_same_games(subject: Subject) -> None:
    native, plain, rng = tables(subject, "native", threads=2), tables(subject, "plain"), np.random.default_rng(1)
    for _ in range(40):
        assert same(native._batch, plain._batch)
        actions = chosen(native, rng)
        native.step(actions)
        plain.step(actions)
    assert same(native._batch, plain._batch)
    native.close()


@SOME
def test_a_table_shows_what_its_seat_sees(subject: Subject) -> None:
    """Against the state itself, seen through the plain rules that matches use."""
    env, setting, rng = tables(subject, "plain"), subject.setting, np.random.default_rng(2)
    for _ in range(30):
        for table in range(env.tables):
            state = env._states[FIRST + table]
            assert env.seats[table] == state.turn
            row = setting.row(blind(subject.game, state, state.turn), state.turn)
            assert np.array_equal(env.observations[table], row)
            assert np.flatnonzero(env.masks[table]).tolist() == setting.legal(state)
        env.step(chosen(env, rng))


def test_threads_do_not_matter_and_seeds_do() -> None:
    one, three = (make("whiplash", tables=50, seed=11, threads=n) for n in (1, 3))
    other, again = make("whiplash", tables=50, seed=12), np.random.default_rng(3)
    assert not same(one._batch, other._batch)
    for _ in range(60):
        actions = chosen(one, again)
        assert same(one.step(actions), three.step(actions))
    first = np.array(one.observations)
    assert same(one.reset(11), three.reset(11))
    assert not np.array_equal(first, one.observations)
    assert same(one.reset(11), make("whiplash", tables=50, seed=11)._batch)
    three.close()


def test_a_table_hangs_on_no_other() -> None:
    few, many = make(tuckbox_leduc.GAME, tables=4, seed=3), make(tuckbox_leduc.GAME, tables=9, seed=3)
    rng = np.random.default_rng(4)
    for _ in range(40):
        actions = chosen(many, rng)
        few.step(actions[:4])
        many.step(actions)
        assert np.array_equal(few.observations, many.observations[:4])
        assert np.array_equal(few.rewards, many.rewards[:4])


def test_games_end_are_paid_and_begin_anew() -> None:
    env, rng, ended = make(tuckbox_leduc.GAME, tables=64, seed=1), np.random.default_rng(5), 0
    paid = next(plane.slice for plane in env.planes if plane.name == "paid[me]")
    for _ in range(50):
        batch = env.step(chosen(env, rng))
        ended += int(batch.terminated.sum())
        assert np.allclose(batch.rewards.sum(axis=1), 0)
        assert not batch.rewards[~batch.terminated].any()
        fresh = batch.observations[batch.terminated]
        assert np.allclose(fresh[:, paid], 1 / 13)  # the ante of a new game
        assert (env.lengths[batch.terminated] == 0).all()
        assert not batch.truncated.any()
    assert 50 * 64 / 8 <= ended <= 50 * 64 / 2


def test_leduc_at_random_pays_what_it_must() -> None:
    """Of two random players the first loses 5/64 of a chip on average (worked out exactly in test_leduc)."""
    env, rng = make(tuckbox_leduc.GAME, tables=4096, seed=2), np.random.default_rng(6)
    total = games = 0.0
    for _ in range(60):
        batch = env.step(chosen(env, rng))
        total += float(batch.rewards[:, 0].sum())
        games += int(batch.terminated.sum())
    assert abs(total / games + 5 / 64) < 5 * 4 / np.sqrt(games)


def test_long_games_are_cut_and_not_paid() -> None:
    env, rng = make("whiplash", tables=16, max_decisions=7), np.random.default_rng(7)
    for step in range(1, 22):
        batch = env.step(chosen(env, rng))
        assert batch.truncated.all() == (step % 7 == 0)
        assert not batch.rewards.any()


def test_a_game_is_not_cut_in_the_middle_of_a_sequence() -> None:
    """What is laid down in Parcel is a draft until it is sealed, and the last observation of a game shows no draft."""
    env, rng = Tables(PARCEL, 2, {}, 8, 5, {}, 1, most=1, mode="plain"), np.random.default_rng(7)
    last = np.zeros(8, bool)
    for _ in range(12):
        actions = chosen(env, rng)
        batch = env.step(actions)
        assert (batch.truncated | batch.terminated).tolist() == (actions == SEAL).tolist()
        last |= batch.truncated
    assert last.all()


@pytest.mark.slow
@pytest.mark.parametrize("bots", [{1: "greedy"}, {0: "greedy", 2: "random"}, {1: "search:5", 2: "greedy"}], ids=str)
def test_bots_play_their_seats_alike_in_both_modes(bots: dict[int, str]) -> None:
    subject = Subject(tuckbox_eights.GAME, 3, {})
    native, plain, rng = tables(subject, "native", bots), tables(subject, "plain", bots), np.random.default_rng(8)
    for _ in range(25):
        assert set(native.seats.tolist()) <= set(range(3)) - set(bots)
        actions = chosen(native, rng)
        if "search:5" not in bots.values():  # its trees hash differently in the two modes
            assert same(native.step(actions), plain.step(actions))
        else:
            native.step(actions)


def test_random_bots_leave_the_same_games_to_yourself() -> None:
    env, rng = make(tuckbox_leduc.GAME, tables=200, seed=4, bots=["random", None]), np.random.default_rng(9)
    games = 0
    for _ in range(40):
        batch = env.step(chosen(env, rng))
        assert (batch.seats == 1).all()
        games += int(batch.terminated.sum())
    assert games > 1000


@pytest.mark.parametrize("wrong", [-1, 107, 10_000, 3])
def test_an_illegal_action_moves_no_table(wrong: int) -> None:
    env = make("whiplash", tables=5, seed=6)
    before: list[Any] = [np.array(part) for part in env._batch]
    actions = env.masks.argmax(axis=1)
    actions[3] = wrong
    with pytest.raises(IllegalAction, match="table 3; no table has moved"):
        env.step(actions)
    assert same(before, env._batch)
    env.step(env.masks.argmax(axis=1))
    assert same(env._batch, stepped_once())


def stepped_once() -> Batch:
    env = make("whiplash", tables=5, seed=6)
    return env.step(env.masks.argmax(axis=1))


@pytest.mark.parametrize("actions", [[0, 0], [0.0, 0.0, 0.0], [[0], [0], [0]], ["draw"] * 3])
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    with pytest.raises(OptionError, match="a whole number for each of 3 tables"):
        make(tuckbox_leduc.GAME, tables=3).step(actions)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tables": 0}, "number of tables"),
        ({"tables": 2.5}, "number of tables is a whole number from 1 to 1048576, not 2.5"),
        ({"tables": True}, "not True"),
        ({"tables": 4, "threads": 5}, "1 to 4 threads"),
        ({"tables": 4, "threads": "2"}, "1 to 4 threads, not '2'"),
        ({"seed": -1}, "a seed is"),
        ({"max_decisions": 0}, "at least one decision"),
        ({"max_decisions": 2.5}, "at least one decision, not 2.5"),
        ({"players": 2.0}, "is for 2, 3, 4 players, not 2.0"),
        ({"options": "royal"}, "options are given by their names, not as 'royal'"),
        ({"observe": "sparse", "width": 2.5}, "from 1 to 490, not 2.5"),
        ({"dtype": 5}, "float32 or uint8, not '5'"),
        ({"players": 9}, "is for 2, 3, 4 players"),
        ({"edition": "blue"}, "edition must be"),
        ({"bots": {2: "random"}}, "no seat 2"),
        ({"bots": ["random", "random"]}, "all seats"),
        ({"bots": ["random"]}, "one entry for each of 2 seats, None for yours, not 1"),
        ({"bots": [None, "random", None]}, "one entry for each of 2 seats, None for yours, not 3"),
        ({"bots": {1: 5}}, "a bot is called by a name, such as greedy, not 5"),
        ({"bots": {"1": "random"}}, "no seat '1' among 2"),
        ({"bots": {1.0: "random"}}, "no seat 1.0 among 2"),
        ({"bots": 5}, "given by their seats"),
        ({"bots": {0: "search:10ms"}}, "not milliseconds"),
        ({"bots": {0: "greedy:sly"}}, "without a manner"),
        ({"bots": {0: "clever"}}, "no bot 'clever'"),
        ({"bots": "greedy"}, "given by their seats"),
        ({"players": 4, "bots": {1: "learned"}, "ranks": 9}, "learnt without ranks=9"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make("whiplash", **{"tables": 2, **settings})


def test_a_game_nobody_has_is_refused() -> None:
    with pytest.raises(UnknownGame):
        make("patience")
    with pytest.raises(UnknownGame, match="given by its name, or itself, not as 5"):
        make(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("steps", [-1, 2.5, "3"])
def test_arrays_for_a_number_of_steps_that_is_none_are_refused(steps: Any) -> None:
    env = make(tuckbox_leduc.GAME, tables=3)
    with pytest.raises(OptionError, match="the number of steps is a whole number from 0"):
        env.room(steps)
    with pytest.raises(OptionError, match="as `room` makes them"):
        env.rollout(steps)


def test_arrays_are_handed_out_as_they_are() -> None:
    """The same memory after every step, and for whoever takes it by DLPack."""
    env = make(tuckbox_leduc.GAME, tables=8)
    taken = np.from_dlpack(env.observations)
    assert np.shares_memory(taken, env.observations)
    batch = env.step(env.masks.argmax(axis=1))
    assert batch.observations is env.observations
    assert np.array_equal(taken, env.observations)
    assert [part.dtype.name for part in batch] == ["float32", "bool", "int8", "float32", "bool", "bool"]


def test_a_table_in_words() -> None:
    env = make("whiplash", tables=2, players=3, dealer="0", ranks=9)
    assert env.describe(1).startswith("seat: 1\nturn: me\nhand[me] cards: ")
    assert isinstance(GameSetup("whiplash", 3, {}).size, int)


@pytest.mark.parametrize("wrong", [2, -1, "0", None, True, 1.0, [0]])
def test_a_table_that_there_is_not_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"there is no table .*; the tables are 0 to 1"):
        make("whiplash", tables=2).describe(wrong)


@pytest.mark.parametrize("wrong", ["rows", 3, [[0.0] * 490], np.zeros((2, 3), np.float32), np.zeros((2, 490), np.int64)])
def test_what_are_no_observations_of_these_tables_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="observations of these tables are rows of 490 numbers"):
        make("whiplash", tables=2, players=2).floats(wrong)


def test_what_is_legal_hangs_on_no_array_that_learners_write_to() -> None:
    """A mask that has been changed in place makes no action legal, and forbids none that is."""
    env = make(tuckbox_leduc.GAME, tables=4, seed=3)
    legal = env.masks.argmax(axis=1)
    wrong = int(np.flatnonzero(~env.masks[0])[0])
    env.masks[:] = True
    before = [array.copy() for array in env._batch]
    with pytest.raises(IllegalAction, match="not legal at table 0; no table has moved"):
        env.step([wrong, *legal[1:]])
    assert same(before, env._batch)
    env.masks[:] = False
    assert same(env.step(legal), make(tuckbox_leduc.GAME, tables=4, seed=3).step(legal))
    env.rollout(env.room(3))
    assert env.step(env.masks.argmax(axis=1)).masks.any(axis=1).all()


def test_tables_are_stepped_by_one_thread_at_a_time() -> None:
    """Else actions that were legal when they were looked at could be carried out when they are not."""
    env = make(tuckbox_leduc.GAME, tables=4, seed=3)
    before = [array.copy() for array in env._batch]
    with env._alone():
        for go_on in (lambda: env.step(env.masks.argmax(axis=1)), env.reset, lambda: env.rollout(env.room(1))):
            with pytest.raises(OptionError, match="another thread"):
                go_on()
    assert same(before, env._batch)
    env.step(env.masks.argmax(axis=1))


def forked(work: Callable[[], Any]) -> int:
    """How a process ends that is forked for a work; it is ended where that takes longer than 30 seconds."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)
        try:
            work()
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    env, twin = (make(tuckbox_leduc.GAME, tables=8, seed=3, threads=2) for _ in range(2))
    for tables in (env, twin):
        tables.step(tables.masks.argmax(axis=1))
        tables.rollout(tables.room(3))
    twin.step(twin.masks.argmax(axis=1))
    wanted = twin.rollout(twin.room(3))

    def go_on() -> None:
        env.step(env.masks.argmax(axis=1))
        alike = same(env.rollout(env.room(3)), wanted)
        env.close()
        os._exit(0 if alike else 2)

    assert forked(go_on) == 0
    go = env.step(env.masks.argmax(axis=1))
    assert same(env.rollout(env.room(3)), wanted)
    assert go.masks is env.masks
    env.close()
    twin.close()


def test_rows_of_several_lengths_are_no_actions() -> None:
    env = make(tuckbox_leduc.GAME, tables=2, seed=3)
    with pytest.raises(OptionError, match="a whole number for each of 2 tables"):
        env.step([[1], [1, 2]])


@pytest.mark.parametrize("seed", [None, 1.5, -1])
def test_tables_without_a_seed_are_not_made(seed: Any) -> None:
    with pytest.raises(OptionError, match="seed"):
        make(tuckbox_leduc.GAME, tables=2, seed=seed)


def test_numbers_may_be_those_of_numpy() -> None:
    given: dict[str, Any] = {"tables": 2, "players": 2, "seed": 3, "history": 5, "max_decisions": 4}
    numpys: dict[str, Any] = {name: np.int8(number) for name, number in given.items()}
    env, other = make(tuckbox_leduc.GAME, **given), make(tuckbox_leduc.GAME, **numpys)
    assert env.size == other.size
    assert same(env._batch, other._batch)


@pytest.mark.parametrize("seed", [1.5, "7", np.array(1.5), -1, 1 << 63, {}, None], ids=str)
def test_seeds_that_are_none_are_refused(seed: Any) -> None:
    env = make(tuckbox_leduc.GAME, tables=2, seed=3)
    before = [array.copy() for array in env._batch]
    with pytest.raises(OptionError, match="seed"):
        env.reset([1, seed] if seed is None else seed)  # type: ignore[list-item]
    assert same(before, env._batch)
