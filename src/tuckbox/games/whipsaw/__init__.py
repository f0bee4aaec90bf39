"""Whipsaw!, by David Turner and Edward Su: build parkways with face-down approvals you may not have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tuckbox.definition.encodings import Contents, OneOf, SeatOf, SeatsOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM
from tuckbox.errors import OptionError
from tuckbox.games.whipsaw import rules, words
from tuckbox.games.whipsaw.cards import COST_D, KINDS, PACK, ROAD, SEGMENTS
from tuckbox.games.whipsaw.scene import scene
from tuckbox.games.whipsaw.state import SEATS, News, Phase, Proof, WindowKind
from tuckbox.games.whipsaw.topics import topics
from tuckbox.scene.art import Art


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Two seats are for those who ask for them, and the mini game has no other number (WS-3.1)."""
    if options["mini"] == "true":
        if players != 2:
            raise OptionError(f"mini=true is for 2 players, not {players} (WS-3.2)")
    elif players == 2 and options["unofficial"] == "false":
        raise OptionError("Whipsaw! is for 3 or 4 players; for 2 allow two seats: unofficial=true (WS-3.1)")


RESOURCES = Contents(range(KINDS), sorted({*PACK.backs[:KINDS]}))
ROADS = Contents(range(ROAD, len(PACK)), sorted({*PACK.backs[ROAD:]}))
"""Contents of the zones for resource cards, and of those for roads and the crash card."""

LONGEST = 37 * len(SEATS)
"""Maximum turns in a game: 36 cards have to come from the road deck, one a round at least, then a round follows."""

GAME = Game(
    name="whipsaw",
    title="Whipsaw!",
    tagline="Build the parkways of New York with approvals you may not have, and call the bluffs of others.",
    designers="David Turner and Edward Su",
    minutes=(25, 50),
    rules=rules,
    scene=scene,
    says=words.SAYS,
    labels=words.LABELS,
    terms=words.TERMS,
    facts=words.FACTS,
    check_options=check_options,
    options_rule="WS-3.1",
    help=words.HELP,
    names=words.NAMES,
    art=Art(Path(__file__).with_name("art")),
    topics=topics,
    payoffs=CONSTANT_SUM(1),
    longest=20_000,
    manners=rules.NAMES,
    observe={
        "stack": Contents(RESOURCES.kinds, RESOURCES.backs, depth=False),
        **dict.fromkeys(("hand", "top", "deck", "discards", "judges"), RESOURCES),
        **dict.fromkeys(("roads", "tail", "row", "fronts", "built", "gone"), ROADS),
        **dict.fromkeys(("active", "builder", "partner", "seated"), SeatOf()),
        **dict.fromkeys(("owners", "refused"), SeatsOf()),
        **dict.fromkeys(("caller", "waiter", "blocked", "front"), SeatOf(low=1)),  # 0 is nobody
        "paid": Share(max(COST_D)),
        "judge": OneOf(KINDS),
        "road": OneOf(SEGMENTS),
        "phase": OneOf(len(Phase)),
        "proof": OneOf(len(Proof)),
        "news": OneOf(len(News)),
        "turns": Share(LONGEST),
    },
    urgent=(WindowKind.CALLED,),
    mini={"mini": "true"},
    former=("e8fd8d3e9a5406ab", "f462a6986965edf8"),
    variants=({}, {"decks": "three"}, {"unofficial": "true", "match": "rotation"}, {"mini": "true"}),
)
