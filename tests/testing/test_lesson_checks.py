"""The suite finds what is wrong with a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox.definition.game import game
from tuckbox.testing import lesson_checks

HEAD = "lesson 1\ntitle T\nminutes 1\nrival Bo\noption dealer 1\nseed 4663\n\n"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("Take a card.\ndo draw stock\n", ""),
        ("at card Q♥ of You\nA queen!\n", "line 8: there is no 'card Q♥ of You' to point at"),
        ("at chair Bo\nA chair!\n", "line 8: there is no 'chair Bo' to point at (one can point at: place, card"),
        ("Put it down.\ndo discard 3S\n", "line 8: `discard 3S` is not allowed here"),
        ("Call.\ntry draw stock\n", "line 8: `draw stock` is allowed here"),
        ("Call.\ntry sing\n", "line 8: no action is written 'sing'"),
        ("Take.\ndo draw stock\nbut discard 3S: No.\n", "line 8: `discard 3S` is no other action that is allowed here"),
        ("Take.\n\n1 draw stock\n", "line 10: 'draw stock': it is You's turn"),
        ("dance\n\n1 draw\n", "line 10: "),
    ],
)
def test_a_lesson_that_is_wrong_is_told_with_its_line(
    body: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "1-first.txt"
    path.write_text(HEAD + body, "utf-8")
    monkeypatch.setattr(lesson_checks, "paths", lambda game: [path])
    found = list(lesson_checks.played(game("whiplash")))
    assert all(name == "lesson" for name, _ in found)
    if fault:
        assert fault in found[0][1]
    else:
        assert found == []
