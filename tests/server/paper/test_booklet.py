"""Games on paper: the PDF, the cards that are cut out, the text of rules as Typst."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
import tuckbox_eights
from click.testing import CliRunner

from tuckbox.cli import cli
from tuckbox.definition.game import game
from tuckbox.server.paper.booklet import booklet, cards_of
from tuckbox.server.paper.markup import typst_of

typst = pytest.importorskip("typst", reason="Typst is not installed")


def written(markdown: str) -> str:
    return typst_of(markdown, lambda address, alt: f"<{address}|{alt}>")


def test_text_means_nothing_to_typst() -> None:
    odd = 'a #panic("x") $b$ _c_ \\ "d" <e> @f *g'
    source = written(odd.replace("_c_", r"\_c\_").replace("<e>", r"\<e>"))
    found = typst.query(source.encode() + b" <here>\n#metadata(1) <there>", "<there>")
    assert '"value":1' in found.replace(" ", "")
    assert "panic" in source


@pytest.mark.parametrize(
    ("markdown", "wanted"),
    [
        ("**a** *b*", '#strong[#"a";];#text(" ")#emph[#"b";];'.replace('#text(" ")', '#" ";')),
        ("`a#b`", '#raw("a#b");'),
        ("[a](https://b.c)", '#link("https://b.c")[#"a";];'),
        ("[a](#WL-5.6)", '#"a";'),
        ("![a table](table:7)", "<table:7|a table>"),
        ('<a id="WL-5.6"></a>a', '#"a";'),
    ],
)
def test_markdown_becomes_typst(markdown: str, wanted: str) -> None:
    assert written(markdown).strip() == wanted


def test_lists_tables_and_headings() -> None:
    assert "#heading(level: 2)" in written("## a")
    assert written("- a\n- b").count("[") == 2
    assert "#enum(start: 3, [" in written("3. a\n4. b")
    assert "#enum(start: 1, [" in written("1. a\n2. b")
    assert '#raw("a #b\\n", block: true);' in written("see\n\n    a #b\n")
    assert "#table(columns: 2, " in written("| a | b |\n|---|---|\n| 1 | 2 |")


@pytest.mark.parametrize(("name", "cards"), [("whiplash", 52), ("keywhiz", 52), ("whipsaw", 130), ("jalopies", 78 + 13)])
def test_all_cards_are_cut_out_as_often_as_they_are_in_the_pack(name: str, cards: int) -> None:
    found = list(cards_of(game(name)))
    assert len(found) == cards
    if name == "whiplash":
        assert set(Counter(card.face for card in found).values()) == {1}


@pytest.mark.parametrize("name", ["whiplash", "jalopies", "eights"])
def test_a_game_is_a_pdf(name: str) -> None:
    data = booklet(tuckbox_eights.GAME if name == "eights" else game(name))
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert len(data) > 20_000


def test_the_command_writes_a_file_or_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, place = CliRunner(), tmp_path / "game.pdf"
    assert run.invoke(cli, ["print", "keywhiz", str(place)]).exit_code == 0
    assert place.read_bytes().startswith(b"%PDF-")
    there = run.invoke(cli, ["print", "keywhiz", str(tmp_path / "no" / "game.pdf")])
    assert "cannot be written" in str(there.exception)
    monkeypatch.setitem(sys.modules, "typst", None)
    missing = run.invoke(cli, ["print", "keywhiz", str(tmp_path / "other.pdf")])
    assert "pip install 'tuckbox[print]'" in str(missing.exception)
    assert not (tmp_path / "other.pdf").exists()
