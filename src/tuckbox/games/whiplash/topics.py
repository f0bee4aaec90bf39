"""Topics of Whiplash: what each card is good for in the edition that is played."""

from __future__ import annotations

from collections.abc import Mapping

from tuckbox.definition.topics import Topic
from tuckbox.games.whiplash.rules import PACK
from tuckbox.games.whiplash.words import RANK_NAMES, SUIT_NAMES
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay

_ACE = RANK_NAMES.index("ace")


def topics(options: Mapping[str, str]) -> dict[str, Topic]:
    """The cards of the pack, and the back."""
    cards = {PACK.name(card): _card(card, options.get("edition", "")) for card in range(len(PACK.names))}
    told = "A card that not everybody knows. One that was taken from the pile is known, and stays so."
    return {**cards, "card": Topic("A card, face down", (told,), "back", lay.suited(BACK), "WL-7.1")}


def _card(card: int, edition: str) -> Topic:
    rank, suit = divmod(card, 4)
    lines = _ace(SUIT_NAMES[suit], edition) if rank == _ACE else _plain(rank, SUIT_NAMES[suit])
    title = f"{RANK_NAMES[rank].capitalize()} of {SUIT_NAMES[suit]}"
    return Topic(title, lines, "card", lay.suited(card), "WL-8.1", (PACK.face(card),))


def _plain(rank: int, suit: str) -> tuple[str, ...]:
    name = RANK_NAMES[rank]
    many = f"{name}es" if name == "six" else f"{name}s"
    beaten = RANK_NAMES[rank - 1].replace("six", "sixe")
    lower = f"Between equal sets it beats {beaten}s" if rank else "Between equal sets every other rank beats it"
    return (
        f"Three or four {many} among the cards you keep, and you may call.",
        f"When hands are compared, the ace of {suit} beside it counts as one more of the {many}.",
        f"{lower}{' and all lower ranks' if rank > 1 else ''}.",
    )


def _ace(suit: str, edition: str) -> tuple[str, ...]:
    calls = {
        "royal": "It does not help to call, but for the stalemate call of two kings with two aces, and the Royal call."
        " That is with all five cards.",
        "classic": "It does not help to call, but for the stalemate call: a pair with two aces.",
    }.get(edition, "It does not help to call, but for the stalemate call: two kings with two aces.")
    equal = "Between equal hands, if none is the caller's," if edition == "classic" else "Between equal hands"
    ties = f"{equal} the highest ace decides: spades before hearts, diamonds and clubs."
    return (f"When hands are compared it copies a card of {suit}: it counts as one more of that card's rank.", calls, ties)
