"""Jaunty Jalopies, by Dan Verssen and Holly Verssen: a take-that motor race of the Roaring Twenties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuckbox.engine.game import Game
from tuckbox.engine.payoffs import CONSTANT_SUM, GENERAL_SUM, Payoffs
from tuckbox.engine.planes import OneOf, SeatOf, Share
from tuckbox.errors import OptionError
from tuckbox.games.jalopies import rules, table, words
from tuckbox.games.jalopies.art import art
from tuckbox.games.jalopies.cards import NUMBER
from tuckbox.games.jalopies.options import MOST_ACTS
from tuckbox.games.jalopies.racers import WORDS
from tuckbox.games.jalopies.scene import scene
from tuckbox.games.jalopies.turns import SEGMENTS


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Refuse options that mean nothing together (JJ-3.1)."""
    race = options["race"]
    if race in ("partner", "team") and players not in (4, 6):
        raise OptionError(f"a {race} race is for 4 or 6 players (JJ-3.1)")
    if options["sets"] == "1" and players > 4:
        raise OptionError("5 or 6 players need two sets of cards (JJ-3.1)")
    if options["first_racer"] != "random" and int(options["first_racer"]) > players:
        raise OptionError(f"there is no seat {options['first_racer']} of {players} players to go first (JJ-3.1)")
    for name in ("racers", "sides"):
        _refuse_list(name, options[name], players)
    races = options.get("circuit_races", "").split(",")
    if race == "circuit" and not 3 <= len(races) <= 5:
        raise OptionError("a Circuit has three to five races (JJ-3.1)")
    if options["flip_first"] == "yes" and race != "endurance" and "endurance" not in races:
        raise OptionError("flip_first is only for Endurance races (JJ-3.1)")
    if options["windows"] == "full" and options["road_window"] != "home":
        raise OptionError("road_window is only for windows=quick (JJ-3.1)")
    if options["deck"] == "mini":
        _refuse_mini(players, options)


def _refuse_list(name: str, value: str, players: int) -> None:
    """Refuse lists of the wrong length, and a racer twice."""
    items = value.split(",")
    if value in ("pick", "deal"):
        return
    if len(items) != players:
        raise OptionError(f"{name} names {len(items)}, but there are {players} players (JJ-3.1)")
    if name == "racers" and len(set(items)) < len(items):
        raise OptionError("a racer can be there only once (JJ-3.1)")


def _refuse_mini(players: int, options: Mapping[str, Any]) -> None:
    """The mini version is one race of two (JJ-11.1)."""
    names = ("race", "racers", "sides", "sets", "road_window", "first_racer")
    if players != 2 or [options[name] for name in names] != ["standard", "pick", "pick", "auto", "home", "random"]:
        raise OptionError("deck=mini is a standard race of two with no other choices (JJ-11.1)")
    if options["curfew"] > 2:
        raise OptionError("deck=mini has a curfew of 1 or 2 rounds (JJ-11.1)")


def payoffs(players: int, options: Mapping[str, Any]) -> Payoffs:
    """One racer wins, or in Partner and Team races a pair (JJ-8.30); where places bring points, most get some."""
    if options["race"] in ("partner", "team"):
        half = players // 2
        return CONSTANT_SUM(2).in_teams((seat, seat + half) for seat in range(half))
    return GENERAL_SUM if options["race"] in ("circuit", "rally") else CONSTANT_SUM(1)


GAME = Game(
    name="jalopies",
    title="Jaunty Jalopies",
    tagline="Race a motor-car along a course you lay yourselves, and mind the cow in the rumble seat.",
    designers="Dan Verssen and Holly Verssen",
    minutes=(15, 60),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    why=words.why,
    check_options=check_options,
    terms=words.TERMS,
    help=words.HELP,
    art=art,
    payoffs=payoffs,
    longest=30_000,
    mini={"deck": "mini", "curfew": 2},
    observe={
        "form": OneOf(len(words.FORMS)),
        "first": SeatOf(),
        "mover": SeatOf(),
        "phase": OneOf(table.ANSWER + 1),
        "sections": Share(table.MOST_SECTIONS),
        "pawn": Share(table.MOST_SECTIONS),
        "round": Share(200),
        "ground": OneOf(NUMBER + 1),  # 0 is none; what lies before a racer is told by `front`
        "home": Share(table.MOST_SEATS),
        "rank": Share(table.MOST_SEATS),
        "last": Share(table.MOST_SEATS),
        "sheet": OneOf(len(WORDS) + 1),
        "side": OneOf(len(words.SIDES)),
        "acts": Share(MOST_ACTS),
        "verb": OneOf(len(table.VERBS)),
        "card": OneOf(NUMBER + 1, -1),
        "ailment": OneOf(NUMBER + 1, -1),
        "bound": Share(NUMBER),
        "stage": OneOf(3),
        "segment": OneOf(SEGMENTS),
        "points": Share(50),
    },
    variants=(  # lists of racers are for one number of players
        {"curfew": 6},
        {"race": "rally", "racers": "Zeke,Hata", "curfew": 6},
        {"race": "circuit", "racers": "Cliff,Dexter", "curfew": 5},
        {"race": "endurance", "racers": "Fifi,Otto,Luigi"},
        {"windows": "full", "racers": "Fifi,Otto,Luigi", "curfew": 6},
        {"race": "partner", "racers": "Angus,John,Sultan,Chadwick"},
        {"race": "team", "racers": "Angus,John,Sultan,Chadwick,Bartholomew,Hoodini", "curfew": 8},
    ),
)
