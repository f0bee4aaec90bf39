"""Numbers that rules use as seats or as cards are found in their text; all our games and examples tell them as such."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest
import tuckbox_cribbage
import tuckbox_ginrummy
import tuckbox_hearts
import tuckbox_leduc

import tuckbox
from tests.adapters.subjects import EXAMPLES, GAMES
from tests.projects import Project
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.kuhn import GAME as KUHN
from tuckbox.definition.encodings import OneOf, SeatOf, Share
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import Game, game
from tuckbox.testing import check
from tuckbox.testing.meanings import CARD, SEAT, SEATS, meanings, uses

TEMPLATES = [import_module(f"tuckbox.author.templates.{name}").GAME for name in ("auction", "bluff", "race", "tricks")]


@pytest.mark.parametrize("game", [*GAMES, *TEMPLATES, ENVOYS, JUMBLE], ids=lambda game: game.title)
def test_what_is_a_seat_or_a_card_is_told_as_one(game: Game) -> None:
    assert [said for _, said in meanings(game)] == []


def test_only_where_an_encoding_is_kept_for_its_weights_a_reason_is_given_instead() -> None:
    assert {game.name: set(game.as_numbers) for game in GAMES if game.as_numbers} == {"jalopies": {"goal", "bound"}}
    assert not any(game.as_numbers for game in EXAMPLES)


@pytest.mark.parametrize(
    ("game", "sorts"),
    [
        (tuckbox.game("whiplash"), {"caller": SEAT, "winner": SEAT, "dealing": SEAT}),
        (tuckbox_hearts.GAME, {"leader": SEAT}),
        (tuckbox_cribbage.GAME, {"dealer": SEAT, "last": SEAT, "passed": SEATS}),
        (tuckbox_ginrummy.GAME, {"knocker": SEAT, "leading": SEAT, "taken": CARD}),
        (tuckbox_leduc.GAME, {}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_rules_alone_show_what_numbers_are(game: Game, sorts: dict[str, str]) -> None:
    """Also where nothing is said in `observe`."""
    assert {use.field: use.sort for use in uses(replace(game, observe={}))} == sorts


def test_the_check_names_all_that_are_told_as_something_else_with_file_and_line() -> None:
    whiplash = tuckbox.game("whiplash")
    hints = {**whiplash.observe, "caller": OneOf(4)}  # an absolute seat
    del hints["winner"]
    (said,) = [said for _, said in meanings(replace(whiplash, observe=hints))]
    assert said.startswith("'caller' is used as a seat (rules.py, line ")
    assert "'winner' is used as a seat" in said
    assert "say SeatOf() in `observe`" in said


def test_a_field_that_is_as_long_as_there_are_seats_by_chance_is_named_with_its_cure(project: Project) -> None:
    eights = _that_does(project, "s.drawn[s.round] += 1", "    round = Small\n    drawn = Small[6]  # in each round\n")
    (said,) = [said for _, said in meanings(eights)]
    assert said.startswith("'round' is used as a seat (rules.py, line ")
    cure = "; if 'drawn' is not one number for each seat, although it has 6, give it an encoding with per_seat=False"
    assert said.endswith(cure)
    assert not list(meanings(replace(eights, observe={**eights.observe, "drawn": Share(9, per_seat=False)})))


def test_a_hand_that_its_owner_sees_is_one_for_each_seat_whatever_its_length(project: Project) -> None:
    (said,) = [said for _, said in meanings(_that_does(project, "show(s.hand[s.round])", "    round = Small\n"))]
    assert said.startswith("'round' is used as a seat (rules.py, line ")
    assert "per_seat" not in said


@pytest.mark.parametrize("line", [
    "s.team |= one(s.turn)",
    "s.passes += has(s.team, s.turn)",
    "for seat in range(6): s.passes += has(s.team, seat)",
    "together(s, 0, s.team)",
])  # fmt: skip
def test_a_set_of_seats_is_known_by_what_is_put_into_it_looked_for_in_it_and_asked(project: Project, line: str) -> None:
    (said,) = [said for _, said in meanings(_that_does(project, line, "    team = Small\n"))]
    assert said.startswith("'team' is used as a set of seats (rules.py, line ")
    assert "say SeatsOf() in `observe`" in said


def test_a_set_of_other_things_is_none_of_seats(project: Project) -> None:
    assert not list(meanings(_that_does(project, "s.passes += has(s.suits, s.suit)", "    suits = Small\n")))


def _that_does(project: Project, line: str, fields: str) -> Game:
    """Eights with more fields, and a line more in `apply`."""
    head = "def apply(s: State, action: int, rng: Rng) -> None:\n"
    project.edit("rules.py", head, f"{head}    {line}\n")
    project.edit("rules.py", "    passes = Small  # in a row\n", f"    passes = Small  # in a row\n{fields}")
    project.edit("rules.py", "    shuffle,\n", "    one,\n    show,\n    shuffle,\n    together,\n")
    return game(game_name(str(project.folder)))


def test_a_finding_of_the_check() -> None:
    hints = {name: hint for name, hint in tuckbox.game("whiplash").observe.items() if not isinstance(hint, SeatOf)}
    game = replace(tuckbox.game("whiplash"), observe=hints)
    report = check(game, players=2, options={}, seeds=1, steps=2, native=False, skip=("golden", "reach", "lesson"))
    assert {finding.name for finding in report.findings} == {"meaning"}


def test_a_reason_excuses_a_number_and_only_one_that_needs_it() -> None:
    whiplash = tuckbox.game("whiplash")
    hints = {name: hint for name, hint in whiplash.observe.items() if name != "winner"}
    assert not list(meanings(replace(whiplash, observe=hints, as_numbers={"winner": "a test"})))
    (said,) = [said for _, said in meanings(replace(KUHN, as_numbers={"paid": "a test"}))]
    assert said.startswith("`as_numbers` names 'paid', but no rule uses it")
