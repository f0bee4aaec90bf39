"""The page of the words of a scene: every word is there, with a picture of the code that stands beside it."""

from __future__ import annotations

import inspect
import json
import re

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from docs.pictures.scene_words import DRAWN, FOLDER, sections
from tests.docs.pages import page
from tuckbox.scene import lay, parts


def test_every_word_of_a_scene_is_told() -> None:
    told = page("scene.md").text
    words = [f"lay.{name}" for name, word in vars(lay).items() if _is_word(name, word)]
    assert len(words) > 15
    missing = [word for word in [*parts.__all__, *words] if not re.search(rf"\b{re.escape(word)}\b", told)]
    assert missing == []


def _is_word(name: str, word: object) -> bool:
    return not name.startswith("_") and callable(word) and inspect.getmodule(inspect.unwrap(word)) is lay


def test_every_picture_is_of_the_code_beside_it() -> None:
    """Pictures are drawn anew by ``python -m docs.pictures.scene_words``."""
    there = {name: code for name, _, code in sections()}
    assert json.loads(DRAWN.read_text("utf-8")) == there
    assert {path.stem for path in FOLDER.glob("*.png")} == set(there)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 1_500_000


def test_every_section_with_code_has_a_picture() -> None:
    assert all(blocks for _, blocks, _ in sections())
    headings = re.findall(r"^## (.+)$", page("scene.md").text, re.MULTILINE)
    assert len(list(sections())) == len(headings) - 1
