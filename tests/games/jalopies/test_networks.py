"""The settings in which bots have learnt to play."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tuckbox import game
from tuckbox.bots.learnt import network_for, unfit
from tuckbox.run.blocks import Setting

JALOPIES = game("jalopies")
RACES = ("standard", "rally", "endurance", "circuit")


def options_of(players: int, **options: str) -> dict[str, Any]:
    return dict(Setting.of(JALOPIES, players, options).options)


@pytest.mark.parametrize(("players", "windows"), [*product((2, 3, 4, 5), ("quick", "full")), (6, "quick")])
@pytest.mark.parametrize("racers", ["pick", "deal"])
def test_every_race_has_a_network(players: int, racers: str, windows: str) -> None:
    teams = ("partner", "team") if players in (4, 6) else ()
    for race in (*RACES, *teams):
        options = options_of(players, race=race, racers=racers, windows=windows)
        assert unfit(JALOPIES, players, options) == ""
        assert network_for(JALOPIES, players, options)


def test_races_are_told_apart() -> None:
    biases = {tuple(network_for(JALOPIES, 2, options_of(2, race=race))["bias1"]) for race in RACES}
    assert len(biases) == len(RACES)


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (2, {"curfew": "6"}, "curfew=6"),
        (2, {"deck": "mini", "curfew": "2"}, "curfew=2, deck=mini"),
        (3, {"race": "circuit", "circuit_races": "rally,rally,rally"}, "circuit_races=rally,rally,rally"),
        (6, {"windows": "full"}, "windows=full"),
    ],
)
def test_other_settings_say_that_there_is_none(players: int, options: dict[str, str], said: str) -> None:
    told = f"The bots play without what was learnt of Jaunty Jalopies: its network was learnt without {said}."
    assert unfit(JALOPIES, players, options_of(players, **options)) == told
