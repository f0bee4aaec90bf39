"""What is this? With the pointer, a finger, the keyboard, and from a sentence."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Route, expect

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


def test_a_card_that_slides_under_a_pointer_at_rest_tells_nothing_until_the_pointer_moves(newcomer: Newcomer) -> None:
    ann = at_table(newcomer, viewport={"width": 1280, "height": 800})
    ann.act("draw stock")
    card, answer = ann.page.locator(".mine .card.act").first, ann.page.locator("#answer")
    box = card.bounding_box()
    assert box
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    version = ann.version
    ann.page.mouse.down()
    ann.page.mouse.up()
    ann.after(version)
    ann.wait("() => document.querySelector('.table:is(.turn, .stage-finished)')")
    ann.page.wait_for_timeout(1500)
    expect(answer).to_be_hidden()
    hand = ann.page.locator(".mine .cards").bounding_box()
    ann.page.locator(".mine .card").nth(1).hover()
    expect(answer).to_be_visible()
    told = answer.bounding_box()
    assert hand
    assert told
    assert told["y"] + told["height"] <= hand["y"], "above the hand, not over it"


def test_an_answer_that_comes_late_adds_nothing_to_the_one_that_is_read(newcomer: Newcomer) -> None:
    ann, held = at_table(newcomer), list[Route]()
    answer = ann.page.locator("#answer.read")

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/why?*", hold)
    with ann.page.expect_request("**/why?*"):
        ann.page.locator(".mine .card").first.evaluate("card => { card.tabIndex = 0; card.focus(); }")
        ann.page.keyboard.press("i")
    ann.page.locator(".pile .card.act").last.focus()
    ann.page.keyboard.press("i")
    expect(answer.get_by_role("button", name="Take from the pile")).to_be_visible()
    with ann.page.expect_request_finished():
        held[0].continue_()
    ann.page.wait_for_timeout(200)
    expect(answer.locator(".not-now")).to_have_count(0)
    expect(answer.get_by_role("button", name="Take from the pile")).to_be_visible()


def test_a_pointer_at_rest_takes_nothing_away_that_a_key_has_asked_for(newcomer: Newcomer) -> None:
    """Whatever comes to lie under it while the answer is on its way."""
    ann, held = at_table(newcomer), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/about?*", hold)
    with ann.page.expect_request("**/about?*"):
        ann.page.locator(".pile .card.act").last.press("i")
    ann.page.locator(".mine .card").first.dispatch_event("pointerover", {"bubbles": True, "pointerType": "mouse"})
    held[0].continue_()
    expect(ann.page.locator("#answer.read")).to_be_visible()


def test_a_second_finger_ends_a_long_press(newcomer: Newcomer) -> None:
    ann = at_table(newcomer, **PHONE)
    touch, cards = ann.page.context.new_cdp_session(ann.page), ann.page.locator(".mine .card")
    points = []
    for number in (0, 2):
        box = cards.nth(number).bounding_box()
        assert box
        points.append({"x": box["x"] + 8, "y": box["y"] + box["height"] / 2, "id": number})
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    ann.page.wait_for_timeout(900)
    expect(ann.page.locator("#answer")).to_be_hidden()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
