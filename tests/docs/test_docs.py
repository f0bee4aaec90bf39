"""The book holds together: what it shows runs or stands in the sources, its links lead somewhere, its numbers exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import tuckbox
from tests.docs.pages import DOCS, ROOT, Page, converse, page, pages
from tuckbox import Match, Seat
from tuckbox import cli as command
from tuckbox.definition import finding
from tuckbox.scene import lay
from tuckbox.testing import PROPERTIES

PAGES = pages()
EVERY_PAGE = pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.name)

FOLLOWED = {"docs/write-a-game.md", "docs/checking-a-deal.md"}
"""Pages of which another test follows every block, in a folder of its own."""

PICTURES = {
    ("docs/house.md", " errors, files, numbers <- "): "the packages and their arrows; see tests/test_imports.py",
    ("docs/one-move.md", "tuckbox 1\n"): "a record; see test_the_record_is_one",
    ("docs/games/keywhiz.md", "  1              2\n [ ]  DS   WZ"): "the first board; see tests/games/keywhiz/test_page.py",
    ("docs/serve.md", "cards.example {"): "what Caddy is told",
    ("docs/serve.md", "location / {"): "what nginx is told",
}
"""Texts that no program prints: the page and the beginning of each, and what they are."""

SHELL = {
    "README.md": {"pip", "pytest"},
    "docs/research.md": {"pip"},
    "docs/cluster.md": {"pip", "dask"},
    "CONTRIBUTING.md": {"python3", ".", "pip", "ruff", "mypy", "pytest"},
    "docs/serve.md": {"pip", "cp", "docker", "systemctl"},
}
"""Commands besides our own that a page may speak of: CI gives all of these."""

SPOKEN = {"tuckbox 1", "tuckbox commitment", "tuckbox deal key", "tuckbox house salt", "tuckbox open deal"}
"""What begins with our name and is no command: the first line of a record, what is hashed with a secret."""

RULEBOOKS = {"JJ": "jalopies", "KW": "keywhiz", "WL": "whiplash", "WS": "whipsaw"}

_RULE = re.compile(rf"(?<![a-z0-9])({'|'.join(RULEBOOKS)})[-_](\d+)(?:\\?\.|_)(\d+[a-z]?)(?![a-z0-9])", re.IGNORECASE)
"""A rule of one of our games, in a sentence, a pattern or the name of a test."""

_SECTION = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(RULEBOOKS)})-(\d+)(?![\d\\_.]*\d|[a-z])")
"""A section of a book, of which nothing more is said."""


# -- what is shown -----------------------------------------------------------------------------------------------------


NEEDED = {"docs/honesty.md": "pyspiel"}
"""Pages whose conversations need an extra."""

DEAR = {"docs/environments/jalopies.md", "docs/environments/whipsaw.md", "docs/research.md"}
"""Pages whose games compile long: they are run with the slow tests."""


@pytest.mark.parametrize(
    "shown",
    [pytest.param(each, marks=pytest.mark.slow) if each.name in DEAR else each for each in PAGES],
    ids=lambda p: p.name,
)
def test_conversations_with_python_run(shown: Page) -> None:
    """Each page is one conversation from its top to its end (but the guide: its sessions run in the folder it builds)."""
    if shown.name in NEEDED:
        pytest.importorskip(NEEDED[shown.name])
    names: dict[str, object] = {"__name__": "page"}
    for block in shown.blocks if shown.name != "docs/write-a-game.md" else ():
        if block.is_session:
            converse(block, names)


@EVERY_PAGE
def test_no_block_is_overlooked(shown: Page) -> None:
    assert len(re.findall(r"^\s*(?:```|~~~)", shown.text, re.MULTILINE)) == 2 * len(shown.blocks)


@EVERY_PAGE
def test_all_that_is_shown_is_accounted_for(shown: Page) -> None:
    """Code stands word for word in the file its title names, or somewhere in the sources; other blocks are known."""
    for block in shown.blocks if shown.name not in FOLLOWED else ():
        if block.is_session:
            continue
        if block.language in ("python", "toml"):
            assert any(block.body.strip("\n") in text for text in sources(block.title)), f"{block} stands in no source"
        elif block.language == "sh":
            others = {words[0] for words in commands(block.body) if words[0] != "tuckbox"}
            assert others <= SHELL.get(shown.name, set()), f"{block}: {others}"
        else:
            known = [begin for name, begin in PICTURES if name == shown.name and block.body.startswith(begin)]
            assert block.language == "text", f"{block}: a block of {block.language or 'no language'}"
            assert known, f"{block}: a text that nobody checks"


def sources(title: str) -> list[str]:
    """The text of the file of a title, or of all files that a block without one may stand in."""
    if title:
        return [(ROOT / title).read_text("utf-8")]
    return [path.read_text("utf-8") for path in (*sorted((ROOT / "src").rglob("*.py")), ROOT / "pyproject.toml")]


def commands(text: str) -> Iterator[list[str]]:
    """The commands of a shell block, in words."""
    for line in text.splitlines():
        for part in line.split(" && "):
            yield shlex.split(part)


@EVERY_PAGE
def test_our_commands_are_understood(shown: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `tuckbox ...` of a page, in a block or in a sentence, has the options that the command has."""
    monkeypatch.setattr(Path, "is_dir", lambda path: True)  # the projects of a reader
    monkeypatch.setattr(finding, "add", str)
    given = [words for block in shown.blocks if block.language == "sh" for words in commands(block.body)]
    given += [shlex.split(code) for code in re.findall(r"`(tuckbox [^`]+)`", shown.prose) if code not in SPOKEN]
    for words in given:
        if words[0] == "tuckbox" and words[1:]:
            context = command.cli.make_context("tuckbox", words[1:2])
            _, found, _ = command.cli.resolve_command(context, words[1:2])
            assert found, words
            found.make_context(words[1], words[2:], parent=context, resilient_parsing=len(words) == 2)


def test_the_record_is_one() -> None:
    """The record that is shown begins as that of such a match does."""
    shown = next(block.body for block in page("one-move.md").blocks if block.body.startswith("tuckbox 1\n"))
    seats = (Seat("Ann"), Seat("Bo", "search:normal"))
    real = str(Match("whiplash", seed=7, seats=seats, dealer="random").record())
    head = re.sub(r"(?m)^rules [0-9a-f]{16}$", "rules 0123456789abcdef", real)
    assert shown.startswith(head)
    assert all(re.fullmatch(r"\d (draw stock|discard \w\w)", step) for step in shown[len(head) :].splitlines())


# -- where it leads ----------------------------------------------------------------------------------------------------


@EVERY_PAGE
def test_links_lead_somewhere(shown: Page) -> None:
    for link in shown.links:
        if link.startswith(("https://", "mailto:")):
            continue
        file, _, anchor = link.partition("#")
        target = Page((shown.path.parent / file).resolve() if file else shown.path)
        assert target.path.exists(), f"{shown.name}: {link}"
        assert not anchor or anchor in target.anchors, f"{shown.name}: {link}"
        assert target.path.is_relative_to(DOCS) or not shown.path.is_relative_to(DOCS), (
            f"{shown.name}: {link} leaves the book"
        )


def test_the_changelog_leads_to_the_same_pages_in_the_book() -> None:
    """The book includes the text, so its links are defined once for the repository and once for the book."""
    changes, included = Page(ROOT / "CHANGELOG.md"), page("changelog.md")
    assert included.definitions == {name: link.removeprefix("docs/") for name, link in changes.definitions.items()}
    assert "](docs/" not in changes.text, "a link that leads nowhere in the book: define it at the end"
    text = re.sub(r"`[^`]*`|^\[.+\]: .+$", "", changes.prose, flags=re.MULTILINE)
    used = re.findall(r"\[(?:[^\[\]]+\]\[)?([^\[\]]+)\](?!\()", text)
    assert {name.lower() for name in changes.definitions} == {re.sub(r"\s+", " ", name).lower() for name in used}


@pytest.mark.parametrize("name", ["house", "one-move", "one-decision", "where-to-add", "glossary"])
def test_every_file_and_folder_that_is_named_is_there(name: str) -> None:
    """A path in code stands for one below the package, or below the root."""
    named = [code for code in re.findall(r"`([\w./-]+)`", page(f"{name}.md").text) if "/" in code and "NAME" not in code]
    assert named
    roots = (
        ROOT / "src" / "tuckbox",
        ROOT / "src" / "tuckbox" / "server",
        ROOT / "src" / "tuckbox" / "games" / "whipsaw",
        ROOT,
    )
    assert [path for path in named if not any((root / path).exists() for root in roots)] == []


def test_every_page_is_in_the_contents() -> None:
    listed = re.findall(r"(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


# -- what it says ------------------------------------------------------------------------------------------------------


def rules_in(path: Path) -> set[str]:
    """The rules a file cites, as their paragraphs are numbered."""
    return {f"{game.upper()}-{a}.{b}" for game, a, b in _RULE.findall(path.read_text("utf-8"))}


def sections_in(path: Path) -> set[str]:
    """What a file cites by the number of a section alone, where no paragraph is to be found."""
    return {f"{game.upper()}-{number}" for game, number in _SECTION.findall(path.read_text("utf-8"))}


def rules_of(letters: str) -> set[str]:
    """The rules of a game that have a paragraph of their own."""
    return {anchor for anchor in page(f"games/{RULEBOOKS[letters]}.md").anchors if _RULE.fullmatch(anchor)}


def test_every_rule_cited_is_written() -> None:
    """Rules that code, tests and pages cite have a paragraph of their own."""
    written = {number for letters in RULEBOOKS for number in rules_of(letters)}
    files: list[Path] = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")]
    files += [shown.path for shown in PAGES]
    assert {(number, str(path)) for path in files for number in rules_in(path) - written} == set()
    assert {(number, str(path)) for path in files for number in sections_in(path)} == set()


@pytest.mark.parametrize("letters", RULEBOOKS)
def test_every_rule_is_borne_by_a_test(letters: str) -> None:
    """By its name or in its words, among the tests of its game."""
    files = (ROOT / "tests" / "games" / RULEBOOKS[letters]).glob("*.py")
    written = rules_of(letters)
    assert len(written) > 30
    assert written - {number for path in files for number in rules_in(path)} == set()


def test_every_word_of_the_kit_is_told() -> None:
    told = page("kit.md").text
    assert [word for word in tuckbox.kit.__all__ if not re.search(rf"\b{word}\b", told)] == []


def test_the_functions_for_scenes_exist() -> None:
    """The table of `lay` on the kit's page names functions that it has."""
    table = page("kit.md").text.split("\n| word | what it makes |\n")[1].split("\n\n")[0]
    cells = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
    named = [name for cell in cells for name in re.findall(r"`(\w+)", cell)]
    assert len(named) > 10
    assert [name for name in named if not hasattr(lay, name)] == []


def test_the_properties_are_those_of_the_suite() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.*?) \|", page("testing.md").text.split("\n## The properties\n")[1], re.MULTILINE)
    assert dict(rows) == PROPERTIES


def test_findings_are_called_by_their_names() -> None:
    """The table of leaks names properties that there are."""
    table = page("secrets.md").text.split("\n## Leaks and their cures\n")[1].split("\n## ")[0]
    named = [
        name for row in re.findall(r"^\| .*? \| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)
    ]
    assert len(named) > 8
    assert set(named) <= set(PROPERTIES)
