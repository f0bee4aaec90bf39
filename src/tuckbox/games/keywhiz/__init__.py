"""Key Whiz: bring your pieces through doors that cards open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tuckbox.definition.encodings import Bits, OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM
from tuckbox.errors import OptionError
from tuckbox.games.keywhiz import rules, words
from tuckbox.games.keywhiz.analysis import FACTS
from tuckbox.games.keywhiz.places import HOME, START
from tuckbox.games.keywhiz.scene import scene
from tuckbox.games.keywhiz.state import Phase
from tuckbox.games.keywhiz.topics import topics
from tuckbox.games.keywhiz.tournament import TOURNAMENT
from tuckbox.scene.art import Art


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Refuse options that do not go together (KW-3.1) or name a dealer who is not there (KW-4.1)."""
    if options["tournament"] == "on" and players != 2:
        raise OptionError(f"a tournament is for 2 players, not {players} (KW-8.2)")
    if options["board"] == "mini" and (players != 2 or options["tournament"] == "on"):
        raise OptionError("the mini board is for single games of 2 players (KW-11.1)")
    if options["dealer"] != "random" and int(options["dealer"]) >= players:
        raise OptionError(f"dealer {options['dealer']} is no seat of {players} players (KW-4.1)")


GAME = Game(
    name="keywhiz",
    title="Key Whiz",
    tagline="Bring your pieces through doors that cards open.",
    designers="the author of game4all",
    minutes=(20, 40),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    facts=FACTS,
    check_options=check_options,
    options_rule="KW-3.1",
    terms=words.TERMS,
    help=words.HELP,
    art=Art(Path(__file__).with_name("art")),
    topics=topics,
    tournament=TOURNAMENT,
    payoffs=CONSTANT_SUM(1),
    longest=30_000,
    mini={"board": "mini", "standoff": 6, "dealer": "1"},
    observe={
        "on": Bits(HOME),
        "start": Share(4),
        "home": Share(4),
        "pieces": Share(4),
        "limit": Share(6),
        "phase": OneOf(len(Phase)),
        "piece": OneOf(HOME + 1 - START, START),
        "given": OneOf(14, -1),
        "winner": SeatOf(),
        "dealing": SeatOf(),
        "draws": OneOf(3),
    },
    former=("1c4b06f9ad68ea62", "21eed7f2de5f786a"),
    variants=({}, {"tournament": "on", "target": "2"}),
)
