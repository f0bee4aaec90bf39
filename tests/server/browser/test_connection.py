"""Pages whose connection is lost for a moment, or whose answers come late: they say so, and go on when it is back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.browser.conftest import Newcomer, Person


def test_who_is_invited_and_comes_back_after_a_while_is_still_asked_for_a_name(newcomer: Newcomer) -> None:
    path = newcomer().named("Ann").opens(players="2")
    bo = newcomer()
    bo.go(path)
    bo.page.wait_for_load_state()
    with bo.page.expect_response("**/since?step=*") as came:
        away_for_a_while(bo)
    assert came.value.text() == ""
    expect(bo.page.locator("#welcome")).to_be_visible()


def away_for_a_while(person: Person) -> None:
    """Let the page believe that another one was looked at for some minutes."""
    person.page.evaluate("""() => {
        let hidden = true;
        Object.defineProperty(document, 'hidden', { get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
        const now = Date.now;
        Date.now = () => now() + 300000;
        hidden = false;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
