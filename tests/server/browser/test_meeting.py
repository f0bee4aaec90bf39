"""Strangers who meet, each in a browser of their own."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.browser.conftest import Newcomer, Person, faults


def looks(person: Person, game: str = "Whiplash") -> None:
    """Look for a game of two, and only this one."""
    person.go("/find")
    for box in person.page.locator('[name="game"], [name="players"]').all():
        box.uncheck()
    person.page.get_by_label(game).check()
    person.page.get_by_label("2", exact=True).check()
    person.page.get_by_role("button", name="Find a game").click()


def test_two_strangers_are_at_a_table_within_seconds_and_their_match_begins(newcomer: Newcomer) -> None:
    ann, bo = newcomer(bypass_csp=True).named("Ann"), newcomer().named("Bo")
    looks(ann)
    expect(ann.page.get_by_role("heading", name="Looking for others")).to_be_visible()
    assert faults(ann.page) == []
    looks(bo)
    for person in (ann, bo):
        person.page.wait_for_url("**/tables/*")
        person.wait("() => document.querySelector('#table.stage-playing')")
    assert ann.path == bo.path
    ann.page.locator("#status").focus()
    ann.page.keyboard.press("r")
    assert ann.focused == "BUTTON Hello!"
    ann.page.keyboard.press("Enter")
    expect(bo.page.locator("#said .reaction")).to_have_text("Ann Hello!")
    for person in (ann, bo):
        expect(person.page.locator("#saying")).to_have_count(0)
        person.page.get_by_role("button", name="Agree to a chat").click()
    ann.page.locator("#saying").fill("a nice deal")
    ann.page.keyboard.press("Enter")
    expect(bo.page.locator("#said")).to_contain_text("a nice deal")
    bo.page.get_by_role("link", name="Mute, block or report somebody").click()
    bo.page.get_by_role("button", name="Mute Ann").click()
    bo.go(ann.path)
    bo.wait("() => document.querySelector('#table.stage-playing')")
    expect(bo.page.locator("#said li")).to_have_count(0)


def test_the_front_page_fills_and_empties_by_itself(newcomer: Newcomer) -> None:
    ann, bo = newcomer().named("Ann"), newcomer().named("Bo")
    ann.go("/")
    table = bo.opens(players="2", private="0")
    entry = ann.page.locator(f'#live-open a[href="{table}"]')
    expect(entry).to_be_visible()
    bo.page.get_by_role("button", name="Easy bot").click()
    expect(ann.page.locator("#live-open").get_by_text("waits for its start")).to_be_visible()
    bo.page.get_by_role("button", name="Start the match").click()
    expect(ann.page.locator("#live-open").get_by_text("playing").first).to_be_visible()
