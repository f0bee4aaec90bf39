"""What is sent depends on nothing that is hidden: not its text, not its order, not its number."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.server.web.site import Wire, open_site
from tuckbox import Deal, Match

OPTIONS = {"ranks": "3", "dealer": "0", "match": "single", "turn_cap": "40", "edition": "royal"}
SALTS = ("00" * 16, "11" * 16)


def deal_of(secret: str) -> Deal:
    return Deal(secret=bytes.fromhex(secret)).salted(*map(bytes.fromhex, SALTS))


def secrets() -> Iterator[str]:
    return (hashlib.sha256(str(number).encode()).hexdigest() for number in count())


def twins() -> tuple[str, str, str]:
    """Two deals alike to seat 0, with other cards for seat 1, which can put the same card down; and that card."""
    seen: dict[bytes, str] = {}
    for secret in secrets():
        match = Match("whiplash", 2, deal=deal_of(secret), options=OPTIONS)
        assert match.turn == 1
        other = seen.setdefault(match.observation_key(0), secret)
        if other == secret:
            continue
        worlds = [Match("whiplash", 2, deal=deal_of(each), options=OPTIONS) for each in (other, secret)]
        for world in worlds:
            world.play("draw stock", 1)
        if worlds[0].observation_key(1) == worlds[1].observation_key(1):
            continue
        drops = [{text for text in world.legal(1) if text.startswith("discard")} for world in worlds]
        both = sorted(drops[0] & drops[1])
        if both and drops[0] != drops[1]:
            return other, secret, both[0]
    raise AssertionError


@contextlib.contextmanager
def played(folder: Path, secret: str, drop: str, patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The match of a deal: seat 1 draws and puts a card down; all that seat 0's browser and an onlooker were sent."""
    patch.setattr("tuckbox.server.table.new_table._secret", lambda: secret)
    with open_site(folder / "tables.db") as site:
        ann, bo = site.browser("Ann"), site.browser("Bo")
        form = {
            "game": "whiplash",
            "players": "2",
            "chat": "1",
            **{f"option.{name}": value for name, value in OPTIONS.items()},
        }
        table = ann.post("/tables", form).headers["location"].removeprefix("/tables/")
        with ann.socket(table) as host, bo.socket(table) as guest:
            guest.send("sit", seat=1, salt=SALTS[1])
            host.send("sit", seat=0, salt=SALTS[0])
            while "Ann, Bo added chance" not in host.raw():
                pass
            host.send("start")
            first = begun(guest)
            begun(host)
            with site.stranger().socket(table) as watcher:
                frames = [watcher.raw(), host.raw()]  # the watcher, and that there is one
                guest.raw()
                for number, action in enumerate(("draw stock", drop), first):
                    guest.send("act", version=number, action=action)
                    frames += [host.raw(), watcher.raw()]
                    guest.raw()
                guest.send("act", version=first, action="take discard")
                assert "error" in guest.read()
                guest.send("chat", text="mark")
                frames += [host.raw(), watcher.raw()]
                pages = [ann.get(f"/tables/{table}").text, site.stranger().get(f"/tables/{table}?step=1").text]
            commitment = deal_of(secret).commitment(
                Match("whiplash", 2, deal=deal_of(secret), options=OPTIONS).record().header
            )
            assert commitment
            yield [plain(text.replace(table, "T").replace(commitment, "C")) for text in (*frames, *pages)]


def plain(text: str) -> str:
    """A page without the time it was made."""
    return re.sub(r'data-now="[0-9.]+"', "", text)


def begun(line: Wire) -> int:
    """Read on until the match has begun; the version of the table then."""
    while "stage-playing" not in (text := line.raw()):
        pass
    found: int = json.loads(text)["version"]
    return found


def test_frames_and_pages_are_the_same_in_every_world_that_looks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, drop = twins()
    told: list[list[str]] = []
    for number, secret in enumerate((one, other)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with played(folder, secret, drop, monkeypatch) as sent:
            told.append(sent)
    assert len(told[0]) == 10
    for text, twin in zip(*told, strict=True):
        assert text == twin
