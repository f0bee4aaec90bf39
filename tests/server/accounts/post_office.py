"""A server for mail, which keeps what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP

from tuckbox.server.notices.mailer import MailSettings

SITE = "https://cards.example"


class PostOffice:
    """The mails that came, and the settings by which they do; while `closed`, it takes none."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        self.port, self.closed = 0, False

    @property
    def settings(self) -> MailSettings:
        """Settings of a server that sends its mails here."""
        return MailSettings(f"smtp://127.0.0.1:{self.port}", "Tuckbox <cards@cards.example>", SITE)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail."""
        if self.closed:
            return "451 not now"
        mail = message_from_bytes(envelope.content, policy=policy.SMTP)
        assert isinstance(mail, EmailMessage)
        self.mails.append((envelope.rcpt_tos[0], mail))
        return "250 taken"

    def text(self) -> str:
        """The text of the last mail."""
        return str(self.mails[-1][1].get_content())

    def token(self) -> str:
        """What the link of the last mail ends with."""
        found = re.search(SITE + r"/mail/\w+/(\w+)", self.text())
        assert found
        return found[1]


@contextlib.asynccontextmanager
async def post_office() -> AsyncIterator[PostOffice]:
    """A server for mail, at a free port of this machine."""
    office = PostOffice()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(office), "127.0.0.1", 0)
    office.port = server.sockets[0].getsockname()[1]
    async with server:
        yield office
