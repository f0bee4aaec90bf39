"""Pages of lessons: what each speaks of is there, and so are the ways on and back."""

from __future__ import annotations

import re

import pytest

from tests.server.html.soup import Tag, buttons, read
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson
from tuckbox.match.labels import label
from tuckbox.server.html.lesson import lesson_body, lesson_page, lesson_path
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.web.learn import show

LOOKER = Visitor("", Preferences())
_FACT = re.compile(r"#([\w-]+) :nth-child\((\d+) of \.fact\)")


def spoken_of(root: Tag) -> Tag | None:
    """What the script of the page would find by the words of the bubble; it knows a few forms of them."""
    bubble = next(tag for tag in root.all() if tag.attrs.get("id") == "bubble")
    inner, _, around = bubble.attrs.get("data-at", "").partition("^")
    fact, by_id = _FACT.fullmatch(inner), {tag.attrs["id"]: tag for tag in root.all() if "id" in tag.attrs}
    if fact:
        header = next(tag for tag in by_id[fact[1]].all() if any(child.has("fact") for child in tag.children))
        return [child for child in header.children if child.has("fact")][int(fact[2]) - 1]
    if inner.startswith("[data-act="):
        action = inner.removeprefix('[data-act="').removesuffix('"]')
        return next(tag for tag in root.all() if tag.attrs.get("data-act") == action)
    if not inner.startswith("#"):
        return None
    found = by_id[inner[1:]]
    names = [name.strip(" .") for name in around.split(",")]
    return next(tag for tag in found.around() if any(map(tag.has, names))) if around else found


@pytest.mark.parametrize("name", installed())
def test_what_each_page_speaks_of_is_in_it(name: str) -> None:
    guide = Guide(lesson(game(name)))
    while not guide.done:
        page, root = guide.page, read(lesson_body(show(guide)))
        found = spoken_of(root)
        assert (found is not None) == bool(page.at)
        if page.at.startswith(("card ", "space ", "door ")):
            assert found is not None
            assert found.attrs.get("id")
        if page.at.startswith("fact "):
            assert found is not None
            assert found.words().startswith(page.at.split()[1])
        links = {tag.attrs["id"]: tag.attrs["href"] for tag in root.all() if tag.attrs.get("id", "").startswith("lesson-")}
        asks = page.task.action if page.task and not page.task.allowed else ""
        assert links["lesson-next"] == lesson_path(guide.lesson.game, guide.number + (not asks), asks)
        assert ("lesson-back" in links) == (guide.number > 0)
        if page.task is not None:
            bubble = next(tag for tag in root.all() if tag.attrs.get("id") == "bubble")
            said = next(tag for tag in bubble.all() if tag.has("say")).words()
            assert f"({page.task.action})" not in said, "notation is for the terminal"
            if re.search(r"\d", page.task.action):  # else it may be plain words, such as: no action
                assert page.task.action.lower() not in said.lower(), "notation is for the terminal"
        moves = {button.attrs["data-act"] for button in buttons(root, "move")}
        assert moves == (set(guide.match.legal(0)) if page.task else set())
        guide.turn()


@pytest.mark.parametrize("worded", [False, True])
@pytest.mark.parametrize("name", installed())
def test_where_there_is_only_to_read_nothing_else_is_asked_for(name: str, worded: bool) -> None:
    guide = Guide(lesson(game(name)))
    while not guide.done:
        root = read(lesson_body(show(guide), worded))
        status = next(tag for tag in root.all() if tag.attrs.get("id") == "status").words()
        assert (status == "Read, then choose Next.") == (guide.page.task is None and bool(guide.match.asked))
        guide.turn()
    root = read(lesson_body(show(guide), worded))
    assert "is thinking" not in root.words()


@pytest.mark.parametrize("name", installed())
def test_in_words_cards_are_called_as_one_says_them(name: str) -> None:
    guide = Guide(lesson(game(name)))
    while not guide.done:
        root = read(lesson_body(show(guide), worded=True))
        bubble = next(tag for tag in root.all() if tag.attrs.get("id") == "bubble")
        assert not set("♣♦♥♠") & set(bubble.words())
        guide.turn()


def test_after_the_last_page_one_may_play_on() -> None:
    first = lesson(game("whiplash"))
    guide = Guide(first, len(first.pages))
    root = read(lesson_body(show(guide)))
    assert [button.words() for button in buttons(root, "main")] == ["Play on from here"]
    assert "That was the lesson. Play on from here, or begin a match of your own!" in root.words()
    while not guide.match.done:
        guide.match.deal() if guide.match.between else guide.match.play(guide.match.legal()[0])
    over = read(lesson_body(show(guide)))
    assert [button.words() for button in buttons(over, "main")] == ["Play bots now"]
    assert "Play on" not in over.words()


def test_a_whole_page_is_markup_a_strict_reader_takes() -> None:
    first = lesson(game("keywhiz"))
    page = lesson_page(show(Guide(first, 3), "You have no key <for> it."), LOOKER)
    root = read(page.partition(">")[2])
    assert "You have no key <for> it." in root.words()
    assert {"/static/lesson.css", "/static/lesson.js"} <= {
        (tag.attrs.get("href") or tag.attrs.get("src", "")).partition("?")[0] for tag in root.all()
    }


@pytest.mark.parametrize("name", installed())
def test_answers_call_the_action_that_is_asked_for_as_its_button_does(name: str) -> None:
    guide = Guide(lesson(game(name)))
    while not guide.done:
        task = guide.page.task
        for action in guide.match.legal(0) if task else ():
            answer = Guide(guide.lesson, guide.number).act(action)
            root = read(lesson_body(show(guide, answer.text)))
            said = [tag.words() for tag in root.all() if tag.has("answer")]
            assert len(said) == bool(answer.text)
            assert "`" not in "".join(said), "notation is for the terminal"
            if "is allowed, too" in answer.text:
                assert label(guide.match.game, action, guide.match.names, 0)[1:] in "".join(said)
        guide.turn()


def test_what_the_prompt_asks_to_say_is_a_button() -> None:
    root = read(lesson_body(show(Guide(lesson(game("whipsaw")), 6))))
    [done] = [button for button in buttons(root, "move") if button.attrs["data-act"] == "done"]
    assert "then say done" in root.words()
    assert done.words().startswith("Done")


def test_cards_in_answers_are_called_as_on_the_page() -> None:
    guide = Guide(lesson(game("whipsaw")), 5)
    root = read(lesson_body(show(guide, guide.act("put oL").text)))
    [said] = [tag.words() for tag in root.all() if tag.has("answer")]
    assert "Put two legislators (gold)" in said
    assert "oLL" not in said
