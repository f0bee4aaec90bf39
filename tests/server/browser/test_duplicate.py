"""A match of two that is played twice on the same deal, by two people, one of them on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.browser.conftest import SHORT, Newcomer, faults, play_to_the_end

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_two_play_a_deal_twice(newcomer: Newcomer) -> None:
    ann, bo = newcomer(bypass_csp=True).named("Ann"), newcomer(bypass_csp=True, **PHONE).named("Bo")
    first = ann.opens(players="2", twice="1", **SHORT)
    bo.go(first)
    expect(bo.page.get_by_text("This match is played twice")).to_be_visible()
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    for person in (ann, bo):
        person.begun()
    play_to_the_end(ann, bo)
    for person in (ann, bo):
        way = person.page.get_by_role("link", name="To the second match")
        expect(way).to_be_visible()
        assert faults(person.page) == []
        expect(person.page.get_by_role("link", name="Replay")).to_have_count(0)
        way.click()
        person.begun()
    assert ann.path == bo.path != first
    play_to_the_end(ann, bo)
    for person in (ann, bo):
        expect(person.page.get_by_text("Both matches together")).to_be_visible()
        person.page.get_by_role("link", name="Both matches").click()
        person.page.wait_for_url("**/both")
        expect(person.page.get_by_role("heading", name="Luck and skill of")).to_be_visible()
        assert faults(person.page) == []
        assert not person.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
