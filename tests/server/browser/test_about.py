"""What is this? With the pointer, a finger, the keyboard, and from a sentence."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.server.browser.conftest import Newcomer, Person

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def at_table(newcomer: Newcomer, **options: Any) -> Person:
    """Somebody whose turn it is in a hand of Whiplash."""
    ann = newcomer(**options).hand()
    ann.wait("() => document.querySelector('.table.turn')")
    return ann


def test_a_pointer_that_rests_is_told_what_a_card_does(newcomer: Newcomer) -> None:
    ann = at_table(newcomer)
    card = ann.page.locator(".mine .card").first
    card.hover()
    answer = ann.page.locator("#answer")
    expect(answer).to_be_visible()
    expect(answer).to_contain_text("Rule WL-8.1")
    ann.page.mouse.move(2, 300)
    expect(answer).to_be_hidden()


def test_the_key_i_opens_and_closes_the_answer_where_one_is(newcomer: Newcomer) -> None:
    ann = at_table(newcomer)
    ann.page.locator(".pile .card.act").last.focus()
    ann.page.keyboard.press("i")
    answer = ann.page.locator("#answer")
    expect(answer).to_be_focused()
    expect(answer.get_by_role("link")).to_have_attribute("href", "/games/whiplash#WL-8.1")
    version = ann.version
    answer.get_by_role("button", name="Take from the pile").click()
    ann.after(version)
    expect(answer).to_be_hidden()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.locator(".mine .card.act").first.press("i")
    expect(answer).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(answer).to_be_hidden()
    assert ann.focused.startswith("c-"), "back on the card"


def test_a_long_press_opens_a_sheet_and_plays_nothing(newcomer: Newcomer) -> None:
    ann = at_table(newcomer, **PHONE)
    version, card = ann.version, ann.page.locator(".mine .card").nth(1)
    box = card.bounding_box()
    assert box
    touch = ann.page.context.new_cdp_session(ann.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    answer = ann.page.locator("#answer.read")
    expect(answer).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(answer).to_be_visible()
    assert ann.version == version
    ann.page.touchscreen.tap(200, 60)
    expect(answer).to_be_hidden()


def test_a_card_in_a_sentence_answers_and_lights_up(newcomer: Newcomer) -> None:
    ann = at_table(newcomer)
    ann.act("draw stock")
    ann.page.locator(".log .chip").last.click()
    expect(ann.page.locator("#answer.read")).to_be_visible()
    expect(ann.page.locator(".mine .card.lit")).to_have_count(1)
    assert "step=" not in ann.page.url, "the link to the step is not followed"
