"""Web push: messages to browsers that are closed, by the services of those who make them, encrypted for the browser alone.

The address of a browser comes from its page, so nothing is ever sent but to the known services: else anybody could have this
server call whomever they like, its own network too.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from functools import partial
from importlib.util import find_spec
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import delete, func, not_, or_, select, text

from tuckbox.server.accounts.tickets import digest
from tuckbox.server.errors import Refused
from tuckbox.server.messages import read_sent
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import sessions, subscriptions
from tuckbox.server.storage.store import Store

log = logging.getLogger(__name__)

SERVICES = (
    "https://fcm.googleapis.com", "https://updates.push.services.mozilla.com", "https://web.push.apple.com",
    "https://*.notify.windows.com",
)  # fmt: skip
"""The services of the browsers that there are, by their origins."""

MOST = 10
"""Maximum number of browsers of a person."""

THREADS = 4
"""Maximum number of messages that are being sent to one service at a time."""

_KEPT = 86400
"""Seconds for which a service keeps a message for a browser that is closed."""

_GONE, _LATER = (404, 410), (0, 408, 425, 429, *range(500, 600))
"""Answers of services: the browser is no more, and a message may be taken later (0: there was no answer)."""

_ORDER = int("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551", 16)
_ADD = text(
    "INSERT INTO subscriptions (id, person, session, endpoint, keys, created) "
    "VALUES (:id, :person, :session, :endpoint, :keys, :created) "
    "ON CONFLICT (id) DO UPDATE SET person = :person, session = :session, keys = :keys"
)
_BEGUN = or_(subscriptions.c.session == "", subscriptions.c.session.in_(select(sessions.c.id)))
"""Whether the session in which a browser was asked to be told has not ended; guests have none."""
_PLAIN = re.compile(r"[a-z0-9.:-]+")
_SEEN = re.compile(r"[!-~]+")
_Key = Annotated[str, msgspec.Meta(max_length=120, pattern="^[A-Za-z0-9_=-]+$")]


class Keys(msgspec.Struct, frozen=True):
    """The keys by which a message is encrypted for a browser."""

    p256dh: _Key
    auth: _Key


class Subscription(msgspec.Struct, frozen=True):
    """The address of a browser, as it gives it."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: Keys


class NotNow(Exception):
    """No browser of a person could be sent a message, but one may be later."""


class Push:
    """Browsers that asked to be told, and messages to them from a server of this `name`.

    `services` are the origins to which anything is sent.
    """

    def __init__(self, store: Store, name: str = "localhost", services: Sequence[str] = SERVICES) -> None:
        self._store, self._services = store, services
        self._contact = f"mailto:tuckbox@{name}"  # Apple takes nothing from a contact at localhost
        self._threads: defaultdict[str, ThreadPoolExecutor] = defaultdict(partial(ThreadPoolExecutor, THREADS, "push"))
        """Threads by service: nobody else has to wait for one that does not answer."""

    @property
    def possible(self) -> bool:
        """Whether the library is here that sends messages."""
        return find_spec("pywebpush") is not None

    async def _key(self) -> ec.EllipticCurvePrivateKey:
        """The key that proves who sends, made at the first start."""
        number = int.from_bytes(hashlib.sha512(await self._store.secret("push")).digest(), "big")
        return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())

    async def public_key(self) -> str:
        """The public part of that key, which browsers are given."""
        point = (await self._key()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def subscribe(self, person: Person, session: str, data: bytes) -> None:
        """Tell a person in a browser from now on, until this session ("" for a guest) ends.

        Raises `Refused` for what is no address of a known service.
        """
        found = read_sent(data, msgspec.json.Decoder(Subscription))
        if not self._service(found.endpoint):
            raise Refused("not here", "this browser's service for messages is not known here")
        row = {"id": digest(found.endpoint), "person": person.id, "endpoint": found.endpoint, "created": time.time()}
        row |= {"session": session}
        async with self._store.database.writing() as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.person == person.id, not_(_BEGUN)))
            await connection.execute(_ADD, {**row, "keys": msgspec.json.encode(found.keys).decode()})
            count = select(func.count()).select_from(subscriptions).where(subscriptions.c.person == person.id)
            if (await connection.scalar(count) or 0) > MOST:
                raise Refused("too many", f"at most {MOST} browsers are told: switch it off in another")

    async def unsubscribe(self, person: Person) -> None:
        """Tell a person no more, in any browser."""
        await self._store.database.execute(delete(subscriptions).where(subscriptions.c.person == person.id))

    async def asked_for(self, person: Person) -> int:
        """Number of browsers in which a person is told."""
        query = select(func.count()).select_from(subscriptions).where(subscriptions.c.person == person.id, _BEGUN)
        return await self._store.database.scalar(query) or 0

    async def send(self, person: str, message: Mapping[str, Any]) -> int:
        """Send a message to the browsers of a person; the number of those to which it went.

        Those that are gone are forgotten. Raises `NotNow` where it went to none, and another attempt may succeed.
        """
        query = select(subscriptions.c.id, subscriptions.c.endpoint, subscriptions.c["keys"].label("secrets"))
        found = await self._store.database.rows(query.where(subscriptions.c.person == person, _BEGUN))
        if not found:
            return 0
        key = await self._key()
        send, data = asyncio.get_running_loop().run_in_executor, msgspec.json.encode(message).decode()
        threads = [self._threads[self._service(each.endpoint)] for each in found]
        answers = await asyncio.gather(
            *(
                send(those, _post, each.endpoint, each.secrets, data, key, self._contact)
                for those, each in zip(threads, found, strict=True)
            )
        )
        gone = [row.id for row, answer in zip(found, answers, strict=True) if answer in _GONE]
        if gone:
            await self._store.database.execute(delete(subscriptions).where(subscriptions.c.id.in_(gone)))
        sent = sum(200 <= answer < 300 for answer in answers)
        if not sent and any(answer in _LATER for answer in answers):
            raise NotNow
        return sent

    def _service(self, endpoint: str) -> str:
        """The service of an address, if it is one of a known service."""
        if not _SEEN.fullmatch(endpoint):  # of which others might read another address
            return ""
        try:
            parts = urlsplit(endpoint)
        except ValueError:  # brackets without an address of IPv6 in them
            return ""
        if not _PLAIN.fullmatch(parts.netloc):
            return ""
        return next((each for each in self._services if fnmatchcase(f"{parts.scheme}://{parts.netloc}", each)), "")


def _post(endpoint: str, keys: str, data: str, key: Any, contact: str) -> int:
    """Send one message; the status of the answer, 0 where there is none, 400 where it cannot be sent."""
    import requests
    from py_vapid import Vapid
    from pywebpush import WebPushException, webpush

    session = requests.Session()
    session.max_redirects = 0  # a service is known by its address, and none leads us on to another
    try:
        answer = webpush(
            {"endpoint": endpoint, "keys": msgspec.json.decode(keys)},
            data=data,
            vapid_private_key=Vapid(key),
            vapid_claims={"sub": contact},
            ttl=_KEPT,
            timeout=10,
            requests_session=session,
        )
        return int(answer.status_code)
    except WebPushException as error:
        status = int(error.response.status_code) if error.response is not None else 0
        log.info("a message to a browser was not taken: %d", status)
        return status
    except requests.RequestException as error:  # a service that is away, or leads on
        log.info("a message to a browser was not sent: %s", type(error).__name__)
        return 400 if isinstance(error, requests.TooManyRedirects) else 0
    except Exception as error:  # keys that are none
        log.info("a message to a browser cannot be sent: %s", type(error).__name__)
        return 400
