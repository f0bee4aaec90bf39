"""Addresses for mail: confirmed by a link, by which one signs in; digests, and how they end. On both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.accounts.post_office import SITE, PostOffice, post_office
from tests.server.rooms import Room, open_room
from tuckbox.errors import OptionError
from tuckbox.server.accounts.accounts import Opened
from tuckbox.server.accounts.mailboxes import Mailbox, tidy_address
from tuckbox.server.errors import Refused
from tuckbox.server.notices.digests import AGAIN
from tuckbox.server.notices.mailer import MailSettings
from tuckbox.server.notices.waits import PATIENCE
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import tickets

pytestmark = pytest.mark.anyio

DEVICE = "Firefox on Linux"


@pytest.fixture(name="office")
async def _office(anyio_backend: str) -> AsyncIterator[PostOffice]:
    async with post_office() as office:
        yield office


@pytest.fixture(name="house")
async def _house(address: str, office: PostOffice) -> AsyncIterator[Room]:
    async with open_room(address, mail=office.settings) as opened:
        yield opened


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


async def confirmed(room: Room, office: PostOffice, person: Person, address: str) -> Opened:
    """Let a guest have an address."""
    boxes = room.house.mailboxes
    boxes.ask_to_confirm(person, None, address, DEVICE)
    await boxes.sent()
    opened = await boxes.confirm(person, None, office.token(), DEVICE)
    assert opened is not None
    return opened


async def test_a_guest_becomes_somebody_by_a_link_and_signs_in_elsewhere_by_another(house: Room, office: PostOffice) -> None:
    ann, bo = await house.people("Ann", "Bo")
    boxes, accounts = house.house.mailboxes, house.house.accounts
    boxes.ask_to_confirm(ann, None, " Ann@Example.org ", DEVICE)
    await boxes.sent()
    [(to, mail)] = office.mails
    assert (to, mail["subject"], mail["auto-submitted"]) == ("ann@example.org", "Confirm your address", "auto-generated")
    assert DEVICE in office.text()
    token = office.token()
    assert await refused(boxes.confirm(bo, None, token, DEVICE)) == "late", "who was sent it by somebody else gets nothing"
    opened = await boxes.confirm(ann, None, token, DEVICE)
    assert opened is not None
    assert opened.code
    assert await refused(boxes.confirm(ann, None, token, DEVICE)) == "late", "it is good once"
    found = await house.house.people.get(ann.id)
    assert found is not None
    assert found.somebody
    assert await boxes.of(ann) == Mailbox("ann@example.org", 0)
    boxes.ask_to_sign_in("ANN@example.org", "Safari on iPhone")
    await boxes.sent()
    token = office.token()
    entered = await boxes.sign_in(token, "Safari on iPhone")
    assert entered is not None
    assert entered.person == ann.id
    session = await accounts.sessions.find(entered.token)
    assert session is not None
    assert (session.person, session.device) == (ann.id, "Safari on iPhone")
    assert await refused(boxes.sign_in(token, DEVICE)) == "late"


async def test_links_are_good_for_one_purpose_for_a_while_and_only_as_long_as_the_address(
    house: Room, office: PostOffice
) -> None:
    [ann] = await house.people("Ann")
    boxes, database = house.house.mailboxes, house.house.store.database
    boxes.ask_to_confirm(ann, None, "ann@example.org", DEVICE)
    await boxes.sent()
    assert await refused(boxes.sign_in(office.token(), DEVICE)) == "late"
    opened = await boxes.confirm(ann, None, office.token(), DEVICE)
    assert opened is not None
    boxes.ask_to_sign_in("ann@example.org", DEVICE)
    await boxes.sent()
    async with database.writing() as connection:
        await connection.execute(update(tickets).values(until=1.0))
    assert await refused(boxes.sign_in(office.token(), DEVICE)) == "late"
    boxes.ask_to_sign_in("ann@example.org", DEVICE)
    await boxes.sent()
    token, session = office.token(), await house.house.accounts.sessions.find(opened.token)
    ann = await house.house.people.get(ann.id) or ann
    assert await refused(boxes.remove(ann, session)) == "last", "it is the only way in"
    async with database.writing() as connection:
        await connection.exec_driver_sql("DELETE FROM mailboxes")
    assert await refused(boxes.sign_in(token, DEVICE)) == "late"
    for wrong in ("", "zz", "00" * 32, "00" * 500):
        assert await refused(boxes.sign_in(wrong, DEVICE)) == "late"


async def test_an_address_has_one_account_and_its_change_takes_a_fresh_session(house: Room, office: PostOffice) -> None:
    ann, bo = await house.people("Ann", "Bo")
    boxes = house.house.mailboxes
    opened = await confirmed(house, office, ann, "ann@example.org")
    boxes.ask_to_confirm(bo, None, "ann@example.org", DEVICE)
    await boxes.sent()
    assert await refused(boxes.confirm(bo, None, office.token(), DEVICE)) == "taken"
    ann = await house.house.people.get(ann.id) or ann
    session = await house.house.accounts.sessions.find(opened.token)
    assert session is not None
    with pytest.raises(Refused):
        boxes.ask_to_confirm(ann, session._replace(proved=1.0), "other@example.org", DEVICE)
    with pytest.raises(Refused):
        boxes.ask_to_confirm(ann, None, "other@example.org", DEVICE)
    await boxes.keep_hours(ann, 24)
    boxes.ask_to_confirm(ann, session, "new@example.org", DEVICE)
    await boxes.sent()
    assert await boxes.confirm(ann, session, office.token(), DEVICE) is None
    assert await boxes.of(ann) == Mailbox("new@example.org", 24)


async def test_nobody_is_buried_in_mails_and_an_unknown_address_gets_none(house: Room, office: PostOffice) -> None:
    people = await house.people("Ann", "Bo", "Cy", "Di", "Ed")
    boxes = house.house.mailboxes
    for person in people:
        boxes.ask_to_confirm(person, None, "victim@example.org", DEVICE)
    await boxes.sent()
    assert len(office.mails) == 3, "whoever asks"
    boxes.ask_to_sign_in("nobody@example.org", DEVICE)
    await boxes.sent()
    assert len(office.mails) == 3
    async with house.house.store.database.reading() as connection:
        kept = (await connection.execute(select(tickets.c.data).where(tickets.c.kind == "mail sign-in"))).all()
    assert kept == [("",)], "as much is written as for one that is known, but not what it is"


@pytest.mark.parametrize(
    "wrong",
    ["", "ann", "ann@", "@example.org", "ann@localhost", "a b@example.org", "ann@example.org\nBcc: bo@example.org",
     "ann@example.org,bo@example.org", "<ann@example.org>", "ann@exam ple.org", "a" * 250 + "@example.org",
     "ann@ex\u00e4mple.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(Refused):
        tidy_address(wrong)


@pytest.mark.parametrize(
    ("smtp", "sender", "site"),
    [("", "a@b.example", SITE), ("http://x", "a@b.example", SITE), ("smtp://x", "", SITE), ("smtp://x", "a@b.example", ""),
     ("smtp://x", "a@b.example\nBcc: c@d.example", SITE), ("smtp://x:70000", "a@b.example", SITE),
     ("smtp://[", "a@b.example", SITE)],
)  # fmt: skip
def test_settings_that_cannot_be_meant_are_refused(smtp: str, sender: str, site: str) -> None:
    with pytest.raises(OptionError):
        MailSettings(smtp, sender, site)


class _Silent:
    """Digests that the house looks at by itself, for a test that does so when it likes."""

    async def tell(self, *_: Any) -> int:
        return 0


async def told_when_asked(
    house: Room, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Person], Callable[[], Awaitable[int]]]:
    """Two people with addresses, and what sends their digests, which go out only then."""
    people = await house.people("Ann", "Bo")
    for person, address in zip(people, ("ann@example.org", "bo@example.org"), strict=True):
        await confirmed(house, office, person, address)
    office.mails.clear()
    digests = house.house.chores.digests
    monkeypatch.setattr(house.house.chores, "digests", _Silent())

    async def tell() -> int:
        waits, now = house.house.chores.waits, house.clock.now()
        waits.look(tuple(house.house.tables.known.values()))
        return await digests.tell(waits.due(now), now)

    return people, tell


async def test_a_digest_goes_once_in_so_many_hours_and_holds_no_key_of_a_table(
    house: Room, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, bo), tell = await told_when_asked(house, office, monkeypatch)
    boxes = house.house.mailboxes
    table, other = await house.table(ann, bo, pace="days", private=True), await house.table(ann, bo, pace="days")
    house.clock.turn(PATIENCE + 1)
    assert await tell() == 0, "who has not asked for it is told nothing"
    for person in (ann, bo):
        await boxes.keep_hours(person, 6)
    asked = {state.seats[seat].person for state in (table.state, other.state) for seat in state.undecided}
    office.closed = True
    assert await tell() == 0
    office.closed = False
    assert await tell() == 0, "a mailbox that takes nothing is not called at twice a minute"
    house.clock.turn(AGAIN)
    assert await tell() == len(asked)
    assert await tell() == 0
    to, mail = office.mails[-1]
    text = office.text()
    assert "It is your turn at" in text
    assert "- Whiplash" in text
    assert table.id not in text + mail.as_string()
    assert other.id not in text + mail.as_string()
    off = mail["list-unsubscribe"]
    assert off.startswith(f"<{SITE}/api/mail/off/")
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    house.clock.turn(6 * 3600)
    assert await tell() == len(asked)
    await boxes.stop(off.strip("<>").rpartition("/")[2])
    [stopped] = [person for person in (ann, bo) if await boxes.of(person) == Mailbox(to, 0)]
    house.clock.turn(6 * 3600)
    assert await tell() == len(asked - {stopped.id})
    await boxes.stop("no such key")


async def test_no_title_that_anybody_has_written_goes_out_in_a_mail(
    house: Room, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, bo), tell = await told_when_asked(house, office, monkeypatch)
    for person in (ann, bo):
        await house.house.mailboxes.keep_hours(person, 6)
    await house.table(ann, bo, pace="days", title="Win at http://evil.example")
    house.clock.turn(PATIENCE + 1)
    assert await tell() > 0
    assert "evil" not in office.mails[-1][1].as_string()
    assert "- Whiplash" in office.text()


async def test_a_digest_that_is_due_later_goes_though_its_table_has_left_memory(house: Room, office: PostOffice) -> None:
    ann, bo = await house.people("Ann", "Bo")
    for person, address in ((ann, "ann@example.org"), (bo, "bo@example.org")):
        await confirmed(house, office, person, address)
        await house.house.mailboxes.keep_hours(person, 6)
    office.mails.clear()
    table = await house.table(ann, bo, pace="days")
    key = table.id
    del table
    for seconds in (*[30] * 20, 6 * 3600 - 900, *[30] * 20):
        await house.turn(seconds)
        if seconds > 30:
            assert key not in house.house.tables.kept
            assert len(office.mails) == 1
    assert len(office.mails) == 2, "the second after six hours"
