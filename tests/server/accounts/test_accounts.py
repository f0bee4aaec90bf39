"""Accounts on both databases: passkeys, sessions, codes, and those who try to get in by them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.server.accounts.authenticator import HERE, Authenticator
from tests.server.rooms import Room, open_room
from tuckbox.server.accounts.accounts import Accounts, Opened
from tuckbox.server.accounts.passkeys import Address
from tuckbox.server.accounts.sessions import FRESH, MOST, Session
from tuckbox.server.errors import Refused
from tuckbox.server.people import Person
from tuckbox.server.storage.orders import order
from tuckbox.server.storage.schema import recoveries, sessions, tickets

pytestmark = pytest.mark.anyio

ADDRESS = Address(HERE)


@pytest.fixture(name="house")
async def _house(address: str, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        yield opened


async def become(room: Room, name: str = "Ann", passkey: Authenticator | None = None) -> tuple[Person, Session, str]:
    """Somebody with a passkey, their session and their recovery code."""
    accounts, [guest] = room.house.accounts, await room.people(name)
    question = json.loads(await accounts.ask_for_new(guest, None, ADDRESS))
    opened = await accounts.add(guest, None, (passkey or Authenticator()).make(question), ADDRESS, "Chrome on Linux")
    assert opened is not None
    person, session = await room.house.people.get(guest.id), await accounts.sessions.find(opened.token)
    assert person is not None
    assert session is not None
    return person, session, opened.code


async def sign_in(accounts: Accounts, passkey: Authenticator) -> Opened:
    """Begin a session by a passkey."""
    return await accounts.sign_in(passkey.show(json.loads(await accounts.ask_who(ADDRESS))), ADDRESS, "Phone")


async def refused(work: object) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as caught:
        await work  # type: ignore[misc]
    return caught.value.code


async def test_a_guest_becomes_somebody_and_signs_in_elsewhere(house: Room) -> None:
    passkey = Authenticator()
    person, session, code = await become(house, passkey=passkey)
    assert person.somebody
    assert session.fresh
    assert len(code) == 29
    opened = await sign_in(house.house.accounts, passkey)
    assert opened.person == person.id
    assert [each.device for each in await house.house.accounts.sessions.of(person.id)] == ["Phone", "Chrome on Linux"]


async def test_what_is_signed_elsewhere_or_twice_or_without_unlocking_lets_nobody_in(house: Room) -> None:
    passkey, accounts = Authenticator(), house.house.accounts
    await become(house, passkey=passkey)
    question = json.loads(await accounts.ask_who(ADDRESS))
    answer = passkey.show(question)
    passkey.origin = "http://localhost.evil.example"  # a page that passes our question on
    relayed = passkey.show(json.loads(await accounts.ask_who(ADDRESS)))
    assert await refused(accounts.sign_in(relayed, ADDRESS, "")) == "passkey"
    passkey.origin, passkey.host = HERE, "evil.example"
    assert (
        await refused(accounts.sign_in(passkey.show(json.loads(await accounts.ask_who(ADDRESS))), ADDRESS, "")) == "passkey"
    )
    passkey.host = "localhost"
    locked = passkey.show(json.loads(await accounts.ask_who(ADDRESS)), verified=False)
    assert await refused(accounts.sign_in(locked, ADDRESS, "")) == "passkey"
    await accounts.sign_in(answer, ADDRESS, "")
    assert await refused(accounts.sign_in(answer, ADDRESS, "")) == "late", "an answer is good once"
    copied = Authenticator()
    assert await refused(sign_in(accounts, copied)) == "passkey", "the same id, another key"
    assert await refused(sign_in(accounts, Authenticator(b"unknown"))) == "passkey"


async def test_a_question_is_good_for_one_purpose_and_one_person_and_not_for_long(house: Room) -> None:
    passkey, accounts = Authenticator(), house.house.accounts
    person, session, _ = await become(house, passkey=passkey)
    [mallory] = await house.people("Mallory")
    other = Authenticator(b"other")
    question = json.loads(await accounts.ask_for_new(mallory, None, ADDRESS))
    assert await refused(accounts.add(person, session, other.make(question), ADDRESS, "")) == "late"
    again = json.loads(await accounts.ask_again(session, ADDRESS))
    assert await refused(accounts.sign_in(passkey.show(again), ADDRESS, "")) == "late"
    question = json.loads(await accounts.ask_who(ADDRESS))
    async with house.house.store.database.writing() as connection:
        await connection.execute(update(tickets).values(until=1.0))
    assert await refused(accounts.sign_in(passkey.show(question), ADDRESS, "")) == "late"


@pytest.mark.parametrize("answer", [{}, {"rawId": "?"}, {"rawId": "YQ", "response": 7}, {"rawId": "YQ", "response": {}}])
async def test_what_is_malformed_is_refused(house: Room, answer: dict[str, object]) -> None:
    accounts, [ann] = house.house.accounts, await house.people("Ann")
    assert await refused(accounts.sign_in(answer, ADDRESS, "")) == "passkey"
    assert await refused(accounts.add(ann, None, answer, ADDRESS, "")) == "passkey"


async def test_a_browser_left_open_cannot_change_the_account(house: Room) -> None:
    passkey, accounts = Authenticator(), house.house.accounts
    person, session, _ = await become(house, passkey=passkey)
    stale = session._replace(proved=session.proved - FRESH)
    for work in (
        accounts.ask_for_new(person, stale, ADDRESS), accounts.new_code(person, stale), accounts.remove(person, stale, ""),
        accounts.ask_for_new(person, None, ADDRESS), accounts.new_code(person, session._replace(person="another")),
    ):  # fmt: skip
        assert await refused(work) == "prove"
    await become(house, "Mallory", other := Authenticator(b"other"))
    shown = other.show(json.loads(await accounts.ask_again(stale, ADDRESS)))
    assert await refused(accounts.prove(stale, shown, ADDRESS)) == "passkey", "another's passkey proves nothing"
    await accounts.prove(stale, passkey.show(json.loads(await accounts.ask_again(stale, ADDRESS))), ADDRESS)
    [again] = await accounts.sessions.of(person.id)
    assert await accounts.new_code(person, again)


async def test_a_lost_passkey_goes_with_the_sessions_it_began_and_the_last_one_stays(house: Room) -> None:
    lost, kept, accounts = Authenticator(b"lost"), Authenticator(b"kept"), house.house.accounts
    person, _, code = await become(house, passkey=lost)
    thief = await sign_in(accounts, lost)
    opened = await accounts.recover(code.lower().replace("-", " "), "Firefox")
    here = await accounts.sessions.find(opened.token)
    assert here is not None
    [only] = await accounts.passkeys_of(person)
    assert await refused(accounts.remove(person, here, only.id)) == "last"
    assert len(await accounts.passkeys_of(person)) == 1
    await accounts.add(person, here, kept.make(json.loads(await accounts.ask_for_new(person, here, ADDRESS))), ADDRESS, "")
    await accounts.remove(person, here, only.id)
    assert await accounts.sessions.find(thief.token) is None
    assert await accounts.sessions.find(opened.token) == here
    assert await refused(sign_in(accounts, lost)) == "passkey"
    assert (await sign_in(accounts, kept)).person == person.id


async def test_of_two_passkeys_that_are_removed_at_once_one_stays(house: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts, told = house.house.accounts, order
    person, session, _ = await become(house)
    another = Authenticator(b"2").make(json.loads(await accounts.ask_for_new(person, session, ADDRESS)))
    await accounts.add(person, session, another, ADDRESS, "Phone")

    async def slowly(*given: Any) -> None:
        await asyncio.sleep(0.2)  # in which the other removal would be done
        await told(*given)

    monkeypatch.setattr("tuckbox.server.accounts.accounts.order", slowly)
    removing = [accounts.remove(person, session, each.id) for each in await accounts.passkeys_of(person)]
    outcomes = await asyncio.gather(*removing, return_exceptions=True)
    assert [each.code for each in outcomes if isinstance(each, Refused)] == ["last"]
    assert len(await accounts.passkeys_of(person)) == 1


async def test_a_recovery_code_is_good_once_and_kept_as_a_digest(house: Room) -> None:
    accounts = house.house.accounts
    person, session, code = await become(house)
    async with house.house.store.database.reading() as connection:
        [stored] = (await connection.execute(select(recoveries.c.code))).scalars()
    assert code not in stored
    opened = await accounts.recover(code, "")
    assert opened.person == person.id
    assert await refused(accounts.recover(code, "")) == "no code"
    assert await refused(accounts.recover("", "")) == "no code"
    newer = await accounts.new_code(person, session)
    assert await refused(accounts.recover(opened.code, "")) == "no code"
    outcomes = await asyncio.gather(*[accounts.recover(newer, "") for _ in range(3)], return_exceptions=True)
    assert sum(isinstance(each, Opened) for each in outcomes) == 1, "of several at once, too"


async def test_two_windows_make_one_somebody(house: Room) -> None:
    accounts, [guest] = house.house.accounts, await house.people("Ann")
    asked = [json.loads(await accounts.ask_for_new(guest, None, ADDRESS)) for _ in range(2)]
    first, second = (Authenticator(name).make(question) for name, question in zip((b"1", b"2"), asked, strict=True))
    await accounts.add(guest, None, first, ADDRESS, "")
    assert await refused(accounts.add(guest, None, second, ADDRESS, "")) == "somebody"
    assert len(await accounts.passkeys_of(guest)) == 1


async def test_sessions_end_one_by_one_or_all_but_one_and_never_another_persons(house: Room) -> None:
    passkey, accounts = Authenticator(), house.house.accounts
    person, here, _ = await become(house, passkey=passkey)
    bo, his, _ = await become(house, "Bo", Authenticator(b"Bo"))
    opened = [await sign_in(accounts, passkey) for _ in range(3)]
    found = await accounts.sessions.find(opened[0].token)
    assert found is not None
    before = await house.house.store.orders(0)
    await accounts.sessions.end(bo.id, found.id)
    assert await house.house.store.orders(0) == before, "no server looks at all pages anew for nothing"
    assert await accounts.sessions.find(opened[0].token) == found
    await accounts.sessions.end(person.id, found.id)
    assert await accounts.sessions.find(opened[0].token) is None
    await accounts.sessions.end_others(here)
    assert [each.id for each in await accounts.sessions.of(person.id)] == [here.id]
    assert [each.id for each in await accounts.sessions.of(bo.id)] == [his.id]


async def test_what_a_browser_had_goes_on_or_ends_with_what_begins_in_it_also_of_several_at_once(house: Room) -> None:
    accounts, hers, his = house.house.accounts, Authenticator(), Authenticator(b"Bo")
    ann, here, code = await become(house, passkey=hers)
    bo, *_ = await become(house, "Bo", his)
    answers = [his.show(json.loads(await accounts.ask_who(ADDRESS))) for _ in range(4)]
    opened = await asyncio.gather(*[accounts.sign_in(answer, ADDRESS, "", here) for answer in answers])
    assert all(each.token for each in opened)
    assert await accounts.sessions.of(ann.id) == []
    assert len(await accounts.sessions.of(bo.id)) == 5
    again = await accounts.recover(code, "", here)
    assert again.token, "what has ended meanwhile does not go on"
    found = await accounts.sessions.find(again.token)
    assert (await accounts.recover(again.code, "", found)).token == ""
    assert len(await accounts.sessions.of(ann.id)) == 1


async def test_there_are_never_more_sessions_than_can_be_listed(house: Room) -> None:
    passkey, accounts = Authenticator(), house.house.accounts
    person, *_ = await become(house, passkey=passkey)
    async with house.house.store.database.writing() as connection:
        for _ in range(MOST + 3):
            await accounts.sessions.begin(connection, person.id, "")
        count = len((await connection.execute(select(sessions.c.id))).all())
    assert count == MOST


def test_passkeys_need_a_name_and_https_or_the_machine_itself() -> None:
    assert not Address("http://cards.example").possible
    assert Address("https://cards.example:8443").host == "cards.example"
