"""Response windows, by the game of Bluff: who is asked, whose answer stands, and what of it can be seen."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

import pytest

from tests.toys.bluff import GAME, rules
from tests.toys.bluff.positions import PLAIN, apply, legal, play_on, position, sees, top_level
from tuckbox.kit import answer, answerer, ask, asking, close, count, dismiss, standing, window
from tuckbox.kit.chance import Fast
from tuckbox.view.view import blind

CALLED, COUNTERED, EXPOSED, LET = rules.CALLED, rules.COUNTERED, rules.EXPOSED, int(rules.LET)
CALL, COUNTER = rules.CALL + rules.WRIT, rules.COUNTER + rules.SEAL
LOAD = "load silk as tea"
VIEWERS = (0, 1, 2, 3, 7)


def loaded(*hands: str, lazy: int = 0) -> Any:
    """Seat 0 has just loaded a silk as tea, and its rivals are asked."""
    state = position("S" + hands[0], *hands[1:])
    state.window.lazy = lazy
    apply(state, LOAD)
    return state


def subsets(seats: Iterable[int]) -> list[tuple[int, ...]]:
    pool = tuple(seats)
    return [found for n in range(len(pool) + 1) for found in combinations(pool, n)]


def test_all_rivals_with_cards_are_asked_clockwise() -> None:
    state = loaded("", "T", "", "W")
    assert asking(state)
    assert window(state).asked == 0b1010
    assert state.turn == 1
    assert legal(state) == [LET]
    apply(state, LET)
    assert state.turn == 3
    assert legal(state) == [LET, CALL]


def test_a_window_for_nobody_is_settled_at_once() -> None:
    state = loaded("T", "", "")
    assert not asking(state)
    assert (state.gain[0], state.turn) == (1, 1)


def test_nothing_stands_when_all_let_it_pass() -> None:
    state = loaded("", "W", "W", "W")
    play_on(state, {CALLED: ()})
    assert state.gain[:4] == [1, 0, 0, 0]
    assert [hand.n for hand in state.hand] == [1, 1, 1, 1]


def test_the_first_answer_that_stands_wins_and_later_ones_are_void() -> None:
    state = loaded("", "W", "W", "W")
    play_on(state, {CALLED: (2, 3), COUNTERED: (), EXPOSED: ()})
    assert state.gain[:4] == [0, 0, 2, 0]
    assert [hand.n for hand in state.hand] == [1, 1, 0, 1]
    assert state.stack[0].n == 0


def test_after_a_counter_the_next_answer_is_looked_at() -> None:
    state = loaded("X", "W", "W", "W")
    play_on(state, {CALLED: (1, 3), COUNTERED: (0,), EXPOSED: ()})
    assert state.gain[:4] == [0, 0, 0, 2]
    assert [count(hand, rules.WRIT) for hand in state.hand] == [0, 0, 1, 0]


def test_a_counter_that_is_countered_lets_the_answer_stand() -> None:
    state = loaded("X", "W", "W", "")
    play_on(state, {CALLED: (1,), COUNTERED: (0,), EXPOSED: (2,)})
    assert state.gain[:4] == [0, 2, 0, 0]
    assert state.discards.n == 4  # two writs, the seal and the silk


def test_an_answer_whose_card_is_gone_by_then_is_void() -> None:
    """Seat 3 calls too, but has spent its writ on the counter by the time it is looked at."""
    state = loaded("XX", "W", "T", "W")
    play_on(state, {CALLED: (1, 3), COUNTERED: (0,), EXPOSED: (3,)})
    assert state.gain[:4] == [0, 2, 0, 0]
    state = loaded("XX", "W", "WW", "W")
    play_on(state, {CALLED: (1, 2, 3), COUNTERED: (0,), EXPOSED: ()})
    assert state.gain[:4] == [0, 0, 0, 2]


def expected(hands: tuple[str, ...], answers: dict[int, tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Gains and writs left, by the rules as one would explain them, without windows."""
    writs, seals = [hand.count("W") for hand in hands], hands[0].count("X")
    gain, players = [0] * len(hands), len(hands)
    for caller in range(1, players):
        if caller not in answers[CALLED] or not writs[caller]:
            continue
        writs[caller] -= 1
        if not seals or 0 not in answers[COUNTERED]:
            gain[caller] = 2
            return gain, writs
        seals -= 1
        exposer = next((s for s in range(1, players) if s in answers[EXPOSED] and writs[s]), None)
        if exposer is not None:
            writs[exposer] -= 1
            gain[caller] = 2
            return gain, writs
    gain[0] = 1
    return gain, writs


HANDS = [("XX", "WT", "WT", "WT"), ("X", "WWT", "T", "WT"), ("XXT", "WWT", "WWT", ""), ("T", "WT", "WT"), ("X", "WWT")]


@pytest.mark.parametrize("hands", HANDS)
def test_asking_all_first_or_one_by_one_comes_to_the_same_for_all_answers(hands: tuple[str, ...]) -> None:
    rivals = range(1, len(hands))
    for calling, countering, exposing in product(subsets(rivals), ((), (0,)), subsets(rivals)):
        answers = {CALLED: calling, COUNTERED: countering, EXPOSED: exposing}
        ends = []
        for lazy in (0, 1):
            state = loaded(*hands, lazy=lazy)
            play_on(state, answers)
            assert state.window.lazy == lazy
            state.window.lazy = 0
            ends.append(state)
        assert ends[0] == ends[1]
        gain, writs = expected(hands, answers)
        assert ends[0].gain[: len(hands)] == gain
        spent = [hand.count("W") - left for hand, left in zip(hands, writs, strict=True)]
        assert count(ends[0].discards, rules.WRIT) == sum(spent)


def partly_answered(seats: dict[int, int]) -> Any:
    """Four at the table, of the three asked these have answered."""
    state = loaded("X", "WT", "WT", "WT")
    for seat, action in seats.items():
        state.turn = seat
        answer(state, action)
    return state


def answers_so_far() -> Iterator[dict[int, int]]:
    """Every way in which not all three asked have answered."""
    for given in product((None, LET, CALL), repeat=3):
        if None in given:
            yield {seat: action for seat, action in zip((1, 2, 3), given, strict=True) if action is not None}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_who_has_answered_what_is_invisible_to_others(viewer: int) -> None:
    seen: dict[int | None, set[bytes]] = {}
    for given in answers_so_far():
        seen.setdefault(given.get(viewer), set()).add(sees(partly_answered(given), viewer))
    assert all(len(views) == 1 for views in seen.values())
    assert len(set.union(*seen.values())) == len(seen) == (3 if viewer in (1, 2, 3) else 1)


def test_the_seat_that_answers_sees_its_own_turn_whoever_has_answered_before() -> None:

    for given in answers_so_far():
        for seat in {1, 2, 3} - set(given):
            view = blind(GAME, partly_answered(given), seat)
            assert view.turn == seat
            before = {s for s in (1, 2, 3) if s < seat}
            assert {s for s in (1, 2, 3) if top_level(view).given >> s & 1} == before
        for seat in given:
            view = blind(GAME, partly_answered(given), seat)
            assert top_level(view).answer[seat] == given[seat]
            assert top_level(view).given == 1 << seat
            assert view.turn == min({1, 2, 3} - {seat})


@pytest.mark.parametrize("viewer", VIEWERS)
def test_answers_waiting_under_a_counter_are_invisible_to_others(viewer: int) -> None:
    seen: dict[int | None, set[bytes]] = {}
    for second, third in product((LET, CALL), repeat=2):
        state = loaded("X", "WT", "WT", "WT")
        for action in (CALL, second, third):
            apply(state, action)
        assert (window(state).kind, state.turn) == (COUNTERED, 0)
        seen.setdefault({2: second, 3: third}.get(viewer), set()).add(sees(state, viewer))
    assert all(len(views) == 1 for views in seen.values())
    assert len(seen) == (2 if viewer in (2, 3) else 1)


def test_in_a_blind_record_play_goes_on_one_by_one_and_asks_anew_what_was_hidden() -> None:

    state = loaded("X", "WT", "WT", "WT")
    for action in (CALL, CALL, LET):
        apply(state, action)
    view = blind(GAME, state, 0)
    assert view.window.lazy == 1
    view.hand = state.hand
    apply(view, COUNTER)
    for seat in (1, 2, 3):
        assert (window(view).kind, view.turn) == (EXPOSED, seat)
        apply(view, LET)
    assert (window(view).kind, view.turn) == (CALLED, 2)  # what seat 2 answered is not known, so it is asked
    apply(view, LET)
    assert view.turn == 3


def test_under_a_counter_seats_not_asked_yet_do_not_count_as_having_let_it_pass() -> None:
    state = loaded("X", "WT", "WT", "WT", lazy=1)
    apply(state, CALL)
    for viewer in VIEWERS:
        assert blind(GAME, state, None if viewer == 7 else viewer).window.level[0].given == 1 << 1


def test_more_windows_than_levels_are_a_loud_error() -> None:
    state = loaded("X", "WT", "WT")
    ask(state, 9, 1, 0, 0, 1, LET)
    ask(state, 9, 0, 1, 0, 2, LET)
    with pytest.raises(IndexError, match="more windows"):
        ask(state, 9, 1, 0, 0, 1, LET)


def test_a_window_tells_what_it_is_about_and_leaves_no_trace() -> None:
    state = position("T", "T", "T")
    blank = state.copy()
    assert not ask(state, 4, 2, 0, 70_000, 0b011, LET)
    level = window(state)
    assert (level.kind, level.by, level.on, level.subject, state.turn) == (4, 2, 0, 70_000, 0)
    assert not answer(state, 99)
    assert answer(state, LET)
    assert (standing(state), answerer(state)) == (99, 0)
    assert dismiss(state)
    assert (standing(state), answerer(state)) == (LET, 2)
    close(state)
    assert state.turn == 2
    state.turn = 0
    assert state == blank


def test_a_game_that_ends_within_a_window_leaves_no_answers_in_the_next() -> None:
    state = partly_answered({1: CALL, 2: LET})
    state.over = 1
    blank: Any = GAME.blank(4)
    fresh = state.copy()
    fresh.window = blank.window
    for s in (state, fresh):
        PLAIN.rules.begin(s, Fast(4))
    assert state == fresh
