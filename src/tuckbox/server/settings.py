"""Settings of a server, and limits for its clients."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from tuckbox.errors import OptionError
from tuckbox.server.notices.mailer import MailSettings

PORT = 8484
"""The port of a server that is given none."""

_NAME = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
"""A name as browsers send it, in ASCII, or a number."""

LOOPBACK = ("127.0.0.0/8", "::1/128")


@dataclass(frozen=True)
class Rate:
    """Rate of a limit: `a_second` in the long run, and at most `at_once` in a burst."""

    a_second: float
    at_once: int


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits for one client, so that all others can play on."""

    requests: Rate = Rate(20, 300)
    """Pages and calls of one address."""
    newcomers: Rate = Rate(0.1, 20)
    """New names from one address."""
    tables: Rate = Rate(0.05, 15)
    """Tables one person opens."""
    competitions: Rate = Rate(1 / 300, 5)
    """Competitions one person makes."""
    competing: int = 10
    """Competitions of one person, made or joined, that are not over."""
    entrants: int = 64
    """People of one competition."""
    signings: Rate = Rate(0.2, 20)
    """Attempts of one address to sign in, make a passkey or use a recovery code."""
    mails: Rate = Rate(1 / 120, 10)
    """Mails with links that are asked for from one address: nobody may use up what goes to all."""
    exports: Rate = Rate(1 / 60, 3)
    """Files of all that is kept of a person, for that person."""
    reports: Rate = Rate(1 / 30, 10)
    """Reports of one person, and people whom they mute or block."""
    pictures: Rate = Rate(1, 60)
    """Pictures for previews of links, of one address."""
    shares: Rate = Rate(1 / 30, 20)
    """Exercises of one person that get a link for everybody."""
    commands: Rate = Rate(20, 60)
    """Commands of one person."""
    faults: Rate = Rate(0.2, 20)
    """Refused commands of one socket: beyond them it is closed."""
    unfinished: int = 30
    """Tables of one person that are not finished."""
    bots: int = 60
    """Bots at the unfinished tables of one person."""
    sockets_of_address: int = 200
    sockets_of_table: int = 500
    """Sockets of onlookers at one table."""
    onlookers_of_address: int = 50
    """Sockets of one address at one table, of those who look on."""
    sockets_to_sit: int = 50
    """Besides these, of people at a table that has a free seat: two of one address. Onlookers cannot fill a table."""
    sockets_of_seat: int = 20
    """Sockets of one person at one table, where they have a seat."""
    frames: Rate = Rate(40, 200)
    """Frames of one socket, whatever is in them: beyond them it is cut off."""
    connections: int = 10_000
    """Connections of everybody together; fewer where the system allows fewer."""
    body: int = 10_000
    """Bytes of a form or a call."""
    patience: float = 15.0
    """Seconds in which a client has to send what it has begun, and to take what was sent to it."""

    @property
    def connections_of_address(self) -> int:
        """Connections of one address: its sockets, and some for pages."""
        return self.sockets_of_address + 50


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `addresses` are those people type, such as ``https://cards.example``; needed where the name in the request cannot be
    known otherwise. `behind_proxy` believes the caller's address and scheme to one proxy in front. `metrics_from` are
    the networks that may read the metrics. `bot_delay` is how long bots seem to think, in seconds. `peer` is where this
    process listens for the others that share its database, as host and port. With `bots_elsewhere` bots think in other
    processes, and are asked through the database. `warm_up` reads the
    compiled code of all games in before anybody asks for a bot. With `mail` it can send mails.
    """

    database: str
    host: str = "127.0.0.1"
    port: int = PORT
    addresses: tuple[str, ...] = ()
    behind_proxy: bool = False
    metrics_from: tuple[str, ...] = LOOPBACK
    bot_delay: float = 0.7
    peer: str = ""
    bots_elsewhere: bool = False
    warm_up: bool = True
    mail: MailSettings | None = None
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        for address in self.addresses:
            if not _is_origin(address):
                raise OptionError(
                    f"an address is given as browsers send it, such as https://cards.example, not {address[:60]!r}"
                )
        if self.behind_proxy and not self.addresses:
            raise OptionError(
                "behind a proxy the server must be told the address people use: --address https://cards.example"
            )
        for network in self.metrics_from:
            _network(network)
        if self.peer and ip_address(urlsplit(f"//{self.peer}").hostname or "").is_unspecified:
            raise OptionError("--peer-address is one address by which other processes reach this one, not all of them")

    @cached_property
    def networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks that may read the metrics."""
        return tuple(_network(network) for network in self.metrics_from)

    @cached_property
    def schemes(self) -> dict[str, str]:
        """The scheme of each host that people are told to use."""
        return {urlsplit(address).netloc.lower(): urlsplit(address).scheme for address in self.addresses}

    @property
    def public_name(self) -> str:
        """The name by which others on the internet may know this server, from the addresses it was told."""
        found = (urlsplit(address).hostname or "" for address in self.addresses)
        return next((name for name in found if "." in name), "localhost")

    @cached_property
    def names(self) -> frozenset[str]:
        """The names this machine is known by without being told."""
        if self.addresses:
            return frozenset({"localhost"})
        own = socket.gethostname().lower()
        return frozenset({"localhost", own, f"{own}.local"})


def local_name(socket_name: tuple[str, int] | None) -> str:
    """The host and port at which a connection has come in.

    >>> local_name(("127.0.0.1", 8484)), local_name(("::1", 8484))
    ('127.0.0.1:8484', '[::1]:8484')
    """
    if not socket_name:
        return ""
    host, port = socket_name[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


_PORTS = {"http": 80, "https": 443}


def _is_origin(address: str) -> bool:
    """Whether an address is a scheme and a host, perhaps with a port, and nothing else: as browsers say it, which leave
    the scheme's own port out.

    >>> [_is_origin(f"https://cards.example{end}") for end in ("", ":8443", ":443", ":port", "/")]
    [True, True, False, False, False]
    >>> [_is_origin(f"https://{host}") for host in ("xn--bcher-kva.example", "bücher.example", "*.example", "[::1]")]
    [True, False, False, True]
    """
    try:
        parts = urlsplit(address)
        named = (
            _NAME.fullmatch(parts.hostname or "")
            and parts.port not in (0, _PORTS.get(parts.scheme))
            and "@" not in parts.netloc
        )
    except ValueError:  # brackets that are no IPv6, a port that is no number
        return False
    return bool(named) and parts.scheme in _PORTS and address == f"{parts.scheme}://{parts.netloc}"


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        raise OptionError(f"a network is given as 10.0.0.0/8 or ::1, not {text[:60]!r}") from None
