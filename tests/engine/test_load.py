"""Loading: rules are compiled anew when any of their text has changed, and records name the text that counts."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.toys.nim import BOARD, NIM, game, write
from tuckbox.definition.sources import rules_hash, rules_modules, source_of
from tuckbox.engine import load
from tuckbox.engine.engine import engine
from tuckbox.engine.load import Loader, cache_folder
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.games.whiplash import rules as whiplash_rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are imported from."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def rewrite(module: str, old: str, new: str) -> None:
    path = source_of(module)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def folder_of(module: str) -> str:
    return cache_folder(rules_modules(module), "native").name


def test_the_modules_of_a_game_are_found_wherever_it_imports_them_from(folder: Path) -> None:
    write(folder, "imports_a")
    assert rules_modules("imports_a.rules") == ["imports_a.board", "imports_a.rules"]
    for number, line in enumerate(["from . import board", "from imports_b1.board import HEAP", "from .board import MOST"]):
        write(folder, f"imports_b{number}", f"{line}\n")
        assert rules_modules(f"imports_b{number}.rules")[0] == f"imports_b{number}.board"
    assert rules_modules("tuckbox.games.whiplash.rules") == ["tuckbox.games.whiplash.rules"]


@pytest.mark.parametrize("module", ["rules", "board"])
def test_any_change_of_any_source_leads_to_another_folder_for_compiled_code(folder: Path, module: str) -> None:
    name = f"changes_{module}"
    write(folder, name)
    before = folder_of(f"{name}.rules")
    assert folder_of(f"{name}.rules") == before
    rewrite(f"{name}.{module}", '"""\n', '"""  # a comment moves lines in messages, too\n')
    assert folder_of(f"{name}.rules") != before


@pytest.mark.parametrize(
    ("module", "counts"),
    [
        ("kit/native.py", True),
        ("kit/compiling/linking.py", True),
        ("engine/load.py", True),
        ("engine/think/search.py", True),
        ("engine/weights.py", False),
        ("definition/rulebook.py", False),
    ],
)
def test_a_change_leads_to_another_folder_if_it_may_change_what_is_compiled(
    module: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / "tuckbox"
    for package in ("kit", "engine", "definition"):
        shutil.copytree(load.PACKAGE / package, copied / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(load, "PACKAGE", copied)
    before = folder_of("tuckbox.games.whiplash.rules")
    (copied / module).write_text((copied / module).read_text("utf-8") + "\n", "utf-8")
    assert (folder_of("tuckbox.games.whiplash.rules") != before) == counts


def test_two_games_of_one_text_do_not_share_compiled_code(folder: Path) -> None:
    """Compiled code names the modules it was made of: a copied game must find its own."""
    write(folder, "twin_a")
    write(folder, "twin_b")
    assert folder_of("twin_a.rules") != folder_of("twin_b.rules")


def test_the_folder_lies_where_the_environment_says(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path / "here"))
    assert cache_folder(["tuckbox.games.whiplash.rules"]).parent == tmp_path / "here"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path / "file" / "no folder"))
    assert cache_folder(["tuckbox.games.whiplash.rules"]).is_dir()


def test_the_kit_and_the_modes_have_folders_of_their_own() -> None:
    modules = rules_modules("tuckbox.games.whiplash.rules")
    assert len({cache_folder(modules, "native").name, cache_folder(modules, "plain").name}) == 2
    folders = {engine(WHIPLASH, mode).folder for mode in ("plain", "native")}
    assert len(folders) == 2


def test_the_name_of_the_rules_does_not_depend_on_comments_and_layout(folder: Path) -> None:
    write(folder, "comments")
    before = rules_hash("comments.rules")
    rewrite("comments.board", "HEAP, MOST = 7, 2", "# the heap\n\n\nHEAP,  MOST = 7, 2  # and what one may take")
    rewrite("comments.rules", "    s.left = HEAP\n", "    # set up the heap\n\n    s.left  =  HEAP\n")
    assert rules_hash("comments.rules") == before


@pytest.mark.parametrize(("module", "old", "new"), [
    ("rules", "1 - s.turn", "1 + s.turn"),
    ("rules", 'act("take', 'act("grab'),
    ("rules", "        s.payoff[s.turn] = 1\n", "    s.payoff[s.turn] = 1\n"),
    ("board", "7, 2", "8, 2"),
])  # fmt: skip
def test_the_name_of_the_rules_changes_with_their_code_and_data(folder: Path, module: str, old: str, new: str) -> None:
    name = f"code_{module}_{len(old)}_{len(new)}"
    write(folder, name)
    before = rules_hash(f"{name}.rules")
    rewrite(f"{name}.{module}", old, new)
    assert rules_hash(f"{name}.rules") != before


def test_changed_rules_play_by_the_change_although_their_old_code_lies_compiled(folder: Path) -> None:
    """The helper alone has changed, in a file of its own: the compiled caller must not keep the old one."""
    helper = "from tuckbox.kit import rule\n\n\n@rule\ndef first():\n    return {}\n"
    text = NIM.replace("from .board import HEAP, MOST", "from .board import first\nHEAP, MOST = 7, 2")
    text = text.replace("s.left = HEAP", "s.left = HEAP + first()")
    for number, name in [(1, "helper_a"), (5, "helper_b")]:
        module = write(folder, name, text, helper.format(number))
        native = engine(game(module), "native")
        states, _ = native.states(game(module).blank())
        native.call(native.rules.begin, states[0], native.rngs(1)[0])
        assert states["left"][0] == 7 + number
    assert BOARD not in text


def test_the_plain_module_is_the_imported_one_and_the_native_a_twin() -> None:
    plain, native = engine(WHIPLASH, "plain"), engine(WHIPLASH, "native")
    assert plain.rules.apply is whiplash_rules.apply
    assert native.rules.apply is not whiplash_rules.apply
    assert native.rules.apply.py_func.__code__.co_filename == whiplash_rules.apply.__code__.co_filename


def test_loops_over_sets_become_while_loops_natively_and_keep_their_lines(folder: Path) -> None:
    text = (
        "from tuckbox.kit import each, rule\n\n\n@rule\ndef total(cards, but):\n    found = 0\n"
        "    for card in each(cards):\n        if card == but:\n            continue\n        if card == 60:\n"
        "            break\n        for other in each(cards):\n            found += other == card\n"
        "        found += 10 * card\n    else:\n        found += 1000\n    return found\n"
    )
    plain = write(folder, "loops", text, "")
    native = Loader(["loops.rules"], cache_folder(["loops.rules"], "native"), "native").load("loops.rules")
    for cards, but in [(0, 0), (0b10110, 2), (1 << 60 | 6, 1), (1 << 62 | 1, 5)]:
        assert native.total(cards, but) == plain.total(cards, but)
    assert native.total.py_func.__code__.co_firstlineno == plain.total.__code__.co_firstlineno


def test_what_is_told_happens_natively_but_is_not_told(folder: Path) -> None:
    text = (
        "from tuckbox.kit import rule, tell\n\n\n@rule\ndef bump(row):\n    row[0] += 1\n    return row[0]\n\n\n"
        "@rule\ndef run(row):\n    tell(row, 1, 2)\n    tell(row, 1, 2, bump(row))\n    return row[0]\n"
    )
    write(folder, "teller", text, "")
    native = Loader(["teller.rules"], cache_folder(["teller.rules"], "native"), "native").load("teller.rules")
    assert native.run(np.zeros(1, np.int64)) == 1


def test_a_rule_is_compiled_once_for_whole_numbers_of_any_width(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUCKBOX_CACHE", str(folder / "cache"))  # nothing has been compiled before
    text = (
        "from tuckbox.kit import rule\n\n\n@rule\ndef double(number):\n    return 2 * number\n\n\n"
        "@rule\ndef run(small, large):\n    return double(small[0]) + double(large[0]) + double(7) + double(9)\n"
    )
    write(folder, "widths", text, "")
    native = Loader(["widths.rules"], cache_folder(["widths.rules"], "native"), "native").load("widths.rules")
    assert native.run(np.full(1, 100, np.int8), np.full(1, 1 << 40, np.int64)) == 200 + (1 << 41) + 32
    assert len(native.double.signatures) == 1


def test_what_a_rule_reads_of_an_imported_module_is_a_global_of_its_own(folder: Path) -> None:
    """But not where a name of the rule's own stands before it, nor outside of rules."""
    table = "from tuckbox.kit import table\n\nROW = table([4, 5, 6])\n"
    text = (
        "from enum import IntEnum\n\nfrom read import board as t\nfrom tuckbox.kit import rule\n\n\n"
        "class Kind(IntEnum):\n    A = 2\n\n\ndef outside():\n    return t.ROW[1]\n\n\nFIRST = outside()\n\n\n"
        "@rule\ndef taken(t):\n    return t.size\n\n\n@rule\ndef run(row):\n    return t.ROW[Kind.A] + taken(row)\n"
    )
    write(folder, "read", text, table)
    modules = ["read.rules", "read.board"]
    native = Loader(modules, cache_folder(modules, "native"), "native").load("read.rules")
    assert native.run(np.zeros(3, np.int64)) == 9
    assert "__t__ROW" in native.run.py_func.__code__.co_names
    assert native.taken.py_func.__code__.co_names == ("size",)
    assert native.FIRST == 5


def test_star_imports_and_words_with_names_of_arguments_compile(tmp_path: Path) -> None:
    """What `tell` is given is carried out, though compiled code tells nothing."""
    from tests.testing.test_planted_faults import planted

    text = source_of("tests.toys.parcel.rules").read_text("utf-8")
    imports = text[text.index("from tuckbox.kit") : text.index("DECK")]
    lay = "        slip(s.hand[s.turn], action - PUT, s.parcel[s.turn], BACK_OF)\n"
    told = lay.replace("slip(", "tell(s, LAID, seat=s.turn, what=slip(").replace("BACK_OF)", "BACK_OF))")
    events = ("act = Actions()", 'LAID = Events()("laid")\n\nact = Actions()')
    game = planted("parcel", tmp_path, (imports, "from tuckbox.kit import *\n\n"), events, (lay, told))
    states = []
    for mode in ("plain", "native"):
        e = engine(game, mode)
        rows, _ = e.states(game.blank())
        e.call(e.rules.begin, rows[0], e.rngs(1)[0])
        scratch = e.scratches()[0]
        e.call(e.playout.options, rows[0], scratch["moves"] if e.is_native else scratch.moves)
        e.call(
            e.rules.apply,
            rows[0],
            int((scratch["moves"]["action"] if e.is_native else scratch.moves.action)[0]),
            e.rngs(1)[0],
        )
        states.append(e.get(rows, 0))
    assert states[0] == states[1]
    assert states[0].parcel[0].n == 1
