"""Certificates of OpenSpiel's games; needs the extra `openspiel`."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed (pip install 'tuckbox[openspiel]')")

from tuckbox.errors import OptionError
from tuckbox.honesty import spiel_asked
from tuckbox.honesty.answers import CARRIED, FAILS, FREQUENCY, HOLDS, NOT_OFFERED, PAST, SHOWN, VARY, Answer, Certificate
from tuckbox.honesty.spiel import SpielWorld


def certified(name: str, positions: int) -> Certificate:
    return spiel_asked.certified(name, positions, 1, "")


def test_leduc_is_honest() -> None:
    found = certified("leduc_poker", 30)
    assert found.honest
    assert "6 positions exact" in found.answers[FREQUENCY].told
    assert found.answers[PAST].verdict == HOLDS


def test_a_game_without_redeals_is_asked_what_it_shows() -> None:
    found = certified("hanabi", 10)
    assert (found.answers[SHOWN].verdict, found.answers[VARY].verdict) == (HOLDS, NOT_OFFERED)


def test_frequencies_that_are_wrong_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A redeal that gives the true world half of the time."""
    fair = SpielWorld.redealt

    def redealt(world: SpielWorld, seat: int, chance: object) -> SpielWorld:
        return world if chance.random() < 0.5 else fair(world, seat, chance)  # type: ignore[attr-defined, arg-type]

    monkeypatch.setattr(SpielWorld, "redealt", redealt)
    assert certified("leduc_poker", 12).answers[FREQUENCY].verdict == FAILS


def test_worlds_in_which_the_past_was_impossible_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history that leads elsewhere, as where a state is changed behind its back."""

    def relived(world: SpielWorld) -> SpielWorld:
        if len(world.state.history()) > 3:
            raise ValueError("1 Raise")
        return world.game.root

    monkeypatch.setattr(SpielWorld, "relived", relived)
    monkeypatch.setattr(spiel_asked, "frequencies", lambda *_: Answer(HOLDS))
    found = certified("leduc_poker", 12)
    assert found.answers[PAST].verdict == FAILS
    assert found.answers[CARRIED].verdict == FAILS


@pytest.mark.parametrize("name", ["no_such_game", "leduc_poker(players=99)"])
def test_games_that_are_not_there_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="OpenSpiel"):
        certified(name, 1)


def test_a_misspelt_game_is_told_with_what_may_be_meant() -> None:
    with pytest.raises(OptionError, match=r"'leduc_pokr'; did you mean 'leduc_poker'\?$"):
        certified("leduc_pokr", 1)
