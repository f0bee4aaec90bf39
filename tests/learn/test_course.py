"""Courses: the settings that a training plays, and how options name them."""

from __future__ import annotations

import pytest

from tuckbox import game
from tuckbox.errors import OptionError
from tuckbox.learn.course import settings, values_of


def test_options_of_a_header_name_all_settings_that_were_played() -> None:
    """Also where one of them is only for a value of another; what is for none that is played is refused as before."""
    jalopies, races = game("jalopies"), {"race": ("standard", "circuit"), "racers": ("pick", "deal")}
    played = settings(jalopies, 3, races)
    assert len(played) == 4
    assert settings(jalopies, 3, values_of(jalopies, played)) == played
    with pytest.raises(OptionError, match="only for race=circuit"):
        settings(jalopies, 3, {"race": ("standard",), "circuit_races": ("standard,rally,endurance",)})
