"""Topics of Jaunty Jalopies: what each card and each racer does, whom it may hit, and the rule for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tuckbox.definition.topics import Topic
from tuckbox.games.jalopies.cards import DECK, KINDS, RACERS, Kind, Racer, clauses, needs
from tuckbox.games.jalopies.cards import LETTERS as LETTER
from tuckbox.games.jalopies.scene import card_of, sheet_card
from tuckbox.games.jalopies.words import LETTERS
from tuckbox.kit.deck import BACK

_RULES = {"R": "JJ-5.10", "T": "JJ-5.21", "M": "JJ-5.30", "S": "JJ-5.30", "F": "JJ-5.51", "D": "JJ-5.12", "": "JJ-5.80"}
"""The rule of a card by its first letter; of the others, which meet what troubles ask for, `_CURE`."""

_CURE, _KEEP = "JJ-5.33", "JJ-5.83"

_SPECIALS = {
    "HF": ("Stops what has just been played on you, or a road laid on the home stretch, or another Horsefeathers!",),
    "VE": (
        "When you have completed a Sub-Plot of your own: draw three cards, whatever your Hand Size.",
        "Not for Neutrals, to whom it is a card to pay with.",
    ),
    "CW": (
        "Draw cards; how many hangs on your side, and on how many rivals are still in the race.",
        "With one rival a Hero draws four, a Neutral three, a Villain one.",
        "With two rivals it is two, four and two; with more it is one, four and three.",
    ),
    "NT": ("Remove one trouble of anybody, yours or another's. A Hero who rescues somebody else draws for it.",),
    "HP": ("Enter the next section at no cost. It has to be there, and nothing may keep you from driving.",),
    "FA": ("What has just been played on you alone hits another racer of your choice instead.",),
    "RF": ("Lay it down to keep. Give it up later, and it stands for up to two cards of a toll.",),
}
_KEPT = {
    "PA": "Lay it down to keep: from then on you draw one card more whenever you rest.",
    "TR": "Lay it down to keep: your Hand Size is two more from then on.",
    "RA": "Lay it down to keep: your first section of a turn costs one card less; for a Neutral each section does.",
}
_PLOTS = {
    "BB": "Blow up the front-most section: it is gone, and whoever stood there falls back to the one before.",
    "SG": "A rival goes back two sections.",
    "TG": "Take a random card from a rival's hand.",
    "AT": "Every rival ahead of you loses a random card.",
    "OI": "Lay it on any section in play, over other Terrain too: entering that section costs two cards more.",
}
_DRIVING = {
    "ER": "For a Neutral the section it enters costs nothing.",
    "HO": "A Hero draws a Karma card for it.",
}


_AHEAD = (
    "No road lies here yet. Whoever stands on the last section that is laid may lay the next, and drives onto it at once.",
    "On the home stretch the others may stop a road with Horsefeathers!",
)
_NUMBERS = ("no", "one", "two", "three", "four")
_EFFECTS = {
    "draw": "draws {n} card{s} {fewer} each turn", "hand": "holds {n} card{s} {fewer}",
    "rest": "draws {n} card{s} {fewer} when resting", "mend": "mends {n} Mishap{s} more when resting",
    "toll any": "pays {n} card{s} more for each section", "toll existing": "pays {n} card{s} {fewer} for sections in play",
    "toll first": "pays {n} card{s} {fewer} for the first section of a turn",
    "toll rough": "pays {n} card{s} {fewer} for Country and Back Roads",
    "extra": "needs {n} Driving card{s} more for each section", "cap": "enters only one section a turn",
    "halt": "cannot drive", "nobuild": "cannot lay roads", "rob": "loses {n} random card{s} each turn",
    "mute": "cannot use either ability", "skip": "needs one card less for each Sub-Plot and plot",
    "shield P": "stops attacks with any Personality card",
    "refund P": "draws a card for each Personality card used as a cure",
    "spoils": "draws a card whenever a Sub-Plot or plot hits home", "wild M F": "meets Mishaps and plots with any card",
    "sure": "never pays more for Terrain", "hollows": "enters Back Roads free, and lays roads without a Driving card",
    "back": "goes back {n} section{s} at once", "terrain extra": "needs {n} Driving card{s} more",
    "terrain chains": "needs {n} Driving or Equipment card{s} more", "terrain toll": "pays {n} card{s} {fewer}",
}  # fmt: skip
"""Effects as something that somebody does, by their names in `tuckbox.games.jalopies.cards`."""


def _clauses(effects: str) -> str:
    """Effects as the rest of a sentence about whom they are in force for.

    >>> _clauses("need EE; toll 1 any"), _clauses("as T>P; rest -1")
    ('pays one card more for each section', 'counts Terrain as Personality too, and draws one card fewer when resting')
    """
    told = []
    for name, numbers in clauses(effects):
        number = numbers[0] if numbers else 1
        if name.startswith("as "):
            old, new = name[3:].split(">")
            told.append(f"counts {LETTERS[old]} as {LETTERS[new]} too")
        elif name in _EFFECTS:
            many, fewer = _NUMBERS[abs(number)], "fewer" if number < 0 else "more"
            told.append(_EFFECTS[name].format(n=many, s="" if abs(number) == 1 else "s", fewer=fewer))
    return ", and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def topics(options: Mapping[str, str]) -> dict[str, Topic]:
    """All cards by their codes, the racers by their words, and the backs."""
    found = {kind.code: _card(number, kind) for number, kind in enumerate(KINDS)}
    found |= {racer.word: _racer(racer) for racer in RACERS}
    found["start"] = Topic(
        "Starting Line", ("All jalopies begin here. None drives back onto it.",), "section", None, "JJ-5.12"
    )
    found["ahead"] = Topic("A section to come", _AHEAD, "section", None, "JJ-5.10")
    told = {
        "card": "A card of the main deck. Everybody sees how many you hold, but not which.",
        "Fiendish Plot": "A card of the Villains' own deck. They draw one for every Mishap that hits a rival.",
    }
    return found | {
        name: Topic(f"{name.capitalize()}, face down", (told[name],), "back", card_of(BACK + at))
        for at, name in enumerate(DECK.back_names)
    }


def _card(number: int, kind: Kind) -> Topic:
    """The topic of a card; the line printed below comes last."""
    copies = f"{kind.copies} in a set" if kind.copies > 1 else "one in a set"
    types = " and ".join(LETTERS[letter] for letter in kind.types) or "Special"
    flavour = (kind.line,) if kind.line else ()
    return Topic(
        kind.name,
        (*_does(kind), *flavour),
        f"{types}, {copies}",
        card_of(number),
        _KEEP if kind.code in _KEPT else _RULES.get(kind.types[:1], _CURE),
        (kind.code, f"{kind.code}:{kind.types or '*'}"),
    )


def _does(kind: Kind) -> Iterator[str]:
    """Uses of a card, by its letters."""
    if not kind.types:
        yield from _SPECIALS[kind.code]
    if kind.code in _KEPT:
        yield _KEPT[kind.code]
    if "R" in kind.types:
        yield from _road(kind)
    elif "D" in kind.types:
        yield "Play it to enter the next section that is in play, or the one before."
        if kind.code in _DRIVING:
            yield _DRIVING[kind.code]
    if "T" in kind.types:
        yield "Lay it on any section in play that has no Terrain."
        yield f"Whoever enters that section from then on {_clauses(kind.effects)}."
    if set(kind.types) & set("MSF"):
        yield from _trouble(kind)
    meets = [LETTERS[letter] for letter in "PE" if letter in kind.types]
    if meets:
        yield f"Meets the {' or the '.join(meets)} that a trouble asks for."


def _road(kind: Kind) -> Iterator[str]:
    tolls = {"BR": "It costs two cards more, of any kind.", "CR": "It costs one card more, of any kind."}
    costs = tolls.get(kind.code, "It costs nothing more.") if "D" in kind.types else "It needs a Driving card besides."
    yield f"Where the course ends, lay it and drive onto it at once. {costs}"
    if "D" in kind.types:
        yield "Where the course goes on, play it as a Driving card to enter the next section."


def _trouble(kind: Kind) -> Iterator[str]:
    """Mishaps, Sub-Plots and Fiendish Plots: whom they hit, what they do there, and what cures them."""
    if "F" in kind.types:
        yield "A Villain plays one plot a turn" + (
            ", and discards a card of any kind to do so." if "cost" in kind.effects else "."
        )
    if kind.code in _PLOTS:
        yield _PLOTS[kind.code]
        return
    yield {
        "M": "Play it on any rival. A Hero may not.",
        "S": "Play it on any rival who has no Sub-Plot yet.",
        "F": "Play it on any rival.",
    }[kind.types[0]]
    at_once = [each for each in kind.effects.split("; ") if each.startswith("back")]
    if at_once:
        yield f"Its victim {_clauses(at_once[0])}."
    lasting = "; ".join(each for each in kind.effects.split("; ") if each not in at_once)
    yield f"As long as it lies there, its victim {_clauses(lasting)}."
    letters = [LETTERS[LETTER[letter]] for letter in needs(kind.effects) if letter >= 0]
    alike = len(letters) > 1 and len({*letters}) == 1
    asked = f"{_NUMBERS[len(letters)]} {letters[0]} cards" if alike else ", then ".join(letters)
    rests = " Resting mends it, too." if "M" in kind.types else ""
    neutral = " A Neutral may use any cards." if "S" in kind.types else ""
    yield f"It is cured with {asked}{', in this order' if ', then ' in asked else ''}.{rests}{neutral}"


def _racer(racer: Racer) -> Topic:
    lines = (
        f"{racer.ability}: {racer.word} {_clauses(racer.effects)}.",
        f"{racer.sidekick}, {racer.trick}: {racer.word} {_clauses(racer.help)}.",
    )
    return Topic(racer.name, lines, "racer", sheet_card(racer), "JJ-2.5", (racer.word,))
