"""Real mails: an address is confirmed by a link, and one signs in by another in a second browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.accounts.post_office import PostOffice, post_office_beside
from tests.server.browser.conftest import PATIENCE, Newcomer, Server, faults

ADDRESS = "ann@example.org"


@pytest.fixture(name="office")
def _office() -> Iterator[PostOffice]:
    with post_office_beside() as office:
        yield office


@pytest.fixture(name="mailing")
def _mailing(office: PostOffice, tmp_path: Path) -> Iterator[Server]:
    """A server whose mails come to the office."""
    server = Server(tmp_path / "tables.db", office.settings.smtp)
    server.start()
    yield server
    server.kill()


def mail(office: PostOffice, number: int) -> str:
    """The link of the mail of a number, as soon as it is there."""
    until = time.monotonic() + PATIENCE / 1000
    while len(office.mails) < number:
        assert time.monotonic() < until, "no mail has come"
        time.sleep(0.05)
    assert len(office.mails) == number
    assert office.mails[-1][0] == ADDRESS
    return office.link()


def test_ann_signs_in_on_her_phone_by_the_link_of_a_mail(newcomer: Newcomer, mailing: Server, office: PostOffice) -> None:
    ann, eve = newcomer(mailing, bypass_csp=True).named("Ann"), newcomer(mailing).named("Eve")
    table = ann.opens(players="2")
    ann.go("/account")
    ann.page.get_by_label("Your address").fill(ADDRESS)
    ann.page.get_by_role("button", name="Send me a link").click()
    expect(ann.page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    confirm = mail(office, 1)
    eve.page.goto(confirm)
    expect(eve.page.get_by_text("Open this link in the browser in which you asked for it")).to_be_visible()
    expect(eve.page.get_by_role("button", name="Yes, it is mine")).to_have_count(0)
    ann.page.goto(confirm)
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name="Yes, it is mine").click()
    ann.page.get_by_role("link", name="I have written it down").click()
    expect(ann.page.locator("#mail")).to_contain_text(ADDRESS)

    phone = newcomer(mailing, viewport={"width": 360, "height": 740}, bypass_csp=True)
    phone.go("/sign-in")
    phone.page.get_by_label("Or by your confirmed address").fill(ADDRESS)
    phone.page.get_by_role("button", name="Send me a link").click()
    enter = mail(office, 2)
    phone.page.goto(enter)
    assert faults(phone.page) == []
    phone.page.get_by_role("button", name="Sign in here").click()
    phone.page.wait_for_url("**/account")
    phone.go("/")
    expect(phone.page.get_by_label("Your name")).to_have_value("Ann")
    assert phone.page.locator(f'#my-matches ~ ul a[href="{table}"]').count() == 1
    eve.page.goto(enter)
    expect(eve.page.get_by_role("alert")).to_be_visible()  # it is good once
    eve.go("/")
    expect(eve.page.get_by_label("Your name")).to_have_value("Eve")


def test_nobody_learns_by_the_answer_whether_an_address_is_known(
    newcomer: Newcomer, mailing: Server, office: PostOffice
) -> None:
    eve = newcomer(mailing)
    eve.go("/sign-in")
    eve.page.get_by_label("Or by your confirmed address").fill("nobody@example.org")
    eve.page.get_by_role("button", name="Send me a link").click()
    expect(eve.page.get_by_role("status")).to_contain_text("If this address is known here")
    assert office.mails == []
