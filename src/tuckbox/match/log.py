"""The log: what has happened, and the sentences in which a seat may read it.

A game's `says` gives a sentence for each action family (by its text) and each event (by its name), as
`tuckbox.definition.sentences` reads them. ``{who}`` is the seat, ``{card}`` and the like the arguments as the reader sees
them: of a `Seats` the player's name ("you" to oneself, "yourself" behind a ``{who}`` that is the same), and ``{seat's}`` is
"Bo's " or "your ", and nothing where it is the seat that acts. An empty sentence says nothing. A function may make the
sentence: of an event told with a number or a seat from that, of an action from its last argument, counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import said
from tuckbox.errors import RulesError
from tuckbox.kit.actions import BACKS, CARD, OPEN, SEALED, SEAT, Family, Seats
from tuckbox.kit.deck import BACK, Deck
from tuckbox.kit.fields import PUBLIC

EVERYTHING = -1
"""A viewer before whom nothing is hidden: for the story of a finished match."""

CUT = "cut"
"""The kind of the step that cuts off a game that has gone on too long."""

NOTHING, CHOICE, MORE = "nothing", "choice", "more"
"""Kinds of what a step has shown; `MORE` also where it has used chance or ended a game, or where others see part of it."""


@dataclass(frozen=True)
class Entry:
    """One step: a seat's action (`seat` >= 0), a deal (`kind` "deal"), something from outside ("outside") or the end of a
    game that is cut off (`CUT`); and what it told.

    The answer to a response window is `sealed`: what others may know of it the rules tell when it is carried out. What an
    action has shown by itself is `NOTHING` that somebody did not know, no card but its seat's `CHOICE`, or `MORE`.
    """

    kind: str
    seat: int = -1
    code: int = -1
    told: tuple[tuple[int, int, int], ...] = ()
    sealed: bool = False
    undoable: bool = False
    shows: str = MORE


def shown_by(game: Game, seat: int, code: int, seen: Collection[tuple[int, int]]) -> str:
    """Return what an action has shown by itself: `seen` are the cards that it has made somebody see, and whom."""
    family = game.actions.family(code)
    if family.others != OPEN:
        return MORE
    chosen = zip(family.domains, family.arguments(code), strict=True)
    named = {domain.kinds[value] for domain, value in chosen if isinstance(domain, Deck)}
    if any(card not in named or viewer == seat for card, viewer in seen):
        return MORE
    return CHOICE if seen else NOTHING


def sentences(game: Game, entry: Entry, viewer: int, names: tuple[str, ...]) -> list[str]:
    """Return the sentences that a viewer (a seat, or `PUBLIC`) reads of an entry."""
    found: list[str] = []
    if entry.kind == "act" and (not entry.sealed or viewer in (entry.seat, EVERYTHING)):
        found.append(_action(game, entry, viewer, names))
    elif entry.kind == CUT:
        found.append(f"After {game.longest:,} decisions the game is cut off.")
    elif entry.kind == "outside":
        name = game.outside.name(entry.code)
        found.append(_text(game.says.get(name), name.capitalize() + ".", -1, {}, viewer, names))
    for event, seat, what in entry.told:
        name = game.told.name(event)
        kind = game.told.kind(event)
        template = game.says.get(name, f"{{who}}: {name} {{{kind}}}.")
        if callable(template):
            template = "" if kind == CARD else template(what)
        if kind == SEAT:
            words = _seat(template, what, seat, viewer, names)
        else:
            words = {kind: _card(game, what, viewer) if kind == CARD else str(what)}
        found.append(_text(template, "", seat, words, viewer, names))
    return [sentence for sentence in found if sentence]


def _action(game: Game, entry: Entry, viewer: int, names: tuple[str, ...]) -> str:
    family = game.actions.family(entry.code)
    known = viewer in (entry.seat, EVERYTHING) or family.others == OPEN
    if not known and family.others == SEALED:
        return ""
    shown = game.actions.text(entry.code) if known else game.actions.label_text(entry.code)
    template = game.says.get(family.text)
    if callable(template):
        template = template(family.arguments(entry.code)[-1]) if known else None
    told = [
        _word(domain, value, viewer, names) if known else _veiled(family, domain, value, viewer, names)
        for domain, value in zip(family.domains, family.arguments(entry.code), strict=True)
    ]
    words = dict(zip(family.slots, told, strict=True))
    for slot, domain, value in zip(family.slots, family.domains, family.arguments(entry.code), strict=True):
        if known and isinstance(domain, Seats) and value < len(names):
            words |= _seat(template, value, entry.seat, viewer, names, slot)
    return _text(template, f"{{who}}: {shown}.", entry.seat, words, viewer, names)


def _seat(
    template: str | None, seat: int, by: int, viewer: int, names: tuple[str, ...], slot: str = "seat"
) -> dict[str, str]:
    """Return the words for a seat in a sentence about another or itself: its name, and what is its own."""
    whose = "your " if seat == viewer else f"{names[seat]}'s "
    named = names[seat] if seat != viewer else "yourself" if seat == by and _is_reflexive(template, slot) else "you"
    return {slot: named, f"{slot}'s": "" if seat == by else whose}


@lru_cache(maxsize=1024)
def _is_reflexive(template: str | None, slot: str) -> bool:
    """Whether a sentence names a seat behind that which acts, in the same clause.

    >>> _is_reflexive("{who} vote[s] for {seat}.", "seat"), _is_reflexive("{who} win[s]: {seat} begin[s].", "seat")
    (True, False)
    """
    return template is not None and re.search(rf"\{{who\}}[^.:;!?]*\{{{slot}\}}", template) is not None


def _word(domain: Sequence[str], value: int, viewer: int, names: tuple[str, ...]) -> str:
    """Return the value of an argument in a sentence: the face of a card, the name of a seat ("you" to oneself)."""
    if isinstance(domain, Seats) and value < len(names):
        return "you" if value == viewer else names[value]
    return domain.face(value) if isinstance(domain, Deck) else domain[value]


def _veiled(family: Family, domain: Sequence[str], value: int, viewer: int, names: tuple[str, ...]) -> str:
    """Return the value of an argument of an action that others see in part: the back of a card, or nothing."""
    if family.others != BACKS:
        return "..."
    return (
        f"a {domain.name(BACK + domain.backs[value])}" if isinstance(domain, Deck) else _word(domain, value, viewer, names)
    )


def _card(game: Game, cell: int, viewer: int) -> str:
    """Return a card as a viewer may read it: its face if its cell bears their mark, else its back."""
    deck = game.layout.deck
    card = cell & 255
    if cell < 0 or card >= len(deck):
        return ""
    return deck.face(card) if viewer == EVERYTHING or cell >> 8 + viewer & 1 else f"a {deck.face(BACK + deck.backs[card])}"


def _text(template: object, otherwise: str, seat: int, words: Mapping[str, str], viewer: int, names: tuple[str, ...]) -> str:
    text = otherwise if template is None else str(template)
    mine = seat == viewer and viewer not in (PUBLIC, EVERYTHING)
    name = names[seat] if 0 <= seat < len(names) else ""
    try:
        told = said(text, name, mine, **words)
    except (KeyError, IndexError, ValueError) as error:
        raise RulesError(f"the sentence {text!r} may use {{who}}{''.join(f', {{{word}}}' for word in words)}") from error
    return told.replace("!.", "!")  # a card such as "Step on It!" ends the sentence itself
