"""A match: actions checked and played, refusals that change nothing, series, undo."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tuckbox
from tests.toys import nim
from tests.toys.nim import NIM
from tuckbox import Match, RulesError
from tuckbox.definition.game import game
from tuckbox.engine.engine import record_bytes
from tuckbox.kit.fields import PUBLIC
from tuckbox.match.deal import Deal
from tuckbox.match.log import Entry, sentences


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything a refused action must leave alone."""
    views = [record_bytes(match.game, match.view(seat).state) for seat in range(match.players)]
    legal = [match.legal(seat) for seat in range(match.players)]
    return str(match.record()), views, match.waiting, legal, match.log(0), match._transitions.rng.counter


def play_on(match: Match, steps: int, seed: int = 1) -> Match:
    """Play some random steps, dealing where a hand has ended."""
    chance = random.Random(seed)
    for _ in range(steps):
        if match.done:
            break
        if match.between:
            match.deal()
        else:
            match.play(chance.choice(match.actions()))
    return match


def test_it_is_used_as_the_readme_says() -> None:
    m = tuckbox.Match("whiplash", players=3, edition="royal", seed=7)
    assert m.legal() == ["draw stock", "take discard"]
    m.play("draw stock")
    assert len(m.legal()) == 5
    assert m.view(1).seat == 1


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        ("fly away", tuckbox.UnknownAction, "no action"),
        ("", tuckbox.UnknownAction, "no action"),
        ("discard 1X", tuckbox.UnknownAction, "no action"),
        (-1, tuckbox.UnknownAction, "no action number"),
        (107, tuckbox.UnknownAction, "no action number"),
        (True, tuckbox.UnknownAction, "an action is its text or its number, not True"),
        (0.7, tuckbox.UnknownAction, "its text or its number, not 0.7"),
        (None, tuckbox.UnknownAction, "its text or its number, not None"),
        ("discard QH", tuckbox.IllegalAction, "WL-5.1"),
        ("call QH", tuckbox.IllegalAction, "WL-5.7"),
        ("call royal", tuckbox.IllegalAction, "WL-5.10"),
    ],
)
def test_what_is_refused_changes_nothing(action: Any, error: type[Exception], words: str) -> None:
    match = play_on(Match("whiplash", players=3, seed=3), 8)
    before = snapshot(match)
    with pytest.raises(error, match=words):
        match.play(action)
    assert not match.can(action)
    assert snapshot(match) == before


@pytest.mark.parametrize("given", [(0, "draw stock"), ("draw stock", "0"), ("draw stock", 1.0), ("draw stock", True)])
def test_a_seat_that_is_no_number_is_told_apart_from_an_action(given: tuple[Any, Any]) -> None:
    match = Match("whiplash", seed=3, dealer=0)
    before = snapshot(match)
    with pytest.raises(tuckbox.NotYourTurn, match=f"there is no seat {given[1]!r}"):
        match.play(*given)
    assert not match.can(*given)
    assert snapshot(match) == before


def test_a_text_for_a_seat_is_told_what_comes_first() -> None:
    with pytest.raises(tuckbox.NotYourTurn, match="given after the action"):
        Match("whiplash", seed=3).play(0, "draw stock")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"deal": 7}, "deal is a Deal, not 7: a number is given as seed"),
        ({"seats": 7}, "seats are a list of names, not 7"),
        ({"seed": "7"}, "a seed is a whole number from .* not '7'"),
        ({"players": "2"}, "is for 2, 3, 4 players, not '2'"),
    ],
)
def test_a_match_says_what_it_is_made_from(given: dict[str, Any], words: str) -> None:
    with pytest.raises(tuckbox.OptionError, match=words):
        Match("whiplash", **given)


def test_a_seat_is_renamed_by_a_name_alone() -> None:
    match = Match("whiplash", seed=3)
    match.rename(1, "Xenia")
    assert match.names == ("Ann", "Xenia")
    with pytest.raises(tuckbox.OptionError, match="not 5 and"):
        match.rename(0, 5)  # type: ignore[arg-type]
    assert match.names == ("Ann", "Xenia")


@pytest.mark.parametrize("step", ["2", 1.0, 9, 0])
def test_a_step_that_there_is_not_is_no_step(step: Any) -> None:
    match = Match("whiplash", seed=3)
    with pytest.raises(tuckbox.OptionError, match=f"there is no step {step!r}; the steps are 1 to 1"):
        match.view_at(None, step)
    with pytest.raises(tuckbox.UndoError, match="cannot go back"):
        match.go_back(step)


def test_what_is_no_text_is_neither_an_event_nor_a_record() -> None:
    match = Match("whiplash", seed=3)
    with pytest.raises(tuckbox.UnknownAction, match="nothing called 5 can happen"):
        match.event(5)  # type: ignore[arg-type]
    with pytest.raises(tuckbox.RecordError, match="a Record or its text, not from 5"):
        Match.from_record(5)  # type: ignore[arg-type]


def test_worlds_are_dealt_by_a_generator() -> None:
    with pytest.raises(tuckbox.OptionError, match=r"such as Fast\(1\), not by 7"):
        Match("whiplash", seed=3).view(0).redeal(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_seats_may_be_numbers_of_numpys(kind: type[Any]) -> None:
    """As ``env.seats[0]`` of the vector environment: a match that was played so could not be looked at."""
    one, other = (Match("whiplash", seed=3, dealer=1) for _ in range(2))
    for seat in (0, 0, 1):
        action = one.actions(seat)[0]
        one.play(action, seat)
        other.play(action, kind(seat))
    for seat in (0, 1):
        assert one.view(seat) == other.view(kind(seat))
        assert one.view_at(seat, 2) == other.view_at(kind(seat), 2)
        assert one.lines(seat) == other.lines(kind(seat))
        assert one.acted(seat, 4) == other.acted(kind(seat), 4)
        assert one.information_key(seat) == other.information_key(kind(seat))
        assert one.observation_key(seat) == other.observation_key(kind(seat))


def test_a_seat_out_of_turn_is_told_whose_turn_it_is() -> None:
    match = Match("whiplash", seed=3, dealer=0, seats=["Xenia", "Yves"])
    before = snapshot(match)
    with pytest.raises(tuckbox.NotYourTurn, match="Yves"):
        match.play("draw stock", seat=0)
    with pytest.raises(tuckbox.NotYourTurn, match="no seat 2"):
        match.play("draw stock", seat=2)
    assert snapshot(match) == before


def test_notation_forgives_spaces_and_case() -> None:
    match = Match("whiplash", seed=3)
    match.play("  draw   stock ")
    card = match.legal()[0].split()[1]
    match.play(f"Discard {card.lower()}")
    assert match.record().steps[-1].endswith(f"discard {card}")


def test_nothing_can_be_played_between_games_or_after_the_match() -> None:
    match = Match("whiplash", seed=5, match="hands", hands=2)
    while not match.over:
        play_on(match, 1)
    assert match.between
    assert match.asked == ()
    with pytest.raises(tuckbox.MatchOver):
        match.play("draw stock")
    match.deal()
    with pytest.raises(tuckbox.MatchOver):
        match.deal()
    play_on(match, 10_000)
    assert match.done
    assert match.places is not None
    with pytest.raises(tuckbox.MatchOver):
        match.play("draw stock")
    with pytest.raises(tuckbox.MatchOver):
        match.deal()


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (5, {}),
        (None, {"editions": "royal"}),
        (None, {"edition": "2024"}),
        (None, {"target": 0}),
        (None, {"target": "x"}),
        (None, {"target": 1.5}),
        (None, {"target": 7, "match": "hands"}),
        (3, {"ranks": 3}),
        (2, {"dealer": 2}),
    ],
)
def test_wrong_options_are_refused(players: int | None, options: dict[str, Any]) -> None:
    with pytest.raises(tuckbox.OptionError):
        Match("whiplash", players=players, seed=1, options=options)


def test_a_deal_and_options_are_given_once() -> None:
    with pytest.raises(tuckbox.OptionError, match="a seed or a deal, not both"):
        Match("whiplash", seed=7, deal=Deal.fresh())
    with pytest.raises(tuckbox.OptionError, match="edition is given twice"):
        Match("whiplash", seed=7, options={"edition": "royal"}, edition="classic")
    with pytest.raises(tuckbox.OptionError, match=", not as option"):
        Match("whiplash", seed=7, option={"edition": "royal"})


@pytest.mark.parametrize("seats", [[], ["Ann"], "Bo", ["Ann", "Bo", "Cy"]])
def test_seats_that_do_not_fit_are_refused(seats: Any) -> None:
    with pytest.raises(tuckbox.OptionError, match="seats"):
        Match("whiplash", players=2, seed=1, seats=seats)


@pytest.mark.parametrize("seat", [3, None, b"Ann", ("Ann", "person")])
def test_a_seat_without_a_name_is_refused(seat: Any) -> None:
    with pytest.raises(tuckbox.OptionError, match="a seat has a name"):
        Match("whiplash", players=2, seed=1, seats=["Bo", seat])


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(tuckbox.UnknownGame, match="whiplash"):
        Match("patience")


@pytest.mark.parametrize("name", ["", " Ann", "A" * 41, "a\nb", "a\x1b[31mb", "a\u202eb", "\ud800"])
def test_names_that_would_break_a_screen_are_refused(name: str) -> None:
    with pytest.raises(tuckbox.OptionError):
        Match("whiplash", seats=[name, "Bo"])


STORM = """
outside = Events()
STORM = outside("storm")


@rule
def event(s, code):
    s.left = 1 << 40
    return 0
"""


def test_what_happens_from_outside_is_checked_as_all_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    text = NIM.replace("Actions, ", "Actions, Events, ", 1) + STORM
    match = Match(nim.game(nim.write(tmp_path, "stormy", text)), seed=1)
    before = snapshot(match)
    with pytest.raises(RulesError, match="left"):
        match.event("storm")
    assert snapshot(match) == before


WRONG_END = """
@rule
def after(s):
    s.left = 1 << 40
"""


def test_an_action_after_which_a_game_cannot_be_cut_off_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    subject = nim.game(nim.write(tmp_path, "endless", NIM + WRONG_END))
    match = Match(replace(subject, longest=1), seed=1)
    before = snapshot(match)
    with pytest.raises(RulesError, match="left"):
        match.play("take 1")
    assert snapshot(match) == before


def test_the_same_seed_deals_the_same_match_and_another_one_another() -> None:
    same = [str(play_on(Match("whiplash", seed=4), 60).record()) for _ in range(2)]
    assert same[0] == same[1]
    assert Match("whiplash", seed=4).view(0).state != Match("whiplash", seed=5).view(0).state


def test_numbers_may_be_those_of_numpy() -> None:
    seed, players = np.int64(4), np.int8(2)
    assert str(Match("whiplash", players, seed=seed).record()) == str(Match("whiplash", 2, seed=4).record())  # type: ignore[arg-type]
    one, other = Deal(seed=seed, number=np.int64(3)), Deal(seed=4, number=3)  # type: ignore[arg-type]
    assert str(Match("whiplash", deal=one).record()) == str(Match("whiplash", deal=other).record())


class TestUndo:
    def test_taking_the_open_card_can_be_undone(self) -> None:
        match = Match("whiplash", seed=3, dealer=0)
        before = snapshot(match)
        match.play("take discard")
        assert match.can_undo(1)
        assert not match.can_undo(0)
        match.undo(1)
        assert snapshot(match) == before

    def test_a_card_seen_cannot_be_unseen(self) -> None:
        match = Match("whiplash", seed=3, dealer=0)
        match.play("draw stock")
        before = snapshot(match)
        with pytest.raises(tuckbox.UndoError):
            match.undo(1)
        assert snapshot(match) == before

    def test_a_turn_that_has_passed_on_cannot_be_taken_back(self) -> None:
        match = Match("whiplash", seed=3, dealer=0)
        match.play("take discard")
        match.play(match.legal()[0])
        assert not match.can_undo()

    def test_the_deal_cannot_be_undone(self) -> None:
        assert not Match("whiplash", seed=3).can_undo()

    def test_knowledge_is_undone_with_the_step(self) -> None:
        match = Match("whiplash", seed=3, dealer=0)
        key = match.information_key(0)
        match.play("take discard")
        assert match.information_key(0) != key
        match.undo()
        assert match.information_key(0) == key


def test_keys_tell_apart_what_a_seat_has_seen_and_nothing_else() -> None:
    one, other = (Match("whiplash", players=2, seed=s, dealer=0) for s in (3, 3))
    for match in (one, other):
        match.play("draw stock")
    cards = one.legal()
    one.play(cards[0])
    other.play(cards[1])
    assert one.information_key(0) != other.information_key(0)
    assert one.observation_key(0) != other.observation_key(0)


def test_a_card_with_an_exclamation_mark_ends_the_sentence_itself() -> None:
    jalopies = game("jalopies")
    told = Entry("act", 0, jalopies.actions.code("discard SO"))
    assert sentences(jalopies, told, PUBLIC, ("Ann", "Bo")) == ["Ann discards Step on It!"]
