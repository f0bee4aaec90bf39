"""Whipsaw!, by David Turner and Edward Su: build parkways with face-down approvals you may not have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuckbox.engine.game import Game
from tuckbox.engine.payoffs import CONSTANT_SUM
from tuckbox.engine.planes import OneOf, SeatOf, SeatsOf, Share
from tuckbox.errors import OptionError
from tuckbox.games.whipsaw import rules, words
from tuckbox.games.whipsaw.art import art
from tuckbox.games.whipsaw.cards import ANY_ROAD, KIND
from tuckbox.games.whipsaw.scene import scene
from tuckbox.games.whipsaw.state import CALLED


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Two seats are for those who ask for them, and the mini game has no other number (WS-3.1)."""
    if options["mini"] == "true":
        if players != 2:
            raise OptionError(f"mini=true is for 2 players, not {players} (WS-3.2)")
    elif players == 2 and options["unofficial"] == "false":
        raise OptionError("Whipsaw! is for 3 or 4 players; for 2 say unofficial=true (WS-3.1)")


GAME = Game(
    name="whipsaw",
    title="Whipsaw!",
    tagline="Build the parkways of New York with approvals you may not have, and call the bluffs of others.",
    designers="David Turner and Edward Su",
    minutes=(25, 50),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    terms=words.TERMS,
    why=words.why,
    check_options=check_options,
    options_rule="WS-3.1",
    help=words.HELP,
    art=art,
    payoffs=CONSTANT_SUM(1),
    longest=20_000,
    manners=rules.NAMES,
    observe={
        **dict.fromkeys(("active", "builder", "partner", "seated"), SeatOf()),
        **dict.fromkeys(("owners", "refused"), SeatsOf()),
        **dict.fromkeys(("caller", "waiter", "blocked", "front"), OneOf(5)),  # nobody, or the number of a seat
        "paid": Share(4),
        "judge": OneOf(len(KIND)),
        "road": OneOf(len(ANY_ROAD)),
        "phase": OneOf(16),
        "proof": OneOf(3),
        "news": OneOf(6),
        "turns": Share(160),
    },
    urgent=(CALLED,),
    mini={"mini": "true"},
    variants=({}, {"decks": "three"}, {"unofficial": "true", "match": "rotation"}, {"mini": "true"}),
)
