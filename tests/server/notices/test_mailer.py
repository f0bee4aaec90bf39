"""The mailer: what kind of mail server takes its mails, and what the log says when one does not."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.server.accounts.post_office import PostOffice, post_office
from tuckbox.server.notices.mailer import Mailer

pytestmark = pytest.mark.anyio


def self_signed(folder: Path) -> ssl.SSLContext:
    """What a mail server has whose certificate only it has signed, such as Postfix on Debian after its installation."""
    key, name, now = ec.generate_private_key(ec.SECP256R1()), x509.Name([]), datetime.now(UTC)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(private + built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


async def test_a_relay_on_this_machine_may_have_any_certificate(tmp_path: Path) -> None:
    async with post_office(self_signed(tmp_path)) as office:
        assert await Mailer(office.settings).send("ann@example.org", "Hello", "Hello.")
    [(to, _)] = office.mails
    assert to == "ann@example.org"


async def test_on_another_machine_it_has_to_be_a_good_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.notices.mailer._OWN", ())
    async with post_office(self_signed(tmp_path)) as office:
        assert not await Mailer(office.settings).send("ann@example.org", "Hello", "Hello.")
    async with post_office() as plain:
        assert not await Mailer(plain.settings).send("ann@example.org", "Hello", "Hello.")
    assert not office.mails + plain.mails


async def test_addresses_are_sent_whole_and_in_plain_letters() -> None:
    """Mail programs decode nothing in `List-Unsubscribe`, and some show a text as it was sent."""
    off = "https://cards.example/api/mail/off/" + "0123456789abcdef" * 4
    async with post_office() as office:
        assert await Mailer(office.settings).send("ann@example.org", "Your turn", f"No more of these: {off}\n", off)
    [raw] = office.raw
    assert f"\r\nList-Unsubscribe: <{off}>\r\n".encode() in raw
    assert f"\r\nNo more of these: {off}\r\n".encode() in raw


async def test_the_log_says_why_a_mail_was_not_sent_but_not_to_whom(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refuse(*_: Any) -> str:
        return "550 5.1.1 <ann@example.org>: no such mailbox"

    monkeypatch.setattr(PostOffice, "handle_RCPT", refuse, raising=False)
    async with post_office() as office:
        mailer = Mailer(office.settings)
        assert not await mailer.send("ann@example.org", "Hello", "Hello.")
    assert not await mailer.send("ann@example.org", "Hello", "Hello.")
    refused, gone = (record.getMessage() for record in caplog.records if "was not sent" in record.getMessage())
    assert refused == "a mail was not sent: SMTPRecipientsRefused: 550"
    assert gone.startswith("a mail was not sent: SMTPConnectError: Error connecting to 127.0.0.1")
