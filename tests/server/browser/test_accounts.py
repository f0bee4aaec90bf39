"""Becoming somebody in a real browser, with an authenticator that Chromium plays."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.browser.conftest import Newcomer, Person, Server, faults


def authenticator(page: Page, passkeys: list[dict[str, Any]] | None = None, verified: bool = True) -> Any:
    """Give a browser an authenticator, perhaps with the passkeys of another one, by which its owner is `verified` or not;
    what there is to ask it."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": verified, "automaticPresenceSimulation": True}
    key = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    for passkey in passkeys or []:
        session.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": passkey})
    return lambda: session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]


def by_name(person: Person, server: Server) -> Person:
    """The person at the address by which passkeys are made."""
    person.address = server.address.replace("127.0.0.1", "localhost")
    return person


def test_ann_makes_a_passkey_and_is_the_same_on_her_phone(newcomer: Newcomer, server: Server) -> None:
    ann = by_name(newcomer(bypass_csp=True), server).named("Ann")
    passkeys = authenticator(ann.page)
    table = ann.opens(players="2")
    ann.go("/account")
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name="Make a passkey").click()
    code = ann.page.locator("[data-code]")
    expect(code).to_be_visible()
    assert len(code.inner_text()) == 29
    assert faults(ann.page) == []
    recovery = code.inner_text()
    ann.page.get_by_role("link", name="I have written it down").click()
    expect(ann.page.get_by_text("this browser", exact=True)).to_be_visible()
    assert faults(ann.page) == []

    phone = by_name(newcomer(viewport={"width": 360, "height": 740}, bypass_csp=True), server)
    authenticator(phone.page, passkeys())
    phone.go("/sign-in")
    assert faults(phone.page) == []
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    phone.page.wait_for_url("**/account")
    phone.go("/")
    expect(phone.page.get_by_label("Your name")).to_have_value("Ann")
    assert phone.page.locator(f'#my-matches ~ ul a[href="{table}"]').count() == 1

    lost = by_name(newcomer(), server)
    lost.go("/recover")
    lost.page.get_by_label("Recovery code").fill(recovery)
    lost.page.get_by_role("button", name="Come back").click()
    expect(lost.page.get_by_role("heading", name="Welcome back")).to_be_visible()
    lost.page.get_by_role("link", name="I have written it down").click()
    authenticator(lost.page)
    lost.page.get_by_role("button", name="Add a passkey").click()
    lost.page.wait_for_function("() => document.querySelectorAll('#passkeys ~ ul li').length === 2")
    lost.page.get_by_role("button", name="End all others").click()
    phone.go("/")
    expect(phone.page.get_by_label("Your name")).to_have_value("")


def test_a_device_that_refuses_says_so(newcomer: Newcomer, server: Server) -> None:
    ann = by_name(newcomer(), server)
    authenticator(ann.page)
    ann.go("/sign-in")
    ann.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ann.page.locator("#failed")).not_to_be_empty()


def test_who_makes_no_passkey_after_all_is_not_asked_for_one(newcomer: Newcomer, server: Server) -> None:
    ann = by_name(newcomer(), server).named("Ann")
    authenticator(ann.page, verified=False)
    ann.go("/account")
    ann.page.get_by_role("button", name="Make a passkey").click()
    expect(ann.page.locator("#failed")).to_contain_text("No passkey was made")
