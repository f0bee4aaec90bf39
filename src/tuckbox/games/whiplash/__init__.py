"""Whiplash, by Colin Martin: draw and discard; aces copy their suit; call before you are whipped."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tuckbox.definition.encodings import OneOf, SeatOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.offers import Offer
from tuckbox.errors import OptionError
from tuckbox.games.whiplash import rules, words
from tuckbox.games.whiplash.scene import scene
from tuckbox.games.whiplash.topics import topics
from tuckbox.scene.art import Art


def check_options(players: int, options: Mapping[str, Any]) -> None:
    """Refuse options that leave too few cards (WL-3.2) or name a dealer who is not there (WL-4.1)."""
    if 4 * options["ranks"] - 4 * players - 1 < 3:
        raise OptionError(f"ranks={options['ranks']} leaves too few cards for {players} players (WL-3.2)")
    if options["dealer"] != "random" and int(options["dealer"]) >= players:
        raise OptionError(f"dealer {options['dealer']} is no seat of {players} players (WL-4.1)")


GAME = Game(
    name="whiplash",
    title="Whiplash",
    tagline="Keep four cards, call three alike, and beware of aces that copy.",
    designers="Colin Martin",
    minutes=(3, 160),
    rules=rules,
    scene=scene,
    art=Art(Path(__file__).with_name("art")),
    topics=topics,
    says=words.SAYS,
    labels=words.LABELS,
    terms=words.TERMS,
    offers=(
        Offer("quick", "A quick one: a race to 5 points", {"target": 5}, {2: 13, 3: 20, 4: 28}),
        Offer("seven", "A race to 7 points", {"target": 7}, {2: 20, 3: 29, 4: 42}),
        Offer("hands", "12 hands, the most points win", {"match": "hands"}, {2: 21, 3: 24, 4: 26}),
        Offer("printed", "As printed: a race to 21 points", {"target": 21}, {2: 66, 3: 105, 4: 156}),
    ),
    check_options=check_options,
    options_rule="WL-3.1",
    help=words.help_text,
    longest=1_000,
    mini={"ranks": 3},
    observe={
        "phase": OneOf(2),
        "turns": Share(400),
        "caller": SeatOf(),
        "winner": SeatOf(),
        "dealing": SeatOf(),
        "points": Share(99),
    },
    former=("f4f098ba16918e8e", "04c45e0740b6c38c"),
    variants=(
        *({"edition": edition, "target": 3} for edition in ("classic", "2023", "royal")),
        {"match": "hands", "hands": 6},
        {"match": "time", "minutes": 5},
        {"match": "single", "turn_cap": 40, "void_limit": 2},
    ),
    unreached={
        "reason the stock is empty: take the card on the pile": "who empties the stock puts a card down, which renews it, "
        "before anybody is asked to draw (WL-5.13)",
        "reason no hand has been dealt yet": "a match deals its first hand as it begins, before its clock runs",
    },
)
