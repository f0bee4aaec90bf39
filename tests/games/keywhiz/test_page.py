"""The page about Key Whiz: its table of squares is the board's, its picture is drawn, every rule cited is written."""

from __future__ import annotations

import re
from pathlib import Path

from tuckbox.games.keywhiz.board import STANDARD, WHIZ_DOOR
from tuckbox.games.keywhiz.picture import picture
from tuckbox.games.keywhiz.words import KINDS

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/games/keywhiz.md").read_text("utf-8")
NUMBER = re.compile(r"KW[-_](\d+)[._](\d+)", re.IGNORECASE)


def squares() -> str:
    """The table of all squares in Markdown."""
    rows = []
    for square in STANDARD.squares.values():
        door = {0: "", WHIZ_DOOR: "WHIZ DOOR"}.get(square.door, f"DOOR {square.door}")
        rows.append(f"| {square.name} | {KINDS[square.kind]} | {square.right} | {door} | {square.leads} | {square.hop} |")
    return "\n".join(rows)


def test_the_table_of_squares_is_that_of_the_board() -> None:
    assert squares() in PAGE


def test_the_picture_of_the_board_is_current() -> None:
    assert (ROOT / "docs/pictures/keywhiz-board.svg").read_text("utf-8") == picture()


def test_every_rule_cited_is_written() -> None:
    """Rules that code, tests and the page cite have a paragraph of their own; sections 3, 11 and the like are no rules."""
    files = [
        path for folder in ("src/tuckbox/games/keywhiz", "tests/games/keywhiz") for path in (ROOT / folder).rglob("*.py")
    ]
    cited = {f"KW-{a}.{b}" for path in files for a, b in NUMBER.findall(path.read_text("utf-8"))}
    cited |= {f"KW-{a}.{b}" for a, b in NUMBER.findall(PAGE)}
    written = set(re.findall(r'<a id="(KW-[\d.]+)"></a>', PAGE))
    assert len(written) > 45
    assert cited <= written
