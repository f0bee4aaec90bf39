"""Simulation: reproducible, complete figures, options checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from tests.toys.kuhn import GAME as KUHN
from tuckbox import OptionError, UnknownGame, game
from tuckbox.bots.bots import goes_by
from tuckbox.definition.payoffs import IDENTICAL, ZERO_SUM
from tuckbox.lab.report import csv, show
from tuckbox.lab.simulate import VERSION, BlockList, Report, seatings, simulate
from tuckbox.lab.tally import Tally
from tuckbox.run import workspace
from tuckbox.run.blocks import Setting
from tuckbox.run.stats import mean
from tuckbox.run.workspace import Simulator, consecutive, parsed

WHIPLASH = game("whiplash")


def figures(**changes: Any) -> dict[str, Any]:
    """The figures of a small simulation."""
    asked: dict[str, Any] = {"players": 3, "games": 500, "seed": 4, "options": {"edition": "royal"}, **changes}
    return simulate(WHIPLASH, asked.pop("bots", ["greedy"]), **asked).data()


def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads() -> None:
    assert figures(threads=1) == figures(threads=3)
    assert figures(seed=5) != figures(seed=4)


def test_a_game_is_given_by_its_name_and_a_bot_for_all_by_its_own() -> None:
    named, itself = simulate("whiplash", "random", games=20), simulate(WHIPLASH, ["random"], games=20)
    assert named.data() == itself.data()
    assert named.game is WHIPLASH


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"bots": 5}, "bots are names, one for all seats or one for each, not 5"),
        ({"options": 5}, "options are given by their names, not as 5"),
        ({"seed": "x"}, "a seed is a whole number .* not 'x'"),
        ({"games": "x"}, "the number of games is a whole number .* not 'x'"),
    ],
)
def test_what_cannot_be_simulated_is_told(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        figures(**changed)


def test_what_is_no_game_is_not_simulated() -> None:
    with pytest.raises(UnknownGame, match="by its name, or itself, not as 5"):
        simulate(5, ["greedy"])  # type: ignore[arg-type]


def test_the_figures_hang_together() -> None:
    data = figures(bots=["random", "greedy", "random"])
    assert data["games"] == 500
    assert data["unfinished"] == 0
    assert sum(seat["win_rate"] for seat in data["seats"]) == pytest.approx(1 - data["drawn"] / 500)
    assert all(seat["low"] <= seat["win_rate"] <= seat["high"] for seat in data["seats"])
    assert [seat["bot"] for seat in data["seats"]] == ["random", "greedy", "random"]
    length = data["length"]
    assert length["p5"] <= length["median"] <= length["p95"]
    assert data["decisions"] == pytest.approx(length["mean"] * 500)


def test_rotation_gives_each_bot_each_seat() -> None:
    data = figures(players=2, bots=["greedy", "random"], rotate=True, games=2_000)
    assert data["bots"][0]["win_rate"] > 0.9
    assert abs(data["seats"][0]["win_rate"] - data["seats"][1]["win_rate"]) < 0.06


def test_each_bot_sits_beside_each_other_on_either_side() -> None:
    """Else alike bots would differ, by who plays before them."""
    plan = BlockList("", Setting.of(WHIPLASH, 3, {}), "abc", 0, 60, rotate=True, size=4)
    played = Counter[str]()
    for block in plan:
        played["".join(block.bots)] += block.games
        assert "".join("abc"[place] for place in block.more["order"]) == "".join(block.bots)
    assert played == dict.fromkeys(map("".join, permutations("abc")), 10)


def test_partners_change_seats_together() -> None:
    for players, number in ((4, 4), (6, 12)):
        race = Setting.of("jalopies", players, {"race": "partner"})  # who sit opposite each other are partners
        orders, half = seatings(race), players // 2
        assert orders[0] == tuple(range(players))
        assert len(set(orders)) == len(orders) == number
        assert all(abs(order[seat] - order[seat + half]) == half for order in orders for seat in range(half))
        for seat in range(players):
            assert Counter(order[seat] for order in orders) == dict.fromkeys(range(players), number // players)


def test_each_bot_sits_in_each_seat_equally_often_in_few_games_too() -> None:
    for players, games in ((3, 15), (4, 36), (4, 100), (5, 25), (6, 18)):
        plan = BlockList("", Setting.of("jalopies", players, {}), "abcdef"[:players], 0, games, rotate=True, size=1)
        for begun in (players, games):  # as when it is interrupted
            seats = Counter[tuple[int, str]]()
            for block in plan[:begun]:
                seats.update(dict.fromkeys(enumerate(block.bots), block.games))
            assert set(seats.values()) == {begun // players}, (players, games)


def test_teams_of_different_sizes_stay_where_they_are_and_partners_change_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    for payoffs, expected in (
        (ZERO_SUM.in_teams([(0,), (1, 2)]), [(0, 1, 2), (0, 2, 1)]),
        (IDENTICAL, [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0)]),
    ):
        monkeypatch.setattr(type(game("whiplash")), "pays", lambda self, players, options, pays=payoffs: pays)
        assert seatings(Setting.of(WHIPLASH, 3, {})) == expected


@pytest.mark.parametrize(("players", "number"), [(5, 10), (6, 6)])
def test_at_large_tables_all_sit_in_each_seat_and_beside_each_other_about_equally_often(players: int, number: int) -> None:
    orders = seatings(Setting.of("jalopies", players, {}))
    assert orders[0] == tuple(range(players))
    assert len(set(orders)) == number
    beside = Counter((order[seat - 1], order[seat]) for order in orders for seat in range(players))
    assert sorted(beside) == list(permutations(range(players), 2))
    assert max(beside.values()) == min(beside.values()) + 1
    for seat in range(players):
        assert Counter(order[seat] for order in orders) == dict.fromkeys(range(players), number // players)


def test_what_alike_bots_win_is_alike_when_they_change_seats() -> None:
    """In a game of strict turns it matters which bot plays before whom."""
    tally = Tally(3)
    for order in permutations(range(3)):  # whoever sits after bot 0 wins
        tally.add(np.array([4]), np.array([[float(order[seat - 1] == 0) for seat in range(3)]]), order)
    assert tally.bot_wins.tolist() == [0, 3, 3]
    assert tally.bot_paid[0].tolist() == [0, 3, 3]


def test_whole_matches_end_with_a_winner() -> None:
    data = figures(players=2, games=40, whole=True, options={"match": "race", "target": 5})
    assert data["unfinished"] == data["drawn"] == 0
    assert data["length"]["mean"] > 5 * 10
    assert data["payoffs"]["kind"] == "constant-sum"
    assert sum(seat["payoff"]["mean"] for seat in data["seats"]) == data["payoffs"]["total"] == 1


def test_tallies_share_wins_and_leave_draws_out() -> None:
    tally = Tally(3)
    payoffs = np.array([[1.0, 1, 0], [0, 0, 0], [0, 2, 1], [1 / 3] * 3])  # the last game was cut off
    tally.add(np.array([4, 6, 8, -9]), payoffs, (0, 1, 2))
    assert list(tally.wins) == [0.5, 1.5, 0]
    assert (tally.games, tally.drawn, tally.unfinished, tally.decisions) == (4, 2, 1, 27)


def test_tallies_add_up_what_games_pay() -> None:
    tally = Tally(2)
    tally.add(np.array([4, 6, -9]), np.array([[3.0, -3], [-1, 1], [0, 0]]), (1, 0))
    assert tally.paid.tolist() == [[2, -2], [10, 10]]
    assert tally.bot_paid.tolist() == [[-2, 2], [10, 10]]
    total, squares = tally.paid[:, 0]
    got = mean(total, squares, 2)
    assert (got.mean, got.spread) == (1, sqrt(8))
    assert got.high - got.mean == pytest.approx(12.706 * 2, abs=0.001)  # Student's t, with one degree of freedom


def test_intervals_of_few_games_contain_the_mean_as_often_as_they_say() -> None:
    drawn = np.random.default_rng(1).normal(size=(20_000, 12))
    for n in (2, 5, 12):
        totals, squares = drawn[:, :n].sum(axis=1), (drawn[:, :n] ** 2).sum(axis=1)
        found = [mean(total, square, n) for total, square in zip(totals, squares, strict=True)]
        assert np.mean([each.low <= 0 <= each.high for each in found]) == pytest.approx(0.95, abs=0.006)


def test_a_team_wins_as_one() -> None:
    tally = Tally(4, [(0, 2), (1, 3)])
    tally.add(np.array([1, 1]), np.array([[1.0, 0, 1, 0], [0, 1, 0, 1]]), range(4))
    assert list(tally.wins) == [1, 1, 1, 1]


def test_reports_tell_payoffs_and_what_they_are_to_each_other() -> None:
    report = simulate(KUHN, ["random"], games=20_000, seed=1)
    data, first = report.data(), report.data()["seats"][0]["payoff"]
    assert data["version"] == VERSION
    assert data["payoffs"] == {"kind": "zero-sum", "total": 0.0, "teams": [[0], [1]]}
    assert first["low"] <= 1 / 8 <= first["high"]  # of Kuhn's poker at random, counted by hand
    assert first["mean"] == -data["seats"][1]["payoff"]["mean"]
    assert printed(report).count("payoff") == 2


def test_an_interval_that_ends_at_nothing_has_no_sign() -> None:
    tally = Tally(2)
    tally.add(np.full(10_000, 4), np.array([[1e-4, 0]] * 10_000), (0, 1))
    tally.paid[1, 0] += 1e-3  # a spread that leads to a little below 0
    told = printed(replace(simulate(KUHN, ["random"], games=1), tally=tally, asked=10_000))
    assert "0.000 to 0.000" in told
    assert "-0.000" not in told


def test_where_all_get_the_same_nobody_is_said_to_win() -> None:
    together = replace(simulate(KUHN, ["random"], games=10), game=replace(KUHN, payoffs=IDENTICAL))
    assert "wins" not in printed(together)
    assert "winner" not in printed(together)
    assert "identical" in printed(together)


def printed(report: Report) -> str:
    """A report as it is printed."""
    text = StringIO()
    show(report, Console(file=text, width=120))
    return text.getvalue()


@pytest.mark.parametrize(
    "wrong",
    [
        {"bots": ["greedy", "random"]},
        {"bots": ["search:5ms"]},
        {"games": 0},
        {"games": 2.5},
        {"threads": 0},
        {"threads": 1.5},
        {"bots": [5]},
        {"seed": "x"},
        {"seed": -1},
        {"players": 9},
        {"options": {"edition": "x"}},
    ],
)
def test_wrong_questions_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        figures(**wrong)


@pytest.fixture
def short() -> Iterator[int]:
    """Hands of Whiplash are cut off after so many decisions."""
    usual = WHIPLASH.longest
    object.__setattr__(WHIPLASH, "longest", 12)
    workspace._KEPT.__dict__.clear()
    yield 12
    object.__setattr__(WHIPLASH, "longest", usual)
    workspace._KEPT.__dict__.clear()


def test_games_that_are_cut_off_are_won_by_nobody(short: int) -> None:
    report = simulate(WHIPLASH, ["greedy"], players=2, games=200, seed=4)
    form, tally = report.form, report.tally
    assert 0 < form.unfinished == form.drawn < 200
    assert sum(seat.win_rate for seat in form.seats) == pytest.approx(1 - form.unfinished / 200)
    assert int(tally.histogram.sum()) == 200 - form.unfinished
    assert form.length.p95 <= short
    console = Console(record=True, width=120)
    show(report, console)
    told = console.export_text()
    assert f"{form.unfinished} games were cut off after 12 decisions: nobody wins them, and all are paid alike" in told


def test_what_adds_up_to_something_is_shared_by_all_seats_of_a_game_that_is_cut_off() -> None:
    policies = parsed(["random"] * 4)
    simulator = Simulator(Setting.of(game("keywhiz"), 4, {}, False), 64, goes_by(game("keywhiz"), policies))
    simulator.cap = 3
    lengths, payoffs, _ = simulator.play(consecutive(7, 0, 2), policies)
    assert lengths.tolist() == [-3, -3]
    assert payoffs.tolist() == [[0.25] * 4] * 2


def test_one_game_has_no_interval_and_says_so() -> None:
    report = simulate(KUHN, ["random"], games=1, seed=1)
    payoff = report.data()["seats"][0]["payoff"]
    assert (payoff["low"], payoff["high"], payoff["spread"]) == (None, None, None)
    told = printed(report)
    assert "2 players, 1 game, seed 1" in told
    assert "1 game alone tells nothing of how far payoffs spread" in told
    assert " to " not in told
    assert csv(report).splitlines()[1].endswith(",,,1")


def test_where_no_game_was_finished_there_are_no_figures() -> None:
    told = printed(replace(simulate(KUHN, ["random"], games=1), tally=Tally(2), asked=9, kept=True))
    assert told.splitlines()[0] == "interrupted after 0 of 9 games; --resume goes on"
    assert "wins" not in told
