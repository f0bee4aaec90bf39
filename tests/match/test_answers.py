"""The action that an answer in prose means, and why it means none."""

from __future__ import annotations

import pytest

from tuckbox.errors import IllegalAction, NotYourTurn, UnknownAction
from tuckbox.match.answers import chosen
from tuckbox.match.match import Match


@pytest.fixture(scope="module")
def taking() -> Match:
    """Whiplash, where one takes a card: from the stock or from the pile."""
    return Match("whiplash", players=2, seed=7, dealer=1)


@pytest.fixture(scope="module")
def dropping() -> Match:
    """The same, where one puts a card down: 2H, 5H, 8C, JD or QD."""
    match = Match("whiplash", players=2, seed=7, dealer=1)
    match.play("draw stock")
    return match


@pytest.mark.parametrize(
    "answer",
    [
        "draw stock",
        "Draw Stock.",
        '"draw stock"',
        "I choose: draw stock",
        "I choose `draw stock`.",
        "The pile shows nothing for me.\n\n**draw stock**",
        "`take discard` would help Bo more, so I end with [draw stock]",
        "1",
        "- 1",
        "- draw stock",
        "My answer is `1`",
        "Since the seven is worthless I shall draw  stock and hope for a heart.",
        "draw\tSTOCK",
    ],
)
def test_answers_that_mean_the_first_action(taking: Match, answer: str) -> None:
    assert chosen(taking, 0, answer) == taking.actions(0)[0]


def test_an_answer_that_holds_two_actions_is_told_which(taking: Match) -> None:
    with pytest.raises(UnknownAction, match="holds `draw stock` and `take discard`: put the one"):
        chosen(taking, 0, "Either draw stock or take discard, who knows")


@pytest.mark.parametrize(
    "answer",
    ["", "pass", "stock", "withdraw stocks", "`hm`", "3", "0", "-1", "I take `-1`", "Answer: -2", ".1", "x" * 100_000],
)
def test_an_answer_without_an_action_is_told_how(taking: Match, answer: str) -> None:
    with pytest.raises(UnknownAction, match="such as `draw stock`"):
        chosen(taking, 0, answer)


@pytest.mark.parametrize("mark", ["`", "[", "` ", "`\n"])
def test_an_answer_of_marks_only_is_read_in_a_moment(taking: Match, mark: str) -> None:
    with pytest.raises(UnknownAction, match="holds no action"):
        chosen(taking, 0, mark * 200_000)  # minutes, if each mark were tried with each other


def test_an_answer_that_repeats_its_actions_is_read_in_a_moment(taking: Match) -> None:
    with pytest.raises(UnknownAction, match="holds `draw stock` and `take discard`"):
        chosen(taking, 0, "draw stock or take discard, " * 40_000)  # minutes, if each were compared with each other


def test_an_action_that_is_not_legal_is_refused_by_its_rule(dropping: Match) -> None:
    with pytest.raises(IllegalAction, match="one card a turn") as refused:
        chosen(dropping, 0, "I would like to `draw stock` again")
    assert refused.value.rule == "WL-5.1"


@pytest.mark.parametrize("answer", ["I thought of discard 2H, but `draw stock`", "Not discard 2H, no.\n\ndraw stock"])
def test_an_action_that_is_not_legal_is_not_replaced_by_one_that_is_only_spoken_of(dropping: Match, answer: str) -> None:
    with pytest.raises(IllegalAction, match="one card a turn"):
        chosen(dropping, 0, answer)


@pytest.mark.parametrize("answer", ["`draw stock`", "hm"])
def test_who_is_not_to_decide_is_told_whose_turn_it_is(taking: Match, answer: str) -> None:
    with pytest.raises(NotYourTurn, match="it is Ann's turn"):
        chosen(taking, 1, answer)


def test_a_number_is_one_of_the_list(dropping: Match) -> None:
    legal = dropping.legal(0)
    for number, text in enumerate(legal, 1):
        assert chosen(dropping, 0, f"{number}.") == chosen(dropping, 0, f"`{text}`")


@pytest.mark.parametrize("answer", ["00000199", "`0000000`", "1000001", "9" * 5_000])
def test_a_number_of_many_digits_is_none_of_the_list(dropping: Match, answer: str) -> None:
    with pytest.raises(UnknownAction, match="holds no action"):
        chosen(dropping, 0, answer)


def test_every_action_of_a_game_can_be_said_in_a_sentence() -> None:
    match = Match("keywhiz", players=2, seed=3)
    for text in match.legal():
        assert chosen(match, match.turn or 0, f"After long thought: {text}") == match.game.actions.code(text)
