"""Where our games depart from the printed rules: the table on each game's page, held against the options there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game, game
from tuckbox.definition.rulebook import rule, rules_text
from tuckbox.errors import OptionError
from tuckbox.kit.fields import OFF

HEADING = re.compile(r"^#+ Where we depart from the printed rules\n(?P<section>(?:(?!#).*\n)*)", re.MULTILINE)
COLUMNS = ["Rule", "Printed", "Here", "The other way"]
EVERY_GAME = pytest.mark.parametrize("chosen", [game(name) for name in installed()], ids=lambda chosen: chosen.name)
_NUMBER = re.compile(r"\b[A-Z]{2}-\d+\.\d+[a-z]?\b")
_SPAN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Row:
    """A departure: the rule, what is printed, what we do, and the option that brings the other back."""

    rule: str
    printed: str
    here: str
    other: str

    @property
    def numbers(self) -> list[str]:
        """The rules it is about."""
        return _NUMBER.findall(re.sub(r"\([^)]*\)", "", self.rule))


def table(chosen: Game) -> list[Row]:
    """The rows of the table on a game's page."""
    found = HEADING.search(rules_text(chosen))
    assert found, f"the page of {chosen.name} has no table"
    lines = [line for line in found["section"].splitlines() if line.startswith("|")]
    head, rule_, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert head == COLUMNS
    assert {*rule_} == {"---"}
    return [Row(*row) for row in rows]


def named(text: str) -> list[tuple[str, str]]:
    """Options with the values that a text names, as ``name=value``."""
    pairs = (span.partition("=") for span in _SPAN.findall(text))
    return [(name, value) for name, sign, value in pairs if sign]


def other_ways(chosen: Game) -> set[tuple[str, str]]:
    """All that a table has to name: house rules as they are switched on, and limits that are off."""
    options = chosen.layout.options.items()
    house = {(name, str(kind.values[1])) for name, kind in options if kind.house}
    return house | {(name, OFF) for name, kind in options if kind.off}


def stored(chosen: Game, name: str, value: Any) -> int | None:
    """The number an option's value is stored as; None where there is no such option or value."""
    try:
        return chosen.layout.options[name].number(name, value)
    except (KeyError, OptionError):
        return None


@EVERY_GAME
def test_every_rule_of_the_table_is_in_the_book(chosen: Game) -> None:
    for row in table(chosen):
        assert row.numbers, row
        assert [number for number in row.numbers if rule(chosen, number) is None] == []
        assert row.printed, row
        assert row.here, row


@EVERY_GAME
def test_every_option_and_value_of_the_table_exists(chosen: Game) -> None:
    for row in table(chosen):
        for name, value in (*named(row.here), *named(row.other)):
            assert stored(chosen, name, value) is not None, f"`{name}={value}` in {row}"


@EVERY_GAME
def test_what_is_done_here_is_the_default_and_the_other_way_is_not(chosen: Game) -> None:
    """A row names the option that brings the other back, or says that there is none."""
    for row in table(chosen):
        usual = [(name, stored(chosen, name, chosen.layout.options[name].default)) for name, _ in named(row.here)]
        assert [(name, stored(chosen, name, value)) for name, value in named(row.here)] == usual, row
        assert bool(named(row.other)) is not row.other.startswith("none"), row
        for name, value in named(row.other):
            assert stored(chosen, name, value) != stored(chosen, name, chosen.layout.options[name].default), row


@EVERY_GAME
def test_the_table_has_every_house_rule_and_every_limit_that_may_be_off(chosen: Game) -> None:
    told = {pair for row in table(chosen) for pair in named(row.other)}
    assert other_ways(chosen) - told == set()
