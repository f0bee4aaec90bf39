"""Manners: quick reactions and agreed chats, people who are muted or blocked, reports, and the price of leaving."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select, update

from tests.server.rooms import SHORT, Room, open_room
from tuckbox.errors import TuckboxError
from tuckbox.server.admin.commands import admin
from tuckbox.server.admin.export import export
from tuckbox.server.admin.keeping import forget_person, retain
from tuckbox.server.errors import Refused
from tuckbox.server.house import House
from tuckbox.server.manners.reports import close_report, list_reports
from tuckbox.server.meeting.wishes import Seeker, Wish, group
from tuckbox.server.people import Person
from tuckbox.server.storage.schema import aversions, desertions, reports
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.table import Table

pytestmark = pytest.mark.anyio

LOOKED_FOR = Wish(("whiplash",), (2,), ("quick",))


@pytest.fixture(name="house")
async def _house(address: str, anyio_backend: str) -> AsyncIterator[Room]:
    async with open_room(address) as opened:
        yield opened


async def refused(work: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(TuckboxError) as caught:
        await work
    assert isinstance(caught.value, Refused)
    return caught.value.code


def said_to(table: Table, person: Person | None) -> list[str]:
    """What somebody sees of what was said."""
    return [line.text for line in table.view_model(person).chat.lines]


async def again(house: House, person: Person) -> Person:
    """A person as they are when they connect anew."""
    found = await house.people.get(person.id)
    assert found is not None
    return found


# -- reactions and chats -----------------------------------------------------------------------------------------------


async def test_strangers_have_reactions_until_all_who_sit_there_agree(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo, chat=None)
    version = table.view_model(bo).version
    assert await refused(table.do(ann, cmd.Chat("my number is 7"))) == "no chat"
    await table.do(ann, cmd.React("well"))
    assert said_to(table, None) == ["Well played!"]
    assert table.view_model(bo).version == version, "nobody's click is lost to it"
    assert await refused(table.do(cy, cmd.React("well"))) == "not seated"
    await table.do(ann, cmd.Talk(on=True))
    assert await refused(table.do(ann, cmd.Chat("hello"))) == "no chat"
    chat = table.view_model(bo).chat
    assert (chat.agreed, chat.open) == ((0,), False)
    await table.do(bo, cmd.Talk(on=True))
    await table.do(ann, cmd.Chat("hello"))
    assert said_to(table, bo) == ["Well played!", "hello"]
    assert await refused(table.do(cy, cmd.Chat("and I?"))) == "no chat", "what was agreed is not for onlookers"
    await table.do(bo, cmd.Talk(on=False))
    assert await refused(table.do(ann, cmd.Chat("still there?"))) == "no chat"


async def test_friends_chat_at_once_and_a_table_may_be_opened_otherwise(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    for private, chat, opened in ((True, None, True), (True, False, False), (False, True, True)):
        table = await room.table(ann, bo, private=private, chat=chat)
        assert table.view_model(bo).chat.open == opened
    assert await refused(table.do(ann, cmd.Talk(on=True))) == "chat open"


async def test_who_sits_down_later_has_agreed_to_nothing(room: Room) -> None:
    ann, bo, cy = await room.people("Ann", "Bo", "Cy")
    table = await room.table(ann, bo, chat=False, begun=False)
    for person in (ann, bo):
        await table.do(person, cmd.Talk(on=True))
    await table.do(ann, cmd.Sit(0, salt="0" * 32))
    assert table.view_model(ann).chat.open, "to add to the deal is not to sit down anew"
    await table.do(bo, cmd.Stand())
    await table.do(cy, cmd.Sit(1))
    assert not table.view_model(ann).chat.open


async def test_reactions_are_bounded_and_not_for_who_was_muted_by_the_host(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, chat=False)
    for _ in range(6):
        await table.do(ann, cmd.React("oops"))
    assert await refused(table.do(ann, cmd.React("oops"))) == "too often"
    muted = Person(bo.id, bo.name, muted=True)
    assert await refused(table.do(muted, cmd.React("oops"))) == "muted"


async def test_who_presses_several_times_mutes_and_reports_once(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table, manners = await house.table(ann, bo), house.house.manners
    await asyncio.gather(*(manners.quieten(ann, table.state, "Bo", blocked=True) for _ in range(4)))
    assert len(await manners.aversions.of(ann)) == 1
    told = [manners.report(ann, table.state, "Bo", "words", "") for _ in range(4)]
    assert [str(error) for error in await asyncio.gather(*told, return_exceptions=True)].count("None") == 1


async def test_all_of_it_is_there_again_after_a_restart(house: Room, address: str) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table = await house.table(ann, bo, chat=False)
    await table.do(ann, cmd.React("hello"))
    for person in (ann, bo):
        await table.do(person, cmd.Talk(on=True))
    await table.do(bo, cmd.Chat("hello you"))
    await house.house.tables.read_again(table.id)
    found = await house.house.tables.get(table.id)
    assert found is not table
    assert [(line.name, line.text, line.reaction) for line in found.view_model(ann).chat.lines] == [
        ("Ann", "Hello!", True),
        ("Bo", "hello you", False),
    ]
    assert found.view_model(ann).chat.open


# -- muted and blocked -------------------------------------------------------------------------------------------------


async def test_who_is_muted_is_not_heard_by_one_and_by_all_others(house: Room) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    table = await house.table(ann, bo, cy)
    await table.do(bo, cmd.Chat("you fool"))
    await table.do(cy, cmd.Chat("now, now"))
    await table.do(bo, cmd.React("oops"))
    manners = house.house.manners
    await manners.quieten(ann, table.state, "Bo", blocked=False)
    ann = await again(house.house, ann)
    assert said_to(table, ann) == ["now, now"]
    assert said_to(table, cy) == said_to(table, None) == ["you fool", "now, now", "Oops!"]
    assert table.view_model(ann) is table.view_model(ann), "it is made once"
    assert [line.number for line in table.view_model(ann).chat.lines] == [1]
    [found] = await manners.aversions.of(ann)
    assert (found.name, found.blocked) == ("Bo", False)
    before = await house.house.store.orders(0)
    await manners.aversions.remove(cy, found.id)
    assert await house.house.store.orders(0) == before, "no server looks at all pages anew for nothing"
    assert await manners.aversions.of(ann), "nobody takes back what is another's"
    await manners.aversions.remove(ann, found.id)
    assert len(said_to(table, await again(house.house, ann))) == 3


async def test_nobody_is_named_who_was_not_there_and_nobody_blocks_themselves(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    assert await refused(room.house.manners.quieten(ann, table.state, "Zed", blocked=True)) == "not here"
    assert await refused(room.house.manners.quieten(ann, table.state, "Ann", blocked=True)) == "yourself"


async def test_two_of_whom_one_has_blocked_the_other_are_never_paired(house: Room) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    table = await house.table(ann, bo, private=True)
    await house.house.manners.quieten(bo, table.state, "Ann", blocked=True)
    for person in (ann, bo):
        await house.house.seek(person, LOOKED_FOR)
    assert await house.house.seekers.look(ann) is None
    assert await house.house.seekers.look(bo) is None
    await house.house.seek(cy, LOOKED_FOR)
    assert await house.house.seekers.look(ann) == await house.house.seekers.look(cy) is not None
    assert await house.house.seekers.look(bo) is None


def test_a_group_is_found_around_those_who_are_kept_apart() -> None:
    wish = Wish(("whiplash",), (3,), ("quick",))
    waiting = [Seeker(name, name, wish) for name in "abcd"]
    apart = {frozenset("bc"), frozenset("bd")}
    found = group(waiting, apart=apart)
    assert found is not None
    assert [each.person for each in found.seekers] == ["a", "c", "d"]
    assert group(waiting, apart=apart | {frozenset("cd")}) is None


async def test_who_is_blocked_finds_no_seat_at_private_tables_and_no_rematch(house: Room) -> None:
    ann, bo = await house.people("Ann", "Bo")
    table = await house.table(ann, bo, private=True, options=SHORT)
    manners = house.house.manners
    await manners.quieten(ann, table.state, "Bo", blocked=True)
    assert await refused(manners.check_seat(bo, table.state)) == "not here"
    await manners.check_seat(ann, table.state)
    public = await house.table(ann, bots=1, begun=False)
    await manners.check_seat(bo, public.state)
    await house.to_the_end(table, ann, bo)
    with table.watch(ann), table.watch(bo):
        await table.do(bo, cmd.Rematch())
    again = await house.house.tables.get(str(table.state.rematch))
    assert [place.person for place in again.state.seats if place.kind == "person"] == [bo.id]


# -- reports -----------------------------------------------------------------------------------------------------------


async def test_a_report_waits_for_the_host_with_what_was_said(house: Room, address: str) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    table = await house.table(ann, bo)
    await table.do(bo, cmd.Chat("you fool"))
    await table.do(ann, cmd.Chat("please stop"))
    report = house.house.manners.report
    assert await refused(report(cy, table.state, "Bo", "words", "")) == "not seated"
    assert await refused(report(ann, table.state, "Ann", "words", "")) == "yourself"
    assert await refused(report(ann, table.state, "Bo", "being better", "")) == "options"
    await report(ann, table.state, "Bo", "words", " all\nthe time ")
    assert await refused(report(ann, table.state, "Bo", "pestering", "")) == "reported"
    [found] = await list_reports(house.house.store.database)
    assert (found.name, found.reason, found.text, found.reporter_name) == ("Bo", "words", "all the time", "Ann")
    assert [(said.name, said.text, said.theirs) for said in found.log] == [
        ("Bo", "you fool", True),
        ("Ann", "please stop", False),
    ]


async def test_who_reports_for_nothing_is_not_listened_to_for_a_while(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    database = room.house.store.database
    for number in range(1, 4):
        table = await room.table(ann, bo)
        await room.house.manners.report(ann, table.state, "Bo", "leaving", "")
        await close_report(database, number, "unfounded")
    table = await room.table(ann, bo)
    assert await refused(room.house.manners.report(ann, table.state, "Bo", "leaving", "")) == "too many"
    assert [each.outcome for each in await list_reports(database, closed=True)] == ["unfounded"] * 3
    await room.house.manners.report(bo, table.state, "Ann", "other", "reports me for nothing")
    async with database.writing() as connection:
        await connection.execute(update(reports).values(at=time.time() - 31 * 86400))
    await room.house.manners.report(ann, table.state, "Bo", "leaving", "")


async def test_a_person_who_is_forgotten_is_gone_from_reports_and_lists(house: Room) -> None:
    ann, bo, cy = await house.people("Ann", "Bo", "Cy")
    table = await house.table(ann, bo, cy)
    await table.do(cy, cmd.Chat("a secret of mine"))
    manners, database = house.house.manners, house.house.store.database
    await manners.report(ann, table.state, "Bo", "other", "")
    await manners.report(bo, table.state, "Cy", "other", "")
    await manners.quieten(ann, table.state, "Cy", blocked=True)
    assert b"secret" not in await export(database, ann.id), "of others nothing is taken along"
    await forget_person(database, cy.id)
    [left] = await list_reports(database)
    assert (left.name, [(said.by, said.text) for said in left.log]) == ("Bo", [("", "(forgotten)")])
    assert await manners.aversions.of(ann) == []
    await forget_person(database, ann.id)
    [left] = await list_reports(database)
    assert (left.reporter, left.reporter_name) == ("", None)
    await forget_person(database, bo.id)
    assert await list_reports(database) == []


async def test_a_table_stays_while_a_report_of_it_waits(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo, begun=False)
    database = room.house.store.database
    await room.house.manners.report(ann, table.state, "Bo", "name", "")
    assert (await retain(database, 0, dry_run=True))[0] == 0
    await close_report(database, 1, "settled")
    assert (await retain(database, 0))[0] == 1
    assert await list_reports(database, closed=True) == []


def test_the_host_lists_shows_and_closes_reports(tmp_path: Any) -> None:
    import anyio

    path = str(tmp_path / "house.db")

    async def fill() -> None:
        async with open_room(path) as room:
            ann, bo = await room.people("Ann", "Bo")
            table = await room.table(ann, bo)
            await table.do(bo, cmd.Chat("you fool"))
            await room.house.manners.report(ann, table.state, "Bo", "words", "\x1b[2Jru\u202ede")

    anyio.run(fill)

    def reported(*words: str) -> str:
        found = CliRunner().invoke(admin, ["--database", path, "reports", *words])
        assert found.exit_code == 0, found.output
        return found.output

    assert "Insults or threats: 'Bo', 1 report about them; by Ann, who made 1" in reported("list")
    shown = reported("show", "1")
    assert "they say: [2Jru de" in shown, "nothing that a terminal would obey"
    assert "Bo: you fool" in shown
    assert shown.splitlines()[-1].startswith("> ")
    assert reported("close", "1", "--unfounded") == "closed as unfounded\n"
    assert reported("list") == ""
    assert "1 unfounded [unfounded]" in reported("list", "--closed")
    assert CliRunner().invoke(admin, ["--database", path, "reports", "show", "9"]).exit_code != 0


# -- leaving -----------------------------------------------------------------------------------------------------------


async def test_leaving_often_costs_pairing_and_coming_back_costs_nothing(house: Room) -> None:
    ann, bo = await house.somebodies("Ann", "Bo")
    coolings = house.house.manners.coolings
    first = await house.table(ann, bo, counts=True)
    await first.do(ann, cmd.Stand())
    assert (await coolings.of(ann.id)).left == 1
    await first.do(ann, cmd.Return())
    assert (await coolings.of(ann.id)).left == 0
    await first.do(ann, cmd.Resign())
    await coolings.check(ann.id)  # the first costs nothing
    await house.house.seek(ann, LOOKED_FOR)
    second = await house.table(ann, bo, counts=True)
    await second.do(ann, cmd.Stand())
    await second.do(ann, cmd.Resign())
    found = await coolings.of(ann.id)
    assert (found.left, found.seconds(house.clock.now())) == (2, 15 * 60)
    assert (await coolings.of(bo.id)).left == 0
    assert await refused(house.house.seek(ann, LOOKED_FOR)) == "cooling"
    await house.house.seek(bo, LOOKED_FOR)
    await house.turn(15 * 60 + 1)
    await house.house.seek(ann, LOOKED_FOR)


async def test_a_match_that_does_not_count_may_be_left(room: Room) -> None:
    ann, bo = await room.people("Ann", "Bo")
    table = await room.table(ann, bo)
    await table.do(ann, cmd.Resign())
    async with room.house.store.database.reading() as connection:
        assert (await connection.execute(select(desertions))).all() == []


@pytest.mark.postgres
async def test_what_one_process_is_told_all_know(shared: str) -> None:
    async with open_room(shared) as one, open_room(shared) as other:
        [ann], [bo] = await one.people("Ann"), await other.people("Bo")
        table = await one.table(ann, bo)
        await one.house.manners.quieten(ann, table.state, "Bo", blocked=True)
        assert (await again(other.house, ann)).unheard == {bo.id}
        await one.house.seek(ann, LOOKED_FOR)
        await other.house.seek(bo, LOOKED_FOR)
        assert await other.house.seekers.look(bo) is None
        async with other.house.store.database.reading() as connection:
            assert len((await connection.execute(select(aversions))).all()) == 1
