"""What a person may type, and what it means."""

from __future__ import annotations

import pytest

from tests.games.whiplash.positions import position, seated
from tuckbox import ActionError, Match, UnknownAction
from tuckbox.definition.game import game
from tuckbox.terminal.typed import Ambiguous, Key, find, order


def meant(match: Match, typed: str) -> str:
    """The action a text means, in notation."""
    return match.game.actions.text(find(match.game, match.actions(), typed))


@pytest.fixture(name="match")
def _match() -> Match:
    return seated(position(["QC QD QH TH 7S", None]))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("discard QH", "discard QH"),
        ("  DISCARD   qh ", "discard QH"),
        ("d qh", "discard QH"),
        ("disc Q♥", "discard QH"),
        ("disc Q♥\ufe0f", "discard QH"),
        ("d 10h", "discard TH"),
        ("d 10♥", "discard TH"),
        ("d th", "discard TH"),
        ("d 7", "discard 7S"),
        ("c 7s", "call 7S"),
        ("1", "discard 7S"),
        ("2", "discard TH"),
        (" 7 ", "call TH"),
        ("d t", "discard TH"),
    ],
)
def test_numbers_notation_and_beginnings_are_understood(match: Match, typed: str, action: str) -> None:
    assert meant(match, typed) == action


@pytest.mark.parametrize(
    ("typed", "several"),
    [
        ("d q", "discard QC, discard QD or discard QH"),
        ("q", "discard QC, discard QD or discard QH"),
        ("7s", "discard 7S or call 7S"),
        ("c", "call 7S or call TH"),
    ],
)
def test_what_may_mean_several_actions_is_answered_with_them(match: Match, typed: str, several: str) -> None:
    with pytest.raises(Ambiguous, match=f"may mean {several}: say more"):
        meant(match, typed)


@pytest.mark.parametrize(
    "typed", ["fly", "discard 1X", "d qh now", "0", "8", "999999999999", "-1", "¹", "\x1b[A", "💥", "\ufe0f"]
)
def test_what_is_no_action_is_told_how_actions_are_written(typed: str) -> None:
    with pytest.raises(UnknownAction, match=r"draw stock|1 to 2"):
        meant(Match("whiplash", seed=1), typed)


def test_an_illegal_action_comes_back_for_the_match_to_refuse(match: Match) -> None:
    for typed, rule in (("draw stock", "WL-5.1"), ("d 2c", "WL-5.3"), ("call qc", "WL-5.8"), ("call royal", "WL-5.10")):
        with pytest.raises(ActionError, match=rule):
            match.check(find(match.game, match.actions(), typed))


def test_vague_words_for_illegal_actions_are_refused_for_the_nearest() -> None:
    match = seated(position(["QC QD 5H TH 7S", None]))
    with pytest.raises(ActionError, match=r"no three of one rank"):
        match.check(find(match.game, match.actions(), "call"))
    match = seated(position(["QC QD QH TH 7S", None], turns=0))
    with pytest.raises(ActionError, match="first round"):
        match.check(find(match.game, match.actions(), "call"))


def test_vague_words_for_different_illegal_actions_are_answered_with_them(match: Match) -> None:
    match = Match("whiplash", seed=1)
    with pytest.raises(Ambiguous, match="none of them is legal"):
        meant(match, "qh")


@pytest.mark.parametrize(
    ("typed", "key", "rest"),
    [
        ("?", Key.HELP, ""),
        ("? call QH", Key.HELP, "call QH"),
        ("?call QH", Key.HELP, "call QH"),
        ("HELP", Key.HELP, ""),
        ("u", Key.UNDO, ""),
        ("s", Key.SAVE, ""),
        ("s my file.tuckbox", Key.SAVE, "my file.tuckbox"),
        (" l ", Key.LOG, ""),
        ("a", Key.ALL, ""),
        ("q", Key.QUIT, ""),
        ("quit", Key.QUIT, ""),
        ("q qh", None, "q qh"),
        ("draw stock", None, "draw stock"),
        ("", None, ""),
    ],
)
def test_keys_are_told_from_actions(typed: str, key: Key | None, rest: str) -> None:
    assert (order(typed).key, order(typed).rest) == (key, rest)


@pytest.mark.parametrize(
    ("typed", "legal", "action"),
    [
        ("step 2-1", ["step 2-10"], "step 2-1"),
        ("s 2-1", ["step 2-10"], "step 2-1"),
        ("s 2-1", ["step 2-1", "step 2-10"], "step 2-1"),
        ("key 9", ["key 99"], "key 9"),
        ("k 9", ["key 9", "key 99"], "key 9"),
        ("key", ["key 99"], "key 99"),
        ("s 2-10", ["step 2-10"], "step 2-10"),
        ("2-10", ["step 2-10"], "step 2-10"),
        ("st 2", ["step 2-10"], "step 2-10"),
    ],
)
def test_a_whole_name_is_never_taken_for_the_beginning_of_a_longer_one(typed: str, legal: list[str], action: str) -> None:
    """Where the shorter one is not legal, it is refused; a longer one is not played in its place."""
    actions = game("keywhiz").actions
    assert actions.text(find(game("keywhiz"), [actions.code(text) for text in legal], typed)) == action


def test_no_number_is_cut_in_two() -> None:
    actions = game("keywhiz").actions
    with pytest.raises(Ambiguous, match="none of them is legal"):
        find(game("keywhiz"), [actions.code("step 2-10")], "2-1")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("s 2-3", None),
        ("h 2-5", None),
        ("save 2-3", Key.SAVE),
        ("s 2-3.tuckbox", Key.SAVE),
        ("s my game", Key.SAVE),
        ("?h 2-3", Key.HELP),
        ("? step 2-3", Key.HELP),
        ("s", Key.SAVE),
        ("h", Key.HELP),
    ],
)
def test_a_key_with_words_is_an_action_where_it_begins_one(typed: str, key: Key | None) -> None:
    """As everywhere, beginnings are enough: nothing is written to a file named 2-3 where somebody steps there."""
    assert order(typed, game("keywhiz")).key is key
