"""Matches over the Model Context Protocol, played by the client of its own SDK."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("mcp", reason="the MCP SDK is not installed (pip install 'tuckbox[mcp]')")

from mcp import Client, StdioServerParameters

from tuckbox import installed
from tuckbox.adapters.mcp.command import mcp as command
from tuckbox.adapters.mcp.matches import OPEN, Matches
from tuckbox.adapters.mcp.server import server
from tuckbox.errors import OptionError

Ask = Callable[..., Coroutine[Any, Any, Any]]


def talk(played: Callable[[Ask], Coroutine[Any, Any, None]], to: Any = None) -> None:
    """Let a conversation with a server happen; `ask` calls a tool and gives its answer, as data where it has some."""

    async def conversation() -> None:
        async with Client(to or server()) as client:

            async def ask(tool: str, **given: Any) -> Any:
                result = await client.call_tool(tool, given)
                text = getattr(result.content[0], "text", "")
                if result.is_error:
                    raise OptionError(text)
                return text if result.structured_content is None else result.structured_content

            await played(ask)

    try:
        asyncio.run(conversation())
    except BaseExceptionGroup as group:  # the client's task group wraps what went wrong within it
        raise next(_leaves(group)) from None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors within groups of errors."""
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error


async def play_on(ask: Ask, tokens: dict[int, str], most: int) -> int:
    """Answer at random for the open seats until the game is over; the number of answers."""
    chance, answers = random.Random(1), 0
    while answers < most:
        for token in tokens.values():
            look = await ask("observe", token=token)
            if look["done"]:
                return answers
            if look["yours"]:
                told = await ask("act", token=token, answer=f"I choose `{chance.choice(look['legal'])}`.")
                assert told["taken"], told
                answers += 1
    return answers


async def reviewed(ask: Ask, token: str) -> str:
    """The review of a seat, asked for again for as long as it is being made."""
    while "is being made" in (told := await ask("review", token=token, effort=20)):
        pass
    return str(told)


@pytest.mark.parametrize(("tool", "given", "said"), [
    ("new_match", {"game": "whiplash", "seats": ["open", "greedy"], "edition": "royal"},
     "new_match takes game, seats, options, seed, whole, but not 'edition'"),
    ("list_games", {"all": True}, "list_games takes nothing, but not 'all'"),
    ("act", {"token": "x"}, "act: answer: Field required"),
    ("new_match", {"game": "whiplash", "seats": 2}, "new_match: seats: Input should be a valid list"),
    ("new_match", {"game": "whiplash", "seats": ["open", "open"], "options": {"ranks": [4]}},
     "new_match: options: Input should be a valid string"),
])  # fmt: skip
def test_arguments_that_a_tool_does_not_take_are_told_in_a_line(tool: str, given: dict[str, Any], said: str) -> None:
    """A match was begun without the edition that was asked for, and of types pydantic told in its own words, with a link."""

    async def asked(ask: Ask) -> None:
        with pytest.raises(OptionError) as refused:
            await ask(tool, **given)
        assert str(refused.value) == said

    talk(asked)


def test_rules_are_those_of_the_options_of_a_match() -> None:
    async def asked(ask: Ask) -> None:
        royal = {"game": "whiplash", "options": {"edition": "royal"}}
        assert "In Royal Whiplash you may also call with all five cards" in await ask("rules", **royal)
        assert "Royal" not in await ask("rules", game="whiplash")
        assert "and the Royal call" in await ask("rules", **royal, about="AS")
        assert "Royal" not in await ask("rules", game="whiplash", about="AS")
        with pytest.raises(OptionError, match="edition must be one of classic, 2023, royal"):
            await ask("rules", game="whiplash", options={"edition": "1850"})

    talk(asked)


@pytest.mark.slow
def test_a_whole_game_against_a_bot() -> None:
    async def played(ask: Ask) -> None:
        games = (await ask("list_games"))["games"]
        assert [game["name"] for game in games] == list(installed())
        assert "aces" in (await ask("rules", game="whiplash")).casefold()
        assert "first round" in await ask("rules", game="whiplash", rule="WL-5.6")
        opened = await ask("new_match", game="whiplash", seats=["open", "greedy"], seed=3)
        tokens = {place["seat"]: place["token"] for place in opened["seats"] if place["token"]}
        assert list(tokens) == [0]
        assert opened["seats"][1]["bot"] == "greedy"
        assert "`" in await ask("hint", token=tokens[0])
        with pytest.raises(OptionError, match="reviewed when it is over"):
            await ask("review", token=tokens[0])
        await play_on(ask, tokens, 1_000)
        end = await ask("observe", token=tokens[0])
        assert end["done"]
        assert len(end["rewards"]) == 2
        assert not (await ask("act", token=tokens[0], answer="`draw stock`"))["taken"]
        assert "decisions" in await reviewed(ask, tokens[0])

    talk(played)


def test_an_answer_that_is_sent_twice_is_played_once() -> None:
    """A client whose answer was lost on the way sends its own again: without the step it would be the next action."""

    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game="whiplash", seats=["open", "greedy"], seed=3)
        token = opened["seats"][0]["token"]
        seen = await ask("observe", token=token)
        first = await ask("act", token=token, answer="1", step=seen["step"])
        assert first["taken"]
        assert first["yours"]
        now = await ask("observe", token=token)
        assert now["step"] == first["step"] == seen["step"] + 1
        for _ in range(4):  # nor does it cost a try
            again = await ask("act", token=token, answer="1", step=seen["step"])
            assert not again["taken"]
            assert again["said"] == (
                f"this was meant for step {seen['step']}, but the match is at step {now['step']}: nothing was played"
            )
            assert again["prompt"] == first["prompt"], "what the client may have missed"
        assert await ask("observe", token=token) == now
        assert (await ask("act", token=token, answer="1", step=now["step"]))["taken"]

    talk(played)


def test_two_clients_at_one_table_see_their_own_seats_only() -> None:
    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game="whiplash", seats=["open", "open", "random"], seed=4)
        tokens = {place["seat"]: place["token"] for place in opened["seats"] if place["token"]}
        assert set(tokens) == {0, 1}
        looks = [await ask("observe", token=token) for token in tokens.values()]
        assert [look["yours"] for look in looks].count(True) == 1
        idle = looks.index(next(look for look in looks if not look["yours"]))
        early = await ask("act", token=list(tokens.values())[idle], answer="draw stock")
        assert not early["taken"]
        assert "is to answer" in early["said"]
        with pytest.raises(OptionError, match="no hints where several clients"):
            await ask("hint", token=tokens[0])
        assert await play_on(ask, tokens, 40) > 10

    talk(played)


@pytest.mark.parametrize("game", ["whipsaw", "jalopies"])
def test_nobody_learns_how_far_a_rival_is_in_a_sequence_or_who_has_answered_a_window(game: str) -> None:
    """The steps of a match were counted while a rival was amid a sequence, and of those asked only who had not answered was
    told."""
    house, chance = Matches(), random.Random(1)
    tokens = [place.token for place in house.open(game, [OPEN] * 3, {}, 1, False).seats]
    match, sequences, windows = house.find(tokens[0]).play.table.match, 0, 0
    while sequences < 10 or windows < 2:
        for seat, token in enumerate(tokens):
            amid, answered = match.told(seat) < match.steps, len(match.asked) > len(match.waiting)
            if (amid and sequences < 10) or answered:
                look = house.observe(token)
                assert look.step == match.told(seat) == house.act(token, "", -1).step
                asked = [match.names[other] for other in match.asked if other != seat]
                assert look.yours or look.waiting_for == asked
                sequences, windows = sequences + amid, windows + answered
        seat = match.waiting[0]
        match.play(chance.choice(match.actions(seat)), seat)


@pytest.mark.slow
@pytest.mark.parametrize("game", [name for name in installed() if name != "whiplash"])
def test_every_game_can_be_played(game: str) -> None:
    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game=game, seats=["open", "greedy", "greedy"], seed=4)
        assert await play_on(ask, {0: opened["seats"][0]["token"]}, 6) == 6

    talk(played)


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("rules", {"game": "chess"}, "chess"),
        ("rules", {"game": "whiplash", "rule": "XX-9.9"}, "Whiplash has no rule 'XX-9.9': `rules` with `whole`"),
        ("new_match", {"game": "whiplash", "seats": ["open"]}, "players"),
        ("new_match", {"game": "whiplash", "seats": ["greedy", "greedy"]}, "all seats"),
        ("new_match", {"game": "whiplash", "seats": ["open", "clever"]}, "clever"),
        ("new_match", {"game": "whiplash", "seats": ["open", f"learned:{__file__}"]}, "a seat is open, random"),
        ("new_match", {"game": "whiplash", "seats": ["open", f"search:60:{__file__}"]}, "a seat is open, random"),
        ("new_match", {"game": "whiplash", "seats": ["open", "search:99999999"]}, r"search:ITERATIONS \(50,000 at most\)"),
        ("new_match", {"game": "whiplash", "seats": ["open", "search:50001"]}, "50,000 iterations or"),
        ("new_match", {"game": "whiplash", "seats": ["open", "search:10001ms"]}, "10,000 milliseconds at most"),
        ("new_match", {"game": "whiplash", "seats": ["open", "greedy"], "options": {"edition": "none"}}, "edition"),
        ("observe", {"token": "guess"}, "no match with this token"),
        ("act", {"token": "guess", "answer": "draw stock"}, "no match with this token"),
    ],
)
def test_what_cannot_be_is_said(tool: str, given: dict[str, Any], said: str) -> None:
    async def played(ask: Ask) -> None:
        with pytest.raises(OptionError, match=said) as refused:
            await ask(tool, **given)
        assert "Error executing" not in str(refused.value), "in our words alone"

    talk(played)


def test_the_matches_longest_untouched_make_room() -> None:
    house = Matches(most=2)
    first, second = (house.open("whiplash", ["open", "random"], {}, seed, False).seats[0].token for seed in (1, 2))
    house.observe(first)
    third = house.open("whiplash", ["open", "random"], {}, 3, False).seats[0].token
    assert house.observe(first).yours
    assert house.observe(third).yours
    with pytest.raises(OptionError, match="no match with this token"):
        house.observe(second)


@pytest.mark.slow
def test_the_command_serves_on_standard_input_and_output() -> None:
    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game="whiplash", seats=["open", "random"], seed=3)
        assert (await ask("observe", token=opened["seats"][0]["token"]))["prompt"].startswith("# Rules of Whiplash")

    talk(played, StdioServerParameters(command=sys.executable, args=["-m", "tuckbox.cli", "mcp"], env={**os.environ}))


def test_what_goes_as_it_should_is_not_logged() -> None:
    """A client shows what a server writes to its standard error."""
    program = "import logging; from tuckbox.adapters.mcp.server import server; server(); logging.info('told')"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")


@pytest.mark.parametrize("word", [signal.SIGINT, signal.SIGTERM])
def test_the_command_ends_when_told_to_though_its_client_stays(word: signal.Signals) -> None:
    who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who}
    command = [sys.executable, "-m", "tuckbox.cli", "mcp", "--no-watch"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.send_signal(word)
        try:
            assert process.wait(timeout=30) == 130
        finally:
            process.kill()
        assert process.stderr.read() == "tuckbox: interrupted\n"


def _listening(port: int) -> bool:
    with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


@pytest.mark.parametrize("word", [signal.SIGINT, signal.SIGTERM])
def test_over_http_it_ends_as_a_server_does_though_its_client_stays(word: signal.Signals) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tuckbox.cli", "mcp", "--no-watch", "--http", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None

        async def connected(ask: Ask) -> None:
            await ask("list_games")
            process.send_signal(word)
            assert await asyncio.to_thread(process.wait, 30) == 0

        try:
            while not _listening(port):
                assert process.poll() is None
                time.sleep(0.1)
            talk(connected, f"http://127.0.0.1:{port}/mcp")
        finally:
            process.kill()
        assert "interrupted" not in process.stderr.read()


def test_a_port_that_another_listens_at_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OptionError, match=f"cannot listen at 127.0.0.1, port {port}: Address already in use"):
            CliRunner().invoke(command, ["--http", "--port", str(port)], catch_exceptions=False)


def test_over_http_its_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp.server.MCPServer.run", lambda *_, **__: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    run = CliRunner().invoke(command, ["--http", "--port", str(port)], catch_exceptions=False)
    assert f"http://127.0.0.1:{port}/mcp" in run.stderr


def test_options_may_be_numbers_and_truths() -> None:
    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game="whiplash", seats=["open", "random"], options={"ranks": 8, "match": "single"})
        assert opened["options"]["ranks"] == "8"
        given = {"unofficial": True, "match": "rotation"}
        opened = await ask("new_match", game="whipsaw", seats=["open", "random"], options=given)
        assert opened["options"]["unofficial"] == "true"

    talk(played)


def test_a_port_without_a_network_is_refused() -> None:
    with pytest.raises(OptionError, match="--port goes with --http"):
        CliRunner().invoke(command, ["--port", "8500"], catch_exceptions=False)
