"""Somebody who is blocked: they find no seat, are heard no more and paired no more, and are told nothing of it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.browser.conftest import Newcomer, faults
from tests.server.browser.test_meeting import looks


def test_who_is_blocked_cannot_sit_speak_or_be_paired(newcomer: Newcomer) -> None:
    ann, bo = newcomer(bypass_csp=True).named("Ann"), newcomer().named("Bo")
    table = ann.opens(players="2")
    bo.go(table)
    bo.page.locator("#saying").fill("you fool")
    bo.page.keyboard.press("Enter")
    expect(ann.page.locator("#said")).to_contain_text("you fool")
    ann.page.get_by_role("link", name="Mute, block or report somebody").click()
    ann.page.get_by_role("button", name="Block Bo").click()
    expect(ann.page.get_by_role("status")).to_contain_text("never paired")
    assert faults(ann.page) == []

    ann.go(table)
    expect(ann.page.locator("#said li")).to_have_count(0)
    bo.page.locator("#saying").fill("are you there?")
    bo.page.keyboard.press("Enter")
    expect(bo.page.locator("#said")).to_contain_text("are you there?")
    bo.page.get_by_role("button", name="Sit here").click()
    expect(bo.page.get_by_role("alert").filter(visible=True)).not_to_contain_text("block")
    expect(ann.page.get_by_text("Free seat")).to_be_visible()
    expect(ann.page.locator("#said li")).to_have_count(0)

    for person in (ann, bo):
        looks(person, "Key Whiz")
        expect(person.page.get_by_role("heading", name="Looking for others")).to_be_visible()
    cy = newcomer().named("Cy")
    looks(cy, "Key Whiz")
    cy.page.wait_for_url("**/tables/*")
    ann.page.wait_for_url("**/tables/*")
    assert cy.path == ann.path, "who came first is met first, and it is not Bo"
    expect(bo.page.get_by_role("heading", name="Looking for others")).to_be_visible()
    bo.page.get_by_role("button", name="Stop looking").click()
    bo.go("/account")
    expect(bo.page.locator("#unheard")).to_have_count(0)

    ann.go("/account")
    ann.page.get_by_role("button", name="Hear Bo again").click()
    ann.go(table)
    expect(ann.page.locator("#said")).to_contain_text("are you there?")
