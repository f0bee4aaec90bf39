"""Levels of bots: those that are no stronger than a lower one are not offered, by today's rules and weights."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from tests.toys.bluff import GAME as BLUFF
from tuckbox.bots.bots import EASY, Policy
from tuckbox.bots.findings import Findings, played_by
from tuckbox.bots.levels import CALIBRATIONS, LEVELS, Calibration, Duel, bot_of, offered, told_options
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.errors import OptionError, RulesError
from tuckbox.lab.calibrate import MOST_OVERLOOKED

SETTING = {"rounds": 3, "games": 1}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for what is found of Bluff."""
    monkeypatch.setattr(Findings, "path", lambda kind, game: tmp_path / f"{game.name}.json")
    return tmp_path / "bluff.json"


def found(*lows: float, by: str = "") -> Calibration:
    """A calibration of three players with these lower bounds for normal, hard, ..."""
    duels = [Duel(level, "easy", 300, low + 0.05, low, low + 0.1) for level, low in zip([*LEVELS][1:], lows, strict=False)]
    return Calibration(3, told_options(BLUFF, SETTING), by or played_by(BLUFF, 3), "by hand", tuple(duels))


def test_nothing_is_known_at_first_and_all_is_offered() -> None:
    assert offered(BLUFF, 3, SETTING) == tuple(LEVELS)


@pytest.mark.parametrize("text", ["[", "{}", '[{"players": 3}]'])
def test_a_file_that_is_not_well_made_is_told_with_the_way_out(here: Path, text: str) -> None:
    here.write_text(text, "utf-8")
    with pytest.raises(RulesError, match=r"bluff.json cannot be read .* `tuckbox calibrate` makes it anew"):
        offered(BLUFF, 3, SETTING)


def test_what_is_no_stronger_is_not_offered_in_that_setting() -> None:
    CALIBRATIONS.keep(BLUFF, found(0.5, 0.32))
    assert offered(BLUFF, 3, SETTING) == ("easy", "normal")  # what thinks longer still was not measured
    assert offered(BLUFF, 3, {**SETTING, "rounds": 4}) == tuple(LEVELS)
    assert offered(BLUFF, 2, SETTING) == tuple(LEVELS)
    CALIBRATIONS.keep(BLUFF, found(0.5, 0.32, 0.4))
    assert offered(BLUFF, 3, SETTING) == ("easy", "normal", "master")


def test_where_partners_play_together_a_fair_share_is_that_of_a_side() -> None:
    CALIBRATIONS.keep(BLUFF, structs.replace(found(0.7, 0.45), sides=2))
    assert offered(BLUFF, 3, SETTING) == ("easy", "normal")


def test_the_lowest_level_overlooks_what_was_found_right_for_the_setting() -> None:
    CALIBRATIONS.keep(BLUFF, structs.replace(found(0.5), overlooked=35))
    assert bot_of(BLUFF, 3, SETTING, "easy") == "learned:easy:35"
    assert bot_of(BLUFF, 2, SETTING, "easy") == "learned:easy"
    assert bot_of(BLUFF, 3, SETTING, "normal") == "learned"
    assert Policy.parse("learned:easy").code(BLUFF) == Policy.parse(f"learned:easy:{EASY}").code(BLUFF)


@pytest.mark.parametrize(
    "name", ["learned:easy:", "learned:easy:0", "learned:easy:100", "learned:easy:-5", "learned:easy:x"]
)
def test_what_is_no_percentage_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="1 to 99"):
        Policy.parse(name)


def test_what_is_found_anew_takes_the_place_of_what_was_known(here: Path) -> None:
    CALIBRATIONS.keep(BLUFF, found(0.2))
    CALIBRATIONS.keep(BLUFF, replace_players(found(0.1), 4))
    CALIBRATIONS.keep(BLUFF, found(0.5, 0.4, 0.3))
    assert [(each.players, len(each.duels)) for each in CALIBRATIONS.of(BLUFF)] == [(3, 3), (4, 1)]
    assert offered(BLUFF, 3, SETTING) == ("easy", "normal", "hard")
    assert here.read_text("utf-8").endswith("]\n")


def replace_players(known: Calibration, players: int) -> Calibration:
    """The same for another number of players."""
    return Calibration(players, known.options, known.played_by, known.made, known.duels)


def test_by_other_rules_or_weights_nothing_is_known() -> None:
    CALIBRATIONS.keep(BLUFF, found(0.1, by="other rules"))
    assert offered(BLUFF, 3, SETTING) == tuple(LEVELS)


@pytest.mark.parametrize("name", sorted(installed()))
def test_what_games_ship_is_of_levels_and_settings_that_there_are(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for each in CALIBRATIONS.of(game(name)):
        assert told_options(game(name), game(name).settle_options(each.players, each.options)[1]) == each.options
        assert 1 <= each.overlooked <= MOST_OVERLOOKED
        assert {duel.level for duel in each.duels} <= set(LEVELS)
        assert all(duel.low <= duel.share <= duel.high for duel in each.duels)
