"""The page about Key Whiz: its table of squares is the board's, its picture is drawn, every rule cited is written."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from docs.pictures.keywhiz_board import picture
from tuckbox.games.keywhiz import GAME
from tuckbox.games.keywhiz.board import FIRST_PICTURE, MINI, STANDARD, WHIZ_DOOR, Board
from tuckbox.games.keywhiz.words import KINDS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/games/keywhiz.md").read_text("utf-8")
NUMBER = re.compile(r"KW[-_](\d+)[._](\d+)", re.IGNORECASE)


def squares(board: Board) -> str:
    """The table of all squares of a board in Markdown."""
    rows = []
    for square in board.squares.values():
        door = {0: "", WHIZ_DOOR: "Whiz Door"}.get(square.door, f"door {square.door}")
        leads = square.leads.capitalize()
        rows.append(f"| {square.name} | {KINDS[square.kind]} | {square.right} | {door} | {leads} | {square.hop} |")
    return "\n".join(rows)


def test_kw_2_4_and_kw_11_1_the_tables_of_squares_are_those_of_the_boards() -> None:
    assert squares(STANDARD) in PAGE
    assert squares(MINI) in PAGE
    assert f"```text{FIRST_PICTURE}```" in PAGE


def test_kw_6_1_the_table_of_actions_counts_those_of_the_board() -> None:
    """Each family is named, with as many actions as the standard board has."""
    table = PAGE.partition("### What you may do")[2].partition("### ")[0]
    shown: dict[str, int] = {}
    for line in re.findall(r"^\|.*\|$", table, re.MULTILINE)[2:]:
        _, _, _, notation, numbers, _ = line.split("|")
        shown |= zip(re.findall(r"`(\w+)", notation), map(int, re.findall(r"\d+", numbers)), strict=False)
    counted = Counter(GAME.actions.text(action).split()[0] for action in range(GAME.actions.size))
    counted -= Counter({"open": 2, "choose": 1, "step": 2, "return": 2})  # on squares of the other boards alone
    assert shown == counted
    assert f"{sum(counted.values())} actions" in table


def test_the_picture_of_the_board_is_current() -> None:
    assert (ROOT / "docs/pictures/keywhiz-board.svg").read_text("utf-8") == picture()


def test_every_rule_cited_is_written() -> None:
    """Rules that code, tests and the page cite have a paragraph of their own."""
    files = [
        path for folder in ("src/tuckbox/games/keywhiz", "tests/games/keywhiz") for path in (ROOT / folder).rglob("*.py")
    ]
    cited = {f"KW-{a}.{b}" for path in files for a, b in NUMBER.findall(path.read_text("utf-8"))}
    cited |= {f"KW-{a}.{b}" for a, b in NUMBER.findall(PAGE)}
    written = set(re.findall(r'<a id="(KW-[\d.]+)"></a>', PAGE))
    assert len(written) > 45
    assert cited <= written
