"""The self-play trainer: who is credited with what, and the picture it draws."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from curve import Point, draw

import tuckbox

RIVALS = np.array([[1, -1], [-1, 1]], np.float32)
"""What two rivals' payoffs are worth to each."""


def test_each_seat_is_credited_with_its_own_result() -> None:
    """Two seats in turn, nothing expected by anybody: the last decision of each gets its pay, the one before it less."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from train import GAMMA, LAMBDA, credit

    nothing, still = np.zeros(1, np.float32), np.zeros((1, 2), np.float32)
    seats = [np.array([seat]) for seat in (0, 1, 0, 1)]
    paid = [still, still, still, np.array([[-1.0, 1.0]], np.float32)]
    ended = [np.array([step == 3]) for step in range(4)]
    credited = credit([nothing] * 4, seats, paid, ended, nothing, np.array([0]), RIVALS)
    assert credited[:, 0].tolist() == pytest.approx([-GAMMA * LAMBDA, GAMMA * LAMBDA, -1, 1])


def test_where_play_is_broken_off_both_seats_have_what_they_expect() -> None:
    """Seat 1 is to decide and expects to win: its last decision is credited with that, and seat 0's with the opposite."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from train import GAMMA, credit

    nothing, still = np.zeros(1, np.float32), np.zeros((1, 2), np.float32)
    open_end = [np.zeros(1, bool)] * 2
    credited = credit(
        [nothing] * 2, [np.array([1]), np.array([0])], [still] * 2, open_end, np.array([0.5]), np.array([1]), RIVALS
    )
    assert credited[:, 0].tolist() == pytest.approx([GAMMA * 0.5, -GAMMA * 0.5])


def test_tables_share_the_games_of_a_contest() -> None:
    """The network as it was born against random: every game asked for is counted, once."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    from networks import player_for
    from train import contest

    from tuckbox.adapters import vector

    for players in (2, 3):
        player = player_for(vector.make("whiplash", tables=1, players=players))
        result = contest(player, "whiplash", "random", games=60, seed=1, players=players)
        assert result.won + result.lost + result.drawn == 60
        assert result.share == pytest.approx((result.won + result.drawn / players) / 60)


def test_partners_share_what_each_is_paid_and_others_lose_it() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    import tuckbox_hanabi
    from train import stakes

    from tuckbox.adapters.vector import Tables

    def worth(game: tuckbox.Game, players: int, **options: str) -> list[list[float]]:
        found: list[list[float]] = stakes(
            Tables(game, *game.settle_options(players, options), 1, 0, {}, 1, 1, "plain")
        ).tolist()
        return found

    assert worth(tuckbox.game("jalopies"), 4, race="team")[1] == [-0.5, 0.5, -0.5, 0.5]
    assert worth(tuckbox_hanabi.GAME, 2) == [[0.5, 0.5], [0.5, 0.5]]


def test_any_game_is_learned_without_knowing_it() -> None:
    """A step of learning leads a network over a game without cards to other preferences, all of legal actions."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    import tuckbox_tictactoe
    from networks import AnyPlayer, player_for
    from train import learn, play

    from tuckbox.adapters import vector

    torch.manual_seed(1)
    env = vector.make(tuckbox_tictactoe.GAME, tables=64, players=2, seed=1)
    player = player_for(env)
    assert isinstance(player, AnyPlayer)
    before = [part.clone() for part in player.parts.parameters()]
    batch = play(env, player, 8)
    assert batch.masks.gather(1, batch.actions[:, None]).all()
    learn(player, torch.optim.Adam(player.parts.parameters()), batch)
    assert any((old != new).any() for old, new in zip(before, player.parts.parameters(), strict=True))


def test_the_learning_curve_is_a_picture() -> None:
    points = [Point(0, 0, {"random": 0.5, "greedy": 0.1}), Point(2_000_000, 9.6, {"random": 0.9, "greedy": 0.6})]
    texts = [text.text for text in ElementTree.fromstring(draw("Whiplash", points)).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Whiplash: learning by self-play, in 10 minutes"
    assert texts[-2:] == ["random 90%", "greedy 60%"]


def test_a_contest_with_fewer_games_than_seats_is_refused_before_anything_is_learnt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    import train

    monkeypatch.setattr("sys.argv", ["train.py", "--games", "2", "--players", "3"])
    monkeypatch.setattr(train, "train", lambda *given: pytest.fail("it learns"))
    with pytest.raises(SystemExit):
        train.main()
    assert "--games is 3 or more" in capsys.readouterr().err
