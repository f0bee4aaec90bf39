"""A recorded match read aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox import Match, game_in
from tuckbox.definition.finding import FOLDERS
from tuckbox.match.replay import results, tell

LEDUC = Path(__file__).parents[2] / "examples" / "leduc"


class Drawn(Match):
    """A match that all have won."""

    @property
    def places(self) -> tuple[int, ...]:
        return (1,) * self.players


@pytest.mark.parametrize(("players", "told"), [(2, "1. Ann and Bo"), (3, "1. Ann, Bo and Cy")])
def test_those_who_share_a_place_are_named_together(players: int, told: str) -> None:
    assert list(results(Drawn("whiplash", players, seed=7))) == [told]


def test_a_seat_reads_what_it_could_see(tmp_path: Path) -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    match.play("draw stock")
    match.save(path := tmp_path / "match.tuckbox")
    assert list(tell(path, 1))[-2:] == ["Ann draws a card.", "The match is not over."]
    assert list(tell(path))[-2] != "Ann draws a card."


def test_a_game_without_options_is_told_without_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, "")
    Match(game_in(LEDUC), seed=7).save(path := tmp_path / "match.tuckbox")
    assert next(tell(path)) == "Leduc hold'em"
