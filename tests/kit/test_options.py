"""Options: what they accept, what a game settles on, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.toys.bluff import GAME as BLUFF
from tuckbox.errors import OptionError, RulesError
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.games.whipsaw import GAME as WHIPSAW
from tuckbox.kit import Choice, GameState, Listing, Range, is_list, listed, state
from tuckbox.kit.fields import Option


@pytest.mark.parametrize("value", [3, "3", 1, 9, "9"])
def test_a_range_takes_its_whole_numbers(value: Any) -> None:
    kind = Range(1, 9, default=5)
    assert kind.number("rounds", value) == int(value)
    assert kind.value(kind.number("rounds", value)) == int(value)


@pytest.mark.parametrize("value", [
    0, 10, -1, 2.0, "2.0", True, None, "", " 3", "3 ", "+3", "1_0", "٣", "²", "0000000075", "3" * 5000, [3],
])  # fmt: skip
def test_a_range_refuses_everything_else(value: Any) -> None:
    with pytest.raises(OptionError, match="rounds must be a whole number from 1 to 9") as refused:
        Range(1, 9, default=5).number("rounds", value)
    assert len(str(refused.value)) < 120


def test_a_choice_takes_its_texts_and_holds_their_number() -> None:
    kind = Choice("old", "new", default="new")
    assert [kind.number("edition", text) for text in ("old", "new")] == [0, 1]
    assert [kind.value(number) for number in (0, 1)] == ["old", "new"]


@pytest.mark.parametrize("value", ["", "OLD", "o", 0, None])
def test_a_choice_refuses_everything_else(value: Any) -> None:
    with pytest.raises(OptionError, match="edition must be one of old, new"):
        Choice("old", "new", default="new").number("edition", value)


@pytest.mark.parametrize(("low", "high"), [(5, 3), (-3, 3), (1, 40_000)])
def test_a_range_whose_numbers_cannot_be_given_or_stored_is_refused(low: int, high: int) -> None:
    with pytest.raises(RulesError, match=f"both from 0 to 32767, not {low} to {high}"):
        Range(low, high, default=high)


@pytest.mark.parametrize("values", [(), ("a", "a"), (["a", "b"],), (1, 2)])
def test_a_choice_of_no_texts_or_two_alike_is_refused(values: Any) -> None:
    with pytest.raises(RulesError, match="texts as values, all different"):
        Choice(*values, default="a")


@pytest.mark.parametrize(("only", "said"), [
    (("pace", "quick"), "pace must be one of slow, fast, not 'quick'"),
    (("place", "fast"), "there is no option 'place'"),
    (("goal", "4"), "goal is itself `only` for some value of another option"),
])  # fmt: skip
def test_an_option_for_a_value_that_cannot_be_or_need_not_mean_anything_is_refused(only: Any, said: str) -> None:
    class State(GameState):
        pace = Choice("slow", "fast", default="slow")
        goal = Range(1, 9, default=4, only=("pace", "fast"))
        late = Choice("no", "yes", default="no", only=only)

    with pytest.raises(RulesError, match=f"the option 'late' is declared wrongly: {said}"):
        state(players=(2,))(State)


def test_a_game_fills_in_its_defaults() -> None:
    assert BLUFF.settle_options(None, {}) == (2, {"rounds": 3, "games": 1})
    assert BLUFF.settle_options(4, {"games": "2"}) == (4, {"rounds": 3, "games": 2})
    assert BLUFF.allows(4, {"games": "2"})


def test_truths_of_python_are_taken_as_options_have_them() -> None:
    given = {"unofficial": True, "mini": False, "match": "rotation"}
    assert WHIPSAW.settle_options(2, given) == WHIPSAW.settle_options(2, {"unofficial": "true", "match": "rotation"})
    with pytest.raises(OptionError, match="edition must be one of classic, 2023, royal"):
        WHIPLASH.settle_options(2, {"edition": True})


def test_options_are_written_into_the_blank_record() -> None:
    blank: Any = BLUFF.blank(3, {"rounds": 7})
    assert (blank.players, blank.rounds, blank.games, blank.over) == (3, 7, 1, 0)
    whiplash: Any = WHIPLASH.blank(2, {"edition": "royal"})
    assert whiplash.edition == 2


@pytest.mark.parametrize(("players", "options"), [(1, {}), (5, {}), ("3", {}), (2, {"round": 3}), (2, {"rounds": 10})])
def test_what_a_game_does_not_know_is_refused(players: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        BLUFF.settle_options(players, options)
    assert not BLUFF.allows(players, options)


@pytest.mark.parametrize(("kind", "value"), [
    (Range(1, 9, default=5, rule="AB-1.2"), 10),
    (Choice("old", "new", default="new", rule="AB-1.2"), "OLD"),
    (Listing("pick", of=("hero",), default="pick", rule="AB-1.2"), "villain"),
])  # fmt: skip
def test_a_value_that_is_refused_cites_the_rule_of_its_option(kind: Option, value: Any) -> None:
    with pytest.raises(OptionError, match=r" \(AB-1\.2\)$"):
        kind.number("some", value)


@pytest.mark.parametrize(("name", "said"), [
    ("round", "bluff has no option 'round'; did you mean 'rounds'?"),
    ("colour", "bluff has no option 'colour'; it has rounds, games"),
])  # fmt: skip
def test_an_option_the_game_has_not_is_told_with_what_may_be_meant(name: str, said: str) -> None:
    with pytest.raises(OptionError) as refused:
        BLUFF.settle_options(2, {name: 1})
    assert str(refused.value) == said


def test_an_option_that_means_nothing_with_the_others_is_left_out_or_refused() -> None:
    assert "target" not in WHIPLASH.settle_options(2, {"match": "single"})[1]
    with pytest.raises(OptionError, match=r"target is only for match=race \(WL-3.1\)"):
        WHIPLASH.settle_options(2, {"match": "single", "target": 5})


SIDES = Listing("pick", "deal", of=("hero", "neutral", "villain"), default="pick", most=3)


@pytest.mark.parametrize("value", ["pick", "deal", "hero", "villain,hero", "hero,hero,neutral"])
def test_a_list_is_a_word_or_items_in_order(value: str) -> None:
    number = SIDES.number("sides", value)
    assert SIDES.value(number) == value
    items = [listed(number, place) for place in range(6)] if is_list(number) else []
    assert [SIDES.items[item] for item in items if item >= 0] == (value.split(",") if items else [])


def test_a_list_may_be_given_as_one_and_with_blanks() -> None:
    assert SIDES.number("sides", ["villain", "hero"]) == SIDES.number("sides", "villain, hero")


@pytest.mark.parametrize("value", ["", "pick,hero", "hero,", "HERO", "hero,hero,hero,hero", None, 3])
def test_a_list_refuses_everything_else(value: Any) -> None:
    with pytest.raises(OptionError, match="sides must be pick, deal or a list of hero, neutral, villain"):
        SIDES.number("sides", value)


def test_a_list_option_has_limits() -> None:
    with pytest.raises(RulesError, match="at most 7 words"):
        Listing("pick", of=("pick",), default="pick")


def test_a_limit_that_is_off_is_stored_as_0() -> None:
    limit = Range(3, 100, default=30, off=True)
    assert limit.number("limit", "off") == 0
    assert [limit.value(0), limit.value(3)] == ["off", 3]
    assert list(limit.all_values)[-2:] == [100, "off"]
    with pytest.raises(OptionError, match="from 3 to 100, or off, not '0'"):
        limit.number("limit", "0")


def test_a_range_without_off_refuses_the_word() -> None:
    with pytest.raises(OptionError, match="from 3 to 100, not 'off'"):
        Range(3, 100, default=30).number("limit", "off")
    with pytest.raises(RulesError, match="0 stands for off"):
        Range(0, 5, default=1, off=True)


@pytest.mark.parametrize(("values", "default"), [(("no", "yes"), "yes"), (("no", "some", "all"), "no")])
def test_a_house_rule_is_a_switch_that_is_off(values: tuple[str, ...], default: str) -> None:
    with pytest.raises(RulesError, match="a switch"):
        Choice(*values, default=default, house="the last of four starts with money")


def test_what_an_older_record_meant_is_a_value_of_the_option() -> None:
    with pytest.raises(RulesError, match="declared wrongly"):

        @state(players=[2])
        class State(GameState):
            start_money = Choice("false", "true", default="false", before="some")
