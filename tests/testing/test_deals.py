"""A number that `setup` works out from hidden cards is found, though worlds dealt anew keep it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.subjects import SOME, Subject
from tests.testing.test_planted_faults import planted
from tuckbox.testing.case import Case
from tuckbox.testing.deals import deals
from tuckbox.testing.jobs import WALK, Job

TURN = "    s.turn = s.dealt % s.players\n"
TELLS = "    tell(s, FIRST, -1, s.hand[0].cell[0] & 255)\n"
LEAKS = {
    "number": f"{TURN}    s.good = s.hand[0].cell[0] & 255\n",
    "who is asked": "    s.turn = (s.hand[1].cell[0] & 255) % s.players\n",
    "text": f"{TURN}{TELLS}",
}
EVENT = ("told = Events()\n", 'told = Events()\nFIRST = told("first", "number")\n')


@pytest.mark.parametrize("name", LEAKS)
def test_what_setup_tells_of_hidden_cards_is_found(name: str, tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, LEAKS[name]), EVENT)
    found = [failure for seed in range(4) for failure in deals(Case(game, 3, {}, seed))]
    assert {failure for failure, _ in found} == {name}
    assert any("an onlooker" in message for _, message in found)


def test_what_setup_tells_in_a_later_game_of_a_series_is_found(tmp_path: Path) -> None:
    leak = f"{TURN}    if s.dealt > 0:\n        s.good = s.hand[0].cell[0] & 255\n"
    game = planted("bluff", tmp_path, (TURN, leak))
    cases = [Case(game, 3, {"rounds": 1, "games": 2}, seed) for seed in range(4)]
    assert not [failure for case in cases for failure in deals(case)]
    outcomes = [Job(WALK, case).do() for case in cases]
    found = [finding for outcome in outcomes for finding in outcome.findings]
    assert {finding.name for finding in found} == {"number"}
    assert all("after `setup`" in finding.message and "deal\n" in finding.record for finding in found)


def test_a_number_made_of_cards_that_stay_in_a_shuffled_pile_is_found(tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, f"{TURN}    s.good = s.deck.cell[0] & 255\n"))
    assert {name for seed in range(4) for name, _ in deals(Case(game, 3, {}, seed))} == {"number"}


def test_a_number_made_of_hidden_dice_is_found_by_all_who_do_not_see_them(tmp_path: Path) -> None:
    roll = "    roll(s.table, 1, rng)\n"
    game = planted("cups", tmp_path, (roll, f"{roll}    s.step = showing(s.cup[0], 2) + 3 * showing(s.table, 1)\n"))
    found = [failure for seed in range(6) for failure in deals(Case(game, 2, {}, seed))]
    assert {name for name, _ in found} == {"number"}
    assert {message.split(",")[1].split(" can")[0] for _, message in found} == {" seat 1", " an onlooker"}


def test_a_card_that_everybody_was_shown_meanwhile_is_no_secret(tmp_path: Path) -> None:
    """A card is turned up, told, and shuffled in again; what follows from it gives nothing away."""
    cut = "    s.good = pop(s.deck)\n    tell(s, SHOWN, -1, s.good | 255 << 8)\n    push(s.deck, s.good)\n"
    deal = "    for seat in range(s.players):\n        show_to("
    words = ("    push,\n", "    pop,\n    push,\n")
    game = planted("bluff", tmp_path, (deal, f"{cut}    shuffle(s.deck, rng)\n{deal}"), words)
    assert not [failure for seed in range(4) for failure in deals(Case(game, 3, {}, seed))]


def test_what_a_seat_sees_itself_is_no_secret_to_it(tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, LEAKS["number"]))
    found = [message for seed in range(4) for _, message in deals(Case(game, 3, {}, seed))]
    assert not any("seat 0" in message for message in found)


@SOME
def test_no_setup_of_ours_tells_hidden_cards(subject: Subject) -> None:
    for seed in range(3):
        assert not list(deals(Case(subject.game, subject.players, dict(subject.options), seed)))
