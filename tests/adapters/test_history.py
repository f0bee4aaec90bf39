"""Observations that end with the last actions tell each seat what it was told of them."""

from __future__ import annotations

import contextlib
import io
import random
from typing import Any

import numpy as np
import pytest
import tuckbox_leduc
from numpy.typing import NDArray

from tests.adapters.subjects import SOME, Subject
from tests.toys.bluff import GAME as BLUFF
from tests.toys.parcel import GAME as PARCEL
from tuckbox.adapters import vector
from tuckbox.adapters.position import GameSetup, Position
from tuckbox.adapters.vector import Tables, form_of
from tuckbox.definition import past
from tuckbox.definition.game import Game
from tuckbox.definition.planes import planes
from tuckbox.errors import OptionError
from tuckbox.kit.actions import Seats
from tuckbox.kit.plain import blend

LEDUC = tuckbox_leduc.GAME
K, STEPS, TABLES = 3, 12, 6


def tables(subject: Subject, mode: str = "plain", history: int = K, **form: Any) -> Tables:
    made = form_of(subject.game, subject.players, form.get("dtype", "float32"), form.get("observe", "dense"), None, history)
    return Tables(
        subject.game, subject.players, subject.options, TABLES, 3, {}, 2, subject.game.longest, mode, made, finals=True
    )


def told(game: Game, players: int, viewer: int, entry: tuple[int, int, bool]) -> set[str]:
    """What a viewer is told of an action of a seat, said without the adapter: by the words of its family."""
    seat, action, sealed = entry
    who = "me" if seat == viewer else f"+{(seat - viewer) % players}"
    if sealed and seat != viewer:
        return {f"seat {who}", f"action {past.SEALED}"}
    family = game.actions.family(action)
    words = game.actions.label_words(action)
    if seat == viewer:
        words = [domain[n] for domain, n in zip(family.domains, family.arguments(action), strict=True)]
    found = {f"seat {who}", f"action {family.text}"}
    for slot, domain, n, word in zip(family.slots, family.domains, family.arguments(action), words, strict=True):
        if isinstance(domain, Seats):
            if word != "..." and n < players:
                found.add(f".{slot} {'me' if n == viewer else f'+{(n - viewer) % players}'}")
        elif word != "...":
            found.add(f".{slot} {word}")
    return found


def read(game: Game, players: int, history: int, row: NDArray[np.float32]) -> list[set[str]]:
    """What an observation tells of each of the last actions."""
    found: list[set[str]] = [set() for _ in range(history)]
    for plane in planes(game, players, history):
        if plane.name.startswith("history["):
            back, _, name = plane.name.removeprefix("history[").partition("]")
            chosen = zip(plane.labels, row[plane.slice], strict=True)
            found[int(back)] |= {f"{name.strip()} {label}" for label, value in chosen if value}
    return found


@SOME
def test_each_seat_is_told_what_the_labels_of_actions_say(subject: Subject) -> None:
    game, players = subject.game, subject.players
    setting = GameSetup(game, players, subject.options, "plain", K)
    chance, position, before = random.Random(5), Position(setting, 5), list[tuple[int, int, bool]]()
    drafted = 0
    for _ in range(25):
        for seat in range(players):
            known = before if seat == position.turn or not drafted else before[:-drafted]
            wanted = [told(game, players, seat, entry) for entry in reversed(known)][:K]
            assert read(game, players, K, position.observe(seat)) == wanted + [set()] * (K - len(wanted))
        sealed = bool(game.layout.windows) and position.state.window.depth > 0
        action = chance.choice(position.legal())
        before.append((position.turn, action, sealed))
        position.play(action)
        drafted = drafted + 1 if position._draft else 0
        if position.over:
            return


@SOME
def test_many_tables_tell_the_same_as_one(subject: Subject) -> None:
    env, chance = tables(subject), random.Random(5)
    position = Position(GameSetup(subject.game, subject.players, subject.options, "plain", K), 5)
    env._seed([blend(blend(5, 0), 0)] * 2 * TABLES)
    env.reset()
    for _ in range(25):
        assert (env.observations == position.observe(position.turn)).all()
        action = chance.choice(position.legal())
        env.step([action] * TABLES)
        position.play(action)
        if position.over:
            return


@SOME
def test_without_a_history_nothing_changes(subject: Subject) -> None:
    short, long = tables(subject, history=0), tables(subject)
    assert long.size == short.size + K * past.width(subject.game, subject.players)
    one, other = (env.rollout(env.room(STEPS)) for env in (short, long))
    assert (one.actions == other.actions).all()
    assert (one.observations == other.observations[..., : short.size]).all()


@pytest.mark.slow
@pytest.mark.parametrize("subject", [Subject(BLUFF, 4, {}), Subject(PARCEL, 2, {})], ids=str)
def test_compiled_code_knows_windows_and_sequences_too(subject: Subject) -> None:
    plain, native = tables(subject), tables(subject, "native")
    rows = plain.rollout(plain.room(40)).observations
    assert (rows == native.rollout(native.room(40)).observations).all()
    assert rows[..., plain.planes[-1].start :].any()


@pytest.mark.slow
def test_compiled_code_tells_the_same_in_sparse_bytes_too() -> None:
    subject = Subject(LEDUC, 2, {})
    plain, native = tables(subject), tables(subject, "native")
    rows = plain.rollout(plain.room(STEPS)).observations
    assert (rows == native.rollout(native.room(STEPS)).observations).all()
    assert (plain.finals == native.finals).all()  # type: ignore[union-attr]
    assert native.finals[:, plain.planes[-1].start :].any()  # type: ignore[index]
    env = tables(subject, "native", dtype="uint8", observe="sparse")
    told_rows = env.floats(env.rollout(env.room(STEPS)).observations)
    assert np.allclose(told_rows, rows, atol=1 / 255)
    assert env.describe(0).count("history[") == plain.describe(0).count("history[")


def test_a_new_game_begins_without_a_past() -> None:
    env = tables(Subject(LEDUC, 2, {}))
    ended = np.zeros(TABLES, np.bool_)
    while not ended.any():
        batch = env.step(env.masks.argmax(axis=1))
        ended |= batch.terminated
    table = int(ended.argmax())
    assert not any(read(LEDUC, 2, K, env.observations[table]))


def test_what_a_rival_answers_in_secret_is_not_told() -> None:
    """While a window is open and ever after, another answer of a rival gives the same entry."""
    setting = GameSetup(BLUFF, 4, {}, "plain", K)
    found = 0
    for seed in range(60):
        position, chance = Position(setting, seed), random.Random(seed)
        for _ in range(5):
            if not position.over:
                position.play(chance.choice(position.legal()))
        if position.over or position.state.window.depth == 0 or len(position.legal()) < 2:
            continue
        turn, twins = position.turn, []
        for action in position.legal():
            twin = position.copy()
            twin.play(action)
            twins.append(twin)
        for seat in {0, 1, 2, 3} - {turn}:
            entries = [read(BLUFF, 4, K, twin.observe(seat))[0] for twin in twins]
            assert all(entry == {f"seat +{(turn - seat) % 4}", f"action {past.SEALED}"} for entry in entries)
        found += 1
    assert found > 2


def test_rivals_are_told_of_a_sequence_when_it_is_complete() -> None:
    position = Position(GameSetup(PARCEL, 2, {}, "plain", K), 1)
    seat, rival = position.turn, 1 - position.turn
    position.play(position.legal()[0])
    assert position.turn == seat  # it is in the middle of it
    assert read(PARCEL, 2, K, position.observe(rival)) == [set()] * K
    assert read(PARCEL, 2, K, position.observe(seat))[0]
    while position.turn == seat and not position.over:
        position.play(position.legal()[0])
    assert read(PARCEL, 2, K, position.observe(rival))[0]


@pytest.mark.parametrize("wrong", [-1, 10**9, True, "all"])
def test_a_history_that_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="history is a number of actions from 0 to"):
        vector.make(LEDUC, tables=2, history=wrong)


def test_pettingzoo_and_gymnasium_end_with_it_too() -> None:
    pytest.importorskip("pettingzoo")
    from tuckbox.adapters import gymnasium, pettingzoo

    size = planes(LEDUC, 2, K)[-1].slice.stop
    turns = pettingzoo.env(LEDUC, mode="plain", history=K)
    turns.reset(seed=1)
    assert (
        turns.observe("player_0")["observation"].shape == turns.observation_space("player_0")["observation"].shape == (size,)
    )
    together = pettingzoo.parallel_env(LEDUC, mode="plain", history=K)
    assert together.reset(seed=1)[0]["player_0"]["observation"].shape == (size,)
    seat = gymnasium.env(LEDUC, mode="plain", history=K)
    assert seat.observation_space.contains(seat.reset(seed=1)[0])
    many = gymnasium.vector_env(LEDUC, 4, history=K)
    assert many.reset(seed=1)[0].shape == (4, size)


def test_the_fields_own_tests_pass_with_it() -> None:
    checked = pytest.importorskip("pettingzoo.test")
    from gymnasium.utils.env_checker import check_env

    from tuckbox.adapters import gymnasium, pettingzoo

    with contextlib.redirect_stdout(io.StringIO()):
        checked.api_test(pettingzoo.env(LEDUC, mode="plain", history=K), num_cycles=60)
        checked.parallel_api_test(pettingzoo.parallel_env(LEDUC, mode="plain", illegal="random", history=K), num_cycles=60)
        check_env(gymnasium.env(LEDUC, mode="plain", history=K), skip_render_check=True)
