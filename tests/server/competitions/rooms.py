"""Competitions for tests: tournaments that are soon over, and people who take part in them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from tests.server import rooms
from tests.server.rooms import Room
from tuckbox.definition.game import Game
from tuckbox.definition.tournament import Bout
from tuckbox.server.competitions.competition import Competition
from tuckbox.server.people import Person

SHORT: dict[str, dict[str, Any]] = {
    "keywhiz": {"board": "mini", "standoff": 6},
    "jalopies": {"race": "circuit", "circuit_races": "standard,standard,standard", "curfew": 1},
}
MOST = 64
_usual = rooms.find


@cache
def find(name: str) -> Game:
    """The games of the tests, with a tournament that is soon over where they have one."""
    game = _usual(name)
    if game.tournament is None or name not in SHORT:
        return game
    return replace(game, tournament=replace(game.tournament, bouts=(Bout("short", "A short one", SHORT[name]),)))


async def made(room: Room, *people: Person, game: str = "keywhiz", rounds: int = 5, size: int = 2) -> str:
    """A competition that the first of some people has made, and the others have joined."""
    competitions = room.house.competitions
    key = await competitions.make(people[0], game, "short", size, rounds, "quick")
    for person in people[1:]:
        await competitions.join(key, person, MOST)
    return key


async def played(room: Room, found: Competition, absent: frozenset[str] = frozenset(), seed: int = 1) -> bool:
    """Play one match of the present round to its end, if there is one; for who is absent a bot does, after a while."""
    waiting = {each.at for each in found.present if each.points is None}
    if not waiting:
        return False
    late = {each.at for each in found.present if each.person in absent}  # these last: the time of others would run out
    at = min(waiting, key=lambda table: (table in late, table))
    table = await room.house.tables.get(at)
    sitting = [Person(each.person, "") for each in found.present if each.at == at and each.person not in absent]
    chance = random.Random(seed)
    while table.view_model(None).stage != "finished":
        if await rooms.step(table, sitting, chance) is None:
            await room.turn(1 if sitting else 30)
    await room.quiet()
    return True
