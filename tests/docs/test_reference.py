"""The reference is whole: every name it shows is there, every word of the kit is shown, no page of a game is old."""

from __future__ import annotations

import importlib
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import tuckbox
from tests.docs.pages import DOCS
from tuckbox import kit

SHOWN = {
    (path.stem, name)
    for path in (DOCS / "reference").glob("*.md")
    for name in re.findall(r"^::: (\S+)$", path.read_text("utf-8"), re.MULTILINE)
}
MAKER: dict[str, Any] = runpy.run_path(str(DOCS / "environments" / "make.py"))


def found(name: str) -> Any:
    """What a dotted name names: a module, or what one holds."""
    try:
        return importlib.import_module(name)
    except ImportError:
        module, _, last = name.rpartition(".")
        return getattr(importlib.import_module(module), last)


@pytest.mark.parametrize(("page", "name"), sorted(SHOWN))
def test_what_the_reference_shows_is_there_and_says_what_it_is(page: str, name: str) -> None:
    if name.startswith("tuckbox.adapters."):
        pytest.importorskip(
            {"openspiel": "pyspiel"}.get(last := name.rpartition(".")[2], last if last != "vector" else "numpy")
        )
    assert found(name) is not None
    assert page == "kit" or found(name).__doc__, f"{name} has no docstring"


def test_every_word_of_the_kit_is_shown() -> None:
    told = set(re.findall(r"`([A-Z]+)`", (DOCS / "reference" / "kit.md").read_text("utf-8")))
    shown = {name.rpartition(".")[2] for page, name in SHOWN if page == "kit"}
    assert shown <= set(kit.__all__) <= shown | told


def test_every_public_name_of_the_package_is_shown() -> None:
    names = {name.removeprefix("tuckbox.") for page, name in SHOWN if page in ("match", "game")}
    errors = {name for name in tuckbox.__all__ if name in vars(tuckbox.errors)}
    assert set(tuckbox.__all__) - errors <= names
    assert "errors" in names


@pytest.mark.parametrize("name", sorted(tuckbox.installed()))
def test_the_page_of_an_environment_is_as_it_is_made(name: str) -> None:
    """If not: ``python -m docs.environments.make``."""
    assert Path(DOCS / "environments" / f"{name}.md").read_text("utf-8") == MAKER["page"](tuckbox.game(name))


def test_the_book_is_of_this_version() -> None:
    assert f"the book of version {tuckbox.__version__};" in (DOCS / "index.md").read_text("utf-8")
