"""Comparisons: intervals that hold at every look, other rules from a folder, a stop when it is decided."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from concurrent.futures import Future
from math import comb
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.projects import Project
from tests.toys.kuhn import GAME as KUHN
from tuckbox import OptionError, game, game_in
from tuckbox.definition.finding import FOLDERS
from tuckbox.lab import commands
from tuckbox.lab.commands import compare as command
from tuckbox.lab.compare import DIFFERENT, OPEN, SAME, asked, cautious, compare, data, half_width, two_sets
from tuckbox.lab.forms import Comparison
from tuckbox.lab.tables import show_comparison
from tuckbox.lab.versions import Both, Version, folder_of, of_commit, running
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.run import Threads

WHIPLASH = game("whiplash")


def variants(*options: dict[str, str]) -> tuple[Setting, Setting]:
    one, other = (Setting.of(WHIPLASH, 2, each) for each in options)
    return one, other


def test_the_intervals_hold_at_all_looks_together() -> None:
    """Of 400 series of 4,000 numbers about 0 hardly one in twenty has a mean beyond its interval at any number at all."""
    rng, n = np.random.default_rng(5), np.arange(100, 4_001)
    widths = np.array([half_width(1.0, int(i), 0.05) for i in n])
    beyond = 0
    for _ in range(400):
        means = np.cumsum(rng.standard_normal(4_000)) / np.arange(1, 4_001)
        beyond += bool((np.abs(means[99:]) > widths).any())
    assert beyond <= 0.05 * 400 + 9  # two standard errors


def test_what_was_never_seen_may_still_be_there() -> None:
    """Where none or few of many games differ the interval holds what could well have led to that: of a share of games above
    it so few would differ less often than it allows itself to err."""
    alpha = 0.05 / 7
    for n in (500, 2_000, 16_000):
        for seen in range(6):
            gaps = np.zeros(n)
            gaps[:seen] = 1
            high = seen / n + half_width(cautious(float(gaps.std(ddof=1)), n, 1.0), n, alpha)
            few = sum(comb(n, k) * high**k * (1 - high) ** (n - k) for k in range(seen + 1))
            assert 0 < few < alpha
            assert high < 0.02 + 2 * seen / n


@pytest.mark.slow
def test_it_stops_when_it_is_decided() -> None:
    question = asked(variants({"ranks": "13"}, {"ranks": "6"}), ["greedy"], 1, 4_000, 0.02, ["decisions"])
    looks: list[int] = []
    form = compare(question, Threads(2), lambda form: looks.append(form.games)).form
    row = next(each for each in form.measures if each.name == "decisions")
    assert (looks, form.games, row.verdict) == ([500], 500, DIFFERENT)
    assert row.low <= row.gap <= row.high < 0
    assert row.gap == pytest.approx(row.other - row.one)


def test_what_changes_nothing_is_told_to_be_the_same() -> None:
    question = asked(variants({"void_limit": "5"}, {"void_limit": "6"}), ["greedy"], 1, 1_000, 0.02, [])
    form = compare(question, Threads(2)).form
    assert {row.verdict for row in form.measures} == {SAME}
    assert {row.gap for row in form.measures} == {0}
    assert all(row.low < 0 < row.high for row in form.measures)


def test_small_differences_stay_open_when_games_are_few() -> None:
    question = asked(variants({"ranks": "13"}, {"ranks": "12"}), ["greedy"], 1, 500, 0.001, [])
    assert any(row.verdict == OPEN for row in compare(question, Threads(2)).form.measures)


def test_options_that_are_named_twice_are_what_is_compared() -> None:
    assert two_sets(["a=1", "b=2", "b=3"]) == ({"a": "1", "b": "2"}, {"a": "1", "b": "3"})
    with pytest.raises(OptionError, match="more than twice"):
        two_sets(["a=1", "a=2", "a=3"])
    same = variants({}, {})
    with pytest.raises(OptionError, match="the same"):
        asked(same, ["greedy"], 1, 100, 0.02, [])
    with pytest.raises(OptionError, match="at least two games"):
        asked(variants({}, {"ranks": "6"}), ["greedy"], 1, 1, 0.02, [])
    with pytest.raises(OptionError, match="no measure"):
        asked(variants({}, {"ranks": "6"}), ["greedy"], 1, 100, 0.02, ["beauty"])


@pytest.mark.parametrize("about", ["", "wins,,length", "luck"])
def test_what_is_no_measure_is_refused(about: str) -> None:
    done = CliRunner().invoke(command, ["whiplash", "--option", "ranks=4", "--option", "ranks=5", "--about", about])
    assert "there is no measure" in str(done.exception)


def test_another_version_is_not_played_on_a_cluster() -> None:
    done = CliRunner().invoke(command, ["whiplash", "--rules", "HEAD", "--cluster", "tcp://127.0.0.1:1"])
    assert "not with --cluster" in str(done.exception)


class CutOff(Threads):
    """An executor that is interrupted after so many blocks, as by Ctrl-C."""

    def __init__(self, after: int) -> None:
        super().__init__(1)
        self.left = after

    def submit(self, block: Block) -> Future[Arrays]:
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)
        return super().submit(block)


def test_a_comparison_that_has_found_nothing_yet_shows_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(lack: str) -> None:
        raise OptionError(lack)

    monkeypatch.setattr("tuckbox.run.options.executor_for", lambda *_: CutOff(1))
    monkeypatch.setattr(commands, "leave_unfinished", leave)
    done = CliRunner().invoke(command, ["whiplash", "--option", "ranks=4", "--option", "ranks=5"])
    assert (str(done.exception), done.stdout) == ("before the first games were examined", "")


def test_an_interrupted_comparison_goes_on_to_the_same_figures(tmp_path: Path) -> None:
    question = asked(variants({"ranks": "13"}, {"ranks": "12"}), ["random"], 1, 1_000, 0.001, [])
    whole = compare(question, Threads(2))
    cut = compare(question, CutOff(11), journal=tmp_path)
    assert (cut.interrupted, cut.form.games) == (True, 500)
    with pytest.raises(OptionError, match="no interrupted run"):
        compare(asked(question.variants, ["greedy"], 1, 1_000, 0.001, []), Threads(1), journal=tmp_path, resume=True)
    played: list[Block] = []

    class Counting(Threads):
        def submit(self, block: Block) -> Future[Arrays]:
            played.append(block)
            return super().submit(block)

    assert data(compare(question, Counting(2), journal=tmp_path, resume=True)) == data(whole)
    assert 0 < len(played) <= 16 - 10
    assert not list(tmp_path.iterdir())


def edited(folder: Path) -> Path:
    """Whiplash in which calling is allowed in the first round."""
    package = folder / "whiplash"
    shutil.copytree(Path(str(WHIPLASH.rules.__file__)).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = package / "rules.py"
    text = rules.read_text("utf-8")
    assert len(re.findall("return s.turns < s.players", text)) == 1
    rules.write_text(text.replace("return s.turns < s.players", "return s.turns < 0"), "utf-8")
    return package


def compared_with(folder: Path) -> Comparison:
    """Our Whiplash and that of a folder."""
    version = Version("whiplash", folder)
    setting = version.setting(2, {}, ["greedy"])
    assert setting.rules != WHIPLASH.hash
    question = asked((Setting.of(WHIPLASH, 2, {}), setting), ["greedy"], 1, 500, 0.02, [])
    found = compare(question, Both(1, version, setting.rules)).form
    assert [variant.rules for variant in found.variants] == [WHIPLASH.hash, setting.rules]
    return found


@pytest.mark.slow
def test_other_rules_come_from_a_folder(tmp_path: Path) -> None:
    with folder_of(WHIPLASH, str(edited(tmp_path))) as folder:
        found = compared_with(folder)
    assert next(row for row in found.measures if row.name == "decisions").gap < 0


@pytest.mark.slow
def test_other_rules_come_from_a_commit(tmp_path: Path) -> None:
    """A repository of its own whose first commit has other rules than ours."""
    package = edited(tmp_path)

    def git(*asked: str) -> None:
        who = ["-c", "user.name=tests", "-c", "user.email=tests@localhost"]
        subprocess.run(["git", "-C", str(tmp_path), *who, *asked], check=True, stdout=subprocess.DEVNULL)

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "other rules")
    shutil.rmtree(package)
    shutil.copytree(Path(str(WHIPLASH.rules.__file__)).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    with of_commit(package, "HEAD") as folder:
        found = compared_with(folder)
    assert not folder.parent.exists()
    assert next(row for row in found.measures if row.name == "decisions").gap < 0


def test_a_version_that_prints_something_answers_all_the_same(tmp_path: Path) -> None:
    package = edited(tmp_path)
    rules = package / "rules.py"
    rules.write_text(rules.read_text("utf-8") + '\nprint("read")\n', "utf-8")
    with Version("whiplash", package) as version:
        assert version.setting(2, {}, ["greedy"]).rules != WHIPLASH.hash


def test_what_is_no_version_is_refused() -> None:
    for name in ("no-such-commit", "--output=x"):
        with pytest.raises(OptionError, match="no folder of the game and no commit"), folder_of(WHIPLASH, name):
            pass


def test_other_rules_may_be_those_of_a_project_that_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDERS, "")
    project = Project(tmp_path / "here")
    ours = game_in(project.folder)
    shutil.copytree(project.folder, tmp_path / "there")
    rules = tmp_path / "there" / project.package.name / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("return 1 + 10 *", "return 1 + 11 *"), "utf-8")
    with running(ours, str(tmp_path / "there")) as version:
        assert version.setting(2, {}, ["random"]).rules != ours.hash
    with running(ours, str(project.folder)) as version:
        assert version.setting(2, {}, ["random"]).rules == ours.hash


def test_a_game_that_no_other_process_finds_is_refused() -> None:
    with pytest.raises(OptionError, match="not installed"), running(KUHN, "HEAD"):
        pass


def test_the_process_of_a_version_ends_whatever_happens() -> None:
    with pytest.raises(OptionError, match="no bot"), running(WHIPLASH, str(WHIPLASH.folder)) as version:
        version.setting(2, {}, ["clever"])
    assert version._run.poll() is not None
    version.close()
    with pytest.raises(OptionError, match="has ended"):
        version.setting(2, {}, ["greedy"])


def test_the_process_of_a_version_hears_no_interrupt_of_the_terminal() -> None:
    """Ctrl-C goes to all of a session; the end of the process would be told as an error."""
    with running(WHIPLASH, str(WHIPLASH.folder)) as version:
        assert os.getsid(version._run.pid) == version._run.pid


def test_games_that_are_cut_off_are_told_of_either_variant() -> None:
    usual = WHIPLASH.longest
    object.__setattr__(WHIPLASH, "longest", 12)
    try:
        found = compare(asked(variants({"ranks": "13"}, {"ranks": "6"}), ["greedy"], 1, 500, 0.02, ["void"]), Threads(1))
    finally:
        object.__setattr__(WHIPLASH, "longest", usual)
    void = next(row for row in found.form.measures if row.name == "void")
    assert found.form.cut == [round(void.one * 500), round(void.other * 500)]
    assert found.form.cut[0] > 0
    console = Console(record=True, width=120)
    show_comparison(found, console)
    assert f"{found.form.cut[0]} of the first and {found.form.cut[1]} of the second; nobody wins" in console.export_text()
