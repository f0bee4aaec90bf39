"""Few settings hold all choices, or all that meet in twos; what cannot be together is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from tests.toys.kuhn import GAME as KUHN
from tuckbox import OptionError, UnknownGame, game
from tuckbox.definition.game import Game
from tuckbox.testing import check
from tuckbox.testing.case import Case
from tuckbox.testing.parity import termination
from tuckbox.testing.settings import Setting, settings, tried

PLAYERS = "players"


def choices(subject: Game, setting: Setting) -> dict[str, Any]:
    """All that is chosen in a setting, with what is as usual; options that mean nothing in it are not there."""
    players, options = setting
    return {PLAYERS: players, **subject.settle_options(players, options)[1]}


def meetings(subject: Game, found: Iterable[Setting], many: int) -> set[tuple[Any, ...]]:
    return {meeting for setting in found for meeting in combinations(choices(subject, setting).items(), many)}


def whole(subject: Game) -> list[Setting]:
    """Every setting there is of the values that are tried."""
    values = tried(subject)
    found: list[Setting] = []
    for players, chosen in product(subject.players, product(*values.values())):
        options: Mapping[str, Any] = dict(zip(values, chosen, strict=True))
        given = {name: value for name, value in options.items() if value != values[name][0]}
        if subject.allows(players, given):
            found.append((players, given))
    return found


@pytest.mark.parametrize("name", ["keywhiz", "whipsaw"])
def test_each_choice_and_thoroughly_each_two_are_in_some_setting(name: str) -> None:
    subject = game(name)
    everything = whole(subject)
    for thorough, many in ((False, 1), (True, 2)):
        found = settings(subject, thorough)
        assert meetings(subject, found, many) >= meetings(subject, everything, many)
        assert len(found) < len(everything) / 2


def test_options_that_mean_something_only_with_others_are_tried_with_them() -> None:
    found = settings(game("whiplash"))
    assert {options["hands"] for _, options in found if "hands" in options} == {1, 99}
    assert all(options["match"] == "hands" for _, options in found if "hands" in options)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"seeds": "x"}, "seeds is a whole number from 1, not 'x'"),
        ({"steps": 0}, "steps is a whole number from 1, not 0"),
        ({"seed": -1}, r"seed is a whole number from 0 to 2\^63 - 1, not -1"),
        ({"seed": 1 << 63}, "not 9223372036854775808"),
        ({"skip": ["gold"]}, "skip names properties of the suite, not 'gold'; did you mean 'golden'"),
        ({"skip": "gold"}, "skip names properties of the suite, not 'gold'"),
    ],
)
def test_what_cannot_be_checked_is_told(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        check(KUHN, native=False, **asked)


def test_a_game_is_checked_by_its_name_and_one_property_is_skipped_by_its_own() -> None:
    report = check("whiplash", players=2, options={}, seeds=1, steps=2, native=False, skip="golden")
    assert report.game == "whiplash"
    with pytest.raises(UnknownGame, match="by its name, or itself, not as 5"):
        check(5)  # type: ignore[arg-type]


def test_what_is_asked_for_is_what_is_checked() -> None:
    subject = game("whipsaw")
    assert settings(subject, players=4, options={"decks": "three"}) == [(4, {"decks": "three"})]
    assert {players for players, _ in settings(subject, options={"unofficial": "true"})} == {2, 3, 4}
    with pytest.raises(OptionError, match="no option 'colour'"):
        settings(subject, options={"colour": "green"})


@pytest.mark.parametrize(("options", "ends"), [({}, True), ({"turn_cap": "off"}, False), ({"void_limit": "off"}, False)])
def test_where_a_limit_is_off_no_game_has_to_end(options: dict[str, str], ends: bool) -> None:
    short = replace(game("whiplash"), longest=5)
    failures = list(termination(Case(short, 2, options, seed=1), 20))
    assert bool(failures) is ends
    assert Case(short, 2, options, seed=1).unlimited is not ends
