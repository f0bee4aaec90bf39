"""Records of before the house rules were options: what they do not name meant what was played then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tuckbox import Match, Record
from tuckbox.errors import RecordError
from tuckbox.games.jalopies import GAME

OLDER = Path(__file__).with_name("older")


@pytest.mark.parametrize("name", ["circuit", "endurance", "rally"])
def test_an_older_record_tells_the_story_it_told(name: str) -> None:
    """A Circuit of two (JJ-5.5, JJ-8.50), an Endurance race (JJ-8.20) and a Rally of three in which the crowd roars while
    somebody is home (JJ-5.80), as they were recorded."""
    record = Record.load(OLDER / f"{name}.tuckbox")
    assert "second_draws" not in record.options
    match = Match.from_record(record, GAME)
    assert match.story() == (OLDER / f"{name}.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", ["circuit", "rally"])
def test_by_the_printed_rules_it_would_not_play(name: str) -> None:
    record = Record.load(OLDER / f"{name}.tuckbox")
    _, options = GAME.settle_options(record.players, record.options)
    told = {key: str(value) for key, value in options.items()}
    with pytest.raises(RecordError, match="line"):
        Match.from_record(replace(record, rules=GAME.hash, options=told, deal=record.deal), GAME)
