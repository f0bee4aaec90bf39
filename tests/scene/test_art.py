"""Art is read whole or not at all; nothing in it runs or reaches out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox.errors import ArtError
from tuckbox.scene.art import Art, Drawing, flaws_of_drawing, flaws_of_theme, symbols

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">'
GOOD = f'{HEAD}\n<linearGradient id="oil-g"/>\n<path d="M0 0h9" fill="url(#oil-g)"/><use href="#a-tyre"/>\n</svg>\n'


def test_a_folder_is_read_once_with_what_is_put_together_from_it(tmp_path: Path) -> None:
    (tmp_path / "oil.svg").write_text(GOOD)
    (tmp_path / "theme.css").write_text(".felt { background: url(oil.svg) }")
    art = Art(tmp_path, lambda drawn: {"twice": Drawing("0 0 9 9", 2 * drawn["oil"].inside)})
    assert list(art.drawings) == ["oil", "twice"]
    assert art.drawings["oil"].box == "0 0 100 140"
    assert art.drawings["twice"].inside.count("<path") == 2
    assert "url(oil.svg)" in art.theme
    assert art.lacks("oil fire twice") == ["fire"]
    assert symbols(art.drawings).count('<symbol id="a-') == 2
    assert Art(tmp_path / "nowhere").drawings == {}
    assert Art(tmp_path / "nowhere").theme == ""


@pytest.mark.parametrize(
    ("inside", "flaw"),
    [
        ("<script>1</script>", "<script> has no place"),
        ("<foreignObject/>", "<foreignObject> has no place"),
        ("<image href='#a-x'/>", "<image> has no place"),
        ("<g onload='f()'/>", "onload has no place"),
        ("<g style='fill:url(http://x)'/>", "style has no place"),
        ("<use href='http://example.org/a.svg#a'/>", "and no other drawing"),
        ("<use href='#other'/>", "and no other drawing"),
        ("<g fill='url(http://example.org/)'/>", "is no part of this drawing"),
        ("<g fill='url(#tyre-g)'/>", "is no part of this drawing"),
        ("<g fill='\\75rl(http://example.org/)'/>", "the backslash in"),
        ("<g id='rim'/>", "does not begin with oil-"),
        ("<g>", "not well-formed"),
        ("<!-- why -->", "no comments"),
        ("<?why?>", "no comments"),
        (f"<title>{'x' * 30_000}</title>", "more than"),
    ],
)
def test_a_drawing_that_is_not_whole_is_refused(tmp_path: Path, inside: str, flaw: str) -> None:
    (tmp_path / "oil.svg").write_text(f"{HEAD}{inside}</svg>")
    with pytest.raises(ArtError, match=r"oil\.svg: ") as refused:
        _ = Art(tmp_path).drawings
    assert flaw in str(refused.value)


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        (HEAD.replace(">", "/>"), "ends with </svg>"),
        (f"{HEAD}</svg >", "ends with </svg>"),
        (f"{HEAD}</svg><?why </svg>?>", "no comments"),
        (
            HEAD.replace(" ", ' xmlns:x="http://www.w3.org/1999/xlink" ', 1) + '<use x:href="#a-x"/></svg>',
            "no namespace but",
        ),
    ],
)
def test_a_drawing_that_could_not_stand_in_a_sheet_is_refused(tmp_path: Path, text: str, flaw: str) -> None:
    (tmp_path / "oil.svg").write_text(text)
    with pytest.raises(ArtError, match=flaw):
        _ = Art(tmp_path).drawings


def test_art_that_is_no_text_is_refused(tmp_path: Path) -> None:
    for name in ("oil.svg", "theme.css"):
        (tmp_path / name).write_bytes(b"\xff")
    for read in (lambda: Art(tmp_path).drawings, lambda: Art(tmp_path).theme):
        with pytest.raises(ArtError, match="no text in UTF-8"):
            read()


def test_flaws_of_names_and_boxes_are_found() -> None:
    assert list(flaws_of_drawing("oil", GOOD)) == []
    assert "a name is letters" in next(flaws_of_drawing("oil lamp", GOOD))
    assert "viewBox" in next(flaws_of_drawing("oil", GOOD.replace(' viewBox="0 0 100 140"', "")))
    assert "begins with <svg>" in next(flaws_of_drawing("oil", '<!DOCTYPE svg [<!ENTITY a "b">]>' + GOOD))


@pytest.mark.parametrize(
    "text",
    [
        "@import 'x.css';",
        ".a { background: url(//example.org/x) }",
        "a { mask: URL(x.svg) }",
        "</style>",
        "\\75rl(x)",
    ],
)
def test_a_theme_that_reaches_out_is_refused(tmp_path: Path, text: str) -> None:
    assert list(flaws_of_theme(text, {}))
    (tmp_path / "theme.css").write_text(text)
    with pytest.raises(ArtError):
        _ = Art(tmp_path).theme
