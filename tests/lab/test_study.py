"""Studies: measures that can be worked out by hand, a page that needs nobody, the same bytes twice."""

from __future__ import annotations

import json
import re
import signal
import threading
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from tuckbox import game
from tuckbox.definition.payoffs import IDENTICAL
from tuckbox.engine.engine import engine
from tuckbox.engine.tables.games import ACTION, SEAT
from tuckbox.errors import OptionError
from tuckbox.kit.chance import Fast
from tuckbox.lab import forms
from tuckbox.lab.study import figures, form, works
from tuckbox.lab.study.page import page
from tuckbox.lab.study.study import StudyPlan, study
from tuckbox.lab.study.things import things_of
from tuckbox.lab.traces import states_of, write
from tuckbox.run import workspace
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.run import Threads
from tuckbox.run.stats import Z95, wilson, z_of_many
from tuckbox.run.workspace import Simulator, consecutive, parsed, simulator_for

WHIPLASH = game("whiplash")
SETTING = Setting.of(WHIPLASH, 2, {})


def block(work: str, games: int, **more: Any) -> Block:
    return Block(f"tuckbox.lab.study.works:{work}", SETTING, ("greedy", "random"), 1, 0, games, more)


def test_what_is_written_down_is_what_compiled_tables_play() -> None:
    policies = parsed(["greedy", "search:5"])
    simulator = simulator_for(SETTING, policies)
    games = write(simulator, 7, range(40), policies)
    lengths, payoffs, _ = simulator.play(consecutive(7, 0, 40), policies)
    assert (games.lengths == lengths).all()
    assert (games.payoffs == payoffs).all()
    for g, rows in games.each():
        states = [(int(state["turn"]), bool(state["over"])) for state in states_of(simulator, 7, g, rows)]
        assert [seat for seat, _ in states[:-1]] == rows[:, SEAT].tolist()
        assert [over for _, over in states] == [False] * len(rows) + [True]


def test_a_stirred_world_differs_only_in_what_nobody_has_seen() -> None:
    plain, rng, orders = engine(WHIPLASH, "plain"), Fast(3), set()
    state: Any = WHIPLASH.blank(2, {})
    plain.rules.begin(state, rng)
    for _ in range(20):
        world = state.copy()
        plain.rules.stir(world, rng, plain.pool())
        assert sorted(world.stock.cell[: world.stock.n]) == sorted(state.stock.cell[: state.stock.n])
        orders.add(tuple(world.stock.cell[: world.stock.n]))
        world.stock = state.stock.copy()
        assert world == state
    assert len(orders) == 20


def test_lead_changes_settling_and_drama_of_a_game_made_by_hand() -> None:
    steps = np.linspace(0, 1, works.POINTS // 2)
    first = np.concatenate([0.5 - 0.4 * steps, 0.1 + 0.75 * steps, [1.0]]).astype(np.float32)  # falls behind, comes back
    found = figures.tense(np.stack([first, 1 - first], axis=1)[None], 10_000, [0, 1])
    assert found["lead_changes"]["mean"] == 1
    assert found["settled"]["mean"] == 1  # 85% is the most before the end
    assert found["comebacks"]["share"] == 1
    behind = first[: works.POINTS][first[: works.POINTS] < 0.49]
    assert found["drama"]["mean"] == pytest.approx(np.sqrt(1 - 2 * behind).mean(), abs=1e-3)
    in_teams = figures.tense(np.stack([first, 1 - first, first, 1 - first], axis=1)[None], 10_000, [0, 1])
    assert {name: in_teams[name] for name in found if name != "single"} == {n: f for n, f in found.items() if n != "single"}


def test_the_mean_of_one_game_has_no_interval() -> None:
    one = msgspec.convert(figures.spread(np.array([7])), form.Spread)
    assert (one.mean, one.low, one.high, one.spread, one.median) == (7, None, None, None, 7)


def test_players_and_deals_explain_what_they_were_made_to() -> None:
    """Results with a share of players and of deals that is known: variances 1/4 * gap^2, 0.04 and 0.01."""
    rng, rows = np.random.default_rng(2), []
    for deal in range(2_000):
        luck = rng.normal(0, 0.2)
        for strong in (0, 1):
            rows += [[deal, 0, strong, 0.6 * strong + luck + rng.normal(0, 0.1)] for _ in range(2)]
    found = figures.explained(np.array(rows), "a", "b")
    assert found["gap"] == pytest.approx(0.6, abs=0.02)
    assert [found[name] for name in ("players", "deal", "rest")] == pytest.approx([9 / 14, 4 / 14, 1 / 14], abs=0.03)


def test_what_is_done_is_counted_seat_by_seat() -> None:
    table, things = block("play", 60).run(), things_of(WHIPLASH)
    policies = parsed(["greedy", "random"])
    games = write(simulator_for(SETTING, policies), 1, range(60), policies)
    ace = things.names.index("AS")
    played = {(g, row[SEAT]) for g, rows in games.each() for row in rows if "AS" in WHIPLASH.actions.text(row[ACTION])}
    won = sum(games.payoffs[g, seat] == 1 for g, seat in played)
    assert table["done"][:2, ace].tolist() == [len(played), won]
    both = sum({(g, 0), (g, 1)} <= played for g in range(60))
    assert table["done"][2, ace] == len(played) + 2 * both  # the square of 2 is 4
    assert table["seen"].tolist() == [60, 60, 60]
    assert table["branching"].sum() == np.abs(games.lengths).sum()
    assert table["branching"].shape == (works.BINS, WHIPLASH.actions.size + 1)  # no number of choices is too great
    assert table["last"].sum() == 60


def test_parts_of_a_game_without_a_decision_are_left_out() -> None:
    grid = np.zeros((works.BINS, 201), np.int64)
    grid[0, 3], grid[10, 200] = 4, 4
    found = figures.wide(grid, np.zeros(4, np.int64), np.full(4, 2))
    over_time = [(row["at"], row["mean"], row["quartiles"]) for row in found["over_time"]]
    assert over_time == [(0.025, 3, [3] * 3), (0.525, 200, [200] * 3)]
    assert found["mean"] == found["mean_of_free"] == 101.5


def test_games_that_are_cut_off_have_no_end_and_no_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "_KEPT", threading.local())
    monkeypatch.setattr(workspace, "most_decisions", lambda *_: 30)
    table = block("play", 60).run()
    finished = int((table["lengths"] >= 0).sum())
    assert 0 < finished < 60
    assert table["last"].sum() == finished
    lengths = np.array([8, -30, 4])
    assert figures.long(lengths, np.array([4.0, 15.0]), np.ones(3))["rounds"]["mean"] == 4


def test_what_was_held_is_held_against_the_wins_of_the_same_games() -> None:
    """Of ten games looked at, in which nobody won, a card that was held has no part; however many of all games were won."""
    kinds, things = len(WHIPLASH.layout.deck), len(things_of(WHIPLASH).names)
    done, held = np.zeros((works.MOMENTS, things)), np.zeros((works.MOMENTS, kinds))
    held[0] = held[2] = 5
    phases, seen, looked = np.zeros((works.PHASES, works.MOMENTS, things)), (100, 100.0, 100.0), (10, 0.0, 0.0)
    found = figures.matters(done, phases, held, 2, seen, looked, WHIPLASH)["things"]
    assert {row["held"]["gap"] for row in found} == {0.0}
    table = block("look", 40).run()
    assert table["seen"].tolist() == [40, 40, 40]
    assert block("play", 40).run()["wins"].sum() == 40


def done_by_lot(rng: np.random.Generator, games: int, players: int, things: int) -> NDArray[np.float64]:
    """The sums of `moments` of things that any seat does with a half's chance, in games that are won by lot."""
    did = rng.random((games, players, things)) < 0.5
    won = np.eye(players)[rng.integers(0, players, games)]
    each = [works.moments(did[g].sum(axis=0), won[g] @ did[g], 1.0) for g in range(games)]
    total: NDArray[np.float64] = np.array(each).sum(axis=0)
    return total


@pytest.mark.parametrize("players", [2, 3])
def test_where_winners_are_drawn_by_lot_few_reports_have_anything_that_stands_out(players: int) -> None:
    """In less than one report of twenty, also where of the seats of a game one wins what another loses."""
    rng, reports, games, things = np.random.default_rng(5), 100, 200, 20
    z, standing_out = z_of_many(things), 0
    for _ in range(reports):
        done = done_by_lot(rng, games, players, things)
        found = [figures._effect(done[:, i], players, (games, games, games), z) for i in range(things)]
        standing_out += any(row["low"] > 0 or row["high"] < 0 for row in found)
    assert standing_out <= 9  # more than that: once in thirty tries, were it one in twenty


def test_seats_of_one_game_are_not_independent() -> None:
    """Where in every game of two one seat does it, the difference is as uncertain as that many games are, not seats."""
    won = np.array([1.0] * 60 + [0.0] * 40)
    done = works.moments(np.ones(100), won, np.ones(100)).sum(axis=1)
    assert figures._clustered(done, 2, (100, 100.0, 100.0)) == pytest.approx(2)
    row = figures._effect(done, 2, (100, 100.0, 100.0), Z95)
    assert row["gap"] == pytest.approx(0.2)
    low, high = wilson(60, 100)
    assert (row["low"], row["high"]) == pytest.approx((2 * low - 1, 2 * high - 1), abs=0.02)


def test_a_plan_plays_its_few_games_once_and_ends_its_ladder_where_games_are_dear() -> None:
    plan = StudyPlan(WHIPLASH, SETTING, ("greedy", "greedy"), 1, 400)
    assert plan.length is plan.length
    assert [plan.rungs(most)[-1] for most in (0.0, 0.5)] == ["greedy", "search:2000"]


def test_win_chances_are_chances_and_end_as_the_game_did() -> None:
    table = block("foresee", 6, worlds=32).run()
    chances = table["chances"]
    assert (chances.sum(axis=2) <= 1 + 1e-6).all()
    assert set(chances[:, -1].ravel()) <= {0, 1}
    assert chances[:, 0, 0].std() < 0.35  # nothing is sure at the deal


@pytest.fixture(name="data", scope="module")
def _data() -> Any:
    pytest.importorskip("choix")
    return study(WHIPLASH, players=2, games=120, seed=3, executor=Threads(2))


def test_a_study_has_all_sections_and_the_same_bytes_twice(data: Any) -> None:
    again = study(WHIPLASH, players=2, games=120, seed=3, executor=Threads(1))
    assert json.dumps(data) == json.dumps(again)
    assert {"fair", "long", "wide", "tense", "skill", "matters", "end", "others"} <= data.keys()
    assert forms.schema(forms.FORMS["study"])["$defs"]["Study"]["properties"].keys() == data.keys()
    assert [row["players"] for row in data["others"]] == [3, 4]
    assert data["skill"]["ladder"]["rungs"][0]["rating"] == 0
    assert data["skill"]["ladder"]["steps"] > 1
    assert sum(row["share"] for row in data["end"]["by"]) == pytest.approx(1)
    assert "action call royal" in data["matters"]["dead"]


def test_games_of_a_study_are_played_by_one_compiled_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix")
    monkeypatch.setattr(workspace, "_SEARCHED", set())
    monkeypatch.setattr(workspace, "_KEPT", threading.local())
    compiled, loops = Simulator.play_compiled, set()

    def noting(simulator: Simulator, deals: Any, policies: Any, results: Any, notes: Any = None) -> int:
        loops.add((notes is not None, simulator.work.tree is not None))
        return compiled(simulator, deals, policies, results, notes)

    monkeypatch.setattr(Simulator, "play_compiled", noting)
    study(WHIPLASH, players=2, games=20, executor=Threads(1))
    assert loops == {(True, True)}


class Stopped(Threads):
    """An executor that is told to stop when the ladder begins."""

    def submit(self, block: Block) -> Future[Arrays]:
        if block.work.endswith("bout"):
            signal.raise_signal(signal.SIGTERM)
        return super().submit(block)


def test_a_study_that_is_stopped_tells_what_it_has_and_is_resumed(data: Any, tmp_path: Path) -> None:
    asked: Any = {"players": 2, "games": 120, "seed": 3, "journal": tmp_path}
    part = study(WHIPLASH, executor=Stopped(1), **asked)
    assert part == {name: figures for name, figures in data.items() if name != "skill"}
    assert study(WHIPLASH, executor=Threads(2), resume=True, **asked) == data


@pytest.mark.slow
def test_partners_are_on_the_same_rung() -> None:
    """Two bots that win together say nothing of which is better."""
    race = Setting.of("jalopies", 6, {"race": "partner"})  # who sit opposite each other are partners
    plan = StudyPlan(race.loaded, race, ("greedy",) * 6, 0, 20)
    rung = plan.parts()["rung 0"].blocks[0]
    assert rung.bots == ("random", "greedy", "random") * 2
    assert [order[:3] for order in rung.more["orders"]] == [(0, 1, 2), (0, 2, 1), (1, 0, 2)]
    assert all(order[seat + 3] == order[seat] + 3 for order in rung.more["orders"] for seat in range(3))


def test_a_game_played_together_has_no_ladder() -> None:
    together = replace(WHIPLASH, name="together", payoffs=IDENTICAL)
    plan = StudyPlan(together, Setting.of(together, 2, {}), ("greedy",) * 2, 0, 20)
    assert not any(name.startswith(("rung", "duplicate")) for name in plan.parts())


def test_a_study_is_of_some_games() -> None:
    with pytest.raises(OptionError, match="number of games"):
        study(WHIPLASH, games=0)


def test_the_page_opens_offline_and_tells_nothing_by_colour_alone(data: Any) -> None:
    pytest.importorskip("matplotlib")
    text = page(WHIPLASH, data)
    assert not re.search(r"(src|href)=\"(?!#)", text.replace("xlink:href", "href"))
    assert "url(http" not in text
    assert not re.search(r"#0[1-7]0[1-7]0[1-7]", text)  # all colours are the page's own
    for name in ("fair", "long", "wide", "tense", "skill", "what-matters", "end"):
        assert f'id="{name}"' in text
    assert len(re.findall(r'<svg role="img" aria-label="[^"]+"', text)) == text.count("<svg")
    assert len(text) < 400_000


def test_a_game_that_a_coin_decides_is_told_hardly_a_lead_change_by_noise() -> None:
    """What the book says of it: of 64 continuations of an even game one seat wins as often as a coin lands."""
    rng, games = np.random.default_rng(5), 4_000
    chances = np.zeros((games, works.POINTS + 1, 2), np.float32)
    chances[..., 0] = rng.binomial(64, 0.5, (games, works.POINTS + 1)) / 64
    chances[:, works.POINTS, 0] = rng.integers(0, 2, games)
    chances[..., 1] = 1 - chances[..., 0]
    assert figures.tense(chances, 64, [0, 1])["lead_changes"]["mean"] == pytest.approx(0.12, abs=0.02)
