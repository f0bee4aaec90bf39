"""Middleware for every request and socket: who calls, how often, from what page; and headers of every answer."""

from __future__ import annotations

import logging
import time
from collections.abc import MutableMapping
from contextlib import nullcontext
from email.utils import formatdate
from http import HTTPStatus
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tuckbox.server.errors import Refused
from tuckbox.server.fleet.notes import NOTE, Notes, receive_again
from tuckbox.server.settings import Settings, local_name
from tuckbox.server.table.clock import steady_now
from tuckbox.server.web.bodies import read_body
from tuckbox.server.web.errors import FAILED, error_response
from tuckbox.server.web.limits import ConcurrencyLimit, RateLimiter, SharedLimit, network_of, waits
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.origin import HEALTH, Caller, caller_of, check_origin

log = logging.getLogger("tuckbox.web")

_SAFE = ("GET", "HEAD", "OPTIONS")

_PROBED = (*HEALTH, "/metrics")
"""Routes that programs ask again and again; that a server is not well is logged once, with the reason."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # the path of a private table is its key
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; "
    "connect-src 'self' {socket}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def caller(connection: HTTPConnection) -> Caller:
    """The caller, as the middleware has found out."""
    found: Caller = connection.scope["caller"]
    return found


def http_date() -> str:
    """The time as a header, by the clock of deadlines: programs learn from it how long they have."""
    return formatdate(steady_now(), usegmt=True)


class SecurityMiddleware:
    """Refuses what must not come in, counts and logs what does, and puts the headers of safety on all that goes out."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, parts: SharedLimit) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics
        self._requests = RateLimiter(settings.limits.requests, "requests", parts=parts)
        self._sockets = ConcurrencyLimit(settings.limits.sockets_of_address, "open tables", parts)
        self._warned = settings.behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it pass, or refuse it."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _meet(self, scope: Scope) -> Caller:
        """The caller, if they may come in. Raises `Refused`."""
        found = scope["caller"] = caller_of(scope, self.settings)
        if not (found.direct or self._warned):
            self._warned = True
            log.warning("a proxy says for whom it asks, but without --behind-proxy all its visitors count as one address")
        if scope["type"] == "http":
            scope["scheme"] = found.scheme  # redirections of addresses with a slash too many use it
        self._requests.take(network_of(found.address))
        if "\0" in scope["path"]:  # PostgreSQL cannot even be asked for it
            raise Refused("not here", "there is nothing here")
        program = scope["path"].startswith("/api/")
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            check_origin(scope, found, self.settings, needed=not program)
        return found

    def _is_peer(self, scope: Scope) -> bool:
        """Whether this has come in where other processes reach us; there nothing is answered without a note."""
        return self.settings.peer != "" and local_name(scope.get("server")) == self.settings.peer

    async def _meet_peer(self, scope: Scope, receive: Receive) -> Receive:
        """Learn who calls by another process, which has seen to it that they may. Raises `Refused`."""
        scope["peer"] = True
        notes: Notes = scope["app"].state.notes
        given = Headers(scope=scope).getlist(NOTE)
        if len(given) != 1:
            raise Refused("not here", "there is nothing here")
        scope["caller"], digest = notes.read(scope, given[0])
        if scope["type"] == "websocket":
            return receive
        return receive_again(await read_body(Request(scope, receive), self.settings.limits), digest, receive)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer, waiting = _Answer(scope, send), waits(HTTPConnection(scope))
        try:
            if self._is_peer(scope):
                await self.app(scope, await self._meet_peer(scope, receive), answer.send)
                return
            found = self._meet(scope)
            with self._sockets.taken(network_of(found.address)) if waiting else nullcontext():  # it waits as a socket does
                await self.app(scope, receive, answer.send)
        except Refused as refused:
            await self._refuse(scope, receive, answer.send, refused)
        except Exception:
            self._note(scope)
            if answer.started:
                raise
            await self._refuse(scope, receive, answer.send, FAILED)
        finally:
            self._book(scope, answer, waiting)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if self._is_peer(scope):
                await self.app(scope, await self._meet_peer(scope, receive), send)
                return
            with self._sockets.taken(network_of(self._meet(scope).address)):
                await self.app(scope, receive, send)
        except Refused as refused:
            await self._refuse(scope, receive, send, refused)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
        self.metrics.refusals.labels(refused.code).inc()
        await error_response(scope, refused)(scope, receive, send)

    def _note(self, scope: Scope) -> None:
        """Note a fault of ours, for whoever runs the server; the client learns only that there was one."""
        self.metrics.faults.inc()
        log.exception("a request has failed", extra={"route": _pattern(scope)})

    def _book(self, scope: Scope, answer: _Answer, waiting: bool) -> None:
        """Count and log a request by the pattern of its route: a path may hold the key of a private table."""
        route = _pattern(scope)
        seconds = time.perf_counter() - answer.began
        self.metrics.requests.labels(route, scope["method"][:8], str(answer.status)).inc()
        if not waiting:
            self.metrics.request_seconds.observe(seconds)
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS or route in _PROBED:
            return  # a flood must not become one of the log
        log.info(
            "request",
            extra={"method": scope["method"][:8], "route": route, "status": answer.status, "ms": round(1000 * seconds, 1)},
        )


def _pattern(scope: Scope) -> str:
    return getattr(scope.get("route"), "path", "none")


class _Answer:
    """The answer to a request on its way out."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self._send = scope, send
        self.began, self.status, self.started = time.perf_counter(), 500, False

    async def send(self, message: Message) -> None:
        """Send a part of it, the headers of safety with its first."""
        if message["type"] == "http.response.start":
            self.status, self.started = message["status"], True
            _protect(self.scope, message)
        try:
            await self._send(message)
        except RuntimeError as error:
            if "handler is closed" not in str(error):  # in these words uvloop says that the client has gone
                raise


def _protect(scope: Scope, message: MutableMapping[str, Any]) -> None:
    """Add the headers of safety. What does not say how long it may be kept, codes and tokens among it, is kept by nobody."""
    headers = MutableHeaders(scope=message)
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
    headers.setdefault("date", http_date())
    if headers.get("content-type", "").startswith("text/html"):
        found: Caller | None = scope.get("caller")
        socket = f"{found.origin.replace('http', 'ws', 1)}" if found else ""  # for browsers in which 'self' is no socket
        headers["content-security-policy"] = _POLICY.format(socket=socket)
