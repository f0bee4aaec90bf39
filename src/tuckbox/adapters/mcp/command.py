"""The command `tuckbox mcp`."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING

import click

from tuckbox.errors import OptionError
from tuckbox.run.extras import extra
from tuckbox.run.options import leave, leave_interrupted, remark

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

PORT = 8485


@click.command()
@click.option("--http", is_flag=True, help="Listen on this machine instead of standard input and output.")
@click.option("--port", type=click.IntRange(1, 65535), help=f"The port for --http.  [{PORT}]")
@click.option("--server", metavar="ADDRESS", help="Also play with people at the tables of this server (tuckbox serve).")
@click.option("--chat", is_flag=True, help="Tell models what people at those tables write, and let models write there.")
@click.option("--watch/--no-watch", default=True, help="Whether matches can be watched in the browser of this machine.")
def mcp(http: bool, port: int | None, server: str | None, chat: bool, watch: bool) -> None:
    """Let language models play.

    This is a server of the Model Context Protocol, on standard input and output unless --http is given."""
    if port is not None and not http:
        raise OptionError("--port goes with --http")
    if chat and server is None:
        raise OptionError("--chat goes with --server")
    extra("mcp", "mcp")
    from tuckbox.adapters.mcp.matches import Matches
    from tuckbox.adapters.mcp.server import server as new_server

    tables = None
    if server is not None:
        from tuckbox.adapters.mcp.server_tables import ServerTables

        tables = ServerTables(server, chat)
    made = new_server(Matches(watched=watch), tables)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop if http else _leave)
    if http:
        _check_free(port or PORT)
        remark(f"language models find this server at http://127.0.0.1:{port or PORT}/mcp")
        made.run("streamable-http", host="127.0.0.1", port=port or PORT)
    else:
        _serve(made)


def _serve(made: MCPServer) -> None:
    """Serve a client on standard input and output until it has gone, be it in the middle of a call: threads that still wait
    for another server keep nobody."""
    try:
        made.run("stdio")
    except* BrokenPipeError:
        remark("the client has gone")
    leave()


def _check_free(port: int) -> None:
    """Raise `OptionError` where another program listens at the port: the server would tell it in a log, and as its own."""
    from tuckbox.server.fleet.workers import bound, reuse

    bound("127.0.0.1", port, reuse).close()


def _stop(number: int, frame: FrameType | None) -> None:
    """End as `tuckbox serve` does: uvicorn raises a signal again when it has closed the server."""
    leave()


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: the thread that waits for standard input hears nothing, and an exception amid a task would be logged."""
    remark("interrupted")
    leave_interrupted()
