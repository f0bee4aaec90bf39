"""Lessons as text: what is read, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox.definition.game import game
from tuckbox.errors import OptionError
from tuckbox.lessons.script import LONGEST, LessonError, Move, Page, Task, lesson, load, read

WHIPLASH = game("whiplash")
HEAD = """\
lesson 1
title Two cards
minutes 1
rival Bo
option dealer 1
seed 4663
"""
BODY = """
# for those who read the file
at stack Stock
Take a card,
from the stock.
do draw stock
but take discard: You may: it is yours.

0 discard 3S
1 draw stock
"""


def test_a_lesson_is_a_deal_with_pages_and_moves() -> None:
    found = read(WHIPLASH, HEAD + BODY)
    assert (found.title, found.minutes, found.rivals, found.seed) == ("Two cards", 1, ("Bo",), 4663)
    assert found.options == {"dealer": "1"}
    task = Task("draw stock", True, {"take discard": "You may: it is yours."})
    page = Page("Take a card, from the stock.", "stack Stock", task, 9)
    assert found.steps == (page, Move(0, "discard 3S", 15), Move(1, "draw stock", 16))
    assert found.pages == (page,)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD.replace("minutes 1", "minutes soon") + BODY, 1),
        (HEAD.replace("minutes 1", f"minutes {'1' * 5_000}") + BODY, 1),
        (HEAD.replace("lesson 1", "lesson 2") + BODY, 1),
        (HEAD + "table oak\n" + BODY, 7),
        (HEAD + "option dealer 0\n" + BODY, 1),
        (HEAD + "\nat stack Stock\n", 8),
        (HEAD + "\nTake one.\nat stack Stock\n", 9),
        (HEAD + "\nTake one.\nbut take discard: no.\n", 9),
        (HEAD + "\nTake one.\ndo draw stock\nAnd go on.\n", 10),
        (HEAD + "\nTake one.\n1 draw stock\n", 9),
        (HEAD + f"\n{'Take one. ' * (LONGEST // 10 + 1)}\n", 8),
    ],
)
def test_what_is_no_lesson_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(LessonError) as refused:
        read(WHIPLASH, text)
    assert refused.value.line == line


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "1-latin.txt"
    path.write_bytes((HEAD + BODY).replace("Two cards", "Caf\u00e9").encode("latin-1"))
    with pytest.raises(LessonError, match="line 2: this is no text in UTF-8"):
        load(WHIPLASH, path)


def test_a_lesson_is_asked_for_by_its_number() -> None:
    assert lesson(WHIPLASH, 1).game is WHIPLASH
    with pytest.raises(OptionError, match="so there is no lesson 99"):
        lesson(WHIPLASH, 99)
