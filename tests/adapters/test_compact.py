"""Observations as bytes, and without their zeros, say what whole rows of floats say."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tuckbox_leduc
from numpy.typing import NDArray

from tests.adapters.subjects import SOME, Subject
from tuckbox.adapters import vector
from tuckbox.adapters.vector import Sparse, Tables, form_of
from tuckbox.definition.planes import most_numbers, planes
from tuckbox.errors import OptionError

LEDUC = tuckbox_leduc.GAME
EXAMPLE = Path(__file__).parents[2] / "examples" / "research" / "compact.py"
STEPS, TABLES = 12, 6
FORMS = [("float32", "sparse"), ("uint8", "dense"), ("uint8", "sparse")]


def tables(subject: Subject, mode: str = "plain", dtype: str = "float32", observe: str = "dense") -> Tables:
    form = form_of(subject.game, subject.players, dtype, observe, None)
    return Tables(
        subject.game, subject.players, subject.options, TABLES, 3, {}, 2, subject.game.longest, mode=mode, form=form
    )


@SOME
def test_all_forms_say_the_same_number_for_number(subject: Subject) -> None:
    hold_the_same(subject, "plain")


@pytest.mark.slow
def test_all_forms_say_the_same_in_compiled_code() -> None:
    hold_the_same(Subject(LEDUC, 2, {}), "native")


def hold_the_same(subject: Subject, mode: str) -> None:
    whole = tables(subject, mode)
    first = whole.floats()
    played = whole.rollout(whole.room(STEPS), "prefer")
    for dtype, observe in FORMS:
        env = tables(subject, mode, dtype, observe)
        assert alike(env.floats(), first)
        out = env.rollout(env.room(STEPS), "prefer")
        assert alike(env.floats(out.observations), played.observations)
        assert alike(env.floats(), whole.observations)
        assert names(env.describe(5)) == names(whole.describe(5))


def names(told: str) -> list[str]:
    """The planes that something is told of."""
    return [line.split(":")[0] for line in told.splitlines()]


def alike(rows: NDArray[np.float32], others: NDArray[np.float32]) -> bool:
    """Whether rows are the same, but for shares of numbers that are too large for a byte."""
    return bool((np.abs(rows - others) < 1 / 255).all()) and float((rows != others).mean()) < 0.05


@SOME
def test_sparse_rows_hold_what_is_not_zero_in_order_and_zeros_behind(subject: Subject) -> None:
    env = tables(subject, observe="sparse")
    rows = env.rollout(env.room(STEPS)).observations
    assert isinstance(rows, Sparse)
    width = most_numbers(subject.game, subject.players)
    assert rows.values.shape == rows.indices.shape == (STEPS, TABLES, width)
    there = np.arange(width) < rows.counts[..., None]
    assert (rows.values[there] != 0).all()
    assert not rows.values[~there].any()
    assert not rows.indices[~there].any()
    ascending = np.diff(rows.indices.astype(int), axis=-1) > 0
    assert ascending[there[..., 1:]].all()


@SOME
def test_bytes_are_read_by_the_scales_of_planes(subject: Subject) -> None:
    whole, env = tables(subject), tables(subject, dtype="uint8")
    assert env.observations.dtype == np.uint8
    for plane in planes(subject.game, subject.players):
        assert len(plane.scales) == plane.size
        for table in range(TABLES):
            told = [scale[byte] for scale, byte in zip(plane.scales, env.observations[table, plane.slice], strict=True)]
            assert alike(np.array(told, np.float32), whole.observations[table, plane.slice])


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_the_first_layers_of_the_example_read_every_form(library: str) -> None:
    pytest.importorskip(library, reason=f"{library} is not installed (pip install {library})")
    layer = runpy.run_path(str(EXAMPLE))[f"with_{library}"]
    whole = tables(Subject(LEDUC, 2, {}))
    weights = np.random.default_rng(1).normal(size=(whole.size, 5)).astype(np.float32)
    for dtype, observe in [("float32", "dense"), *FORMS]:
        env = tables(Subject(LEDUC, 2, {}), dtype=dtype, observe=observe)
        assert np.allclose(layer(env, weights), whole.observations @ weights, atol=1e-4)


def test_a_row_without_room_is_refused_with_the_width_it_needs() -> None:
    with pytest.raises(OptionError, match=r"holds (\d+) numbers: make these tables with a width of \1"):
        vector.make(LEDUC, tables=4, observe="sparse", width=3)
    env = vector.make(LEDUC, tables=4, observe="sparse", width=12)
    assert env.observations.values.shape == (4, 12)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"dtype": "float64"}, "dtype is float32 or uint8"),
        ({"observe": "some"}, "observe is dense or sparse"),
        ({"width": 40}, "a width is for sparse"),
        ({"observe": "sparse", "width": 0}, "the width .* is from 1 to"),
    ],
)
def test_forms_that_are_none_are_refused(form: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        vector.make(LEDUC, tables=2, **form)


def test_a_rollout_needs_room_of_the_form_of_its_tables() -> None:
    sparse, dense = (vector.make(LEDUC, tables=2, observe=observe) for observe in ("sparse", "dense"))
    with pytest.raises(OptionError, match="as `room` makes them"):
        sparse.rollout(dense.room(3))
    with pytest.raises(OptionError, match="as `room` makes them"):
        dense.rollout(sparse.room(3))
