"""Jaunty Jalopies, by Dan Verssen and Holly Verssen: a take-that motor race of the Roaring Twenties."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tuckbox.definition.encodings import Bag, Contents, OneOf, SeatOf, Share, Sums, Untold
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM, GENERAL_SUM, Payoffs
from tuckbox.errors import OptionError
from tuckbox.games.jalopies import rules, state, words
from tuckbox.games.jalopies.cards import (
    BRIDGES,
    DECK,
    EVERY,
    NUMBER,
    PLACES,
    PLOTS,
    ROADS,
    TERRAINS,
    TROUBLES,
    WORDS,
    members,
)
from tuckbox.games.jalopies.legality import MOST_ACTS
from tuckbox.games.jalopies.races import SEGMENTS
from tuckbox.games.jalopies.scene import scene
from tuckbox.games.jalopies.topics import topics
from tuckbox.games.jalopies.tournament import TOURNAMENT
from tuckbox.scene.art import Art


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Refuse options that mean nothing together (JJ-3.1), and choices in the mini version, which has none (JJ-11.1)."""
    race, first = options["race"], options["first_racer"]
    races, racers, sides = (options.get(name, "").split(",") for name in ("circuit_races", "racers", "sides"))
    plain = {"race": "standard", "racers": "pick", "sides": "pick", "sets": "auto", "road_window": "home"}
    chosen = players != 2 or first != "random" or any(options[name] != value for name, value in plain.items())
    mini = options["deck"] == "mini"
    wrong = {
        f"a {race} race is for 4 or 6 players (JJ-3.1)": race in ("partner", "team") and players not in (4, 6),
        "5 or 6 players need two sets of cards (JJ-3.1)": options["sets"] == "1" and players > 4,
        f"there is no seat {first} of {players} to go first (JJ-3.1)": first != "random" and int(first) > players,
        f"racers is a list of {players} (JJ-3.1)": racers[0] in WORDS and len(racers) != players,
        f"sides is a list of {players} (JJ-3.1)": sides != ["pick"] and len(sides) != players,
        "a racer can be there only once (JJ-3.1)": len({*racers}) < len(racers),
        "a Circuit has three to five races (JJ-3.1)": race == "circuit" and not 3 <= len(races) <= 5,
        "road_window is only for windows=quick (JJ-3.1)": options["windows"] == "full" and options["road_window"] != "home",
        "deck=mini is a standard race of two with no other choices (JJ-11.1)": mini and chosen,
        "deck=mini has a curfew of 1 or 2 rounds (JJ-11.1)": mini and options["curfew"] not in (1, 2),
    }
    for text, holds in wrong.items():
        if holds:
            raise OptionError(text)


def payoffs(players: int, options: Mapping[str, Any]) -> Payoffs:
    """One racer wins, or in Partner and Team races a pair (JJ-8.30); where places bring points, most get some."""
    if options["race"] in ("partner", "team"):
        half = players // 2
        return CONSTANT_SUM(2).in_teams((seat, seat + half) for seat in range(half))
    return GENERAL_SUM.in_degrees() if options["race"] in ("circuit", "rally") else CONSTANT_SUM(1)


_CARDS, _PLOTS = Contents(members(EVERY & ~PLOTS)), Contents(members(PLOTS))
"""Contents of the zones of the two decks."""

MOST_ALIKE = max(DECK.copies[kind] for kind in members(TROUBLES))
"""Maximum number of troubles of one kind before a racer: all there are."""

GAME = Game(
    name="jalopies",
    title="Jaunty Jalopies",
    tagline="Race a motor-car along a course you lay yourselves, and mind the cow in the rumble seat.",
    designers="Dan Verssen and Holly Verssen",
    minutes=(15, 60),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts=words.FACTS,
    check_options=check_options,
    options_rule="JJ-3.1",
    terms=words.TERMS,
    help=words.HELP,
    notation=words.NOTATION,
    art=Art(Path(__file__).with_name("art")),
    topics=topics,
    tournament=TOURNAMENT,
    payoffs=payoffs,
    longest=30_000,
    mini={"deck": "mini", "curfew": 2},
    observe={
        **dict.fromkeys(("hand", "stock", "discards"), _CARDS),
        **dict.fromkeys(("plots", "spent"), _PLOTS),
        "course": Contents(members(ROADS | BRIDGES), depth=False, places=state.MOST_SECTIONS),
        "verge": Contents(members(TERRAINS), depth=False),  # `ground` says where
        "front": Contents(depth=False),
        "trouble": Bag(NUMBER, 1, MOST_ALIKE),
        **dict.fromkeys(("met", "asks"), Sums(NUMBER, 1, PLACES * MOST_ALIKE, of="trouble")),
        "beneath": Untold(),  # these cards lie in front
        "goal": OneOf(state.MOST_SECTIONS + 1),
        "form": OneOf(len(state.Form)),
        "phase": OneOf(len(state.Phase)),
        "stage": OneOf(len(state.Stage)),
        "side": OneOf(len(state.Side)),
        "sheet": OneOf(len(WORDS) + 1),
        "verb": OneOf(state.REMOVE),  # the last verb, which plays no card
        "segment": OneOf(SEGMENTS),
        "ground": OneOf(NUMBER + 1),  # 0 is none; what lies before a racer is told by `front`
        **dict.fromkeys(("card", "ailment"), OneOf(NUMBER + 1, -1)),
        **dict.fromkeys(("first", "mover"), SeatOf()),
        **dict.fromkeys(("sections", "pawn"), Share(state.MOST_SECTIONS)),
        **dict.fromkeys(("home", "rank", "last"), Share(state.MOST_SEATS)),
        "round": Share(200),
        "acts": Share(MOST_ACTS),
        "bound": Share(NUMBER),
        "points": Share(50),
    },
    as_numbers={
        "goal": "a seat or a section, as the card that is played has it",
        "bound": "the least kind that may still be paid with: cards are paid in ascending order",
    },
    sides={"sheet": ("", *WORDS), "side": ("hero", "neutral", "villain")},
    former=("7dd27c35af5cbbf4", "726d821c2f131088"),
    variants=(  # lists of racers are for one number of players
        {"curfew": 6},
        {"race": "rally", "racers": "Zeke,Hata", "curfew": 6},
        {"race": "rally", "racers": "Angus,Otto,Luigi", "curfew": "off", "stop_early": "yes"},
        {"race": "circuit", "racers": "Cliff,Dexter", "curfew": 5, "second_draws": "yes"},
        {"race": "endurance", "racers": "Fifi,Otto,Luigi"},
        {"racers": "Fifi,Otto,Luigi,Zeke", "curfew": 2, "late_draws": "yes"},
        {"windows": "full", "racers": "Fifi,Otto,Luigi", "curfew": 6},
        {"race": "partner", "racers": "Angus,John,Sultan,Chadwick"},
        {"race": "team", "racers": "Angus,John,Sultan,Chadwick,Bartholomew,Hoodini", "curfew": 8},
    ),
    unreached={
        "reason a turn has at most sixty actions": "an action takes a card from the hand, or removes one that was kept, and "
        "nobody has nearly as many in a turn",
        "reason the course is complete": "who stands in the last section has finished and has no more turns (JJ-5.91)",
    },
)
