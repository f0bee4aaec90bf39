"""The style sheets: what overrides what is told by layers, not by ever longer selectors."""

from __future__ import annotations

import re

import pytest

from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.server.assets import sent
from tuckbox.server.html.art import THEME, art_files
from tuckbox.server.web.static import FOLDER

SHEETS = {path.name: sent(path.name).decode() for path in sorted(FOLDER.glob("*.css"))}
THEMES = {name: theme.decode() for name in installed() if (theme := art_files(game(name))[THEME])}
LAYERS = "@layer house,boards,page,game;"


def layers_of(text: str) -> list[str]:
    """The outermost blocks of a sheet, by what stands before each."""
    depth, found, since = 0, [], 0
    for at, letter in enumerate(text):
        if letter == "{":
            if depth == 0:
                found.append(text[since:at])
            depth += 1
        elif letter == "}":
            depth -= 1
            since = at + 1
    assert depth == 0
    return found


def test_the_first_sheet_says_in_what_order_layers_override() -> None:
    assert SHEETS["style.css"].startswith(LAYERS)
    assert sum(LAYERS in text for text in SHEETS.values()) == 1


@pytest.mark.parametrize("name", SHEETS)
def test_all_of_a_sheet_lies_in_one_layer(name: str) -> None:
    (layer,) = layers_of(SHEETS[name].removeprefix(LAYERS))
    assert layer.removeprefix("@layer ") in ("house", "boards", "page")


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_comes_after_the_house_whatever_it_says(name: str) -> None:
    assert layers_of(THEMES[name]) == ["@layer game"]


@pytest.mark.parametrize("name", [*SHEETS, *THEMES])
def test_no_selector_names_a_class_twice_to_weigh_more(name: str) -> None:
    assert re.findall(r"(\.[a-zA-Z][\w-]*)\1(?![\w-])", (SHEETS | THEMES)[name]) == []
