"""Addresses for mail by their addresses: nothing is told of who is here, and nothing happens by a mere look at a link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.accounts.authenticator import Authenticator
from tests.server.web.site import Site, open_site
from tuckbox.server.notices.mailer import Mailer, MailSettings
from tuckbox.server.storage.database import Database
from tuckbox.server.storage.schema import mailboxes, sessions

SITE = "https://cards.example"


@pytest.fixture(name="sent")
def _sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is sent: to whom, and the path of the link."""
    sent: list[tuple[str, str]] = []

    async def send(self: Mailer, to: str, subject: str, text: str, off: str = "") -> bool:
        sent.append((to, next(word.removeprefix(SITE) for word in text.split() if word.startswith(f"{SITE}/mail"))))
        return True

    monkeypatch.setattr(Mailer, "send", send)
    return sent


@pytest.fixture(name="posting")
def _posting(tmp_path: Path, sent: list[tuple[str, str]]) -> Iterator[Site]:
    """A server that sends mails."""
    with open_site(tmp_path / "tables.db", mail=MailSettings("smtp://127.0.0.1:1", "cards@cards.example", SITE)) as site:
        yield site


def wait(site: Site) -> None:
    """Wait until all that was asked for has been sent."""
    assert site.client.portal is not None
    app: Any = site.client.app
    site.client.portal.call(app.state.context.house.mailboxes.sent)


def test_from_a_guest_to_a_second_device(posting: Site, sent: list[tuple[str, str]]) -> None:
    ann, phone = posting.browser("Ann"), posting.stranger()
    assert "Your address" in ann.get("/account").text
    asked = ann.post("/account/mail", {"address": "ann@example.org"})
    assert (asked.status_code, asked.headers["location"]) == (303, "/account/mail")
    for _ in range(2):  # a page that is loaded again sends nothing again
        assert "Look into your mail" in ann.get("/account/mail").text
    wait(posting)
    [(to, link)] = sent
    assert to == "ann@example.org"
    assert "Open this link in the browser" in phone.post(link).text
    assert phone.post(link).status_code >= 400
    for _ in range(2):  # programs look at links before people do
        assert "Is this your address?" in ann.get(link).text
    welcome = ann.post(link)
    assert "Your recovery code" in welcome.text
    assert welcome.headers["cache-control"] == "no-store"
    assert "ann@example.org" in ann.get("/account").text
    assert ann.post("/account/mail/hours", {"hours": "24"}).headers["location"] == "/account"
    assert '<option value="24" selected>' in ann.get("/account").text
    phone.post("/sign-in/mail", {"address": "ann@example.org"})
    wait(posting)
    link = sent[-1][1]
    page = phone.get(link)
    assert page.headers["referrer-policy"] == "same-origin", "with none the browser would say `Origin: null` of its form"
    assert "location" not in phone.get("/account").headers
    assert phone.post(link).headers["location"] == "/account"
    assert "ann@example.org" in phone.get("/account").text
    assert phone.post(link).status_code >= 400, "it is good once"
    assert ann.post("/account/mail/remove").status_code >= 400, "it is the only way in"
    assert "Remove my address" not in ann.get("/account").text
    assert "Your address is your only way in" in ann.get("/account").text
    assert ann.asks("/account/passkeys", Authenticator().make(ann.asks("/account/passkeys/question", {}).json())).is_success
    assert "Remove my address" in ann.get("/account").text
    assert ann.post("/account/mail/remove").headers["location"] == "/account"
    assert "Your address" in ann.get("/account").text


def test_a_link_leads_back_to_the_page_where_one_wanted_to_sign_in(posting: Site, sent: list[tuple[str, str]]) -> None:
    ann, phone = posting.browser("Ann"), posting.stranger()
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    ann.post(sent[0][1])
    for number, (asked, led) in enumerate((("/daily/whiplash?day=2026-11-24",) * 2, ("//evil.example", "/")), 1):
        assert 'name="back" value="/daily"' in phone.get("/sign-in?back=/daily").text
        phone.post("/sign-in/mail", {"address": "ann@example.org", "back": asked})
        wait(posting)
        assert phone.post(sent[number][1]).headers["location"] == led
    assert phone.post("/sign-in/mail", {"address": "ann@example.org", "back": "/\u20ac"}).status_code == 303


def test_a_link_says_whose_account_it_opens(posting: Site, sent: list[tuple[str, str]]) -> None:
    ann, bo = posting.browser("Ann"), posting.browser("Bo")
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    [(_, link)] = sent
    assert "becomes the address of the account of <b>Ann</b>" in ann.get(link).text
    assert "Ann" not in bo.get(link).text, "where it cannot be used it does not tell"
    ann.post(link)
    ann.post("/sign-in/mail", {"address": "ann@example.org"})
    wait(posting)
    link = sent[-1][1]
    told = "You sign in to this browser as <b>Ann</b>."
    assert f"{told} It is no longer <b>Bo</b> then." in bo.get(link).text
    assert f"{told}</p>" in posting.stranger().get(link).text
    bo.post(link)
    for used in (link, link[:-1], "/mail/enter/zz", sent[0][1]):
        page = posting.stranger().get(used)
        assert page.status_code >= 400
        assert "<b>" not in page.text
        assert "Sign in here" not in page.text, "there is no button that can do nothing"


def test_a_link_has_a_button_only_in_the_browser_where_it_can_be_used(posting: Site, sent: list[tuple[str, str]]) -> None:
    """Others were told that it took too long, and could press in vain as often as they liked."""
    ann, bo, button = posting.browser("Ann"), posting.browser("Bo"), "Yes, it is mine"
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    [(_, link)] = sent
    for other in (bo, posting.stranger()):
        for page in (other.get(link), other.post(link)):
            assert "Open this link in the browser in which you asked for it" in page.text
            assert button not in page.text
            assert "too old" not in page.text
    assert button in ann.get(link).text


def test_a_link_that_was_used_says_where_things_stand_and_leads_on(posting: Site, sent: list[tuple[str, str]]) -> None:
    """Who confirmed an address and pressed the link once more was sent to sign in, where they were signed in already."""
    ann, stranger = posting.browser("Ann"), posting.stranger()
    account, entrance = ('<a class="order main" href="/account">', '<a class="order main" href="/sign-in">')
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    ann.post(sent[0][1])
    for page in (ann.get(sent[0][1]), ann.post(sent[0][1])):
        assert page.status_code >= 400
        assert "This link is too old, or has been used already." in page.text
        assert "The address of your account is <b>ann@example.org</b>." in page.text
        assert account in page.text
    assert "ann@example.org" not in stranger.get(sent[0][1]).text
    ann.post("/sign-in/mail", {"address": "ann@example.org"})
    wait(posting)
    link = sent[1][1]
    ann.post(link)
    assert "You are signed in here as <b>Ann</b>." in ann.get(link).text
    page = stranger.get(link)
    assert "A link is good once, and for 15 minutes. You can have a new one sent." in page.text
    assert entrance in page.text
    assert account in posting.browser("Bo").get(sent[0][1]).text, "a guest asks for a new one at their account"
    assert "This link is not whole" in stranger.get(link[:-1]).text


def test_known_and_unknown_addresses_look_the_same(posting: Site, sent: list[tuple[str, str]]) -> None:
    ann, zed = posting.browser("Ann"), posting.stranger()
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    ann.post(sent[0][1])
    known, unknown = (zed.post("/sign-in/mail", {"address": to}) for to in ("ann@example.org", "zed@example.org"))
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text)
    assert known.headers == unknown.headers
    assert known.headers["location"] == "/sign-in/mail"
    assert "If this address is known here" in zed.get("/sign-in/mail").text
    wait(posting)
    assert [to for to, _ in sent] == ["ann@example.org"] * 2
    assert zed.post("/sign-in/mail", {"address": "no address"}).status_code >= 400


def test_as_much_is_written_for_addresses_that_are_nobodys(
    posting: Site, sent: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, mallory = posting.browser("Ann"), posting.browser("Mallory")
    ann.post("/account/mail", {"address": "ann@example.org"})
    mallory.post("/account/mail", {"address": "zed@example.org"})
    wait(posting)
    ann.post(next(link for to, link in sent if to.startswith("ann")))
    began: list[int] = []
    writing = Database.writing

    def counted(self: Database) -> Any:
        began.append(1)
        return writing(self)

    monkeypatch.setattr(Database, "writing", counted)
    written = {}
    for address in ("ann@example.org", "zed@example.org"):
        for number in range(3):  # three mails in an hour at most, and each has had one
            began.clear()
            mallory.post("/sign-in/mail", {"address": address})
            wait(posting)
            written[address[:3], number] = len(began)
    assert [written["ann", number] for number in range(3)] == [2, 2, 1]
    assert [written["zed", number] for number in range(3)] == [2, 2, 1]
    assert [to for to, _ in sent].count("zed@example.org") == 1


def test_one_address_cannot_use_up_the_mails_of_all(posting: Site, sent: list[tuple[str, str]]) -> None:
    mallory = posting.browser("Mallory")
    asked = [mallory.post("/account/mail", {"address": f"{number}@example.org"}).status_code for number in range(15)]
    wait(posting)
    assert asked == [303] * 10 + [429] * 5
    assert len(sent) == 10
    assert posting.stranger().post("/sign-in/mail", {"address": "0@example.org"}).status_code == 429


@pytest.mark.parametrize(
    "path",
    ["/account/mail", "/account/mail/hours", "/account/mail/remove", "/sign-in/mail", "/mail/confirm/00", "/mail/enter/00"],
)
def test_pages_of_other_sites_can_ask_for_nothing(posting: Site, sent: list[tuple[str, str]], path: str) -> None:
    ann = posting.browser("Ann")
    assert ann.post(path, {"address": "victim@example.org"}, origin="https://evil.example").status_code == 403
    wait(posting)
    assert sent == []


def test_one_click_of_a_mail_program_needs_no_page_and_tells_nothing(posting: Site) -> None:
    answers = {
        posting.client.post(f"/api/mail/off/{key}", data={"List-Unsubscribe": "One-Click"}).text for key in ("00", "x" * 90)
    }
    assert answers == {"You are told no more by mail."}
    assert posting.stranger().get("/mail/elsewhere/00").status_code == 404


def test_who_has_an_address_and_no_passkey_shows_by_a_link_that_it_is_them(
    posting: Site, sent: list[tuple[str, str]]
) -> None:
    ann = posting.browser("Ann")
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    assert "The one before it" not in ann.post(sent[0][1]).text, "there was no code before"
    assert "Your only one" not in ann.get("/account").text, "there is no passkey"
    posting.execute(update(sessions).values(proved=0.0))
    for page in ("/account", "/account/delete"):
        stale = ann.get(page).text
        assert 'data-passkey="prove"' not in stale, "they have none to show"
        assert 'action="/sign-in/mail"' in stale
        assert 'value="ann@example.org"' in stale
    assert ann.post("/account/code").status_code == 403
    ann.post("/sign-in/mail", {"address": "ann@example.org"})
    wait(posting)
    assert 'href="/account">Back<' in ann.get("/sign-in/mail").text
    assert 'href="/sign-in">Back<' in posting.stranger().get("/sign-in/mail").text
    assert ann.post(sent[1][1]).headers["location"] == "/account"
    assert ann.get("/account").text.count("this browser</span>") == 1
    assert "End the session of" not in ann.get("/account").text, "they are signed in here once, as before"
    assert "Forget me for good" in ann.get("/account/delete").text
    assert "The one before it" in ann.post("/account/code").text


def test_the_link_of_a_digest_leads_to_a_page_that_stops_them(posting: Site, sent: list[tuple[str, str]]) -> None:
    ann, stranger = posting.browser("Ann"), posting.stranger()
    ann.post("/account/mail", {"address": "ann@example.org"})
    wait(posting)
    ann.post(sent[0][1])
    ann.post("/account/mail/hours", {"hours": "24"})
    link = f"/mail/off/{posting.execute(select(mailboxes.c.key))}"
    asked = stranger.get(link).text
    assert f'action="{link}"' in asked
    assert "You will not be told by mail any more" in asked
    assert '<option value="24" selected>' in ann.get("/account").text, "a look at the link stops nothing"
    stopped = stranger.post(link)
    assert 'href="/"' in stopped.text, "it is a page, which leads on"
    assert "You will not be told by mail any more" in stopped.text
    assert '<option value="0" selected>' in ann.get("/account").text
    assert stranger.post("/mail/off/00").text == stopped.text, "whether a link is known it does not tell"


def test_without_mail_nothing_of_it_is_there(site: Site) -> None:
    ann = site.browser("Ann")
    assert "E-mail" not in ann.get("/account").text
    assert "confirmed address" not in ann.get("/sign-in").text
    assert ann.post("/account/mail", {"address": "ann@example.org"}).status_code == 404
    assert ann.post("/sign-in/mail", {"address": "ann@example.org"}).status_code == 404
    for path in ("/account/mail", "/sign-in/mail"):
        assert ann.get(path).status_code == 404
