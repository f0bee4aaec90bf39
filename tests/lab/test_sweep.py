"""Sweeps: what may be asked, the same figures whoever plays, and what is said of them."""

from __future__ import annotations

import re
import signal
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.lab.executors import Interrupted
from tuckbox import OptionError, game
from tuckbox.lab import commands, forms
from tuckbox.lab.commands import sweep as command
from tuckbox.lab.compare import MEASURES, POINTS
from tuckbox.lab.sweep import MOST_VALUES, all_values, asked, moves, read_values, sweep
from tuckbox.lab.sweep_page import page
from tuckbox.lab.tables import show_sweep
from tuckbox.run.blocks import Arrays, Block
from tuckbox.run.run import Threads
from tuckbox.run.stats import Mean

WHIPLASH = game("whiplash")


@pytest.fixture(name="ranks", scope="module")
def _ranks() -> forms.Sweep:
    question = asked(WHIPLASH, "ranks", ["4", "8", "13"], ["greedy"], options={"match": "single"}, seed=3, games=300)
    return sweep(question, Threads(2))


def test_it_plays_all_games_at_all_values(ranks: forms.Sweep) -> None:
    assert [(point.value, point.games, point.cut) for point in ranks.points] == [
        ("4", 300, 0),
        ("8", 300, 0),
        ("13", 300, 0),
    ]
    assert (ranks.varied, ranks.options, ranks.bots) == ("ranks", {"match": "single"}, ["greedy"])
    for point in ranks.points:
        assert point.measures.keys() == set(MEASURES)
        assert all(mean.low < mean.mean < mean.high or mean.mean in (0, 1) for mean in point.measures.values())


def test_it_says_what_moves(ranks: forms.Sweep) -> None:
    assert "decisions" in moves(ranks)
    assert "void" not in moves(ranks)
    console = Console(record=True, width=80)
    show_sweep(ranks, console)
    told = console.export_text()
    assert "…" not in told
    assert re.search(r"surely not the same at all values: decisions", told)


def test_an_interval_that_ends_at_0_is_told_as_far_as_it_reaches_up() -> None:
    means = dict.fromkeys(MEASURES, Mean(0.0, 0.0, 0.04, 0.1))
    form = forms.Sweep(3, "whiplash", "", "ranks", {}, ["greedy"], 0, 300, [forms.Point("4", 300, 0, means)])
    console = Console(record=True, width=120)
    show_sweep(form, console)
    assert "0 ±4" in console.export_text()


def test_nothing_is_cut_off_on_a_narrow_screen() -> None:
    """As of `tuckbox sweep whiplash players`, where choices are known to a hundredth."""
    one, other = Mean(23.04, 22.15, 23.93, 1), Mean(0.338, 0.311, 0.365, 1)
    means = {**dict.fromkeys(MEASURES, one), **dict.fromkeys(POINTS, other), "choices": Mean(3.634, 3.626, 3.642, 0.1)}
    form = forms.Sweep(3, "whiplash", "", "players", {}, ["greedy"], 0, 300, [forms.Point("2", 300, 0, means)])
    console = Console(record=True, width=80)
    show_sweep(form, console)
    told = console.export_text()
    assert "3.634" in told
    assert told.count("±0.9") == 2
    assert told.count("±3") == len(POINTS)


def test_an_interrupted_sweep_says_how_many_games_it_has(ranks: forms.Sweep) -> None:
    points = [msgspec.structs.replace(ranks.points[0], games=125), *ranks.points[1:]]
    console = Console(record=True, width=80)
    show_sweep(msgspec.structs.replace(ranks, points=points), console)
    assert console.export_text().startswith("125 to 300 of 300 games of each, seed")


def test_its_page_has_a_curve_for_each_measure(ranks: forms.Sweep) -> None:
    text = page(WHIPLASH, ranks, 2)
    assert text.count("<svg") == len(MEASURES)
    assert "Decisions in a game" in text
    assert "ranks at 3 values, from 4 to 13" in text


def test_an_interrupted_sweep_goes_on_to_the_same_figures(ranks: forms.Sweep, tmp_path: Path) -> None:
    question = asked(WHIPLASH, "ranks", ["4", "8", "13"], ["greedy"], options={"match": "single"}, seed=3, games=300)
    with pytest.raises(KeyboardInterrupt):
        sweep(question, Interrupted(2), journal=tmp_path)
    other = asked(WHIPLASH, "ranks", ["4", "9", "13"], ["greedy"], options={"match": "single"}, seed=3, games=300)
    with pytest.raises(OptionError, match="no interrupted run"):
        sweep(other, Threads(1), journal=tmp_path, resume=True)
    assert sweep(question, Threads(1), journal=tmp_path, resume=True) == ranks


def test_players_are_varied_like_an_option() -> None:
    form = sweep(asked(WHIPLASH, "players", [], ["random"], games=50), Threads(1))
    assert [point.value for point in form.points] == [str(n) for n in WHIPLASH.players] == all_values(WHIPLASH, "players")
    assert form.bots == ["random"]


@pytest.mark.parametrize(
    ("varied", "values", "more", "said"),
    [
        ("rank", ["4", "5"], {}, "no option 'rank'"),
        ("rank", [], {}, "has no option 'rank'"),
        ("ranks", ["4"], {}, "2 to"),
        ("ranks", ["4", "4", "5"], {}, "'4' is given twice"),
        ("ranks", ["4", "04"], {}, "written differently"),
        ("players", ["2", "3", "02"], {}, "written differently"),
        ("ranks", ["4", "99"], {}, "ranks must be"),
        ("ranks", ["4", "5"], {"options": {"ranks": "6"}}, "given as well"),
        ("players", ["2", "3"], {"players": 2}, "given as well"),
        ("players", ["2", "x"], {}, "no whole number"),
        ("ranks", ["4", "5"], {"games": 0}, "number of games"),
        ("ranks", ["4", "5"], {"games": 1}, "at least two games"),
        ("players", ["2", "3"], {"bots": ["greedy", "random"]}, "3 players need 3 bots"),
    ],
)
def test_what_cannot_be_asked_is_refused(varied: str, values: list[str], more: dict[str, object], said: str) -> None:
    bots = more.pop("bots", ["greedy"]) if "bots" in more else ["greedy"]
    with pytest.raises(OptionError, match=said):
        asked(WHIPLASH, varied, values, bots, **more)  # type: ignore[arg-type]


def test_a_range_that_is_too_long_is_not_told_to_be_no_number() -> None:
    with pytest.raises(OptionError, match="999,999,996 values"):
        read_values("5..1000000000")


@pytest.mark.parametrize("text", ["4,,5", "4,", ",", " "])
def test_a_value_that_is_missing_is_told_as_that(text: str) -> None:
    with pytest.raises(OptionError, match="a value is missing beside a comma"):
        read_values(text)


@pytest.mark.parametrize("text", ["1..999", "a..b", "3..x", "1..5:x", "5..1", "1..5:0"])
def test_values_that_are_no_values_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        read_values(text)
    assert len(read_values(f"1..{MOST_VALUES}")) == MOST_VALUES


def test_the_command_writes_a_page_and_its_figures(tmp_path: Path) -> None:
    given = ["whiplash", "ranks", "4,5", "--games", "20", "--bots", "random"]
    done = CliRunner().invoke(command, [*given, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "whiplash-ranks.html").is_file()
    form = msgspec.json.decode((tmp_path / "whiplash-ranks.json").read_bytes(), type=forms.Sweep)
    printed = CliRunner().invoke(command, [*given, "--json"])
    assert msgspec.json.decode(printed.stdout, type=forms.Sweep) == form


class Stopped(Threads):
    """Workers who are interrupted at the first game of a value of the option ``ranks``."""

    def __init__(self, value: int) -> None:
        super().__init__(1)
        self._value = value

    def submit(self, block: Block) -> Future[Arrays]:
        if dict(block.setting.options)["ranks"] == self._value:
            signal.raise_signal(signal.SIGINT)
            return Future()
        return super().submit(block)


def test_a_value_without_finished_games_says_nothing() -> None:
    form = sweep(asked(WHIPLASH, "ranks", ["4", "5"], ["random"], games=20), Stopped(5))
    assert [(point.games, len(point.measures)) for point in form.points] == [(20, len(MEASURES)), (0, 0)]
    assert moves(form) == []
    console = Console(record=True, width=80)
    show_sweep(form, console)
    assert console.export_text().count("±") == len(MEASURES)


def interrupted(monkeypatch: pytest.MonkeyPatch, value: int, *more: str) -> str:
    """The output of a command that is interrupted at one of the values 4, 5 and 6."""

    def leave(*_: object) -> None:
        raise SystemExit(130)

    monkeypatch.setattr("tuckbox.run.options.executor_for", lambda *_: Stopped(value))
    monkeypatch.setattr(commands, "leave_unfinished", leave)
    done = CliRunner().invoke(command, ["whiplash", "ranks", "4,5,6", "--games", "20", "--bots", "random", *more])
    assert done.exit_code == 130
    return done.stdout


def test_an_interrupted_command_says_so_also_to_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    form = msgspec.json.decode(interrupted(monkeypatch, 5, "--json"), type=forms.Sweep)
    assert [point.games for point in form.points] == [20, 0, 0]


def test_an_interrupted_command_writes_the_page_of_what_is_finished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interrupted(monkeypatch, 6, "--out", str(tmp_path))
    form = msgspec.json.decode((tmp_path / "whiplash-ranks.json").read_bytes(), type=forms.Sweep)
    assert [point.games for point in form.points] == [20, 20, 0]
    shown = (tmp_path / "whiplash-ranks.html").read_text("utf-8")
    assert "ranks at 2 values, from 4 to 5" in shown


def test_no_page_shows_one_value_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "0 to 20 of 20 games" in interrupted(monkeypatch, 5, "--out", str(tmp_path))
    assert not list(tmp_path.iterdir())
