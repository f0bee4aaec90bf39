"""Matches of clients that wait for each other, and for bots that think beside: nobody waits longer, and nothing is lost."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp", reason="the MCP SDK is not installed (pip install 'tuckbox[mcp]')")

from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.adapters.mcp.test_server import Ask, talk
from tuckbox import game
from tuckbox.adapters.mcp import calls, playing
from tuckbox.adapters.mcp.matches import OPEN, Matches, Opened
from tuckbox.adapters.mcp.reviews import Review
from tuckbox.adapters.mcp.server import server
from tuckbox.adapters.mcp.server_calls import SECONDS, ServerCalls
from tuckbox.adapters.mcp.server_tables import ServerTables
from tuckbox.adapters.mcp.turns import Turns
from tuckbox.bots.bots import Bot
from tuckbox.errors import OptionError
from tuckbox.view.view import View

SOON = 0.05


def opened(house: Matches, *seats: str, name: str = "whiplash") -> tuple[Opened, list[str]]:
    """A match, and the tokens of its open seats, that which is to decide first."""
    made = house.open(name, list(seats), {}, 3, False)
    tokens = [place.token for place in made.seats if place.token]
    return made, sorted(tokens, key=lambda token: not house.observe(token).yours)


@pytest.fixture(name="slow")
def _slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Bots that think until they are let go."""
    let_go, choose = threading.Event(), Bot.choose

    def chosen(bot: Bot, view: View, seconds: float | None = None) -> int:
        let_go.wait(60)
        return choose(bot, view, seconds)

    monkeypatch.setattr(Bot, "choose", chosen)
    yield let_go
    let_go.set()


def converse(
    house: Matches, played: Callable[[Client], Coroutine[Any, Any, None]], tables: ServerTables | None = None
) -> None:
    """Let a conversation with the SDK's own client happen."""

    async def conversation() -> None:
        async with Client(server(house, tables)) as client:
            await played(client)

    asyncio.run(conversation())


def test_who_waits_is_told_when_its_turn_has_come_and_what_has_happened() -> None:
    house = Matches()
    _, (first, second) = opened(house, OPEN, OPEN)

    async def played(ask: Ask) -> None:
        seen = await ask("observe", token=second)
        assert seen["prompt"].endswith(f"is to decide: `wait` until it is your turn. This is step {seen['step']}.")
        waiting = asyncio.create_task(ask("wait", token=second, step=seen["step"], seconds=50))
        for _ in range(2):  # a card is taken and one put down
            await asyncio.sleep(SOON)
            assert not waiting.done()
            await ask("act", token=first, answer="1")
        look = await waiting
        assert look["yours"]
        assert look["step"] == seen["step"] + 2
        assert look["prompt"].startswith("# What has happened\nBo draws a card.\nBo puts down")
        assert "# Rules" not in look["prompt"]

    talk(played, server(house))


def test_an_answer_waits_for_rivals_only_if_it_is_told_to() -> None:
    house = Matches()
    _, (first, second) = opened(house, OPEN, OPEN)

    async def played(ask: Ask) -> None:
        await ask("act", token=first, answer="1")
        assert not (await ask("act", token=first, answer="1"))["yours"]
        await ask("act", token=second, answer="1")
        waiting = asyncio.create_task(ask("act", token=second, answer="1", wait=50))
        await asyncio.sleep(SOON)
        assert not waiting.done()
        await ask("act", token=first, answer="1")
        await ask("act", token=first, answer="1")
        assert (await waiting)["yours"]

    talk(played, server(house))


def test_when_the_time_is_up_nothing_is_lost_and_who_asks_is_told_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "HEARTBEAT", SOON)
    house, beats = Matches(), list[float]()
    _, (first, second) = opened(house, OPEN, OPEN)

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        beats.append(progress)

    async def played(client: Client) -> None:
        given = {"token": second, "step": house.observe(second).step, "seconds": 4 * SOON}
        found = await client.call_tool("wait", given, progress_callback=heard)
        assert found.structured_content is not None
        assert "Nothing has happened since." in found.structured_content["prompt"]
        assert not found.structured_content["yours"]
        assert beats == sorted(set(beats)) != []
        house.act(first, "1")
        again = await client.call_tool("wait", {**given, "seconds": 0})
        assert again.structured_content is not None
        assert "Bo draws a card." in again.structured_content["prompt"]

    converse(house, played)


def test_who_waits_does_not_see_by_the_times_of_progress_that_something_hidden_has_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calls, "HEARTBEAT", SOON)
    house, beats = Matches(), list[float]()
    _, (_, second) = opened(house, OPEN, OPEN)
    play = house.find(second).play

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        beats.append(progress)

    async def played(client: Client) -> None:
        given = {"token": second, "seconds": 30}
        waiting = asyncio.create_task(client.call_tool("wait", given, progress_callback=heard))
        while len(beats) < 3:  # as often as others answer in a window
            play.tell()
            await asyncio.sleep(SOON / 10)
        assert beats == [SOON * number for number in range(1, len(beats) + 1)]
        waiting.cancel()

    converse(house, played)


def test_threads_have_their_turn_in_the_order_in_which_they_ask() -> None:
    turns, order = Turns(1), list[str]()

    def ask(name: str, times: int) -> None:
        for _ in range(times):
            with turns.turn():
                order.append(name)

    threads = [threading.Thread(target=ask, args=each) for each in (("first", 3), ("second", 1))]
    with turns.turn():
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(turns._queue) < number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == ["first", "second", "first", "first"]


def test_a_wait_that_is_given_up_leaves_nothing_behind() -> None:
    house = Matches()
    _, (first, second) = opened(house, OPEN, OPEN)
    listeners = house.find(second).play.listeners.added

    async def played(client: Client) -> None:
        given = {"token": second, "seconds": 50}
        with pytest.raises(MCPError):
            await client.call_tool("wait", given, read_timeout_seconds=SOON)
        many = [asyncio.create_task(client.call_tool("wait", given)) for _ in range(60)]  # more than there are threads
        await asyncio.sleep(SOON)
        house.act(first, "1")
        house.act(first, "1")
        assert all(found.structured_content["yours"] for found in await asyncio.gather(*many) if found.structured_content)
        assert not listeners

    converse(house, played)


def test_of_answers_that_come_together_for_one_step_one_is_played() -> None:
    house = Matches()
    _, (token,) = opened(house, OPEN, "greedy")

    async def played(ask: Ask) -> None:
        step = house.observe(token).step
        found = await asyncio.gather(*(ask("act", token=token, answer="draw stock", step=step) for _ in range(8)))
        assert sorted(each["taken"] for each in found) == [False] * 7 + [True]
        assert {each["step"] for each in found} == {step + 1}
        assert (await ask("act", token=token, answer='{"action": "discard 3S"}', step=step + 1))["taken"]

    talk(played, server(house))


@pytest.mark.parametrize("seconds", [-1, 51, 1e9])
def test_nobody_waits_for_longer_than_a_client_does(seconds: float) -> None:
    async def played(ask: Ask) -> None:
        with pytest.raises(OptionError, match=r"wait: seconds: Input should be (greater|less) than or equal to"):
            await ask("wait", token="guess", seconds=seconds)

    talk(played)


def test_while_a_bot_thinks_everybody_else_is_answered(slow: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "BOTS", 4 * SOON)
    house = Matches()
    made = house.open("whiplash", [OPEN, "greedy"], {}, 3, False)  # the bot begins
    _, (other, _) = opened(house, OPEN, OPEN)
    token = made.seats[0].token

    async def played(ask: Ask) -> None:
        look = await ask("observe", token=token)
        assert (look["yours"], look["waiting_for"]) == (False, ["Bo"])
        early = await ask("act", token=token, answer="draw stock", step=look["step"])
        assert (early["taken"], early["said"]) == (False, "Bo is to answer")
        assert (await ask("act", token=other, answer="1"))["taken"]
        waiting = asyncio.create_task(ask("wait", token=token, step=look["step"]))
        await asyncio.sleep(SOON)
        slow.set()
        assert "Bo puts down" in (await waiting)["prompt"]

    talk(played, server(house))


def test_a_bot_that_fails_is_told_and_ends_no_wait_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bot, "choose", lambda *_: 1 / 0)
    house = Matches()
    token = house.open("whiplash", [OPEN, "greedy"], {}, 3, False).seats[0].token
    for _ in range(2):
        with pytest.raises(OptionError, match="a bot has failed, so the match cannot go on"):
            house.observe(token)


def test_of_a_step_that_is_not_known_any_more_the_whole_table_is_told() -> None:
    house = Matches()
    _, (token,) = opened(house, OPEN, "greedy")
    first = house.observe(token)
    assert "## Bo" in house.observe(token, 99).prompt
    for _ in range(6):
        house.act(token, "1")
    again = house.observe(token, first.step).prompt
    assert "won: 0." in again
    assert "# What has changed" not in again
    known = house.find(token).last()
    assert house.observe(token, known).prompt.startswith("Nothing has happened since.")


def test_a_move_costs_half_of_what_the_whole_table_does() -> None:
    house, told, whole = Matches(), 0, 0
    _, (token,) = opened(house, OPEN, "greedy", "greedy", name="keywhiz")
    for _ in range(20):
        step = house.observe(token).step
        whole += len(house.observe(token).prompt)
        told += len(house.act(token, "1", step).prompt)
    assert told < whole / 2


def test_why_costs_no_try_and_knows_cards() -> None:
    house = Matches()
    _, (token,) = opened(house, OPEN, "greedy")

    async def played(ask: Ask) -> None:
        seen = await ask("observe", token=token)
        for _ in range(5):
            assert await ask("why", token=token, action="`discard 3S`") == "take a card first, then put one down (WL-5.1)"
        assert "WL-5.1" in await ask("why", token=token, action="3s")
        assert await ask("why", token=token, action="draw stock") == "`draw stock` is allowed now"
        assert "no such action" in await ask("why", token=token, action="castle")
        assert await ask("observe", token=token) == seen
        wrong = await ask("act", token=token, answer="`discard 3S`", step=seen["step"])
        assert wrong["rule"] == "WL-5.1"
        assert wrong["said"].endswith("After 2 more such answers in succession an action is played for you, at random")
        assert wrong["legal"] == seen["legal"]

    talk(played, server(house))


def test_answers_are_as_their_schemas_say_and_texts_hold_the_same() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    house = Matches()
    _, (token,) = opened(house, OPEN, "greedy")

    async def played(client: Client) -> None:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        assert {name for name, schema in schemas.items() if schema} == {"list_games", "new_match", "observe", "wait", "act"}
        new = {"game": "whiplash", "seats": [OPEN, "random"]}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("list_games", {}),
            ("new_match", new),
            ("observe", {"token": token}),
            ("wait", {"token": token}),
        ]
        for name, given in [*calls, ("act", {"token": token, "answer": 1}), ("act", {"token": token, "answer": "castle"})]:
            found = await client.call_tool(name, given)
            jsonschema.validate(found.structured_content, schemas[name])
            text = getattr(found.content[0], "text", "")
            assert found.structured_content is not None
            assert text.endswith(found.structured_content.get("prompt", text))
        assert text.startswith("Refused: the answer holds no action")

    converse(house, played)


def test_rules_are_resources_too() -> None:
    async def played(client: Client) -> None:
        found = {str(each.uri) for each in (await client.list_resources()).resources}
        assert {"tuckbox://whiplash/rules", "tuckbox://jalopies/book"} <= found
        for address, whole in (("tuckbox://whiplash/rules", False), ("tuckbox://whiplash/book", True)):
            read = (await client.read_resource(address)).contents[0]
            told = (await client.call_tool("rules", {"game": "whiplash", "whole": whole})).content[0]
            assert getattr(read, "text", "") == getattr(told, "text", None)

    converse(Matches(), played)


def test_things_are_explained_by_name() -> None:
    async def played(ask: Ask) -> None:
        assert "no card or place" in str(await _refused(ask, "rules", game="jalopies", about="queen"))
        assert "Mishap" in await ask("rules", game="jalopies", about="flat tire")

    talk(played)


async def _refused(ask: Ask, tool: str, **given: Any) -> OptionError:
    with pytest.raises(OptionError) as refused:
        await ask(tool, **given)
    return refused.value


def test_a_review_that_takes_long_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    going, made = threading.Event(), list[int]()

    def make(review: Review, record: Any, seat: int) -> None:
        made.append(review.effort)
        review._go_on(1, 4)
        going.wait(60)
        review._told, review.done = "The review.", True

    monkeypatch.setattr(Review, "_make", make)
    monkeypatch.setattr(playing, "PATIENCE", SOON)
    house = Matches()
    _, (token,) = opened(house, OPEN, "greedy")
    while not house.observe(token).done:
        house.act(token, "1")

    async def played(ask: Ask) -> None:
        assert await ask("review", token=token) == "The review is being made, 25% of it so far: call `review` again."
        going.set()
        while (told := await ask("review", token=token)) != "The review.":
            assert "call `review` again" in told
        assert made == [100]

    talk(played, server(house))


def test_after_the_end_nothing_is_to_be_done_and_a_failed_review_is_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, tries = Matches(), list[int]()
    _, (token,) = opened(house, OPEN, "greedy")
    while not house.observe(token).done:
        house.act(token, "1")
    seat = house.find(token)
    assert seat.why("draw stock") == "the game is over"
    with pytest.raises(OptionError, match="over: `review`"):
        seat.hint()

    def fail(*_: object) -> None:
        tries.append(1)
        raise MemoryError

    monkeypatch.setattr("tuckbox.coach.review.review", fail)

    async def played(ask: Ask) -> None:
        for number in (1, 2):
            assert "has failed" in str(await _refused(ask, "review", token=token))
            assert len(tries) == number

    talk(played, server(house))


HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
HELLO += '"clientInfo":{"name":"test","version":"1"}}}\n'


def test_a_call_that_waits_for_a_server_which_hangs_can_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and whatever the client asks for next is answered."""
    over = threading.Event()
    monkeypatch.setattr(ServerCalls, "get", lambda *given, **named: over.wait(60) and {})

    async def played(client: Client) -> None:
        with anyio.move_on_after(SOON) as asked:
            await client.call_tool("list_tables", {})
        assert asked.cancelled_caught
        assert (await client.call_tool("list_games", {})).structured_content
        assert not over.is_set()

    try:
        converse(Matches(), played, ServerTables("http://127.0.0.1:9"))
    finally:
        over.set()


def test_a_client_that_goes_while_a_server_hangs_is_followed_at_once() -> None:
    pipe = subprocess.PIPE
    with socket.create_server(("127.0.0.1", 0)) as hung:
        address = f"http://127.0.0.1:{hung.getsockname()[1]}"
        command = [sys.executable, "-m", "tuckbox.cli", "mcp", "--no-watch", "--server", address]
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
            assert process.stdin is not None
            process.stdin.write(HELLO)
            process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
            process.stdin.write(
                '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_tables","arguments":{}}}\n'
            )
            process.stdin.flush()
            line, _ = hung.accept()  # the call has begun
            with line:
                process.stdin.close()
                try:
                    assert process.wait(timeout=0.75 * SECONDS) == 0
                finally:
                    process.kill()


def test_a_client_that_goes_in_the_middle_of_a_call_leaves_no_traceback() -> None:
    command = [sys.executable, "-m", "tuckbox.cli", "mcp", "--no-watch"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(HELLO)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write('{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n')
        process.stdin.flush()
        time.sleep(SOON)
        process.stdin.close()
        try:
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
        assert process.stderr.read() in ("", "tuckbox: the client has gone\n")


def test_a_match_in_which_all_are_clients_is_dealt_on(monkeypatch: pytest.MonkeyPatch) -> None:
    house = Matches()
    made = house.open("whiplash", [OPEN, OPEN], {"match": "hands", "hands": 2}, 3, True)
    tokens = [place.token for place in made.seats]
    for _ in range(1_000):
        looks = [house.observe(token) for token in tokens]
        if looks[0].done:
            break
        seat = [look.yours for look in looks].index(True)
        calls = [text for text in looks[seat].legal if text.startswith("call")]
        house.act(tokens[seat], (calls or looks[seat].legal)[0])
    assert looks[0].done
    assert len(looks[0].rewards) == len(game("whiplash").players) - 1
