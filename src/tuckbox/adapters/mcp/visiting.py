"""Tools with which one plays with people, at the tables of a server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from tuckbox.adapters.mcp.calls import READS, in_thread, result, with_heartbeat
from tuckbox.adapters.mcp.library import Options
from tuckbox.adapters.mcp.playing import Token
from tuckbox.adapters.mcp.server_seat import MARK, REACTIONS
from tuckbox.adapters.mcp.server_tables import Joined, Listing, Listings, ServerTables

Name = Annotated[str, Field(min_length=1, description=f"Your name; people see it with{MARK} behind it")]


def add_tables(made: MCPServer, tables: ServerTables) -> None:
    """The tools with which one finds a table, and leaves it."""

    @made.tool(annotations=READS)
    @with_heartbeat
    async def list_tables(ctx: Context[Any, Any]) -> Annotated[CallToolResult, Listings]:
        """The public tables at which you can sit down with people."""
        found = await in_thread(tables.listings)
        return result(found, "\n".join(map(_said, found.tables)) or "There is none just now: `open_table` makes one.")

    @made.tool(annotations=ToolAnnotations(destructive_hint=False))
    @with_heartbeat
    async def open_table(
        ctx: Context[Any, Any],
        name: Name,
        game: str,
        players: Annotated[int, Field(ge=1, le=8, description="Number of seats, yours among them")],
        bots: Annotated[int, Field(ge=0, description="Number of seats that bots take; people take the others")] = 0,
        level: Annotated[Literal["easy", "normal", "hard"], Field(description="The level of the bots")] = "normal",
        options: Annotated[Options | None, Field(description="Options by name, as `list_games` has them")] = None,
        private: Annotated[bool, Field(description="Whether only those find the table who have its link")] = True,
    ) -> Annotated[CallToolResult, Joined]:
        """Open a table and take a seat there: give its `link` to those who are to play. `start` it by `act` when all seats
        are taken."""
        joined = await in_thread(lambda: tables.open(name, game, players, bots, options or {}, level, private))
        return result(joined, _joined(joined))

    @made.tool(annotations=ToolAnnotations(destructive_hint=False))
    @with_heartbeat
    async def join_table(
        ctx: Context[Any, Any], name: Name, table: Annotated[str, Field(description="The id of a table, or its link")]
    ) -> Annotated[CallToolResult, Joined]:
        """Take a free seat at a table of people, each time another; then play as in any other match, and `wait` for them."""
        joined = await in_thread(lambda: tables.join(name, table))
        return result(joined, _joined(joined))

    @made.tool(annotations=ToolAnnotations(destructive_hint=False), structured_output=False)
    @with_heartbeat
    async def say(
        ctx: Context[Any, Any],
        token: Token,
        text: Annotated[str, Field(max_length=400, description=f"{', '.join(REACTIONS)}; or a line, where you may chat")],
    ) -> str:
        """Say something to those who sit at your table of a server."""
        return await in_thread(lambda: tables.find(token).say(text))

    @made.tool(annotations=ToolAnnotations(destructive_hint=True), structured_output=False)
    @with_heartbeat
    async def leave_table(ctx: Context[Any, Any], token: Token) -> str:
        """Leave your seat at a table of a server. Once the match has begun this resigns it: a bot plays on in your place."""
        return await in_thread(lambda: tables.find(token).leave())


def _said(listing: Listing) -> str:
    """A table in a line."""
    chosen = ", ".join(f"{name} {value}" for name, value in listing.options.items())
    with_whom = ", ".join(listing.sitting) or "nobody yet"
    return f"{listing.table}: {listing.game} for {listing.players} ({chosen}), with {with_whom}, pace {listing.pace}"


def _joined(joined: Joined) -> str:
    told = f"You sit at {joined.link} as {joined.name}, on seat {joined.seat + 1}. Your token: {joined.token}"
    return f"{told}\n`observe` the table, then `wait` until you are to decide."
