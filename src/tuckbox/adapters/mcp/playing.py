"""Tools with which one plays, and learns."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import BeforeValidator, Field

from tuckbox.adapters.mcp.calls import LONGEST, PATIENCE, READS, in_thread, result, told_errors, wait_for, with_heartbeat
from tuckbox.adapters.mcp.library import Options
from tuckbox.adapters.mcp.looks import ClientSeat, Look, Told
from tuckbox.adapters.mcp.matches import BOTS, OPEN, Matches, Opened, told

Token = Annotated[str, Field(description="The token of your seat, as it was given to you with it")]
Answer = Annotated[
    str,
    BeforeValidator(lambda given: str(given) if isinstance(given, int) else given),
    Field(description="One legal action as in the list, or its number there, or prose that ends with it in backticks"),
]
Seen = Annotated[int | None, Field(description="The `step` you have seen: then only what has changed since is told")]


Find = Callable[[str], ClientSeat]
"""Finds the seat of a token. Raises `TuckboxError` where there is none."""


def add_matches(made: MCPServer, house: Matches) -> None:
    """The tool with which one begins a match against bots, or other clients."""

    @made.tool()
    @with_heartbeat
    async def new_match(
        ctx: Context[Any, Any],
        game: str,
        seats: Annotated[
            list[str], Field(description=f"For each seat {OPEN!r} or a bot: random, greedy, learned, search:60")
        ],
        options: Annotated[Options | None, Field(description="Options by name, as `list_games` has them")] = None,
        seed: Annotated[int | None, Field(description="The same seed deals the same cards")] = None,
        whole: Annotated[bool, Field(description="A whole match instead of one game")] = False,
    ) -> Annotated[CallToolResult, Opened]:
        """Begin a match; it gives a token for each open seat, and the address at which people can watch."""
        opened = await in_thread(lambda: house.open(game, seats, options or {}, seed, whole))
        return result(opened, opened.model_dump_json(exclude_defaults=True))


def add_play(made: MCPServer, find: Find) -> None:
    """The tools with which one plays."""

    @made.tool(annotations=READS)
    @with_heartbeat
    async def observe(ctx: Context[Any, Any], token: Token, step: Seen = None) -> Annotated[CallToolResult, Look]:
        """The whole table as your seat sees it, what has happened, and what you may do."""
        look = await _looked(find, token, step, BOTS, bots=True)
        return result(look, look.prompt)

    @made.tool(annotations=READS)
    @with_heartbeat
    async def wait(
        ctx: Context[Any, Any],
        token: Token,
        step: Seen = None,
        seconds: Annotated[float, Field(ge=0, le=LONGEST, description="How long at most")] = PATIENCE,
    ) -> Annotated[CallToolResult, Look]:
        """Wait until you are to decide or the game is over, and see what has changed. When the time is up, wait again:
        nothing is lost."""
        look = await _looked(find, token, step, seconds)
        return result(look, look.prompt)

    @made.tool(annotations=ToolAnnotations(destructive_hint=False))
    @with_heartbeat
    async def act(
        ctx: Context[Any, Any],
        token: Token,
        answer: Answer,
        step: Annotated[
            int | None, Field(description="The `step` you have seen: an answer sent twice is then played once")
        ] = None,
        wait: Annotated[
            float, Field(ge=0, le=LONGEST, description="Seconds to wait for the next turn where not only bots play")
        ] = 0,
    ) -> Annotated[CallToolResult, Told]:
        """Play an action of your seat; bots play after it. Tells what has changed then, and what you may do next. A refused
        answer changes nothing, but after three in succession an action is played for you at random; not at tables of people.
        """
        look = await _played(find, token, answer, step, wait)
        return result(look, look.prompt if look.taken else f"Refused: {look.said}\n\n{look.prompt}")

    @made.tool(annotations=READS, structured_output=False)
    @with_heartbeat
    async def why(
        ctx: Context[Any, Any],
        token: Token,
        action: Annotated[str, Field(description="An action, or a card or place of the notation")],
    ) -> str:
        """Why you may not do something now. It is no answer: nothing is played, and no try is lost."""
        return await in_thread(lambda: find(token).why(action))


async def _played(find: Find, token: str, answer: str, step: int | None, seconds: float) -> Told:
    """The result of an answer, and the match when bots have played after it, or the seat is to decide again."""
    seat = await in_thread(lambda: find(token))
    seen = seat.last() if step is None else step
    found = await in_thread(lambda: seat.answer(answer, step))
    began = time.monotonic()
    await wait_for(seat.listeners, BOTS, lambda: seat.ready() or not seat.busy)
    await wait_for(seat.listeners, min(seconds, LONGEST - (time.monotonic() - began)), seat.ready)
    return told(found, await in_thread(lambda: seat.look(seen)))


async def _looked(find: Find, token: str, step: int | None, seconds: float, bots: bool = False) -> Look:
    """The view of a seat when it need not wait any more, be it for `bots` alone or for anybody."""
    seat = await in_thread(lambda: find(token))
    await wait_for(seat.listeners, seconds, lambda: seat.ready() or (bots and not seat.busy))
    return await in_thread(lambda: seat.look(step))


def add_coach(made: MCPServer, find: Find) -> None:
    """The tools with which one learns."""

    @made.tool(annotations=READS, structured_output=False)
    @with_heartbeat
    async def hint(ctx: Context[Any, Any], token: Token) -> str:
        """A good player's choice now; not where several clients play each other."""
        return await in_thread(lambda: find(token).hint())

    @made.tool(annotations=READS, structured_output=False)
    @with_heartbeat
    async def review(ctx: Context[Any, Any], token: Token, effort: Annotated[int, Field(ge=20, le=2_000)] = 100) -> str:
        """Your decisions judged by the coach, when the game is over; `effort` is games played in the mind for each. Where it
        takes long, call it again."""
        made = await in_thread(lambda: find(token).review(effort))
        await wait_for(made.listeners, PATIENCE, lambda: made.done)
        return told_errors(lambda: made.told)()
