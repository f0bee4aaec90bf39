"""The tables of a server at which clients play with people, by the tokens of their seats."""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from pydantic import BaseModel, Field

from tuckbox.adapters.mcp.following import Following
from tuckbox.adapters.mcp.server_calls import ServerCalls, table_of
from tuckbox.adapters.mcp.server_seat import MARK, ServerSeat, plain_name
from tuckbox.definition.graphemes import beginning
from tuckbox.errors import OptionError
from tuckbox.match.record import LONGEST_NAME

MOST = 16
"""Maximum number of tables that are followed at a time; another takes the place of the one longest untouched, which is
followed again when it is asked for."""
_TOKEN = re.compile(r"([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_.-]{1,400})")


class Listing(BaseModel):
    """A table at which one may sit down."""

    table: str
    game: str
    options: dict[str, str]
    players: int
    sitting: list[str] = Field(description="Who sits there, people and bots")
    pace: str


class Listings(BaseModel):
    """The public tables at which one may sit down."""

    tables: list[Listing]


class Joined(BaseModel):
    """A seat at a table."""

    table: str
    seat: int
    name: str = Field(description="Your name as people see it")
    token: str = Field(description="The token of your seat: every other tool asks for it")
    link: str = Field(description="Address of the table for people, who can sit down or watch there")


class ServerTables:
    """Tables of a server. It may be used from several threads; all methods but `has` and `close` ask the server, and raise
    `ServerRefused` for what it refuses, or `OptionError`."""

    def __init__(self, address: str, chat: bool = False) -> None:
        self.calls, self._chat = ServerCalls(address), chat
        self._lock = threading.Lock()
        self._seats: OrderedDict[str, ServerSeat] = OrderedDict()

    def open(
        self, name: str, game: str, players: int, bots: int, options: Mapping[str, Any], level: str, private: bool
    ) -> Joined:
        """Open a table, take its first seat, and seat bots on the last ones."""
        if not 0 <= bots < players:
            raise OptionError(f"of {players} seats one is yours, so 0 to {players - 1} can be bots")
        body = {
            "game": game, "players": players, "bots": [None] * (players - bots) + [level] * bots, "private": private,
            "options": dict(options),
            "chat": self._chat,  # nobody is to write what is not read
        }  # fmt: skip
        person = self._person(name)
        with self.calls.understood():
            table = str(self.calls.post("/api/tables", body, person)["table"])
        return self._sit(table, person)

    def join(self, name: str, table: str) -> Joined:
        """Take the first free seat of a table, given by its id or its link, each time another; who has its token has it."""
        return self._sit(table_of(table, self.calls.address), self._person(name))

    def listings(self) -> Listings:
        """The public tables at which somebody may sit down."""
        with self.calls.understood():
            rows = self.calls.get("/api/tables")["open"]
            return Listings(tables=[_listing(row) for row in rows if any(seat["free"] for seat in row["seats"])])

    def has(self, token: str) -> bool:
        """Whether this is a token of a server's table: that of a person there, behind the table's id."""
        return "." in token

    def find(self, token: str) -> ServerSeat:
        """The seat of a token; its table is followed again where it is not followed any more."""
        with self._lock:
            known = self._seats.get(token)
            if known is not None and known.touch():
                self._seats.move_to_end(token)
                return known
        parts = _TOKEN.fullmatch(token)
        if parts is None:
            raise OptionError("this is no token of a seat at a server's table: `join_table` gives one")
        return self._follow(token, Following(self.calls, *parts.groups()))

    def close(self) -> None:
        """Follow no table any more; the seats remain."""
        with self._lock:
            for seat in self._seats.values():
                seat.close()
            self._seats.clear()
        self.calls.close()

    def _person(self, name: str) -> str:
        """The token of somebody new, whose name says what it is."""
        with self.calls.understood():
            return str(self.calls.post("/api/people", {"name": named(name)})["token"])

    def _sit(self, table: str, person: str) -> Joined:
        following = Following(self.calls, table, person)
        with ExitStack() as undoing:
            undoing.callback(following.close)
            seen = following.seen
            if seen["seat"] is None:
                free = [seat["number"] for seat in seen["seats"] if seat["free"]]
                if not free:
                    raise OptionError("no seat of this table is free")
                seen = following.do("sit", seat=free[0], salt=secrets.token_hex(16))
            undoing.pop_all()
        token = f"{table}.{person}"
        seat = self._follow(token, following)
        name = seen["seats"][seat.number]["name"]
        return Joined(table=table, seat=seat.number, name=name, token=token, link=self.calls.link(table))

    def _follow(self, token: str, following: Following) -> ServerSeat:
        """Keep the seat of a table that is followed; where there is none it is not."""
        try:
            seat = ServerSeat(following, self._chat)
        except OptionError:
            following.close()
            raise
        with self._lock:
            before = self._seats.pop(token, None)
            self._seats[token] = seat
            gone = [] if before is None else [before]
            while len(self._seats) > MOST:
                gone.append(self._seats.popitem(last=False)[1])
        for each in gone:
            each.close()
        return seat


def named(name: str) -> str:
    """A name that says that it is a program's.

    >>> named("Claude"), named(" Bo (AI) ")
    ('Claude (AI)', 'Bo (AI)')
    """
    own = name.strip().removesuffix(MARK.strip()).strip()
    return f"{beginning(own, LONGEST_NAME - len(MARK)).strip()}{MARK}"


def _listing(row: Mapping[str, Any]) -> Listing:
    sitting = [plain_name(seat["name"]) for seat in row["seats"] if seat["kind"] != "open"]
    return Listing(
        table=row["id"], game=row["game"], options=row["options"], players=row["players"], sitting=sitting, pace=row["pace"]
    )
