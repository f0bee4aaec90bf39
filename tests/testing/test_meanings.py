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
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.kuhn import GAME as KUHN
from tuckbox.definition.encodings import OneOf, SeatOf
from tuckbox.definition.game import Game
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
