"""Rules may import their own modules in any way: all are found, hashed and compiled, and what cannot be found is refused."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.toys.nim import NIM, game
from tuckbox import Match, RulesError
from tuckbox.definition.sources import rules_hash, rules_modules
from tuckbox.engine.engine import engine
from tuckbox.engine.load import cache_folder

_NUMBER = count()
STARTS = {
    "from the module": ("from {name}.board import HEAP, MOST", "HEAP", "MOST"),
    "a module of the package": ("from {name} import board", "board.HEAP", "board.MOST"),
    "a module under another name": ("from {name} import board as b", "b.HEAP", "b.MOST"),
    "relative": ("from . import board as b", "b.HEAP", "b.MOST"),
    "relative, from the module": ("from .board import HEAP as h, MOST as m", "h", "m"),
    "the whole name": ("import {name}.board", "{name}.board.HEAP", "{name}.board.MOST"),
    "the whole name as another": ("import {name}.board as b", "b.HEAP", "b.MOST"),
    "all of the kit": ("from tuckbox.kit import *\nfrom .board import HEAP, MOST", "HEAP", "MOST"),
    "all": ("from .board import *", "HEAP", "MOST"),
    "a deeper one": ("import {name}.deep.inner.sizes as d", "d.HEAP", "d.MOST"),
    "a deeper one, relative": ("from .deep.inner import sizes", "sizes.HEAP", "sizes.MOST"),
    "a deeper one, through another": ("from .deep import inside", "inside.HEAP", "inside.MOST"),
    "a package of values": ("from . import deep", "deep.HEAP", "deep.MOST"),
    "the whole name of a package": ("import {name}.deep", "{name}.deep.HEAP", "{name}.deep.MOST"),
    "in a function": ("def sizes():\n    from .board import HEAP, MOST\n    return HEAP, MOST\n\nh, m = sizes()", "h", "m"),
}
WHERE = {"deeper one": "deep.inner.sizes", "values": "deep", "of a package": "deep"}
SIZES = '"""Sizes."""\n\nHEAP, MOST = 7, 2\n'


def written(folder: Path, start: str, heap: str = "HEAP", most: str = "MOST", **more: str) -> str:
    """Write the package of a game whose rules begin like this; gives its name."""
    name = f"imported{next(_NUMBER)}"
    rules = NIM.replace("from .board import HEAP, MOST", start).replace("range(MOST)", f"range({most})")
    texts = {
        "__init__": 'raise_if_twice = __name__.startswith("tuckbox_")\nassert not raise_if_twice\n',
        "rules": rules.replace("s.left = HEAP", f"s.left = {heap}").replace("{name}", name),
        "board": SIZES,
        "deep/__init__": SIZES,
        "deep/inside": "from .inner.sizes import HEAP, MOST\n",
        "deep/inner/__init__": "",
        "deep/inner/sizes": SIZES,
        **more,
    }
    for module, text in texts.items():
        path = folder / name / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    importlib.invalidate_caches()
    return name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are imported from."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def heap_dealt_natively(name: str) -> int:
    nim = game(importlib.import_module(f"{name}.rules"))
    native = engine(nim, "native")
    states, _ = native.states(nim.blank())
    native.call(native.rules.begin, states[0], native.rngs(1)[0])
    return int(states["left"][0])


@pytest.mark.parametrize("way", STARTS)
def test_whatever_way_a_module_is_imported_its_text_counts(folder: Path, way: str) -> None:
    name = written(folder, *STARTS[way])
    module = next((module for words, module in WHERE.items() if words in way), "board")
    module = "deep.inner.sizes" if "through" in way else module
    path = folder / name / f"{module.replace('.', '/')}.py"
    path = path if path.exists() else path.with_suffix("") / "__init__.py"
    assert f"{name}.{module}" in rules_modules(f"{name}.rules")
    hashes = [rules_hash(f"{name}.rules")]
    folders = [cache_folder(rules_modules(f"{name}.rules"))]
    path.write_text(path.read_text().replace("7", "9"))
    hashes.append(rules_hash(f"{name}.rules"))
    folders.append(cache_folder(rules_modules(f"{name}.rules")))
    assert len(set(hashes)) == len(set(folders)) == 2


@pytest.mark.parametrize("way", STARTS)
def test_whatever_way_a_module_is_imported_both_modes_play_by_it(folder: Path, way: str) -> None:
    name = written(folder, *STARTS[way])
    match = Match(game(importlib.import_module(f"{name}.rules")), seed=1)
    assert match.state.left == heap_dealt_natively(name) == 7
    assert len(match.actions()) == 2


def test_an_edited_constant_is_not_played_stale_in_a_new_process(folder: Path) -> None:
    name = written(folder, *STARTS["the whole name as another"])
    assert heap_dealt_natively(name) == 7
    board = folder / name / "board.py"
    board.write_text(board.read_text().replace("7", "9"))
    assert natively_elsewhere(folder, name) == "9"


RULES = '''"""Nim, with everything of its modules by name of the module, and phases that are an IntEnum."""

from tuckbox import kit
from tuckbox.kit import Actions, Events, GameState, Int, Small, state

from {name} import table as t
from {name}.table import Phase

act = Actions()
TAKE = act("take {number}", ["1", "2"])
told = Events()
TOOK = told("took")


@state(players=(2,))
class State(GameState):
    left = Int
    phase = Small


@kit.rule
def setup(s, rng):
    s.left = t.HEAP
    s.phase = t.Phase.FIRST


@kit.rule
def legal(s, moves):
    for n in kit.each(t.ALL):
        if n < s.left:
            kit.add(moves, TAKE + n)


@kit.rule
def apply(s, action, rng):
    s.left -= t.worth(action - TAKE)
    kit.tell(s, 0, s.turn)
    s.phase = t.after(s, Phase.LATER)
    if s.phase == Phase.LATER and s.left == t.nothing(Phase.LATER) + t.nothing(s.phase):
        s.over = True
        s.payoff[s.turn] = 1
    s.turn = 1 - s.turn
'''
TABLE = '''"""Data and helpers."""

from enum import IntEnum

from tuckbox.kit import rule, table

HEAP, ALL = 7, 0b11
WORTH = table([1, 2])


class Phase(IntEnum):
    FIRST = 3
    LATER = 5


@rule
def worth(n):
    return WORTH[n]


@rule
def after(s, phase):
    return phase if s.left >= 0 else Phase.FIRST


@rule
def nothing(phase):
    return phase - Phase.LATER
'''
PLAY = """
import importlib, sys
from tests.toys.nim import game
from tuckbox.engine.engine import engine
nim = game(importlib.import_module(sys.argv[1] + ".rules"))
native = engine(nim, "native")
states, _ = native.states(nim.blank())
rng = native.rngs(1)[0]
native.call(native.rules.begin, states[0], rng)
print(states["left"][0])
"""
PLAY_ON = """
phases = []
while not states["over"][0]:
    phases.append(int(states["phase"][0]))
    native.call(native.rules.apply, states[0], min(1, states["left"][0] - 1), rng)
print(phases, states["payoff"][0].tolist(), native.folder, sep="\\n")
"""


def natively_elsewhere(folder: Path, name: str, more: str = "") -> str:
    """What a process of its own prints that plays natively."""
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    command = [sys.executable, "-c", PLAY + more, name]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_modules_and_enums_are_played_alike_in_both_modes_and_from_the_cache(folder: Path) -> None:
    name = written(folder, "", rules=RULES, table=TABLE)
    (folder / name / "rules.py").write_text(RULES.replace("{name}", name))
    match = Match(game(importlib.import_module(f"{name}.rules")), seed=1)
    phases = []
    while not match.done:
        phases.append(int(match.state.phase))
        match.play("take 2" if match.state.left > 1 else "take 1")
    *told, place = natively_elsewhere(folder, name, PLAY_ON).splitlines()
    kept = {path: path.stat().st_mtime_ns for path in Path(place).rglob("*")}
    assert told == ["7", str(phases), str([float(paid) for paid in match.payoff])]
    assert kept
    assert natively_elsewhere(folder, name, PLAY_ON).splitlines() == [*told, place]
    assert {path: path.stat().st_mtime_ns for path in Path(place).rglob("*")} == kept


@pytest.mark.parametrize(("start", "said"), [
    ("from {name} import board, LIMIT", "LIMIT stands in {name} itself, which is no part of the rules: give it a module"),
    ("from . import LIMIT", "LIMIT stands in {name} itself, which is no part of the rules: give it a module"),
    ("from . import *", "* stands in {name} itself, which is no part of the rules: give it a module"),
    ("import {name}", "import a module of {name}, such as {name}.board, not the package itself"),
    ("import {name}.board\nprint({name}.LIMIT)", "LIMIT stands in {name} itself, which is no part of the rules"),
    ("board = importlib.import_module('.board', __package__)", "what rules import must be said by an import statement"),
    ("board = __import__('{name}.board')", "what rules import must be said by an import statement"),
    ("from importlib import import_module as load", "what rules import must be said by an import statement"),
])  # fmt: skip
def test_what_would_not_be_hashed_is_refused_with_module_and_line(folder: Path, start: str, said: str) -> None:
    name = written(folder, f"LIMIT = 1\n{start}")
    text = (folder / name / "rules.py").read_text().splitlines()
    line = 1 + next(n for n, words in enumerate(text) if words == start.replace("{name}", name).splitlines()[-1])
    with pytest.raises(RulesError) as told:
        rules_modules(f"{name}.rules")
    assert str(told.value) == f"{name}.rules, line {line}: {said.replace('{name}', name)}"


def test_the_package_itself_is_not_run_as_rules(folder: Path) -> None:
    """Its ``__init__`` makes the game; run once more it would make another."""
    name = written(folder, "from . import board", "board.HEAP", "board.MOST")
    assert f"{name}" not in rules_modules(f"{name}.rules")
    assert heap_dealt_natively(name) == 7


@pytest.mark.parametrize(("old", "new", "meant"), [
    ("t.HEAP", "t.HEEP", "HEAP"),
    ("t.Phase.FIRST", "t.Phases.FIRST", "Phase"),
    ("Phase.LATER and", "Phase.LATTER and", "LATER"),
])  # fmt: skip
def test_a_misspelt_name_of_a_module_or_an_enum_is_found_before_anything_is_played(
    folder: Path, old: str, new: str, meant: str
) -> None:
    name = written(folder, "", rules="", table=TABLE)
    (folder / name / "rules.py").write_text(RULES.replace("{name}", name).replace(old, new))
    wrong = new.removesuffix(" and").removesuffix(".FIRST")
    with pytest.raises(RulesError, match=f"uses {wrong}, which nobody has defined .*; did you mean '{meant}'"):
        engine(game(importlib.import_module(f"{name}.rules")), "plain")


def test_annotations_may_be_postponed_in_both_modes(folder: Path) -> None:
    name = written(folder, "from .board import HEAP, MOST")
    rules = folder / name / "rules.py"
    text = rules.read_text().replace('"""\n', '"""\n\nfrom __future__ import annotations\n', 1)
    rules.write_text(text.replace("def setup(s, rng):", "def setup(s: State, rng: OnlyForMypy) -> None:"))
    match = Match(game(importlib.import_module(f"{name}.rules")), seed=1)
    assert match.state.left == heap_dealt_natively(name) == 7
