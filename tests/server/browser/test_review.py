"""The coach in the browser: from the end of a match to its review, through it by keys and clicks, and on into practice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.browser.conftest import PATIENCE, Newcomer, Person, faults, play_to_the_end

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def reviewed(ann: Person) -> Person:
    """With a match played, its review before one."""
    ann.hand()
    play_to_the_end(ann)
    ann.page.get_by_role("link", name="Review").click()
    expect(ann.page.locator(".review .curve")).to_be_visible(timeout=3 * PATIENCE)  # the coach has much to work out
    ann.page.wait_for_load_state()  # keys are heard once the page's script has run
    return ann


def step(ann: Person) -> int:
    """The step that is shown."""
    return int(re.findall(r"\d+", ann.page.locator(".steps .at").inner_text())[0])


LOOKS: dict[str, dict[str, Any]] = {"light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}, "phone": PHONE}


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_has_no_faults(newcomer: Newcomer, look: str) -> None:
    ann = reviewed(newcomer(**LOOKS[look]))
    expect(ann.page.get_by_role("heading", name="Your chance to win")).to_be_visible()
    expect(ann.page.get_by_role("img", name=re.compile("The chances at"))).to_be_visible()
    assert faults(ann.page) == []


def test_the_steps_stand_in_a_column_on_a_phone_on_its_side(newcomer: Newcomer) -> None:
    ann = reviewed(newcomer(viewport={"width": 844, "height": 390}))
    assert ann.page.locator(".dock").evaluate("dock => dock.offsetWidth") == 17 * 16
    ways = ann.page.locator(".steps .order:visible").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(ways) == 4
    assert len(set(ways)) == 1


def test_one_goes_through_it_by_keys_and_by_the_curve(newcomer: Newcomer) -> None:
    ann = reviewed(newcomer())
    ann.page.keyboard.press("Home")
    expect(ann.page.locator(".steps .at")).to_contain_text("1 of")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".steps .at")).to_contain_text("2 of")
    ann.page.keyboard.press("ArrowDown")
    ann.wait("() => !document.querySelector('.steps .at').textContent.includes('step 2 of')")
    expect(ann.page.locator("#verdict")).to_contain_text("You played")
    expect(ann.page.locator(".felt .was-played")).not_to_have_count(0)
    ann.page.keyboard.press("Home")  # the decision just shown may be the last of a hand that ends early
    expect(ann.page.locator(".steps .at")).to_contain_text("1 of")
    box = ann.page.locator(".curve").bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] + box["width"] - 25, box["y"] + box["height"] / 2)
    ann.wait("() => !document.querySelector('.steps .at').textContent.includes('step 1 of')")
    assert step(ann) > 2
    ann.page.go_back()
    expect(ann.page.locator(".steps .at")).to_contain_text("1 of")


def test_one_plays_on_from_a_decision_and_comes_back(newcomer: Newcomer) -> None:
    ann = reviewed(newcomer())
    ann.page.locator("#decisions summary").click()
    link = ann.page.locator(".decisions a").first
    at = int(link.inner_text().partition(":")[0])
    link.click()
    expect(ann.page.locator(".steps .at")).to_contain_text(f"{at} of")
    ann.page.get_by_role("button", name="Play on from here").click()
    expect(ann.page.locator(".headline")).to_contain_text(f"Practice from step {at}")
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.locator(".move").first.click()
    assert faults(ann.page) == []
    ann.page.locator(".headline a").click()
    expect(ann.page.locator(".steps .at")).to_contain_text(f"{at} of")


def test_no_button_of_a_replay_is_cut_off_on_a_phone(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE).hand()
    play_to_the_end(ann)
    ann.page.get_by_role("link", name="Replay").click()
    expect(ann.page.locator(".player")).to_be_visible()
    for thing in ann.page.locator(".player > *, .steps > *").all():
        box = thing.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
