"""Imports: no circles, and every package imports only those that the diagram of `docs/house.md` lets it import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from tuckbox import Match

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"


def name_of(path: Path, sources: Path) -> str:
    return ".".join(path.relative_to(sources).with_suffix("").parts).removesuffix(".__init__")


def packages(modules: frozenset[str]) -> frozenset[str]:
    return frozenset(module.rpartition(".")[0] for module in modules)


def imported(tree: ast.AST, package: str, modules: frozenset[str]) -> Iterator[str]:
    """Every module a text names in an import, wherever it stands: in functions and under TYPE_CHECKING too; and every one
    it names in full as a string, as those do that import by name (not packages, whose
    names say other things too).

    That a package's own ``__init__`` runs before its modules is no import anybody writes, and does not count.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base
        elif isinstance(node, ast.Constant) and node.value in modules - packages(modules):
            yield str(node.value)


def imports(sources: Path) -> dict[str, set[str]]:
    """The modules each module below a folder imports, of those below it."""
    paths = {name_of(path, sources): path for path in sources.rglob("*.py")}
    modules, graph = frozenset(paths), {}
    for name, path in paths.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = imported(ast.parse(path.read_text("utf-8")), package, modules)
        graph[name] = {other for other in found if other in modules and other != name}
    return graph


@cache
def our_imports() -> dict[str, set[str]]:
    return imports(SOURCES)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A way from a module back to itself; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@cache
def diagram() -> dict[str, set[str]]:
    """The packages that each package may import, however many arrows lead there."""
    text = (ROOT / "docs" / "house.md").read_text("utf-8")
    drawn = re.search(r"## Packages.*?```text\n(.*?)```", text, re.DOTALL)
    assert drawn is not None
    allowed: dict[str, set[str]] = {}
    for line in drawn[1].splitlines():
        for lower, upper in pairwise(re.findall(r"[\w.]+", side) for side in line.split("<-")):
            for package in lower:
                allowed.setdefault(package, set())
            for package in upper:
                allowed.setdefault(package, set()).update(lower)
    for _ in allowed:
        for package, under in allowed.items():
            allowed[package] = under.union(*(allowed[other] for other in under))
    return allowed


def package_of(module: str) -> str:
    """The package of the diagram that a module belongs to: the longest name that fits; a game is a package of its own."""
    inside = module.removeprefix("tuckbox.")
    return max((name for name in diagram() if f"{inside}.".startswith(f"{name}.")), key=len, default="")


def game(module: str) -> str:
    return module.split(".")[2] if module.startswith("tuckbox.games.") else ""


def test_no_module_imports_in_a_circle() -> None:
    assert circle(our_imports()) == []


def test_every_module_belongs_to_a_package_of_the_diagram() -> None:
    assert [module for module in our_imports() if not package_of(module)] == ["tuckbox", "tuckbox.__main__"]


def test_packages_import_only_what_the_diagram_allows() -> None:
    wrong = [
        f"{module} imports {other}"
        for module, others in our_imports().items()
        for other in others
        if package_of(module) and package_of(other)  # not the package itself, which gathers what it is known for
        if package_of(other) not in {package_of(module), *diagram()[package_of(module)]}
    ]
    assert wrong == []


def test_no_game_imports_another() -> None:
    pairs = [(game(module), game(other)) for module, others in our_imports().items() for other in others]
    assert all(mine == theirs for mine, theirs in pairs if mine and theirs)
    assert len({mine for mine, _ in pairs if mine}) == 4


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import box.b", "box.b"),
        ("from box import b", "box.b"),
        ("from . import b", "box.b"),
        ("from .b import x", "box.b"),
        ("def f():\n    from box.b import x", "box.b"),
        ("if TYPE_CHECKING:\n    import box.b as other", "box.b"),
        ("import_module('box.b')", "box.b"),
        ("from .inner import c", "box.inner.c"),
    ],
)
def test_every_way_to_import_is_seen(text: str, found: str) -> None:
    modules = frozenset({"box", "box.a", "box.b", "box.inner", "box.inner.c"})
    assert list(imported(ast.parse(text), "box", modules)) == [found]


def test_a_circle_is_found(tmp_path: Path) -> None:
    box = tmp_path / "box"
    (box / "inner").mkdir(parents=True)
    texts = {"__init__": "", "a": "from . import b", "b": "def f():\n    from .inner import c", "inner/__init__": ""}
    for name, text in {**texts, "inner/c": "from .. import b"}.items():
        (box / f"{name}.py").write_text(text)
    assert circle(imports(tmp_path)) == ["box.b", "box.inner.c", "box.b"]


@pytest.mark.parametrize("doing", [
    "",
    "main(['--help'])",
    "main(['rules', 'whiplash', 'WL-5.6'])",
    "main(['play', '--help'])",
    "match = tuckbox.Match('whiplash', seed=7); match.play('draw stock'); match.view(0).redeal(Fast(1)); print(match.log())",
    "main(['verify', sys.argv[1]])",
])  # fmt: skip
def test_who_plays_and_reads_does_not_wait_for_the_compiler(doing: str, tmp_path: Path) -> None:
    Match("whiplash", seed=7).save(tmp_path / "match.tuckbox")
    imported = "from tuckbox.cli import main; from tuckbox.kit.chance import Fast" if doing else "main = Fast = None"
    program = f"import sys, tuckbox\n{imported}\nsys.argv[1:] = [{str(tmp_path / 'match.tuckbox')!r}]\n" + (
        f"try:\n    {doing or 'pass'}\nfinally:\n    print('numba' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "False\n")
    assert bool(done.stdout) == bool(doing)
