"""The caller of a request: address, host and scheme, believed only as far as they can be known.

A page of another site must neither command our sockets nor post our forms, nor may a name that somebody points at this
machine pass for ours. So the host must be known: a number, this machine, or an address the server was told; and what a
browser sends from a page bears the origin of that page, which must be ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from tuckbox.server.errors import Refused
from tuckbox.server.settings import Settings

HEALTH = ("/health", "/health/live", "/health/ready")
"""Paths that are answered by whatever name the server is called, be it none: of probes some send no host, or one of their
own, and the answer tells nothing."""

_HOST = re.compile(r"(\[(?P<number>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(:\d{1,5})?")


_WITH_PORT = re.compile(r"\[(?P<number>[0-9a-fA-F:.]+)\](:\d+)?|(?P<plain>[0-9.]+):\d+")


@dataclass(frozen=True)
class Caller:
    """The origin of a request, and the name by which it calls us."""

    address: str
    scheme: str
    host: str
    direct: bool

    @property
    def origin(self) -> str:
        """The origin our own pages have for this caller."""
        return f"{self.scheme}://{self.host}"

    @property
    def secure(self) -> bool:
        """Whether nobody can read on the way what they send and get."""
        return self.scheme == "https"


def caller_of(scope: Scope, settings: Settings) -> Caller:
    """The caller. Raises `Refused` where the host is not ours."""
    headers = Headers(scope=scope)
    host = headers.get("host", "").lower()
    known = len(headers.getlist("host")) == 1 and _ours(host, settings)
    if not known and scope["path"] not in HEALTH:
        raise Refused("wrong host", "this server does not know itself by that name; its operator can tell it: --address")
    address = (scope.get("client") or ("", 0))[0]
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    forwarded = headers.getlist("x-forwarded-for")
    if settings.behind_proxy:
        if forwarded:
            added = forwarded[-1].split(",")[-1]  # the address that our own proxy has added; all before may be made up
            address = _bare(added.strip()[:60])
        told = headers.get("x-forwarded-proto", "")
        scheme = told if told in ("http", "https") else scheme
    return Caller(address, settings.schemes.get(host, scheme), host if known else "", direct=not forwarded)


def _bare(address: str) -> str:
    """An address without a port, which some proxies add: else each connection would be somebody else.

    >>> [_bare(each) for each in ("192.0.2.7:5000", "[2001:db8::1]:5000", "2001:db8::1")]
    ['192.0.2.7', '2001:db8::1', '2001:db8::1']
    """
    found = _WITH_PORT.fullmatch(address)
    return address if found is None else found["number"] or found["plain"]


def _ours(host: str, settings: Settings) -> bool:
    if host in settings.schemes:
        return True
    found = _HOST.fullmatch(host)
    if not found:
        return False
    name = found["number"] or found["name"]
    if name in settings.names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(scope: Scope, caller: Caller, settings: Settings, needed: bool) -> None:
    """Refuse what a page of another site sends; where an origin is `needed`, what bears none too."""
    origin = Headers(scope=scope).get("origin")
    if origin is None and not needed:
        return
    if origin is None or origin.lower() not in (caller.origin, *(address.lower() for address in settings.addresses)):
        raise Refused("wrong origin", "this came from a page of another site")
