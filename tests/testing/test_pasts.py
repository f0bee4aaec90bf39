"""Redeals that are too wide are found: worlds in which somebody could not have done what they did."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest

from tests.adapters.subjects import SOME, Subject
from tests.testing.test_planted_faults import NUMBERS
from tests.toys.nim import game, write
from tuckbox.definition.game import Game
from tuckbox.kit.chance import Fast
from tuckbox.testing import check
from tuckbox.testing.case import Case
from tuckbox.testing.pasts import Past

OHHELL = Path(__file__).parents[2] / "examples" / "ohhell" / "tuckbox_ohhell"


def too_wide(folder: Path) -> Game:
    """Oh Hell, whose redeals may give back a suit that a hand has shown that it lacks."""
    name = f"planted_ohhell_{next(NUMBERS)}"
    shutil.copytree(OHHELL, folder / name)
    for path in (folder / name).glob("*.py"):
        text = path.read_text("utf-8").replace("tuckbox_ohhell", name)
        path.write_text(text.replace('.limited_by("may_hold")', ""), "utf-8")
    sys.path.insert(0, str(folder))
    try:
        return __import__(name).GAME  # type: ignore[no-any-return]
    finally:
        sys.path.remove(str(folder))


def test_a_hand_that_did_not_follow_is_not_given_the_suit_back(tmp_path: Path) -> None:
    report = check(too_wide(tmp_path), players=3, options={"cards": 5}, seeds=3, native=False, skip=("golden", "reach"))
    found = next(finding for finding in report.findings if finding.name == "past")
    assert "could not have done `play " in found.message
    assert "too wide" in found.message


PROMISE = """
from tuckbox.kit import *

DECK = Deck(["a", "b", "c", "d"])
act = Actions()
NAME, TAKE = act("name {card}", DECK), act("take")


@state(players=(2,), deck=DECK)
class State(GameState):
    hand = Cards[2].seen_by(OWNER)
    stock = Pile(4)
    taken = Cards.seen_by(ALL)
    named = Small


@rule
def setup(s, rng):
    fill(s.stock, 0, 3)
    shuffle(s.stock, rng)
    deal_round(s, s.stock, s.hand, 0, 1)


@rule
def legal(s, moves):
    if s.turn == 1:
        add(moves, TAKE)
    else:
        add(moves, NAME + lowest(s.hand[0].cards))


@rule
def apply(s, action, rng):
    if s.turn == 0:
        s.named = action - NAME
        s.turn = 1
    else:
        give(s.hand[0], s.named, s.taken)
        s.over = True
"""


@pytest.mark.parametrize("possible", ["", "s.turn == 0 or has(s.hand[0].cards, s.named)"])
def test_what_goes_wrong_only_in_a_world_dealt_anew_is_told_with_its_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, possible: str
) -> None:
    """Else its author would look for the fault in the rule in which it comes to light."""
    monkeypatch.syspath_prepend(str(tmp_path))
    more = f"\n\n@rule\ndef possible(s):\n    return {possible}\n" if possible else ""
    promise = game(write(tmp_path, f"promise{next(NUMBERS)}", PROMISE + more))
    report = check(promise, seeds=2, native=False, skip=("golden", "termination", "meaning"))
    assert report.passed == bool(possible), str(report)
    for finding in report.findings:
        assert finding.name == "past"
        assert "`take` goes wrong only in a world dealt anew for seat 1: " in finding.message
        assert "the rule apply (rules.py, line " in finding.message
        assert "or worlds by `possible`" in finding.message


@SOME
def test_redeals_of_ours_keep_the_past(subject: Subject) -> None:
    case = Case(subject.game, subject.players, dict(subject.options), 2)
    past, chance = Past(case), random.Random(2)
    for number, match in enumerate(case.walk(60)):
        past.note(match)
        if number % 2 and not match.over:
            assert not list(past.impossible(match, Fast(number), chance))


@pytest.mark.parametrize("seed", range(3))
def test_tricks_are_looked_back_to(seed: int) -> None:
    """The finding would come: in Oh Hell most worlds can be wound back."""
    import tuckbox_ohhell

    case = Case(tuckbox_ohhell.GAME, 3, {"cards": 5}, seed)
    past, looked = Past(case), 0
    wound = past._wound_back

    def counted(*given: object) -> object:
        nonlocal looked
        found = wound(*given)  # type: ignore[arg-type]
        looked += found is not None
        return found

    past._wound_back = counted  # type: ignore[assignment]
    for number, match in enumerate(case.walk(20)):
        past.note(match)
        if not match.over:
            assert not list(past.impossible(match, Fast(number), random.Random(number)))
    assert looked > 5
