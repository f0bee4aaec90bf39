"""Matches for language models over the Model Context Protocol: ``tuckbox mcp``.

A match and each of its open seats have a token, which `new_match` gives and every other tool asks for: the protocol keeps no
sessions, and several clients may play at one table, each with the token of its seat. What a tool tells is made from the view
of that seat. Needs ``pip install 'tuckbox[mcp]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from tuckbox import __version__
from tuckbox.adapters.mcp.library import add_library
from tuckbox.adapters.mcp.looks import ClientSeat
from tuckbox.adapters.mcp.matches import Matches
from tuckbox.adapters.mcp.playing import add_coach, add_matches, add_play

if TYPE_CHECKING:
    from tuckbox.adapters.mcp.server_tables import ServerTables

INSTRUCTIONS = """\
Card games that you cannot have read about: every rule is in `rules`. Begin with `new_match`, keep the token of your seat,
and look at the table with `observe`. From then on `act` with the `step` you have seen: it plays your action, waits for bots,
and tells what has changed and what you may do next. Where others are to decide, `wait`. `why` says why something is not
allowed. Nothing is told of what your seat cannot see."""
WITH_PEOPLE = """
To play with people, `open_table` and give them its link, or `join_table` at theirs; then `observe`, `act` and `wait` with
the token of your seat there. They wait for you, too: answer soon, and do not leave without `leave_table`."""


class _Server(MCPServer):
    """The SDK's server, but errors are told in our words alone, and wrong arguments in one line. So are those that a tool
    does not take, which the SDK leaves out in silence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        taken = {tool.name: list(tool.input_schema.get("properties", ())) for tool in await self.list_tools()}
        stray = [each for each in arguments if name in taken and each not in taken[name]]
        if stray:
            raise ToolError(f"{name} takes {', '.join(taken[name]) or 'nothing'}, but not {stray[0][:40]!r}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_wrong(error.__cause__)}") from error.__cause__
            if isinstance(error.__cause__, ToolError):  # as `told` has it, before the SDK put its own words in front
                raise error.__cause__ from None
            raise


def _wrong(error: ValidationError) -> str:
    """The first argument that is wrong, and why, without pydantic's heading and link."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{first['loc'][0]}: {first['msg']}"


def server(matches: Matches | None = None, tables: ServerTables | None = None) -> MCPServer:
    """A server of the protocol, with matches of its own unless some are given, and perhaps the `tables` of a server of
    people."""
    own = matches or Matches()

    def find(token: str) -> ClientSeat:
        return tables.find(token) if tables is not None and tables.has(token) else own.find(token)

    told = INSTRUCTIONS if tables is None else INSTRUCTIONS + WITH_PEOPLE
    made = _Server("tuckbox", title="Tuckbox", instructions=told, version=__version__, log_level="WARNING")
    add_library(made)
    add_matches(made, own)
    add_play(made, find)
    add_coach(made, find)
    if tables is not None:
        from tuckbox.adapters.mcp.visiting import add_tables

        add_tables(made, tables)
    return made
