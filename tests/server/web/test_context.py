"""Work beside the event loop: what nobody waits for any more is not begun."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message

from tests.server.web.site import open_site
from tuckbox.server.errors import Refused
from tuckbox.server.web.origin import Caller

pytestmark = pytest.mark.anyio


def sent(method: str, *messages: Message) -> Request:
    """A request of which the server has received these messages."""
    left = [*messages]

    async def receive() -> Message:
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return Request({"type": "http", "method": method, "caller": Caller("192.0.2.1", "http", "cards", direct=True)}, receive)


async def test_what_is_asked_for_by_who_has_gone_is_not_worked_out(tmp_path: Path) -> None:
    whole, gone = {"type": "http.request", "body": b"a=b", "more_body": False}, {"type": "http.disconnect"}
    with open_site(tmp_path / "tables.db") as site:
        app: Any = site.client.app
        context, done = app.state.context, list[str]()
        for work in (context.aside, context.explained):

            def note(what: str) -> Callable[[], None]:
                return lambda: done.append(what)

            await work(sent("GET", whole), note("a page"), None)
            with pytest.raises(Refused, match="gone"):
                await work(sent("GET", gone), note("nothing"), None)
            form = sent("POST", whole, gone)
            await work(form, note("a form"), None)
            assert await form.body() == b"a=b", "which is still there to be read"
    assert done == ["a page", "a form"] * 2
