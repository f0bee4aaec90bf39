"""The self-play trainer: who is credited with what, and the picture it draws."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from curve import Point, draw


def test_each_seat_is_credited_with_its_own_result() -> None:
    """Two seats in turn, nothing expected by anybody: the last decision of each gets its pay, the one before it less."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from train import GAMMA, LAMBDA, credit

    nothing, still = np.zeros(1, np.float32), np.zeros((1, 2), np.float32)
    seats = [np.array([seat]) for seat in (0, 1, 0, 1)]
    paid = [still, still, still, np.array([[-1.0, 1.0]], np.float32)]
    ended = [np.array([step == 3]) for step in range(4)]
    credited = credit([nothing] * 4, seats, paid, ended, nothing, np.array([0]))
    assert credited[:, 0].tolist() == pytest.approx([-GAMMA * LAMBDA, GAMMA * LAMBDA, -1, 1])


def test_where_play_is_broken_off_both_seats_have_what_they_expect() -> None:
    """Seat 1 is to decide and expects to win: its last decision is credited with that, and seat 0's with the opposite."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from train import GAMMA, credit

    nothing, still = np.zeros(1, np.float32), np.zeros((1, 2), np.float32)
    open_end = [np.zeros(1, bool)] * 2
    credited = credit([nothing] * 2, [np.array([1]), np.array([0])], [still] * 2, open_end, np.array([0.5]), np.array([1]))
    assert credited[:, 0].tolist() == pytest.approx([GAMMA * 0.5, -GAMMA * 0.5])


def test_tables_share_the_games_of_a_contest() -> None:
    """The network as it was born against random: every game asked for is counted, once."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from train import Player, contest

    from tuckbox.adapters import vector

    player = Player(vector.make("whiplash", tables=1, players=2))
    assert sum(contest(player, "whiplash", "random", games=60, seed=1)) == 60


def test_the_learning_curve_is_a_picture() -> None:
    points = [Point(0, 0, {"random": 0.5, "greedy": 0.1}), Point(2_000_000, 9.6, {"random": 0.9, "greedy": 0.6})]
    texts = [text.text for text in ElementTree.fromstring(draw("Whiplash", points)).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Whiplash: learning by self-play, in 10 minutes"
    assert texts[-2:] == ["random 90%", "greedy 60%"]
