"""A game as a conversation: prompts that hold what a seat may know, answers in prose, typed replies."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from tests.adapters.subjects import SOME, Subject
from tuckbox import game
from tuckbox.adapters import text
from tuckbox.errors import ActionError, MatchOver, NotYourTurn, OptionError
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.view.view import blind


def play(table: text.Table, seed: int = 1, most: int = 2_000) -> int:
    """Answer at random until the game is over; the number of answers."""
    chance, answers = random.Random(seed), 0
    while not table.done and answers < most:
        asked = table.observe()
        step = table.step(f"Let me see.\nI choose `{chance.choice(asked.legal)}`.")
        assert step.taken, step.said
        answers += 1
    return answers


@SOME
def test_every_game_is_played_in_prose(subject: Subject) -> None:
    table = text.make(subject.game, subject.players, seed=3, options=subject.options)
    play(table, most=60)
    assert table.illegal == [0] * subject.players
    if not table.done:
        seat = table.seat
        assert json.loads(json.dumps(table.data(seat)))["seat"] == seat


@SOME
def test_what_a_seat_is_told_as_data_is_as_its_schema_says(subject: Subject) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = text.schema(subject.game)
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    table, chance = text.make(subject.game, subject.players, seed=3, options=subject.options), random.Random(1)
    for _ in range(30):
        told = json.loads(json.dumps([table.data(seat) for seat in range(subject.players)]))
        for data in told:
            check.validate(data)
            assert not check.is_valid({**data, "version": 0})
            assert not check.is_valid({**data, "view": {**data["view"], "secret": 1}})
            assert not check.is_valid({key: value for key, value in data.items() if key != "seat"})
        if table.done:
            break
        table.step(f"`{chance.choice(table.observe().legal)}`")


def test_a_game_to_its_end_with_a_bot() -> None:
    table = text.make("whiplash", players=2, seed=3, bots={1: "random"})
    answers = play(table)
    assert answers > 3
    assert table.done
    assert table.rewards() == table.match.payoff
    with pytest.raises(MatchOver):
        table.observe()


def test_without_a_seed_bots_draw_by_one_that_nobody_knows() -> None:
    one, other = (text.make("whiplash", players=2, bots={1: "random"}) for _ in range(2))
    assert one._bots[1].seed != other._bots[1].seed


def test_a_seed_may_be_a_number_of_numpy() -> None:
    one, other = (text.make("whiplash", seed=seed, bots={1: "random"}) for seed in (3, np.int64(3)))  # type: ignore[arg-type]
    assert one.observe() == other.observe()
    assert one._bots[1].seed == other._bots[1].seed


def test_only_who_is_to_answer_has_a_question() -> None:
    table = text.make("whiplash", players=2, seed=3)
    with pytest.raises(NotYourTurn):
        table.question(1 - table.seat)
    play(table)
    with pytest.raises(MatchOver):
        table.question(0)


def test_data_are_what_their_schema_says_before_they_are_json_too() -> None:
    table = text.make("whiplash", players=2, seed=3)
    pytest.importorskip("jsonschema").validate(table.data(0), text.schema("whiplash"))


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    one, other = (text.make("whiplash", players=3, seed=9, bots={2: "greedy"}) for _ in range(2))
    play(one)
    play(other)
    assert one.match.record().steps == other.match.record().steps
    assert one.rewards() == other.rewards()


def test_a_prompt_has_its_parts_and_the_rules_once() -> None:
    table = text.make("whiplash", players=2, seed=7, bots={1: "greedy"})
    first = table.observe().prompt
    assert first.startswith("# Rules of Whiplash")
    assert table.observe().prompt == first, "to look changes nothing"
    table.step("`draw stock`")
    second = table.observe().prompt
    assert "# Rules of" not in second
    assert [line for line in second.splitlines() if line.startswith("# ")][1:] == ["# What has happened", "# You may"]
    assert "You draw" in table.news(0)
    assert table.rules(whole=True).count("WL-") > 30


def test_many_actions_are_told_by_families_with_what_each_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Whipsaw! with more than 24 roads to call, each by a code, was told without a word on any of them."""
    monkeypatch.setattr(text, "MANY", 1)
    table = text.make("whiplash", players=2, seed=7)
    assert "\n- `draw stock` (face down)\n- `take discard` (" in table.question(0)


@SOME
def test_a_prompt_is_the_same_in_every_world_that_looks_the_same(subject: Subject) -> None:
    """Non-interference: what a seat cannot see may be dealt anew, and not a word changes."""
    match, chance, rng = Match(subject.game, subject.players, seed=5, options=subject.options), random.Random(5), Fast(5)
    for _ in range(25):
        if match.over:
            break
        seat = match.waiting[0]
        view = match.view(seat, log=False)
        twin = replace(view, state=blind(subject.game, view.redeal(rng), seat))
        assert words(laid(twin)) == words(laid(view))
        match.play(chance.choice(match.actions(seat)), seat)


def test_refusals_are_typed_and_change_nothing() -> None:
    table = text.make("whiplash", players=2, seed=7, bots={1: "random"})
    before = table.observe()
    wrong = table.step("I shall discard everything")
    assert not wrong.taken
    assert "no action" in wrong.said
    table.step("`draw stock`")
    illegal = table.step("`draw stock`")
    assert (illegal.taken, illegal.rule) == (False, "WL-5.1")
    assert table.illegal == [2, 0]
    assert before.legal == ("draw stock", "take discard")


def test_a_seat_that_cannot_answer_plays_at_random_or_forfeits_or_raises() -> None:
    table = text.make("whiplash", players=2, seed=7, bots={1: "random"}, tries=2)
    assert not table.step("hm").taken
    step = table.step("hm")
    assert not step.taken
    assert "after 2 refusals in succession `take discard` is played for you, at random\nYou take" in step.said
    assert "take discard" not in table.observe().legal
    table = text.make("keywhiz", players=3, seed=7, bots={1: "random"}, tries=1, give_up="forfeit")
    step = table.step("hm")
    assert step.done
    assert "forfeits" in step.said
    loser = table.forfeited
    assert loser is not None
    assert table.rewards()[loser] == game("keywhiz").utility[0]
    assert sum(table.rewards()) == pytest.approx(1)
    table = text.make("whiplash", players=2, seed=7, tries=1, give_up="raise")
    with pytest.raises(ActionError):
        table.step("hm")


def test_a_whole_match_is_a_series_of_games() -> None:
    table = text.make("whiplash", players=2, seed=3, bots={1: "random"}, whole=True, match="hands", hands=2)
    play(table)
    assert table.match.done
    assert len(table.match.payoffs()) == 2
    assert table.rewards() == tuple(map(sum, zip(*table.match.payoffs(), strict=True)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": {0: "greedy", 1: "greedy"}}, "all seats"),
        ({"bots": {5: "greedy"}}, "no seat 5"),
        ({"bots": "greedy"}, "given by their seats, such as {1: 'greedy'}"),
        ({"bots": {1: 5}}, "a bot is called by a name"),
        ({"bots": 5}, "given by their seats"),
        ({"tries": 0}, "at least one try"),
        ({"tries": "3"}, "at least one try"),
        ({"twin": "x"}, "the number of a twin is a whole number"),
        ({"give_up": "sulk"}, "give_up is one of"),
    ],
)
def test_tables_that_cannot_be_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        text.make("whiplash", players=2, **wrong)  # type: ignore[arg-type]


def test_bots_can_be_named_in_the_order_of_the_seats() -> None:
    assert text.make("whiplash", players=2, seed=1, bots=[None, "random"]).bots == ["", "random"]


def test_a_seat_may_be_a_number_of_numpys() -> None:
    assert text.make("whiplash", players=2, seed=1, bots={cast(int, np.int64(1)): "random"}).bots == ["", "random"]
    table, seat = text.make("whiplash", players=2, seed=7), cast(int, np.int8(0))
    table.step("draw stock", seat)
    assert json.loads(json.dumps(table.data(seat))) == table.data(0)
    assert table.question(seat) == table.question(0)


def test_who_is_early_is_told_of_all_who_are_asked_not_of_those_who_have_not_answered() -> None:
    """Answers in a response window are sealed: that one has been given is for nobody to know."""
    table, chance = text.make("whipsaw", players=4, seed=1), random.Random(1)
    early = 0
    while not table.done and early < 20:
        match = table.match
        for seat in set(range(4)) - {*match.asked}:
            with pytest.raises(NotYourTurn) as refused:
                table.observe(seat)
            asked = [match.names[each] for each in match.asked]
            assert str(refused.value).startswith(" and ".join(asked[-2:]) if len(asked) < 3 else ", ".join(asked[:2]))
            early += len(asked) > len(match.waiting)
        for seat in {*match.asked} - {*match.waiting}:
            with pytest.raises(NotYourTurn, match="you have answered already"):
                table.observe(seat)
        seat = match.waiting[0]
        table.step(f"`{chance.choice(match.legal(seat))}`", seat)
    assert early == 20
