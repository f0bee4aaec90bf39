"""The texts of Whiplash: sentences for the log, the names of sets and of options, and the game in short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from tuckbox.games.whiplash import rules
from tuckbox.kit import each

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
EDITIONS = ("Whiplash classic", "Whiplash 2023", "Royal Whiplash")
NUMBERS = ("no", "one", "two", "three", "four", "five")


def set_name(score: int) -> str:
    """A score of the rules in words.

    >>> set_name(16 * 3 + 10), set_name(16 + 11), set_name(16 * 4 + 4)
    ('three queens', 'one king', 'four sixes')
    """
    count, rank = divmod(score, 16)
    name = RANK_NAMES[rank]
    plural = "" if count == 1 else "es" if name == "six" else "s"
    return f"{NUMBERS[count]} {name}{plural}"


def faces(cards: int) -> str:
    """A set of cards as they are shown, lowest first."""
    return " ".join(rules.PACK.face(card) for card in each(cards))


@lru_cache(10_000)
def worth(hand: int, counted: int = 0) -> str:
    """The score of a hand in words, with the aces that help (WL-8.1): its best, or what it is `counted` for (WL-8.3).

    >>> worth(sum(1 << rules.PACK.card(name) for name in ("QC", "QD", "QH", "AD")))
    'four queens (A♦ copies Q♦)'
    """
    score = counted or rules.score(hand)
    rank = score % 16
    copied = 0 if rank == rules.ACE else hand >> 4 * rank & hand >> rules.ACES & 15
    if not copied:
        return set_name(score)
    verb = "copies" if copied & copied - 1 == 0 else "copy"
    return f"{set_name(score)} ({faces(copied << rules.ACES)} {verb} {faces(copied << 4 * rank)})"


SAYS: dict[str, str | Callable[[int], str]] = {
    "draw stock": "",
    "take discard": "",
    "discard {card}": "{who} put[s] down {card}.",
    "call {card}": "{who} put[s] down {card} and call[s]!",
    "call royal": "{who} call[s] with all five cards!",
    "dealt": "{who} deal[s] four cards to everybody.",
    "drew": "{who} draw[s] {card}.",
    "took": "{who} take[s] {card} from the pile.",
    "renewed": "The pile is turned over and becomes the stock.",
    "void": "Nobody has called for too long: the hand is void.",
    "showed": lambda score: f"{{who}} show[s] {set_name(score)}.",
    "won": lambda caller: "{who} win[s] the hand." if caller else "Whiplash! {who} win[s] the hand.",
    "time up": "The time is up: no other hand is dealt.",
}

LABELS = {
    "draw stock": "Draw from the stock",
    "take discard": "Take from the pile",
    "discard {card}": "Put down {card}",
    "call {card}": "Call, putting down {card}",
    "call royal": "Call with all five cards",
}

TERMS = {
    "match": "how long",
    "match=single": "one hand",
    "match=race": "a race to so many points",
    "match=hands": "so many hands",
    "match=time": "so many minutes",
    "edition=classic": "classic",
    "edition=royal": "royal: with five cards too",
    "target": "points to win",
    "turn_cap": "turns until a hand is void",
    "turn_cap=off": "off, for no limit",
    "void_limit=off": "off, for no limit",
    "stalemate": "stalemate calls only with aces that copy",
    "stalemate=printed": "any two aces, one of spades",
    "stalemate=copied": "two aces that copy the pair",
    "void_limit": "void hands in a row that end the match",
    "ranks": "ranks in the deck",
    "dealer": "first dealer",
    "dealer=random": "drawn by lot",
    **{f"dealer={seat}": f"seat {seat + 1}" for seat in range(4)},
}
"""The labels of the options where people choose them."""

_HELP = """\
Collect cards of one rank. On your turn take one card, from the stock or from the pile, and put one of your five down.

Call when three or four of the cards you keep are alike, as you put down the fifth; nobody may call in the first
round. Then everybody shows. The best set wins the hand, and that is not always the caller's: four alike beat three,
and between equal sets the higher rank wins.

Beware of aces. When hands are compared an ace copies a card of its own suit: two kings with their two aces are
four kings. But an ace does not help to call, with one exception: {stalemate}. That counts for its pair
alone, with the aces that copy it.

{royal}Ties go to {ties}. {end}"""

_STALEMATE = {
    "classic": "any pair with {aces}, one of them the ace of spades, once the pile has been turned over",
    "2023": "two kings with {aces}, one of them the ace of spades",
}
_ROYAL = """\
In Royal Whiplash you may also call with all five cards, and put none down, if three or more are of one rank, but not
aces, and the rest are aces that copy them. Nothing beats that.

"""
_ENDS = {
    "single": "The first hand won decides.",
    "race": "The first to win {target} hands wins the match.",
    "hands": "After {hands} hands whoever has won most wins the match.",
    "time": "After {minutes} minutes the hand in progress is the last; most hands win the match.",
}


def help_text(options: Mapping[str, Any]) -> str:
    """The game in short, as its edition and the form of the match have it (WL-3.3, WL-8.7)."""
    edition = options["edition"]
    aces = "the two aces that copy them" if options["stalemate"] == "copied" else "two aces"
    first = "the caller, then to " if edition == "classic" else ""
    return _HELP.format(
        stalemate=_STALEMATE["classic" if edition == "classic" else "2023"].format(aces=aces),
        royal=_ROYAL if edition == "royal" else "",
        ties=f"{first}the highest ace, spades before hearts, diamonds and clubs",
        end=_ENDS[options["match"]].format(**options),
    )
