"""A server for mail, which keeps what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import AsyncIterator, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from ssl import SSLContext
from typing import Any

from aiosmtpd.smtp import SMTP

from tuckbox.server.notices.mailer import MailSettings

SITE = "https://cards.example"


class PostOffice:
    """The mails that came, read and `raw`, and the settings by which they do; while `closed`, it takes none."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        self.raw: list[bytes] = []
        self.port, self.closed = 0, False

    @property
    def settings(self) -> MailSettings:
        """Settings of a server that sends its mails here."""
        return MailSettings(f"smtp://127.0.0.1:{self.port}", "Tuckbox <cards@cards.example>", SITE)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail."""
        if self.closed:
            return "451 not now"
        self.raw.append(envelope.content)
        mail = message_from_bytes(envelope.content, policy=policy.SMTP)
        assert isinstance(mail, EmailMessage)
        self.mails.append((envelope.rcpt_tos[0], mail))
        return "250 taken"

    def text(self) -> str:
        """The text of the last mail."""
        return str(self.mails[-1][1].get_content())

    def link(self) -> str:
        """The link of the last mail."""
        found = re.search(r"https?://\S+/mail/\w+/\w+", self.text())
        assert found
        return found[0]

    def token(self) -> str:
        """What the link of the last mail ends with."""
        found = re.search(SITE + r"/mail/\w+/(\w+)", self.text())
        assert found
        return found[1]


@contextlib.asynccontextmanager
async def post_office(tls: SSLContext | None = None) -> AsyncIterator[PostOffice]:
    """A server for mail, at a free port of this machine; with `tls` it offers STARTTLS."""
    office = PostOffice()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(office, tls_context=tls), "127.0.0.1", 0)
    office.port = server.sockets[0].getsockname()[1]
    async with server:
        yield office


@contextlib.contextmanager
def post_office_beside() -> Iterator[PostOffice]:
    """The same in a thread of its own, for tests that have no event loop, or another's."""
    loop, opened, closing = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    offices: list[PostOffice] = []

    async def work() -> None:
        async with post_office() as office:
            offices.append(office)
            opened.set()
            await closing.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(work()))
    thread.start()
    opened.wait()
    try:
        yield offices[0]
    finally:
        loop.call_soon_threadsafe(closing.set)
        thread.join()
        loop.close()
