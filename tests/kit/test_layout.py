"""From declarations to records: what is refused when a state is made, and what both records hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tuckbox.errors import RulesError
from tuckbox.kit import (
    ALL,
    CHOSEN,
    NOBODY,
    OWNER,
    Cards,
    Choice,
    Deck,
    Dice,
    Flag,
    Hand,
    Int,
    Layout,
    Pile,
    Range,
    Real,
    Small,
    Window,
)

PACK = Deck.standard()
TWICE = Deck("ab", copies=[2, 1])


def layout(deck: Deck | None = PACK, players: tuple[int, ...] = (2, 3), **fields: Any) -> Layout:
    """The layout of a state with these fields."""
    return Layout(type("State", (), fields), players, deck)


def full() -> Layout:
    """A state with a field of every kind."""
    return layout(
        edition=Choice("old", "new", default="new"),
        target=Range(1, 200, default=21),
        hand=Cards[3].seen_by(OWNER),
        rack=Hand(5)[3].seen_by(OWNER),
        stack=Pile(4)[3][2].seen_by(CHOSEN),
        stock=Pile(52),
        window=Window(2),
        flag=Flag,
        small=Small[2],
        number=Int.kept(),
        real=Real,
        board=Int[2][3],
    )


def test_every_state_has_the_given_fields_and_its_own() -> None:
    record: Any = full().State()
    assert (record.players, record.turn, record.over, record.done) == (0, 0, 0, 0)
    assert (record.payoff, record.place, len(record.pack)) == ([0.0] * 3, [0] * 3, 52)
    assert (record.board, record.real) == ([[0] * 3] * 2, 0.0)
    assert (len(record.stack), len(record.stack[0]), record.stack[2][1].cell) == (3, 2, [0] * 4)
    assert not layout(deck=None, score=Int).State().__slots__.count("pack")


def filled(seed: int) -> Any:
    """A record with a different number in every place."""
    rng = np.random.default_rng(seed)

    def fill(value: Any) -> Any:
        if isinstance(value, list):
            return [fill(v) for v in value]
        if isinstance(value, (int, float)):
            return type(value)(rng.integers(0, 100))
        for name in value._parts:
            setattr(value, name, fill(getattr(value, name)))
        return value

    return fill(full().State())


@pytest.mark.parametrize("seed", range(3))
def test_records_travel_to_arrays_and_back_unchanged(seed: int) -> None:
    record = filled(seed)
    place = full()
    array = place.pack(record)
    assert array.dtype.itemsize % 8 == 0
    assert read(array[0]) == record.astuple()
    back = place.unpack(array)
    assert back.astuple() == record.astuple()
    assert place.pack(back).tobytes() == array.tobytes()
    assert all(type(number) in (int, float) for number in flat(back.astuple()))


def read(value: Any) -> Any:
    """A native value as NumPy reads it, whatever our formats say of where it lies."""
    if isinstance(value, np.void):
        return tuple(read(value[name]) for name in value.dtype.names or ())
    return [read(each) for each in value] if isinstance(value, np.ndarray) else value.item()


@pytest.mark.parametrize("more", [-1, 1])
def test_bytes_that_are_no_state_are_refused(more: int) -> None:
    raw = full().packed(filled(1)) + b"\0"
    with pytest.raises(ValueError, match="a state of this game has"):
        full().unpacked(raw[: len(raw) - 1 + more])


def flat(value: Any) -> list[Any]:
    return [x for v in value for x in flat(v)] if isinstance(value, (tuple, list)) else [value]


def test_equal_records_are_equal_and_copies_independent() -> None:
    blank = full().State
    record = blank()
    twin: Any = record.copy()
    assert twin == record
    assert repr(twin) == repr(record)
    twin.stack[2][1].cell[3] = 7
    twin.board[1][2] = 5
    twin.window.level[1].answer[0] = 3
    assert twin != record
    assert record == blank()


def test_an_unknown_field_is_an_error_in_plain_mode() -> None:
    record: Any = full().State()
    with pytest.raises(AttributeError):
        record.hnad = 1


@pytest.mark.parametrize(("name", "value"), [
    ("small", [0, 128]), ("number", 1 << 31), ("turn", -129), ("target", 1 << 15),
    ("board", [[0] * 3, [0, 0, -(1 << 31) - 1]]),
])  # fmt: skip
def test_a_number_that_outgrows_its_field_is_found(name: str, value: Any) -> None:
    record: Any = full().State()
    setattr(record, name, value)
    with pytest.raises(RulesError, match=f"the field '{name}' holds numbers from"):
        full().check_ranges(record)
    with pytest.raises(RulesError, match="outgrew"):
        full().pack(record)


@pytest.mark.parametrize("value", [0.5, 2.0, np.int64(3)])
def test_what_compiled_code_would_hold_differently_is_found(value: Any) -> None:
    record: Any = full().State()
    record.number = value
    with pytest.raises(RulesError, match="'number' holds numbers"):
        full().check_ranges(record)


def test_numbers_at_the_limits_fit() -> None:
    record: Any = full().State()
    record.small, record.number, record.real, record.flag = [-128, 127], -(1 << 31), 1e300, True
    full().check_ranges(record)
    assert full().unpack(full().pack(record)).astuple() == record.astuple()


@pytest.mark.parametrize(("fields", "said"), [
    ({"hand": Cards}, "more than one copy"),
    ({"hand": Pile(3)}, "names no deck"),
    ({"hand": Hand(5).seen_by(OWNER)}, "one for each of 3 seats"),
    ({"hand": Hand(5)[2].seen_by(OWNER)}, "one for each of 3 seats"),
    ({"road": Pile(5)[39].seen_by(OWNER)}, "one for each of 3 seats"),
    ({"open": Hand(5).seen_by(ALL).limited_by("may_lie")}, "'open' is seen by all"),
    ({"responses": Window(2)}, "called `window`"),
    ({"window": Int}, "called `window`"),
    ({"turn": Int}, "taken"),
    ({"pack": Int}, "taken"),
    ({"copy": Int}, "taken"),
    ({"_hidden": Int}, "taken"),
    ({"score": int}, "no kind the kit knows"),
    ({"target": Range(1, 9, default=10)}, "declared wrongly"),
    ({"form": Choice("a", "b", default="c")}, "declared wrongly"),
    ({"target": Range(1, 9, default=5, only=("form", "a"))}, "declared wrongly"),
    ({"form": Choice("a", default="a"), "target": Range(1, 9, default=5, only=("form", "b"))}, "declared wrongly"),
])  # fmt: skip
def test_wrong_declarations_are_refused_by_name(fields: dict[str, Any], said: str) -> None:
    deck = {"more than one copy": TWICE, "names no deck": None}.get(said, PACK)
    said = {"more than one copy": "at most 63 different cards of one back"}.get(said, said)
    with pytest.raises(RulesError, match=said):
        layout(deck=deck, **fields)


def test_a_zone_is_limited_by_one_rule() -> None:
    with pytest.raises(RulesError, match="limited by one rule, not by 'may_lie' and 'may_hold'"):
        Hand(5).limited_by("may_lie").limited_by("may_hold")


def test_sets_hold_at_most_63_cards_of_one_back() -> None:
    assert layout(deck=Deck(str(n) for n in range(63)), hand=Cards)
    for deck in (Deck(str(n) for n in range(64)), Deck("ab", backs=[0, 1], back_names=["x", "y"])):
        with pytest.raises(RulesError, match="use Hand or Pile"):
            layout(deck=deck, hand=Cards)
    with pytest.raises(RulesError, match="chosen seats"):
        layout(hand=Cards[3].seen_by(CHOSEN))


@pytest.mark.parametrize("kind", [Int, Small[3], Real, Flag, Window(), Range(1, 3, default=1)])
def test_a_hidden_number_is_refused(kind: Any) -> None:
    with pytest.raises(RulesError, match="public by construction"):
        kind.seen_by(NOBODY)


def test_zones_are_seen_by_nobody_unless_they_say_so_and_by_no_one_else() -> None:
    assert Pile(5).seen == NOBODY
    assert Pile(5).seen_by(ALL).seen == ALL
    with pytest.raises(RulesError, match="'everyone'"):
        Pile(5).seen_by("everyone")


def test_a_field_declared_with_a_colon_is_refused_with_the_way_to_write_it() -> None:
    with pytest.raises(RulesError, match="declare the field 'score' of the state as `score = "):
        Layout(type("State", (), {"__annotations__": {"score": Int[2]}}), (2,), None)


@pytest.mark.parametrize("players", [(0, 2), (2, 7)])
def test_the_number_of_seats_is_limited(players: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match="1 to 6 players"):
        layout(players=players)


def test_kinds_are_values_that_leave_the_original_alone() -> None:
    assert Int.kept().lives_on
    assert not Int.lives_on
    assert Cards[4][2].shape == (4, 2)
    assert Cards.shape == ()


@pytest.mark.parametrize("places", [(4, 3), 0, -1, "4", 2.0])
def test_an_array_has_a_whole_number_of_places(places: Any) -> None:
    """Numpy said only that a shape was invalid, of the whole state."""
    for kind in (Small, Cards, Hand(5)):
        with pytest.raises(RulesError, match=r"a whole number of places, from 1, not .*Small\[4\]\[3\]"):
            kind[places]


def test_a_deck_that_is_none_is_told() -> None:
    with pytest.raises(RulesError, match=r"`deck` of a state is a Deck, not \['a', 'b'\]"):
        layout(deck=["a", "b"], score=Int)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Pile, Hand, Dice])
@pytest.mark.parametrize("capacity", ["24", 0, None])
def test_a_zone_has_room_for_a_whole_number_of_things(kind: Any, capacity: Any) -> None:
    with pytest.raises(RulesError, match="has room for a whole number of things, from 1, not for"):
        kind(capacity)


def test_a_kind_that_is_called_and_one_that_is_not_are_told_with_how_to_say_them() -> None:
    with pytest.raises(RulesError, match=r"without round brackets: Int, and Int\[4\] for four of them"):
        Int()
    with pytest.raises(RulesError, match=r"the field 'stock' of the state is `Pile` without what it needs: say Pile\(...\)"):
        layout(stock=Pile)
