"""Names and words of people, kept apart from the events, so that they can be changed and forgotten.

An event names a person by a mark that means something at its table only; whose mark it is, under what name, and the words of
a chat are rows of their own. Events themselves never change: each bears a sum by which damage to it is found.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tuckbox.server.storage.statements import Row

PERSONAL = {"opened": "host", "sat": "person", "chatted": "person"}
"""The kinds of events that name a person, and where."""

FORGOTTEN = "Somebody", "(forgotten)"
"""The name of a person who has been forgotten, and what stands for their words."""


def mark(table: str, person: str, name: str) -> str:
    """A mark that stands for a person under a name in the events of a table.

    >>> mark("t", "p", "Ann") == mark("t", "p", "Ann") != mark("u", "p", "Ann")
    True
    """
    return "@" + hashlib.blake2s(f"{table} {person} {name}".encode(), digest_size=9).hexdigest()


def person_mark(person: str) -> str:
    """A mark that stands for a person in an order, which may outlive them."""
    return mark("", person, "")


def row_sum(*parts: object) -> int:
    """The sum of what must not change unseen.

    >>> row_sum("a", 1) == row_sum("a", 1) != row_sum("a", 2)
    True
    """
    return zlib.crc32("\0".join(map(str, parts)).encode())


def event_sum(row: Mapping[str, Any]) -> int:
    """The sum of an event as it is stored."""
    return row_sum(row["table"], row["number"], repr(float(row["at"])), row["kind"], row["data"])


def apart(rows: Iterable[tuple[str, Row]]) -> list[tuple[str, Row]]:
    """Rows as they are written: what is personal in events is in rows of its own, and each has its sum."""
    found: list[tuple[str, Row]] = []
    for name, row in rows:
        if name == "events":
            found += _event(row)
        elif name in ("person", "name"):
            key = row["id" if name == "person" else "key"]
            found.append((name, {**row, "sum": row_sum(key, row["name"])}))
        else:
            found.append((name, row))
    return found


def _event(row: Row) -> list[tuple[str, Row]]:
    row, others = dict(row), []
    where = PERSONAL.get(row["kind"])
    if where is not None:
        data: dict[str, Any] = msgspec.json.decode(row["data"])
        table, person, name = row["table"], data[where], data.pop("name", "")
        data[where] = mark(table, person, name)
        others.append(("party", party_row(table, data[where], person, name)))
        if "text" in data:
            others.append(("saying", saying_row(table, row["number"], data.pop("text"))))
        row["data"] = msgspec.json.encode(data).decode()
    return [*others, ("events", {**row, "sum": event_sum(row)})]


def party_row(table: str, key: str, person: str, name: str) -> dict[str, Any]:
    """The person that a mark stands for."""
    return {"table": table, "mark": key, "person": person, "name": name, "sum": row_sum(table, key, person, name)}


def saying_row(table: str, number: int, text: str) -> dict[str, Any]:
    """The words of a chat event."""
    return {"table": table, "number": number, "text": text, "sum": row_sum(table, number, text)}


def together(data: str, kind: str, number: int, parties: Mapping[str, Sequence[str]], sayings: Mapping[int, str]) -> str:
    """The data of an event with its person, by `parties` (mark: person, name), and with what was said."""
    where = PERSONAL.get(kind)
    if where is None:
        return data
    found: dict[str, Any] = msgspec.json.decode(data)
    if found[where] in parties:
        person, name = parties[found[where]]
        found |= {where: person} | ({"name": name} if where == "person" else {})
    if kind == "chatted":
        found.setdefault("text", sayings.get(number, FORGOTTEN[1]))
    return msgspec.json.encode(found).decode()
