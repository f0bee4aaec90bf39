"""A word when it is somebody's turn, sent to a service that the test starts; on both databases."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.rooms import Room, open_room
from tuckbox.server.errors import Refused
from tuckbox.server.notices.push import MOST, Push
from tuckbox.server.notices.quiet import Quiet
from tuckbox.server.notices.turns import DELAYS
from tuckbox.server.notices.waits import PATIENCE, Wait, waits_at
from tuckbox.server.people import Person
from tuckbox.server.settings import Settings

pytestmark = pytest.mark.anyio


class Service:
    """A service that takes messages for browsers; `answers` is what it answers, `leads_to` where it sends them on."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers, self.leads_to = 201, ""
        self.awake = threading.Event()
        self.awake.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                service.awake.wait()
                self.send_response(service.answers)
                if service.leads_to:
                    self.send_header("location", service.leads_to)
                self.end_headers()

            def log_message(self, *told: Any) -> None:
                """Nothing is logged."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self.awake.set()
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """A browser's address at a service, and the keys by which it reads."""

    def __init__(self, origin: str, name: str = "one") -> None:
        self.endpoint = f"{origin}/{name}"
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    @property
    def data(self) -> bytes:
        """The address as a page sends it."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {name: base64.urlsafe_b64encode(each).decode() for name, each in (("p256dh", point), ("auth", self._auth))}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys}).encode()

    def read(self, body: bytes) -> dict[str, str]:
        """A message that came."""
        told: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth))
        return told


@pytest.fixture(name="service")
def _service() -> Iterator[Service]:
    service = Service()
    yield service
    service.close()


@pytest.fixture(name="house")
async def _house(address: str, service: Service, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        opened.house.push._services = (service.origin,)
        yield opened


async def tell(room: Room) -> int:
    """Look once whose turn it is."""
    chores, now = room.house.chores, room.clock.now()
    chores.waits.look(tuple(room.house.tables.known.values()))
    return await chores.turns.tell(chores.waits.due(now), now)


async def asked(room: Room, *people: Person) -> Person:
    """Of these people at the only table the one whose turn it is."""
    [table] = room.house.tables.known.values()
    [seat] = table.state.undecided
    return next(person for person in people if person.id == table.state.seats[seat].person)


async def test_who_is_away_is_told_once_of_each_turn_and_only_their_browser_can_read_it(
    house: Room, service: Service
) -> None:
    ann, bo = await house.people("Ann", "Bo")
    browsers = {person.id: Browser(service.origin, person.name) for person in (ann, bo)}
    for person in (ann, bo):
        await house.house.push.subscribe(person, "", browsers[person.id].data)
    table = await house.table(ann, bo, pace="days")
    assert await tell(house) == 0, "they may come by themselves"
    house.clock.turn(PATIENCE + 1)
    await tell(house)  # the house may have looked just now by itself, and be about to tell
    async with asyncio.timeout(20):
        while not service.got:
            await asyncio.sleep(0.02)
    person = await asked(house, ann, bo)
    path, headers, body = service.got[-1]
    assert path == f"/{person.name}"
    assert headers["authorization"].startswith("vapid t=")
    told = browsers[person.id].read(body)
    assert told["title"] == "Your turn at Whiplash"
    assert told["path"] == f"/tables/{table.id}"
    assert table.id.encode() not in body
    before = len(service.got)
    assert await tell(house) == 0
    assert len(service.got) == before == 1


async def test_nobody_is_told_who_looks_has_not_asked_or_plays_bots(house: Room, service: Service) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table = await house.table(ann, bo)
    house.clock.turn(PATIENCE + 1)
    with table.watch(ann), table.watch(bo):
        assert waits_at(table) == ()
    assert [wait.person for wait in waits_at(table)] == [(await asked(house, ann, bo)).id]
    assert await tell(house) == 0
    alone = await house.table(ann, bots=1)
    await house.quiet()
    assert waits_at(alone) == ()
    assert service.got == []


async def test_in_quiet_hours_nobody_is_told_and_afterwards_they_are(room: Room, service: Service) -> None:
    room.house.push._services = (service.origin,)
    ann, bo = await room.people("Ann", "Bo")
    for person in (ann, bo):
        await room.house.push.subscribe(person, "", Browser(service.origin, person.name).data)
        hour = int(room.clock.now() // 3600)
        await room.house.quiet.keep(person, Quiet(hour % 24, (hour + 2) % 24, "UTC"))
    await room.table(ann, bo, pace="days")
    room.clock.turn(PATIENCE + 1)
    assert await tell(room) == 0
    room.clock.turn(2 * 3600)
    await tell(room)
    async with asyncio.timeout(20):
        while not service.got:
            await asyncio.sleep(0.02)


async def test_a_browser_that_is_gone_is_forgotten_and_so_is_who_asks_for_it(house: Room, service: Service) -> None:
    [ann] = await house.people("Ann")
    push = house.house.push
    for name in ("one", "two"):
        await push.subscribe(ann, "", Browser(service.origin, name).data)
    assert await push.asked_for(ann) == 2
    assert await push.send(ann.id, {"title": "x"}) == 2
    service.answers = 410
    assert await push.send(ann.id, {"title": "x"}) == 0
    assert await push.asked_for(ann) == 0
    service.answers = 201
    await push.subscribe(ann, "", Browser(service.origin).data)
    await push.unsubscribe(ann)
    assert await push.send(ann.id, {"title": "x"}) == 0


async def test_who_is_told_nothing_since_a_service_is_away_is_told_later(house: Room, service: Service) -> None:
    ann, bo = await house.people("Ann", "Bo")
    for person in (ann, bo):
        await house.house.push.subscribe(person, "", Browser(service.origin, person.name).data)
    table = await house.table(ann, bo, pace="days")
    turns, wait = house.house.chores.turns, Wait(table.id, "Whiplash", 3, ann.id, 0.0)
    service.answers = 503
    assert await turns.tell([wait], 100.0) == 0
    assert len(service.got) == 1
    assert await turns.tell([wait], 100.0 + DELAYS[0] - 1) == 0
    assert len(service.got) == 1, "not at once"
    service.answers = 201
    assert await turns.tell([wait], 100.0 + DELAYS[0]) == 1
    assert await turns.tell([wait], 100.0 + 10 * DELAYS[0]) == 0
    assert len(service.got) == 2


async def test_nobody_waits_for_the_service_of_another(house: Room, service: Service) -> None:
    slow = Service()
    house.house.push._services = (slow.origin, service.origin)
    slow.awake.clear()
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    for number in range(MOST):
        await house.house.push.subscribe(ann, "", Browser(slow.origin, str(number)).data)
    for person in (bo, cy):
        await house.house.push.subscribe(person, "", Browser(service.origin, person.name).data)
    table = await house.table(ann, bo, cy, game="whipsaw")
    waits = [Wait(table.id, "Whipsaw", 3, person.id, 0.0) for person in (ann, bo, cy)]
    turns = house.house.chores.turns
    try:
        first = asyncio.create_task(turns.tell(waits[:2], 100.0))
        async with asyncio.timeout(20):
            while not (slow.got and service.got):
                await asyncio.sleep(0.02)
            assert await turns.tell(waits, 130.0) == 1, "Cy; the others are being told"
        assert [path for path, _, _ in service.got] == ["/Bo", "/Cy"]
        slow.awake.set()
        assert await first == 2
    finally:
        slow.close()


async def test_who_cannot_be_told_at_all_is_left_alone_in_the_end(house: Room, service: Service) -> None:
    [ann] = await house.people("Ann")
    await house.house.push.subscribe(ann, "", Browser(service.origin).data)
    [bo] = await house.people("Bo")
    table = await house.table(ann, bo, pace="days")
    service.answers = 429
    for hours in range(2 * len(DELAYS)):
        await house.house.chores.turns.tell([Wait(table.id, "Whiplash", 3, ann.id, 0.0)], 3600.0 * hours)
    assert len(service.got) == 1 + len(DELAYS)


async def test_no_service_leads_on_to_another_address(house: Room, service: Service) -> None:
    ann, bo = await house.people("Ann", "Bo")
    for person in (ann, bo):
        await house.house.push.subscribe(person, "", Browser(service.origin, person.name).data)
    service.answers, service.leads_to = 307, f"{service.origin}/inside"
    assert await house.house.push.send(ann.id, {"title": "a"}) == 0
    assert [path for path, _, _ in service.got] == ["/Ann"]


async def test_a_session_that_has_ended_is_told_nothing(house: Room, service: Service) -> None:
    [ann] = await house.somebodies("Ann")
    async with house.house.store.database.writing() as connection:
        token = await house.house.accounts.sessions.begin(connection, ann.id, "")
    session = await house.house.accounts.sessions.find(token)
    assert session is not None
    await house.house.push.subscribe(ann, session.id, Browser(service.origin).data)
    assert await house.house.push.send(ann.id, {"title": "x"}) == 1
    for number in range(1, MOST):
        await house.house.push.subscribe(ann, session.id, Browser(service.origin, str(number)).data)
    await house.house.accounts.sessions.end(ann.id, session.id)
    assert await house.house.push.send(ann.id, {"title": "x"}) == 0
    assert await house.house.push.asked_for(ann) == 0
    await house.house.push.subscribe(ann, "", Browser(service.origin, "anew").data)
    assert await house.house.push.asked_for(ann) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:8484/", "https://localhost/", "https://169.254.169.254/",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/", "https://fcm.googleapis.com:22/",
        "https://x@fcm.googleapis.com/", "file:///",
        "https://evil.example\\.notify.windows.com/", "https://evil.example#.notify.windows.com",
        "//fcm.googleapis.com/", "",
        "http://fcm.googleapis.com/", "https://[", "https://[x]/",
    ],
)  # fmt: skip
async def test_nothing_is_sent_but_to_known_services(room: Room, endpoint: str) -> None:
    [ann] = await room.people("Ann")
    browser = Browser("https://fcm.googleapis.com")
    await room.house.push.subscribe(ann, "", browser.data)
    browser.endpoint = endpoint
    with pytest.raises(Refused):
        await Push(room.house.store).subscribe(ann, "", browser.data)
    assert await room.house.push.asked_for(ann) == 1


@pytest.mark.parametrize(
    ("addresses", "contact"),
    [(("http://games", "https://cards.example:8443"), "mailto:tuckbox@cards.example"), ((), "mailto:tuckbox@localhost")],
)
async def test_a_service_is_told_the_name_of_the_server(
    addresses: tuple[str, ...], contact: str, room: Room, service: Service
) -> None:
    """Apple takes nothing from a contact at localhost: 403 BadJwtToken."""
    [ann] = await room.people("Ann")
    push = Push(room.house.store, Settings("tables.db", addresses=addresses).public_name, (service.origin,))
    await push.subscribe(ann, "", Browser(service.origin).data)
    assert await push.send(ann.id, {"title": "Your turn"}) == 1
    [(_, headers, _)] = service.got
    claims = headers["authorization"].removeprefix("vapid t=").split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"] == contact


async def test_the_key_stays_what_it_is(room: Room) -> None:
    first = await room.house.push.public_key()
    assert first == await Push(room.house.store).public_key()
    assert len(base64.urlsafe_b64decode(first + "=")) == 65
