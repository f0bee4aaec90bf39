"""Mails by the server that the host has configured: links and digests, never anything of a match but its title."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from importlib.util import find_spec
from urllib.parse import unquote, urlsplit

from tuckbox.errors import OptionError

log = logging.getLogger(__name__)

_PORTS = {"smtp": 587, "smtps": 465}
_PATIENCE = 20.0
_FORM = SMTP.clone(max_line_length=998, cte_type="7bit")
"""Lines as long as mail allows: a header that is folded has its addresses encoded, and no mail program decodes those."""

_OWN = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class MailSettings:
    """The mail of a server: `smtp` is where it is sent, `sender` who sends it, `site` the address of ours in its links."""

    smtp: str
    sender: str
    site: str

    def __post_init__(self) -> None:
        """Refuse what cannot be meant, without a word of what may be a password."""
        try:
            parts = urlsplit(self.smtp)
            meant = parts.scheme in _PORTS and parts.hostname and parts.port != 0
        except ValueError:  # a port that is none, half of an address
            meant = False
        if not meant:
            raise OptionError("mail is sent by smtp://USER:PASSWORD@HOST:PORT, or smtps://")
        if "@" not in parseaddr(self.sender)[1] or not self.sender.isprintable():
            raise OptionError(f"mail is sent from an address, not from {self.sender[:60]!r}")
        if not self.site:
            raise OptionError("to send mail the server must be told the address people use: --address https://cards.example")
        if find_spec("aiosmtplib") is None:
            raise OptionError("to send mail install: pip install 'tuckbox[mail]'")


class Mailer:
    """Sends mails; without settings none."""

    def __init__(self, settings: MailSettings | None) -> None:
        self.settings = settings

    @property
    def possible(self) -> bool:
        """Whether the host has configured it."""
        return self.settings is not None

    @property
    def site(self) -> str:
        """The address of this server in links."""
        return self.settings.site if self.settings else ""

    async def send(self, to: str, subject: str, text: str, off: str = "") -> bool:
        """Send a mail; False if that failed. With `off`, an address of ours, one click in the mail program stops them."""
        if self.settings is None:
            return False
        mail = EmailMessage(_FORM)
        mail["From"], mail["To"], mail["Subject"] = self.settings.sender, to, subject
        mail["Date"], mail["Message-ID"] = (
            formatdate(),
            make_msgid(domain=parseaddr(self.settings.sender)[1].rpartition("@")[2]),
        )
        mail["Auto-Submitted"] = "auto-generated"
        if off:
            mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{off}>", "List-Unsubscribe=One-Click"
        mail.set_content(text)
        return await self._post(to, mail.as_bytes())

    async def _post(self, to: str, mail: bytes) -> bool:
        from aiosmtplib import SMTPException, send

        assert self.settings is not None
        parts = urlsplit(self.settings.smtp)
        name, password = (unquote(each) if each else None for each in (parts.username, parts.password))
        secure = parts.scheme == "smtps"
        own = parts.hostname in _OWN  # a relay on this machine: plain unless it offers more, with any certificate
        try:
            await send(
                mail, sender=parseaddr(self.settings.sender)[1], recipients=to,
                hostname=parts.hostname, port=parts.port or _PORTS[parts.scheme], username=name, password=password,
                use_tls=secure, start_tls=None if own and not secure else not secure, validate_certs=not own,
                timeout=_PATIENCE,
            )  # fmt: skip
        except (SMTPException, OSError, ValueError) as error:
            log.warning("a mail was not sent: %s", _why(error))
            return False
        return True


def _why(error: Exception) -> str:
    """Reason for the log. Of the answer of a mail server only the code is told: its words may name the recipient."""
    answers = getattr(error, "recipients", [error])
    codes = [str(answer.code) for answer in answers if hasattr(answer, "code")]
    return f"{type(error).__name__}: {', '.join(codes) or error}"
