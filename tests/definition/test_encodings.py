"""Encodings: what bytes mean, and what the verbs of `observe` write for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.toys.bluff import GAME as BLUFF
from tuckbox.definition.encodings import HALF, MOST, NEARNESS, SQUASHED, Bits, Contents, OneOf, SeatOf, Share, shares_of
from tuckbox.definition.game import Game
from tuckbox.engine.worlds import observe
from tuckbox.errors import RulesError


def write(verb: Callable[..., int], scaled: bool | None, *given: int) -> Any:
    """The single number that a verb of `observe` writes: a share, or a byte."""
    row = [0]
    verb(row, scaled, 0, *given)
    return row[0]


def test_the_scales_use_the_numbers_of_the_verbs() -> None:
    assert (HALF, MOST) == (observe.HALF, observe.MOST)


@pytest.mark.parametrize("number", [0, 1, 7, 191, -1, -64])
def test_a_number_of_any_size_is_the_same_as_a_share_and_as_a_byte(number: int) -> None:
    assert SQUASHED[write(observe.put_number, None, number)] == write(observe.put_number, True, number)


@pytest.mark.parametrize(("number", "as_if"), [(192, 191), (100_000, 191), (-65, -64), (-9_999, -64)])
def test_numbers_too_large_for_a_byte_are_cut(number: int, as_if: int) -> None:
    assert write(observe.put_number, None, number) == write(observe.put_number, None, as_if)


@pytest.mark.parametrize("high", [1, 13, 255])
def test_shares_of_small_numbers_are_exact_as_bytes(high: int) -> None:
    for number in range(high + 1):
        assert shares_of(high)[write(observe.put_share, None, number, high)] == write(observe.put_share, True, number, high)


def test_shares_of_large_numbers_are_a_255th_off_at_most() -> None:
    for number in range(0, 1001, 7):
        assert 0 <= number / 1000 - shares_of(1000)[write(observe.put_share, None, number, 1000)] < 1 / 255


@pytest.mark.parametrize("high", [4, 400])
def test_a_share_is_no_more_than_the_whole(high: int) -> None:
    """As of the turns of Whiplash without an end to them: a row lies between -1 and 1, as its space says."""
    assert write(observe.put_share, True, high + 1, high) == 1
    assert shares_of(high)[write(observe.put_share, None, high + 1, high)] == 1


def test_a_count_is_the_same_share_in_any_precision() -> None:
    for dtype in (np.float32, np.float64):
        for n in (1, 2, 3, 7, 20):
            row: Any = np.zeros(1, dtype)
            for k in range(1, n + 1):
                observe.count(row, True, 0, n)
                assert row[0] == dtype(k / n)


def test_the_nearness_of_a_depth() -> None:
    assert NEARNESS[:4] == (0, 1, 1 / 2, 1 / 3)


def test_a_seat_may_be_counted_from_one() -> None:
    assert SeatOf(low=1).text("s.front") == "put_seat(out, at, s, seat, s.front - 1)"


def test_the_most_numbers_that_are_not_zero() -> None:
    assert [encoding.most(4) for encoding in (OneOf(9), Bits(5), SeatOf(), Share(3))] == [1, 5, 1, 1]


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"good": Contents(range(2))}, "no pile or hand"),
        ({"hand": Contents([99])}, "contains 99, which is no kind of card"),
        ({"hand": Contents(None, [9])}, "contains 9, which is no back"),
        ({"hand": OneOf(3)}, "'hand' as a number, but cards lie there"),
        ({"turn": SeatOf()}, "'turn', of which nothing can be said"),
        ({"good": OneOf(0)}, r"'good' by OneOf\(.*n=0.*\), of which nothing"),
        ({"good": Share(0)}, "'good' by Share"),
        ({"good": Bits(64)}, "a number is a set of 63 things at most"),
    ],
)
def test_hints_that_do_not_fit_are_refused(hints: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Game(name="x", title="x", rules=BLUFF.rules, scene=BLUFF.scene, observe=hints)
