"""The game's page: its tables are those of the data, and every rule that is cited has a paragraph."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.whipsaw.reference import resources_table, roads_table
from tuckbox.games.whipsaw import GAME
from tuckbox.games.whipsaw.words import HELP, SAYS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/games/whipsaw.md").read_text("utf-8")
RULE = re.compile(r"\bWS-\d+(?:\.\d+a?)?\b")


@pytest.mark.parametrize("made", [resources_table(), *map(roads_table, (1, 2, 3))])
def test_the_tables_of_the_page_are_made_from_the_data(made: str) -> None:
    assert made in PAGE


def test_every_rule_cited_has_a_paragraph() -> None:
    files = [*(ROOT / "src/tuckbox/games/whipsaw").glob("*.py"), *Path(__file__).parent.glob("*.py")]
    cited = {number for path in files for number in RULE.findall(path.read_text("utf-8"))} | set(RULE.findall(PAGE))
    assert len(cited) > 60
    assert {number for number in cited if f'<a id="{number}"></a>**{number}**' not in PAGE} == set()


def test_every_option_is_told() -> None:
    assert [name for name in GAME.layout.options if f"| `{name}` |" not in PAGE] == []


def test_every_manner_is_told() -> None:
    assert [name for name in GAME.manners if name not in PAGE] == []


def test_everything_that_happens_is_said() -> None:
    told = {family.text for family in GAME.actions.families} | set(GAME.told.names)
    assert told == set(SAYS)
    assert len(HELP) < 1_200
