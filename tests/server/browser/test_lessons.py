"""Lessons in the browser: each played through by what a person would click, on a phone and on a large screen."""

from __future__ import annotations

import pytest

from tests.server.browser.conftest import Newcomer, Person, faults
from tuckbox.definition.game import game
from tuckbox.lessons.script import Page, lesson

SIZES = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 640},
    "desk": {"width": 1280, "height": 800},
}
HIDDEN = """async () => {
  let fitted = true; // when a table has been fitted into its room, the bubble follows it in the next frame
  addEventListener('fit', () => { fitted = true; });
  while (fitted) {
    fitted = false;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  }
  const part = selector => document.querySelector(selector), all = selector => [...document.querySelectorAll(selector)];
  const box = one => one.getBoundingClientRect();
  function seen(one) { // most of it, by points of a grid; cards that lie upon it hide nothing
    const { left, top, width, height } = box(one), grid = [1, 2, 3, 4, 5, 6, 7];
    const points = grid.flatMap(x => grid.map(y => document.elementFromPoint(left + width * x / 8, top + height * y / 8)));
    return points.filter(at => at && (one.contains(at) || at.closest('.felt'))).length > 49 * 2 / 3;
  }
  const found = [], bubble = part('#bubble'), { asks = bubble.dataset.at, task } = part('#table').dataset;
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const move = task && part(`.move[data-act="${CSS.escape(task)}"]`), spoken = part('.spoken');
  const touched = move ? all('[data-moves]').filter(one => one.dataset.moves.split(' ').includes(move.dataset.n)) : [];
  if (asks && !(spoken && seen(spoken))) found.push(`what is spoken of: ${asks}`);
  const reached = touched.length ? touched.some(seen) : !move || (move.checkVisibility() && seen(move));
  if (!reached) found.push(`what is to be done: ${task}`);
  const hand = bubble.matches('.beside') ? all('.mine .cards .card') : [];
  if (hand.some(card => over(box(card), box(bubble)))) found.push('the hand');
  if (!bubble.contains(document.elementFromPoint(box(bubble).left + 20, box(bubble).top + 12))) found.push('the bubble');
  return found;
}"""
"""What a person would miss on a page of a lesson: what it speaks of, what they have to touch, their hand or the bubble."""


def do(person: Person, page: Page) -> None:
    """Do what a page asks for, as a person would: touch the thing on the table, else the button; or read on."""
    table, task = person.page.locator("#table"), page.task
    if task is None or not task.allowed:
        person.page.locator("#lesson-next").click()
        return
    number = table.locator(f'.move[data-act="{task.action}"]').get_attribute("data-n")
    assert number is not None
    things = table.locator(f'[data-moves~="{number}"]')
    open_to_touch = (
        "all => all.findIndex(one => { const at = one.getBoundingClientRect(); return one.contains("
        "document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)); })"
    )
    if things.count():
        things.nth(max(0, things.evaluate_all(open_to_touch))).click()
        return
    if not table.locator(f'.move[data-act="{task.action}"]').is_visible():
        person.page.locator("#all > summary").click()
    table.locator(f'.move[data-act="{task.action}"]').click()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
def test_a_lesson_is_played_through(newcomer: Newcomer, name: str, size: str) -> None:
    person = newcomer(viewport=SIZES[size])
    person.go("/")
    person.page.locator(f'a[href="/learn/{name}"]').click()
    for number, page in enumerate(lesson(game(name)).pages, 1):
        person.wait("page => document.querySelector('#table')?.dataset.page === page", str(number))
        said = person.page.locator("#bubble .say").inner_text()
        assert said.split()[:2] == page.text.split()[:2]  # cards are called there by their names
        assert person.page.locator(".spoken").count() == (1 if page.at else 0)
        assert person.page.evaluate(HIDDEN) == [], number
        box = person.page.locator("#bubble").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SIZES[size]["width"]
        assert box["y"] >= 0
        do(person, page)
    person.page.get_by_role("button", name="Play bots now").wait_for()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_is_scrolled_sideways_to_be_done_on_a_phone_on_its_side(newcomer: Newcomer) -> None:
    person = newcomer(viewport={"width": 740, "height": 360})
    for page in (3, 5, 8):
        person.go(f"/learn/jalopies?page={page}")
        assert person.page.locator(".dock > .bar .move").count() > 1
        assert person.page.locator("#bar").evaluate("bar => bar.scrollWidth <= bar.clientWidth"), page


def test_an_exercise_has_all_of_the_height_on_a_phone_on_its_side(newcomer: Newcomer) -> None:
    person = newcomer(viewport={"width": 844, "height": 390})
    person.go("/exercises/whiplash/2")
    heights = [person.page.locator(one).evaluate("one => one.offsetHeight") for one in ("#top", ".dock")]
    assert sum(heights) > 380


def test_what_else_is_done_is_answered_and_the_page_before_is_a_key_away(newcomer: Newcomer) -> None:
    person = newcomer()
    person.go("/learn/whiplash?page=3")
    person.page.locator("#table .move[data-act='take discard']").click()
    person.page.locator("#bubble .answer").wait_for()
    assert "You may. But you have no other eight" in person.page.locator("#bubble .answer").inner_text()
    assert person.page.url.endswith("?page=3")
    person.page.keyboard.press("ArrowLeft")
    person.wait("() => document.querySelector('#table')?.dataset.page === '2'")
    person.page.go_back()
    person.wait("() => document.querySelector('#table')?.dataset.page === '3'")
    assert faults(person.page) == []


def test_the_bubble_stays_in_sight_while_a_phone_is_scrolled(newcomer: Newcomer) -> None:
    person = newcomer(viewport=SIZES["phone"])
    person.go("/learn/whiplash?page=14")
    for down in range(0, 120, 10):
        person.page.evaluate(
            "y => new Promise(done => { scrollTo(0, y); requestAnimationFrame(() => setTimeout(done)); })", down
        )
        beside = person.page.locator("#bubble.beside")
        box = beside.bounding_box() if beside.count() else None
        assert box is None or box["y"] >= 0, down


def test_on_a_phone_a_new_card_that_copies_another_says_both(newcomer: Newcomer) -> None:
    person = newcomer(viewport={"width": 390, "height": 844})
    person.go("/learn/whiplash?page=7")  # an ace that copies a seven, as it is when it has just been drawn
    below, top = person.page.locator("#c-AD").evaluate("""card => {
        card.classList.add('fresh');
        const copied = card.querySelector('.copied');
        return [parseFloat(getComputedStyle(card, '::before').bottom), card.clientHeight - copied.offsetTop];
    }""")
    assert below >= top > 0, "one word covers the other"
