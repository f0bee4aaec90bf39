"""What the benchmarks compare with must play the same games; and the table must say what is missing."""

from __future__ import annotations

import importlib
import shutil
from typing import Any

import contest
import numpy as np
import openspiel
import peers
import pytest

from tuckbox import game
from tuckbox.engine.engine import engine


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whiplash_written_by_hand_in_c_plays_the_same_games(players: int) -> None:
    native = engine(game("whiplash"), "native")
    run = peers.same_as_twin(native, players)  # stops where a length or a winner differs
    lengths, _ = peers.results(native, players, peers.GAMES)
    assert run() == lengths.sum()


def test_openspiel_plays_the_same_leduc() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed (pip install 'tuckbox[bench]')")
    try:
        run, lengths, payoffs = openspiel.playing(openspiel.shipped(), "leduc_poker", 100_000)
    except openspiel.Missing as missing:
        pytest.skip(str(missing))
    assert run() == lengths.sum()
    assert abs(lengths.mean() - 65 / 16) < 0.03
    assert abs(payoffs.mean() + 5 / 64) < 0.07
    assert set(np.abs(payoffs)) == {0, 1, 3, 5, 7, 9, 11, 13}


def runner(*paces: float) -> contest.Runner:
    """A runner that has been timed."""
    return contest.Runner(lambda: 1, paces=list(paces))


def test_the_table_shows_medians_of_ratios_round_by_round() -> None:
    held = contest.Row("a", "x", runner(10, 30, 8), runner(2, 3, 4), 5)
    missed = contest.Row("b", "x", runner(1, 1, 1), runner(2, 2, 1), 0.8)
    lines = contest.table([held, missed, contest.Row("c", "x", missing="no compiler")]).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[2] == ["a", "x", "10", "3", "**5.0x**", "2.0x to 10.0x", "5x: held"]
    assert cells[3] == ["b", "x", "1", "2", "**0.50x**", "0.50x to 1.00x", "0.8x: MISSED"]
    assert cells[4][4] == "missing"
    assert lines[-1] == "missing: no compiler"


def test_runners_take_turns_and_each_is_timed_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "SECONDS", 0)
    order: list[str] = []

    def noting(name: str) -> contest.Runner:
        def run() -> int:
            order.append(name)
            return 1

        return contest.Runner(run)

    first, second = noting("x"), noting("y")
    contest.hold([contest.Row("a", "y", first, second), contest.Row("b", "y", first, second)], 2, lambda text: None)
    assert "".join(order) == "xxyy" + "xy" * 2
    assert len(first.paces) == len(second.paces) == 2


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(openspiel.Missing, match="pip install"):
        openspiel.module()
