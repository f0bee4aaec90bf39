"""A lesson in the terminal: pages in turn, what is answered, and playing on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from tests.terminal.tables import Heard, Scripted
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson
from tuckbox.match.labels import in_words
from tuckbox.scene.blocks import PLAIN
from tuckbox.scene.speech import aloud
from tuckbox.terminal import learn
from tuckbox.terminal.learn import LessonTable, SpokenLesson, lead_through


def led(lines: Iterable[str], name: str = "whiplash", height: int = 24) -> tuple[LessonTable, list[str]]:
    """A lesson with a learner who types these lines, and what the screen showed each time."""
    screen = Scripted(lines, height=height)
    table = LessonTable(lesson(game(name)), screen)
    table.lead()
    return table, [" ".join(" ".join(shown).split()) for shown in screen.shown]


@pytest.mark.parametrize("name", installed())
def test_a_lesson_is_read_and_played_to_its_end_in_a_small_terminal(name: str) -> None:
    pages = lesson(game(name)).pages
    table, shown = led([page.task.action if page.task else "" for page in pages], name, height=30)
    assert table.guide.done
    for page, screen in zip(pages, shown, strict=True):
        assert page.text in screen
    tall = [len(lines) for lines in table.screen.shown]  # type: ignore[attr-defined]
    assert max(tall) <= 29


def test_ctrl_c_interrupts_the_command_and_the_end_of_the_input_leaves_the_lesson() -> None:
    with pytest.raises(KeyboardInterrupt):
        led(["", "^C"])
    assert not led([""])[0].guide.done


def test_a_page_has_only_signs_that_the_terminal_can_show() -> None:
    screen = Scripted()
    screen.signs = PLAIN
    below = LessonTable(lesson(game("whiplash")), screen).below()
    assert all(line.plain.isascii() for line in below)


def test_pages_are_turned_back_and_errors_are_told() -> None:
    table, shown = led(["", "", "discard 3S", "", "take discard", "1", "u", "?", "q", "q"])
    pages = table.guide.lesson.pages
    assert "Take a card first, then put one down (WL-5.1)." in shown[3]
    assert "It is for you to do: type `draw stock`, or the number before it." in shown[4]
    assert "You may. But you have no other eight" in shown[5]
    assert pages[3].text in shown[6]
    assert pages[2].text in shown[7]
    assert not table.guide.done


def test_what_has_happened_since_the_page_before_is_new() -> None:
    table, _ = led(["", "", "draw stock", "discard 3S"])
    assert table.match.log(0)[table.read[0] :] == ["You put down 3♠.", "Bo draws a card.", "Bo puts down 4♥."]


def test_after_the_lesson_one_may_play_on_against_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    first = lesson(game("whiplash"))
    lines = [page.task.action if page.task else "" for page in first.pages]
    screen = Scripted([*lines, "q"])
    monkeypatch.setattr(learn, "Screen", lambda: screen)
    assert lead_through(first) == 0
    assert screen.prompts[-1] == "Enter to play on from here against bots, q to leave: "
    match = LessonTable(first, Scripted()).played_on()
    assert [seat.player for seat in match.seats] == ["person", "learned"]
    assert match.record().steps == Guide(first).match.record().steps


@pytest.mark.parametrize("name", installed())
def test_a_lesson_is_told_to_who_listens(name: str) -> None:
    first = lesson(game(name))
    screen = Heard([page.task.action if page.task else "" for page in first.pages])
    table = SpokenLesson(first, screen)
    table.lead()
    assert table.guide.done
    heard = " ".join(screen.told)
    for page in first.pages:
        assert heard.count(aloud(in_words(game(name), page.text))) == 1
    assert not set("→│┌─") & set(heard)


def test_what_a_page_points_at_and_what_can_be_done_is_told_with_it() -> None:
    screen = Heard(["", "", "u", "", "draw stock"])
    SpokenLesson(lesson(game("whiplash")), screen).lead()
    prompts = [at for at, line in enumerate(screen.told) if line.startswith("> ")]
    second, third, again = (screen.told[start:end] for start, end in pairwise(prompts[:4]))
    assert second[-1].startswith("Hand: 3 of spades, 5 of clubs, 7 of hearts, 9 of spades")
    assert not any(line.startswith("1:") for line in second), "a page that asks for nothing"
    assert third[-2:] == ["1: Draw from the stock, face down", "2: Take from the pile, 8 of diamonds"]
    assert again[-1] == second[-1], "a page that is turned back is told again"
